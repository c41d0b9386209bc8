//! What happens in a problem: the quantities by which composers and solvers choose.
//!
//! All are counted on the position and its main line; nothing is searched for.

use crate::{Problem, rules};
use std::collections::HashSet;
use yomikiri_core::Game;
use yomikiri_shogi::{Bits, Kind, Move, Position, Side};

/// Quantities of a problem. Without a line all that come from it are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Themes {
    /// Length of the main line, in plies.
    pub plies: u32,
    /// Pieces that make the problem: on the board without the kings, and in the attacker's hand.
    pub pieces: u32,
    /// Pieces on the board, with the kings.
    pub board: u32,
    /// Pieces in the attacker's hand.
    pub hand: u32,
    /// Pieces on the board at the end of the line, with the kings.
    pub left: u32,
    /// The attacker's moves whose piece is taken at once (捨駒).
    pub sacrifices: u32,
    /// The attacker's drops.
    pub drops: u32,
    /// Moves of the defender's king.
    pub king_moves: u32,
    /// Squares that the defender's king stands on, each once.
    pub king_squares: u32,
    /// The attacker's moves of a pawn, bishop or rook that could have promoted and did not (不成): the promoted
    /// piece could do all that it does.
    pub underpromotions: u32,
    /// The defender's answers that take nothing and do not move the king (合駒, drops and moves).
    pub interpositions: u32,
    /// Whether the position is its own mirror image.
    pub symmetric: bool,
}

impl Themes {
    /// Counts them.
    pub fn of(problem: &Problem) -> Self {
        let start = &problem.position;
        let hand: u32 =
            rules().variant().hand_kinds().map(|kind| u32::from(start.hand(Side::First, kind))).sum();
        let kings = [Side::First, Side::Second].into_iter().filter(|&side| start.royal(side).is_some());
        let board = start.occupied().count();
        let mut themes = Self {
            plies: problem.plies() as u32,
            pieces: board - kings.count() as u32 + hand,
            board,
            hand,
            symmetric: problem.symmetric(),
            ..Self::default()
        };
        let mut squares = HashSet::new();
        for (at, pos) in problem.positions().enumerate() {
            squares.insert(pos.royal(Side::Second));
            themes.left = pos.occupied().count();
            if let Some(&mv) = problem.line.get(at) {
                themes.count(&pos, mv, problem.line.get(at + 1).copied());
            }
        }
        themes.king_squares = squares.len() as u32;
        themes
    }

    /// Counts a move of the line, with the one after it.
    fn count(&mut self, pos: &Position<u128>, mv: Move, answer: Option<Move>) {
        let captures = pos.piece(mv.to()).is_some();
        let moves_king = matches!(mv, Move::Board { from, .. } if Some(from) == pos.royal(Side::Second));
        if pos.side() == Side::First {
            self.sacrifices += u32::from(answer.is_some_and(|answer| answer.to() == mv.to()));
            self.drops += u32::from(matches!(mv, Move::Drop { .. }));
            self.underpromotions += u32::from(is_underpromotion(pos, mv));
        } else if moves_king {
            self.king_moves += 1;
        } else {
            self.interpositions += u32::from(!captures);
        }
    }
}

/// Whether a move leaves a pawn, a bishop or a rook as it is that could promote.
fn is_underpromotion(pos: &Position<u128>, mv: Move) -> bool {
    let Move::Board { from, to, promote: false } = mv else { return false };
    if !matches!(pos.kind(from), Kind::PAWN | Kind::BISHOP | Kind::ROOK) {
        return false;
    }
    let mut moves = Vec::new();
    rules().moves(pos, &mut moves);
    moves.contains(&Move::Board { from, to, promote: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn themes(text: &str) -> Themes {
        Themes::of(&Problem::read(text).unwrap())
    }

    #[test]
    fn a_mate_by_two_golds_sacrifices_nothing() {
        let two_golds = themes("4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*6b 5a4a G*4b");
        let expected = Themes {
            plies: 3,
            pieces: 3,
            board: 2,
            hand: 2,
            left: 4,
            drops: 2,
            king_moves: 1,
            king_squares: 2,
            symmetric: true,
            ..Themes::default()
        };
        assert_eq!(two_golds, expected);
    }

    #[test]
    fn what_is_taken_at_once_is_a_sacrifice_and_what_stays_plain_an_underpromotion() {
        let taken = themes("3sks3/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*5b 4a5b");
        assert_eq!((taken.sacrifices, taken.king_moves, taken.interpositions), (1, 0, 0));
        let plain = themes("4k4/9/9/4P4/9/9/9/9/9 b - 1 moves 5d5c");
        assert_eq!(plain.underpromotions, 1);
        let promoted = themes("4k4/9/9/4P4/9/9/9/9/9 b - 1 moves 5d5c+");
        assert_eq!(promoted.underpromotions, 0);
        // A silver that stays one goes where a gold cannot.
        let silver = themes("4k4/9/9/4S4/9/9/9/9/9 b - 1 moves 5d5c");
        assert_eq!(silver.underpromotions, 0);
    }

    #[test]
    fn drops_before_a_ranging_piece_are_interpositions() {
        let interposed = themes("4k4/9/9/9/3R5/9/9/9/9 b p 1 moves 6e5e P*5b");
        assert_eq!((interposed.interpositions, interposed.sacrifices), (1, 0));
    }
}
