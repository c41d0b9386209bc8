//! The page in place of one that cannot be shown.

use super::layout::layout;
use crate::{api, fault::Fault, reader::Reader};
use axum::{
    http::{HeaderMap, Uri},
    response::Response,
};
use maud::html;

/// The page where something went wrong.
pub fn fault(fault: &Fault, reader: Reader) -> Response {
    let words = reader.words();
    let main = html! {
        h1 { (words.error) }
        p.fault { (fault.sentence(words)) }
        p { a href=(reader.link("/")) { (words.games) } }
    };
    let mut response = layout(reader, "/", words.error, &main);
    *response.status_mut() = fault.status();
    response
}

/// An address that nothing is at.
pub async fn nothing(uri: Uri, headers: HeaderMap) -> Response {
    told(&Fault::NoPage, &uri, &headers)
}

/// An address that is asked in another way than it can be.
pub async fn other_method(uri: Uri, headers: HeaderMap) -> Response {
    told(&Fault::Method, &uri, &headers)
}

/// A page, or, for programs, an object.
fn told(why: &Fault, uri: &Uri, headers: &HeaderMap) -> Response {
    if uri.path().starts_with("/api/") { api::fault(why) } else { fault(why, Reader::of(uri, headers)) }
}
