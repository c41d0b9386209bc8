//! The network as it plays: its layers in integers.
//!
//! Method: a channel is a byte, in 255 steps from zero to [`CEILING`]. Weights of the first layer are 16-bit
//! integers in 64ths of a step, added with saturation; those of the deeper layers bytes with a sign, at a
//! scale for each channel that comes out. So four channels in go into one channel out by one multiplication
//! of bytes with addition to 32 bits (`vpdpbusd`). What comes out is scaled and rounded in single floats; the
//! heads stay as they are ([`network`](crate::network)).
//!
//! Why: a fused multiplication of floats does a quarter as much, and the layers were half of a search's time:
//! for the time of sixteen channels in floats there are thirty-two in integers (`docs/blokus.md`).
//!
//! Where the processor has no such instruction the same integers go through the layers as floats. They stay
//! below 2^24, so that nothing is rounded: the same bits on every machine.
//!
//! Cost: of an open square and deeper layer 144 of these instructions, two at a time; for twelve squares
//! together a row of weights is loaded once. The layers are two fifths of a search's time, heads and first
//! layer a tenth.

use crate::{
    convolution::{AROUND, CEILING, CHANNELS, FIRST, Grid, Kinds, LANES, OFFSETS, PLACES, lanes, weigh},
    memory::Impression,
    network::{LAYERS, Network, POOLING, REGIONS, ROLES, Worth, region},
    scene::Scene,
};
use multiversion::multiversion;
use std::array;
use yomikiri_learn::Floats;

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

/// What the layers make of a position: 24 KiB, to be used again for the next.
pub struct View(Box<[Codes; LAYERS + 1]>);

impl View {
    /// Nothing seen yet.
    pub fn nothing() -> Self {
        let codes = vec![Codes([[0; CHANNELS]; PLACES]); LAYERS + 1];
        Self(codes.try_into().unwrap_or_else(|_| unreachable!("as many layers")))
    }

    /// What the last layer says of a place.
    fn last(&self, place: usize) -> &Code {
        &self.0[LAYERS].0[place]
    }
}

/// Weights of the first layer.
type Units = [i16; CHANNELS];

/// The layers in integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    embedding: Vec<Units>,
    facts: Vec<Units>,
    deeper: Vec<Layer>,
    roles: Roles,
}

/// What the channels of the last layer are worth to moves.
#[derive(Clone, Debug, PartialEq)]
struct Roles {
    /// For each four channels their weights for every role; what else a row has room for is zero.
    packed: [Row; CHANNELS / 4],
    /// What a step of the sum is worth, by role.
    scales: [f32; ROLES],
}

/// A deeper layer.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    /// For each place around and each four channels that come in, the weights of these for every channel that
    /// goes out.
    packed: Vec<[Row; 2]>,
    /// The same, as the portable routine wants them: for each place around and each channel that comes in,
    /// one for every channel that goes out.
    floats: Vec<Floats>,
    /// What a step of the sum is worth, by channel that goes out, in steps of the channel.
    scales: Floats,
    /// What is added, in steps of the channel.
    bias: Floats,
}

/// A register of bytes: four for each of sixteen channels that go out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Row([[i8; 4]; CHANNELS / 2]);

impl Quantized {
    /// The layers of a network.
    pub fn new(network: &Network) -> Self {
        let units = |cell: &Floats| cell.0.map(|weight| (weight / STEP * UNITS).round() as i16);
        Self {
            embedding: network.embedding().iter().map(units).collect(),
            facts: network.fact_bias().iter().map(units).collect(),
            deeper: (0..LAYERS).map(|number| Layer::new(network.layer(number))).collect(),
            roles: Roles::new(network.roles()),
        }
    }

    /// What the layers and heads say of a scene.
    pub fn look(&self, network: &Network, scene: &Scene, view: &mut View) -> Impression {
        self.see(scene, view);
        let mut worth = [[0.0; ROLES]; PLACES];
        self.roles.weigh(&view.0[LAYERS], scene.open(), &mut worth);
        network.add_kinds(scene, &mut worth);
        Impression { value: network.value(scene, &pool(scene, view)), worth }
    }

    /// Takes a scene through the layers.
    fn see(&self, scene: &Scene, view: &mut View) {
        let mut bias = [0; CHANNELS];
        for &fact in scene.facts() {
            add(&mut bias, &self.facts[usize::from(fact)]);
        }
        // Nobody looks beside the open places of the last layer.
        view.0[..LAYERS].fill(Codes([[0; CHANNELS]; PLACES]));
        embed(&self.embedding, &bias, &scene.kinds, scene.open(), &mut view.0[0]);
        for (number, layer) in self.deeper.iter().enumerate() {
            let [from, to] = view.0.get_disjoint_mut([number, number + 1]).expect("two layers");
            layer.convolve(from, scene.open(), to);
        }
    }
}

