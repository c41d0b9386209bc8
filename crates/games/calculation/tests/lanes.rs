//! 64 games side by side are the same games as one by one.

use yomikiri_calculation::{
    Calculation, Variant,
    lanes::{self, LANES},
    simple::{self, Taste},
};

#[test]
fn games_side_by_side_are_the_games_one_by_one() {
    for (text, blocks) in [
        ("calculation", 200),
        ("computer", 40),
        ("superhuman", 40),
        ("ranks=5,piles=1", 40),
        ("ranks=13,steps=12-5,piles=6,lead=0", 40),
        ("ranks=7,lead=6", 5),
    ] {
        let variant: Variant = text.parse().unwrap();
        let game = Calculation::new(variant);
        for taste in [Taste::Any, Taste::Bases] {
            for block in 0..blocks {
                let first = block * LANES as u64;
                for (lane, finished) in lanes::play(variant, taste, 5, first).into_iter().enumerate() {
                    let alone = simple::play(&game, taste, 5, first + lane as u64);
                    assert_eq!(finished, alone, "{text} {taste:?} game {}", first + lane as u64);
                }
            }
        }
    }
}
