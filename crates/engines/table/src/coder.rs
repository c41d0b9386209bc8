//! A range coder for very short messages.
//!
//! 32-bit range, byte-wise renormalisation, carries resolved in the output. The end is as short as it can be:
//! the fewest bytes such that whatever follows them decodes the same, because blocks stand one behind the
//! other in the file. That costs about a byte a block, against four for a range coder or rANS that writes its
//! state out.

/// Below this the range is widened by a byte, until its highest byte is not zero.
const BOTTOM: u32 = 1 << 24;

/// Writes one message.
pub struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    low: u32,
    range: u32,
}

impl<'a> Encoder<'a> {
    /// A message at the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        let start = out.len();
        Self { out, start, low: 0, range: u32::MAX }
    }

    /// Codes a symbol that takes `from..to` of `1 << bits`.
    #[inline]
    pub fn encode(&mut self, from: u32, to: u32, bits: u32) {
        let step = self.range >> bits;
        let (low, carry) = self.low.overflowing_add(step * from);
        self.low = low;
        if carry {
            carry_into(&mut self.out[self.start..]);
        }
        self.range = step * (to - from);
        while self.range < BOTTOM {
            self.out.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }

    /// Ends the message.
    pub fn finish(self) {
        let (low, high) = (u64::from(self.low), u64::from(self.low) + u64::from(self.range));
        for bytes in 0..=4u32 {
            let unit = 1u64 << (32 - 8 * bytes);
            let code = low.div_ceil(unit) * unit;
            if code + unit <= high + u64::from(bytes == 0 && self.range == u32::MAX) {
                let (code, carry) = (code as u32, code > u64::from(u32::MAX));
                if carry {
                    carry_into(&mut self.out[self.start..]);
                }
                self.out.extend_from_slice(&code.to_be_bytes()[..bytes as usize]);
                break;
            }
        }
        // Zeros at the end say nothing only if zeros follow; what follows is the next block, so they stay.
    }
}

/// Adds one to a message so far. (Not of the encoder, whose state is to stay in registers.)
#[cold]
fn carry_into(message: &mut [u8]) {
    for byte in message.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return;
        }
    }
    unreachable!("the message is a number below one");
}