/// The channels of the last layer, added up in regions.
#[multiversion(targets("x86_64+avx512f+avx512bw", "x86_64+avx2+fma"))]
fn pool(scene: &Scene, view: &View) -> [Floats; REGIONS] {
    let mut sums = [[0u16; CHANNELS]; REGIONS];
    for &place in scene.open() {
        for (sum, &channel) in sums[region(place)].iter_mut().zip(view.last(usize::from(place))) {
            *sum += u16::from(channel);
        }
    }
    sums.map(|sums| Floats(sums.map(|sum| POOLING * STEP * f32::from(sum))))
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

/// Adds weights of the first layer.
#[inline(always)]
fn add(sum: &mut Units, weights: &Units) {
    for (sum, weight) in sum.iter_mut().zip(weights) {
        *sum = sum.saturating_add(*weight);
    }
}

/// The first layer: the same as [`convolution::embed`](crate::convolution::embed).
#[multiversion(targets("x86_64+avx512f+avx512bw", "x86_64+avx2+fma"))]
fn embed(rows: &[Units], bias: &Units, kinds: &Kinds, open: &[u8], to: &mut Codes) {
    let count = rows.len() / AROUND;
    for &place in open {
        let mut sum = *bias;
        for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact(count)) {
            add(&mut sum, &rows[usize::from(kinds[usize::from(place) - FIRST + offset])]);
        }
        let half = UNITS as i16 / 2;
        to.0[usize::from(place)] =
            sum.map(|sum| (sum.saturating_add(half) / UNITS as i16).clamp(0, STEPS as i16) as u8);
    }
}

impl Layer {
    /// From the weights of a layer, its bias last.
    fn new(cells: &[Floats]) -> Self {
        let (bias, weights) = cells.split_last().expect("a bias");
        let scales: [f32; CHANNELS] = array::from_fn(|out| step(weights.iter().map(|cell| &cell.0[out])));
        let bytes: Vec<[i8; CHANNELS]> =
            weights.iter().map(|cell| array::from_fn(|out| byte(cell.0[out], scales[out]))).collect();
        let row = |four: &[[i8; CHANNELS]; 4], half: usize| {
            Row(array::from_fn(|out| four.map(|bytes| bytes[half * CHANNELS / 2 + out])))
        };
        Self {
            packed: bytes.as_chunks::<4>().0.iter().map(|four| [row(four, 0), row(four, 1)]).collect(),
            floats: bytes.iter().map(|bytes| Floats(bytes.map(f32::from))).collect(),
            scales: Floats(scales),
            bias: Floats(bias.0.map(|bias| bias / STEP)),
        }
    }

    /// The same as [`convolution::convolve`](crate::convolution::convolve).
    fn convolve(&self, from: &Codes, open: &[u8], to: &mut Codes) {
        #[cfg(target_arch = "x86_64")]
        if vnni::is_there() {
            // SAFETY: the processor has what the routine needs.
            unsafe { vnni::convolve(self, from, open, to) };
            return;
        }
        convolve(self, from, open, to);
    }

    /// A channel from the sum of its weighed inputs, and from what it was.
    #[inline(always)]
    fn finish(&self, sum: &Floats, own: &Code) -> Code {
        array::from_fn(|i| {
            let steps = sum.0[i].mul_add(self.scales.0[i], self.bias.0[i] + f32::from(own[i]));
            (steps.clamp(0.0, STEPS) + ROUNDING).to_bits() as u8
        })
    }
}

impl Roles {
    /// From the weights of the channels, by role.
    fn new(weights: &[Floats]) -> Self {
        let steps: [f32; ROLES] = array::from_fn(|role| step(weights[role].0.iter()));
        let mut packed = [Row([[0; 4]; CHANNELS / 2]); CHANNELS / 4];
        for (role, (weights, &step)) in weights.iter().zip(&steps).enumerate() {
            for (row, four) in packed.iter_mut().zip(weights.0.as_chunks::<4>().0) {
                row.0[role] = four.map(|weight| byte(weight, step));
            }
        }
        Self { packed, scales: steps.map(|step| step * STEP) }
    }

