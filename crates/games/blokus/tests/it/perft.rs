//! Sequences of moves counted, against the published counts (`data/known/blokus.md`).

use yomikiri_blokus::{Blokus, Openings, Position};

fn perft(game: Blokus, pos: &Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    game.moves_of(pos, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(game, &game.after(pos, mv), depth - 1)).sum()
}

#[test]
fn the_published_counts() {
    for (openings, counts) in
        [(Openings::All, [414, 171_396, 89_204_762]), (Openings::Fives, [315, 99_225, 34_660_086])]
    {
        let game = Blokus { openings, ..Blokus::default() };
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(game, &Position::START, depth), count, "{openings:?} {depth}");
        }
    }
}
