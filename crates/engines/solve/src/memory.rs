//! How much memory reading out takes.

use crate::exchange::{CHUNK_BYTES, PART, SPARE_BYTES};
use yomikiri_core::Graph;

/// The program itself.
const BASE: u64 = 8 << 20;

/// An estimate, on the safe side, of the bytes that reading out takes.
///
/// A cell for each interior node; a bit for each node seen and for each expanded; for each worker the chunks
/// that it fills and those that it keeps for use. Indices on their way have taken up to three bytes an
/// interior node.
pub fn memory(graph: &impl Graph, threads: usize) -> u64 {
    let part = PART as u64;
    let (nodes, interior) = (graph.nodes().next_multiple_of(part), graph.interior().next_multiple_of(part));
    let worker = nodes / part * CHUNK_BYTES + SPARE_BYTES.min(interior);
    BASE + 4 * interior + (nodes + interior) / 8 + threads as u64 * worker
}
