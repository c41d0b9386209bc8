//! The first page of mating problems: that of the day, the collections, and a problem to check.

use super::{
    ROOT,
    collection::{census, small},
    length, problem_path, shelf_path,
};
use crate::{
    address::Address,
    day::{of_day, today},
    fault::Fault,
    mates::Mates,
    page::{
        edit::edit_link,
        layout::{hidden, layout},
        pieces::piece_styles,
    },
    reader::Reader,
    site::Site,
    words::fill,
};
use axum::response::Response;
use maud::{Markup, html};
use std::sync::Arc;

/// The board that a problem is set up on.
const EMPTY: &str = "4k4/9/9/9/9/9/9/9/9 b -";

pub async fn day(site: Arc<Site>, mates: Arc<dyn Mates>, reader: Reader) -> Result<Response, Fault> {
    site.searches.run(move |_: &_| page(&*mates, reader)).await
}

fn page(mates: &dyn Mates, reader: Reader) -> Result<Response, Fault> {
    let words = reader.words();
    let path = Address::start(ROOT).path();
    let first = mates.collections().first();
    let problem = first.map(|first| of_day(&**first, today())).transpose()?.flatten();
    let main = html! {
        h1 { (words.tsume) }
        p { (words.tsume_lead) }
        @if let (Some(collection), Some(problem)) = (first, &problem) {
            section.day {
                h2 { (words.of_the_day) }
                a href=(reader.link(&problem_path(collection.name(), problem.number))) {
                    (small(problem, reader))
                    span { (length(problem.plies, words)) }
                }
                (piece_styles(Some(&problem.picture), &path, reader))
            }
        }
        @for collection in mates.collections() {
            section {
                h2 { a href=(reader.link(&shelf_path(collection.name()))) { (collection.name()) } }
                (census(collection.name(), collection.shelves()?, reader))
            }
        }
        section {
            h2 { (words.check_problem) }
            (form(reader))
            p { a href=(edit_link(&path, EMPTY, None, reader)) { (words.set_up_here) } }
        }
    };
    Ok(layout(reader, &path, words.tsume, &main))
}

/// The form for a problem in SFEN.
pub fn form(reader: Reader) -> Markup {
    let words = reader.words();
    html! {
        form action=(Address::start(ROOT).path()) method="get" {
            label { (fill(words.problem_text, &["4k4/9/4P4/9/9/9/9/9/9 b 2G 1"]))
                input.text name="position" required spellcheck="false";
            }
            (hidden(reader))
            button { (words.check) }
        }
    }
}
