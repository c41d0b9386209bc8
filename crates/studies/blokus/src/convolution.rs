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
//! As many squares are taken through a layer together as the registers have room for ([`Simd::ROWS`]), so
//! that a row of weights is read once for all of them and the sums stay in registers. Sums are taken in a
//! fixed order ([`Floats`]): the same bits everywhere.

use std::array;
use yomikiri_blokus::Square;
use yomikiri_simd::{Floats, Simd, WIDTH, by_level, plus_times, transposed};

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

/// The channels of all places.
#[derive(Clone, Copy)]
pub struct Grid(pub [Floats; PLACES]);

impl Grid {
    /// Zeros.
    pub const ZERO: Self = Self([Floats::ZERO; PLACES]);
}

/// The kinds of all places.
pub type Kinds = [u8; PLACES];

by_level! {
    /// The first layer: for each open place the bias and a row for the kind of each place around it,
    /// rectified. There are as many rows for each of the nine as kinds.
    pub fn embed(simd, rows: &[Floats], bias: &Floats, kinds: &Kinds, open: &[u8], to: &mut Grid) {
        let count = rows.len() / AROUND;
        for &place in open {
            let mut sum = *bias;
            for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact(count)) {
                sum.add(simd, &rows[usize::from(kinds[usize::from(place) - FIRST + offset])]);
            }
            rectify(&mut sum);
            to.0[usize::from(place)] = sum;
        }
    }

    /// Takes a gradient by the outputs of [`embed`] back to its weights; the outputs are told to pass only
    /// what was above zero.
    pub fn embed_back(
        simd,
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
            bias.add(simd, slope);
            for (offset, rows) in OFFSETS.iter().zip(rows.chunks_exact_mut(count)) {
                rows[usize::from(kinds[place - FIRST + offset])].add(simd, slope);
            }
        }
    }

    /// A deeper layer: for each open place its own channels, the bias, and the channels around weighed,
    /// rectified. For each of the nine places there is a row of weights for each channel.
    pub fn convolve(simd, weights: &[Floats], bias: &Floats, from: &Grid, open: &[u8], to: &mut Grid) {
        weigh_all(simd, weights, from, open, true, |place, mut sum| {
            sum.add(simd, bias);
            rectify(&mut sum);
            to.0[place] = sum;
        });
    }

    /// Takes a gradient by the outputs of [`convolve`] back to its weights, and to what came in.
    pub fn convolve_back(
        simd,
        weights: &[Floats],
        slopes: &mut [Floats],
        grids: [&Grid; 2],
        open: &[u8],
        gradients: [&mut Grid; 2],
    ) {
        let ([from, out], [gradient, back]) = (grids, gradients);
        let Some((bias, slopes)) = slopes.split_last_mut() else { return };
        for &place in open {
            let place = usize::from(place);
            mask(&mut gradient.0[place], &out.0[place]);
            bias.add(simd, &gradient.0[place]);
        }
        for (offset, slopes) in OFFSETS.iter().zip(slopes.as_chunks_mut::<CHANNELS>().0) {
            // Some channels together: a gradient is loaded once for all of them.
            match S::ROWS {
                4.. => slope_of::<S, 4>(simd, slopes, from, gradient, open, *offset),
                2.. => slope_of::<S, 2>(simd, slopes, from, gradient, open, *offset),
                _ => slope_of::<S, 1>(simd, slopes, from, gradient, open, *offset),
            }
        }
        // What a place was to those around it, they are to it: the same layer turned, with inputs and outputs
        // exchanged.
        let turned: [[Floats; CHANNELS]; AROUND] =
            array::from_fn(|at| transposed(&weights.as_chunks::<CHANNELS>().0[AROUND - 1 - at]));
        weigh_all(simd, turned.as_flattened(), gradient, open, false, |place, mut sum| {
            sum.add(simd, &gradient.0[place]);
            back.0[place] = sum;
        });
    }
}

/// The slopes by the weights of one of the nine places around.
#[inline(always)]
fn slope_of<S: Simd, const TOGETHER: usize>(
    simd: S,
    slopes: &mut [Floats; CHANNELS],
    from: &Grid,
    gradient: &Grid,
    open: &[u8],
    offset: usize,
) {
    for (i, slopes) in slopes.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let mut sums = [Floats::ZERO.halves(simd); TOGETHER];
        for &place in open {
            let (slope, from) = (&gradient.0[usize::from(place)], &from.0[beside(place, offset)]);
            let from = &from.0.as_chunks::<TOGETHER>().0[i];
            for (sum, &from) in sums.iter_mut().zip(from) {
                *sum = plus_times(simd, *sum, from, slope);
            }
        }
        for (slope, sum) in slopes.iter_mut().zip(sums) {
            slope.add(simd, &Floats::of(simd, sum));
        }
    }
}

/// Gives for each open place the channels around, weighed, and before them its own, if asked.
#[inline(always)]
fn weigh_all<S: Simd>(
    simd: S,
    weights: &[Floats],
    from: &Grid,
    open: &[u8],
    own: bool,
    mut each: impl FnMut(usize, Floats),
) {
    match S::ROWS {
        12.. => weigh_by::<S, 12>(simd, weights, from, open, own, &mut each),
        2.. => weigh_by::<S, 2>(simd, weights, from, open, own, &mut each),
        _ => weigh_by::<S, 1>(simd, weights, from, open, own, &mut each),
    }
}

#[inline(always)]
fn weigh_by<S: Simd, const LANES: usize>(
    simd: S,
    weights: &[Floats],
    from: &Grid,
    open: &[u8],
    own: bool,
    each: &mut impl FnMut(usize, Floats),
) {
    for chunk in open.chunks(LANES) {
        let places = lanes::<LANES>(chunk);
        let mut sums = [Floats::ZERO.halves(simd); LANES];
        if own {
            for (sum, place) in sums.iter_mut().zip(places) {
                *sum = from.0[place].halves(simd);
            }
        }
        for (offset, weights) in OFFSETS.iter().zip(weights.as_chunks::<CHANNELS>().0) {
            let around = places.map(|place| &from.0[place - FIRST + offset]);
            for (i, weights) in weights.iter().enumerate() {
                for (sum, from) in sums.iter_mut().zip(around) {
                    *sum = plus_times(simd, *sum, from.0[i], weights);
                }
            }
        }
        for (&place, sum) in chunk.iter().zip(sums) {
            each(usize::from(place), Floats::of(simd, sum));
        }
    }
}

/// The places of a chunk; where it is short the first again.
#[inline(always)]
pub fn lanes<const LANES: usize>(chunk: &[u8]) -> [usize; LANES] {
    array::from_fn(|lane| usize::from(*chunk.get(lane).unwrap_or(&chunk[0])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    fn cells(random: &mut Random, count: usize, scale: f32) -> Vec<Floats> {
        let mut number = || scale * ((random.next() >> 40) as f32 / (1u32 << 23) as f32 - 1.0);
        (0..count).map(|_| Floats(array::from_fn(|_| number()))).collect()
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
