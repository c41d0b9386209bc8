//! The network as it plays: its layers in integers.
//!
//! Method: a channel is a byte, in 255 steps from zero to [`CEILING`]. Weights of the first layer are 16-bit
//! integers in 64ths of a step, added with saturation; those of the deeper layers bytes with a sign, at a
//! scale for each channel that comes out. So four channels in go into one channel out by one multiplication
//! of bytes with addition to 32 bits (`vpdpbusd`). Processors without it multiply two of 16 bits (`pmaddwd`)
//! and add: products of two bytes need 17 bits together, so that the instruction for bytes that older
//! processors have (`pmaddubsw`) would cut them off. What comes out is scaled and rounded in single floats;
//! the heads stay as they are ([`network`](crate::network)). Every step is exact: the same bits at every
//! level (`yomikiri_simd`).
//!
//! Why: a fused multiplication of floats does a quarter as much, and the layers were half of a search's time:
//! for the time of sixteen channels in floats there are thirty-two in integers (`docs/notes/blokus.md`).
//!
//! Cost: of an open square and deeper layer 144 of the first kind of instructions with AVX-512, two at a
//! time; twice as many with AVX2, eight times as many without bytes (the book's `simd.md`). For as many
//! squares as there are registers for a row of weights is loaded once.

use crate::{
    convolution::{AROUND, CEILING, CHANNELS, FIRST, Kinds, OFFSETS, PLACES, lanes},
    input::Input,
    network::{Evaluation, LAYERS, Network, POOLING, REGIONS, ROLES, SquareLogits, region},
};
use std::array;
use yomikiri_learn::ShortRow;
use yomikiri_simd::{Floats, Pairs, Quads, Simd, add_pairs, add_quads, by_level};

/// The channels of a place.
type Code = [u8; CHANNELS];

/// The most that a channel may say, in steps.
const STEPS: f32 = 255.0;

/// What a step is worth.
const STEP: f32 = CEILING / STEPS;

/// A step of a channel, in units of the first layer.
const UNITS: f32 = 64.0;

/// Added to a float below 2^23 it leaves the nearest integer in the last bits: a conversion that saturates is
/// not vectorised.
const ROUNDING: f32 = 8_388_608.0;

/// The channels of all places.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Codes([Code; PLACES]);

/// The same in 16 bits, for processors that do not multiply bytes.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Wide([[i16; CHANNELS]; PLACES]);

/// What the layers make of a position: 40 KiB, to be used again for the next.
pub struct ByteActivations {
    codes: Box<[Codes; LAYERS + 1]>,
    wide: Box<Wide>,
}

impl ByteActivations {
    /// Nothing seen yet.
    pub fn new() -> Self {
        let codes = vec![Codes([[0; CHANNELS]; PLACES]); LAYERS + 1];
        let codes = codes.try_into().unwrap_or_else(|_| unreachable!("as many layers"));
        Self { codes, wide: Box::new(Wide([[0; CHANNELS]; PLACES])) }
    }

    /// What the last layer says of a place.
    fn last(&self, place: usize) -> &Code {
        &self.codes[LAYERS].0[place]
    }
}

/// The layers in integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    embedding: Vec<ShortRow>,
    facts: Vec<ShortRow>,
    deeper: Vec<Layer>,
    roles: Roles,
}

/// What the channels of the last layer are worth to moves.
#[derive(Clone, Debug, PartialEq)]
struct Roles {
    /// For each four channels their weights for every role; what else a row has room for is zero.
    quads: [Quads; CHANNELS / 4],
    /// The same for each two.
    pairs: [Pairs; CHANNELS / 2],
    /// What a step of the sum is worth, by role.
    scales: [f32; ROLES],
}

/// A deeper layer.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    /// For each place around and each four channels that come in, the weights of these for every channel that
    /// goes out.
    quads: Vec<[Quads; 2]>,
    /// The same for each two channels that come in.
    pairs: Vec<[Pairs; 2]>,
    /// What a step of the sum is worth, by channel that goes out, in steps of the channel.
    scales: Floats,
    /// What is added, in steps of the channel.
    bias: Floats,
}

impl Quantized {
    /// The layers of a network.
    pub fn new(network: &Network) -> Self {
        let units = |cell: &Floats| ShortRow::new(&cell.0, STEP / UNITS);
        Self {
            embedding: network.embedding().iter().map(units).collect(),
            facts: network.fact_bias().iter().map(units).collect(),
            deeper: (0..LAYERS).map(|number| Layer::new(network.layer(number))).collect(),
            roles: Roles::new(network.roles()),
        }
    }

