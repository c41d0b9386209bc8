//! The strongest player within a second of processor time a game: candidates by learnt values, raced over
//! play-outs.
//!
//! Method: the learnt values order what the turn can lead to; the candidates near the top are played on under
//! the same orders of the stock for all, a few turns by the learnt values alone, and what is reached is
//! valued; late in the game they go on until two cards are hidden, and what these are worth is exact. The
//! value at first sight counts as one or two play-outs more. A candidate of which less improvement is
//! expected than its time is worth is dropped (`race.rs` of the search engine). With four cards hidden or
//! fewer the best turn is exact (`endgame.rs`), with up to eight if it is found within what the turn may
//! take.
//!
//! Time: a turn may take twice its share of what is left; what it leaves is the others'. Late turns have four
//! shares: without them early turns had used up what late ones need, and three piles won 77.6% of 800 deals
//! at a quarter of a second, 81.8% with them. The price of time follows the share: where much is left, little
//! is looked for too. Improvement is measured against what a game that stands so can still gain or lose: four
//! piles, that win nearly always, are no less worth looking at than three.
//!
//! Cost: a play-out takes seven to nine microseconds a turn.
//!
//! Terms were chosen on the stored samples of thousands of races, by what the candidate that wins them comes
//! to in samples that the race has not seen; then by games: `docs/notes/calculation-search.md`.

use crate::{
    clock,
    effort::Effort,
    endgame::{self, Endgame},
    judge::{Habit, Judge, Turn},
    player::{Decision, Player, closing},
    playout::{advance, learnt, turn_up},
};
use yomikiri_calculation::{Position, Stream};
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Pick, Terms, race};

/// How many turns a play-out takes.
pub const TURNS: u32 = 6;
/// With fewer cards hidden than this, learnt values are so far off that play-outs go on to the end.
const LATE: u32 = 18;
/// How many play-outs the value at first sight counts for.
const WEIGHT: f64 = 2.0;
/// How many it counts for then.
const LATE_WEIGHT: f64 = 1.0;
/// How many candidates are raced.
const CANDIDATES: usize = 12;
/// How far below the best a candidate may be at first sight, in logits.
const MARGIN: f32 = 1.5;
/// What the standard deviation between the play-outs of two candidates is thought to be in a game that is as
/// open as can be.
const SPREAD: f64 = 0.16;
/// The improvement that a candidate of such a game must promise, times the seconds of a share.
const PRICE: f64 = 6e-6;
/// The improvement that is looked for where rounds are counted.
const IMPROVEMENT: f64 = 0.001;
/// How open a game counts that is won or lost as good as certainly.
const OPEN: f64 = 0.01;
/// The most rounds that are worth their time.
const ROUNDS: u64 = 1000;
/// With so many cards hidden, or fewer, there is no race.
const EXACT: u32 = 4;
/// How many looks the exact end may take where rounds are counted: in one game of a hundred it would take
/// millions.
const LOOKS: u64 = 3000;
/// How many looks it may take for each round where there is a race if they are not enough.
const ROUND: u64 = 100;
/// With so many cards hidden, or fewer, late play-outs end with an exact value.
const TAIL: u32 = 2;
/// How many looks that may take.
const TAIL_LOOKS: u32 = 20;
/// How many shares of the time that is left a turn may take.
const SHARES: f64 = 2.0;
/// How many shares a late turn has for one of a turn before: what is gained late is ten times as much, and
/// play-outs are four times as long.
const LATE_SHARES: f64 = 4.0;
/// How many late turns more than there are the time is shared among: the last races would take all.
const RESERVE: u32 = 2;
/// The part of the time that goes into races: the exact end may have the rest.
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

    /// What a turn may take, when so much was spent on the game before.
    fn bounds(&self, pos: &Position, spent: f64) -> Bounds {
        let millis = match self.effort {
            Effort::Rounds(rounds) => {
                return Bounds { rounds, seconds: f64::INFINITY, improvement: IMPROVEMENT };
            }
            Effort::Millis(millis) => millis,
        };
        let left = (RACING * millis as f64 / 1000.0 - spent).max(0.0);
        let (early, late) =
            (pos.hidden().saturating_sub(LATE - 1), pos.hidden().min(LATE - 1) - EXACT + RESERVE);
        let share = left / (f64::from(early) + LATE_SHARES * f64::from(late));
        let shares = SHARES * if is_late(pos) { LATE_SHARES } else { 1.0 };
        Bounds { rounds: ROUNDS, seconds: left.min(shares * share), improvement: PRICE / share }
    }
}

/// Whether few enough cards are hidden for the terms of late turns.
fn is_late(pos: &Position) -> bool {
    pos.hidden() < LATE
}

/// What a turn may take.
struct Bounds {
    rounds: u64,
    seconds: f64,
    /// How much a candidate must promise in a game that is as open as can be.
    improvement: f64,
}

