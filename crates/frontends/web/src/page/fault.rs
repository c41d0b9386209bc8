//! The page in place of one that cannot be shown.

use super::layout::layout;
use crate::{fault::Fault, reader::Reader};
use axum::{
    http::{HeaderMap, Uri},
    response::Response,
};
use maud::html;

/// What is answered where something went wrong: a page, or, for programs, an object.
pub fn fault(fault: &Fault, reader: Reader, is_api: bool) -> Response {
    if is_api {
        return crate::api::fault(fault);
    }
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
    fault(&Fault::NoPage, Reader::of(&uri, &headers), uri.path().starts_with("/api/"))
}

/// An address that is asked in another way than it can be.
pub async fn other_method(uri: Uri, headers: HeaderMap) -> Response {
    fault(&Fault::Method, Reader::of(&uri, &headers), uri.path().starts_with("/api/"))
}