    /// What the layers and heads say of an input.
    pub fn look(&self, network: &Network, input: &Input, view: &mut ByteActivations) -> Evaluation {
        self.see(input, view);
        let mut worth = [[0.0; ROLES]; PLACES];
        weigh_roles(&self.roles, &view.codes[LAYERS], input.open(), &mut worth);
        network.add_kinds(input, &mut worth);
        Evaluation { value: network.value(input, &pool(input, view)), worth }
    }

    /// Takes an input through the layers.
    fn see(&self, input: &Input, view: &mut ByteActivations) {
        let mut bias = ShortRow::ZERO;
        for &fact in input.facts() {
            bias.add(&self.facts[usize::from(fact)]);
        }
        // Nobody looks beside the open places of the last layer.
        view.codes[..LAYERS].fill(Codes([[0; CHANNELS]; PLACES]));
        view.wide.0 = [[0; CHANNELS]; PLACES];
        embed(&self.embedding, &bias, &input.kinds, input.open(), &mut view.codes[0]);
        for (number, layer) in self.deeper.iter().enumerate() {
            let [from, to] = view.codes.get_disjoint_mut([number, number + 1]).expect("two layers");
            convolve(layer, from, &mut view.wide, input.open(), to);
        }
    }
}

by_level! {
    use products;

    /// The channels of the last layer, added up in regions.
    fn pool(_simd, input: &Input, view: &ByteActivations) -> [Floats; REGIONS] {
        let mut sums = [[0u16; CHANNELS]; REGIONS];
        for &place in input.open() {
            for (sum, &channel) in sums[region(place)].iter_mut().zip(view.last(usize::from(place))) {
                *sum += u16::from(channel);
            }
        }
        let mut pooled = [Floats::ZERO; REGIONS];
        for (pooled, sum) in pooled.iter_mut().zip(&sums) {
            for (pooled, &sum) in pooled.0.iter_mut().zip(sum) {
                *pooled = POOLING * STEP * f32::from(sum);
            }
        }
        pooled
    }

    /// The first layer: the same as [`convolution::embed`](crate::convolution::embed).
    fn embed(_simd, rows: &[ShortRow], bias: &ShortRow, kinds: &Kinds, open: &[u8], to: &mut Codes) {
        let count = rows.len() / AROUND;
        for &place in open {
            let mut sum = *bias;
            for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact(count)) {
                sum.add(&rows[usize::from(kinds[usize::from(place) - FIRST + offset])]);
            }
            let half = UNITS as i16 / 2;
            for (to, &sum) in to.0[usize::from(place)].iter_mut().zip(&sum.0) {
                *to = (sum.saturating_add(half) / UNITS as i16).clamp(0, STEPS as i16) as u8;
            }
        }
    }

    /// A deeper layer: the same as [`convolution::convolve`](crate::convolution::convolve). `wide` is zero
    /// where no place is open.
    fn convolve(simd, layer: &Layer, from: &Codes, wide: &mut Wide, open: &[u8], to: &mut Codes) {
        if !S::BYTES {
            for place in open.iter().copied().map(usize::from) {
                widen(&from.0[place], &mut wide.0[place]);
            }
        }
        match S::ROWS {
            12.. => convolve_by::<S, 12>(simd, layer, from, wide, open, to),
            2.. => convolve_by::<S, 2>(simd, layer, from, wide, open, to),
            _ => convolve_by::<S, 1>(simd, layer, from, wide, open, to),
        }
    }

    /// What the channels say of each open place, by role.
    fn weigh_roles(simd, roles: &Roles, codes: &Codes, open: &[u8], worth: &mut SquareLogits) {
        for place in open.iter().copied().map(usize::from) {
            // Two sums: one would wait for itself.
            let mut sums = [simd.all_ints(0); 2];
            if S::BYTES {
                let fours = codes.0[place].as_chunks::<4>().0;
                for (i, (four, weights)) in fours.iter().zip(&roles.quads).enumerate() {
                    sums[i % 2] = simd.dot_bytes(sums[i % 2], *four, weights);
                }
            } else {
                let mut wide = [0; CHANNELS];
                widen(&codes.0[place], &mut wide);
                for (i, (two, weights)) in wide.as_chunks::<2>().0.iter().zip(&roles.pairs).enumerate() {
                    sums[i % 2] = simd.dot_shorts(sums[i % 2], *two, weights);
                }
            }
            let mut stored = [0; CHANNELS / 2];
            simd.store_ints(simd.add_ints(sums[0], sums[1]), &mut stored);
            worth[place] = roles.finish(|role| stored[role]);
        }
    }
}

/// What lies beside some places. A loop, for the reason told in [`Layer::finish`].
#[inline(always)]
fn beside<'a, T, const LANES: usize>(
    cells: &'a [T; PLACES],
    places: &[usize; LANES],
    offset: usize,
) -> [&'a T; LANES] {
    let mut beside = [&cells[0]; LANES];
    for (beside, place) in beside.iter_mut().zip(places) {
        *beside = &cells[place - FIRST + offset];
    }
    beside
}

