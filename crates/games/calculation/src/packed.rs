//! A position as a number of 252 bits.
//!
//! Four bits for each base, for the card turned up and for each card in the piles, from the bottom up, with a
//! zero after each pile. The stock needs none: it is what is left of the variant's cards. 32 bytes where a
//! position to play with has 337.

use crate::position::Position;

/// The number, its lowest bits first. Different positions of a variant have different numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition([u64; WORDS]);

const WORDS: usize = 4;
/// So many bits for a rank or for a count of cards.
const BITS: usize = 4;
/// So many of these in a word.
const PLACES: usize = u64::BITS as usize / BITS;

impl Position {
    /// The position as a number.
    pub fn packed(&self) -> PackedPosition {
        let (mut words, mut place) = ([0; WORDS], 0);
        let mut push = |number: u8| {
            words[place / PLACES] |= u64::from(number) << (BITS * (place % PLACES));
            place += 1;
        };
        self.bases.iter().for_each(|&count| push(count));
        push(self.turned);
        for pile in &self.piles {
            pile.cards().iter().for_each(|&card| push(card));
            push(0);
        }
        PackedPosition(words)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Calculation, Deal, Purpose, Stream, Variant, simple};
    use std::collections::HashMap;
    use yomikiri_core::Game;

    #[test]
    fn different_positions_have_different_numbers() {
        for text in ["calculation", "computer", "superhuman", "ranks=13,piles=6,lead=0", "ranks=6,piles=2"] {
            let variant: Variant = text.parse().unwrap();
            let game = Calculation::new(variant);
            let mut known = HashMap::new();
            for number in 0..300 {
                let mut stream = Stream::new(1, number, Purpose::Deal);
                let mut pos = game.start();
                while simple::step(&game, &mut pos, simple::PlayoutPolicy::Any, &mut |bound| {
                    stream.below(bound)
                }) {
                    assert_eq!(*known.entry(pos.packed()).or_insert(pos), pos, "{text}");
                }
            }
            assert!(known.len() > 3000, "{text}: {}", known.len());
            // All cards on one pile are the most that there can be.
            let mut pos = game.start();
            for &card in Deal::of_game(variant, 1, 1).cards() {
                pos.turn(card);
                pos.piles[variant.piles() - 1].push(card);
                let before = pos.packed();
                pos.turned = 0;
                assert_ne!(before, pos.packed(), "{text}: {pos:?}");
            }
        }
    }
}
