//! The page of a solved game's census: pictures, and the same as a table.

use super::{fault::fault, layout::layout, work::solve_here};
use crate::{
    address::Address,
    fault::Fault,
    reader::Reader,
    site::{Shared, Site},
    source::{Census, Missing, Refusal, Source},
    words::{Words, fill},
};
use axum::{
    extract::State,
    http::{HeaderMap, Uri},
    response::Response,
};
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;
use yomikiri_core::{Wdl, grouped};

/// The last part of the address.
const PLACE: &str = "census";

/// Shows how many positions of a game have each value.
pub async fn census(State(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    shown(site, &uri, reader).await.unwrap_or_else(|why| fault(&why, reader))
}

async fn shown(site: Arc<Site>, uri: &Uri, reader: Reader) -> Result<Response, Fault> {
    let address = Address::read(uri.path()).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
    let shared = site.clone();
    let page = move |_: &_| match game.census() {
        Ok(census) => Ok(page(&*game, &census.ok_or(Fault::NoPage)?, reader)),
        Err(Refusal::Table(why)) => Ok(missing(&shared, &*game, why, reader)),
        Err(refusal) => Err(refusal.into()),
    };
    site.searches.run(page).await
}

/// The address of a game's census.
pub fn path(game: &str) -> String {
    Address::start(game).after(PLACE).path()
}

fn page(game: &dyn Source, census: &Census, reader: Reader) -> Response {
    let words = reader.words();
    let title = fill(words.census_of, &[game.name()]);
    let main = html! {
        (trail(game, words, reader))
        h1 { (title) }
        p { (fill(words.census_lead, &[&grouped(census.all())])) }
        section.picture { (PreEscaped(census.shares(words).inline())) (results(census, words)) }
        section.picture {
            h2 { (words.by_plies) }
            @if census.by_plies.is_empty() { p.missing { (words.no_distances) } }
            @else {
                p { (words.log_scale) }
                (PreEscaped(census.histogram(words).inline()))
                (distances(census, words))
            }
        }
        p.links {
            a rel="alternate" type="application/json" href={ "/api/v1" (path(game.name())) } { (words.as_json) }
        }
    };
    layout(reader, &path(game.name()), &title, &main)
}

fn trail(game: &dyn Source, words: &Words, reader: Reader) -> Markup {
    html! {
        nav aria-label=(words.path) {
            ol.trail {
                li { a href=(reader.link(&Address::start(game.name()).path())) { (game.name()) } }
                li { span aria-current="page" { (words.census) } }
            }
        }
    }
}

/// Won, drawn and lost in numbers.
fn results(census: &Census, words: &Words) -> Markup {
    let rows = [
        (words.win, "win", census.win),
        (words.draw, "draw", census.draw),
        (words.loss, "loss", census.loss),
    ];
    html! {
        table.census {
            thead { tr { th scope="col" { (words.value) } th scope="col" { (words.positions) } th scope="col" { "%" } } }
            tbody {
                @for (word, class, count) in rows {
                    tr.(class) { th scope="row" { (word) } td { (grouped(count)) } td { (census.percent(count)) } }
                }
            }
        }
    }
}

/// The histogram in numbers.
fn distances(census: &Census, words: &Words) -> Markup {
    html! {
        details {
            summary { (words.as_table) }
            div.scroll tabindex="0" role="region" aria-label=(words.by_plies) {
                table.census {
                    thead {
                        tr { th scope="col" { (words.plies) } th scope="col" { (words.value) } th scope="col" { (words.positions) } }
                    }
                    tbody {
                        @for (plies, wdl, count) in census.decided() {
                            tr {
                                th scope="row" { (plies) }
                                td { @if wdl == Wdl::Win { (words.win) } @else { (words.loss) } }
                                td { (grouped(count)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The page in place of that of a game whose table is missing or damaged.
fn missing(site: &Site, game: &dyn Source, why: Missing, reader: Reader) -> Response {
    let words = reader.words();
    let title = fill(words.census_of, &[game.name()]);
    let main = html! {
        (trail(game, words, reader))
        h1 { (title) }
        p.missing { (words.missing(&why)) }
        @if let Some(form) = solve_here(site, game.name(), reader) { (form) }
    };
    let mut response = layout(reader, &path(game.name()), &title, &main);
    *response.status_mut() = Fault::Table(why).status();
    response
}
