//! Layers of a small convolutional network over the squares of the board.
//!
//! Method: every square that somebody can still cover has thirty-two channels. The first layer looks the
//! kinds of a square and its eight neighbours up and adds a row of weights for each: with one kind a square
//! that is a convolution without a multiplication. Each deeper layer weighs the channels of the nine squares
//! and adds the square's own: two of them see three squares far. Squares that are closed to both players are
//! passed over: they have no channels, and their neighbours see zeros, as beyond the edge of the board.
//! Channels are cut off at zero and at [`CEILING`], so that 256 steps tell them well
//! ([`quantized`](crate::quantized), which is what plays).
//!
//! [`LANES`] squares are taken through a layer together, so that a row of weights is read once for all of
//! them and the sums stay in registers. Sums are taken in a fixed order ([`Floats`]): the same bits
//! everywhere.

use multiversion::multiversion;
use yomikiri_blokus::Square;
use yomikiri_learn::{Floats, WIDTH, plus_times, transposed};

/// Channels of a square.
pub const CHANNELS: usize = WIDTH;

/// The most that a channel may say.
pub const CEILING: f32 = 6.0;

/// Nothing below zero, nor above the ceiling.
#[inline(always)]
fn rectify(channels: &mut Floats) {
    for channel in &mut channels.0 {
        *channel = channel.clamp(0.0, CEILING);
    }
}

/// Keeps what belongs to channels that were not cut off in another.
#[inline(always)]
fn mask(slope: &mut Floats, by: &Floats) {
    for (channel, by) in slope.0.iter_mut().zip(&by.0) {
        *channel = if *by > 0.0 && *by < CEILING { *channel } else { 0.0 };
    }
}

/// Places of the board with a margin around it, rows of sixteen.
pub const PLACES: usize = 16 * 16;

/// The place of a square.
pub const fn place(square: Square) -> usize {
    square.index() + 17
}

/// The place after half a turn of the board.
pub const fn turned(place: usize) -> usize {
    PLACES - 1 - place
}

/// A square and its neighbours.
pub const AROUND: usize = 9;

/// From a place to those around it, counted from the first of them.
pub const OFFSETS: [usize; AROUND] = [0, 1, 2, 16, 17, 18, 32, 33, 34];

/// How far the first of the places around lies before.
pub const FIRST: usize = 17;

/// A place around another. Within the board nothing wraps around; that it might spares a check in the inner
/// loop, with which the compiler leaves vectors.
#[inline(always)]
fn beside(place: u8, offset: usize) -> usize {
    (usize::from(place) + offset).wrapping_sub(FIRST) % PLACES
}

/// Squares that go through a layer together.
pub const LANES: usize = 12;

/// The channels of all places.
#[derive(Clone, Copy)]
pub struct Grid(pub [Floats; PLACES]);

impl Grid {
    /// Zeros.
    pub const ZERO: Self = Self([Floats::ZERO; PLACES]);
}

/// The kinds of all places.
pub type Kinds = [u8; PLACES];

/// The first layer: for each open place the bias and a row for the kind of each place around it, rectified.
/// There are as many rows for each of the nine as kinds.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
pub fn embed(rows: &[Floats], bias: &Floats, kinds: &Kinds, open: &[u8], to: &mut Grid) {
    let count = rows.len() / AROUND;
    for &place in open {
        let mut sum = *bias;
        for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact(count)) {
            sum.add(&rows[usize::from(kinds[usize::from(place) - FIRST + offset])]);
        }
        rectify(&mut sum);
        to.0[usize::from(place)] = sum;
    }
}

/// Takes a gradient by the outputs of [`embed`] back to its weights; the outputs are told to pass only what
/// was above zero.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
pub fn embed_back(
    rows: &mut [Floats],
    bias: &mut Floats,
    kinds: &Kinds,
    open: &[u8],
    out: &Grid,
    gradient: &mut Grid,
) {
    let count = rows.len() / AROUND;
    for &place in open {
        let place = usize::from(place);
        let slope = &mut gradient.0[place];
        mask(slope, &out.0[place]);
        bias.add(slope);
        for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact_mut(count)) {
            rows[usize::from(kinds[place - FIRST + offset])].add(slope);
        }
    }
}

/// A deeper layer: for each open place its own channels, the bias, and the channels around weighed,
/// rectified. For each of the nine places there is a row of weights for each channel.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
pub fn convolve(weights: &[Floats], bias: &Floats, from: &Grid, open: &[u8], to: &mut Grid) {
    for chunk in open.chunks(LANES) {
        let places = lanes(chunk);
        let mut sums = weigh(weights, from, &places, places.map(|place| from.0[place]));
        for (&place, sum) in chunk.iter().zip(&mut sums) {
            sum.add(bias);
            rectify(sum);
            to.0[usize::from(place)] = *sum;
        }
    }
}

/// Adds the channels around some places, weighed.
#[inline(always)]
pub fn weigh(
    weights: &[Floats],
    from: &Grid,
    places: &[usize; LANES],
    sums: [Floats; LANES],
) -> [Floats; LANES] {
    let mut sums = sums.map(|sum| sum.halves());
    for (offset, weights) in OFFSETS.iter().zip(weights.as_chunks::<CHANNELS>().0) {
        let around = places.map(|place| &from.0[place - FIRST + offset]);
        for (i, weights) in weights.iter().enumerate() {
            for (sum, from) in sums.iter_mut().zip(around) {
                *sum = plus_times(*sum, from.0[i], weights);
            }
        }
    }
    sums.map(Floats::of)
}

