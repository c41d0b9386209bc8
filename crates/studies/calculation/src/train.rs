//! Self-play: a player that begins with nothing and learns what positions are worth from its own games.
//!
//! Method: TD(λ) on the positions after each turn. A round of games is played with the same weights; the
//! player takes the turn of the greatest value, and a random one now and then. Then the positions of the
//! round are taught in random order, in batches, each followed by a step of [`Adam`]: one game's positions
//! after the other, which are much alike, teach nothing (`docs/notes/calculation-values.md`). Games that
//! are never won teach nothing: the first lessons reward cards placed as well, and cards go to bases
//! whenever they can; after that only winning counts and every card may be kept back. The rate and the
//! share of random turns fall twice, the second time from half as high: what the second half teaches builds
//! on values that have come to rest once (`docs/notes/calculation-values.md`). All random numbers come from
//! the seed and the number of the game, and sums are taken in parts that do not depend on the threads: the
//! same weights every time.
//!
//! Cost: a game takes a millisecond of processor time, of which three quarters are looks in integers
//! ([`Quantized`]), as in play. Both halves of a batch are learnt from side by side.
//!
//! Variants may differ in their piles, and one network learns them all: what is learnt where games are won
//! early holds where they are won late.

mod selfplay;

use crate::{
    model::ORDER,
    network::{Activations, Back, Network, Quantized, ROWS},
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use rayon::prelude::*;
use selfplay::{Room, SelfPlay};
use std::array;
use yomikiri_calculation::{BaseTables, Calculation, Deal, Position, Purpose, Stream, Variant};
use yomikiri_core::{Game, play::Progress};
use yomikiri_learn::Adam;

/// How a training goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played, in turn: a variant as often as it is named.
    pub variants: Vec<Variant>,
    /// How many games in all.
    pub games: u64,
    /// Where all random numbers come from.
    pub seed: u64,
    /// The learning rate at the beginning and at the end of the first half.
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
            rate: [0.001, 0.00002],
            lambda: 0.7,
        }
    }
}

/// The share of the first half in which cards placed are rewarded, and in which everything goes to the bases.
const LESSONS: f64 = 0.02;
/// Parts of a batch, which are learnt from side by side.
const PARTS: usize = 2;
/// Positions between two steps.
const BATCH: usize = 64;
/// The share of random turns at the beginning; it falls to nothing in each half.
const EXPLORATION: f64 = 0.02;
/// How many settings of a turn are looked at, an eighth of what players look at.
const SETTINGS: usize = 16;
/// How many games are played between two places at which a training can be interrupted.
const ROUND: u64 = 500;

/// How far a training is.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// How high rate and exploration begin in this half: one, or a half in the second.
    height: f32,
    /// The part of the half that is over.
    share: f64,
}

impl Stage {
    fn new(game: u64, games: u64) -> Self {
        let share = 2.0 * game as f64 / games as f64;
        if share < 1.0 { Self { height: 1.0, share } } else { Self { height: 0.5, share: share - 1.0 } }
    }

    fn rate(self, [initial, last]: [f32; 2]) -> f32 {
        self.height * (1.0 - self.share as f32) * (initial - last) + last
    }

    /// The share of random turns.
    fn exploration(self) -> f64 {
        EXPLORATION * f64::from(self.height) * (1.0 - self.share)
    }

    /// What falls from one to nothing in the first lessons.
    fn help(self) -> f64 {
        if self.height < 1.0 { 0.0 } else { (1.0 - self.share / LESSONS).max(0.0) }
    }
}

/// What has been learnt, and how it goes on.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    grounds: Vec<(Calculation, BaseTables)>,
    network: Network,
    adam: Adam,
    /// The number of the next game.
    game: u64,
    /// What the parts of a batch teach.
    parts: [BatchPart; PARTS],
}

/// How many points the learning curve has.
const POINTS: u64 = 40;

/// How many games a point is measured by, and the seed of their deals.
const TESTS: (u64, u64) = (1000, 0x7e57);

