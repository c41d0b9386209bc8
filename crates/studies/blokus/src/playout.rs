//! How games are played out: quickly, and not too foolishly.

use yomikiri_blokus::{Arena, Board, Field, Move, field::SIZES};
use yomikiri_core::Side;
use yomikiri_search::Random;

/// Of how many random moves the one that looks best is made.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// How many.
    pub tries: u32,
    /// For each corner square of the opponent that is covered.
    pub block: i32,
    /// For each new corner square.
    pub open: i32,
    /// For each square near the opponent.
    pub near: i32,
    /// How much the judgement at a glance counts in the value, from 0 to 1.
    pub glance: f32,
    /// prior sharpness
    pub sharp: f32,
    /// plies with choice
    pub until: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self { tries: 2, block: 1, open: 0, near: 0, until: 100, glance: 0.5, sharp: 0.0 }
    }
}

impl Policy {
    /// Plays a game to its end.
    pub fn play_out(self, pos: &mut Arena, random: &mut Random, moves: &mut Vec<(Side, Move)>) {
        let mut passes = 0;
        let mut ply = 0;
        while passes < 2 {
            let tries = if ply < self.until { self.tries } else { 1 };
            ply += 1;
            if let Some(mv) = self.draw(pos, random, tries) {
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
    fn draw(self, pos: &mut Arena, random: &mut Random, tries: u32) -> Option<Move> {
        let [first, second] = &mut pos.fields;
        let (own, other) = if pos.side == Side::First { (first, &*second) } else { (second, &*first) };
        let mut number = || (random.next() >> 32) as u32;
        for size in (1..=SIZES).rev() {
            let Some(mut best) = own.draw(size, &mut number) else { continue };
            if tries > 1 {
                let mut most = self.look(own, other, best);
                for _ in 1..tries {
                    if let Some(mv) = own.draw(size, &mut number) {
                        let look = self.look(own, other, mv);
                        if look > most {
                            (best, most) = (mv, look);
                        }
                    }
                }
            }
            return Some(best);
        }
        None
    }

    #[inline]
    fn look(self, own: &Field, other: &Field, mv: Move) -> i32 {
        let covers: Board = mv.covers();
        let blocked = (covers & other.corners()).count() as i32;
        let mut look = self.block * blocked;
        if self.open != 0 {
            let opened = covers.diagonals() & !(own.closed() | covers | covers.edges() | own.corners());
            look += self.open * opened.count() as i32;
        }
        if self.near != 0 {
            look += self.near * (covers & other.corners().edges()).count() as i32;
        }
        look
    }
}
