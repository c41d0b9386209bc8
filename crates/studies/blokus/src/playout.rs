//! How games are played out: quickly, and not too foolishly.
//!
//! A move is one of the largest pieces that fit: who keeps them places them never. Of a few such moves drawn
//! at random the one that takes most corner squares from the opponent is made.
//!
//! Why: before anything is learnt this is all that tells a good position from a bad one
//! (`docs/notes/blokus.md` says what each part was worth).
//!
//! Cost: 16 microseconds a simulation, of which this is most (mean of whole games at 2,000 simulations a
//! move).

use yomikiri_blokus::{Field, Move, PlayoutState, piece::SIZES};
use yomikiri_core::Random;
use yomikiri_core::Side;

/// How many moves are drawn for each that is made.
const TRIES: u32 = 2;

/// Plays a game to its end. The moves are appended.
pub fn play_out(pos: &mut PlayoutState, random: &mut Random, moves: &mut Vec<(Side, Move)>) {
    let mut passes = 0;
    while passes < 2 {
        if let Some(mv) = choose(pos, random) {
            moves.push((pos.side, mv));
            pos.play(mv);
            passes = 0;
        } else {
            pos.side = pos.side.other();
            passes += 1;
        }
    }
}

#[inline]
fn choose(pos: &mut PlayoutState, random: &mut Random) -> Option<Move> {
    let [first, second] = &mut pos.fields;
    let (own, other) = if pos.side == Side::First { (first, &*second) } else { (second, &*first) };
    let mut number = || (random.next() >> 32) as u32;
    let (size, mut best) =
        (1..=SIZES).rev().find_map(|size| Some((size, own.random_placement(size, &mut number)?)))?;
    let mut most = taken(other, best);
    for _ in 1..TRIES {
        let Some(mv) = own.random_placement(size, &mut number) else { break };
        let count = taken(other, mv);
        if count > most {
            (best, most) = (mv, count);
        }
    }
    Some(best)
}

/// How many of the other's corner squares a move covers.
#[inline]
fn taken(other: &Field, mv: Move) -> u32 {
    (mv.covers() & other.corners()).count()
}
