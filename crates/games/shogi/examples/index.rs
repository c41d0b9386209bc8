//! What a number of the general index costs: `cargo run --release -p yomikiri-shogi --example index`.
//!
//! For each variant: nanoseconds from number to position, from position to number, to expand a position and
//! to take it back, over positions at random of those that could be reached; numbers for each such position.

use std::{hint::black_box, time::Instant};
use yomikiri_core::{Graph, Numbered, Random};
use yomikiri_shogi::{Ending, GeneralGraph, Shogi, SmallShogi, Variant};

/// Numbers that are tried.
const TRIED: usize = 300_000;

fn main() {
    println!("variant\tnumbers\tplausible\tunrank\trank\texpand\tretract");
    for name in ["dobutsu", "dobutsu-3x5", "dobutsu-4x4"] {
        tell(&Shogi::new(Variant::named(name), Ending::Capture));
    }
    for name in ["shogi-3x3", "shogi-3x3-rook", "shogi-3x3-bishop", "shogi-3x4"] {
        tell(&Shogi::new(Variant::named(name), Ending::Mate));
    }
}

fn tell(game: &SmallShogi) {
    let graph = GeneralGraph::of(game).expect("a small variant");
    let mut random = Random::new(1);
    let interior = u128::from(graph.interior());
    let mut nodes: Vec<u64> =
        (0..TRIED).map(|_| ((u128::from(random.next()) * interior) >> 64) as u64).collect();
    nodes.sort_unstable();
    let placed = nodes.iter().filter_map(|&node| Some((node, graph.position(game, node)?)));
    let (nodes, positions): (Vec<_>, Vec<_>) = placed.unzip();
    let nanoseconds = |work: &mut dyn FnMut()| {
        let began = Instant::now();
        work();
        began.elapsed().as_nanos() as f64 / nodes.len() as f64
    };
    let unrank = nanoseconds(&mut || {
        for &node in &nodes {
            black_box(graph.unchecked(node));
        }
    });
    let rank = nanoseconds(&mut || {
        for pos in &positions {
            black_box(graph.open_node(pos));
        }
    });
    let mut edges = Vec::new();
    let expand = nanoseconds(&mut || graph.expand(&nodes, &mut edges));
    let retract = nanoseconds(&mut || {
        graph.retract(&nodes, &mut |found| {
            black_box(found.len());
        });
    });
    let share = TRIED as f64 / nodes.len() as f64;
    let name = game.variant().name;
    println!("{name}\t{interior}\t1 in {share:.2}\t{unrank:.0}\t{rank:.0}\t{expand:.0}\t{retract:.0}");
}
