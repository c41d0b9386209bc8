//! A diagram to print.

use crate::rules;
use yomikiri_core::Diagram;
use yomikiri_shogi::{DiagramOptions, Move, Position, Side, diagram as shogi};

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
        let on_board = pos.board().squares().filter_map(|square| pos.piece(square));
        let on_board = on_board.filter(|piece| piece.kind.unpromoted() == kind).count();
        let held = pos.hand(Side::First, kind) + pos.hand(Side::Second, kind);
        Some(on_board + held as usize) == variant.rule(kind).map(|rule| rule.count as usize)
    })
}
