//! Every operation at every level of this machine, against arrays.

use crate::{Floats, Half, Level, Packer, Pairs, Plain, Quads, Row, Simd, Words, Work, add_pairs, add_quads};
use std::array;
use yomikiri_core::Random;

/// Numbers of all sizes.
trait Draw {
    fn integer(&mut self, extremes: [i64; 2]) -> i64;
    fn float(&mut self) -> f32;
}

impl Draw for Random {
    /// A number, one in four of them as large or as small as it can be.
    fn integer(&mut self, extremes: [i64; 2]) -> i64 {
        match self.next() % 8 {
            0 => extremes[0],
            1 => extremes[1],
            _ => self.next() as i64,
        }
    }

    /// A float of any size, without infinities and what is no number; in turn near to each other, so that
    /// sums round.
    fn float(&mut self) -> f32 {
        let word = self.next();
        match word % 8 {
            0 => [0.0, -0.0, f32::MIN_POSITIVE, -1e-45, f32::MAX, 1.0, -1.0, 16_777_217.0]
                [(word >> 8) as usize % 8],
            1 => f32::from_bits(((word >> 32) as u32) & !(1 << 30)),
            2 => ((word >> 40) & 0xff) as f32 / 16.0 - 8.0,
            _ => (word >> 32) as i32 as f32 * 2f32.powi((word >> 8) as i32 % 4 - 30),
        }
    }
}

/// What goes in.
struct Inputs {
    floats: [[f32; 16]; 3],
    ints: [i32; 2],
    shorts: [[i16; 32]; 12],
    bytes: [[u8; 32]; 12],
    pairs: [[Pairs; 2]; 16],
    quads: [[Quads; 2]; 8],
    rows: [Row; 3],
    lanes: [u64; 2],
    words: Words,
    shift: u32,
}

impl Inputs {
    fn new(random: &mut Random) -> Self {
        let short = |random: &mut Random| random.integer([-32768, 32767]) as i16;
        let byte = |random: &mut Random| random.integer([0, 255]) as u8;
        let close = random.next().is_multiple_of(2);
        Self {
            floats: array::from_fn(|_| array::from_fn(|_| random.float())),
            ints: array::from_fn(|_| random.integer([i64::from(i32::MIN), i64::from(i32::MAX)]) as i32),
            shorts: array::from_fn(|_| array::from_fn(|_| short(random))),
            bytes: array::from_fn(|_| array::from_fn(|_| byte(random))),
            pairs: array::from_fn(|_| {
                array::from_fn(|_| Pairs(array::from_fn(|_| array::from_fn(|_| short(random)))))
            }),
            quads: array::from_fn(|_| {
                let weight = |random: &mut Random| random.integer([-128, 127]) as i8;
                array::from_fn(|_| Quads(array::from_fn(|_| array::from_fn(|_| weight(random)))))
            }),
            // Few different bytes, so that some are equal.
            rows: array::from_fn(|_| {
                Row(array::from_fn(|_| if close { (random.next() % 4) as u8 } else { byte(random) }))
            }),
            lanes: array::from_fn(|_| random.next()),
            words: Words(array::from_fn(|_| array::from_fn(|_| random.next()))),
            shift: (random.next() % 15) as u32,
        }
    }
}

/// What comes of all operations.
#[derive(Debug, PartialEq)]
struct Outputs {
    floats: Vec<[u32; 16]>,
    ints: Vec<[i32; 16]>,
    shorts: Vec<[i16; 32]>,
    rows: Vec<Row>,
    lanes: Vec<u64>,
    words: Words,
}

impl Work for &Inputs {
    type Out = Outputs;
    const PRODUCTS: bool = true;

    #[inline(always)]
    fn at<S: Simd>(self, simd: S) -> Outputs {
        let (rows, lanes, words) = on_bytes(simd, self);
        Outputs {
            floats: on_floats(simd, self),
            ints: on_ints(simd, self),
            shorts: on_shorts(simd, self),
            rows,
            lanes,
            words,
        }
    }
}

