//! The network that tells how good a position is, and how likely each move.
//!
//! Method: three layers of convolutions ([`convolution`](crate::convolution)) over the kinds of squares,
//! thirty-two channels each; the bias of the first depends on the facts about the whole ([`Input`]). The
//! value: the channels of the last layer are added up in nine regions of the board, and go with the facts
//! through 32 hidden units (leaky rectifiers) and a logistic function. The moves: the channels say what it is
//! worth to cover a square, to touch it along an edge and at a corner; a move's odds are the exponential of
//! the sum over its squares, with weights for the kinds of squares and for the piece by stage of the game
//! beside ([`prior`](crate::prior)).
//!
//! Why: nearly all that makes a position good is local, and the same anywhere on the board. A network over
//! features by square (7,473 rows of 32 units, and linear priors) has to learn each pattern again at every
//! place, and got no stronger by more games; figures, also for other numbers of channels and layers, in
//! `docs/notes/blokus.md`.
//!
//! Cost: 48,000 weights, 188 KiB. This is the network that learns, in single floats, 9,000 positions a second
//! and thread. What plays has the same layers in integers ([`quantized`](crate::quantized)), and ends in the
//! same heads.

mod gradient;

use crate::{
    convolution::{AROUND, CHANNELS, Grid, PLACES, convolve, embed},
    input::{FACTS, Input, PIECES},
    square_kinds::{KINDS, STAGES},
};
use std::ops::Range;
use yomikiri_core::Random;
use yomikiri_learn::{Parameters, after};
use yomikiri_simd::{Floats, Simd, by_level, plus_times};

/// Layers after the first.
pub const LAYERS: usize = 2;

/// The weights of each, in cells: its convolution, and its bias.
const LAYER: usize = AROUND * CHANNELS + 1;

/// The regions of the board: three rows of three.
pub const REGIONS: usize = 9;

/// What a square may be to a move: covered, touched along an edge, touched at a corner.
pub const ROLES: usize = 3;

/// Weights of the moves by stage: for each role and kind, and for each piece, in whole cells.
const STAGED: usize = (ROLES * KINDS + PIECES).div_ceil(CHANNELS);

// Where the weights lie, in cells.
const EMBEDDING: Range<usize> = 0..AROUND * KINDS;
const FACT_BIAS: Range<usize> = after(&EMBEDDING, FACTS);
const DEEPER: Range<usize> = after(&FACT_BIAS, LAYERS * LAYER);
const FACT_UNITS: Range<usize> = after(&DEEPER, FACTS);
const POOLED_UNITS: Range<usize> = after(&FACT_UNITS, REGIONS * CHANNELS);
const OUTPUT: Range<usize> = after(&POOLED_UNITS, 1);
const MOVES: Range<usize> = after(&OUTPUT, ROLES);
const MOVES_STAGED: Range<usize> = after(&MOVES, STAGES * STAGED);

/// Rows of weights.
pub const ROWS: usize = MOVES_STAGED.end;

/// Channels are added up in tenths: a region has 25 squares.
pub const POOLING: f32 = 0.1;

/// The weights, or a gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(pub Parameters);

/// What the layers make of a position: 96 KiB, to be used again for the next.
pub struct Activations(Box<[Grid; LAYERS + 1]>);

impl Activations {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Self(vec![Grid::ZERO; LAYERS + 1].try_into().unwrap_or_else(|_| unreachable!("as many grids")))
    }

    /// What the last layer says.
    fn last(&self) -> &Grid {
        &self.0[LAYERS]
    }
}

/// What the network says of a position.
pub struct Evaluation {
    /// How likely the side to move is to win.
    pub value: f32,
    /// What the squares add to moves.
    pub worth: SquareLogits,
}

/// What a square adds to the moves that cover it, touch it along an edge, or at a corner, by place of the
/// input.
pub type SquareLogits = [[f32; ROLES]; PLACES];

impl Network {
    /// Nothing but zeros.
    pub fn zero() -> Self {
        Self(Parameters::zero(ROWS))
    }

    /// A network that knows nothing: small random weights, the same for the same seed.
    pub fn new(seed: u64) -> Self {
        let (mut network, mut random) = (Self::zero(), Random::new(seed));
        for (part, scale) in [
            (EMBEDDING, 0.3),
            (FACT_BIAS, 0.03),
            (DEEPER, 0.07),
            (FACT_UNITS, 0.02),
            (POOLED_UNITS, 0.035),
            (OUTPUT, 0.3),
            (MOVES, 0.07),
        ] {
            network.0.randomise(part, scale, || random.next());
        }
        network
    }

    /// Takes an input through the layers.
    pub fn see(&self, input: &Input, seen: &mut Activations) {
        let bias = fact_bias(self, input);
        // Nobody looks beside the open places of the last layer.
        seen.0[..LAYERS].fill(Grid::ZERO);
        embed(&self.0[EMBEDDING], &bias, &input.kinds, input.open(), &mut seen.0[0]);
        for layer in 0..LAYERS {
            let [from, to] = seen.0.get_disjoint_mut([layer, layer + 1]).expect("two layers");
            let (bias, weights) = self.layer(layer).split_last().expect("a bias");
            convolve(weights, bias, from, input.open(), to);
        }
    }

