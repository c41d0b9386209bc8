//! Numbers of a layer in 16-bit integers, and matrices that they go through.
//!
//! Method: two numbers that go in are multiplied with their weights and added to a 32-bit sum by one
//! instruction (`vpdpwssd`; two without VNNI) for as many that come out as a register holds
//! (`yomikiri_simd`). Weights are scaled by a power of two so large that no sum overflows, whatever goes in;
//! what comes out is shifted back, rounded, and held within 16 bits. All of it is exact: the same bits at
//! every level.
//!
//! Why: twice as many products an instruction as floats, half the memory, and a row is one register. Bytes
//! are too coarse: what a chain says reaches from a tenth to hundreds.

use crate::row::Matrix;
use std::array;
use yomikiri_learn::ShortRow;
use yomikiri_simd::{Floats, LEAK, Pairs, Simd, WIDTH, add_pairs, by_level};

/// Numbers below zero count so much, in 32768ths.
const LEAKING: i16 = (LEAK * 32768.0) as i16;
/// The most that the weights of a unit may add up to: times 32768 it is less than 2^31, with what rounding
/// adds.
const TOTAL: f32 = 65_000.0;
/// Chains and products that go through a matrix together, at most.
const TOGETHER: usize = 4;

/// The unit that a place of one of two registers stands for: the order in which two registers of 32-bit
/// numbers are packed into one.
const fn unit(half: usize, place: usize) -> usize {
    place / 4 * 8 + half * 4 + place % 4
}

/// Matrices of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For each two inputs.
    pairs: Vec<[Pairs; 2]>,
    /// Sums are this power of two too large.
    shift: u32,
}

/// Sums for the units.
type Sums = [i32; WIDTH];

impl Weights {
    /// From matrices for inputs that go in together; `gain` steps of what comes out are one of what goes in.
    pub fn new(matrices: &[&Matrix], gain: f32) -> Self {
        let rows: Vec<_> = matrices.iter().flat_map(|matrix| matrix.iter()).collect();
        let sizes = |unit: usize| rows.iter().map(move |row| gain * row.0[unit].abs());
        let total = (0..WIDTH).map(|unit| sizes(unit).sum()).fold(0.0, f32::max);
        let single = (0..WIDTH).flat_map(sizes).fold(0.0, f32::max);
        let fits = |shift: &u32| total.max(2.0 * single) * (1u32 << shift) as f32 <= TOTAL;
        let shift = (0..15).rev().find(fits).unwrap_or(0);
        let number = |weight: f32| (weight * gain * (1 << shift) as f32).round() as i16;
        let pairs = |half, [one, two]: &[&Floats; 2]| {
            Pairs(array::from_fn(|place| {
                let unit = unit(half, place);
                [number(one.0[unit]), number(two.0[unit])]
            }))
        };
        let pairs = rows.as_chunks().0.iter().map(|two| [pairs(0, two), pairs(1, two)]).collect();
        Self { pairs, shift }
    }

    /// What a sum is worth, in steps of what comes out.
    pub fn worth(&self) -> f32 {
        1.0 / (1 << self.shift) as f32
    }

    /// What is added for rounding when sums are shifted back.
    const fn rounding(&self) -> i32 {
        1 << self.shift >> 1
    }

    /// Takes chains of cells from inputs to states: each is bent, after what the one before it comes to is
    /// added. The longest chain is the first.
    pub fn run(&self, cells: &mut [ShortRow], chains: &[Chain]) {
        debug_assert!(chains.is_sorted_by_key(|chain| std::cmp::Reverse(chain.length())));
        run(self, cells, chains);
    }

    /// Adds to cells their products.
    pub fn add_products(&self, from: &[ShortRow], to: &mut [ShortRow]) {
        add_products(self, from, to);
    }

    /// The sums for as many inputs at a time as there are matrices, as they are.
    pub fn add_up(&self, from: &[ShortRow], to: &mut Vec<Sums>) {
        to.clear();
        add_up(self, from, to);
    }

