//! What pieces are worth, and where: means over positions of what the learnt score would lose.
//!
//! The tables share what they say (a chick on the board is in KKP, KPP, KPM), so no entry by itself is the
//! worth of anything. But every set of pieces has one score, so a difference between two of them has a
//! meaning. The worth of an own piece, on a square or in hand, is the mean over positions of the score less
//! that of the same position with this piece in the opponent's hand.

use super::atoms::{Atom, AtomParts, COUNTS, KINDS, SQUARES};
use super::rows::Pick;
use super::{Evaluation, Features, contest::SolvedGame};
use yomikiri_core::Numbered;
use yomikiri_shogi::Side;

/// A mean in the making.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    /// Of so many numbers.
    pub count: u64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// The mean; `None` of nothing.
    pub fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The worth of own pieces in the unit of the score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceWorth {
    /// Elephant, giraffe, chick, hen by square, as the owner sees the board: rank by rank from the far end.
    pub board: [[Mean; SQUARES]; 4],
    /// Elephant, giraffe, chick in hand.
    pub hand: [Mean; 3],
}

impl PieceWorth {
    /// Over about so many positions.
    pub fn new(solved: SolvedGame, evaluation: &Evaluation, count: u64, seed: u64) -> Self {
        let pick = Pick::Sample { share: count as f64 / solved.solution.len() as f64, seed };
        let mut worth = Self::default();
        for (node, _) in solved.solution.iter().filter(|&(node, _)| pick.takes(node)) {
            if let Some(pos) = solved.graph.position(solved.game, node) {
                worth.add(&Features::of(&pos), evaluation);
            }
        }
        worth
    }

    fn add(&mut self, features: &Features, evaluation: &Evaluation) {
        let whole = evaluation.value(features);
        let held = |hand: usize| {
            features.atoms().iter().find_map(|atom| match atom.parts() {
                AtomParts::Hand { hand: other, count } if other == hand => Some(count),
                _ => None,
            })
        };
        for &atom in features.atoms() {
            let (kind, mean) = match atom.parts() {
                // Even numbers are the mover's.
                AtomParts::Board { piece, square } if piece % 2 == 0 => {
                    (piece / 2, &mut self.board[piece / 2][square])
                }
                AtomParts::Hand { hand, count } if hand % 2 == 0 && count > 0 => {
                    (hand / 2, &mut self.hand[hand / 2])
                }
                _ => continue,
            };
            // A hen goes to the hand as a chick.
            let kind = kind.min(KINDS.len() - 1);
            let (own, other) = (held(2 * kind).unwrap_or(0), held(2 * kind + 1).unwrap_or(0));
            debug_assert!(other + 1 < COUNTS, "two pieces of a kind, one of them the mover's");
            let hand = |side, count: usize| Atom::hand(KINDS[kind], side, count as u8);
            let without = [atom, hand(Side::Second, other)];
            let mut with = vec![hand(Side::Second, other + 1)];
            if matches!(atom.parts(), AtomParts::Hand { .. }) {
                with.push(hand(Side::First, own - 1));
            }
            mean.add(whole - evaluation.value(&features.with(&without, &with)));
        }
    }
}
