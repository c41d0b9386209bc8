//! Responses that are told again.

use super::{Table, answer_of, lions, request};
use crate::{Site, router::router};
use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode, header::HOST},
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, SystemTime},
};
use tokio::task::JoinSet;

fn site() -> (Router, Arc<Table>) {
    let table = Arc::<Table>::default();
    (router(Site::new(vec![Arc::new(lions(table.clone()))], true)), table)
}

fn asked(method: &str, path: &str) -> Request<Body> {
    request(method, path, Body::empty())
}

#[tokio::test]
async fn what_is_asked_again_is_told_again_as_it_was_until_the_table_is_made_anew() {
    let (site, table) = site();
    let looks = || table.looks.load(Ordering::Relaxed);
    for path in ["/lions/2d2c", "/lions/2d2c?lang=ja&pieces=animals", "/api/v1/lions/2d2c", "/lions?from=2d"]
    {
        let first = answer_of(&site, asked("GET", path)).await;
        assert_eq!((first.0, first.1.contains_key("content-security-policy")), (StatusCode::OK, true));
        let before = looks();
        assert_eq!(answer_of(&site, asked("GET", path)).await, first, "{path}");
        assert_eq!(looks(), before, "{path}");
        for edition in [Some(SystemTime::UNIX_EPOCH), None] {
            let before = looks();
            *table.written.lock().unwrap() = edition;
            let again = answer_of(&site, asked("GET", path)).await;
            assert!(looks() > before && (edition.is_some() || again == first), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_many_ask_for_at_a_time_is_looked_at_once() {
    let (site, table) = site();
    *table.thought.lock().unwrap() = Duration::from_millis(50);
    for (path, seen) in [("/lions/2d2c", 1), ("/api/v1/lions/2d2c", 2)] {
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let site = site.clone();
            all.spawn(async move { answer_of(&site, asked("GET", path)).await });
        }
        let answers = all.join_all().await;
        assert!(answers.iter().all(|answer| answer.0 == StatusCode::OK && *answer == answers[0]), "{path}");
        assert_eq!(table.seen.load(Ordering::Relaxed), seen, "{path}");
    }
}

#[tokio::test]
async fn what_is_kept_is_for_those_who_ask_the_same() {
    let (site, _) = site();
    let path = "/lions/2d2c";
    let (_, headers, page) = answer_of(&site, asked("GET", path)).await;
    let mut spoken = asked("GET", path);
    spoken.headers_mut().insert("accept-language", "ja".parse().unwrap());
    let (_, _, japanese) = answer_of(&site, spoken).await;
    assert!(page.contains("<html lang=\"en\">") && japanese.contains("<html lang=\"ja\">"));
    let (status, head, nothing) = answer_of(&site, asked("HEAD", path)).await;
    assert_eq!((status, head, nothing.as_str()), (StatusCode::OK, headers, ""));
    assert_eq!(answer_of(&site, asked("DELETE", path)).await.0, StatusCode::METHOD_NOT_ALLOWED);
    // Another path or another parameter is another address.
    for other in ["/lions/2d1c", "/lions/2d2c?from=2a", "/lions/2d2c?play=first&level=1"] {
        let (_, _, body) = answer_of(&site, asked("GET", other)).await;
        assert_ne!(body, page, "{other}");
    }
}

#[tokio::test]
async fn what_is_kept_is_not_for_those_who_may_not_ask() {
    let (site, _) = site();
    for path in ["/lions/2d2c", "/api/v1/lions/2d2c"] {
        assert_eq!(answer_of(&site, asked("GET", path)).await.0, StatusCode::OK);
        let foreign = Request::builder().uri(path).header(HOST, "example.org").body(Body::empty()).unwrap();
        assert_eq!(answer_of(&site, foreign).await.0, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn what_went_wrong_is_not_kept() {
    let (site, table) = site();
    for path in ["/lions/9z9z", "/api/v1/lions/9z9z"] {
        for _ in 0..2 {
            let before = table.looks.load(Ordering::Relaxed);
            assert_eq!(answer_of(&site, asked("GET", path)).await.0, StatusCode::BAD_REQUEST);
            assert!(table.looks.load(Ordering::Relaxed) > before, "{path}");
        }
    }
}