    /// How many inputs go in together.
    const fn inputs(&self) -> usize {
        self.pairs.len() * 2 / WIDTH
    }
}

/// Sums in the order of the units.
#[inline(always)]
fn in_order(sums: &[[i32; WIDTH / 2]; 2]) -> Sums {
    array::from_fn(|unit| sums[unit / 4 % 2][unit / 8 * 4 + unit % 4])
}

/// Cells that follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// How many: no more than a deck has cards.
    length: u16,
    /// The first. A look at thousands of positions has more than 65,536 cells.
    start: u32,
}

impl Chain {
    /// So many cells from a first one.
    pub const fn new(start: usize, length: usize) -> Self {
        // Cells of 32 bytes are fewer than 2^32 in any memory that there is.
        debug_assert!(length <= u16::MAX as usize && start <= u32::MAX as usize);
        Self { length: length as u16, start: start as u32 }
    }

    /// Where it begins.
    const fn start(self) -> usize {
        self.start as usize
    }

    /// How many cells there are.
    pub const fn length(self) -> usize {
        self.length as usize
    }

    /// The cells.
    #[inline(always)]
    pub fn of(self, cells: &[ShortRow]) -> &[ShortRow] {
        &cells[self.start()..self.start() + self.length()]
    }

    /// The last cell; zeros if there is none.
    pub fn last(self, cells: &[ShortRow]) -> ShortRow {
        self.of(cells).last().copied().unwrap_or(ShortRow::ZERO)
    }
}

/// How many chains and products go through a matrix together at a level.
#[inline(always)]
const fn together<S: Simd>() -> usize {
    if S::ROWS < TOGETHER { S::ROWS } else { TOGETHER }
}

/// Calls a routine for four, three, two or one of so many at a time.
macro_rules! together {
    ($first:ident, $count:expr, $routine:ident($($argument:expr),*)) => {
        let mut $first = 0;
        while $first < $count {
            match ($count - $first).min(together::<S>()) {
                1 => $routine::<S, 1>($($argument),*),
                2 => $routine::<S, 2>($($argument),*),
                3 => $routine::<S, 3>($($argument),*),
                _ => $routine::<S, TOGETHER>($($argument),*),
            }
            $first += together::<S>();
        }
    };
}

by_level! {
    use products;

    fn run(simd, weights: &Weights, cells: &mut [ShortRow], chains: &[Chain]) {
        let mut active = chains.iter().take_while(|chain| chain.length() > 0).count();
        for chain in &chains[..active] {
            let first = &mut cells[chain.start()];
            *first = bent(simd, simd.shorts(&first.0));
        }
        let mut at = 1;
        loop {
            while active > 0 && chains[active - 1].length() <= at {
                active -= 1;
            }
            if active == 0 {
                break;
            }
            together!(first, active, step(simd, weights, cells, &chains[first..active], at));
            at += 1;
        }
    }

    fn add_products(simd, weights: &Weights, from: &[ShortRow], to: &mut [ShortRow]) {
        together!(first, from.len(), add_some_products(simd, weights, &from[first..], &mut to[first..]));
    }

    fn add_up(simd, weights: &Weights, from: &[ShortRow], to: &mut Vec<Sums>) {
        let count = from.len() / weights.inputs();
        together!(first, count, add_some_up(simd, weights, &from[first * weights.inputs()..], to));
    }
}

/// The sums for some inputs, in two times sixteen each.
#[inline(always)]
fn sums<S: Simd, const N: usize>(
    simd: S,
    weights: &Weights,
    from: [&[ShortRow]; N],
    beginning: i32,
) -> [[S::Ints; 2]; N] {
    let mut sums = [[simd.all_ints(beginning); 2]; N];
    for (input, rows) in weights.pairs.as_chunks::<{ WIDTH / 2 }>().0.iter().enumerate() {
        add_pairs(simd, &mut sums, rows, array::from_fn(|n| &from[n][input].0));
    }
    sums
}

