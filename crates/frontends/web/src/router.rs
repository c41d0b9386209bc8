//! Which address is answered by what.

use crate::{
    api, assets,
    fault::Fault,
    guard::{self, Guarded},
    page,
    reader::Reader,
    site::Site,
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Path},
    http::{HeaderMap, Uri},
    response::Response,
    routing::{get, post},
};
use std::sync::Arc;

/// The longest body of a request, in bytes.
const BODY: usize = 1 << 20;

/// The answers to all addresses, for [`Server`](crate::Server) or for a socket of somebody else's.
pub fn router(site: Site) -> Router {
    let site = Arc::new(site);
    let router = routes().with_state(site.clone());
    Router::new().fallback(guard::guard).with_state(Guarded { site, router })
}

fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(page::games))
        .route("/assets/{name}", get(asset))
        .route("/api", get(api::description))
        .route("/api/v1", get(api::description))
        .route("/api/v1/openapi.json", get(api::description))
        .route("/api/v1/games", get(api::games))
        .route("/api/v1/tsume", get(api::tsume::collections))
        .route("/api/v1/tsume/day", get(api::tsume::day))
        .route("/api/v1/tsume/check", get(api::tsume::check))
        .route("/api/v1/tsume/solve", get(api::tsume::solve))
        .route("/api/v1/tsume/collections/{name}", get(api::tsume::page))
        .route("/api/v1/tsume/collections/{name}/{number}", get(api::tsume::problem))
        .route("/api/v1/tsume/{*place}", get(api::nothing))
        .route("/api/v1/{game}", get(api::position))
        .route("/api/v1/{game}/", get(api::position))
        .route("/api/v1/{game}/census", get(api::census))
        .route("/api/v1/{game}/batch", post(api::batch))
        .route("/api/v1/{game}/{*moves}", get(api::position))
        .route("/api/{*place}", get(api::nothing))
        .route("/work", get(page::work::works).post(page::work::begin))
        .route("/work/{number}", get(page::work::work).post(page::work::cancel))
        .route("/work/{number}/events", get(page::work::events))
        .route("/tsume", get(page::tsume))
        .route("/tsume/", get(page::tsume))
        .route("/tsume/{*place}", get(page::tsume))
        .route("/{game}/", get(page::position))
        .route("/{game}", get(page::position).post(page::recorded))
        .route("/{game}/census", get(page::census))
        .route("/{game}/{*moves}", get(page::position))
        .fallback(page::nothing)
        .method_not_allowed_fallback(page::other_method)
        .layer(DefaultBodyLimit::max(BODY))
}

/// Style and script by the names that they have now: those of another version are not here.
async fn asset(Path(name): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    match assets::all().into_iter().find(|asset| asset.name == name) {
        Some(asset) => asset.response(),
        None => page::fault(&Fault::NoPage, Reader::of(&uri, &headers)),
    }
}