/// A point of the learning curve.
#[derive(Clone, Debug)]
pub struct CurvePoint {
    /// How many games are played.
    pub games: u64,
    /// Of those since the last point, the share that was won.
    pub won_in_training: f64,
    /// By variant: how often the learnt values win test deals, looking one turn ahead.
    pub rates: Vec<f64>,
}

/// A position of a game, and what it should have been worth.
#[derive(Clone, Debug)]
struct Lesson {
    variant: usize,
    pos: Position,
    target: f32,
}

/// What a part of a batch teaches, with room for it.
#[derive(Clone, Debug)]
struct BatchPart {
    gradient: Network,
    back: Back,
    seen: Box<Activations>,
}

impl BatchPart {
    fn none(network: &Network) -> Self {
        Self { gradient: Network::zero(), back: Back::new(network), seen: Activations::new() }
    }

    fn teach(&mut self, network: &Network, grounds: &[(Calculation, BaseTables)], part: &[Lesson]) {
        self.back.follow(network);
        for Lesson { variant, pos, target } in part {
            let (_, base_tables) = &grounds[*variant];
            network.teach(&mut self.gradient, base_tables, pos, *target, (&mut self.seen, &mut self.back));
        }
    }
}

impl Training {
    /// Begins a training.
    pub fn new(plan: Plan) -> Self {
        let network = Network::new(plan.seed);
        Self::resume(plan, network, Adam::new(ROWS, ORDER), 0)
    }

    /// Goes on with a training that was interrupted between two rounds, with so many games played. What is
    /// learnt is the same as without the interruption, to the bit.
    pub fn resume(plan: Plan, network: Network, adam: Adam, game: u64) -> Self {
        let grounds = plan
            .variants
            .iter()
            .map(|&variant| (Calculation::new(variant), BaseTables::new(variant)))
            .collect();
        let parts = array::from_fn(|_| BatchPart::none(&network));
        Self { plan, grounds, network, adam, game, parts }
    }

    /// The weights.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// What is remembered of the gradients.
    pub const fn adam(&self) -> &Adam {
        &self.adam
    }

    /// How many games are played.
    pub const fn games(&self) -> u64 {
        self.game
    }

    /// Plays and learns up to the next point of the learning curve; none if the training is over.
    pub fn advance(&mut self, progress: &dyn Progress) -> Option<CurvePoint> {
        let (first, all, mut wins) = (self.game, self.plan.games, 0);
        if first >= all {
            return None;
        }
        loop {
            let before = self.game;
            wins += self.round();
            progress.advance(self.game - before);
            if self.game * POINTS / all > before * POINTS / all {
                break;
            }
        }
        let won_in_training = wins as f64 / (self.game - first) as f64;
        Some(CurvePoint { games: self.game, won_in_training, rates: self.rates() })
    }

    /// How often the values win test deals, by variant; one that is named twice is measured once.
    fn rates(&self) -> Vec<f64> {
        let variants = &self.plan.variants;
        let mut rates: Vec<f64> = Vec::new();
        for (i, variant) in variants.iter().enumerate() {
            let known = variants[..i].iter().position(|other| other == variant).map(|other| rates[other]);
            rates.push(known.unwrap_or_else(|| rate(*variant, &self.network, TESTS.1, TESTS.0)));
        }
        rates
    }

    /// Plays a round of games with the same weights, and learns from them; how many were won.
    pub fn round(&mut self) -> u64 {
        let last = (self.game + ROUND).min(self.plan.games);
        let quantized = Quantized::new(&self.network);
        let games = self.grounds.iter().map(|(game, _)| game);
        let values: Vec<_> =
            games.map(|game| ValueFunction::new(game, &quantized).with_settings(SETTINGS)).collect();
        let player = SelfPlay { plan: &self.plan, values: &values };
        let numbers = (self.game..last).into_par_iter();
        let games: Vec<_> =
            numbers.map_init(Room::default, |room, number| player.play(number, room)).collect();
        let wins = games.iter().filter(|(won, _)| *won).count();
        let mut lessons: Vec<_> = games.into_iter().flat_map(|(_, lessons)| lessons).collect();
        self.learn(&mut lessons);
        self.game = last;
        wins as u64
    }

