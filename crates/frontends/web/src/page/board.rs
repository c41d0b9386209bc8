//! The board of a position, with what the game shows besides.

use super::pieces::piece_styles;
use crate::{
    reader::{Reader, with},
    source::Seen,
    words::{Words, fill},
};
use maud::{Markup, PreEscaped, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::HashMap;
use yomikiri_core::{Diagram, GameNode, SpotLink};

/// The panel that the board is shown in place of.
const BOARD: &str = "board";

/// The board, as a picture with links if there is one, and the panels; `here` is the page's address without
/// what the reader has chosen.
pub fn board(
    seen: &Seen,
    (picture, links): (Option<&Diagram>, &[SpotLink]),
    here: &str,
    reader: Reader,
) -> Markup {
    let words = reader.words();
    html! {
        section aria-label=(words.board) {
            @if let Some(picture) = picture { (PreEscaped(if links.is_empty() { picture.inline() } else { picture.linked(links) })) }
            @else { pre.board { (seen.board.trim_end()) } }
            (piece_styles(picture, here, reader))
            @for panel in seen.view.panels.iter().filter(|panel| panel.name != BOARD) {
                h3 { (panel.title.in_language(reader.language)) }
                pre { (panel.in_language(reader.language).trim_end()) }
            }
        }
    }
}

/// The spots that moves cover, as the script that picks up pieces reads them.
pub struct Covers(HashMap<String, String>);

impl Covers {
    pub fn of(node: &dyn GameNode) -> Self {
        Self(node.covers().into_iter().map(|(name, spots)| (name, spots.join(" "))).collect())
    }

    pub fn of_move(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// The address of a page with so much of a move's name chosen.
pub fn chosen(page: &str, part: &str) -> String {
    if part.is_empty() {
        return page.to_owned();
    }
    with(page, &format!("from={}", utf8_percent_encode(part, NON_ALPHANUMERIC)))
}

/// Says that only some moves are listed, with the way back to all of them.
pub fn only_chosen(chosen: &str, page: &str, words: &Words) -> Markup {
    html! {
        @if !chosen.is_empty() {
            p { (fill(words.only_from, &[chosen])) " " a href=(page) { (words.all_moves) } }
        }
    }
}
