//! What an evaluation is worth in play: against a defence that makes no mistake.
//!
//! From a position that is won (or drawn) the player has kept the result when it has won (or not lost) in the
//! end. Since the defender never gives anything away, the first move that lets the value fall settles it: no
//! game needs to be played on from there.

use super::player::FixedDepthPlayer;
use super::rows::Pick;
use rayon::prelude::*;
use yomikiri_core::{Game, Numbered, TwoPlayer, Value, Wdl, splitmix};
use yomikiri_shogi::{DenseGraph, Move, Position, SmallBoard, SmallShogi};
use yomikiri_solve::Solution;

/// The solved game.
#[derive(Clone, Copy)]
pub struct SolvedGame<'a> {
    /// The rules.
    pub game: &'a SmallShogi,
    /// Its positions, numbered.
    pub graph: &'a DenseGraph,
    /// Their values.
    pub solution: &'a Solution,
}

/// A drawn game is kept when it has gone on for so long.
const LONG: usize = 200;

impl SolvedGame<'_> {
    /// The value of a position that can be reached.
    ///
    /// # Panics
    /// It cannot.
    pub fn value(&self, pos: &Position<SmallBoard>) -> Value {
        let known = || self.solution.value(self.graph.node(self.game, pos)?);
        self.game.result(pos).or_else(known).expect("what is reached from reached positions is reached")
    }

    /// At which occurrence of a position a game is drawn.
    fn occurrences(&self) -> usize {
        usize::from(self.game.variant().repetition.occurrences)
    }

    /// What a best move leads to; one of several is drawn.
    fn defend(&self, pos: &Position<SmallBoard>, state: &mut u64) -> Position<SmallBoard> {
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        let next: Vec<_> = moves.into_iter().map(|mv| self.game.play(pos, mv)).collect();
        let worth: Vec<_> = next.iter().map(|next| self.value(next).before()).collect();
        let most = worth.iter().max();
        let mut best: Vec<_> =
            next.into_iter().zip(&worth).filter(|(_, worth)| Some(*worth) == most).collect();
        best.swap_remove((splitmix::next(state) % best.len() as u64) as usize).0
    }

    /// Some positions with a result, drawn by a seed, about so many; those where a move wins at once are left
    /// out.
    pub fn sample(&self, result: Wdl, count: u64, seed: u64) -> Vec<Position<SmallBoard>> {
        let of_result = |value: Value| value.wdl() == result && value != Value::Win(1);
        let all: u64 = self
            .solution
            .histogram()
            .into_iter()
            .filter(|&(value, _)| of_result(value))
            .map(|(_, n)| n)
            .sum();
        let pick = Pick::Sample { share: count as f64 / all as f64, seed };
        let nodes = self.solution.iter().filter(|&(node, value)| of_result(value) && pick.takes(node));
        nodes.filter_map(|(node, _)| self.graph.position(self.game, node)).collect()
    }

    /// Whether a player keeps the result of a position against best play; ties of the defender are broken by
    /// the seed. The player is told the positions so far, the present one last, and has no move where the
    /// game is over.
    pub fn keeps(
        &self,
        mut choose: impl FnMut(&[Position<SmallBoard>]) -> Option<Move>,
        start: &Position<SmallBoard>,
        seed: u64,
    ) -> bool {
        let wanted = self.value(start).wdl();
        let mut state = seed;
        let mut past = vec![start.clone()];
        loop {
            let pos = past.last().expect("there is a first position");
            let Some(mv) = choose(&past) else { return self.value(pos).wdl() == wanted };
            let next = self.game.play(pos, mv);
            // Seen by the other side.
            let value = self.value(&next);
            if value.before().wdl() < wanted {
                return false;
            }
            if self.game.result(&next).is_some() {
                return true;
            }
            let then = self.defend(&next, &mut state);
            past.extend([next, then]);
            let now = past.last().expect("just added");
            let times = past.iter().filter(|&pos| pos == now).count();
            if times == self.occurrences() || past.len() > LONG {
                return wanted == Wdl::Draw;
            }
            if let Some(over) = self.game.result(now) {
                return over.wdl() >= wanted;
            }
        }
    }

    /// How many of some positions a player keeps.
    pub fn kept(&self, player: &FixedDepthPlayer, positions: &[Position<SmallBoard>]) -> usize {
        let choose = |past: &[Position<SmallBoard>]| Some(player.think(past.last()?, past)?.best);
        let keeps = |(number, pos): (usize, &Position<SmallBoard>)| self.keeps(choose, pos, number as u64);
        positions.par_iter().enumerate().filter(|&case| keeps(case)).count()
    }

    /// How many plies a game from the start takes in which a player moves first (`true`) or second against
    /// best play, and what it is worth to the player in the end.
    pub fn lasts(&self, player: &FixedDepthPlayer, first: bool, seed: u64) -> (usize, Wdl) {
        let mut state = seed;
        let mut past = vec![self.game.start()];
        loop {
            let pos = past.last().expect("there is a first position");
            let own = (past.len() % 2 == 1) == first;
            let for_player = |wdl: Wdl, own: bool| match (wdl, own) {
                (Wdl::Draw, _) => Wdl::Draw,
                (Wdl::Win, true) | (Wdl::Loss, false) => Wdl::Win,
                _ => Wdl::Loss,
            };
            if let Some(value) = self.game.result(pos) {
                // The lion is taken with one ply more.
                let plies = past.len() - 1 + value.plies().map_or(0, usize::from);
                return (plies, for_player(value.wdl(), own));
            }
            let times = past.iter().filter(|&other| other == pos).count();
            if times == self.occurrences() || past.len() > LONG {
                return (past.len() - 1, Wdl::Draw);
            }
            let next = if own {
                self.game.play(pos, player.think(pos, &past).expect("the game goes on").best)
            } else {
                self.defend(pos, &mut state)
            };
            past.push(next);
        }
    }
}