    /// What the channels say of each open place, by role.
    fn weigh(&self, codes: &Codes, open: &[u8], worth: &mut Worth) {
        #[cfg(target_arch = "x86_64")]
        if vnni::is_there() {
            // SAFETY: the processor has what the routine needs.
            unsafe { vnni::weigh_roles(self, codes, open, worth) };
            return;
        }
        for place in open.iter().copied().map(usize::from) {
            worth[place] = self.finish(|role| self.sum(&codes.0[place], role));
        }
    }

    /// The channels of a place, weighed for a role.
    fn sum(&self, code: &Code, role: usize) -> i32 {
        let fours = code.as_chunks::<4>().0.iter().zip(&self.packed);
        let terms = fours.flat_map(|(channels, row)| channels.iter().zip(row.0[role]));
        terms.map(|(&channel, weight)| i32::from(channel) * i32::from(weight)).sum()
    }

    /// What sums are worth.
    #[inline(always)]
    fn finish(&self, sum: impl Fn(usize) -> i32) -> [f32; ROLES] {
        array::from_fn(|role| sum(role) as f32 * self.scales[role])
    }
}

/// A deeper layer on any machine.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn convolve(layer: &Layer, from: &Codes, open: &[u8], to: &mut Codes) {
    let mut floats = Grid::ZERO;
    for place in open.iter().copied().map(usize::from) {
        floats.0[place] = Floats(from.0[place].map(f32::from));
    }
    for chunk in open.chunks(LANES) {
        let sums = weigh(&layer.floats, &floats, &lanes(chunk), [Floats::ZERO; LANES]);
        for (place, sum) in chunk.iter().copied().map(usize::from).zip(&sums) {
            to.0[place] = layer.finish(sum, &from.0[place]);
        }
    }
}

/// A deeper layer where the processor multiplies and adds bytes.
#[cfg(target_arch = "x86_64")]
mod vnni {
    use super::{Code, Codes, FIRST, Floats, LANES, Layer, OFFSETS, Roles, Row, Worth, lanes};
    use std::{
        arch::x86_64::{
            __m512, __m512i, _mm512_add_epi32, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_set1_epi32,
            _mm512_setzero_si512,
        },
        mem::transmute,
    };

    /// Whether the processor has what the routines below need.
    pub fn is_there() -> bool {
        is_x86_feature_detected!("avx512vnni") && is_x86_feature_detected!("avx512bw")
    }

