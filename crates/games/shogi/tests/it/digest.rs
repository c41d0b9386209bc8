//! Digests of rules.

use std::collections::HashSet;
use yomikiri_shogi::{Ending, SmallShogi};

#[test]
fn different_rules_have_different_digests() {
    let games = [Ending::Capture, Ending::Mate].map(|ending| {
        let (full, chicks) = (SmallShogi::dobutsu(ending), SmallShogi::dobutsu_chicks(ending));
        let strict = full.clone().with_last_rank_drops(false);
        [full, chicks, strict].map(|game| game.rules_digest())
    });
    assert_eq!(games.as_flattened().iter().collect::<HashSet<_>>().len(), 6);
}
