//! Self-play: a player that begins with nothing and learns what positions are worth from its own games.
//!
//! Method: TD(λ) on the positions after each turn. A round of games is played with the same weights; the
//! player takes the turn of the greatest value, and a random one now and then. Then the positions of the round are taught in random order, in batches, each followed by a
//! step of [`Descent`] at a rate that falls to a fiftieth: one game's positions after the other, which are much alike, teach nothing (`docs/calculation.md`). Games that are never won teach nothing: the first
//! lessons reward cards placed as well, and cards go to bases whenever they can; after that only winning counts and
//! every card may be kept back. One thread, and all random numbers by seed
//! and number of the game: the same weights every time.
//!
//! Variants may differ in their piles, and one network learns them all: what is learnt where games are won early holds where they are won late.

use crate::{
    descent::Descent,
    judge::{Habit, Judge, Turn},
    network::{Back, Network, Quantized, Seen},
    values::Values,
};
use yomikiri_calculation::{Calculation, Deal, Outlook, Position, Purpose, Stream, Variant, rules::nth};
use yomikiri_core::Game;
use yomikiri_learn::{Step, returns};

/// How a training goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played, in turn: a variant as often as it is named.
    pub variants: Vec<Variant>,
    /// How many games in all.
    pub games: u64,
    /// Where all random numbers come from.
    pub seed: u64,
    /// The learning rate at the beginning and at the end.
    pub rate: [f32; 2],
    /// How far outcomes reach back.
    pub lambda: f32,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            variants: vec![Variant::CALCULATION],
            games: 1_000_000,
            seed: 1,
            rate: [0.003, 0.00006],
            lambda: 0.7,
        }
    }
}

/// The share of the games in which cards placed are rewarded, and in which everything goes to the bases.
const LESSONS: f64 = 0.02;
/// Positions between two steps.
const BATCH: usize = 64;
/// The share of random turns at the beginning; it falls to nothing at the end.
const EXPLORATION: f64 = 0.02;
/// How many settings of a turn are looked at, a quarter of what players look at.
const SETTINGS: usize = 16;
/// How many games are played between two places at which a training can be interrupted.
const ROUND: u64 = 500;

/// What has been learnt, and how it went lately.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    network: Network,
    descent: Descent,
    /// The number of the next game.
    game: u64,
    games: Vec<(Calculation, Outlook)>,
    turn: Turn,
    steps: Vec<Step>,
    positions: Vec<Position>,
    targets: Vec<f32>,
    /// Those of a round.
    lessons: Vec<Lesson>,
    back: Back,
    seen: Box<Seen>,
    gradient: Network,
}

/// A position of a game, and what it should have been worth.
#[derive(Clone, Debug)]
struct Lesson {
    variant: usize,
    pos: Position,
    target: f32,
}

impl Training {
    /// Begins a training.
    pub fn new(plan: Plan) -> Self {
        let network = Network::new(plan.seed);
        Self::resume(plan, network, Descent::new(), 0)
    }

    /// Goes on with a training that was interrupted between two rounds, with so many games played. What is learnt is the same as without
    /// the interruption, to the bit.
    pub fn resume(plan: Plan, network: Network, descent: Descent, game: u64) -> Self {
        let games =
            plan.variants.iter().map(|&variant| (Calculation::new(variant), Outlook::new(variant))).collect();
        Self {
            plan,
            back: Back::new(&network),
            network,
            descent,
            game,
            games,
            turn: Turn::default(),
            steps: Vec::new(),
            positions: Vec::new(),
            targets: Vec::new(),
            lessons: Vec::new(),
            seen: Seen::nothing(),
            gradient: Network::zero(),
        }
    }

    /// The weights.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// What is remembered of the gradients.
    pub const fn descent(&self) -> &Descent {
        &self.descent
    }

    /// How many games are played.
    pub const fn games(&self) -> u64 {
        self.game
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.game >= self.plan.games
    }

    /// Plays a round of games with the same weights, and learns from them; how many were won.
    pub fn round(&mut self) -> u64 {
        let first = self.game;
        let last = (first + ROUND).min(self.plan.games);
        let mut wins = 0;
        self.lessons.clear();
        while self.game < last {
            let share = self.game as f64 / self.plan.games as f64;
            let won = self.play(share);
            self.remember(share, won);
            wins += u64::from(won);
            self.game += 1;
        }
        self.learn(first);
        wins
    }