/// Bytes in 16 bits.
#[inline(always)]
fn widen(code: &Code, wide: &mut [i16; CHANNELS]) {
    for (wide, &byte) in wide.iter_mut().zip(code) {
        *wide = i16::from(byte);
    }
}

/// A deeper layer, some places at a time.
#[inline(always)]
fn convolve_by<S: Simd, const LANES: usize>(
    simd: S,
    layer: &Layer,
    from: &Codes,
    wide: &Wide,
    open: &[u8],
    to: &mut Codes,
) {
    for chunk in open.chunks(LANES) {
        let places = lanes::<LANES>(chunk);
        let mut sums = [[simd.all_ints(0); 2]; LANES];
        if S::BYTES {
            for (offset, rows) in OFFSETS.iter().zip(layer.quads.as_chunks::<{ CHANNELS / 4 }>().0) {
                add_quads(simd, &mut sums, rows, beside(&from.0, &places, *offset));
            }
        } else {
            for (offset, rows) in OFFSETS.iter().zip(layer.pairs.as_chunks::<{ CHANNELS / 2 }>().0) {
                add_pairs(simd, &mut sums, rows, beside(&wide.0, &places, *offset));
            }
        }
        for (place, sum) in chunk.iter().copied().map(usize::from).zip(sums) {
            to.0[place] = layer.finish(simd, sum, &from.0[place]);
        }
    }
}

/// The size of a step, so that 127 of them reach the largest of some weights.
fn step<'a>(weights: impl Iterator<Item = &'a f32>) -> f32 {
    let largest = weights.fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    if largest > 0.0 { largest / f32::from(i8::MAX) } else { 1.0 }
}

/// A weight in steps.
fn byte(weight: f32, step: f32) -> i8 {
    (weight / step).round() as i8
}

impl Layer {
    /// From the weights of a layer, its bias last.
    fn new(cells: &[Floats]) -> Self {
        let (bias, weights) = cells.split_last().expect("a bias");
        let scales: [f32; CHANNELS] = array::from_fn(|out| step(weights.iter().map(|cell| &cell.0[out])));
        let bytes: Vec<[i8; CHANNELS]> =
            weights.iter().map(|cell| array::from_fn(|out| byte(cell.0[out], scales[out]))).collect();
        let quads = |four: &[[i8; CHANNELS]; 4]| {
            [0, CHANNELS / 2].map(|first| Quads(array::from_fn(|out| four.map(|bytes| bytes[first + out]))))
        };
        let pairs = |two: &[[i8; CHANNELS]; 2]| {
            let wide = |first, out| two.map(|bytes| i16::from(bytes[first + out]));
            [0, CHANNELS / 2].map(|first| Pairs(array::from_fn(|out| wide(first, out))))
        };
        Self {
            quads: bytes.as_chunks().0.iter().map(quads).collect(),
            pairs: bytes.as_chunks().0.iter().map(pairs).collect(),
            scales: Floats(scales),
            bias: Floats(bias.0.map(|bias| bias / STEP)),
        }
    }

    /// A channel from the sum of its weighed inputs, and from what it was.
    #[inline(always)]
    fn finish<S: Simd>(&self, simd: S, sums: [S::Ints; 2], own: &Code) -> Code {
        // Loops and no closures: those would not be compiled for the level.
        let mut base = self.bias;
        for (base, &own) in base.0.iter_mut().zip(own) {
            *base += f32::from(own);
        }
        let (base, scales) = (base.halves(simd), self.scales.halves(simd));
        let low = simd.fused(base[0], simd.to_singles(sums[0]), scales[0]);
        let high = simd.fused(base[1], simd.to_singles(sums[1]), scales[1]);
        let steps = Floats::of(simd, [low, high]);
        let mut code = [0; CHANNELS];
        for (code, steps) in code.iter_mut().zip(&steps.0) {
            *code = (steps.clamp(0.0, STEPS) + ROUNDING).to_bits() as u8;
        }
        code
    }
}

impl Roles {
    /// From the weights of the channels, by role.
    fn new(weights: &[Floats]) -> Self {
        let steps: [f32; ROLES] = array::from_fn(|role| step(weights[role].0.iter()));
        let mut quads = [Quads([[0; 4]; CHANNELS / 2]); CHANNELS / 4];
        let mut pairs = [Pairs([[0; 2]; CHANNELS / 2]); CHANNELS / 2];
        for (role, (weights, &step)) in weights.iter().zip(&steps).enumerate() {
            for (channel, &weight) in weights.0.iter().enumerate() {
                let weight = byte(weight, step);
                quads[channel / 4].0[role][channel % 4] = weight;
                pairs[channel / 2].0[role][channel % 2] = i16::from(weight);
            }
        }
        Self { quads, pairs, scales: steps.map(|step| step * STEP) }
    }

