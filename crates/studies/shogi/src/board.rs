//! The board that the search moves on: a position of the kernel with what follows from moves incrementally.
//!
//! It is copied at each move: a position of minishogi is 44 bytes, so a copy costs less than taking a move
//! back would.

use crate::{
    evaluation::{self, Evaluation},
    game::ShogiGame,
};
use std::path::Path;
use yomikiri_core::{Game, TwoPlayer, Wdl};
use yomikiri_search::alphabeta::{Levels, MOST, PastPosition, SearchGame, SearchPosition};
use yomikiri_shogi::{Bits, Move, Position, Shogi};

/// The most squares of a board whose moves have codes of 16 bits each of its own: five files and six ranks,
/// and what a word of 32 bits holds more.
const SMALL: usize = 32;

/// A position, ready to be searched.
pub struct SearchBoard<'a, B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize> {
    game: &'a ShogiGame<B, E, SQUARES, IN_HAND>,
    pos: Position<B>,
    key: u64,
    in_check: bool,
    accumulator: E::Accumulator,
}

impl<B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize> Clone
    for SearchBoard<'_, B, E, SQUARES, IN_HAND>
{
    fn clone(&self) -> Self {
        Self { pos: self.pos.clone(), ..*self }
    }
}

impl<'a, B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize>
    SearchBoard<'a, B, E, SQUARES, IN_HAND>
{
    /// A board with a position of the game.
    pub fn new(game: &'a ShogiGame<B, E, SQUARES, IN_HAND>, pos: Position<B>) -> Self {
        Self {
            game,
            key: game.zobrist.key(&pos),
            in_check: game.rules.in_check(&pos, pos.side()),
            accumulator: game.evaluation.accumulator(&pos),
            pos,
        }
    }

    /// The position on the board.
    pub const fn position(&self) -> &Position<B> {
        &self.pos
    }

    /// The key after a move.
    #[inline]
    fn next_key(&self, mv: Move) -> u64 {
        self.key ^ self.game.zobrist.change(&self.pos, mv)
    }

    /// Whether a royal piece that arrives in a far zone ends the game.
    #[inline]
    const fn has_tries(&self) -> bool {
        self.game.rules.variant().try_ranks > 0
    }

    /// Whether the enemy's royal piece has arrived in the far zone.
    #[inline]
    fn is_lost_by_try(&self) -> bool {
        self.has_tries() && self.game.rules.in_goal(&self.pos, self.pos.side().other())
    }
}

impl<B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize> SearchPosition
    for SearchBoard<'_, B, E, SQUARES, IN_HAND>
{
    type Move = Move;

    fn key(&self) -> u64 {
        self.key
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_lost_by_try() {
            self.game.rules.evasions(&self.pos, out);
        }
    }

    fn after(&self, mv: Move) -> Self {
        let game = self.game;
        let pos = game.rules.play(&self.pos, mv);
        Self {
            game,
            key: self.next_key(mv),
            in_check: game.rules.gives_check(&self.pos, mv),
            accumulator: game.evaluation.after(&self.accumulator, (&self.pos, &pos), mv),
            pos,
        }
    }

    /// The search asks for it before it looks whether the game is over.
    fn evaluate(&self) -> i32 {
        if self.is_lost_by_try() {
            -MOST
        } else {
            self.game.evaluation.evaluate(&self.pos, &self.accumulator)
        }
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.next_key(mv))
    }

    fn code(mv: Move) -> u16 {
        if SQUARES > SMALL { mv.wide_code() } else { mv.code() }
    }

    fn occurrences(&self) -> usize {
        usize::from(self.game.rules.variant().repetition.occurrences)
    }

    fn is_over(&self) -> bool {
        self.game.ends_at_leaves && self.game.rules.result(&self.pos).is_some()
    }

    fn slots(&self) -> usize {
        self.game.slots()
    }

    fn slot(&self, mv: Move) -> usize {
        self.game.slot(&self.pos, mv)
    }

    fn in_check(&self) -> bool {
        self.in_check
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.game.rules.gives_check(&self.pos, mv)
    }

    fn noisy_moves(&self, out: &mut Vec<Move>) {
        self.game.rules.noisy_moves(&self.pos, out);
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.game.rules.is_noisy(&self.pos, mv)
    }

    fn gain(&self, mv: Move) -> i32 {
        self.game.rules.material_gain(&self.pos, mv, &self.game.exchange_values, &self.game.promotion_gains)
    }

    fn see_ge(&self, mv: Move, least: i32) -> bool {
        self.game.rules.see_ge(&self.pos, mv, self.gain(mv), least, &self.game.exchange_values)
    }

    /// A royal piece in the far zone ends the game if it is not taken: there, not to move is another matter.
    fn null_move(&self) -> Option<Self> {
        if self.in_check || self.has_tries() {
            return None;
        }
        let key = self.key ^ self.game.zobrist.turn;
        Some(Self { pos: self.pos.passed(), key, ..*self })
    }

    fn winning_move(&self) -> Option<Move> {
        let rules = &self.game.rules;
        if self.has_tries() {
            let found = || rules.winning_try(&self.pos).or_else(|| rules.mating_move(&self.pos));
            return (!self.is_lost_by_try()).then(found).flatten();
        }
        rules.mating_move(&self.pos)
    }

    fn repetition_result(&self, cycle: &[PastPosition]) -> Wdl {
        let in_check = cycle.iter().map(|past| past.in_check);
        self.game.rules.variant().repetition.result(self.pos.side(), in_check)
    }
}