impl Player for Best<'_> {
    fn decide(&self, pos: &Position, stream: Stream, spent: f64) -> Decision {
        if pos.turned == 0 {
            return closing(self.judge.game, pos);
        }
        let (began, mut endgame) = (clock::thread_seconds(), Endgame::default());
        if pos.hidden() <= endgame::HIDDEN {
            let best = self.exact(pos, spent, &mut endgame);
            if best.is_sure || pos.hidden() <= EXACT {
                let turn = endgame.turn(pos.hidden());
                let moves = turn.moves(&turn.prospects[best.prospect]);
                return Decision { moves, playouts: 0, hope: Some(best.value) };
            }
        }
        let spent = spent + clock::thread_seconds() - began;
        Turn::kept(|turns| self.raced(pos, stream, spent, &mut endgame, turns))
    }
}

impl Best<'_> {
    /// The exact decision, as far as there is time.
    fn exact(&self, pos: &Position, spent: f64, endgame: &mut Endgame) -> endgame::Best {
        let (began, mut asked) = (clock::thread_seconds(), 0);
        let (looks, seconds) = match self.effort {
            Effort::Rounds(rounds) if pos.hidden() > EXACT => {
                (LOOKS.min(rounds.saturating_mul(ROUND)), f64::INFINITY)
            }
            Effort::Rounds(_) => (LOOKS, f64::INFINITY),
            Effort::Millis(_) if pos.hidden() > EXACT => (u64::MAX, self.bounds(pos, spent).seconds),
            Effort::Millis(millis) => (u64::MAX, millis as f64 / 1000.0 - spent),
        };
        endgame.best(&self.judge, pos, &mut || {
            asked += 1;
            asked < looks && clock::thread_seconds() - began < seconds
        })
    }

    /// The decision by a race.
    fn raced(
        &self,
        pos: &Position,
        stream: Stream,
        spent: f64,
        endgame: &mut Endgame,
        [turn, scratch]: [&mut Turn; 2],
    ) -> Decision {
        let (judge, began) = (&self.judge, clock::thread_seconds());
        judge.look(pos, Habit::Lazy, turn);
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let Some(first) = turn.prospects.first().copied() else { return Decision::default() };
        turn.prospects.retain(|other| other.logit > first.logit - MARGIN);
        turn.prospects.truncate(CANDIDATES);
        let after: Vec<Position> = turn.prospects.iter().map(|other| turn.after(judge.game, other)).collect();
        let priors: Vec<f64> = turn.prospects.iter().map(|other| f64::from(logistic(other.logit))).collect();
        let Bounds { rounds, seconds, improvement } = self.bounds(pos, spent);
        let late = is_late(pos);
        let open = (4.0 * priors[0] * (1.0 - priors[0])).max(OPEN);
        let terms = Terms {
            weight: if late { LATE_WEIGHT } else { WEIGHT },
            spread: SPREAD * open.sqrt(),
            indifference: improvement * open,
        };
        let more = |round| round < rounds && clock::thread_seconds() - began < seconds;
        let result = race(&priors, &terms, more, |candidate, round| {
            let mut luck = Luck::new(stream, round);
            let (mut pos, pick) = (after[candidate], &mut |bound| luck.below(bound));
            if late {
                to_the_end(judge, &mut pos, endgame, scratch, pick)
            } else {
                learnt(judge, &mut pos, TURNS, scratch, pick)
            }
        });
        let moves = turn.moves(&turn.prospects[result.best]);
        Decision { moves, playouts: result.samples, hope: Some(result.means[result.best]) }
    }
}

/// Plays on by learnt values until few cards are hidden, and says exactly what the rest is worth; by learnt
/// values to the end where that takes long.
fn to_the_end(judge: &Judge, pos: &mut Position, endgame: &mut Endgame, turn: &mut Turn, pick: Pick) -> f64 {
    while pos.hidden() > TAIL {
        turn_up(pos, pick);
        if advance(judge, pos, turn).is_none() {
            return 0.0;
        }
    }
    let mut looks = 0;
    let mut more = || {
        looks += 1;
        looks < TAIL_LOOKS
    };
    endgame.value(judge, pos, &mut more).unwrap_or_else(|| learnt(judge, pos, TAIL, turn, pick))
}

/// The chances of a round. The first two cards of the rounds are spread evenly over the stock instead of by
/// chance, so that fewer rounds say as much.
struct Luck {
    spread: [f64; 2],
    drawn: usize,
    chance: Stream,
}

/// The steps of the sequence that fills a square most evenly (Roberts 2018): powers of the root of x^3 = x +
/// 1.
const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];

impl Luck {
    fn new(stream: Stream, round: u64) -> Self {
        let mut from = stream.part(u64::MAX);
        let spread = STEPS.map(|step| (from.unit() + step * round as f64).fract());
        Self { spread, drawn: 0, chance: stream.part(round) }
    }

    fn below(&mut self, bound: u32) -> u32 {
        let spread = self.spread.get(self.drawn).copied();
        self.drawn += 1;
        spread.map_or_else(|| self.chance.below(bound), |part| (part * f64::from(bound)) as u32)
    }
}
