//! The values along a game, on a page.

use crate::{address::Address, history::History, printed::Printed, reader::Reader, words::fill};
use maud::{Markup, PreEscaped, html};
use yomikiri_core::{Mistake, Wdl};

/// The curve of a game, and its mistakes, each with the position before it.
pub fn history(history: &History, (address, printed): (&Address, &Printed), reader: Reader) -> Markup {
    let words = reader.words();
    let mistakes = history.mistakes();
    html! {
        section.history {
            h2 { (words.curve) }
            (PreEscaped(history.curve(words).inline()))
            @if mistakes.is_empty() { p { (words.no_mistakes) } }
            @else {
                ul {
                    @for mistake in mistakes {
                        li {
                            a href=(reader.link(&address.cut(mistake.at).path())) {
                                (mistake.at + 1) ". " (printed.path()[mistake.at])
                            }
                            ": " (told(mistake, reader))
                        }
                    }
                }
            }
        }
    }
}

/// What a mistake gave away.
fn told(mistake: Mistake, reader: Reader) -> String {
    let words = reader.words();
    let word = |wdl| match wdl {
        Wdl::Win => words.win,
        Wdl::Draw => words.draw,
        Wdl::Loss => words.loss,
    };
    fill(words.mistake, &[words.side(mistake.side), word(mistake.before), word(mistake.after)])
}
