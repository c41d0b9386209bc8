//! Mating problems: the problem of the day, collections, and problems that are solved by playing or checked.

mod collection;
pub mod day;
mod solve;
mod verdict;

use super::{
    edit::{Work, Workshop},
    fault::fault,
};
use crate::{
    address::Address,
    fault::Fault,
    mates::Mates,
    reader::{Reader, parameter, parameters},
    site::{Shared, Site},
    words::{Words, fill},
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Redirect, Response},
};
use std::sync::Arc;
use yomikiri_core::{PageStart, Shelf, ShelfFilter};

/// The first part of the addresses.
const ROOT: &str = "tsume";

/// The pieces that problems are chosen by.
const PIECES: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// Answers all addresses of mating problems.
pub async fn tsume(State(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    answered(site, &uri, reader).await.unwrap_or_else(|why| fault(&why, reader, false))
}

async fn answered(site: Arc<Site>, uri: &Uri, reader: Reader) -> Result<Response, Fault> {
    let mates = site.mates.clone().ok_or(Fault::NoPage)?;
    let address = Address::read(uri.path()).ok_or(Fault::NoPage)?;
    if let Some(text) = parameter(uri, "position") {
        return set_up(&*mates, text.trim(), reader);
    }
    if let Some(work) = Work::of(uri) {
        return Workshop { editor: mates.editor(), path: Address::start(ROOT).path(), reader }.page(&work);
    }
    if let Some(problem) = &address.position {
        let place = Place { problem: problem.clone(), before: 0, number: None };
        if parameter(uri, "check").is_some() {
            return verdict::verdict(site, mates, place, reader).await;
        }
        return solve::solve(site, mates, (address, place), uri, reader).await;
    }
    let Some(name) = address.moves.first() else { return day::day(site, mates, reader).await };
    let found = mates.collections().iter().find(|collection| collection.name() == name);
    let collection = found.cloned().ok_or(Fault::NoPage)?;
    let Some(number) = address.moves.get(1) else {
        return collection::collection(site, collection, uri, reader).await;
    };
    let number: u64 = number.parse().map_err(|_| Fault::NoPage)?;
    let problem = site.searches.run(move |_: &_| Ok(collection.problem_from(number)?)).await?;
    let problem = problem.filter(|problem| problem.number == number).ok_or(Fault::NoPage)?;
    let place = Place { problem: problem.position.clone(), before: 2, number: Some(problem) };
    solve::solve(site, mates, (address, place), uri, reader).await
}

/// The problem that a page is about.
struct Place {
    /// Its position.
    problem: String,
    /// How many parts of the address are before the moves.
    before: usize,
    /// The problem of a collection, if it is one.
    number: Option<crate::mates::Problem>,
}

/// Goes to the page of a problem that somebody set up.
fn set_up(mates: &dyn Mates, text: &str, reader: Reader) -> Result<Response, Fault> {
    let problem = mates.read(text).map_err(|error| Fault::Input(error.to_string()))?;
    let path = Address::of_position(ROOT, &problem).path();
    Ok(Redirect::to(&reader.link_with(&path, "check=1")).into_response())
}

/// The address of a collection.
fn shelf_path(collection: &str) -> String {
    Address::start(ROOT).after(collection).path()
}

/// The address of a problem of a collection.
fn problem_path(collection: &str, number: u64) -> String {
    Address::start(ROOT).after(collection).after(&number.to_string()).path()
}

/// A length as it is told.
fn length(plies: Option<u32>, words: &Words) -> String {
    plies.map_or_else(|| words.plies_unknown.into(), |plies| fill(words.mate_in, &[&plies.to_string()]))
}

/// Which problems an address asks for, and where its page begins.
pub fn asked(uri: &Uri) -> Result<(ShelfFilter, PageStart), Fault> {
    let plies = number(uri, "plies")?.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX));
    let set = parameter(uri, "set").filter(|set| !set.is_empty());
    let pieces = parameters(uri, "piece").concat();
    if !pieces.chars().all(|piece| PIECES.contains(&piece)) {
        let why = format!("piece: expected one of {}", PIECES.map(String::from).join(", "));
        return Err(Fault::Body(StatusCode::BAD_REQUEST, why));
    }
    let symmetric = parameter(uri, "symmetric").is_some_and(|text| !text.is_empty());
    let start = match (number(uri, "after")?, number(uri, "before")?) {
        (Some(number), _) => PageStart::After(number),
        (None, Some(number)) => PageStart::Before(number),
        (None, None) => PageStart::First,
    };
    Ok((ShelfFilter { plies, set, pieces, symmetric }, start))
}

/// A parameter that is a number, if it is there.
pub fn number(uri: &Uri, name: &str) -> Result<Option<u64>, Fault> {
    let text = parameter(uri, name).filter(|text| !text.is_empty());
    let bad = || Fault::Body(StatusCode::BAD_REQUEST, format!("{name}: expected a whole number"));
    text.map(|text| text.parse::<u64>().map_err(|_| bad())).transpose()
}

/// A filter as parameters of an address.
pub fn query(filter: &ShelfFilter) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if let Some(set) = &filter.set {
        query.append_pair("set", set);
    }
    if let Some(plies) = filter.plies {
        query.append_pair("plies", &plies.to_string());
    }
    for piece in filter.pieces.chars() {
        query.append_pair("piece", piece.encode_utf8(&mut [0; 4]));
    }
    if filter.symmetric {
        query.append_pair("symmetric", "1");
    }
    query.finish()
}

/// How many problems of some shelves pass.
pub fn count<'a>(shelves: impl IntoIterator<Item = &'a Shelf>, filter: &ShelfFilter) -> u64 {
    shelves.into_iter().map(|shelf| filter.count(shelf)).sum()
}
