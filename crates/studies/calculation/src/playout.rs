//! Games played on to their end: what the searches believe.

use crate::{
    heuristic::Heuristic,
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use yomikiri_calculation::{
    Calculation, Position,
    rules::nth,
    simple::{PlayoutPolicy, step},
};
use yomikiri_core::Solitaire;
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{DefaultPolicy, Pick};

/// Who plays on.
pub enum Playout<'a> {
    /// Random moves.
    Simple(PlayoutPolicy),
    /// The rules of thumb.
    Heuristic(Heuristic),
    /// The best of each turn by a network, which values what is reached after some turns.
    Learnt {
        /// The values.
        values: ValueFunction<'a>,
        /// How many turns are played.
        turns: u32,
    },
}

impl DefaultPolicy<Calculation> for Playout<'_> {
    fn play_out(&self, game: &Calculation, pos: &Position, pick: Pick) -> f64 {
        let mut pos = *pos;
        match self {
            Self::Simple(policy) => while step(game, &mut pos, *policy, pick) {},
            Self::Heuristic(heuristic) => loop {
                if let Some(next) = game.happen(&pos, pick) {
                    pos = next;
                }
                let Some(mv) = heuristic.choose(game, &pos, pick) else { break };
                game.make(&mut pos, mv);
            },
            Self::Learnt { values, turns } => {
                return Turn::kept(|[turn, _]| learnt(values, &mut pos, *turns, turn, pick));
            }
        }
        f64::from(u8::from(game.is_won(&pos)))
    }
}

/// Plays some turns by learnt values, at least one, and gives the value of what is reached: what it is
/// where the stock is empty, what it is thought to be elsewhere.
pub fn learnt(values: &ValueFunction, pos: &mut Position, turns: u32, turn: &mut Turn, pick: Pick) -> f64 {
    let mut left = turns;
    loop {
        if pos.turned == 0 && pos.hidden() > 0 {
            turn_up(pos, pick);
        }
        if pos.hidden() == 0 {
            return f64::from(u8::from(values.game().can_finish(pos)));
        }
        let Some(logit) = advance(values, pos, turn) else { return 0.0 };
        if left <= 1 {
            return f64::from(logistic(logit));
        }
        left -= 1;
    }
}

/// Turns up a card of those that are hidden.
pub fn turn_up(pos: &mut Position, pick: Pick) {
    pos.turn(nth(&pos.stock, pick(pos.hidden())));
}

/// Plays the turn that is best by learnt values, and gives its logit; none if there is no turn.
pub fn advance(values: &ValueFunction, pos: &mut Position, turn: &mut Turn) -> Option<f32> {
    values.evaluate(pos, TurnFilter::Undominated, turn);
    let best = turn.best()?;
    *pos = turn.after(values.game(), best);
    Some(best.logit)
}
