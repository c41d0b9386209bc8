//! Mates proved slowly and obviously: every check, every answer to it, on the board of the array.

#[path = "../../../../../games/shogi/tests/it/wide_oracle/mod.rs"]
mod wide_oracle;

use std::collections::HashMap;
use wide_oracle::Board;

/// The depth of minishogi's promotion zone.
const ZONE: i32 = 1;

/// The longest mate that is looked for, in plies.
pub const LONGEST: u32 = 11;

/// Proves mates, within a budget of positions.
pub struct Prover {
    /// Whether the side to move mates by checks in at most so many plies.
    known: HashMap<(Board, u32), bool>,
    /// How many more positions it looks at.
    budget: u32,
}

impl Prover {
    pub fn new(budget: u32) -> Self {
        Self { known: HashMap::new(), budget }
    }

    /// In how many plies the side to move mates, if it is an odd number from 3 to [`LONGEST`]: the least in
    /// which checks do, whatever the other side answers. In three plies any first move counts, not checks
    /// alone: with all moves of both sides, more plies are out of the reach of anything slow and obvious. A
    /// mate by checks is a mate whatever else the attacker could have done; it is only that a quiet move
    /// might have been quicker. The last move is a check always: that a side without a move has lost in any
    /// case is not asked.
    ///
    /// None if it mates in one, in more plies or not at all, or if the budget is spent.
    pub fn length(&mut self, sfen: &str) -> Option<u32> {
        let board = Board::parse(sfen, ZONE);
        if self.mates(&board, 1)? {
            return None;
        }
        if self.mates_in_three(&board)? {
            return Some(3);
        }
        for plies in (5..=LONGEST).step_by(2) {
            if self.mates(&board, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// Whether the side to move mates by checks in at most so many plies; none if the budget is spent.
    fn mates(&mut self, board: &Board, plies: u32) -> Option<bool> {
        let key = (board.clone(), plies);
        if let Some(&mates) = self.known.get(&key) {
            return Some(mates);
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut mates = false;
        for (_, next) in board.legal() {
            if next.in_check(next.second) && self.is_lost(&next, plies - 1)? {
                mates = true;
                break;
            }
        }
        self.known.insert(key, mates);
        Some(mates)
    }

    /// Whether the side to move is mated within so many plies whatever it does.
    fn is_lost(&mut self, board: &Board, plies: u32) -> Option<bool> {
        let answers = board.legal();
        if plies == 0 {
            return Some(answers.is_empty());
        }
        for (_, next) in answers {
            if !self.mates(&next, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the side to move mates in at most three plies, by whatever moves.
    fn mates_in_three(&mut self, board: &Board) -> Option<bool> {
        for (_, next) in board.legal() {
            if self.is_lost(&next, 2)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
