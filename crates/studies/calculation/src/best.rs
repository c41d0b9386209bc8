//! The strongest player within a second a game: candidates by learnt values, raced over play-outs.
//!
//! Method: the learnt values order what the turn can lead to; the candidates near the top are played on under the same orders of the
//! stock for all, a few turns by the learnt values alone, and what is reached is valued. A candidate whose paired difference to
//! the leader exceeds two standard errors is dropped. Where a candidate is clearly best at first sight nothing is raced. With
//! few cards hidden all their orders are few too, and the play-outs reach the end of the game, which is known exactly.
//!
//! Cost: a play-out takes a few microseconds a turn; most turns are decided within a hundred rounds.

use crate::{
    judge::{Habit, Judge, Prospect, Turn},
    player::{Decision, Player, closing},
    playout::learnt,
};
use yomikiri_calculation::{Calculation, Position, Stream};
use yomikiri_learn::{Integers, logistic};
use yomikiri_search::solitaire::race;

/// How many turns a play-out takes.
pub const TURNS: u32 = 6;
/// How many candidates are raced.
const CANDIDATES: usize = 8;
/// How far below the best a candidate may be at first sight, in logits.
const MARGIN: f32 = 2.5;
/// How many standard errors a candidate may be behind.
const ERRORS: f64 = 2.0;

/// The player.
pub struct Best<'a> {
    game: &'a Calculation,
    network: &'a Integers,
    rounds: u64,
}

impl<'a> Best<'a> {
    /// A player with at most so many rounds of play-outs a turn.
    pub fn new(game: &'a Calculation, network: &'a Integers, rounds: u64) -> Self {
        Self { game, network, rounds }
    }
}

impl Player for Best<'_> {
    fn decide(&self, pos: &Position, stream: Stream) -> Decision {
        if pos.turned == 0 {
            return closing(self.game, pos);
        }
        let judge = Judge::new(self.game, self.network);
        let mut turn = Turn::default();
        judge.look(pos, Habit::Free, &mut turn);
        let decided = |turn: &Turn, best: &Prospect, playouts, hope| Decision {
            moves: turn.moves(best),
            playouts,
            hope: Some(hope),
        };
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let Some(first) = turn.prospects.first().copied() else { return Decision::default() };
        if pos.hidden() == 0 {
            return decided(&turn, &first, 0, f64::from(logistic(first.logit)));
        }
        turn.prospects.retain(|other| other.logit > first.logit - MARGIN);
        turn.prospects.truncate(CANDIDATES);
        let after: Vec<Position> = turn.prospects.iter().map(|other| turn.after(self.game, other)).collect();
        let mut scratch = Turn::default();
        let result = race(after.len(), self.rounds, ERRORS, |candidate, round| {
            let mut chance = stream.part(round);
            learnt(&judge, &mut after[candidate].clone(), TURNS, &mut scratch, &mut |bound| {
                chance.below(bound)
            })
        });
        let hope =
            if result.samples == 0 { f64::from(logistic(first.logit)) } else { result.means[result.best] };
        decided(&turn, &turn.prospects[result.best], result.samples, hope)
    }
}