    /// What sums are worth.
    #[inline(always)]
    fn finish(&self, sum: impl Fn(usize) -> i32) -> [f32; ROLES] {
        array::from_fn(|role| sum(role) as f32 * self.scales[role])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{self, Activations};
    use yomikiri_blokus::{Blokus, PlayoutState};
    use yomikiri_core::Game;
    use yomikiri_core::Random;

    /// Positions of random games.
    fn inputs(count: usize) -> Vec<Input> {
        let (game, mut random, mut inputs) = (Blokus::default(), Random::new(8), Vec::new());
        while inputs.len() < count {
            let mut pos = game.start().position;
            loop {
                inputs.push(Input::new(&PlayoutState::new(&pos)));
                let mut moves = Vec::new();
                game.moves_of(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
        }
        inputs
    }

    /// A layer, written down number by number.
    fn obvious(layer: &Layer, from: &Codes, place: usize) -> Code {
        array::from_fn(|out| {
            let mut sum = 0i64;
            for (around, offset) in OFFSETS.iter().enumerate() {
                for (channel, &byte) in from.0[place - FIRST + offset].iter().enumerate() {
                    let row = &layer.quads[around * CHANNELS / 4 + channel / 4][out / (CHANNELS / 2)];
                    sum += i64::from(byte) * i64::from(row.0[out % (CHANNELS / 2)][channel % 4]);
                }
            }
            let own = layer.bias.0[out] + f32::from(from.0[place][out]);
            let steps = (sum as f32).mul_add(layer.scales.0[out], own);
            steps.clamp(0.0, STEPS).round_ties_even() as u8
        })
    }

    /// The level's registers give the very bytes that the sums give, also where bytes and weights are as
    /// large as they can be. `cargo xtask test` runs this at every level.
    #[test]
    fn layers_are_their_sums() {
        let mut random = Random::new(3);
        let extreme = vec![Floats([1.0; CHANNELS]); AROUND * CHANNELS + 1];
        let network = Network::new(2);
        for (i, input) in inputs(60).iter().enumerate() {
            let mut layer = Layer::new(if i % 10 == 0 { &extreme } else { network.layer(i % LAYERS) });
            let mut from = Codes([[0; CHANNELS]; PLACES]);
            for &place in input.open() {
                let byte = |random: &mut Random| {
                    (random.below(256) as u8).saturating_add(if i % 10 == 0 { 200 } else { 0 })
                };
                from.0[usize::from(place)] = array::from_fn(|_| byte(&mut random));
            }
            if i % 10 == 0 {
                layer.scales = Floats([2e-5; CHANNELS]);
            }
            let (mut to, mut wide) = (Codes([[0; CHANNELS]; PLACES]), Wide([[0; CHANNELS]; PLACES]));
            convolve(&layer, &from, &mut wide, input.open(), &mut to);
            let (roles, mut worth) = (Roles::new(network.roles()), [[0.0; ROLES]; PLACES]);
            weigh_roles(&roles, &from, input.open(), &mut worth);
            for place in input.open().iter().copied().map(usize::from) {
                assert_eq!(to.0[place], obvious(&layer, &from, place));
                let slowly = roles.finish(|role| {
                    let channels = from.0[place].iter().enumerate();
                    let weight = |channel: usize| roles.quads[channel / 4].0[role][channel % 4];
                    channels.map(|(i, &channel)| i32::from(channel) * i32::from(weight(i))).sum()
                });
                assert_eq!(worth[place].map(f32::to_bits), slowly.map(f32::to_bits));
            }
        }
    }

    /// Integers say what floats say, but for a little.
    #[test]
    fn integers_say_what_floats_say() {
        let model = crate::Model::shipped();
        let (network, quantized) = (&model.network, Quantized::new(&model.network));
        let (mut seen, mut view) = (Activations::new(), ByteActivations::new());
        let mut error = [0.0f32; 2];
        let inputs = inputs(500);
        for input in &inputs {
            network.see(input, &mut seen);
            let found = quantized.look(network, input, &mut view);
            error[0] += (network.value(input, &network::pool(input, &seen)) - found.value).abs();
            let exact = network.worth(input, &seen);
            let open = input.open().iter().map(|&place| usize::from(place));
            error[1] += open.fold(0.0f32, |most, place| {
                (0..ROLES)
                    .fold(most, |most, role| most.max((exact[place][role] - found.worth[place][role]).abs()))
            });
        }
        let [value, worth] = error.map(|error| error / inputs.len() as f32);
        assert!(value < 0.01 && worth < 0.1, "{value} {worth}");
    }
}
