//! A collection, a page of small boards at a time; printed, it is a sheet.

use super::{length, problem_path, shelf_path};
use crate::{
    fault::Fault,
    mates::{Collection, Problem},
    page::{
        layout::{hidden, layout},
        pieces::piece_styles,
    },
    reader::{Reader, parameter, with},
    searches::Abandoned,
    shelf_query::{PIECES, asked, count, query, set_value},
    site::Site,
    words::{Words, fill},
};
use axum::{http::Uri, response::Response};
use maud::{Markup, PreEscaped, html};
use std::{collections::BTreeSet, sync::Arc};
use yomikiri_core::{PageStart, Shelf, ShelfFilter, grouped};

/// How many problems a page shows: two sheets of paper.
const PAGE: usize = 24;

/// Which problems a reader wants: by what shelves know, and by conditions that each is looked at for, which
/// may be none.
struct Wanted {
    filter: ShelfFilter,
    conditions: String,
}

impl Wanted {
    /// The address of the collection with no more than this.
    fn address(&self, name: &str) -> String {
        let mut conditions = form_urlencoded::Serializer::new(String::new());
        if !self.conditions.is_empty() {
            conditions.append_pair("where", &self.conditions);
        }
        with(&with(&shelf_path(name), &query(&self.filter)), &conditions.finish())
    }
}

pub async fn collection(
    site: Arc<Site>,
    collection: Arc<dyn Collection>,
    uri: &Uri,
    reader: Reader,
) -> Result<Response, Fault> {
    let (filter, start) = asked(uri)?;
    let conditions = parameter(uri, "where").unwrap_or_default().trim().to_owned();
    let wanted = Wanted { filter, conditions };
    let solutions = parameter(uri, "solutions").is_some();
    site.searches
        .run(move |abandoned: &Abandoned| {
            let found = Found::of(&*collection, &wanted, start, abandoned)?;
            page(&*collection, &wanted, (start, found), solutions, reader)
        })
        .await
}

/// The problems of a page, and where those before and behind it are, if there are any.
struct Found {
    problems: Vec<Problem>,
    before: Option<PageStart>,
    behind: Option<PageStart>,
}

impl Found {
    fn of(
        collection: &dyn Collection,
        wanted: &Wanted,
        start: PageStart,
        abandoned: &Abandoned,
    ) -> Result<Self, Fault> {
        // One more than is shown tells whether there are others.
        let (mut problems, rest) = if wanted.conditions.is_empty() {
            (collection.page(&wanted.filter, start, PAGE + 1)?, None)
        } else {
            let conditions = (&wanted.filter, wanted.conditions.as_str());
            let found = collection.search(conditions, start, PAGE + 1, &|| abandoned.is_set())?;
            (found.problems, found.rest)
        };
        let is_back = matches!(start, PageStart::Before(_));
        let more = problems.len() > PAGE;
        if more && is_back {
            problems.remove(0);
        }
        problems.truncate(PAGE);
        let first = problems.first().map(|first| PageStart::Before(first.number));
        let last = problems.last().map(|last| PageStart::After(last.number));
        let on = |end: Option<PageStart>| end.filter(|_| more).or(rest);
        let (before, behind) = match start {
            PageStart::First => (None, on(last)),
            PageStart::After(_) => (first, on(last)),
            PageStart::Before(_) => (on(first), last),
        };
        Ok(Self { problems, before, behind })
    }
}

fn page(
    collection: &dyn Collection,
    wanted: &Wanted,
    (start, found): (PageStart, Found),
    solutions: bool,
    reader: Reader,
) -> Result<Response, Fault> {
    let words = reader.words();
    let shelves = collection.shelves()?;
    let Found { problems, before, behind } = found;
    let at = |start| page_address(collection.name(), wanted, start);
    let here = at(start);
    let all = count(shelves, &wanted.filter);
    let main = html! {
        h1 { (collection.name()) }
        (choice(collection.name(), shelves, wanted, reader))
        @if wanted.conditions.is_empty() { p { (fill(words.problems, &[&grouped(all)])) } }
        @else { p { (fill(words.looked_through, &[&grouped(all)])) } }
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
            @if let Some(before) = before { a rel="prev" href=(reader.link(&at(before))) { (words.page_before) } }
            @if let Some(behind) = behind { a rel="next" href=(reader.link(&at(behind))) { (words.page_after) } }
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
fn page_address(name: &str, wanted: &Wanted, start: PageStart) -> String {
    let start = match start {
        PageStart::First => String::new(),
        PageStart::After(number) => format!("after={number}"),
        PageStart::Before(number) => format!("before={number}"),
    };
    with(&wanted.address(name), &start)
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
    html! { (PreEscaped(reader.shown(problem.picture.clone()).inline())) }
}

/// The form that chooses among the problems.
fn choice(name: &str, shelves: &[Shelf], wanted: &Wanted, reader: Reader) -> Markup {
    let (words, filter) = (reader.words(), &wanted.filter);
    let sets: BTreeSet<&str> = shelves.iter().map(|shelf| shelf.set.as_str()).collect();
    let plies: BTreeSet<u32> = shelves.iter().filter_map(|shelf| shelf.plies).collect();
    html! {
        form.play action=(shelf_path(name)) method="get" {
            label { (words.piece_set)
                select name="set" {
                    option value="" { (words.any) }
                    @for set in sets {
                        option value=(set_value(set)) selected[filter.set.as_deref() == Some(set)] {
                            (set_name(set, words))
                        }
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
            label { (fill(words.conditions, &["sacrifices>=1, king on 1..3"]))
                input.text name="where" value=(wanted.conditions) spellcheck="false";
            }
            (hidden(reader))
            button { (words.show) }
        }
    }
}

/// A set as a reader sees it.
fn set_name<'a>(set: &'a str, words: &'a Words) -> &'a str {
    if set.is_empty() { words.without_set } else { set }
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
                            th scope="row" { (set_name(set, words)) }
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
