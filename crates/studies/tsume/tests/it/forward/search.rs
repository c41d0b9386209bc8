//! One position on its own: plain recursion over all lines up to a bound of plies, with a memo.

use std::collections::HashMap;

use super::exchange::Exchange;
use super::judge::{Lengths, Verdict, judge};
use super::rules::Position;

/// What is known of a position.
#[derive(Clone, Copy)]
enum Known {
    /// The shortest mate.
    Mate(u8),
    /// No mate in so many plies or fewer.
    NoneWithin(u8),
}

/// Decides positions of any set up to a bound of plies: what mates only later counts as no mate.
pub struct Searcher {
    bound: u8,
    memo: HashMap<Position, Known>,
}

/// Positions remembered before all is forgotten.
const MEMO_LIMIT: usize = 20_000_000;

impl Searcher {
    /// A searcher with an odd bound, at least the set's longest mate if soundness is to be decided rightly.
    pub fn new(bound: u8) -> Self {
        Self { bound, memo: HashMap::new() }
    }

    /// Length, soundness, left over, surplus; none if there is no mate up to the bound.
    ///
    /// The king must not be in check.
    pub fn decide(&mut self, exchange: &Exchange) -> Result<Option<Verdict>, String> {
        let position = Position::try_from(exchange)?;
        if position.in_check() {
            return Err(format!("the king is in check: {}", exchange.sfen('b')));
        }
        if self.memo.len() > MEMO_LIMIT {
            self.memo.clear();
        }
        Ok(judge(&position, self))
    }

    /// The length of the shortest mate of at most so many plies, tried from short to long.
    fn length_within(&mut self, position: &Position, most: u8) -> Option<u8> {
        let position = position.canonical();
        let mut next = match self.memo.get(&position) {
            Some(&Known::Mate(length)) => return (length <= most).then_some(length),
            Some(&Known::NoneWithin(tried)) => tried + 2,
            None => 1,
        };
        while next <= most {
            if self.mates_within(&position, next) {
                self.memo.insert(position, Known::Mate(next));
                return Some(next);
            }
            self.memo.insert(position, Known::NoneWithin(next));
            next += 2;
        }
        None
    }

    fn mates_within(&mut self, position: &Position, plies: u8) -> bool {
        let mated = |answer: &Position| plies > 2 && self.length_within(answer, plies - 2).is_some();
        position.any_mating_check(mated, |_| true)
    }
}

impl Lengths for Searcher {
    fn length(&mut self, position: &Position) -> Option<u8> {
        self.length_within(position, self.bound)
    }
}
