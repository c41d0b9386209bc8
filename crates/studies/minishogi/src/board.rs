//! The board that the search moves on: a position of the kernel with what follows from moves incrementally.
//!
//! It is copied at each move: a position is 44 bytes, so a copy costs less than taking a move back would.

use crate::{Evaluation, Judge, features::compact, handmade, network::Sums};
use yomikiri_core::{Game, Side, Value, Wdl};
use yomikiri_search::alphabeta::{self, Place, perpetual_check};
use yomikiri_shogi::{Move, Position};

/// Squares of the board.
const SQUARES: usize = 25;

/// The places of pieces among the slots of moves: ten kinds on the board and five dropped.
const ACTORS: usize = 15;

/// A position, ready to be searched.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    judge: &'a Judge,
    pos: Position<u32>,
    key: u64,
    in_check: bool,
    sums: Sums,
}

impl<'a> Board<'a> {
    /// A board with a position of minishogi.
    pub fn new(judge: &'a Judge, pos: Position<u32>) -> Self {
        let (key, in_check) = (judge.zobrist.key(&pos), judge.game.in_check(&pos, pos.side()));
        let sums = match &judge.evaluation {
            Evaluation::Handmade => Sums::NONE,
            Evaluation::Learnt(network) => network.sums(&pos),
        };
        Self { judge, pos, key, in_check, sums }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position<u32> {
        &self.pos
    }

    /// The key after a move.
    #[inline]
    fn next_key(&self, mv: Move) -> u64 {
        self.key ^ self.judge.zobrist.change(&self.pos, mv)
    }
}

impl alphabeta::Board for Board<'_> {
    type Move = Move;

    const SLOTS: usize = 2 * ACTORS * SQUARES;

    const OCCURRENCES: usize = 4;

    fn key(&self) -> u64 {
        self.key
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.judge.game.evasions(&self.pos, out);
    }

    fn after(&self, mv: Move) -> Self {
        let sums = match &self.judge.evaluation {
            Evaluation::Handmade => Sums::NONE,
            Evaluation::Learnt(network) => network.sums_after(&self.sums, &self.pos, mv),
        };
        Self {
            judge: self.judge,
            pos: self.judge.game.play(&self.pos, mv),
            key: self.next_key(mv),
            in_check: self.judge.game.gives_check(&self.pos, mv),
            sums,
        }
    }

    fn evaluate(&self) -> i32 {
        match &self.judge.evaluation {
            Evaluation::Handmade => handmade::evaluate(&self.pos),
            Evaluation::Learnt(network) => network.evaluate(&self.sums, self.pos.side()),
        }
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.next_key(mv))
    }

    fn code(mv: Move) -> u16 {
        mv.code()
    }

    fn ended(&self) -> Value {
        Value::Loss(0)
    }

    /// A side without a move that is not in check hardly arises in play; a node sees it all the same.
    fn is_over(&self) -> bool {
        false
    }

    fn slot(&self, mv: Move) -> usize {
        let actor = match mv {
            Move::Board { from, .. } => compact(self.pos.kind(from)),
            Move::Drop { kind, .. } => compact(kind) + 9,
        };
        (self.pos.side().index() * ACTORS + actor) * SQUARES + mv.to().index()
    }

    fn in_check(&self) -> bool {
        self.in_check
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.judge.game.gives_check(&self.pos, mv)
    }

    fn noisy_moves(&self, out: &mut Vec<Move>) {
        self.judge.game.noisy_moves(&self.pos, out);
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.judge.game.is_noisy(&self.pos, mv)
    }

    fn gain(&self, mv: Move) -> i32 {
        self.judge.game.gain(&self.pos, mv, &self.judge.worths, &self.judge.promotions)
    }

    fn exchange(&self, mv: Move, least: i32) -> bool {
        self.judge.game.exchange(&self.pos, mv, self.gain(mv), least, &self.judge.worths)
    }

    fn passed(&self) -> Option<Self> {
        if self.in_check {
            return None;
        }
        let key = self.key ^ self.judge.zobrist.turn;
        Some(Self { pos: self.pos.passed(), key, ..self.clone() })
    }

    fn winning_move(&self) -> Option<Move> {
        self.judge.game.mating_move(&self.pos)
    }

    /// The side that checked with every move loses; if neither did, the first player.
    fn repeated(&self, cycle: &[Place]) -> Wdl {
        let first_loses = if self.pos.side() == Side::First { Wdl::Loss } else { Wdl::Win };
        perpetual_check(cycle).unwrap_or(first_loses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Network, features::FEATURES};
    use alphabeta::Board as _;
    use yomikiri_core::Notation;

    /// A network with weights that look random.
    fn network() -> Network {
        let row = |seed: usize| std::array::from_fn(|at| ((seed * 7919 + at * 104_729) % 97) as i16 - 48);
        Network {
            rows: (0..FEATURES).map(row).collect(),
            bias: row(1),
            output: [row(2), row(3)],
            output_bias: 5,
        }
    }

    #[test]
    fn what_follows_from_moves_is_what_is_computed_anew() {
        let judge = Judge::new(Evaluation::Learnt(Box::new(network())));
        let mut random = judge.zobrist.turn;
        let mut codes = std::collections::HashSet::new();
        for _ in 0..200 {
            let mut board = Board::new(&judge, judge.game.start());
            for _ in 0..100 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                codes.clear();
                assert!(
                    moves.iter().all(|&mv| codes.insert(Board::code(mv)) && board.slot(mv) < Board::SLOTS)
                );
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
                let next = board.after(mv);
                let anew = Board::new(&judge, judge.game.play(board.position(), mv));
                assert_eq!(
                    (next.key(), next.in_check(), &next.pos),
                    (anew.key(), anew.in_check(), &anew.pos)
                );
                assert_eq!(board.key_after(mv), Some(anew.key()));
                assert_eq!((next.sums, next.evaluate()), (anew.sums, anew.evaluate()));
                if let Some(passed) = board.passed() {
                    let anew = Board::new(&judge, board.pos.passed());
                    assert_eq!(
                        (passed.key(), &passed.pos, passed.in_check()),
                        (anew.key(), &anew.pos, false)
                    );
                    assert_ne!(passed.key(), board.key());
                }
                board = next;
            }
        }
    }

    #[test]
    fn a_repetition_is_lost_by_whoever_checked_and_else_by_the_first_player() {
        let judge = Judge::new(Evaluation::Handmade);
        let board = |text| Board::new(&judge, judge.game.parse_pos(text).unwrap());
        let (first, second) = (board("rbsgk/4p/5/P4/KGSBR b -"), board("rbsgk/4p/5/P4/KGSBR w -"));
        let cycle = |checks: [bool; 4]| checks.map(|in_check| Place { key: 0, in_check });
        let quiet = cycle([false; 4]);
        assert_eq!((first.repeated(&quiet), second.repeated(&quiet)), (Wdl::Loss, Wdl::Win));
        let checked = cycle([true, false, true, false]);
        assert_eq!((first.repeated(&checked), second.repeated(&checked)), (Wdl::Win, Wdl::Win));
        let checking = cycle([false, true, false, true]);
        assert_eq!((first.repeated(&checking), second.repeated(&checking)), (Wdl::Loss, Wdl::Loss));
        let once = cycle([false, true, false, false]);
        assert_eq!((first.repeated(&once), second.repeated(&once)), (Wdl::Loss, Wdl::Win));
    }
}
