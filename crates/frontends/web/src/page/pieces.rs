//! The switch between the styles of pieces, on pages with boards that have several.

use crate::reader::Reader;
use maud::{Markup, html};
use yomikiri_core::{Diagram, PieceStyle};

/// The styles in which a board looks different, each a link to the page with it; `here` is the page's address
/// without what the reader has chosen.
pub fn piece_styles(picture: Option<&Diagram>, here: &str, reader: Reader) -> Markup {
    let words = reader.words();
    let styles = picture.map_or_else(Vec::new, Diagram::styles);
    let word = |style| match style {
        PieceStyle::Kanji => words.kanji,
        PieceStyle::Letters => words.letters,
        PieceStyle::Animals => words.animals,
    };
    // What a board has not is drawn in letters.
    let shown = if styles.contains(&reader.pieces()) { reader.pieces() } else { PieceStyle::Letters };
    html! {
        @if !styles.is_empty() {
            nav.styles aria-label=(words.pieces) {
                span { (words.pieces) }
                @for style in styles {
                    a href=(reader.preferring(style).link(here)) aria-current=[(style == shown).then_some("true")] {
                        (word(style))
                    }
                }
            }
        }
    }
}
