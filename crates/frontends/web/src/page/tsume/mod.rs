//! Mating problems: the problem of the day, collections, and problems that are solved by playing or checked.

mod collection;
mod day;
mod solve;
mod verdict;

use super::{
    edit::{Work, Workshop},
    fault::fault,
};
use crate::{
    address::Address,
    fault::Fault,
    mates::{Collection, Mates},
    reader::{Reader, parameter},
    site::{Shared, Site},
    words::{Words, fill},
};
use axum::{
    extract::State,
    http::{HeaderMap, Uri},
    response::{IntoResponse, Redirect, Response},
};
use std::sync::Arc;
use yomikiri_core::{PageStart, ShelfFilter};

/// The first part of the addresses.
const ROOT: &str = "tsume";

/// Answers all addresses of mating problems.
pub async fn tsume(State(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    answered(site, &uri, reader).await.unwrap_or_else(|why| fault(&why, reader))
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
        let place = Place { problem: problem.clone(), before: 0, number: None, beside: [None; 2] };
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
    let found = site.searches.run(move |_: &_| {
        let problem = collection.problem_from(number)?.filter(|problem| problem.number == number);
        Ok(problem.map(|problem| (problem, beside(&*collection, number))))
    });
    let (problem, beside) = found.await?.ok_or(Fault::NoPage)?;
    let place = Place { problem: problem.position.clone(), before: 2, number: Some(problem), beside };
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
    /// The numbers of the problems before and behind it, in the order of the collection's pages.
    beside: [Option<u64>; 2],
}

/// The problems beside one: numbers may have gaps, and end. One that cannot be read keeps nobody from the
/// page of this one.
fn beside(collection: &dyn Collection, number: u64) -> [Option<u64>; 2] {
    [PageStart::Before(number), PageStart::After(number)].map(|start| {
        let problems = collection.page(&ShelfFilter::default(), start, 1);
        problems.ok()?.first().map(|problem| problem.number)
    })
}

/// Goes to the page of a problem that somebody set up.
fn set_up(mates: &dyn Mates, text: &str, reader: Reader) -> Result<Response, Fault> {
    let problem = mates.read(text).map_err(Fault::Input)?;
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