/// The bits; all that is no number is the same.
fn bits(float: f32) -> u32 {
    if float.is_nan() { f32::NAN.to_bits() } else { float.to_bits() }
}

/// Twice sixteen.
fn row_of(floats: &[f32; 16]) -> Floats {
    Floats(array::from_fn(|i| floats[i % 16]))
}

#[inline(always)]
fn on_floats<S: Simd>(simd: S, inputs: &Inputs) -> Vec<[u32; 16]> {
    let [one, two, three] =
        inputs.floats.each_ref().map(|floats| simd.singles(&row_of(floats), Half::Second));
    let made = [
        simd.add_singles(one, two),
        simd.multiply_singles(one, two),
        simd.fused(one, two, three),
        simd.max_singles(one, two),
        simd.where_above(two, one, three),
        simd.add_singles(one, simd.all_singles(inputs.floats[1][3])),
        simd.to_singles(simd.all_ints(inputs.ints[0])),
    ];
    let mut all: Vec<[u32; 16]> = made
        .into_iter()
        .map(|singles| {
            let mut stored = Floats::ZERO;
            simd.store_singles(singles, &mut stored, Half::Second);
            stored.0.as_chunks().0[1].map(bits)
        })
        .collect();
    let row = |from: usize| Floats(array::from_fn(|i| inputs.floats[(from + i / 16) % 3][i % 16]));
    let (one, two) = (row(0), row(1));
    let [mut sum, mut times] = [one; 2];
    sum.add(simd, &two);
    times.add_times(simd, inputs.floats[2][0], &two);
    for row in [sum, times, one.bent(simd), one.unbent(simd, &two)] {
        all.extend(row.0.as_chunks::<16>().0.iter().map(|half| half.map(bits)));
    }
    all.push([bits(one.dot(simd, &two)); 16]);
    all
}

#[inline(always)]
fn stored<S: Simd>(simd: S, sums: impl IntoIterator<Item = [S::Ints; 2]>) -> Vec<[i32; 16]> {
    let store = |ints| {
        let mut stored = [0; 16];
        simd.store_ints(ints, &mut stored);
        stored
    };
    sums.into_iter().flatten().map(store).collect()
}

#[inline(always)]
fn on_ints<S: Simd>(simd: S, inputs: &Inputs) -> Vec<[i32; 16]> {
    let [one, two] = inputs.ints.map(|int| simd.all_ints(int));
    let mut all = stored(simd, [[simd.add_ints(one, two); 2]]);
    macro_rules! add {
        ($add:ident, $weights:ident, $from:ident, $($count:literal)*) => { $(
            let mut sums = [[one, two]; $count];
            $add::<S, $count>(simd, &mut sums, &inputs.$weights, array::from_fn(|n| &inputs.$from[n]));
            all.extend(stored(simd, sums));
        )* };
    }
    add!(add_pairs, pairs, shorts, 1 2 3 4 12);
    add!(add_quads, quads, bytes, 1 2 3 4 12);
    all
}

#[inline(always)]
fn on_shorts<S: Simd>(simd: S, inputs: &Inputs) -> Vec<[i16; 32]> {
    let [one, two] = [0, 1].map(|n| simd.shorts(&inputs.shorts[n]));
    let mut sums = [[simd.all_ints(inputs.ints[0]); 2]];
    add_pairs(simd, &mut sums, &inputs.pairs, [&inputs.shorts[2]]);
    let made = [
        simd.narrow(sums[0][0], sums[0][1], inputs.shift),
        simd.add_shorts(one, two),
        simd.part(one, inputs.shorts[3][0]),
        simd.part(simd.part(one, i16::MIN), i16::MIN),
        simd.max_shorts(one, two),
    ];
    made.map(|shorts| {
        let mut stored = [0; 32];
        simd.store_shorts(shorts, &mut stored);
        stored
    })
    .into()
}

