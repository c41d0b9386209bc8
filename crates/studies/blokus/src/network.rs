//! The network that tells how good a position is, and how likely each move.
//!
//! Method: two layers of convolutions ([`convolution`](crate::convolution)) over the kinds of squares, sixteen channels each. Their bias depends on the
//! facts about the whole ([`Scene`]). The value: the channels of the second layer are added up in nine regions of the board, and go with the facts through 32 hidden units
//! (leaky rectifiers) and a logistic function. The moves: the channels say what it is worth to cover a square, to touch it along an edge and
//! at a corner; a move's odds are the exponential of the sum over its squares, with weights for the kinds of squares and for the piece by stage of
//! the game beside ([`prior`](crate::prior)).
//!
//! Why: nearly all that makes a position good is local, and the same anywhere on the board. A network over features by square (7,473 rows of 32 units, and
//! linear priors) has to learn each pattern again at every place; figures in `docs/blokus.md`.
//!
//! Cost: 12,000 weights, which stay in the first two caches; the second layer does most of the work, 2,304 multiplications an open square.

use crate::{
    convolution::{
        AROUND, CHANNELS, Cell, Grid, PLACES, convolve, convolve_back, embed, embed_back, lanes, transpose,
        tree_sum,
    },
    scene::{FACTS, PIECES, Scene},
    sight::{KINDS, STAGES},
};
use multiversion::multiversion;
use std::{array, ops::Range};
use yomikiri_search::Random;

/// Layers after the first.
const LAYERS: usize = 2;

/// The weights of each, in cells: its convolution, and its bias.
const LAYER: usize = AROUND * CHANNELS + 1;

/// Hidden units of the value, in cells.
const HIDDEN: usize = 2;

/// The regions of the board: three rows of three.
const REGIONS: usize = 9;

/// What a square may be to a move: covered, touched along an edge, touched at a corner.
pub const ROLES: usize = 3;

/// Weights of the moves by stage: for each role and kind, and for each piece, in whole cells.
const STAGED: usize = (ROLES * KINDS + PIECES).div_ceil(CHANNELS);

// Where the weights lie, in cells.
const EMBEDDING: Range<usize> = 0..AROUND * KINDS;
const FACT_BIAS: Range<usize> = after(&EMBEDDING, FACTS);
const DEEPER: Range<usize> = after(&FACT_BIAS, LAYERS * LAYER);
const FACT_UNITS: Range<usize> = after(&DEEPER, FACTS * HIDDEN);
const POOLED_UNITS: Range<usize> = after(&FACT_UNITS, REGIONS * CHANNELS * HIDDEN);
const OUTPUT: Range<usize> = after(&POOLED_UNITS, HIDDEN);
const MOVES: Range<usize> = after(&OUTPUT, ROLES);
const MOVES_STAGED: Range<usize> = after(&MOVES, STAGES * STAGED);
const CELLS: usize = MOVES_STAGED.end;

const fn after(before: &Range<usize>, count: usize) -> Range<usize> {
    before.end..before.end + count
}

/// How many weights there are.
pub const WEIGHTS: usize = CELLS * CHANNELS;

/// How steep the hidden units are below zero.
const LEAK: f32 = 0.05;

/// Channels are added up in tenths: a region has 25 squares.
const POOLING: f32 = 0.1;

/// How much what moves teach counts for the channels, beside what values teach.
const MOVES_SHARE: f32 = 0.3;

/// The weights, or a gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(Vec<Cell>);

/// What the layers make of a position: 48 KiB, to be used again for the next.
pub struct Seen(Box<[Grid; LAYERS + 1]>);

impl Seen {
    /// Nothing seen yet.
    pub fn nothing() -> Self {
        Self(vec![Grid::ZERO; LAYERS + 1].try_into().unwrap_or_else(|_| unreachable!("as many grids")))
    }

    /// What the last layer says.
    fn last(&self) -> &Grid {
        &self.0[LAYERS]
    }
}

/// The value with what led to it.
struct Valued {
    pooled: [Cell; REGIONS],
    units: [Cell; HIDDEN],
    value: f32,
}

