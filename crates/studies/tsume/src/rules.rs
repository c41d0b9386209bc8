//! The rules that every problem is read, shown and written by.

use std::sync::LazyLock;
use yomikiri_shogi::{Ending, Shogi, Variant};

static RULES: LazyLock<Shogi<u128>> = LazyLock::new(|| Shogi::new(Variant::tsume(), Ending::Mate));

/// Shogi on the full board, where the attacker may do without a king. Made once: its tables are large.
pub fn rules() -> &'static Shogi<u128> {
    &RULES
}
