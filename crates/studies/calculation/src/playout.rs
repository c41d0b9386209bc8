//! Games played on to their end: what the searches believe.

use crate::{
    heuristic::Heuristic,
    judge::{Habit, Judge, Turn},
};
use yomikiri_calculation::{
    Calculation, Position,
    rules::nth,
    simple::{Taste, step},
};
use yomikiri_core::Solitaire;
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Pick, Rollout};

/// Who plays on.
pub enum Playout<'a> {
    /// Random moves.
    Simple(Taste),
    /// The rules of thumb.
    Heuristic(Heuristic),
    /// The best of each turn by a network, which values what is reached after some turns.
    Learnt {
        /// The values.
        judge: Judge<'a>,
        /// How many turns are played.
        turns: u32,
    },
}

impl Rollout<Calculation> for Playout<'_> {
    fn roll(&self, game: &Calculation, pos: &Position, pick: Pick) -> f64 {
        let mut pos = *pos;
        match self {
            Self::Simple(taste) => while step(game, &mut pos, *taste, pick) {},
            Self::Heuristic(heuristic) => loop {
                if let Some(next) = game.happen(&pos, pick) {
                    pos = next;
                }
                let Some(mv) = heuristic.choose(game, &pos, pick) else { break };
                game.make(&mut pos, mv);
            },
            Self::Learnt { judge, turns } => {
                return learnt(judge, &mut pos, *turns, &mut Turn::default(), pick);
            }
        }
        f64::from(u8::from(game.is_won(&pos)))
    }
}

/// After how many turns a play-out is valued again.
const STRIDE: u32 = 6;

/// Plays some turns by the judge's values, and gives the mean of what it is worth after every sixth turn and at last: what is thought
/// of it, and where the stock is empty, what it is. Early values are biased, late ones are noisy; their mean tells more than
/// either.
pub fn learnt(judge: &Judge, pos: &mut Position, turns: u32, turn: &mut Turn, pick: Pick) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for number in 1..=turns {
        if pos.turned == 0 && pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, pick(pos.hidden())));
        }
        if pos.hidden() == 0 {
            return (sum + f64::from(u8::from(judge.game.can_finish(pos)))) / (count + 1.0);
        }
        judge.look(pos, Habit::Free, turn);
        let Some(best) = turn.best() else { return 0.0 };
        if number % STRIDE == 0 || number == turns {
            sum += f64::from(logistic(best.logit));
            count += 1.0;
        }
        *pos = turn.after(judge.game, best);
    }
    sum / count
}