/// The products, shifted back, and cells.
#[inline(always)]
fn products<S: Simd, const N: usize>(
    simd: S,
    weights: &Weights,
    from: [&ShortRow; N],
    to: [&ShortRow; N],
) -> [S::Shorts; N] {
    let from = from.map(array::from_ref::<ShortRow>).map(<[ShortRow; 1]>::as_slice);
    let sums = sums::<S, N>(simd, weights, from, weights.rounding());
    // Not a closure: that would not be compiled for the level.
    let mut products = [simd.shorts(&to[0].0); N];
    for n in 0..N {
        let shifted = simd.narrow(sums[n][0], sums[n][1], weights.shift);
        products[n] = simd.add_shorts(shifted, simd.shorts(&to[n].0));
    }
    products
}

/// The rectifier.
#[inline(always)]
fn bent<S: Simd>(simd: S, numbers: S::Shorts) -> ShortRow {
    cell(simd, simd.max_shorts(numbers, simd.part(numbers, LEAKING)))
}

#[inline(always)]
fn cell<S: Simd>(simd: S, numbers: S::Shorts) -> ShortRow {
    let mut cell = ShortRow::ZERO;
    simd.store_shorts(numbers, &mut cell.0);
    cell
}

/// The next cell of some chains.
#[inline(always)]
fn step<S: Simd, const N: usize>(
    simd: S,
    weights: &Weights,
    cells: &mut [ShortRow],
    chains: &[Chain],
    at: usize,
) {
    let places: [usize; N] = array::from_fn(|n| chains[n].start() + at);
    let products =
        products(simd, weights, places.map(|place| &cells[place - 1]), places.map(|place| &cells[place]));
    for n in 0..N {
        cells[places[n]] = bent(simd, products[n]);
    }
}

#[inline(always)]
fn add_some_products<S: Simd, const N: usize>(
    simd: S,
    weights: &Weights,
    from: &[ShortRow],
    to: &mut [ShortRow],
) {
    let products: [_; N] = products(simd, weights, array::from_fn(|n| &from[n]), array::from_fn(|n| &to[n]));
    for n in 0..N {
        to[n] = cell(simd, products[n]);
    }
}