/// What a square adds to the moves that cover it, touch it along an edge, or at a corner, by place of the scene.
pub type Worth = [[f32; ROLES]; PLACES];

impl Network {
    /// Nothing but zeros.
    pub fn zero() -> Self {
        Self(vec![Cell::ZERO; CELLS])
    }

    /// A network that knows nothing: small random weights, the same for the same seed.
    pub fn new(seed: u64) -> Self {
        let (mut network, mut random) = (Self::zero(), Random::new(seed));
        for (part, scale) in [
            (EMBEDDING, 0.3),
            (FACT_BIAS, 0.03),
            (DEEPER, 0.1),
            (FACT_UNITS, 0.02),
            (POOLED_UNITS, 0.05),
            (OUTPUT, 0.3),
            (MOVES, 0.1),
        ] {
            for weight in network.0[part].iter_mut().flat_map(|cell| &mut cell.0) {
                *weight = scale * ((random.next() >> 40) as f32 / (1u32 << 23) as f32 - 1.0);
            }
        }
        network
    }

    /// The weights, one after the other.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.0.iter().flat_map(|cell| &cell.0)
    }

    /// The same, to be written.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.0.iter_mut().flat_map(|cell| &mut cell.0)
    }

    /// Adds another gradient.
    pub fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            sum.add(term);
        }
    }

    /// Takes a scene through the layers.
    pub fn see(&self, scene: &Scene, seen: &mut Seen) {
        let mut bias = Cell::ZERO;
        for &fact in scene.facts() {
            bias.add(&self.0[FACT_BIAS][usize::from(fact)]);
        }
        // Nobody looks beside the open places of the last layer.
        seen.0[..LAYERS].fill(Grid::ZERO);
        embed(&self.0[EMBEDDING], &bias, &scene.kinds, scene.open(), &mut seen.0[0]);
        for layer in 0..LAYERS {
            let [from, to] = seen.0.get_disjoint_mut([layer, layer + 1]).expect("two layers");
            let (bias, weights) = self.layer(layer).split_last().expect("a bias");
            convolve(weights, bias, from, scene.open(), to);
        }
    }

    /// The weights of a layer after the first, its bias last.
    fn layer(&self, number: usize) -> &[Cell] {
        &self.0[DEEPER][number * LAYER..(number + 1) * LAYER]
    }

    /// How likely the side to move is to win.
    pub fn value(&self, scene: &Scene, seen: &Seen) -> f32 {
        valued(self, scene, seen).value
    }

    /// What the squares add to moves.
    pub fn worth(&self, scene: &Scene, seen: &Seen) -> Worth {
        worth(self, scene, seen)
    }

    /// What a piece adds to its moves.
    pub fn piece(&self, scene: &Scene, piece: usize) -> f32 {
        number(self.staged(scene.stage), ROLES * KINDS + piece)
    }

    fn staged(&self, stage: usize) -> &[Cell] {
        &self.0[MOVES_STAGED][stage * STAGED..(stage + 1) * STAGED]
    }

    /// Adds to a gradient: of the cross entropy of the value against a target, and of the moves, by what squares and pieces add to their logits. Gradients
    /// point to where the cross entropy falls.
    pub fn teach(
        &self,
        gradient: &mut Self,
        scene: &Scene,
        seen: &Seen,
        target: f32,
        moves: Option<(&Worth, &[f32; PIECES])>,
    ) {
        let mut back = Grid::ZERO;
        teach_value(self, gradient, scene, seen, target, &mut back);
        if let Some((worth, pieces)) = moves {
            teach_moves(self, gradient, scene, seen, worth, pieces, &mut back);
        }
        for number in (0..LAYERS).rev() {
            let mut before = Grid::ZERO;
            let (_, weights) = self.layer(number).split_last().expect("a bias");
            let slopes = &mut gradient.0[DEEPER][number * LAYER..(number + 1) * LAYER];
            let [from, out] = [&seen.0[number], &seen.0[number + 1]];
            convolve_back(weights, slopes, [from, out], scene.open(), [&mut back, &mut before]);
            back = before;
        }
        let mut bias = Cell::ZERO;
        let rows = &mut gradient.0[EMBEDDING];
        embed_back(rows, &mut bias, &scene.kinds, scene.open(), &seen.0[0], &mut back);
        for &fact in scene.facts() {
            gradient.0[FACT_BIAS][usize::from(fact)].add(&bias);
        }
    }
}

