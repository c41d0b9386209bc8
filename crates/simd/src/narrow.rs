//! Several registers for 512 bits: what AVX2, SSE2 and NEON have in common, but for the names of the
//! instructions.
//!
//! A mask is a register of bytes, all bits or none: adding it counts down, subtracting it counts up.

/// Implements [`Simd`](crate::Simd) for a token, where the instructions have these names in scope. `$flag` is
/// what the token tells by a constant; `$i` are the numbers of the registers, in order.
macro_rules! narrow {
    ($token:ident $(<$flag:ident>)?, $ints:ty, $floats:ty, $rows:literal, $bytes:expr, $dot_shorts:ident, $dot_bytes:path;
        $($i:tt)*) => {
        // SAFETY, of all instructions and of reading and writing memory: whoever has the token has the
        // instructions; all that is read and written has 64 bytes; and what is read and written as a line is
        // of a type that begins at a multiple of 64.
        #[allow(clippy::undocumented_unsafe_blocks, clippy::cast_ptr_alignment, unused_unsafe)]
        impl $(<const $flag: bool>)? Simd for $token $(<$flag>)? {
            const BYTES: bool = $bytes;
            const ROWS: usize = $rows;

            type Singles = [$floats; COUNT];
            type Ints = [$ints; COUNT];
            type Shorts = [$ints; COUNT];
            type Bytes = [$ints; COUNT];
            type Mask = [$ints; COUNT];

            #[inline(always)]
            fn singles(self, from: &Floats, half: Half) -> Self::Singles {
                unsafe { [$( load_floats(from.0.as_ptr().add(16 * half as usize + $i * 16 / COUNT)) ),*] }
            }
            #[inline(always)]
            fn store_singles(self, singles: Self::Singles, to: &mut Floats, half: Half) {
                unsafe { $( store_floats(to.0.as_mut_ptr().add(16 * half as usize + $i * 16 / COUNT), singles[$i]); )* }
            }
            #[inline(always)]
            fn all_singles(self, single: f32) -> Self::Singles {
                unsafe { [all_floats(single); COUNT] }
            }
            #[inline(always)]
            fn add_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles {
                unsafe { [$( add_floats(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn multiply_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles {
                unsafe { [$( multiply_floats(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn fused(self, sum: Self::Singles, factor: Self::Singles, other: Self::Singles) -> Self::Singles {
                unsafe { [$( fused(factor[$i], other[$i], sum[$i]) ),*] }
            }
            #[inline(always)]
            fn max_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles {
                unsafe { [$( max_floats(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn where_above(self, by: Self::Singles, yes: Self::Singles, no: Self::Singles) -> Self::Singles {
                unsafe { [$( choose_floats(above_zero(by[$i]), yes[$i], no[$i]) ),*] }
            }

            #[inline(always)]
            fn all_ints(self, int: i32) -> Self::Ints {
                unsafe { [all_32(int); COUNT] }
            }
            #[inline(always)]
            fn store_ints(self, ints: Self::Ints, to: &mut [i32; 16]) {
                unsafe { $( store(to.as_mut_ptr().cast::<$ints>().add($i), ints[$i]); )* }
            }
            #[inline(always)]
            fn add_ints(self, one: Self::Ints, other: Self::Ints) -> Self::Ints {
                unsafe { [$( add_32(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn to_singles(self, ints: Self::Ints) -> Self::Singles {
                unsafe { [$( to_floats(ints[$i]) ),*] }
            }
            #[inline(always)]
            fn dot_shorts(self, sum: Self::Ints, two: [i16; 2], weights: &Pairs) -> Self::Ints {
                let weights = weights.0.as_ptr().cast::<$ints>();
                let two = i32::from(two[0] as u16) | i32::from(two[1]) << 16;
                unsafe {
                    let two = all_32(two);
                    [$( $dot_shorts(sum[$i], two, load_line(weights.add($i))) ),*]
                }
            }
            #[inline(always)]
            fn dot_bytes(self, sum: Self::Ints, four: [u8; 4], weights: &Quads) -> Self::Ints {
                let weights = weights.0.as_ptr().cast::<$ints>();
                unsafe {
                    let four = all_32(i32::from_le_bytes(four));
                    [$( $dot_bytes(sum[$i], four, load_line(weights.add($i))) ),*]
                }
            }

            #[inline(always)]
            fn shorts(self, from: &[i16; 32]) -> Self::Shorts {
                unsafe { [$( load(from.as_ptr().cast::<$ints>().add($i)) ),*] }
            }
            #[inline(always)]
            fn store_shorts(self, shorts: Self::Shorts, to: &mut [i16; 32]) {
                unsafe { $( store(to.as_mut_ptr().cast::<$ints>().add($i), shorts[$i]); )* }
            }
            #[inline(always)]
            fn narrow(self, first: Self::Ints, second: Self::Ints, shift: u32) -> Self::Shorts {
                unsafe {
                    let shift = count(shift as i32);
                    [$( pack(shift_right_signed(first[$i], shift), shift_right_signed(second[$i], shift)) ),*]
                }
            }
            #[inline(always)]
            fn add_shorts(self, one: Self::Shorts, other: Self::Shorts) -> Self::Shorts {
                unsafe { [$( add_16_held(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn part(self, shorts: Self::Shorts, factor: i16) -> Self::Shorts {
                unsafe { [$( part(shorts[$i], all_16(factor)) ),*] }
            }
            #[inline(always)]
            fn max_shorts(self, one: Self::Shorts, other: Self::Shorts) -> Self::Shorts {
                unsafe { [$( max_16(one[$i], other[$i]) ),*] }
            }

            #[inline(always)]
            fn bytes(self, from: &Row) -> Self::Bytes {
                unsafe { [$( load_line(from.0.as_ptr().cast::<$ints>().add($i)) ),*] }
            }
            #[inline(always)]
            fn store_bytes(self, bytes: Self::Bytes, to: &mut Row) {
                unsafe { $( store_line(to.0.as_mut_ptr().cast::<$ints>().add($i), bytes[$i]); )* }
            }
            #[inline(always)]
            fn all_bytes(self, byte: u8) -> Self::Bytes {
                unsafe { [all_8(byte as i8); COUNT] }
            }
            #[inline(always)]
            fn one(self) -> Self::Bytes {
                self.all_bytes(1)
            }
            #[inline(always)]
            fn add_bytes(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes {
                unsafe { [$( add_8(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn or_bytes(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes {
                unsafe { [$( or(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn count_up(self, bytes: Self::Bytes, lanes: Self::Mask, _: Self::Bytes) -> Self::Bytes {
                unsafe { [$( subtract_8(bytes[$i], lanes[$i]) ),*] }
            }
            #[inline(always)]
            fn count_down(self, bytes: Self::Bytes, lanes: Self::Mask, _: Self::Bytes) -> Self::Bytes {
                unsafe { [$( add_8(bytes[$i], lanes[$i]) ),*] }
            }
            #[inline(always)]
            fn pick(self, lanes: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes {
                unsafe { [$( choose(lanes[$i], yes[$i], no[$i]) ),*] }
            }
            #[inline(always)]
            fn keep(self, lanes: Self::Mask, bytes: Self::Bytes) -> Self::Bytes {
                unsafe { [$( and(lanes[$i], bytes[$i]) ),*] }
            }
            #[inline(always)]
            fn equal(self, one: Self::Bytes, other: Self::Bytes) -> Self::Mask {
                unsafe { [$( equal_8(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn above(self, one: Self::Bytes, other: Self::Bytes) -> Self::Mask {
                // Signs turned: numbers without sign are in the order of those with one.
                unsafe {
                    let sign = all_8(i8::MIN);
                    [$( above_8(xor(one[$i], sign), xor(other[$i], sign)) ),*]
                }
            }
            #[inline(always)]
            fn both(self, one: Self::Mask, other: Self::Mask) -> Self::Mask {
                unsafe { [$( and(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn either(self, one: Self::Mask, other: Self::Mask) -> Self::Mask {
                unsafe { [$( or(one[$i], other[$i]) ),*] }
            }
            #[inline(always)]
            fn except(self, one: Self::Mask, other: Self::Mask) -> Self::Mask {
                unsafe { [$( and_not(other[$i], one[$i]) ),*] }
            }
            #[inline(always)]
            fn lanes(self, mask: Self::Mask) -> u64 {
                unsafe { $( (u64::from(signs(mask[$i]) as u32) << ($i * 64 / COUNT)) )|* }
            }
            #[inline(always)]
            fn mask(self, lanes: u64) -> Self::Mask {
                // Each byte gets its eight bits, of which its own is kept.
                let spread: [u64; 8] = array::from_fn(|i| (lanes >> (8 * i) & 0xff) * 0x0101_0101_0101_0101);
                let spread = spread.as_ptr().cast::<$ints>();
                unsafe {
                    let own = all_64(0x8040_2010_0804_0201_u64 as i64);
                    [$( equal_8(and(load(spread.add($i)), own), own) ),*]
                }
            }
            #[inline(always)]
            fn below(self, words: &mut Words, moves: Self::Mask, bounds: Self::Bytes) -> Self::Bytes {
                unsafe {
                    let step = all_64(STEP as i64);
                    let byte = all_64(0xff);
                    let mut numbers = [zero(); COUNT];
                    // Written out: the number of a shift and of a shuffle is part of the instruction.
                    macro_rules! eight {
                        ($at:literal) => {{
                            let places = words.0[$at].as_mut_ptr().cast::<$ints>();
                            $( {
                                let old = load_line(places.add($i));
                                let next = add_64(old, step);
                                let moving = spread_byte::<$at>(moves[$i]);
                                store_line(places.add($i), add_64(old, and(step, moving)));
                                let bound = and(shift_right::<{ 8 * $at }>(bounds[$i]), byte);
                                let number = shift_right::<32>(multiply_32(shift_right::<32>(mix(next)), bound));
                                numbers[$i] = or(numbers[$i], shift_left::<{ 8 * $at }>(number));
                            } )*
                        }};
                    }
                    eight!(0);
                    eight!(1);
                    eight!(2);
                    eight!(3);
                    eight!(4);
                    eight!(5);
                    eight!(6);
                    eight!(7);
                    numbers
                }
            }
        }

        /// The lower 64 bits of a product, word by word.
        ///
        /// # Safety
        /// The level's instructions.
        #[inline(always)]
        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)]
        unsafe fn multiply_64(word: $ints, factor: u64) -> $ints {
            unsafe {
                let (low, high) = (all_64(factor as i64), all_64((factor >> 32) as i64));
                let crossed = add_64(multiply_32(shift_right::<32>(word), low), multiply_32(word, high));
                add_64(multiply_32(word, low), shift_left::<32>(crossed))
            }
        }

        /// splitmix64's finalizer of some words.
        ///
        /// # Safety
        /// The level's instructions.
        #[inline(always)]
        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)]
        unsafe fn mix(word: $ints) -> $ints {
            unsafe {
                let word = multiply_64(xor(word, shift_right::<{ SHIFTS[0] as i32 }>(word)), FACTORS[0]);
                let word = multiply_64(xor(word, shift_right::<{ SHIFTS[1] as i32 }>(word)), FACTORS[1]);
                xor(word, shift_right::<{ SHIFTS[2] as i32 }>(word))
            }
        }
    };
}

pub(crate) use narrow;