    /// Four channels of a place, in every channel that goes out.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn spread(code: &Code, four: usize) -> __m512i {
        _mm512_set1_epi32(i32::from_ne_bytes(code.as_chunks::<4>().0[four]))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn convolve(layer: &Layer, from: &Codes, open: &[u8], to: &mut Codes) {
        for chunk in open.chunks(LANES) {
            let sums = weigh(&layer.packed, from, &lanes(chunk));
            for (place, sum) in chunk.iter().copied().map(usize::from).zip(sums) {
                let floats = sum.map(|half| _mm512_cvtepi32_ps(half));
                // SAFETY: two registers of sixteen floats are thirty-two floats.
                let sum = unsafe { transmute::<[__m512; 2], Floats>(floats) };
                to.0[place] = layer.finish(&sum, &from.0[place]);
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn weigh_roles(roles: &Roles, codes: &Codes, open: &[u8], worth: &mut Worth) {
        // SAFETY: a row of 64 bytes is a register.
        let rows = roles.packed.map(|row| unsafe { transmute::<Row, __m512i>(row) });
        for place in open.iter().copied().map(usize::from) {
            let mut sums = [_mm512_setzero_si512(); 2];
            for four in 0..rows.len() {
                sums[four % 2] =
                    _mm512_dpbusd_epi32(sums[four % 2], spread(&codes.0[place], four), rows[four]);
            }
            // SAFETY: a register is sixteen integers.
            let sums = unsafe { transmute::<__m512i, [i32; 16]>(_mm512_add_epi32(sums[0], sums[1])) };
            worth[place] = roles.finish(|role| sums[role]);
        }
    }

    /// For some places: the channels around, weighed.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn weigh(packed: &[[Row; 2]], from: &Codes, places: &[usize; LANES]) -> [[__m512i; 2]; LANES] {
        const FOURS: usize = super::CHANNELS / 4;
        let mut sums = [[_mm512_setzero_si512(); 2]; LANES];
        for (offset, rows) in OFFSETS.iter().zip(packed.as_chunks::<FOURS>().0) {
            let around = places.map(|place| &from.0[place - FIRST + offset]);
            for (four, rows) in rows.iter().enumerate() {
                // SAFETY: two rows of 64 bytes are two registers.
                let [low, high] = unsafe { transmute::<[Row; 2], [__m512i; 2]>(*rows) };
                // Written out for the reason told in `convolution::weigh`.
                macro_rules! lanes {
                    ($($lane:literal)*) => { $(
                        let channels = spread(around[$lane], four);
                        sums[$lane][0] = _mm512_dpbusd_epi32(sums[$lane][0], channels, low);
                        sums[$lane][1] = _mm512_dpbusd_epi32(sums[$lane][1], channels, high);
                    )* };
                }
                lanes!(0 1 2 3 4 5 6 7 8 9 10 11);
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{self, Seen};
    use yomikiri_blokus::{Arena, Blokus};
    use yomikiri_core::Game;
    use yomikiri_search::Random;

    /// Positions of random games.
    fn scenes(count: usize) -> Vec<Scene> {
        let (game, mut random, mut scenes) = (Blokus::default(), Random::new(8), Vec::new());
        while scenes.len() < count {
            let mut pos = game.start().position;
            loop {
                scenes.push(Scene::new(&Arena::new(&pos)));
                let mut moves = Vec::new();
                game.moves_of(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
        }
        scenes
    }

    /// The sums of a layer, written down place by place.
    fn obvious(layer: &Layer, from: &Codes, place: usize) -> Code {
        let sums = array::from_fn(|out| {
            let mut sum = 0i64;
            for (around, offset) in OFFSETS.iter().enumerate() {
                for (channel, &byte) in from.0[place - FIRST + offset].iter().enumerate() {
                    let row = &layer.packed[around * CHANNELS / 4 + channel / 4][out / (CHANNELS / 2)];
                    sum += i64::from(byte) * i64::from(row.0[out % (CHANNELS / 2)][channel % 4]);
                }
            }
            sum as f32
        });
        layer.finish(&Floats(sums), &from.0[place])
    }

    /// Both routines give the very bytes that the sums give, also where bytes and weights are as large as
    /// they can be.
    #[test]
    fn layers_are_their_sums() {
        let mut random = Random::new(3);
        let extreme = vec![Floats([1.0; CHANNELS]); AROUND * CHANNELS + 1];
        let network = Network::new(2);
        for (i, scene) in scenes(60).iter().enumerate() {
            let mut layer = Layer::new(if i % 10 == 0 { &extreme } else { network.layer(i % LAYERS) });
            let mut from = Codes([[0; CHANNELS]; PLACES]);
            for &place in scene.open() {
                let byte = |random: &mut Random| {
                    (random.below(256) as u8).saturating_add(if i % 10 == 0 { 200 } else { 0 })
                };
                from.0[usize::from(place)] = array::from_fn(|_| byte(&mut random));
            }
            if i % 10 == 0 {
                layer.scales = Floats([2e-5; CHANNELS]);
            }
            let [mut any, mut best] = [Codes([[0; CHANNELS]; PLACES]); 2];
            convolve(&layer, &from, scene.open(), &mut any);
            layer.convolve(&from, scene.open(), &mut best);
            for place in scene.open().iter().copied().map(usize::from) {
                let expected = obvious(&layer, &from, place);
                assert_eq!(any.0[place], expected);
                assert_eq!(best.0[place], expected);
            }
            let (roles, mut worth) = (Roles::new(network.roles()), [[0.0; ROLES]; PLACES]);
            roles.weigh(&from, scene.open(), &mut worth);
            for place in scene.open().iter().copied().map(usize::from) {
                let slowly = roles.finish(|role| roles.sum(&from.0[place], role));
                assert_eq!(worth[place].map(f32::to_bits), slowly.map(f32::to_bits));
            }
        }
    }

    /// Integers say what floats say, but for a little.
    #[test]
    fn integers_say_what_floats_say() {
        let model = crate::Model::shipped();
        let (network, quantized) = (&model.network, Quantized::new(&model.network));
        let (mut seen, mut view) = (Seen::nothing(), View::nothing());
        let mut error = [0.0f32; 2];
        let scenes = scenes(500);
        for scene in &scenes {
            network.see(scene, &mut seen);
            let found = quantized.look(network, scene, &mut view);
            error[0] += (network.value(scene, &network::pool(scene, &seen)) - found.value).abs();
            let exact = network.worth(scene, &seen);
            let open = scene.open().iter().map(|&place| usize::from(place));
            error[1] += open.fold(0.0f32, |most, place| {
                (0..ROLES)
                    .fold(most, |most, role| most.max((exact[place][role] - found.worth[place][role]).abs()))
            });
        }
        let [value, worth] = error.map(|error| error / scenes.len() as f32);
        assert!(value < 0.01 && worth < 0.1, "{value} {worth}");
    }
}
