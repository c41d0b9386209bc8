//! A number that stands for the rules, for the headers of table files.

use crate::{Bits, Shogi};
use yomikiri_core::fnv1a;

impl<B: Bits> Shogi<B> {
    /// FNV-1a, 64 bits, over the variant's description and the ending. The start position is no part of it.
    ///
    /// # Stability
    /// Rules that differ have different digests; the same rules keep theirs.
    pub fn rules_digest(&self) -> u64 {
        let text = format!("{} ending {}", self.variant().describe(), self.ending().word());
        fnv1a(text.as_bytes())
    }
}