    /// Learns from the positions of a round, in random order.
    fn learn(&mut self, lessons: &mut [Lesson]) {
        let mut order = Stream::new(self.plan.seed, self.game, Purpose::Search);
        for i in (1..lessons.len()).rev() {
            lessons.swap(i, order.below(i as u32 + 1) as usize);
        }
        let rate = Stage::new(self.game, self.plan.games).rate(self.plan.rate);
        for batch in lessons.chunks(BATCH) {
            let Self { grounds, network, adam, parts, .. } = self;
            // The parts are the same for any number of threads, and so is what they come to.
            let lessons = batch.par_chunks(BATCH / PARTS);
            parts
                .par_iter_mut()
                .zip(lessons)
                .for_each(|(part, lessons)| part.teach(network, grounds, lessons));
            let gradients = parts.each_ref().map(|part| &part.gradient.0);
            adam.step(&mut network.0, &gradients, 1.0 / batch.len() as f32, rate);
            parts.par_iter_mut().for_each(|part| part.gradient.0.clear());
        }
    }
}

/// How often the learnt values win, looking one turn ahead, over the deals of a seed.
pub fn rate(variant: Variant, network: &Network, seed: u64, games: u64) -> f64 {
    let game = Calculation::new(variant);
    let quantized = Quantized::new(network);
    let values = ValueFunction::new(&game, &quantized);
    let won = |turn: &mut Turn, number| {
        let deal = Deal::of_game(variant, seed, number);
        let mut pos = game.start();
        for &card in deal.cards() {
            pos.turn(card);
            values.evaluate(&pos, TurnFilter::Everything, turn);
            let Some(best) = turn.best() else { return false };
            pos = turn.after(&game, best);
        }
        game.can_finish(&pos)
    };
    let wins = (0..games).into_par_iter().map_init(Turn::default, won).filter(|won| *won).count();
    wins as f64 / games as f64
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
        while training.games() < training.plan.games {
            training.round();
        }
        training.network
    }

    #[test]
    fn the_same_seed_teaches_the_same_on_any_number_of_threads() {
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| trained(600))
        });
        assert_eq!(one, three);
    }

    #[test]
    fn an_interruption_changes_nothing() {
        interruptions_change_nothing(600);
    }

    #[test]
    #[ignore = "seconds: cargo xtask test --full"]
    fn an_interruption_of_a_longer_training_changes_nothing() {
        interruptions_change_nothing(2200);
    }

    fn interruptions_change_nothing(games: u64) {
        let mut training = Training::new(plan(games));
        while training.games() < training.plan.games {
            training.round();
            let Training { network, adam, game, .. } = training;
            let bytes = Checkpoint { network, adam, record: Record::default() }.to_bytes();
            let Checkpoint { network, adam, .. } = Checkpoint::from_bytes(&bytes).unwrap();
            training = Training::resume(plan(games), network, adam, game);
        }
        assert_eq!(training.network, trained(games));
    }

    #[test]
    fn what_is_learnt_wins_more_often() {
        learning_wins(1500, 500);
    }

    #[test]
    #[ignore = "seconds: cargo xtask test --full"]
    fn what_is_learnt_from_more_games_wins_more_often() {
        learning_wins(3000, 1000);
    }

    /// So many games to learn from, and so many to be measured by.
    fn learning_wins(games: u64, measured: u64) {
        let variant = "ranks=7,piles=2".parse().unwrap();
        let before = rate(variant, &Network::new(1), 9, measured);
        let after = rate(variant, &trained(games), 9, measured);
        assert!(after > before + 0.1, "{before} before, {after} after");
    }
}
