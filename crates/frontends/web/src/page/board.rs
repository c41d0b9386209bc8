//! The board of a position, with what the game shows besides.

use crate::{source::Seen, words::Words};
use maud::{Markup, PreEscaped, html};
use yomikiri_core::Diagram;

/// The panel that the board is shown in place of.
const BOARD: &str = "board";

/// The board, as a picture if there is one, and the panels.
pub fn board(seen: &Seen, picture: Option<&Diagram>, words: &Words) -> Markup {
    html! {
        section aria-label=(words.board) {
            @if let Some(picture) = picture { (PreEscaped(picture.inline())) }
            @else { pre.board { (seen.board.trim_end()) } }
            @for panel in seen.view.panels.iter().filter(|panel| panel.name != BOARD) {
                h3 { (panel.name) }
                pre { (panel.text.trim_end()) }
            }
        }
    }
}