#[inline(always)]
fn on_bytes<S: Simd>(simd: S, inputs: &Inputs) -> (Vec<Row>, Vec<u64>, Words) {
    let [one, two, three] = inputs.rows.each_ref().map(|row| simd.bytes(row));
    let [some, others] = inputs.lanes.map(|lanes| simd.mask(lanes));
    let mut words = inputs.words;
    let made = [
        simd.add_bytes(one, two),
        simd.or_bytes(one, two),
        simd.all_bytes(inputs.rows[0].0[0]),
        simd.count_up(one, some, simd.one()),
        simd.count_down(one, some, simd.one()),
        simd.pick(some, one, two),
        simd.keep(some, one),
        simd.below(&mut words, some, three),
        simd.below(&mut words, others, one),
    ];
    let rows = made.map(|bytes| {
        let mut row = Row([0; 64]);
        simd.store_bytes(bytes, &mut row);
        row
    });
    let masks = [
        some,
        simd.equal(one, two),
        simd.above(one, two),
        simd.both(some, others),
        simd.either(some, others),
        simd.except(some, others),
    ];
    (rows.into(), masks.map(|mask| simd.lanes(mask)).into(), words)
}

#[test]
fn every_level_gives_the_same_bits() {
    let mut random = Random::at(1);
    for round in 0..3000 {
        let inputs = Inputs::new(&mut random);
        let expected = (&inputs).at(Plain);
        for level in Level::available() {
            assert_eq!(level.run(&inputs), expected, "{level}, round {round}");
        }
    }
}

/// Doubles that lie halfway between two floats, and sums so small that they have fewer digits: where SSE2 has
/// to look twice.
#[test]
fn fused_sums_are_rounded_once() {
    struct Fused([f32; 3]);
    impl Work for &Fused {
        type Out = u32;
        const PRODUCTS: bool = true;

        #[inline(always)]
        fn at<S: Simd>(self, simd: S) -> u32 {
            let [sum, factor, other] = self.0.map(|float| simd.all_singles(float));
            let mut stored = Floats::ZERO;
            simd.store_singles(simd.fused(sum, factor, other), &mut stored, Half::First);
            stored.0[7].to_bits()
        }
    }
    let tiny = f32::EPSILON;
    let mut cases = vec![
        [1.0, tiny / 2.0, 1.0],
        [1.0, tiny / 2.0, 1.0 + tiny],
        [1.0, tiny / 2.0, 1.0 - tiny],
        [1.0 + tiny, tiny / 2.0, 1.0 - tiny / 2.0],
        [-1e-45, 1e-23, 1e-23],
        [f32::MIN_POSITIVE, -1e-45, 0.5],
        [f32::MAX, f32::MAX, tiny / 4.0],
        [0.0, -0.0, 1.0],
        [-0.0, 0.0, -1.0],
    ];
    // A product of many digits beside a sum that makes it end halfway.
    let mut random = Random::at(3);
    for _ in 0..20_000 {
        let digits = |random: &mut Random| 1.0 + (random.next() >> 41) as f32 * tiny;
        let (factor, other) = (digits(&mut random), digits(&mut random) * 2f32.powi(-25));
        cases.push([digits(&mut random), factor, other]);
        cases.push([digits(&mut random), 1.0 + tiny * (random.next() % 4) as f32, tiny / 2.0]);
        cases.push([1e-39 * digits(&mut random), factor * 1e-19, other * 1e-14]);
    }
    for case in &cases {
        let exact = case[1].mul_add(case[2], case[0]).to_bits();
        for level in Level::available() {
            assert_eq!(level.run(&Fused(*case)), exact, "{level}: {case:?}");
        }
    }
}

#[test]
fn bits_are_pushed_together_as_one_by_one() {
    let Some(packer) = Packer::chosen() else { return };
    let mut random = Random::new(9);
    for _ in 0..1000 {
        let (word, by) =
            (random.next(), random.next() & random.next() | random.next() >> (random.next() % 64));
        let chosen = (0..64).filter(|bit| by >> bit & 1 == 1);
        let expected = chosen.zip(0..).fold(0, |all, (bit, place)| all | (word >> bit & 1) << place);
        assert_eq!(packer.packed(word, by), expected, "{word:x} by {by:x}");
    }
}
