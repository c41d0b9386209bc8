//! How much a client may ask, behind an address that others reach.

use super::{lions_and_problems, request};
use crate::{assets::STYLE, rates::Client, router::router};
use axum::{body::Body, http::StatusCode};
use tower::ServiceExt;

#[tokio::test]
async fn a_client_that_asks_too_much_is_told_to_wait() {
    let site = router(lions_and_problems());
    let ask = |client: &str, path: &'static str| {
        let (site, client) = (site.clone(), Client::new(client.parse().unwrap()));
        async move {
            let mut asked = request("GET", path, Body::empty());
            asked.extensions_mut().insert(client);
            site.oneshot(asked).await.unwrap()
        }
    };
    let mut refused = None;
    for _ in 0..1000 {
        let response = ask("192.0.2.1", &STYLE.address).await;
        if response.status() != StatusCode::OK {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.expect("a thousand requests in a moment are too much");
    assert_eq!(
        (refused.status(), &refused.headers()["retry-after"]),
        (StatusCode::TOO_MANY_REQUESTS, &"1".parse().unwrap())
    );
    assert_eq!(ask("192.0.2.1", "/api/v1/lions").await.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ask("192.0.2.2", "/lions").await.status(), StatusCode::OK);
    // Neither is it told what is kept.
    assert_eq!(ask("192.0.2.1", "/lions").await.status(), StatusCode::TOO_MANY_REQUESTS);
}
