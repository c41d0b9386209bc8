//! A range coder for very short messages.
//!
//! 32-bit range, byte-wise renormalisation, carries resolved in the output. The end is as short as it can be:
//! the fewest bytes such that whatever follows them decodes the same, because blocks stand one behind the
//! other in the file. That costs about a byte a block, against four for a range coder or rANS that writes its
//! state out.

/// Below this the range is widened by a byte.
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
    rest: &'a [u8],
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// The message at the beginning of `bytes`; whatever follows it does no harm.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { rest: bytes, code: 0, range: u32::MAX };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    #[inline]
    fn shift(&mut self) {
        let byte = match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => 0,
        };
        self.code = self.code << 8 | u32::from(byte);
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
        while self.range < BOTTOM {
            self.shift();
            self.range <<= 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
