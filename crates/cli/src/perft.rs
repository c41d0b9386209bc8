//! Sequences of moves counted, the checksum of a move generator.

use crate::progress::Progress;
use rayon::prelude::*;
use yomikiri_core::{Game, successors};

/// Enough pieces of work that the last ones do not leave a core waiting.
const PIECES: usize = 256;

/// The number of sequences of exactly `depth` moves from a position, by all cores; `count` is the game's for
/// one position.
pub fn perft<G: Game>(
    game: &G,
    from: G::Pos,
    depth: u32,
    progress: &Progress,
    count: impl Fn(&G, &G::Pos, u32) -> u64 + Sync,
) -> u64 {
    let (mut pieces, mut depth) = (vec![from], depth);
    while depth > 0 && !pieces.is_empty() && pieces.len() < PIECES {
        pieces = pieces.iter().flat_map(|pos| successors(game, pos)).collect();
        depth -= 1;
    }
    progress.phase("counting", pieces.len() as u64);
    pieces
        .par_iter()
        .map(|pos| {
            let nodes = count(game, pos, depth);
            progress.advance(1);
            nodes
        })
        .sum()
}
