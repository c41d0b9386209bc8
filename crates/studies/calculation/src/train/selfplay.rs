//! A game of a training: the greedy turn, a random one now and then.

use super::{Lesson, Plan, Stage};
use crate::{
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use yomikiri_calculation::{Calculation, Position, Purpose, Stream, rules::nth};
use yomikiri_core::Game;
use yomikiri_learn::{Step, returns};

/// Who plays, and what.
#[derive(Clone, Copy)]
pub(super) struct SelfPlay<'a> {
    pub plan: &'a Plan,
    /// By number of the variant.
    pub values: &'a [ValueFunction<'a>],
}

/// Room for a game; kept, so that nothing is allocated.
#[derive(Default)]
pub(super) struct Room {
    turn: Turn,
    steps: Vec<Step>,
    positions: Vec<Position>,
    targets: Vec<f32>,
}

impl SelfPlay<'_> {
    /// Plays a game: whether it was won, and its positions with what they should have been worth.
    pub fn play(self, number: u64, room: &mut Room) -> (bool, Vec<Lesson>) {
        let Self { plan, values } = self;
        let variant = (number % values.len() as u64) as usize;
        let values = &values[variant];
        let stage = Stage::new(number, plan.games);
        let won = room.play(values, plan.seed, number, stage);
        let outcome = if won { 1.0 } else { room.consolation(values.game(), stage) };
        returns(&room.steps, outcome, plan.lambda, &mut room.targets);
        let lessons = room.positions.iter().zip(&room.targets);
        (won, lessons.map(|(&pos, &target)| Lesson { variant, pos, target }).collect())
    }
}

impl Room {
    fn play(&mut self, values: &ValueFunction, seed: u64, number: u64, stage: Stage) -> bool {
        let game = values.game();
        let filter = if stage.help() > 0.0 { TurnFilter::BasesFirst } else { TurnFilter::Everything };
        let explored = stage.exploration();
        let mut deal = Stream::new(seed, number, Purpose::Deal);
        let mut choice = Stream::new(seed, number, Purpose::Choice);
        self.steps.clear();
        self.positions.clear();
        let mut pos = game.start();
        while pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, deal.below(pos.hidden())));
            values.evaluate(&pos, filter, &mut self.turn);
            let Some(best) = self.turn.best() else { return false };
            let mut outcome = best;
            let greedy = choice.unit() >= explored;
            if !greedy {
                outcome = &self.turn.outcomes[choice.below(self.turn.outcomes.len() as u32) as usize];
            }
            let best = yomikiri_learn::logistic(best.logit);
            pos = self.turn.after(game, outcome);
            // The last position is won or lost, which is no matter of learning.
            if pos.hidden() > 0 {
                self.steps.push(Step { best, greedy });
                self.positions.push(pos);
            }
        }
        game.can_finish(&pos)
    }

    /// What a lost game is worth in the first lessons: the better, the further it came.
    fn consolation(&self, game: &Calculation, stage: Stage) -> f32 {
        let Some(last) = self.positions.last() else { return 0.0 };
        let cards = game.variant().cards() as f32;
        0.5 * stage.help() as f32 * (last.placed() as f32 / cards).powi(2)
    }
}
