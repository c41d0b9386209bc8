//! How the network learns: the slopes of its cross entropies, from the heads back through the layers.
//!
//! Checked against differences of the cross entropies themselves, part by part (the test below).

use super::{
    Activations, DEEPER, EMBEDDING, FACT_BIAS, FACT_UNITS, LAYER, LAYERS, MOVES, MOVES_STAGED, Network,
    OUTPUT, POOLED_UNITS, POOLING, REGIONS, ROLES, STAGED, SquareLogits, pool, region, units, valued,
};
use crate::{
    convolution::{CHANNELS, Grid, convolve_back, embed_back},
    input::{Input, PIECES},
    square_kinds::KINDS,
};
use std::mem;
use yomikiri_simd::{Floats, by_level};

/// How much what moves teach counts for the channels, beside what values teach.
const MOVES_SHARE: f32 = 0.3;

impl Network {
    /// Adds to a gradient: of the cross entropy of the value against a target, and of the moves, by what
    /// squares and pieces add to their logits. Gradients point to where the cross entropy falls.
    pub fn teach(
        &self,
        gradient: &mut Self,
        input: &Input,
        seen: &Activations,
        target: f32,
        moves: Option<(&SquareLogits, &[f32; PIECES])>,
    ) {
        let [mut back, mut before] = [(); 2].map(|()| Box::new(Grid::ZERO));
        teach_value(self, gradient, input, seen, target, &mut back);
        if let Some((worth, pieces)) = moves {
            teach_moves(self, gradient, input, seen, worth, pieces, &mut back);
        }
        for number in (0..LAYERS).rev() {
            let (_, weights) = self.layer(number).split_last().expect("a bias");
            let slopes = &mut gradient.0[DEEPER][number * LAYER..(number + 1) * LAYER];
            let [from, out] = [&seen.0[number], &seen.0[number + 1]];
            convolve_back(weights, slopes, [from, out], input.open(), [&mut back, &mut before]);
            mem::swap(&mut back, &mut before);
        }
        let mut bias = Floats::ZERO;
        let rows = &mut gradient.0[EMBEDDING];
        embed_back(rows, &mut bias, &input.kinds, input.open(), &seen.0[0], &mut back);
        teach_facts(gradient, input, &bias);
    }
}

by_level! {
    fn teach_facts(simd, gradient: &mut Network, input: &Input, slope: &Floats) {
        for &fact in input.facts() {
            gradient.0[FACT_BIAS][usize::from(fact)].add(simd, slope);
        }
    }

    /// The gradient of the value's cross entropy, back to the last layer.
    fn teach_value(
        simd,
        network: &Network,
        gradient: &mut Network,
        input: &Input,
        seen: &Activations,
        target: f32,
        back: &mut Grid,
    ) {
        let pooled = pool(input, seen);
        let units = units(simd, network, input, &pooled);
        // The derivative of the cross entropy by the logit is simply the error.
        let (error, output) = (target - valued(simd, network, &units), &network.0[OUTPUT.start]);
        gradient.0[OUTPUT.start].add_times(simd, error, &units.bent(simd));
        let mut slopes = Floats::ZERO;
        slopes.add_times(simd, error, output);
        let slopes = slopes.unbent(simd, &units);
        for &fact in input.facts() {
            gradient.0[FACT_UNITS][usize::from(fact)].add(simd, &slopes);
        }
        let mut pooled_back = [Floats::ZERO; REGIONS];
        let rows = network.0[POOLED_UNITS].iter().zip(&mut gradient.0[POOLED_UNITS]);
        for (at, (row, gradient)) in rows.enumerate() {
            let (region, channel) = (at / CHANNELS, at % CHANNELS);
            gradient.add_times(simd, pooled[region].0[channel], &slopes);
            pooled_back[region].0[channel] = POOLING * row.dot(simd, &slopes);
        }
        for &place in input.open() {
            back.0[usize::from(place)].add(simd, &pooled_back[region(place)]);
        }
    }

    /// The gradient of the moves' cross entropy, back to the last layer.
    fn teach_moves(
        simd,
        network: &Network,
        gradient: &mut Network,
        input: &Input,
        seen: &Activations,
        worth: &SquareLogits,
        pieces: &[f32; PIECES],
        back: &mut Grid,
    ) {
        let staged = &mut gradient.0[MOVES_STAGED][input.stage * STAGED..(input.stage + 1) * STAGED];
        for &place in input.open() {
            for (role, &slope) in worth[usize::from(place)].iter().enumerate() {
                *number_mut(staged, role * KINDS + usize::from(input.kinds[usize::from(place)])) += slope;
            }
        }
        for (piece, slope) in pieces.iter().enumerate() {
            *number_mut(staged, ROLES * KINDS + piece) += slope;
        }
        for &place in input.open() {
            let place = usize::from(place);
            for (role, &slope) in worth[place].iter().enumerate() {
                gradient.0[MOVES][role].add_times(simd, slope, &seen.last().0[place]);
                back.0[place].add_times(simd, MOVES_SHARE * slope, &network.0[MOVES][role]);
            }
        }
    }
}

