//! Games saved and taken up again.

use super::fault::fault;
use crate::{
    address::Address,
    fault::{Fault, NO_RECORD},
    reader::Reader,
    site::{Shared, Site},
    source::Refusal,
};
use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{
        HeaderMap, Uri,
        header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    },
    response::{IntoResponse, Redirect, Response},
};
use std::sync::Arc;
use yomikiri_core::play::Forfeit;

/// The game at an address as a file; whoever is to move may have lost it otherwise than by the rules.
pub async fn saved(
    site: Arc<Site>,
    address: Address,
    forfeit: Option<Forfeit>,
    form: String,
) -> Result<Response, Fault> {
    let game = site.game(&address.game).ok_or_else(|| Fault::NoGame(address.game.clone()))?;
    if !game.forms().contains(&form.as_str()) {
        return Err(Fault::NoPage);
    }
    let write = move |_: &_| {
        let path = address.positions(&*game.rules()).map_err(Refusal::Parse)?;
        let record = game.record(&path, forfeit, &form).map_err(Refusal::Parse)?;
        let name = format!("attachment; filename=\"{}.{form}\"", game.name().replace(':', "-"));
        let headers = [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
        Ok((headers, record).into_response())
    };
    site.searches.run(write).await
}

/// Goes to the address of a game whose record a form has sent in its field `record`.
pub async fn recorded(
    State(site): Shared,
    uri: Uri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let reader = Reader::of(&uri, &headers);
    found(site, &uri, body, reader).await.unwrap_or_else(|why| fault(&why, reader))
}

async fn found(
    site: Arc<Site>,
    uri: &Uri,
    body: Result<Bytes, BytesRejection>,
    reader: Reader,
) -> Result<Response, Fault> {
    let body = body.map_err(|why| Fault::Body(why.status(), why.body_text().into()))?;
    let address = Address::read(uri.path()).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
    let read = move |_: &_| {
        let record = form_urlencoded::parse(&body).find(|(key, _)| key == "record");
        let (_, record) = record.ok_or_else(|| Fault::bad(NO_RECORD))?;
        // A game of another deal leads to that deal.
        let other = game.deal_of(record.as_bytes()).filter(|_| game.recorded(record.as_bytes()).is_err());
        let game = other.and_then(|deal| game.dealt(&deal)).unwrap_or(game);
        let path = game.recorded(record.as_bytes()).map_err(Refusal::Parse)?;
        let address = Address::of_path(game.name(), &*game.rules(), &path).map_err(Refusal::Parse)?;
        Ok(Redirect::to(&reader.link(&address.path())).into_response())
    };
    site.searches.run(read).await
}