/// The value head.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn valued(network: &Network, scene: &Scene, seen: &Seen) -> Valued {
    let mut pooled = [Cell::ZERO; REGIONS];
    for &place in scene.open() {
        pooled[region(place)].add_times(POOLING, &seen.last().0[usize::from(place)]);
    }
    let mut units = [Cell::ZERO; HIDDEN];
    for &fact in scene.facts() {
        let rows = &network.0[FACT_UNITS].as_chunks::<HIDDEN>().0[usize::from(fact)];
        units.iter_mut().zip(rows).for_each(|(unit, row)| unit.add(row));
    }
    let channels = pooled.iter().flat_map(|cell| cell.0);
    for (channel, rows) in channels.zip(network.0[POOLED_UNITS].as_chunks::<HIDDEN>().0) {
        units.iter_mut().zip(rows).for_each(|(unit, row)| unit.add_times(channel, row));
    }
    let logit: f32 = units.iter().zip(&network.0[OUTPUT]).map(|(unit, output)| bent(unit).dot(output)).sum();
    Valued { pooled, units, value: yomikiri_learn::logistic(logit) }
}

/// What the squares add to moves, sixteen squares at a time.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn worth(network: &Network, scene: &Scene, seen: &Seen) -> Worth {
    let mut worth = [[0.0; ROLES]; PLACES];
    let staged = network.staged(scene.stage);
    for chunk in scene.open().chunks(CHANNELS) {
        let places: [usize; CHANNELS] = lanes(chunk);
        let channels = transpose(&places.map(|place| seen.last().0[place]));
        for (role, weights) in network.0[MOVES].iter().enumerate() {
            let mut products = channels;
            for (product, weight) in products.iter_mut().zip(weights.0) {
                product.scale(weight);
            }
            let sums = tree_sum(products);
            for (place, sum) in places.iter().zip(sums.0).take(chunk.len()) {
                worth[*place][role] = sum + number(staged, role * KINDS + usize::from(scene.kinds[*place]));
            }
        }
    }
    worth
}

/// The gradient of the value's cross entropy, back to the last layer.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn teach_value(
    network: &Network,
    gradient: &mut Network,
    scene: &Scene,
    seen: &Seen,
    target: f32,
    back: &mut Grid,
) {
    let Valued { pooled, units, value } = valued(network, scene, seen);
    // The derivative of the cross entropy by the logit is simply the error.
    let error = target - value;
    let mut slopes = [Cell::ZERO; HIDDEN];
    for (i, (slope, unit)) in slopes.iter_mut().zip(&units).enumerate() {
        gradient.0[OUTPUT][i].add_times(error, &bent(unit));
        let output = &network.0[OUTPUT][i];
        slope.0 = array::from_fn(|i| error * output.0[i] * if unit.0[i] > 0.0 { 1.0 } else { LEAK });
    }
    for &fact in scene.facts() {
        let rows = &mut gradient.0[FACT_UNITS].as_chunks_mut::<HIDDEN>().0[usize::from(fact)];
        rows.iter_mut().zip(&slopes).for_each(|(row, slope)| row.add(slope));
    }
    let mut pooled_back = [Cell::ZERO; REGIONS];
    let rows = network.0[POOLED_UNITS].as_chunks::<HIDDEN>().0;
    let gradients = gradient.0[POOLED_UNITS].as_chunks_mut::<HIDDEN>().0;
    for (at, (rows, gradients)) in rows.iter().zip(gradients).enumerate() {
        let (region, channel) = (at / CHANNELS, at % CHANNELS);
        for ((row, gradient), slope) in rows.iter().zip(gradients).zip(&slopes) {
            gradient.add_times(pooled[region].0[channel], slope);
            pooled_back[region].0[channel] += POOLING * row.dot(slope);
        }
    }
    for &place in scene.open() {
        back.0[usize::from(place)].add(&pooled_back[region(place)]);
    }
}

