//! What the network is told of a position.
//!
//! The kind of every square ([`SquareKinds`]), and some fifty facts about the whole: the stage of the game,
//! the pieces in hand, apart by whether they can be placed now, how many are placed, and who began.
//!
//! All is seen by the side to move, which lies where the first player does: half a turn of the board makes
//! the second player's position the first one's. The mirror that exchanges columns and rows is left to
//! training, which sees every other position in it.

use crate::{
    convolution::{Kinds, PLACES, place, turned},
    square_kinds::{STAGES, SquareKinds},
};
use yomikiri_blokus::{Piece, PlayoutState, square::SIZE};
use yomikiri_core::Side;

/// Squares of the board.
const SQUARES: usize = SIZE as usize * SIZE as usize;

/// Pieces of a player.
pub const PIECES: usize = 21;

/// Where the facts about pieces in hand begin, those of the side to move first; the stages come before.
const HANDS: usize = STAGES;

/// Where those about the numbers of pieces placed begin.
const PLACED: usize = HANDS + 4 * PIECES;

/// The one that says that the side to move began.
const BEGAN: usize = PLACED + 2 * (PIECES + 1);

/// How many facts there are.
pub const FACTS: usize = BEGAN + 1;

/// The most facts that hold at a time: stage, pieces, numbers, who began; in whole words.
const MOST: usize = (1 + 2 * PIECES + 2 + 1_usize).next_multiple_of(size_of::<u64>());

/// A position as the network sees it.
pub struct Input {
    /// The kind of each place; 0 where both may not cover it.
    pub kinds: Kinds,
    /// The stage of the game.
    pub stage: usize,
    /// Whether places are counted after half a turn of the board.
    pub turned: bool,
    open: [u8; SQUARES],
    squares: usize,
    facts: [u8; MOST],
    holding: usize,
}

impl Input {
    /// Looks at a position.
    pub fn new(pos: &PlayoutState) -> Self {
        let square_kinds = SquareKinds::new(pos);
        let mut input = Self {
            kinds: [0; PLACES],
            stage: square_kinds.stage,
            turned: pos.side == Side::Second,
            open: [0; SQUARES],
            squares: 0,
            facts: [0; MOST],
            holding: 0,
        };
        square_kinds.tell(|kind, square| {
            let place = input.place(place(square));
            input.kinds[place] = kind as u8;
            input.open[input.squares] = place as u8;
            input.squares += 1;
        });
        input.hold(square_kinds.stage);
        for (i, side) in [pos.side, pos.side.other()].into_iter().enumerate() {
            let (hand, fitting) = (pos.fields[side.index()].hand(), square_kinds.fitting[i]);
            let fact =
                |piece: Piece| HANDS + 2 * (i * PIECES + piece.index()) + usize::from(fitting.has(piece));
            hand.pieces().for_each(|piece| input.hold(fact(piece)));
            input.hold(PLACED + i * (PIECES + 1) + hand.placed() as usize);
        }
        if !input.turned {
            input.hold(BEGAN);
        }
        input
    }

    fn hold(&mut self, fact: usize) {
        self.facts[self.holding] = fact as u8;
        self.holding += 1;
    }

    /// From a place of the board to one of the input, and back.
    #[inline]
    pub fn place(&self, place: usize) -> usize {
        if self.turned { turned(place) } else { place }
    }

    /// The places that somebody can still cover.
    pub fn open(&self) -> &[u8] {
        &self.open[..self.squares]
    }

    /// A number for all that the network is told, and for a seed: inputs that differ share it by a chance of
    /// one in 2^64.
    pub fn key(&self, seed: u64) -> u64 {
        let (kinds, facts) = (self.kinds.as_chunks::<8>().0, self.facts.as_chunks::<8>().0);
        kinds.iter().chain(facts).fold(seed, |hash, word| mix(hash, u64::from_le_bytes(*word)))
    }

    /// The facts that hold.
    pub fn facts(&self) -> &[u8] {
        &self.facts[..self.holding]
    }
}

/// Takes a word into a hash (the folded multiplication of wyhash: with a step of splitmix64 a word a search
/// took 2 to 4% longer).
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xe703_7ed1_a0b4_28db);
    (product ^ product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::{Blokus, Board, Position, Square};
    use yomikiri_core::Game;
    use yomikiri_core::Random;

    /// The board after half a turn.
    fn turned(set: Board) -> Board {
        let squares = set.squares().map(|square| Board::one(Square::new(13 - square.x(), 13 - square.y())));
        squares.fold(Board::EMPTY, |set, square| set | square)
    }

    /// The kinds of an input, its open places in order, and its facts but for who began.
    fn told(input: &Input) -> (Kinds, Vec<u8>, Vec<u8>) {
        let mut open = input.open().to_vec();
        open.sort_unstable();
        let facts = input.facts().iter().copied().filter(|&fact| usize::from(fact) != BEGAN);
        (input.kinds, open, facts.collect())
    }

    /// A position and the same with the players exchanged look alike, but for who began.
    #[test]
    fn both_players_see_alike() {
        let (game, mut random) = (Blokus::default(), Random::new(4));
        for _ in 0..20 {
            let mut pos = game.start().position;
            loop {
                let input = Input::new(&PlayoutState::new(&pos));
                let exchanged = Position {
                    covered: [turned(pos.covered[1]), turned(pos.covered[0])],
                    hands: [pos.hands[1], pos.hands[0]],
                    side: pos.side.other(),
                    ..pos
                };
                let other = Input::new(&PlayoutState::new(&exchanged));
                let began = |input: &Input| input.facts().contains(&(BEGAN as u8));
                assert_ne!(began(&input), began(&other));
                assert_eq!(told(&input), told(&other));
                assert!(input.facts().iter().all(|&fact| usize::from(fact) < FACTS));
                let kinds = input.open().iter().filter(|&&place| input.kinds[usize::from(place)] != 0);
                assert_eq!(kinds.count(), input.kinds.iter().filter(|&&kind| kind != 0).count());
                let mut moves = Vec::new();
                game.moves_of(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
        }
    }
}
