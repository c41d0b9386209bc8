//! Whole responses, by the addresses that they answer: what many ask for is told again as it is, without
//! being routed, looked up or written anew.

use crate::{
    kept::{Kept, Measured},
    source::Source,
};
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderName, HeaderValue, Uri},
    response::Response,
};
use std::{mem::size_of, sync::Arc, time::SystemTime};
use yomikiri_core::Language;

/// The bytes that responses may take, counted roughly: some thousand pages.
const BYTES: usize = 32 << 20;

/// A game as it is known at a moment: with the table of that time.
#[derive(Clone)]
pub struct Edition {
    game: Arc<dyn Source>,
    written: Option<SystemTime>,
}

impl Edition {
    /// The present one, to be asked for before the game is looked at.
    pub fn now(game: &Arc<dyn Source>) -> Self {
        Self { game: game.clone(), written: game.edition() }
    }

    fn is_current(&self) -> bool {
        self.game.edition() == self.written
    }

    /// The response of a body, which its address and language have until there is another edition.
    pub fn lasting(self, body: String, respond: impl FnOnce(Bytes) -> Response) -> Response {
        let body = Bytes::from(body);
        let mut response = respond(body.clone());
        response.extensions_mut().insert(Lasting { edition: self, body });
        response
    }
}

/// Among the extensions of a response that may be kept.
#[derive(Clone)]
struct Lasting {
    edition: Edition,
    body: Bytes,
}

/// What tells responses apart.
#[derive(PartialEq, Eq, Hash)]
pub struct Asked {
    /// Path and parameters.
    address: String,
    language: Language,
}

impl Asked {
    pub fn new(uri: &Uri, language: Language) -> Self {
        let address = uri.path_and_query().map_or_else(String::new, |address| address.as_str().to_owned());
        Self { address, language }
    }
}

/// A response as it is told again.
struct Whole {
    headers: HeaderMap,
    lasting: Lasting,
}

/// The responses that are kept.
pub struct Responses(Kept<Asked, Whole>);

impl Responses {
    pub fn new() -> Self {
        Self(Kept::new(BYTES))
    }

    /// The response that is kept, if it is and is not out of date.
    pub fn get(&self, asked: &Asked) -> Option<Response> {
        let whole = self.0.lock().get(asked)?;
        let Whole { headers, lasting } = &*whole;
        if !lasting.edition.is_current() {
            return None;
        }
        let mut response = Response::new(lasting.body.clone().into());
        *response.headers_mut() = headers.clone();
        Some(response)
    }

    /// Keeps a response, if whoever made it says that it may be.
    pub fn keep(&self, asked: Asked, response: &mut Response) {
        if let Some(lasting) = response.extensions_mut().remove() {
            self.0.lock().put(asked, Whole { headers: response.headers().clone(), lasting }.into());
        }
    }
}

impl Measured for Asked {
    fn bytes(&self) -> usize {
        self.address.len()
    }
}

impl Measured for Whole {
    fn bytes(&self) -> usize {
        // What headers of all responses say is not copied.
        self.lasting.body.len() + self.headers.capacity() * size_of::<(HeaderName, HeaderValue)>()
    }
}
