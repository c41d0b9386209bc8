//! What is told of a search.

use std::fmt::Write;
use yomikiri_core::Notation;
use yomikiri_search::alphabeta::{Bound, Info, Score};

/// An `info` line.
pub fn info<G: Notation>(game: &G, from: &G::Pos, info: &Info<G::Move>) -> String {
    let Info { depth, deepest, line, nodes, time, fullness, .. } = info;
    let mut text =
        format!("info depth {depth} seldepth {deepest} multipv {line} score {}", score(info.score));
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => text += " lowerbound",
        Bound::Upper => text += " upperbound",
    }
    let speed = *nodes as f64 / time.as_secs_f64().max(1e-6);
    let millis = time.as_millis();
    write!(text, " nodes {nodes} nps {speed:.0} hashfull {fullness} time {millis} pv")
        .expect("a string takes all");
    text + &moves(game, from, &info.moves)
}

/// Points, or plies to the mate.
pub fn score(score: Score) -> String {
    match score {
        Score::Points(points) => format!("cp {points}"),
        Score::Win(plies) => format!("mate {plies}"),
        Score::Loss(plies) => format!("mate -{plies}"),
    }
}

/// The names of moves that follow each other, each with a space before it.
pub fn moves<G: Notation>(game: &G, from: &G::Pos, moves: &[G::Move]) -> String {
    let (mut text, mut pos) = (String::new(), from.clone());
    for &mv in moves {
        text = text + " " + &game.show_move(&pos, mv);
        pos = game.play(&pos, mv);
    }
    text
}
