//! A diagram to print.

use crate::{problem::count_on_board, rules};
use yomikiri_core::Diagram;
use yomikiri_shogi::{DiagramOptions, Move, Piece, Position, Side, diagram as shogi};

/// Draws a position. The defender's hand is left out where it is all the rest, as it is by custom.
pub fn diagram(pos: &Position<u128>) -> Diagram {
    diagram_after(pos, None)
}

/// The same, with the move marked that led to the position.
pub fn diagram_after(pos: &Position<u128>, last: Option<Move>) -> Diagram {
    let handless = holds_the_rest(pos).then_some(Side::Second);
    let options = DiagramOptions { numerals: true, handless, last };
    shogi::diagram(pos, rules().variant(), options)
}

/// Whether the defender has all pieces that are neither on the board nor in the attacker's hand.
fn holds_the_rest(pos: &Position<u128>) -> bool {
    let variant = rules().variant();
    variant.hand_kinds().all(|kind| {
        let of_side = |side| count_on_board(pos, Piece { kind, side }) + pos.hand(side, kind) as u32;
        let count = of_side(Side::First) + of_side(Side::Second);
        variant.rule(kind).is_some_and(|rule| u32::from(rule.count) == count)
    })
}
