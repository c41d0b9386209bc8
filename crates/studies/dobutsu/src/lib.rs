//! TODO
pub mod tally; pub mod last_rank; pub mod placements; pub mod threats;
use yomikiri_core::*; use yomikiri_shogi::*; use yomikiri_solve::*;
/// The first node that is a completed try.
fn first_try(graph: &DenseGraph) -> u32 {
    let ends = graph.ends();
    let tries = ends.iter().find(|(_, value)| matches!(value, Value::Loss(_)));
    tries.expect("a graph has completed tries").0.start as u32
}
pub fn experiment(game: &SmallShogi, graph: &DenseGraph, solution: &Solution) {
    let p = &NoProgress;
    let t = std::time::Instant::now();
    println!("{:?}", placements::placements(game));
    println!("{:?}", tally::Tally::of(graph, solution, 2, p)); println!("{:?}", t.elapsed());
    threats::experiment(graph, solution, 2, p); println!("{:?}", t.elapsed());
    let without = DenseGraph::of(&game.clone().with_last_rank_drops(false));
    println!("{:?}", last_rank::Needed::count(&without, solution, 2, p)); println!("{:?}", t.elapsed());
    let w = last_rank::Without::solve(&without, graph.node(game, &game.start()), solution, 2, p).unwrap();
    println!("{:?} {}", w, w.changed()); println!("{:?}", t.elapsed());
}