impl<B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize> SearchGame
    for ShogiGame<B, E, SQUARES, IN_HAND>
{
    type Rules = Shogi<B>;
    type Position<'a>
        = SearchBoard<'a, B, E, SQUARES, IN_HAND>
    where
        Self: 'a;

    fn rules(&self) -> &Shogi<B> {
        &self.rules
    }

    fn position(&self, pos: &Position<B>) -> SearchBoard<'_, B, E, SQUARES, IN_HAND> {
        SearchBoard::new(self, pos.clone())
    }

    fn probability(&self, points: i32) -> f64 {
        evaluation::probability(points)
    }

    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String> {
        self.evaluation.set(file)
    }

    fn levels(&self) -> &Levels {
        &self.levels
    }

    fn bench(&self) -> (Vec<Position<B>>, u32) {
        self.bench.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minishogi::{Evaluation as MinishogiEvaluation, network::random_network};
    use std::{collections::HashSet, fmt::Debug, sync::Arc};
    use yomikiri_core::{Value, splitmix};
    use yomikiri_shogi::Ending;

    /// Games of random moves: what follows from moves is what is computed anew.
    fn walk<B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize>(
        game: &ShogiGame<B, E, SQUARES, IN_HAND>,
    ) where
        E::Accumulator: Debug + PartialEq,
    {
        let (mut state, mut codes) = (1, HashSet::new());
        for _ in 0..100 {
            let mut board = game.position(&game.rules.start());
            for _ in 0..80 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                let mut by_rules = Vec::new();
                game.rules.moves(&board.pos, &mut by_rules);
                assert_eq!(moves, by_rules);
                assert_eq!(moves.is_empty(), game.rules.result(&board.pos).is_some());
                codes.clear();
                for &mv in &moves {
                    assert!(codes.insert(SearchBoard::<B, E, SQUARES, IN_HAND>::code(mv)), "codes differ");
                    assert!(board.slot(mv) < board.slots());
                }
                if let Some(winning) = board.winning_move().filter(|_| !board.in_check()) {
                    assert_eq!(board.after(winning).terminal_value(), Value::Loss(0));
                    assert!(moves.contains(&winning));
                }
                if let Some(passed) = board.null_move() {
                    let anew = game.position(&board.pos.passed());
                    assert_eq!((passed.key, passed.in_check, &passed.pos), (anew.key, false, &anew.pos));
                    assert_ne!(passed.key, board.key);
                }
                let Some(&mv) = moves.get((splitmix::next(&mut state) as usize) % moves.len().max(1)) else {
                    break;
                };
                let (next, anew) = (board.after(mv), game.position(&game.rules.play(&board.pos, mv)));
                assert_eq!((next.key, next.in_check, &next.pos), (anew.key, anew.in_check, &anew.pos));
                assert_eq!((next.accumulator, next.evaluate()), (anew.accumulator, anew.evaluate()));
                assert_eq!(board.key_after(mv), Some(anew.key));
                board = next;
            }
        }
    }

    #[test]
    fn what_follows_from_moves_is_what_is_computed_anew() {
        walk(&ShogiGame::dobutsu(Shogi::dobutsu(Ending::Mate), None));
        walk(&ShogiGame::goro_goro(Shogi::goro_goro()));
        walk(&ShogiGame::goro_goro(Shogi::goro_goro_plus()));
        walk(&ShogiGame::minishogi(MinishogiEvaluation::Learnt(Arc::new(random_network()))));
        walk(&ShogiGame::standard());
    }
}
