//! The answers for programs: the fields of `--json`, version 1.

pub mod tsume;

use crate::{
    address::Address,
    fault::Fault,
    reader::parameter,
    responses::Edition,
    searches::Abandoned,
    site::{Shared, Site},
    source::{Census, Refusal, Source},
    words::ENGLISH,
};
use axum::{
    body::{Body, Bytes},
    extract::{State, rejection::BytesRejection},
    http::{StatusCode, Uri, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use serde_json::json;
use std::{collections::HashMap, sync::Arc};
use tokio::task::JoinSet;
use yomikiri_core::{Language, ParseError};

/// The most positions of a batch.
const BATCH: usize = 10_000;

/// The fewest positions that are worth a place of their own.
const LEAST: usize = 32;

/// The beginning of the addresses.
const PREFIX: &str = "/api/v1";

/// What answers look like and mean (`OpenAPI` 3.1).
pub async fn description() -> Response {
    answer(StatusCode::OK, include_str!("../../assets/openapi.json").to_owned())
}

/// An address that nothing is at.
pub async fn nothing() -> Response {
    fault(&Fault::NoPage)
}

/// Lists the games.
pub async fn games(State(site): Shared) -> Response {
    let games =
        site.games.iter().map(|game| json!({ "name": game.name(), "about": game.about(Language::English) }));
    answer(StatusCode::OK, json!({ "games": games.collect::<Vec<_>>() }).to_string())
}

/// Tells what is known of the position at an address, or, with `?position=`, of a text; `?line=false` leaves
/// out the best line.
pub async fn position(State(site): Shared, uri: Uri) -> Response {
    told(site, &uri).await.unwrap_or_else(|why| fault(&why))
}

async fn told(site: Arc<Site>, uri: &Uri) -> Result<Response, Fault> {
    let address = uri.path().strip_prefix(PREFIX).and_then(Address::read).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or_else(|| Fault::NoGame(address.game.clone()))?;
    let (text, line) = (parameter(uri, "position"), wants_line(uri, true)?);
    let edition = Edition::now(&game);
    let shared = site.clone();
    let look = move |_: &Abandoned| {
        let reached = || address.reach(&*game.rules(), |node| node.position()).map_err(Fault::Input);
        let position = text.map_or_else(reached, Ok)?;
        let told = shared.answers.json(&*game, &position, line, true)?;
        Ok(edition.lasting(told.as_ref().to_owned(), |body| answer(StatusCode::OK, body)))
    };
    site.searches.run_in_turn(uri.to_string(), look).await
}

/// Tells how many positions of a game have each value.
pub async fn census(State(site): Shared, uri: Uri) -> Response {
    counted(site, &uri).await.unwrap_or_else(|why| fault(&why))
}

async fn counted(site: Arc<Site>, uri: &Uri) -> Result<Response, Fault> {
    let address = uri.path().strip_prefix(PREFIX).and_then(Address::read).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
    let census = site.searches.run(move |_: &_| Ok(game.census()?)).await?;
    let Census { start, win, draw, loss, by_plies } = census.ok_or(Fault::NoPage)?;
    let told = json!({ "start": start, "win": win, "draw": draw, "loss": loss, "by_plies": by_plies });
    Ok(answer(StatusCode::OK, told.to_string()))
}

/// Whether a best line is wanted.
fn wants_line(uri: &Uri, usual: bool) -> Result<bool, Fault> {
    parameter(uri, "line")
        .map_or(Ok(usual), |text| text.parse().map_err(|_| Fault::bad("line: expected true or false")))
}

/// Tells what is known of many positions: an array of texts is answered by an array in the same order. A text
/// that is no position has an answer with the reason, and keeps no other from being answered.
pub async fn batch(State(site): Shared, uri: Uri, body: Result<Bytes, BytesRejection>) -> Response {
    told_all(site, &uri, body).await.unwrap_or_else(|why| fault(&why))
}

async fn told_all(
    site: Arc<Site>,
    uri: &Uri,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Fault> {
    let body = body.map_err(|why| Fault::Body(why.status(), why.body_text().into()))?;
    let address = uri.path().strip_prefix(PREFIX).and_then(Address::read).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
    let positions: Vec<String> = serde_json::from_slice(&body)
        .map_err(|error| Fault::bad(format!("expected an array of positions as strings: {error}")))?;
    if positions.len() > BATCH {
        return Err(Fault::bad(format!("expected at most {BATCH} positions, got {}", positions.len())));
    }
    let line = wants_line(uri, false)?;
    let (distinct, places) = distinct(positions);
    let told = told_distinct(&site, &game, distinct, line).await?;
    Ok(answer(StatusCode::OK, array(places.iter().map(|&place| &*told[place]))))
}

/// An array of what is written already. Hundreds of kilobytes are written once, where they stay.
fn array<'a>(items: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut array = String::with_capacity(2 + items.clone().map(|item| item.len() + 1).sum::<usize>());
    for item in items {
        array.push(if array.is_empty() { '[' } else { ',' });
        array.push_str(item);
    }
    if array.is_empty() {
        array.push('[');
    }
    array.push(']');
    array
}

/// Texts, each once in the order in which they came, and the place among them of each.
fn distinct(texts: Vec<String>) -> (Vec<String>, Vec<usize>) {
    let mut found = HashMap::with_capacity(texts.len());
    let places = texts.into_iter().map(|text| {
        let next = found.len();
        *found.entry(text).or_insert(next)
    });
    let places = places.collect();
    let mut distinct = vec![String::new(); found.len()];
    for (text, place) in found {
        distinct[place] = text;
    }
    (distinct, places)
}

/// The answers to a batch, parts of it at as many places as there are; the parts end with the request.
async fn told_distinct(
    site: &Arc<Site>,
    game: &Arc<dyn Source>,
    positions: Vec<String>,
    line: bool,
) -> Result<Vec<Arc<str>>, Fault> {
    let count = positions.len().div_ceil(LEAST).clamp(1, site.searches.places());
    let mut works = JoinSet::new();
    for (at, part) in dealt(&positions, count).into_iter().enumerate() {
        let (site, game) = (site.clone(), game.clone());
        works.spawn(async move {
            let look = site.clone();
            let look = move |abandoned: &Abandoned| told_part(&look, &*game, &part, line, abandoned);
            (at, site.searches.run(look).await)
        });
    }
    let mut told = works.join_all().await;
    told.sort_unstable_by_key(|(at, _)| *at);
    let told: Result<Vec<_>, _> = told.into_iter().map(|(_, part)| part).collect();
    Ok(gathered(told?))
}

/// Positions of a batch that are dealt together. Those of one game follow each other and are looked up
/// sooner in one part, since they have successors in common; those of one stage of a game take long
/// together, and two halves of a batch took 11 and 17 ms.
const RUN: usize = 8;

/// Items in so many parts, to which they are dealt in turn.
fn dealt<T: Clone>(items: &[T], parts: usize) -> Vec<Vec<T>> {
    let mut dealt = vec![Vec::new(); parts];
    for (at, run) in items.chunks(RUN).enumerate() {
        dealt[at % parts].extend_from_slice(run);
    }
    dealt
}

/// The items of [`dealt`], or what was made of each, in their order.
fn gathered<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let count = parts.iter().map(Vec::len).sum();
    let mut gathered = Vec::with_capacity(count);
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    while gathered.len() < count {
        for part in &mut parts {
            gathered.extend(part.take(RUN));
        }
    }
    gathered
}

/// Positions of a batch that are looked up together, so that nobody is worked for long who has gone.
const TOGETHER: usize = 1000;

/// The answers to a part of a batch.
fn told_part(
    site: &Site,
    game: &dyn Source,
    positions: &[String],
    line: bool,
    abandoned: &Abandoned,
) -> Result<Vec<Arc<str>>, Fault> {
    let mut told = Vec::with_capacity(positions.len());
    // A line is looked up by itself, and takes longer than all the rest.
    for together in positions.chunks(if line { 1 } else { TOGETHER }) {
        if abandoned.is_set() {
            return Err(Fault::Busy);
        }
        let texts: Vec<&str> = together.iter().map(String::as_str).collect();
        let answers = if line {
            vec![match site.answers.json(game, texts[0], true, false) {
                Err(Refusal::Parse(error)) => Err(error),
                answer => Ok(answer?),
            }]
        } else {
            site.answers.json_all(game, &texts)?
        };
        let told_of = |(position, answer): (&&str, Result<Arc<str>, ParseError>)| {
            answer.unwrap_or_else(|error| {
                json!({ "position": position, "error": error.to_string() }).to_string().into()
            })
        };
        told.extend(texts.iter().zip(answers).map(told_of));
    }
    Ok(told)
}

fn answer(status: StatusCode, body: impl Into<Body>) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.into()).into_response()
}

/// What a program is told where something went wrong.
pub fn fault(fault: &Fault) -> Response {
    answer(fault.status(), json!({ "error": fault.sentence(&ENGLISH) }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_make_an_array() {
        let of = |items: &[&str]| array(items.iter().copied());
        assert_eq!((of(&[]), of(&["1"]), of(&["1", "{}"])), ("[]".into(), "[1]".into(), "[1,{}]".into()));
    }

    #[test]
    fn what_is_dealt_is_gathered_in_its_order() {
        for count in 0..100 {
            let items: Vec<u32> = (0..count).collect();
            for parts in 1..5 {
                let dealt = dealt(&items, parts);
                let sizes = || dealt.iter().map(Vec::len);
                assert_eq!(dealt.len(), parts);
                assert!(sizes().max().unwrap() - sizes().min().unwrap() <= RUN, "{count} {parts}");
                assert_eq!(gathered(dealt), items, "{count} {parts}");
            }
        }
    }
}
