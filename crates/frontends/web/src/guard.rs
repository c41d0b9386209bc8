//! What is the same for every request: whom it is meant for, how long it may be and take, what browsers are
//! told, and that a fault in it is a fault of it alone.

use crate::{fault::Fault, page, rates::Client, reader::Reader, site::Site};
use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode, Uri,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, REFERRER_POLICY, RETRY_AFTER,
            X_CONTENT_TYPE_OPTIONS,
        },
        uri::Authority,
    },
    middleware::Next,
    response::Response,
};
use std::{
    net::Ipv4Addr,
    sync::Arc,
    time::{Duration, Instant},
};

/// The longest address, in bytes: some hundred moves.
const ADDRESS: usize = 8192;

/// How long an answer may take.
const TIME: Duration = Duration::from_secs(30);

/// What pages may load and do: what comes from here, and nothing that is written into them.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers of every answer, unless it has its own.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (CACHE_CONTROL, "no-cache"),
];

/// Lets a request through, if it may pass.
pub async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let reader = Reader::of(request.uri(), request.headers());
    let (is_api, is_local) = (request.uri().path().starts_with("/api/"), site.is_local);
    let refused = refusal(request.uri(), request.headers(), is_local).or_else(|| {
        let client = request.extensions().get::<Client>().filter(|_| !is_local)?;
        (!site.rates.take(*client, Instant::now())).then_some(Fault::TooMany)
    });
    let mut response = match refused {
        Some(fault) => page::fault(&fault, reader, is_api),
        None => answer(request, next).await.unwrap_or_else(|fault| page::fault(&fault, reader, is_api)),
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The answer, made by a task of its own: a panic ends that alone.
async fn answer(request: Request, next: Next) -> Result<Response, Fault> {
    let mut task = tokio::spawn(next.run(request));
    let Ok(made) = tokio::time::timeout(TIME, &mut task).await else {
        task.abort();
        return Err(Fault::Busy);
    };
    made.map_err(|_| Fault::Failed)
}

/// Why a request does not get through.
fn refusal(uri: &Uri, headers: &HeaderMap, is_local: bool) -> Option<Fault> {
    let named = headers.get(HOST).map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned());
    let named = named.unwrap_or_default();
    // The target of a request may name a host as well, which then is the one that counts.
    let host = uri.authority().map_or(named, ToString::to_string);
    if is_local && !is_this_machine(&host) {
        return Some(Fault::Host(host));
    }
    let length = uri.path().len() + uri.query().map_or(0, str::len);
    (length > ADDRESS).then_some(Fault::TooLong(ADDRESS))
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
