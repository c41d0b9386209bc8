//! A player with a few rules of thumb, and no search.
//!
//! What can go to a base goes there. A card that cannot is needed later by some base: it is `distances` when
//! few cards must go there before it. On a pile it covers cards. Covering one that is needed sooner costs:
//! that one cannot be had in time, the more so the sooner it is needed. Covering one that is needed later
//! costs nothing, and is best when the two are close, because then the pile unloads in one go; a pile is thus
//! built downward, as in sorting. An empty pile is worth keeping, most of all from a near card, which would
//! go well elsewhere; kings, which close the bases, are last of all and like the bottom.

use yomikiri_calculation::{BaseTables, Calculation, Move, Position, base_tables::Distances};
use yomikiri_core::Game;

/// What an empty pile is worth.
const EMPTY: f64 = 0.35;
/// What it costs to cover a card that is needed sooner, in relation to how soon.
const COVER: f64 = 1.0;
/// What each card between the two in need costs: a gap that nothing fits into any more.
const GAP: f64 = 0.02;

/// The player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    base_tables: BaseTables,
}

impl Heuristic {
    /// The player of a variant.
    pub fn new(game: &Calculation) -> Self {
        Self { base_tables: BaseTables::new(*game.variant()) }
    }

    /// The move; equals are told apart by `pick`.
    pub fn choose(
        &self,
        game: &Calculation,
        pos: &Position,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Move> {
        let mut moves = Vec::with_capacity(16);
        game.moves(pos, &mut moves);
        let to_base = moves.iter().filter(|mv| mv.base().is_some()).count() as u32;
        if to_base > 0 {
            return moves.into_iter().filter(|mv| mv.base().is_some()).nth(pick(to_base) as usize);
        }
        let distances = self.base_tables.nearest(&pos.bases);
        let (mut best, mut cheapest, mut equals) = (None, f64::INFINITY, 0);
        for mv in moves {
            let Move::ToPile(pile) = mv else { continue };
            let cost = cost(pos, &distances, usize::from(pile));
            if cost < cheapest {
                (best, cheapest, equals) = (Some(mv), cost, 1);
            } else if cost <= cheapest {
                equals += 1;
                if pick(equals) == 0 {
                    best = Some(mv);
                }
            }
        }
        best
    }
}

/// What it costs to put the card turned up on a pile.
fn cost(pos: &Position, distances: &Distances, pile: usize) -> f64 {
    let distances = |card| f64::from(distances[usize::from(card)]);
    let own = distances(pos.turned);
    let pile = &pos.piles[pile];
    if pile.height() == 0 {
        return EMPTY * (1.0 - own / 14.0);
    }
    let covered = pile.cards().iter().map(|&card| distances(card)).filter(|&other| other <= own);
    let cover: f64 = covered.map(|other| COVER / (other + 2.0)).sum();
    cover + GAP * (distances(pile.top()) - own).max(0.0)
}
