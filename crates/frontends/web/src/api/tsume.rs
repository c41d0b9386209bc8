//! The answers for programs about mating problems: the fields of `--json` of `tsume show`, `check` and
//! `solve`.

use super::{PREFIX, answer, fault};
use crate::{
    address::Address,
    day::{of_day, today},
    fault::Fault,
    mates::{Collection, Mates, Problem},
    reader::parameter,
    searches::Abandoned,
    shelf_query::{asked, count, number, query},
    site::{Shared, Site},
    source::Refusal,
};
use axum::{
    extract::{Path, State},
    http::{StatusCode, Uri},
    response::Response,
};
use serde_json::{Value as Json, json};
use std::{future::Future, sync::Arc};
use yomikiri_core::{PageStart, ShelfFilter};

/// Problems of a page where no number is asked for, and the most.
const PAGE: usize = 24;
const MOST: usize = 1000;

/// An answer, or what a program is told where there is none.
async fn told(answer: impl Future<Output = Result<String, Fault>>) -> Response {
    match answer.await {
        Ok(text) => self::answer(StatusCode::OK, text),
        Err(why) => fault(&why),
    }
}

fn mates(site: &Site) -> Result<Arc<dyn Mates>, Fault> {
    site.mates.clone().ok_or(Fault::NoPage)
}

fn collection(mates: &dyn Mates, name: &str) -> Result<Arc<dyn Collection>, Fault> {
    mates.collections().iter().find(|collection| collection.name() == name).cloned().ok_or(Fault::NoPage)
}

/// Lists the collections, with the number of problems of each set and length.
pub async fn collections(State(site): Shared) -> Response {
    let list = async {
        let mates = mates(&site)?;
        let list = move |_: &_| {
            let told = mates.collections().iter().map(|collection| {
                let shelves = collection.shelves()?;
                let symmetric = ShelfFilter { symmetric: true, ..ShelfFilter::default() };
                let rows = shelves.iter().map(|shelf| {
                    json!({
                        "set": shelf.set,
                        "plies": shelf.plies,
                        "problems": ShelfFilter::default().count(shelf),
                        "symmetric": symmetric.count(shelf),
                    })
                });
                let rows: Vec<_> = rows.collect();
                let all = count(shelves, &ShelfFilter::default());
                Ok(json!({ "name": collection.name(), "problems": all, "shelves": rows }))
            });
            let told: Result<Vec<_>, Refusal> = told.collect();
            Ok(json!({ "collections": told? }).to_string())
        };
        site.searches.run(list).await
    };
    told(list).await
}

/// Tells the problem of the day.
pub async fn day(State(site): Shared) -> Response {
    let problem = async {
        let mates = mates(&site)?;
        let find = move |_: &_| {
            let first = mates.collections().first().ok_or(Fault::NoPage)?;
            let problem = of_day(&**first, today())?.ok_or(Fault::NoPage)?;
            Ok(json!({ "collection": first.name(), "problem": object(&*mates, &problem) }).to_string())
        };
        site.searches.run(find).await
    };
    told(problem).await
}

fn object(mates: &dyn Mates, problem: &Problem) -> Json {
    serde_json::from_str(&mates.json(problem)).unwrap_or_default()
}

/// Tells problems of a collection, those behind or before one that is given, and the address of the next.
pub async fn page(State(site): Shared, Path(name): Path<String>, uri: Uri) -> Response {
    let page = async {
        let mates = mates(&site)?;
        let collection = collection(&*mates, &name)?;
        let (filter, start) = asked(&uri)?;
        let limit = number(&uri, "limit")?.map_or(PAGE, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        if !(1..=MOST).contains(&limit) {
            return Err(Fault::bad(format!("limit: expected 1 to {MOST}")));
        }
        let list = move |_: &_| listed(&*mates, &*collection, (&filter, start), limit);
        site.searches.run(list).await
    };
    told(page).await
}

fn listed(
    mates: &dyn Mates,
    collection: &dyn Collection,
    (filter, start): (&ShelfFilter, PageStart),
    limit: usize,
) -> Result<String, Fault> {
    let count = count(collection.shelves()?, filter);
    // One more than is told tells whether there are others.
    let mut problems = collection.page(filter, start, limit + 1)?;
    let more = problems.len() > limit;
    let is_back = matches!(start, PageStart::Before(_));
    if more && is_back {
        problems.remove(0);
    }
    problems.truncate(limit);
    let next = problems.last().filter(|_| more || is_back).map(|last| {
        let parts = [query(filter), format!("limit={limit}"), format!("after={}", last.number)];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let path = Address::start("tsume").after("collections").after(collection.name()).path();
        format!("{PREFIX}{path}?{}", parts.join("&"))
    });
    let problems: Vec<_> = problems.iter().map(|problem| object(mates, problem)).collect();
    Ok(json!({ "count": count, "problems": problems, "next": next }).to_string())
}

/// Tells one problem of a collection.
pub async fn problem(State(site): Shared, Path((name, number)): Path<(String, String)>) -> Response {
    let problem = async {
        let mates = mates(&site)?;
        let collection = collection(&*mates, &name)?;
        let number: u64 = number.parse().map_err(|_| Fault::NoPage)?;
        let find = move |_: &_| {
            let found = collection.problem_from(number)?.filter(|problem| problem.number == number);
            Ok(mates.json(&found.ok_or(Fault::NoPage)?))
        };
        site.searches.run(find).await
    };
    told(problem).await
}

/// Tells whether the problem of `?position=` is sound.
pub async fn check(State(site): Shared, uri: Uri) -> Response {
    told(searched(site, &uri, |mates, text, is_over| mates.check_json(text, is_over))).await
}

/// Tells how the problem of `?position=` is mated.
pub async fn solve(State(site): Shared, uri: Uri) -> Response {
    told(searched(site, &uri, |mates, text, is_over| mates.solve_json(text, is_over))).await
}

async fn searched(
    site: Arc<Site>,
    uri: &Uri,
    search: impl Fn(&dyn Mates, &str, &dyn Fn() -> bool) -> Result<String, Refusal> + Send + 'static,
) -> Result<String, Fault> {
    let mates = mates(&site)?;
    let missing = || Fault::bad("position: expected a problem in SFEN");
    let text = parameter(uri, "position").ok_or_else(missing)?;
    let work = move |abandoned: &Abandoned| Ok(search(&*mates, text.trim(), &|| abandoned.is_set())?);
    site.players.run(work).await
}