fn number_mut(cells: &mut [Floats], at: usize) -> &mut f32 {
    &mut cells[at / CHANNELS].0[at % CHANNELS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prior;
    use yomikiri_blokus::{Blokus, Move, PlayoutState};
    use yomikiri_core::Game;
    use yomikiri_core::Random;

    /// A position some random moves from the start.
    fn arena(plies: usize) -> PlayoutState {
        let (game, mut random) = (Blokus::default(), Random::new(8));
        let mut pos = game.start().position;
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.moves_of(&pos, &mut moves);
            pos = game.after(&pos, moves[random.below(moves.len())]);
        }
        PlayoutState::new(&pos)
    }

    /// The cross entropies of value and moves.
    fn losses(network: &Network, input: &Input, target: f32, targets: &[(Move, f32)]) -> [f64; 2] {
        let mut seen = Activations::new();
        network.see(input, &mut seen);
        let (value, target) = (f64::from(network.value(input, &pool(input, &seen))), f64::from(target));
        let mut odds = targets.to_vec();
        prior::weigh(network, input, &network.worth(input, &seen), &mut odds);
        let moves = f64::from(prior::cross_entropy(targets, &odds));
        [-(target * value.ln() + (1.0 - target) * (1.0 - value).ln()), moves]
    }

    /// Every part of the gradient is the slope of the cross entropies; beneath the heads that of the moves
    /// counts for less.
    #[test]
    fn the_gradient_is_the_slope() {
        for plies in [3, 12] {
            let (pos, mut network) = (arena(plies), Network::new(5));
            let input = Input::new(&pos);
            let mut moves = Vec::new();
            pos.fields[pos.side.index()].placements(&mut moves);
            let share = 1.0 / (moves.len() / 7 + 1) as f32;
            let targets: Vec<_> =
                moves.iter().enumerate().map(|(i, &mv)| (mv, if i % 7 == 0 { share } else { 0.0 })).collect();
            let (mut seen, mut gradient) = (Activations::new(), Network::zero());
            network.see(&input, &mut seen);
            let lesson = prior::move_gradient(&network, &input, &network.worth(&input, &seen), &targets);
            let moves = Some((&lesson.worth, &lesson.pieces));
            network.teach(&mut gradient, &input, &seen, 0.8, moves);
            let mut random = Random::new(plies as u64);
            for part in [EMBEDDING, FACT_BIAS, DEEPER, FACT_UNITS, POOLED_UNITS, OUTPUT, MOVES, MOVES_STAGED]
            {
                let head = part == MOVES || part == MOVES_STAGED;
                // The largest slopes of the part, which rounding hides least.
                let mut weights: Vec<_> = (0..400)
                    .map(|_| (part.start + random.below(part.len()), random.below(CHANNELS)))
                    .collect();
                let slope = |&(cell, channel): &(usize, usize)| gradient.0[cell].0[channel];
                weights.sort_by(|a, b| slope(b).abs().total_cmp(&slope(a).abs()));
                for weight @ &(cell, channel) in weights.iter().take(6) {
                    let mut nudged = |nudge: f32| {
                        let old = network.0[cell].0[channel];
                        network.0[cell].0[channel] = old + nudge;
                        let [value, moves] = losses(&network, &input, 0.8, &targets);
                        network.0[cell].0[channel] = old;
                        value + moves * if head { 1.0 } else { f64::from(MOVES_SHARE) }
                    };
                    let nudge = 1e-3;
                    let expected = (nudged(-nudge) - nudged(nudge)) / f64::from(2.0 * nudge);
                    let found = f64::from(slope(weight));
                    assert!(
                        (found - expected).abs() < 0.03 * expected.abs() + 3e-3,
                        "{found} {expected} {cell} {channel}"
                    );
                }
            }
        }
    }
}
