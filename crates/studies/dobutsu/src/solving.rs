//! What everyone needs who solves the game, or writes or reads its table.

use yomikiri_core::Value;
use yomikiri_shogi::{DenseGraph, Ending, SmallShogi};
use yomikiri_solve::Unsolved;
use yomikiri_table::Header;

/// A game that is not over at its start, with its graph; `None` if the graph has no room for the start.
pub fn unsolved(game: SmallShogi) -> Option<Unsolved<SmallShogi, DenseGraph>> {
    let stuck = match game.ending() {
        Ending::Capture => Value::Draw,
        Ending::Mate => Value::Loss(0),
    };
    let graph = DenseGraph::of(&game);
    Unsolved::new(game, graph, stuck)
}

/// The header of a table of the game solved from `start`, without counts.
pub fn header(game: &SmallShogi, start: String) -> Header {
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
        wdl: false,
    }
}
