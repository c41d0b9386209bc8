//! The rules that every problem is read, shown and written by.

use std::sync::LazyLock;
use yomikiri_shogi::Shogi;

static RULES: LazyLock<Shogi<u128>> = LazyLock::new(Shogi::tsume);

/// Shogi on the full board, where the attacker may do without a king. Made once: its tables are large.
pub fn rules() -> &'static Shogi<u128> {
    &RULES
}
