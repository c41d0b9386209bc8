//! In how many ways the pieces can be placed, reachable or not.
//!
//! Two lions take two of the squares. Of each further kind some pieces stand on squares still free, each of
//! either side and in either form if the kind promotes, and the rest is shared between the hands. Every
//! placement is counted for itself: nothing is folded, nothing is left out because the game would be over,
//! and a mover is not chosen.

use yomikiri_core::{Game, Side};
use yomikiri_shogi::SmallShogi;

/// Placements of all pieces of the game's start position, by number of pieces in hand.
pub fn placements(game: &SmallShogi) -> Vec<u64> {
    let start = game.start().setup();
    let variant = game.variant();
    let squares = variant.board.len() as u64;
    // By number of pieces in hand, with the number of squares still free.
    let mut counts = vec![(squares - 2, squares * (squares - 1))];
    for kind in variant.hand_kinds() {
        let of_kind = |piece: &&yomikiri_shogi::Piece| piece.kind.unpromoted() == kind;
        let on_board = start.board.iter().flatten().filter(of_kind).count() as u64;
        let in_hand = |side: Side| u64::from(start.hands[side.index()][kind.place()]);
        let pieces = on_board + in_hand(Side::First) + in_hand(Side::Second);
        let forms: u64 = if variant.promotes(kind) { 4 } else { 2 };
        let mut next = vec![(0, 0); counts.len() + pieces as usize];
        for (held, &(free, ways)) in counts.iter().enumerate() {
            for more in 0..=pieces {
                let placed = pieces - more;
                let here = binomial(free, placed) * forms.pow(placed as u32) * (more + 1);
                let entry = &mut next[held + more as usize];
                *entry = (free - placed, entry.1 + ways * here);
            }
        }
        counts = next;
    }
    counts.into_iter().map(|(_, ways)| ways).collect()
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}
