//! The strongest player within a second of processor time a game: candidates by learnt values, raced over play-outs.
//!
//! Method: the learnt values order what the turn can lead to; the candidates near the top are played on under the same orders of the
//! stock for all, a few turns by the learnt values alone, and what is reached is valued. A candidate whose paired difference to
//! the leader exceeds two standard errors is dropped. Where a candidate is clearly best at first sight nothing is raced. With two
//! cards hidden or fewer the best turn is exact (`endgame.rs`).
//!
//! Cost: a play-out takes three microseconds a turn. Of the time that is left each turn may take a multiple of its even share:
//! many turns need none.
//!
//! Measured on the same 300 deals with three piles at 0.12 s a game: 96 rounds of three turns (0.10 s) won 175, 48 of six 179, 24 of twelve 191;
//! 16 rounds to the end of the game 136 in twice the time.

use crate::{
    clock,
    effort::Effort,
    endgame::{self, Endgame},
    judge::{Habit, Judge, Turn},
    player::{Decision, Player, closing},
    playout::learnt,
};
use yomikiri_calculation::{Calculation, Position, Stream};
use yomikiri_learn::{Integers, logistic};
use yomikiri_search::solitaire::race;

/// How many turns a play-out takes.
pub const TURNS: u32 = 12;
/// How many candidates are raced.
const CANDIDATES: usize = 8;
/// How far below the best a candidate may be at first sight, in logits.
const MARGIN: f32 = 2.5;
/// How many standard errors a candidate may be behind.
const ERRORS: f64 = 2.0;
/// The most rounds that are worth their time.
const ROUNDS: u64 = 400;
/// How many even shares of the time that is left a turn may take.
const SHARES: f64 = 2.0;

/// The player.
pub struct Best<'a> {
    game: &'a Calculation,
    network: &'a Integers,
    effort: Effort,
}

impl<'a> Best<'a> {
    /// A player that thinks so much.
    pub fn new(game: &'a Calculation, network: &'a Integers, effort: Effort) -> Self {
        Self { game, network, effort }
    }

    /// Whether there is time for another round of a turn that began at this processor time, when so much was spent before.
    fn has_time(&self, pos: &Position, spent: f64, began: f64, round: u64) -> bool {
        match self.effort {
            Effort::Rounds(rounds) => round < rounds,
            Effort::Millis(millis) => {
                let left = (millis as f64 / 1000.0 - spent).max(0.0);
                let turns = f64::from(pos.hidden() + 1);
                let share = left * (SHARES / turns).min(1.0);
                round < ROUNDS && clock::thread_seconds() - began < share
            }
        }
    }
}

impl Player for Best<'_> {
    fn decide(&self, pos: &Position, stream: Stream, spent: f64) -> Decision {
        if pos.turned == 0 {
            return closing(self.game, pos);
        }
        let began = clock::thread_seconds();
        let judge = Judge::new(self.game, self.network);
        if pos.hidden() <= endgame::HIDDEN {
            return exact(&judge, pos);
        }
        let mut turn = Turn::default();
        judge.look(pos, Habit::Free, &mut turn);
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let Some(first) = turn.prospects.first().copied() else { return Decision::default() };
        turn.prospects.retain(|other| other.logit > first.logit - MARGIN);
        turn.prospects.truncate(CANDIDATES);
        let after: Vec<Position> = turn.prospects.iter().map(|other| turn.after(self.game, other)).collect();
        let mut scratch = Turn::default();
        let more = |round| self.has_time(pos, spent, began, round);
        let result = race(after.len(), ERRORS, more, |candidate, round| {
            let mut luck = Luck::new(stream, round);
            learnt(&judge, &mut after[candidate].clone(), TURNS, &mut scratch, &mut |bound| luck.below(bound))
        });
        let hope =
            if result.samples == 0 { f64::from(logistic(first.logit)) } else { result.means[result.best] };
        let moves = turn.moves(&turn.prospects[result.best]);
        Decision { moves, playouts: result.samples, hope: Some(hope) }
    }
}

/// The exact decision, where few cards are hidden.
fn exact(judge: &Judge, pos: &Position) -> Decision {
    let mut endgame = Endgame::default();
    let (best, hope) = endgame.best(judge, pos);
    let turn = endgame.turn(pos.hidden());
    Decision { moves: turn.moves(&turn.prospects[best]), playouts: 0, hope: Some(hope) }
}

/// The chances of a round. The first two cards of the rounds are spread evenly over the stock instead of by chance, so that
/// fewer rounds say as much.
struct Luck {
    spread: [f64; 2],
    drawn: usize,
    chance: Stream,
}

/// The steps of the sequence that fills a square most evenly (Roberts 2018): powers of the root of x^3 = x + 1.
const SPREAD: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];

impl Luck {
    fn new(stream: Stream, round: u64) -> Self {
        let mut from = stream.part(u64::MAX);
        let spread = SPREAD.map(|step| (from.unit() + step * round as f64).fract());
        Self { spread, drawn: 0, chance: stream.part(round) }
    }

    fn below(&mut self, bound: u32) -> u32 {
        let spread = self.spread.get(self.drawn).copied();
        self.drawn += 1;
        spread.map_or_else(|| self.chance.below(bound), |part| (part * f64::from(bound)) as u32)
    }
}
