//! Games side by side are the same games as one by one.

use std::{collections::BTreeMap, ops::Range};
use yomikiri_calculation::{
    Calculation, Variant, bulk,
    simple::{self, Finished, PlayoutPolicy},
};

const VARIANTS: [(&str, u64); 7] = [
    ("calculation", 200),
    ("computer", 40),
    ("superhuman", 40),
    ("ranks=5,piles=1", 40),
    ("ranks=8,piles=5", 20),
    ("ranks=13,steps=12-5,piles=6,lead=0", 40),
    ("ranks=7,lead=6", 5),
];

/// What the level's registers make of these games; each comes once. `cargo xtask test` runs this at every
/// level.
fn in_bulk(variant: Variant, policy: PlayoutPolicy, numbers: Range<u64>) -> BTreeMap<u64, Finished> {
    let mut games = BTreeMap::new();
    let mut twice = false;
    bulk::play(variant, policy, 5, numbers, &mut |number, game| {
        twice |= games.insert(number, game).is_some();
    });
    assert!(!twice);
    games
}

#[test]
fn games_in_bulk_are_the_games_one_by_one() {
    for (text, blocks) in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        let game = Calculation::new(variant);
        for policy in [PlayoutPolicy::Any, PlayoutPolicy::Bases] {
            let numbers = 77..77 + blocks * 64 + 13;
            let alone = numbers.clone().map(|number| (number, simple::play(&game, policy, 5, number)));
            assert_eq!(in_bulk(variant, policy, numbers.clone()), alone.collect(), "{text} {policy:?}");
        }
    }
}

#[test]
fn any_range_is_played_to_its_end() {
    let whole = in_bulk(Variant::CALCULATION, PlayoutPolicy::Any, 0..200);
    for length in [0, 1, 2, 63, 64, 65, 127, 200] {
        let part = in_bulk(Variant::CALCULATION, PlayoutPolicy::Any, 0..length);
        assert_eq!(part, whole.range(0..length).map(|(&number, &game)| (number, game)).collect());
    }
}
