//! What is the same for every request: whom it is meant for, how long it may be and take, what browsers are
//! told, and that a fault in it is a fault of it alone.
//!
//! A request goes through these layers, from the outside in. An answer that is kept ends in the fifth; what
//! that takes of the server's processor time is told in hundredths (some 6 microseconds; the whole of a plain
//! axum hello is 4).
//!
//! | layer | what it does | share |
//! |---|---|---|
//! | kernel | takes the request, sends the answer, wakes whoever waits | 48 |
//! | hyper and tokio (`server`) | read the head and write it, with time limits for slow clients | 28 |
//! | axum's outer router | calls the guard, whatever the address | 6 |
//! | `guard` | who asks for what; `Host`, length of the address, rate of a client (2) | 6 |
//! | `responses` | the response by address and language: the table's file (7), the head copied (2) | 12 |
//! | `made` | axum's router with its handlers, within a time, in the connection's task; a panic is caught | |
//! | `searches` | a thread for work that takes a processor | |
//! | `answers` | what was seen or written of a position | |
//!
//! With a task for each request and the route before the guard an answer that is kept took twice as long, and
//! with a thread for each page that is kept a page twenty times as long (`docs/notes/web.md`).

use crate::{fault::Fault, page, rates::Client, reader::Reader, responses::Asked, site::Site};
use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, REFERRER_POLICY, RETRY_AFTER,
            X_CONTENT_TYPE_OPTIONS,
        },
        uri::Authority,
    },
    response::Response,
};
use std::{
    future::poll_fn,
    net::Ipv4Addr,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::{Duration, Instant},
};
use tokio::time::timeout;
use tower::ServiceExt;
use yomikiri_core::Language;

/// The longest address, in bytes: some hundred moves.
const ADDRESS: usize = 8192;

/// How long an answer may take.
const TIME: Duration = Duration::from_secs(30);

/// What pages may load and do: what comes from here, and nothing that is written into them.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers of every answer, unless it has its own.
static HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

/// What answers requests that may pass.
#[derive(Clone)]
pub struct Guarded {
    pub site: Arc<Site>,
    pub router: Router,
}

/// Lets a request through, if it may pass, to the response that is kept or to whoever makes one.
pub async fn guard(State(Guarded { site, router }): State<Guarded>, request: Request) -> Response {
    // Programs are answered in one language.
    let is_api = request.uri().path().starts_with("/api/");
    let reader = (!is_api).then(|| Reader::of(request.uri(), request.headers()));
    let language = reader.map_or(Language::English, |reader| reader.language);
    let asked = (request.method() == Method::GET).then(|| Asked::new(request.uri(), language));
    let refused = refusal(&site, &request);
    let kept = asked.as_ref().filter(|_| refused.is_none()).and_then(|asked| site.responses.get(asked));
    if let Some(kept) = kept {
        return kept;
    }
    let made = match refused {
        Some(fault) => Err(fault),
        None => made(router, request, TIME).await,
    };
    let mut response = made.unwrap_or_else(|fault| match reader {
        Some(reader) => page::fault(&fault, reader),
        None => crate::api::fault(&fault),
    });
    tell(&mut response);
    if let Some(asked) = asked {
        site.responses.keep(asked, &mut response);
    }
    response
}

/// A response that is made within a time. A panic ends it alone.
async fn made(router: Router, request: Request, time: Duration) -> Result<Response, Fault> {
    let mut making = pin!(router.oneshot(request));
    let caught = poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| making.as_mut().poll(context))) {
        Ok(made) => made.map(|Ok(response)| Ok(response)),
        // It has told its story on standard error.
        Err(_) => Poll::Ready(Err(Fault::Failed)),
    });
    timeout(time, caught).await.unwrap_or(Err(Fault::Busy))
}

/// Tells browsers what they may do, and clients when to come again.
fn tell(response: &mut Response) {
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    for (name, value) in &HEADERS {
        response.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
}

/// Why a request does not get through.
fn refusal(site: &Site, request: &Request) -> Option<Fault> {
    let uri = request.uri();
    // The target of a request may name a host as well, which then is the one that counts.
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = match (uri.authority(), hosts.next(), hosts.next()) {
        (Some(authority), ..) => authority.as_str().into(),
        (None, Some(host), None) => String::from_utf8_lossy(host.as_bytes()),
        // Of several nobody knows which one counts.
        (None, ..) => "".into(),
    };
    if site.is_local && !is_this_machine(&host) {
        return Some(Fault::Host(host.into_owned()));
    }
    let length = uri.path().len() + uri.query().map_or(0, str::len);
    if length > ADDRESS {
        return Some(Fault::TooLong(ADDRESS));
    }
    let client = request.extensions().get::<Client>().filter(|_| !site.is_local)?;
    (!site.rates.take(*client, Instant::now())).then_some(Fault::TooMany)
}

/// Whether a `Host` names this machine, by whatever port. A page of somebody else whose name was made to lead
/// here does not (DNS rebinding).
fn is_this_machine(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host();
    let is_loopback = name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    !host.contains('@') && (is_loopback || name.eq_ignore_ascii_case("localhost") || name == "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{body::Body, routing::get};
    use std::future::pending;

    #[tokio::test]
    async fn an_answer_that_takes_too_long_is_given_up() {
        let router =
            Router::new().route("/slow", get(pending::<Response>)).route("/quick", get(|| async { "quick" }));
        let ask = |path| {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            made(router.clone(), request, Duration::from_millis(50))
        };
        let slow = ask("/slow").await.unwrap_err();
        assert_eq!(slow.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask("/quick").await.unwrap().status(), StatusCode::OK);
    }

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for host in ["localhost", "LOCALHOST:7373", "127.0.0.1:80", "[::1]:7373", "127.1.2.3"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "localhost@example.org",
            "127.0.0.1.nip.io",
            "::1",
            "10.0.0.1",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