/// Reads one message.
pub struct Decoder<'a> {
    bytes: &'a [u8],
    /// How many bytes have been read.
    at: usize,
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// The message at the beginning of `bytes`; whatever follows it does no harm.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes, at: 0, code: 0, range: u32::MAX };
        decoder.code = decoder.next();
        decoder.at = 4;
        decoder
    }

    /// The next four bytes, the first one uppermost: zeros where there are none.
    #[inline]
    fn next(&self) -> u32 {
        match self.bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            Some(next) => u32::from_be_bytes(*next),
            None => self.last(),
        }
    }

    /// The same at the end of the bytes.
    #[cold]
    fn last(&self) -> u32 {
        (0..4).fold(0, |next, byte| next << 8 | self.bytes.get(self.at + byte).map_or(0, |&byte| byte.into()))
    }

    /// Where in `0..1 << bits` the next symbol lies. Follow it up with [`Self::consume`].
    #[inline]
    pub fn peek(&self, bits: u32) -> u32 {
        (self.code / (self.range >> bits)).min((1 << bits) - 1)
    }

    /// Whether the next symbol lies in `0..end` of `1 << bits`, as [`Self::peek`] tells it with a division.
    #[inline]
    pub fn is_below(&self, end: u32, bits: u32) -> bool {
        self.code < (self.range >> bits) * end
    }

    /// Takes the symbol that lies in `from..to`.
    #[inline]
    pub fn consume(&mut self, from: u32, to: u32, bits: u32) {
        let step = self.range >> bits;
        self.code = self.code.wrapping_sub(step * from);
        self.range = step * (to - from);
        self.widen();
    }

    /// Widens the range by as many bytes as it lacks, without a branch: nobody can guess how many.
    #[inline]
    fn widen(&mut self) {
        if self.range >= BOTTOM {
            return;
        }
        let bits = self.range.leading_zeros() & !7;
        let both = u64::from(self.code) << 32 | u64::from(self.next());
        self.code = (both << bits >> 32) as u32;
        self.range <<= bits;
        self.at += (bits / 8) as usize;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// The decoder as it is described: byte by byte, with 64 bits for whatever might overflow.
    pub(crate) struct Slow<'a> {
        bytes: &'a [u8],
        code: u64,
        range: u64,
    }

    impl<'a> Slow<'a> {
        pub(crate) fn new(bytes: &'a [u8]) -> Self {
            let mut slow = Self { bytes, code: 0, range: u32::MAX.into() };
            (0..4).for_each(|_| slow.shift());
            slow
        }

        fn shift(&mut self) {
            let (byte, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
            (self.code, self.bytes) = ((self.code << 8 | u64::from(*byte)) & 0xffff_ffff, rest);
        }

        /// Takes the symbol whose part of `1 << bits`, one beginning at each of `starts` up to the next,
        /// holds the next place; its number.
        pub(crate) fn take(&mut self, starts: &[u32], bits: u32) -> usize {
            let step = self.range >> bits;
            let place = (self.code / step).min((1 << bits) - 1);
            let symbol = starts.iter().rposition(|&start| u64::from(start) <= place).unwrap();
            let end = starts.get(symbol + 1).map_or(1 << bits, |&end| u64::from(end));
            let start = u64::from(starts[symbol]);
            self.code = self.code.wrapping_sub(step * start) & 0xffff_ffff;
            self.range = step * (end - start);
            while self.range < 1 << 24 {
                self.shift();
                self.range <<= 8;
            }
            symbol
        }
    }

    /// Whatever the bytes are, a message or not.
    #[test]
    fn any_bytes_are_read_as_byte_by_byte() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let length = random.below(40);
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let (mut fast, mut slow) = (Decoder::new(&bytes), Slow::new(&bytes));
            for _ in 0..60 {
                let bits = 1 + random.below(16) as u32;
                // Often next to the ends: parts of all sizes.
                let mut cut = || 1 + (random.next() >> random.below(64)) as u32 % ((1 << bits) - 1);
                let mut starts = vec![0, cut(), cut()];
                starts.sort_unstable();
                starts.dedup();
                let place = fast.peek(bits);
                for &start in &starts {
                    assert_eq!(fast.is_below(start, bits), place < start);
                }
                let symbol = slow.take(&starts, bits);
                let ends = |symbol: usize| starts.get(symbol).copied().unwrap_or(1 << bits);
                assert!((ends(symbol)..ends(symbol + 1)).contains(&place));
                fast.consume(ends(symbol), ends(symbol + 1), bits);
            }
        }
    }

    /// Messages of skewed symbols, one behind the other, come back whatever follows them.
    #[test]
    fn short_messages_come_back() {
        let bounds = [0, 1, 40, 41, 4000, 4095, 4096];
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u32
        };
        for length in 0..400 {
            let symbols: Vec<usize> = (0..length)
                .map(|_| {
                    let at = if random() % 8 == 0 { random() % 6 } else { 3 };
                    at as usize
                })
                .collect();
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes);
            for &symbol in &symbols {
                encoder.encode(bounds[symbol], bounds[symbol + 1], 12);
            }
            encoder.finish();
            for tail in [0u8, 1, 127, 255] {
                let mut message = bytes.clone();
                message.extend([tail; 8]);
                let mut decoder = Decoder::new(&message);
                for &symbol in &symbols {
                    let at = decoder.peek(12);
                    assert!(bounds[symbol] <= at && at < bounds[symbol + 1], "{length} {tail}");
                    for end in bounds {
                        assert_eq!(decoder.is_below(end, 12), at < end, "{length} {tail} {end}");
                    }
                    decoder.consume(bounds[symbol], bounds[symbol + 1], 12);
                }
            }
        }
    }
}
