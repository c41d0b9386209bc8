//! How a model is learnt from games.
//!
//! Method: gradient descent through the positions in random order, every other one mirrored in the diagonal. The value of a
//! position is drawn half to what the search thought of it and half to how the game ended: the first is steady, the
//! second just. The moves are drawn to the shares of the visits.
//!
//! Cost: no more than 18 microseconds a position and epoch (the clock of a busy machine).

use crate::{Model, features::features, selfplay::Sample};
use yomikiri_blokus::{Arena, Board, Move, Position};
use yomikiri_search::Random;

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

/// The same for the moves.
const PRIOR_RATE: f32 = 0.05;

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

/// Learns a value from all samples, and moves from those from `recent` on, whose player was the best. Gives what the positions
/// that were kept aside, the last ones, say of it. `heard` is told of every epoch.
pub fn fit(samples: &[Sample], recent: usize, settings: Settings, heard: &mut dyn FnMut()) -> (Model, Loss) {
    let (learnt, aside) = samples.split_at(samples.len() - samples.len() / ASIDE);
    let mut model = Model::new(settings.seed);
    let mut random = Random::new(settings.seed);
    let mut order: Vec<usize> = (0..learnt.len()).collect();
    let (mut done, all) = (0, settings.epochs as usize * learnt.len());
    for _ in 0..settings.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for &i in &order {
            let pace = (1.0 - done as f32 / all as f32).max(0.02);
            let mirrored = random.below(2) == 1;
            learn_value(&mut model, &learnt[i], mirrored, pace * RATE);
            if i >= recent {
                learn_moves(&mut model, &learnt[i], pace * PRIOR_RATE);
            }
            done += 1;
        }
        heard();
    }
    let loss = measure(&mut model, aside);
    (model, loss)
}

fn learn_value(model: &mut Model, sample: &Sample, mirrored: bool, rate: f32) {
    let mut position = sample.position;
    if mirrored {
        position = Position { covered: position.covered.map(Board::mirrored), ..position };
    }
    let mut list = Vec::with_capacity(512);
    features(&Arena::new(&position), &mut list);
    model.network.learn(&list, 0.5 * (sample.thought + sample.result), rate);
}

fn learn_moves(model: &mut Model, sample: &Sample, rate: f32) -> f32 {
    let pos = Arena::new(&sample.position);
    let mut moves = Vec::new();
    pos.fields[pos.side.index()].placements(&mut moves);
    let visits: u32 = sample.visits.iter().map(|(_, count)| u32::from(*count)).sum();
    let share = |mv: Move| {
        let found = sample.visits.iter().find(|(known, _)| *known == mv);
        found.map_or(0.0, |(_, count)| f32::from(*count) / visits as f32)
    };
    let targets: Vec<_> = moves.into_iter().map(|mv| (mv, share(mv))).collect();
    model.prior.learn(&pos, &targets, rate)
}

/// How well a model does on positions that it has not seen.
fn measure(model: &mut Model, aside: &[Sample]) -> Loss {
    let mut loss = Loss::default();
    for sample in aside {
        let value = model.value(&Arena::new(&sample.position)).clamp(1e-4, 1.0 - 1e-4);
        loss.result -= sample.result * value.ln() + (1.0 - sample.result) * (1.0 - value).ln();
        loss.moves += learn_moves(model, sample, 0.0);
    }
    let count = aside.len().max(1) as f32;
    Loss { result: loss.result / count, moves: loss.moves / count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duo, selfplay};

    #[test]
    fn what_was_played_is_learnt() {
        let games = (0..12).flat_map(|seed| selfplay::game(&Duo::default(), 20, seed));
        let samples: Vec<_> = games.collect();
        let settings = |epochs| Settings { epochs, seed: 1 };
        let mut epochs = 0;
        let (model, _) = fit(&samples, 0, settings(12), &mut || epochs += 1);
        assert_eq!(epochs, 12);
        let (mut model, mut untaught) = (model, Model::new(1));
        let (after, before) = (measure(&mut model, &samples), measure(&mut untaught, &samples));
        assert!(after.result < before.result - 0.1, "{after:?} {before:?}");
        assert!(after.moves < before.moves - 0.1, "{after:?} {before:?}");
        // The same again gives the same again.
        assert_eq!(fit(&samples, 0, settings(12), &mut || ()).0, model);
    }
}
