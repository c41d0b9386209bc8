//! The board that the search moves on: a position of the kernel with what follows from moves incrementally.

use crate::{Judge, judge::SMALL};
use yomikiri_core::{Game, TwoPlayer, Value, Wdl};
use yomikiri_search::alphabeta::{self, MOST, Place, perpetual_check};
use yomikiri_shogi::{Bits, Kind, Move, Position};

/// The places of pieces among the slots of moves: all kinds on the board, the unpromoted dropped.
const ACTORS: usize = Kind::ALL + Kind::UNPROMOTED;

/// A position, ready to be searched.
pub struct Board<'a, B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize> {
    judge: &'a Judge<B, OCCURRENCES, SQUARES, IN_HAND>,
    pos: Position<B>,
    key: u64,
    in_check: bool,
}

impl<B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize> Clone
    for Board<'_, B, OCCURRENCES, SQUARES, IN_HAND>
{
    fn clone(&self) -> Self {
        Self { pos: self.pos.clone(), ..*self }
    }
}

impl<'a, B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize>
    Board<'a, B, OCCURRENCES, SQUARES, IN_HAND>
{
    /// A board with a position of the judge's game.
    pub fn new(judge: &'a Judge<B, OCCURRENCES, SQUARES, IN_HAND>, pos: Position<B>) -> Self {
        let (key, in_check) = (judge.zobrist.key(&pos), judge.game.in_check(&pos, pos.side()));
        Self { judge, pos, key, in_check }
    }

    /// The key after a move.
    fn next_key(&self, mv: Move) -> u64 {
        self.key ^ self.judge.zobrist.change(&self.pos, mv)
    }

    /// Whether the enemy's royal piece has arrived in the far zone.
    fn is_lost(&self) -> bool {
        self.judge.game.in_goal(&self.pos, self.pos.side().other())
    }
}

impl<B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize> alphabeta::Board
    for Board<'_, B, OCCURRENCES, SQUARES, IN_HAND>
{
    type Move = Move;

    const SLOTS: usize = 2 * ACTORS * SQUARES;

    const OCCURRENCES: usize = OCCURRENCES;

    fn key(&self) -> u64 {
        self.key
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.judge.game.moves(&self.pos, out);
    }

    fn after(&self, mv: Move) -> Self {
        let game = &self.judge.game;
        Self {
            judge: self.judge,
            pos: game.play(&self.pos, mv),
            key: self.next_key(mv),
            in_check: game.gives_check(&self.pos, mv),
        }
    }

    /// The search asks for it before it looks whether the game is over.
    fn evaluate(&self) -> i32 {
        if self.is_lost() { -MOST } else { (self.judge.evaluate)(&self.pos) }
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.next_key(mv))
    }

    fn code(mv: Move) -> u16 {
        if SQUARES > SMALL { mv.wide_code() } else { mv.code() }
    }

    /// Mated, or the enemy's royal piece has arrived; but a royal piece left to be taken has lost.
    fn ended(&self) -> Value {
        self.judge.game.result(&self.pos).unwrap_or(Value::Loss(0))
    }

    fn is_over(&self) -> bool {
        self.judge.game.result(&self.pos).is_some()
    }

    fn slot(&self, mv: Move) -> usize {
        let actor = match mv {
            Move::Board { from, .. } => self.pos.piece(from).map_or(0, |piece| piece.kind.index()),
            Move::Drop { kind, .. } => Kind::ALL + kind.place(),
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

    /// A royal piece in the far zone ends the game if it is not taken: there, not to move is another matter.
    fn passed(&self) -> Option<Self> {
        if self.in_check || self.judge.game.variant().try_ranks > 0 {
            return None;
        }
        let key = self.key ^ self.judge.zobrist.turn;
        Some(Self { pos: self.pos.passed(), key, ..self.clone() })
    }

    fn winning_move(&self) -> Option<Move> {
        let game = &self.judge.game;
        let found = || game.winning_try(&self.pos).or_else(|| game.mating_move(&self.pos));
        (!self.is_lost()).then(found).flatten()
    }

    fn repeated(&self, cycle: &[Place]) -> Wdl {
        perpetual_check(cycle).filter(|_| self.judge.checker_loses).unwrap_or(Wdl::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphabeta::{Board as _, Judging};
    use std::collections::HashSet;
    use yomikiri_core::splitmix;
    use yomikiri_shogi::{Ending, Shogi};

    /// Games of random moves: what follows from moves is what is computed anew.
    fn walk<B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize>(
        judge: &Judge<B, OCCURRENCES, SQUARES, IN_HAND>,
    ) {
        let (mut state, mut codes) = (1, HashSet::new());
        for _ in 0..100 {
            let mut board = judge.board(&judge.game.start());
            for _ in 0..80 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                assert_eq!(moves.is_empty(), board.is_over());
                codes.clear();
                let alike = |&mv: &Move| codes.insert(Board::<B, OCCURRENCES, SQUARES, IN_HAND>::code(mv));
                assert!(moves.iter().all(alike), "codes differ");
                assert!(
                    moves.iter().all(|&mv| board.slot(mv) < Board::<B, OCCURRENCES, SQUARES, IN_HAND>::SLOTS)
                );
                if let Some(winning) = board.winning_move().filter(|_| !board.in_check()) {
                    assert_eq!(board.after(winning).ended(), Value::Loss(0));
                    assert!(moves.contains(&winning));
                }
                let Some(&mv) = moves.get((splitmix::next(&mut state) as usize) % moves.len().max(1)) else {
                    break;
                };
                let (next, anew) = (board.after(mv), judge.board(&judge.game.play(&board.pos, mv)));
                assert_eq!((next.key, next.in_check, &next.pos), (anew.key, anew.in_check, &anew.pos));
                assert_eq!(board.key_after(mv), Some(anew.key));
                board = next;
            }
        }
    }

    #[test]
    fn what_follows_from_moves_is_what_is_computed_anew() {
        walk(&Judge::dobutsu(Shogi::dobutsu(Ending::Mate), None));
        walk(&Judge::goro_goro(Shogi::goro_goro()));
        walk(&Judge::goro_goro(Shogi::goro_goro_plus()));
        walk(&Judge::shogi());
    }

    #[test]
    fn only_in_goro_goro_a_side_that_checked_all_along_loses() {
        let place = |in_check| Place { key: 0, in_check };
        let checking = [false, true, false, true].map(place);
        let goro = Judge::goro_goro(Shogi::goro_goro());
        assert_eq!(goro.board(&goro.game.start()).repeated(&checking), Wdl::Loss);
        assert_eq!(goro.board(&goro.game.start()).repeated(&[place(false); 4]), Wdl::Draw);
        let dobutsu = Judge::dobutsu(Shogi::dobutsu(Ending::Mate), None);
        assert_eq!(dobutsu.board(&dobutsu.game.start()).repeated(&checking), Wdl::Draw);
    }
}
