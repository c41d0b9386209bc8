//! Reading out a variant of shogi on a small board, and the header of its table: what the command line and
//! other languages have in common.

use yomikiri_core::{Numbered, Value};
use yomikiri_shogi::{Bits, Ending, Shogi};
use yomikiri_solve::Unsolved;
use yomikiri_table::Header;

/// A game that is not over at its start, with the graph of its positions; `None` if the graph has room
/// neither for the start nor for what its moves lead to.
pub fn unsolved<B: Bits, N: Numbered<Shogi<B>>>(game: Shogi<B>, graph: N) -> Option<Unsolved<Shogi<B>, N>> {
    let stuck = match game.ending() {
        Ending::Capture => Value::Draw,
        Ending::Mate => Value::Loss(0),
    };
    Unsolved::new(game, graph, stuck)
}

/// The header of a table of the game solved from `start`, without counts.
pub fn header<B: Bits>(game: &Shogi<B>, start: String) -> Header {
    Header {
        game: game.variant().name.to_owned(),
        ending: game.ending().word().to_owned(),
        start,
        rules: format!("{:016x}", game.rules_digest()),
        nonterminal: 0,
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: None,
        by_plies: Vec::new(),
        wdl: false,
    }
}