#[inline(always)]
fn add_some_up<S: Simd, const N: usize>(simd: S, weights: &Weights, from: &[ShortRow], to: &mut Vec<Sums>) {
    let inputs = weights.inputs();
    let sums = sums::<S, N>(simd, weights, array::from_fn(|n| &from[n * inputs..(n + 1) * inputs]), 0);
    for sums in sums {
        let mut stored = [[0; WIDTH / 2]; 2];
        simd.store_ints(sums[0], &mut stored[0]);
        simd.store_ints(sums[1], &mut stored[1]);
        to.push(in_order(&stored));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::splitmix;
    use yomikiri_learn::fraction;

    struct Chance(u64);

    impl Chance {
        fn float(&mut self) -> f32 {
            (splitmix::next(&mut self.0) >> 40) as f32 / (1u32 << 23) as f32 - 1.0
        }

        fn matrix(&mut self, scale: f32) -> Matrix {
            array::from_fn(|_| Floats(array::from_fn(|_| scale * self.float())))
        }

        fn cells(&mut self, count: usize, scale: f32) -> Vec<ShortRow> {
            (0..count).map(|_| ShortRow(array::from_fn(|_| (scale * self.float()) as i16))).collect()
        }
    }

    /// A sum, number by number.
    fn sum(weights: &Weights, from: &[ShortRow], unit_wanted: usize, beginning: i32) -> i32 {
        let (half, place) = (unit_wanted / 4 % 2, unit_wanted / 8 * 4 + unit_wanted % 4);
        assert_eq!(unit(half, place), unit_wanted);
        let inputs = from.iter().flat_map(|cell| cell.0.as_chunks::<2>().0);
        inputs.zip(&weights.pairs).fold(beginning, |sum, (two, pairs)| {
            let weights = pairs[half].0[place];
            sum + i32::from(two[0]) * i32::from(weights[0]) + i32::from(two[1]) * i32::from(weights[1])
        })
    }

    /// A product, number by number.
    fn product(weights: &Weights, from: &ShortRow, to: &ShortRow) -> ShortRow {
        let rounding = weights.rounding();
        let sums: Sums = array::from_fn(|unit| sum(weights, array::from_ref(from), unit, rounding));
        let mut product = ShortRow(sums.map(|sum| (sum >> weights.shift).clamp(-32768, 32767) as i16));
        product.add(to);
        product
    }

    fn run_slowly(weights: &Weights, cells: &mut [ShortRow], chains: &[Chain]) {
        for chain in chains {
            for at in chain.start()..chain.start() + chain.length() {
                if at > chain.start() {
                    cells[at] = product(weights, &cells[at - 1], &cells[at]);
                }
                cells[at] = ShortRow(cells[at].0.map(|number| number.max(fraction(LEAKING, number))));
            }
        }
    }

    /// The level's registers give the very numbers, also where they are as large as they can be. `cargo xtask
    /// test` runs this at every level.
    #[test]
    fn registers_give_the_same_bits_as_sums_one_by_one() {
        let mut chance = Chance(1);
        for (scale, size) in [(0.3, 3000.0), (0.05, 300.0), (2.0, 32767.0), (9.0, 40000.0)] {
            let matrices = [chance.matrix(scale), chance.matrix(scale)];
            let weights = Weights::new(&[&matrices[0]], 1.0);
            let mut chains: Vec<Chain> = Vec::new();
            for length in [9, 8, 8, 5, 5, 4, 1, 1, 0] {
                let start = chains.iter().map(|chain| chain.length()).sum();
                chains.push(Chain::new(start, length));
            }
            let [mut any, mut best] = [(); 2].map(|()| Chance(7).cells(41, size));
            run_slowly(&weights, &mut any, &chains);
            weights.run(&mut best, &chains);
            assert_eq!(any, best);
            let from = chance.cells(41, size);
            for (from, to) in from.iter().zip(&mut any) {
                *to = product(&weights, from, to);
            }
            weights.add_products(&from, &mut best);
            assert_eq!(any, best);
            let weights = Weights::new(&[&matrices[0], &matrices[1]], 0.5);
            let mut best = Vec::new();
            weights.add_up(&from[..38], &mut best);
            let any =
                from[..38].chunks_exact(2).map(|from| array::from_fn(|unit| sum(&weights, from, unit, 0)));
            assert_eq!((best.len(), best), (19, any.collect()));
        }
    }

    /// No sum overflows, and what is too large is held at the bound.
    #[test]
    fn products_are_what_they_should_be() {
        let mut chance = Chance(2);
        for scale in [0.02, 0.3, 4.0, 100.0] {
            let matrix = chance.matrix(scale);
            let weights = Weights::new(&[&matrix], 1.0);
            for size in [100.0, 5000.0, 40000.0] {
                let from = chance.cells(9, size);
                let mut to = vec![ShortRow::ZERO; 9];
                weights.add_products(&from, &mut to);
                for (from, to) in from.iter().zip(&to) {
                    for unit in 0..WIDTH {
                        let exact: f32 = (0..WIDTH).map(|i| f32::from(from.0[i]) * matrix[i].0[unit]).sum();
                        let off = f32::from(to.0[unit]) - exact.clamp(-32768.0, 32767.0);
                        assert!(off.abs() < 2.0 + 1e-2 * scale * size, "{scale} {size}: {off}");
                    }
                }
            }
        }
    }
}