/// The places of a chunk; where it is short the first again.
#[inline(always)]
pub fn lanes(chunk: &[u8]) -> [usize; LANES] {
    std::array::from_fn(|lane| usize::from(*chunk.get(lane).unwrap_or(&chunk[0])))
}

/// Takes a gradient by the outputs of [`convolve`] back to its weights, and to what came in.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
pub fn convolve_back(
    weights: &[Floats],
    slopes: &mut [Floats],
    [from, out]: [&Grid; 2],
    open: &[u8],
    [gradient, back]: [&mut Grid; 2],
) {
    let Some((bias, slopes)) = slopes.split_last_mut() else { return };
    for &place in open {
        let place = usize::from(place);
        mask(&mut gradient.0[place], &out.0[place]);
        bias.add(&gradient.0[place]);
    }
    for (offset, slopes) in OFFSETS.iter().zip(slopes.as_chunks_mut::<CHANNELS>().0) {
        for (i, slopes) in slopes.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // Four channels together: a gradient is loaded once for all of them.
            let [mut a, mut b, mut c, mut d] = [Floats::ZERO; 4];
            for &place in open {
                let (slope, from) = (&gradient.0[usize::from(place)], &from.0[beside(place, *offset)]);
                let from = &from.0.as_chunks::<4>().0[i];
                a.add_times(from[0], slope);
                b.add_times(from[1], slope);
                c.add_times(from[2], slope);
                d.add_times(from[3], slope);
            }
            slopes.iter_mut().zip([a, b, c, d]).for_each(|(slope, sum)| slope.add(&sum));
        }
    }
    // What a place was to those around it, they are to it: the same layer turned, with inputs and outputs
    // exchanged.
    let turned: [[Floats; CHANNELS]; AROUND] =
        std::array::from_fn(|at| transposed(&weights.as_chunks::<CHANNELS>().0[AROUND - 1 - at]));
    pass(turned.as_flattened(), gradient, open, back);
}

/// For each open place its own channels, and those around weighed. A function of its own, for inside of
/// another the compiler made narrower vectors of it.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn pass(weights: &[Floats], from: &Grid, open: &[u8], to: &mut Grid) {
    for chunk in open.chunks(LANES) {
        let mut sums = weigh(weights, from, &lanes(chunk), [Floats::ZERO; LANES]);
        for (&place, sum) in chunk.iter().zip(&mut sums) {
            sum.add(&from.0[usize::from(place)]);
            to.0[usize::from(place)] = *sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_search::Random;

    fn cells(random: &mut Random, count: usize, scale: f32) -> Vec<Floats> {
        let mut number = || scale * ((random.next() >> 40) as f32 / (1u32 << 23) as f32 - 1.0);
        (0..count).map(|_| Floats(std::array::from_fn(|_| number()))).collect()
    }

    /// Some open places, all inside the margin.
    fn open(random: &mut Random) -> Vec<u8> {
        let squares = (0..14).flat_map(|y| (0..14).map(move |x| place(Square::new(x, y)) as u8));
        squares.filter(|_| random.below(3) > 0).collect()
    }

    /// Column and row of a place, counted with the margin.
    fn at(place: u8) -> (i32, i32) {
        (i32::from(place) % 16, i32::from(place) / 16)
    }

    /// Where a place lies as seen from another: 0 to 8, row by row.
    fn around(from: u8, to: u8) -> Option<usize> {
        let ((x, y), (u, v)) = (at(from), at(to));
        let near = (x - u).abs() <= 1 && (y - v).abs() <= 1;
        near.then(|| ((v - y + 1) * 3 + u - x + 1) as usize)
    }

    /// Both layers are what their sums say, written down place by place.
    #[test]
    fn layers_are_their_sums() {
        let mut random = Random::new(1);
        let rows = cells(&mut random, AROUND * 5, 1.0);
        let weights = cells(&mut random, AROUND * CHANNELS, 0.1);
        let bias = cells(&mut random, 2, 1.0);
        for _ in 0..50 {
            let open = open(&mut random);
            let mut kinds = [0; PLACES];
            for &place in &open {
                kinds[usize::from(place)] = 1 + random.below(4) as u8;
            }
            let (mut first, mut second) = (Grid::ZERO, Grid::ZERO);
            embed(&rows, &bias[0], &kinds, &open, &mut first);
            convolve(&weights, &bias[1], &first, &open, &mut second);
            for &here in &open {
                for channel in 0..CHANNELS {
                    let (mut embedded, mut sum) = (bias[0].0[channel], bias[1].0[channel]);
                    sum += first.0[usize::from(here)].0[channel];
                    for there in 0..=255 {
                        let Some(at) = around(here, there) else { continue };
                        embedded += rows[at * 5 + usize::from(kinds[usize::from(there)])].0[channel];
                        for (i, channels) in first.0[usize::from(there)].0.iter().enumerate() {
                            sum += channels * weights[at * CHANNELS + i].0[channel];
                        }
                    }
                    let found = first.0[usize::from(here)].0[channel];
                    assert!((found - embedded.clamp(0.0, CEILING)).abs() < 1e-4, "{found} {embedded}");
                    let found = second.0[usize::from(here)].0[channel];
                    assert!((found - sum.clamp(0.0, CEILING)).abs() < 1e-3, "{found} {sum}");
                }
            }
        }
    }
}
