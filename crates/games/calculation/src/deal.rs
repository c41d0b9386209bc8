//! The order of a stock: what a player does not know.

use crate::{
    position::{Counts, Position},
    rank::{Rank, letter, of_letter},
    rules::nth,
    stream::{Purpose, Stream},
    variant::Variant,
    words,
};
use std::fmt;
use yomikiri_core::ParseError;

/// The cards of the stock, in the order in which they are turned up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal(Vec<Rank>);

impl Deal {
    /// The deal of a game in a series: the same for all players of the series.
    pub fn of_game(variant: Variant, seed: u64, game: u64) -> Self {
        Self(shuffled(variant.full_stock(), &mut Stream::new(seed, game, Purpose::Deal)))
    }

    /// A deal that may have led to a position of the variant: what the position has left comes in an order of
    /// this seed.
    pub fn of_rest(variant: Variant, pos: &Position, seed: u64) -> Self {
        let mut gone = variant.full_stock();
        for (gone, left) in gone.iter_mut().zip(pos.stock) {
            *gone = gone.saturating_sub(left);
        }
        let mut stream = Stream::new(seed, 0, Purpose::Deal);
        Self([shuffled(gone, &mut stream), shuffled(pos.stock, &mut stream)].concat())
    }

    /// Reads the letters of the ranks (A23456789TJQK, also 1 and 10), with or without spaces, in the order in
    /// which they are turned up.
    ///
    /// # Errors
    /// Text that is not the whole stock of the variant.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, ParseError> {
        let mut left = variant.full_stock();
        let mut cards = Vec::with_capacity(variant.stock());
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, mut found)) = letters.next() {
            if found.is_whitespace() || found == ',' {
                continue;
            }
            if found == '1' && letters.next_if(|(_, next)| *next == '0').is_some() {
                found = 'T';
            }
            let known = of_letter(found).filter(|&rank| rank <= variant.ranks());
            let rank = known.ok_or_else(|| {
                let message = words::NO_CARD_OF_DEAL.with(format!("{found:?}"));
                ParseError::at(at, message.and(letter(variant.ranks())))
            })?;
            let copies = &mut left[usize::from(rank)];
            let full = || {
                let all = variant.full_stock()[usize::from(rank)];
                ParseError::at(at, words::TOO_MANY.with(letter(rank)).and(all))
            };
            *copies = copies.checked_sub(1).ok_or_else(full)?;
            cards.push(rank);
        }
        if cards.len() < variant.stock() {
            let missing: String = (1..=variant.ranks())
                .flat_map(|rank| std::iter::repeat_n(letter(rank), left[usize::from(rank)].into()))
                .collect();
            let message = words::TOO_FEW.with(cards.len()).and(variant.stock()).and(missing);
            return Err(ParseError::new(message));
        }
        Ok(Self(cards))
    }

    /// The cards in order.
    pub fn cards(&self) -> &[Rank] {
        &self.0
    }

    /// The card that is turned up when so many are still hidden, which must be at least one.
    pub fn next(&self, hidden: u32) -> Rank {
        self.0[self.0.len() - hidden as usize]
    }
}

/// Cards in the order of a stream.
fn shuffled(mut stock: Counts, stream: &mut Stream) -> Vec<Rank> {
    let cards: u32 = stock.iter().map(|&copies| u32::from(copies)).sum();
    let draw = |hidden| {
        let card = nth(&stock, stream.below(hidden));
        stock[usize::from(card)] -= 1;
        card
    };
    (1..=cards).rev().map(draw).collect()
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&rank| write!(f, "{}", letter(rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_read_as_they_are_written() {
        for text in ["calculation", "computer", "ranks=5"] {
            let variant: Variant = text.parse().unwrap();
            for game in 0..100 {
                let deal = Deal::of_game(variant, 1, game);
                assert_eq!(Deal::parse(variant, &deal.to_string()), Ok(deal));
            }
        }
        let variant: Variant = "ranks=10,steps=1,lead=0".parse().unwrap();
        assert_eq!(Deal::parse(variant, "1 2 3 4, 5 6 7 8 9 10").unwrap().to_string(), "A23456789T");
    }

    #[test]
    fn what_is_no_deal_is_told() {
        let variant = Variant::CALCULATION;
        for (text, expected) in [
            ("QQQQQ", "one Q too many: the stock holds 4 (at character 5)"),
            ("QX", "'X' is no card"),
            ("QQQQ", "a deal of 4 cards, expected 48: AAA222333444"),
        ] {
            let error = Deal::parse(variant, text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
