//! A collection, a page of small boards at a time; printed, it is a sheet.

use super::{length, problem_path, shelf_path};
use crate::{
    fault::Fault,
    mates::{Collection, Problem},
    page::{
        layout::{hidden, layout},
        pieces::piece_styles,
    },
    reader::{Reader, parameter},
    shelf_query::{PIECES, asked, count, query},
    site::Site,
    words::fill,
};
use axum::{http::Uri, response::Response};
use maud::{Markup, PreEscaped, html};
use std::{collections::BTreeSet, sync::Arc};
use yomikiri_core::{PageStart, Shelf, ShelfFilter, grouped};

/// How many problems a page shows: two sheets of paper.
const PAGE: usize = 24;

pub async fn collection(
    site: Arc<Site>,
    collection: Arc<dyn Collection>,
    uri: &Uri,
    reader: Reader,
) -> Result<Response, Fault> {
    let (filter, start) = asked(uri)?;
    let solutions = parameter(uri, "solutions").is_some();
    site.searches.run(move |_: &_| page(&*collection, &filter, start, solutions, reader)).await
}

fn page(
    collection: &dyn Collection,
    filter: &ShelfFilter,
    start: PageStart,
    solutions: bool,
    reader: Reader,
) -> Result<Response, Fault> {
    let words = reader.words();
    let shelves = collection.shelves()?;
    // One more than is shown tells whether there are others.
    let mut problems = collection.page(filter, start, PAGE + 1)?;
    let more = problems.len() > PAGE;
    match start {
        PageStart::Before(_) if more => drop(problems.remove(0)),
        _ => problems.truncate(PAGE),
    }
    let (is_first, is_last) = match start {
        PageStart::First => (true, !more),
        PageStart::After(_) => (false, !more),
        PageStart::Before(_) => (!more, false),
    };
    let at = |start| page_address(collection.name(), filter, start);
    let here = at(start);
    let ends = (problems.first(), problems.last());
    let all = count(&shelves, filter);
    let main = html! {
        h1 { (collection.name()) }
        (choice(collection.name(), &shelves, filter, reader))
        p { (fill(words.problems, &[&grouped(all)])) }
        @if problems.is_empty() { p { (words.no_problems) } }
        (piece_styles(problems.first().map(|problem| &problem.picture), &here, reader))
        ol.boards {
            @for problem in &problems {
                li {
                    a href=(reader.link(&problem_path(collection.name(), problem.number))) {
                        (small(problem, reader))
                        span { (fill(words.numbered, &[&problem.number.to_string()])) ", " (length(problem.plies, words)) }
                    }
                }
            }
        }
        nav.links aria-label=(words.pages) {
            @if let (Some(first), false) = (ends.0, is_first) {
                a rel="prev" href=(reader.link(&at(PageStart::Before(first.number)))) { (words.page_before) }
            }
            @if let (Some(last), false) = (ends.1, is_last) {
                a rel="next" href=(reader.link(&at(PageStart::After(last.number)))) { (words.page_after) }
            }
            @if !problems.is_empty() && !solutions {
                a href=(reader.link(&with(&here, "solutions=1"))) { (words.with_solutions) }
            }
        }
        @if solutions { (solved(&problems, reader)) }
        p.unprinted { (words.print_it) }
    };
    Ok(layout(reader, &here, collection.name(), &main))
}

/// The address of a page, without what the reader has chosen.
fn page_address(name: &str, filter: &ShelfFilter, start: PageStart) -> String {
    let start = match start {
        PageStart::First => String::new(),
        PageStart::After(number) => format!("after={number}"),
        PageStart::Before(number) => format!("before={number}"),
    };
    with(&with(&shelf_path(name), &query(filter)), &start)
}

/// An address with some more parameters, which may be none.
fn with(address: &str, query: &str) -> String {
    let mark = if address.contains('?') { "&" } else { "?" };
    if query.is_empty() { address.to_owned() } else { [address, mark, query].concat() }
}

/// The solutions, on a sheet of their own where they are printed.
fn solved(problems: &[Problem], reader: Reader) -> Markup {
    let words = reader.words();
    html! {
        section.solutions {
            h2 { (words.solutions) }
            @for problem in problems {
                p {
                    (fill(words.numbered, &[&problem.number.to_string()])) ": "
                    span lang="ja" {
                        (problem.solution.iter().map(|mv| mv.printed.as_str()).collect::<Vec<_>>().join(" "))
                    }
                }
            }
        }
    }
}

/// A board of a page with many.
pub fn small(problem: &Problem, reader: Reader) -> Markup {
    html! { (PreEscaped(problem.picture.clone().in_style(reader.pieces()).inline())) }
}

/// The form that chooses among the problems.
fn choice(name: &str, shelves: &[Shelf], filter: &ShelfFilter, reader: Reader) -> Markup {
    let words = reader.words();
    let sets: BTreeSet<&str> = shelves.iter().map(|shelf| shelf.set.as_str()).collect();
    let plies: BTreeSet<u32> = shelves.iter().filter_map(|shelf| shelf.plies).collect();
    html! {
        form.play action=(shelf_path(name)) method="get" {
            label { (words.piece_set)
                select name="set" {
                    option value="" { (words.any) }
                    @for set in sets.into_iter().filter(|set| !set.is_empty()) {
                        option value=(set) selected[filter.set.as_deref() == Some(set)] { (set) }
                    }
                }
            }
            label { (words.plies)
                select name="plies" {
                    option value="" { (words.any) }
                    @for plies in plies { option value=(plies) selected[filter.plies == Some(plies)] { (plies) } }
                }
            }
            fieldset {
                legend { (words.with_pieces) }
                @for letter in PIECES {
                    label.choice { input type="checkbox" name="piece" value=(letter) checked[filter.pieces.contains(letter)]; (letter) }
                }
            }
            label { (words.symmetry)
                select name="symmetric" {
                    option value="" { (words.any) }
                    option value="1" selected[filter.symmetric] { (words.symmetric) }
                }
            }
            (hidden(reader))
            button { (words.show) }
        }
    }
}

/// How many problems there are of each set and length, each a link to them.
pub fn census(name: &str, shelves: &[Shelf], reader: Reader) -> Markup {
    let words = reader.words();
    let sets: BTreeSet<&str> = shelves.iter().map(|shelf| shelf.set.as_str()).collect();
    let lengths: BTreeSet<u32> = shelves.iter().filter_map(|shelf| shelf.plies).collect();
    let cell = |set: &str, plies: u32| {
        let filter = ShelfFilter { plies: Some(plies), set: Some(set.to_owned()), ..ShelfFilter::default() };
        (count(shelves, &filter), reader.link_with(&shelf_path(name), &query(&filter)))
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(fill(words.problems_by, &[name])) {
            table.census {
                thead {
                    tr {
                        th scope="col" { (words.piece_set) }
                        @for plies in &lengths { th scope="col" { (length(Some(*plies), words)) } }
                    }
                }
                tbody {
                    @for set in sets {
                        tr {
                            th scope="row" { (if set.is_empty() { words.without_set } else { set }) }
                            @for plies in &lengths {
                                @let (problems, href) = cell(set, *plies);
                                td { @if problems > 0 { a href=(href) { (grouped(problems)) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}