    /// The first layer's rows, by place around and kind.
    pub fn embedding(&self) -> &[Floats] {
        &self.0[EMBEDDING]
    }

    /// What each fact adds in the first layer.
    pub fn fact_bias(&self) -> &[Floats] {
        &self.0[FACT_BIAS]
    }

    /// What the channels of the last layer are worth to a move, by role.
    pub fn roles(&self) -> &[Floats] {
        &self.0[MOVES]
    }

    /// The weights of a layer after the first, its bias last.
    pub fn layer(&self, number: usize) -> &[Floats] {
        &self.0[DEEPER][number * LAYER..(number + 1) * LAYER]
    }

    /// How likely the side to move is to win, by the channels of the last layer, added up in regions.
    pub fn value(&self, input: &Input, pooled: &[Floats; REGIONS]) -> f32 {
        value(self, input, pooled)
    }

    /// What the squares add to moves.
    pub fn worth(&self, input: &Input, seen: &Activations) -> SquareLogits {
        let mut worth = [[0.0; ROLES]; PLACES];
        weigh_roles(self, input, seen, &mut worth);
        self.add_kinds(input, &mut worth);
        worth
    }

    /// Adds to what the channels say of squares what their kinds say.
    pub fn add_kinds(&self, input: &Input, worth: &mut SquareLogits) {
        let staged = self.staged(input.stage);
        for place in input.open().iter().copied().map(usize::from) {
            let kind = usize::from(input.kinds[place]);
            for (role, worth) in worth[place].iter_mut().enumerate() {
                *worth += number(staged, role * KINDS + kind);
            }
        }
    }

    /// What a piece adds to its moves.
    pub fn piece(&self, input: &Input, piece: usize) -> f32 {
        number(self.staged(input.stage), ROLES * KINDS + piece)
    }

    fn staged(&self, stage: usize) -> &[Floats] {
        &self.0[MOVES_STAGED][stage * STAGED..(stage + 1) * STAGED]
    }
}

by_level! {
    /// The channels of the last layer, added up in regions.
    pub fn pool(simd, input: &Input, seen: &Activations) -> [Floats; REGIONS] {
        let mut pooled = [Floats::ZERO; REGIONS];
        for &place in input.open() {
            pooled[region(place)].add_times(simd, POOLING, &seen.last().0[usize::from(place)]);
        }
        pooled
    }

    fn fact_bias(simd, network: &Network, input: &Input) -> Floats {
        let mut bias = Floats::ZERO;
        for &fact in input.facts() {
            bias.add(simd, &network.0[FACT_BIAS][usize::from(fact)]);
        }
        bias
    }

    fn weigh_roles(simd, network: &Network, input: &Input, seen: &Activations, worth: &mut SquareLogits) {
        for place in input.open().iter().copied().map(usize::from) {
            for (role, worth) in worth[place].iter_mut().enumerate() {
                *worth = seen.last().0[place].dot(simd, &network.0[MOVES][role]);
            }
        }
    }

    fn value(simd, network: &Network, input: &Input, pooled: &[Floats; REGIONS]) -> f32 {
        valued(simd, network, &units(simd, network, input, pooled))
    }
}

/// The value, by the hidden units.
#[inline(always)]
fn valued<S: Simd>(simd: S, network: &Network, units: &Floats) -> f32 {
    yomikiri_learn::logistic(units.bent(simd).dot(simd, &network.0[OUTPUT.start]))
}

/// The hidden units of the value, before they are bent.
#[inline(always)]
fn units<S: Simd>(simd: S, network: &Network, input: &Input, pooled: &[Floats; REGIONS]) -> Floats {
    let mut units = Floats::ZERO;
    for &fact in input.facts() {
        units.add(simd, &network.0[FACT_UNITS][usize::from(fact)]);
    }
    // Two sums side by side: additions do not wait for the ones before.
    let (mut units, mut others) = (units.halves(simd), Floats::ZERO.halves(simd));
    let channels = pooled.iter().flat_map(|cell| cell.0.as_chunks::<2>().0);
    for ([a, b], [one, other]) in channels.zip(network.0[POOLED_UNITS].as_chunks::<2>().0) {
        units = plus_times(simd, units, *a, one);
        others = plus_times(simd, others, *b, other);
    }
    let mut units = Floats::of(simd, units);
    units.add(simd, &Floats::of(simd, others));
    units
}

/// The region of a place: squares 0 to 4, 5 to 9 and 10 to 13 of rows and columns.
pub const fn region(place: u8) -> usize {
    let (x, y) = (place as usize % 16 - 1, place as usize / 16 - 1);
    y / 5 * 3 + x / 5
}

/// A number of some cells.
#[inline]
fn number(cells: &[Floats], at: usize) -> f32 {
    cells[at / CHANNELS].0[at % CHANNELS]
}
