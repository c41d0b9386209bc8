//! The strongest player within a second of processor time a game: candidates by learnt values, raced over play-outs.
//!
//! Method: the learnt values order what the turn can lead to; the candidates near the top are played on under the same orders of the
//! stock for all, a few turns by the learnt values alone, and what is reached is valued. The value at first sight counts as a few
//! play-outs more. A candidate whose paired difference to the leader exceeds two standard errors is dropped, and so
//! is one that can hardly be better. With two cards hidden or fewer the best turn is exact (`endgame.rs`).
//!
//! Cost: a play-out takes nine to fifteen microseconds a turn. Of the time that is left each turn may take a multiple of its even share:
//! many turns need none.
//!
//! Measured on the same 300 deals with three piles: play-outs of 3, 4, 6, 12 and 24 turns won 213, 228, 235, 230 and 193 at 0.25 s a game; 6, 8 and 12 turns 233, 242
//! and 247 at 0.5 s, 8 and 12 turns 254 and 247 at a second: what short ones lack in sight they have in number. All trials: `docs/calculation.md`.

use crate::{
    clock,
    effort::Effort,
    endgame::{self, Endgame},
    judge::{Habit, Judge, Turn},
    player::{Decision, Player, closing},
    playout::learnt,
};
use yomikiri_calculation::{Position, Stream};
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Terms, race};

/// How many turns a play-out takes.
pub const TURNS: u32 = 8;
/// How many candidates are raced.
const CANDIDATES: usize = 8;
/// How far below the best a candidate may be at first sight, in logits.
const MARGIN: f32 = 1.5;
/// When a race is decided: the learnt values count for eight play-outs; a thousandth of a game is not worth the time.
const TERMS: Terms = Terms { weight: 8.0, errors: 2.0, indifference: 0.001 };
/// The most rounds that are worth their time.
const ROUNDS: u64 = 1000;
/// How many even shares of the time that is left a turn may take.
const SHARES: f64 = 2.0;
/// The part of the time that goes into races: the exact end takes what it takes, up to a fifteenth of a second.
const RACING: f64 = 0.92;

/// The player.
pub struct Best<'a> {
    judge: Judge<'a>,
    effort: Effort,
}

impl<'a> Best<'a> {
    /// A player that thinks so much.
    pub const fn new(judge: Judge<'a>, effort: Effort) -> Self {
        Self { judge, effort }
    }

    /// How many rounds a turn may take, and how many seconds, when so much was spent on the game before.
    fn bounds(&self, pos: &Position, spent: f64) -> (u64, f64) {
        let millis = match self.effort {
            Effort::Rounds(rounds) => return (rounds, f64::INFINITY),
            Effort::Millis(millis) => millis,
        };
        let left = (RACING * millis as f64 / 1000.0 - spent).max(0.0);
        (ROUNDS, left * (SHARES / f64::from(pos.hidden() + 1)).min(1.0))
    }
}

impl Player for Best<'_> {
    fn decide(&self, pos: &Position, stream: Stream, spent: f64) -> Decision {
        let judge = &self.judge;
        if pos.turned == 0 {
            return closing(judge.game, pos);
        }
        let began = clock::thread_seconds();
        if pos.hidden() <= endgame::HIDDEN {
            return exact(judge, pos);
        }
        let mut turn = Turn::default();
        judge.look(pos, Habit::Free, &mut turn);
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let Some(first) = turn.prospects.first().copied() else { return Decision::default() };
        turn.prospects.retain(|other| other.logit > first.logit - MARGIN);
        turn.prospects.truncate(CANDIDATES);
        let after: Vec<Position> = turn.prospects.iter().map(|other| turn.after(judge.game, other)).collect();
        let priors: Vec<f64> = turn.prospects.iter().map(|other| f64::from(logistic(other.logit))).collect();
        let (rounds, seconds) = self.bounds(pos, spent);
        let more = |round| round < rounds && clock::thread_seconds() - began < seconds;
        let mut scratch = Turn::default();
        let result = race(&priors, &TERMS, more, |candidate, round| {
            let mut luck = Luck::new(stream, round);
            learnt(judge, &mut after[candidate].clone(), TURNS, &mut scratch, &mut |bound| luck.below(bound))
        });
        let hope = if result.samples == 0 { priors[0] } else { result.means[result.best] };
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
