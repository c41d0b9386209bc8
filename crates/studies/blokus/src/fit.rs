//! How a model is learnt from games.
//!
//! Method: the positions in random order, every other one mirrored in the diagonal, in batches of 32; after
//! each a step of [`Adam`] at a rate that falls to a fiftieth. The value of a position is drawn half to what
//! the search thought of it and half to how the game ended: the first is steady, the second just. The moves
//! are drawn to the shares of the visits.
//!
//! A batch is cut into four parts, each summed by one thread, and the sums are added in order: any number of
//! threads learns the same.

use crate::{
    MctsGame, Model,
    input::Input,
    network::{Activations, Network, ROWS},
    prior,
    selfplay::{self, Sample},
};
use rayon::prelude::*;
use std::sync::Arc;
use yomikiri_blokus::{Board, Move, PlayoutState, Position};
use yomikiri_core::Random;
use yomikiri_learn::{Adam, OperationOrder, crc32};

/// What a fit depends on, beside the games.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often each position is looked at.
    pub epochs: u64,
    /// For the initial weights, and the order.
    pub seed: u64,
}

/// How fast the network learns at first; in the end a fiftieth of it.
const RATE: f32 = 0.002;

/// Positions between two steps.
const BATCH: usize = 32;

/// Parts of a batch.
const PARTS: usize = 4;

/// The last of so many positions are not learnt from; they show what was learnt.
const ASIDE: usize = 20;

/// Mean cross entropies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// Of the value, against how the games ended.
    pub result: f32,
    /// Of the moves, against the visits.
    pub moves: f32,
}

/// Learns a value from all samples, and moves from those from `recent` on, whose players were the best. Gives
/// what the positions that were kept aside, the last ones, say of it. `on_progress` is told of every epoch.
pub fn fit(
    samples: &[Sample],
    recent: usize,
    settings: Settings,
    on_progress: &mut dyn FnMut(),
) -> (Model, Loss) {
    let (learnt, aside) = samples.split_at(samples.len() - samples.len() / ASIDE);
    let mut network = Network::new(settings.seed);
    let mut random = Random::new(settings.seed);
    let mut adam = Adam::new(ROWS, OperationOrder::Divisions);
    let mut order: Vec<usize> = (0..learnt.len()).collect();
    let (mut done, all) = (0, settings.epochs as usize * learnt.len());
    for _ in 0..settings.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for batch in order.chunks(BATCH) {
            let pace = (1.0 - done as f32 / all as f32).max(0.02);
            let examples: Vec<_> = batch
                .iter()
                .map(|&i| Example { sample: &learnt[i], mirrored: random.below(2) == 1, moves: i >= recent })
                .collect();
            let gradient = gradient(&network, &examples);
            let scale = 1.0 / batch.len() as f32;
            adam.step(&mut network.0, &[&gradient.0], scale, pace * RATE);
            done += batch.len();
        }
        on_progress();
    }
    let model = Model::of(network);
    let loss = measure(&model, aside);
    (model, loss)
}

/// A checksum of how games are played before anything is learnt and after, and of how it is learnt: another
/// program plays other games.
pub fn fingerprint() -> u32 {
    let game = |model| selfplay::game(&MctsGame { model, ..MctsGame::default() }, 20, 1);
    let first = game(None);
    let (model, _) = fit(&first.samples(), 0, Settings { epochs: 1, seed: 1 }, &mut || ());
    crc32((first.write() + &game(Some(Arc::new(model))).write()).as_bytes())
}

/// A position to learn from.
struct Example<'a> {
    sample: &'a Sample,
    mirrored: bool,
    /// Whether its moves are worth learning.
    moves: bool,
}

/// The sum of the gradients of a batch.
fn gradient(network: &Network, examples: &[Example]) -> Network {
    let part = |examples: &[Example]| {
        let (mut sum, mut seen) = (Network::zero(), Activations::new());
        for example in examples {
            example.teach(network, &mut seen, &mut sum);
        }
        sum
    };
    let parts: Vec<_> = examples.par_chunks(BATCH / PARTS).map(part).collect();
    parts
        .into_iter()
        .reduce(|mut sum, part| {
            sum.0.add(&part.0);
            sum
        })
        .unwrap_or_else(Network::zero)
}

impl Example<'_> {
    fn teach(&self, network: &Network, seen: &mut Activations, gradient: &mut Network) {
        let Sample { position, thought, result, .. } = self.sample;
        let mirrored = |board: Board| if self.mirrored { board.mirrored() } else { board };
        let pos = PlayoutState::new(&Position { covered: position.covered.map(mirrored), ..*position });
        let input = Input::new(&pos);
        network.see(&input, seen);
        let target = 0.5 * (thought + result);
        let moves = self.moves.then(|| {
            let targets = targets(&pos, self.sample, self.mirrored);
            prior::move_gradient(network, &input, &network.worth(&input, seen), &targets)
        });
        let moves = moves.as_ref().map(|example| (&example.worth, &example.pieces));
        network.teach(gradient, &input, seen, target, moves);
    }
}

/// All moves of a position, which may be mirrored, with their shares of the visits.
fn targets(pos: &PlayoutState, sample: &Sample, mirrored: bool) -> Vec<(Move, f32)> {
    let mut moves = Vec::new();
    pos.fields[pos.side.index()].placements(&mut moves);
    let visits: u32 = sample.visits.iter().map(|(_, count)| u32::from(*count)).sum();
    let mut shares = sample.visits.clone();
    if mirrored {
        for (mv, _) in &mut shares {
            *mv = mv.mirrored();
        }
    }
    shares.sort_unstable_by_key(|(mv, _)| mv.number());
    let share = |mv: Move| {
        let found = shares.binary_search_by_key(&mv.number(), |(known, _)| known.number());
        found.map_or(0.0, |at| f32::from(shares[at].1) / visits as f32)
    };
    moves.into_iter().map(|mv| (mv, share(mv))).collect()
}

/// How well a model, as it plays, does on positions that it has not seen.
fn measure(model: &Model, aside: &[Sample]) -> Loss {
    let mut loss = Loss::default();
    for sample in aside {
        let pos = PlayoutState::new(&sample.position);
        let value = model.value(&pos).clamp(1e-4, 1.0 - 1e-4);
        loss.result -= sample.result * value.ln() + (1.0 - sample.result) * (1.0 - value).ln();
        let targets = targets(&pos, sample, false);
        let mut odds = targets.clone();
        model.weigh(&pos, &mut odds);
        loss.moves += prior::cross_entropy(&targets, &odds);
    }
    let count = aside.len().max(1) as f32;
    Loss { result: loss.result / count, moves: loss.moves / count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MctsGame, selfplay};

    #[test]
    fn what_was_played_is_learnt() {
        let games = (0..12).flat_map(|seed| selfplay::game(&MctsGame::default(), 20, seed).samples());
        let samples: Vec<_> = games.collect();
        let settings = |epochs| Settings { epochs, seed: 1 };
        let mut epochs = 0;
        let (model, _) = fit(&samples, 0, settings(8), &mut || epochs += 1);
        assert_eq!(epochs, 8);
        let (after, before) = (measure(&model, &samples), measure(&Model::new(1), &samples));
        assert!(after.result < before.result - 0.1, "{after:?} {before:?}");
        assert!(after.moves < before.moves - 0.1, "{after:?} {before:?}");
        // The same again gives the same again.
        let again = || fit(&samples, 0, settings(2), &mut || ()).0;
        assert_eq!(again(), again());
    }
}
