//! A game as an engine judges it: the first player's chances as a curve, and each move with a mark where it
//! gave much away.

use crate::{
    address::Address,
    history::{HEIGHT, curve},
    printed,
    reader::Reader,
    source::{Refusal, Source},
    words::fill,
    works::Judged,
};
use maud::{Markup, PreEscaped, html};
use std::slice;
use yomikiri_core::{Mark, ParseError, Side};

/// The judged positions of a game, the start first.
///
/// # Errors
/// Positions and moves that are none of the game.
pub fn judged(game: &dyn Source, judged: &[Judged], reader: Reader) -> Result<Markup, Refusal> {
    let rows = rows(game, judged, reader).map_err(Refusal::Parse)?;
    let words = reader.words();
    let heights = judged.iter().map(|one| ((2.0 * one.chance - 1.0) * f64::from(HEIGHT)).round() as i32);
    let heights: Vec<i32> = heights.collect();
    let is_mistake = |row: &&Row| row.mark.is_some_and(|mark| mark >= Mark::Mistake);
    let mistakes: Vec<usize> = rows.iter().filter(is_mistake).map(|row| row.at).collect();
    Ok(html! {
        section.history {
            h2 { (words.curve) }
            (PreEscaped(curve(&heights, &mistakes, words).inline()))
            ul { @for side in [Side::First, Side::Second] { li { (summary(&rows, side, reader)) } } }
            div.scroll tabindex="0" role="region" aria-label=(words.moves) {
                table {
                    thead {
                        tr { th scope="col" { (words.mv) } th scope="col" { (words.chance_of_first) } th scope="col" { (words.better) } }
                    }
                    tbody { @for row in &rows { (row.written(reader)) } }
                }
            }
        }
    })
}

/// A move of the game.
struct Row {
    at: usize,
    side: Side,
    /// The position before it.
    href: String,
    printed: String,
    mark: Option<Mark>,
    /// The first player's chance after it, in percent.
    chance: f64,
    /// What would have been better, if something would.
    better: Option<String>,
}

fn rows(game: &dyn Source, judged: &[Judged], reader: Reader) -> Result<Vec<Row>, ParseError> {
    let rules = game.rules();
    let first = judged.first().map_or("", |first| &first.position);
    let begin = if first == rules.start().position() {
        Address::start(game.name())
    } else {
        Address::of_position(game.name(), first)
    };
    let moves: Vec<String> = judged.iter().map_while(|one| one.played.clone()).collect();
    let whole = Address { moves, ..begin };
    let shown = printed::moves(game, &whole, reader)?;
    let row = |at: usize| {
        let one = &judged[at];
        let better = one.best.as_ref().filter(|best| **best != whole.moves[at]);
        // What is printed depends on the move before, and on no other.
        let before = at.saturating_sub(1);
        let better = better.map(|best| {
            let moves = [&whole.moves[before..at], slice::from_ref(best)].concat();
            let near = Address { moves, ..Address::of_position(game.name(), &judged[before].position) };
            Ok(printed::moves(game, &near, reader)?.pop())
        });
        Ok(Row {
            at,
            side: rules.open(&one.position)?.side(),
            href: reader.link(&whole.cut(at).path()),
            printed: shown[at].clone(),
            mark: one.mark,
            chance: 100.0 * judged.get(at + 1).map_or(one.chance, |next| next.chance),
            better: better.transpose()?.flatten(),
        })
    };
    (0..whole.moves.len()).map(row).collect()
}

impl Row {
    fn written(&self, reader: Reader) -> Markup {
        let words = reader.words();
        html! {
            tr.marked[self.mark.is_some()] {
                td {
                    a href=(self.href) { (self.at + 1) ". " (self.printed) }
                    @if let Some(mark) = self.mark { " " b title=(words.mark(mark)) { (mark.sign()) } }
                }
                td { (format!("{:.0} %", self.chance)) }
                td { (self.better.as_deref().unwrap_or("")) }
            }
        }
    }
}

/// How a side has played.
fn summary(rows: &[Row], side: Side, reader: Reader) -> String {
    let words = reader.words();
    let count =
        |mark| rows.iter().filter(|row| row.side == side && row.mark == Some(mark)).count().to_string();
    let [blunders, mistakes, inaccuracies] = [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy].map(count);
    fill(words.marks_of, &[words.side(side), &blunders, &mistakes, &inaccuracies])
}