    fn play(&mut self, share: f64) -> bool {
        let (game, outlook) = &self.games[(self.game % self.games.len() as u64) as usize];
        let judge = Judge::with(game, outlook.clone(), Values::Exact(&self.network)).with_settings(SETTINGS);
        let habit = if share < LESSONS { Habit::Eager } else { Habit::Free };
        let explored = EXPLORATION * (1.0 - share);
        let mut deal = Stream::new(self.plan.seed, self.game, Purpose::Deal);
        let mut choice = Stream::new(self.plan.seed, self.game, Purpose::Choice);
        self.steps.clear();
        self.positions.clear();
        let mut pos = game.start();
        while pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, deal.below(pos.hidden())));
            judge.look(&pos, habit, &mut self.turn);
            let Some(best) = self.turn.best() else { return false };
            let mut prospect = best;
            let greedy = choice.unit() >= explored;
            if !greedy {
                prospect = &self.turn.prospects[choice.below(self.turn.prospects.len() as u32) as usize];
            }
            let best = yomikiri_learn::logistic(best.logit);
            pos = self.turn.after(game, prospect);
            // The last position is won or lost, which is no matter of learning.
            if pos.hidden() > 0 {
                self.steps.push(Step { best, greedy });
                self.positions.push(pos);
            }
        }
        game.can_finish(&pos)
    }

    /// The positions of a game with what they should have been worth.
    fn remember(&mut self, share: f64, won: bool) {
        let outcome = if won { 1.0 } else { self.consolation(share) };
        returns(&self.steps, outcome, self.plan.lambda, &mut self.targets);
        let variant = (self.game % self.games.len() as u64) as usize;
        let lessons = self.positions.iter().zip(&self.targets);
        self.lessons.extend(lessons.map(|(&pos, &target)| Lesson { variant, pos, target }));
    }

    /// Learns from the positions of a round, in random order.
    fn learn(&mut self, first: u64) {
        let mut order = Stream::new(self.plan.seed, first, Purpose::Search);
        for i in (1..self.lessons.len()).rev() {
            self.lessons.swap(i, order.below(i as u32 + 1) as usize);
        }
        let share = first as f32 / self.plan.games as f32;
        let [initial, last] = self.plan.rate;
        let rate = (1.0 - share) * (initial - last) + last;
        for batch in self.lessons.chunks(BATCH) {
            self.back = Back::new(&self.network);
            for Lesson { variant, pos, target } in batch {
                let (_, outlook) = &self.games[*variant];
                let room = (&mut *self.seen, &mut self.back);
                self.network.teach(&mut self.gradient, outlook, pos, *target, room);
            }
            self.descent.step(&mut self.network, &mut self.gradient, 1.0 / batch.len() as f32, rate);
        }
    }

    /// What a lost game is worth in the first lessons: the better, the further it came.
    fn consolation(&self, share: f64) -> f32 {
        let Some(last) = self.positions.last() else { return 0.0 };
        let weight = (1.0 - share / LESSONS).max(0.0) as f32;
        let cards = self.games[0].0.variant().cards() as f32;
        0.5 * weight * (last.placed() as f32 / cards).powi(2)
    }
}

/// How often the learnt values win, looking one turn ahead, over the deals of a seed.
pub fn rate(variant: Variant, network: &Network, seed: u64, games: u64) -> f64 {
    let game = Calculation::new(variant);
    let quantized = Quantized::new(network);
    let judge = Judge::new(&game, &quantized);
    let mut turn = Turn::default();
    let won = |number: &u64| {
        let deal = Deal::of_game(variant, seed, *number);
        let mut pos = game.start();
        for &card in deal.cards() {
            pos.turn(card);
            judge.look(&pos, Habit::Free, &mut turn);
            let Some(best) = turn.best() else { return false };
            pos = turn.after(&game, best);
        }
        game.can_finish(&pos)
    };
    (0..games).filter(won).count() as f64 / games as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Checkpoint;
    use yomikiri_learn::Record;

    fn plan(games: u64) -> Plan {
        Plan { variants: vec!["ranks=7,piles=2".parse().unwrap()], games, ..Plan::default() }
    }

    fn trained(games: u64) -> Network {
        let mut training = Training::new(plan(games));
        while !training.is_over() {
            training.round();
        }
        training.network
    }

    #[test]
    fn the_same_seed_teaches_the_same() {
        assert_eq!(trained(200), trained(200));
    }

    #[test]
    fn an_interruption_changes_nothing() {
        let mut training = Training::new(plan(1200));
        while !training.is_over() {
            training.round();
            let Training { network, descent, game, .. } = training;
            let bytes = Checkpoint { network, descent, record: Record::default() }.to_bytes();
            let Checkpoint { network, descent, .. } = Checkpoint::from_bytes(&bytes).unwrap();
            training = Training::resume(plan(1200), network, descent, game);
        }
        assert_eq!(training.network, trained(1200));
    }

    #[test]
    fn what_is_learnt_wins_more_often() {
        let variant = "ranks=7,piles=2".parse().unwrap();
        let before = rate(variant, &Network::new(1), 9, 1000);
        let after = rate(variant, &trained(3000), 9, 1000);
        assert!(after > before + 0.1, "{before} before, {after} after");
    }
}
