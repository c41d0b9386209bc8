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
    decision::{Decision, Player, closing},
    effort::Effort,
    endgame::{self, Endgame},
    playout::{advance, learnt, turn_up},
    tuning::TUNING,
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use yomikiri_calculation::{Position, Stream};
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Pick, Terms, race};

/// The player.
pub struct Best<'a> {
    values: ValueFunction<'a>,
    effort: Effort,
}

impl<'a> Best<'a> {
    /// A player that thinks so much.
    pub const fn new(values: ValueFunction<'a>, effort: Effort) -> Self {
        Self { values, effort }
    }

    /// What a turn may take, when so much was spent on the game before.
    fn bounds(&self, pos: &Position, spent: f64) -> Bounds {
        let millis = match self.effort {
            Effort::Rounds(rounds) => {
                return Bounds { rounds, seconds: f64::INFINITY, improvement: TUNING.improvement };
            }
            Effort::Millis(millis) => millis,
        };
        let left = (TUNING.racing_share * millis as f64 / 1000.0 - spent).max(0.0);
        let (early, late) = (
            pos.hidden().saturating_sub(TUNING.late_hidden - 1),
            pos.hidden().min(TUNING.late_hidden - 1) - TUNING.exact_hidden + TUNING.reserved_turns,
        );
        let share = left / (f64::from(early) + TUNING.late_shares * f64::from(late));
        let shares = TUNING.shares * if is_late(pos) { TUNING.late_shares } else { 1.0 };
        Bounds { rounds: TUNING.rounds, seconds: left.min(shares * share), improvement: TUNING.price / share }
    }
}

/// Whether few enough cards are hidden for the terms of late turns.
fn is_late(pos: &Position) -> bool {
    pos.hidden() < TUNING.late_hidden
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
            return closing(self.values.game(), pos);
        }
        let (began, mut endgame) = (clock::thread_seconds(), Endgame::default());
        if pos.hidden() <= endgame::HIDDEN {
            let best = self.exact(pos, spent, &mut endgame);
            if best.is_sure || pos.hidden() <= TUNING.exact_hidden {
                let turn = endgame.turn(pos.hidden());
                let moves = turn.moves(&turn.outcomes[best.outcome]);
                return Decision { moves, playouts: 0, probability: best.is_sure.then_some(best.value) };
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
            Effort::Rounds(rounds) if pos.hidden() > TUNING.exact_hidden => {
                (TUNING.exact_looks.min(rounds.saturating_mul(TUNING.exact_looks_a_round)), f64::INFINITY)
            }
            Effort::Rounds(_) => (TUNING.exact_looks, f64::INFINITY),
            Effort::Millis(_) if pos.hidden() > TUNING.exact_hidden => {
                (u64::MAX, self.bounds(pos, spent).seconds)
            }
            Effort::Millis(millis) => (u64::MAX, millis as f64 / 1000.0 - spent),
        };
        endgame.best(&self.values, pos, &mut || {
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
        let (values, began) = (&self.values, clock::thread_seconds());
        values.evaluate(pos, TurnFilter::Undominated, turn);
        turn.outcomes.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let Some(first) = turn.outcomes.first().copied() else { return Decision::default() };
        turn.outcomes.retain(|other| other.logit > first.logit - TUNING.margin);
        turn.outcomes.truncate(TUNING.candidates);
        let after: Vec<Position> =
            turn.outcomes.iter().map(|other| turn.after(values.game(), other)).collect();
        let priors: Vec<f64> = turn.outcomes.iter().map(|other| f64::from(logistic(other.logit))).collect();
        let Bounds { rounds, seconds, improvement } = self.bounds(pos, spent);
        let late = is_late(pos);
        let open = (4.0 * priors[0] * (1.0 - priors[0])).max(TUNING.openness);
        let terms = Terms {
            weight: if late { TUNING.late_prior_weight } else { TUNING.prior_weight },
            spread: TUNING.spread * open.sqrt(),
            indifference: improvement * open,
        };
        let more = |round| round < rounds && clock::thread_seconds() - began < seconds;
        let result = race(&priors, &terms, more, |candidate, round| {
            let mut stream = RoundStream::new(stream, round);
            let (mut pos, pick) = (after[candidate], &mut |bound| stream.below(bound));
            if late {
                to_the_end(values, &mut pos, endgame, scratch, pick)
            } else {
                learnt(values, &mut pos, TUNING.playout_turns, scratch, pick)
            }
        });
        let moves = turn.moves(&turn.outcomes[result.best]);
        Decision { moves, playouts: result.samples, probability: Some(result.means[result.best]) }
    }
}

/// Plays on by learnt values until few cards are hidden, and says exactly what the rest is worth; by learnt
/// values to the end where that takes long.
fn to_the_end(
    values: &ValueFunction,
    pos: &mut Position,
    endgame: &mut Endgame,
    turn: &mut Turn,
    pick: Pick,
) -> f64 {
    while pos.hidden() > TUNING.tail_hidden {
        turn_up(pos, pick);
        if advance(values, pos, turn).is_none() {
            return 0.0;
        }
    }
    let mut looks = 0;
    let mut more = || {
        looks += 1;
        looks < TUNING.tail_looks
    };
    endgame
        .value(values, pos, &mut more)
        .unwrap_or_else(|| learnt(values, pos, TUNING.tail_hidden, turn, pick))
}

/// The chances of a round. The first two cards of the rounds are spread evenly over the stock instead of by
/// chance, so that fewer rounds say as much.
struct RoundStream {
    spread: [f64; 2],
    drawn: usize,
    chance: Stream,
}

/// The steps of the sequence that fills a square most evenly (Roberts 2018): powers of the root of x^3 = x +
/// 1.
const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];

impl RoundStream {
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
