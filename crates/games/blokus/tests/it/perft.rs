//! Sequences of moves counted, against the published counts (`data/known/blokus.md`).

use yomikiri_blokus::{Blokus, Openings};
use yomikiri_core::{Game, perft};

#[test]
fn the_published_counts() {
    for (openings, counts) in
        [(Openings::All, [414, 171_396, 89_204_762]), (Openings::Fives, [315, 99_225, 34_660_086])]
    {
        let game = Blokus { openings, ..Blokus::default() };
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.start(), depth), count, "{openings:?} {depth}");
        }
    }
}
