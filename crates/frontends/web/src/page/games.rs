//! The first page: the games.

use super::layout::layout;
use crate::{address::Address, reader::Reader, site::Shared};
use axum::{
    extract::State,
    http::{HeaderMap, Uri},
    response::Response,
};
use maud::html;

/// Lists the games.
pub async fn games(State(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    let words = reader.words();
    let main = html! {
        h1 { (words.games) }
        p { (words.lead) }
        dl.games {
            @for game in &site.games {
                dt { a href=(reader.link(&Address::start(game.name()).path())) { (game.name()) } }
                dd { (game.about(reader.language)) }
            }
            @if site.jobs.is_some() {
                dt { a href=(reader.link("/work")) { "work" } }
                dd { (words.long_work_lead) }
            }
            @if site.mates.is_some() {
                dt { a href=(reader.link("/tsume")) { "tsume" } }
                dd { (words.tsume_lead) }
            }
        }
    };
    layout(reader, "/", words.games, &main)
}
