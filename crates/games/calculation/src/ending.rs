//! The end of a game, when the stock is empty: can all that is left be brought to the bases?
//!
//! A search over the order in which bases take cards. A state is told by the bases and the heights of the piles, and each is visited
//! once; with one copy of a card in reach and two bases that need it the search branches, otherwise it does not. A
//! handful of states, as a rule.

use crate::{
    moves::Move,
    position::Position,
    rules::Calculation,
    variant::{MAX_BASES, MAX_PILES},
};
use std::collections::HashSet;
use yomikiri_core::Game;

impl Calculation {
    /// Whether all cards can be brought to the bases, now that the stock is empty and no card is turned up.
    pub fn can_finish(&self, pos: &Position) -> bool {
        debug_assert!(pos.turned == 0 && pos.hidden() == 0, "the stock is not empty");
        self.finish(*pos, &mut None)
    }

    /// `seen` is made when it is needed for the first time: nearly always the way is straight.
    fn finish(&self, mut pos: Position, seen: &mut Option<HashSet<u64>>) -> bool {
        let mut moves = Vec::with_capacity(MAX_BASES * MAX_PILES);
        loop {
            moves.clear();
            self.moves(&pos, &mut moves);
            if moves.is_empty() {
                return self.is_won(&pos);
            }
            let Some(free) = moves.iter().copied().find(|&mv| self.is_free(&pos, mv)) else { break };
            self.make(&mut pos, free);
        }
        let fresh = seen.get_or_insert_with(HashSet::new).insert(key(&pos));
        fresh && moves.iter().any(|&mv| self.finish(self.play(&pos, mv), seen))
    }

    /// Whether a card off a pile is the last of its rank: it can go nowhere else, and nothing else can come in its place.
    fn is_free(&self, pos: &Position, mv: Move) -> bool {
        let Move::FromPile { pile, .. } = mv else { return false };
        self.missing(pos, pos.piles[usize::from(pile)].top()) == 1
    }
}

/// What tells the states of one ending apart: the bases, and how high the piles still are.
fn key(pos: &Position) -> u64 {
    let bases = pos.bases.iter().fold(0, |key, &count| key << 4 | u64::from(count));
    pos.piles.iter().fold(bases, |key, pile| key << 6 | pile.height() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, Stream, Variant, rules::nth};

    /// Every order, without a thought.
    fn slowly(game: &Calculation, pos: &Position) -> bool {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        game.is_won(pos) || moves.into_iter().any(|mv| slowly(game, &game.play(pos, mv)))
    }

    #[test]
    fn the_end_is_seen_as_if_every_order_were_tried() {
        let mut won = 0;
        for (text, games) in
            [("ranks=4,steps=1-1-1,piles=3", 2000), ("ranks=5,bases=3", 3000), ("ranks=6", 2000)]
        {
            let game = Calculation::new(text.parse::<Variant>().unwrap());
            for number in 0..games {
                let mut pos = game.start();
                let mut stream = Stream::new(1, number, Purpose::Deal);
                // Cards are piled up at random, with a move to a base now and then, so that much is left to be done.
                while pos.hidden() > 0 {
                    pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    moves.retain(|mv| !matches!(mv, Move::FromPile { .. }));
                    game.make(&mut pos, moves[stream.below(moves.len() as u32) as usize]);
                }
                let expected = slowly(&game, &pos);
                assert_eq!(game.can_finish(&pos), expected, "{text} {number}: {pos:?}");
                won += u32::from(expected);
            }
        }
        assert!((500..6500).contains(&won), "{won}");
    }
}
