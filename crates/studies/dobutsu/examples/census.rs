//! Solves Dobutsu Shogi, from its start or from the position given, and prints the census.

use yomikiri_core::{Game, Notation, Numbered};
use yomikiri_dobutsu::{Extent, census};
use yomikiri_shogi::{DenseGraph, Ending, Shogi};
use yomikiri_solve::{NoProgress, reach, retrograde};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Shogi::dobutsu(Ending::Capture);
    if let Some(start) = std::env::args().nth(1) {
        let start = game.parse_pos(&start)?;
        game = game.with_start(start);
    }
    let graph = DenseGraph::of(&game);
    let root = graph.node(&game, &game.start()).ok_or("the game is over")?;
    let threads = std::thread::available_parallelism()?.get();
    let reached = reach(&graph, &[root], threads, &NoProgress);
    let extent = Extent::of(&reached);
    let solution = retrograde(&graph, reached, threads, &NoProgress)?;
    let begun = std::time::Instant::now();
    let census = census(&game, &graph, extent, &solution, threads, &NoProgress)?;
    for figure in census.figures() {
        let published = figure.published.as_deref().unwrap_or("");
        let agrees = published == figure.computed || published.is_empty() || published.starts_with("about");
        let mark = if agrees { "" } else { "  DIFFERS" };
        println!("{:<48} {:>34} {published:>34}{mark}", figure.what, figure.computed);
    }
    println!("counted in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}