/// The gradient of the moves' cross entropy, back to the last layer.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn teach_moves(
    network: &Network,
    gradient: &mut Network,
    scene: &Scene,
    seen: &Seen,
    worth: &Worth,
    pieces: &[f32; PIECES],
    back: &mut Grid,
) {
    let staged = &mut gradient.0[MOVES_STAGED][scene.stage * STAGED..(scene.stage + 1) * STAGED];
    for &place in scene.open() {
        for (role, &slope) in worth[usize::from(place)].iter().enumerate() {
            *number_mut(staged, role * KINDS + usize::from(scene.kinds[usize::from(place)])) += slope;
        }
    }
    for (piece, slope) in pieces.iter().enumerate() {
        *number_mut(staged, ROLES * KINDS + piece) += slope;
    }
    for &place in scene.open() {
        let place = usize::from(place);
        for (role, &slope) in worth[place].iter().enumerate() {
            gradient.0[MOVES][role].add_times(slope, &seen.last().0[place]);
            back.0[place].add_times(MOVES_SHARE * slope, &network.0[MOVES][role]);
        }
    }
}

/// The region of a place: squares 0 to 4, 5 to 9 and 10 to 13 of rows and columns.
const fn region(place: u8) -> usize {
    let (x, y) = (place as usize % 16 - 1, place as usize / 16 - 1);
    y / 5 * 3 + x / 5
}

/// Hidden units after their leaky rectifier.
#[inline(always)]
fn bent(unit: &Cell) -> Cell {
    Cell(unit.0.map(|sum| if sum > 0.0 { sum } else { LEAK * sum }))
}

/// A number of some cells.
#[inline]
fn number(cells: &[Cell], at: usize) -> f32 {
    cells[at / CHANNELS].0[at % CHANNELS]
}

fn number_mut(cells: &mut [Cell], at: usize) -> &mut f32 {
    &mut cells[at / CHANNELS].0[at % CHANNELS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, prior};
    use yomikiri_blokus::{Arena, Blokus, Move};
    use yomikiri_core::Game;

    /// A position some random moves from the start.
    fn arena(plies: usize) -> Arena {
        let (game, mut random) = (Blokus::default(), Random::new(8));
        let mut pos = game.start().position;
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.moves_of(&pos, &mut moves);
            pos = game.after(&pos, moves[random.below(moves.len())]);
        }
        Arena::new(&pos)
    }

    /// The cross entropies of value and moves.
    fn losses(model: &Model, scene: &Scene, target: f32, targets: &[(Move, f32)]) -> [f64; 2] {
        let mut seen = Seen::nothing();
        model.network.see(scene, &mut seen);
        let (value, target) = (f64::from(model.network.value(scene, &seen)), f64::from(target));
        let worth = model.network.worth(scene, &seen);
        let moves = f64::from(prior::lesson(model, scene, &worth, targets).loss);
        [-(target * value.ln() + (1.0 - target) * (1.0 - value).ln()), moves]
    }

    /// Every part of the gradient is the slope of the cross entropies; beneath the heads that of the moves counts for less.
    #[test]
    fn the_gradient_is_the_slope() {
        for plies in [3, 12] {
            let (pos, mut model) = (arena(plies), Model::new(5));
            let scene = Scene::new(&pos);
            let mut moves = Vec::new();
            pos.fields[pos.side.index()].placements(&mut moves);
            let share = 1.0 / (moves.len() / 7 + 1) as f32;
            let targets: Vec<_> =
                moves.iter().enumerate().map(|(i, &mv)| (mv, if i % 7 == 0 { share } else { 0.0 })).collect();
            let (mut seen, mut gradient) = (Seen::nothing(), Network::zero());
            model.network.see(&scene, &mut seen);
            let lesson = prior::lesson(&model, &scene, &model.network.worth(&scene, &seen), &targets);
            let moves = Some((&lesson.worth, &lesson.pieces));
            model.network.teach(&mut gradient, &scene, &seen, 0.8, moves);
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
                        let old = model.network.0[cell].0[channel];
                        model.network.0[cell].0[channel] = old + nudge;
                        let [value, moves] = losses(&model, &scene, 0.8, &targets);
                        model.network.0[cell].0[channel] = old;
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
