//! How much memory reading out takes.

use crate::exchange::{CHUNK_BYTES, PART, SPARE_BYTES};
use yomikiri_core::Graph;

/// An estimate, on the safe side, of the bytes that reading out takes.
///
/// A cell for each interior node; a quarter more for bitmaps and for indices on their way; and for each worker the
/// chunks that it fills and those that it keeps for use.
pub fn memory(graph: &impl Graph, threads: usize) -> u64 {
    let parts = graph.nodes().div_ceil(PART as u64);
    let cells = graph.interior().next_multiple_of(PART as u64);
    let worker = parts * CHUNK_BYTES + SPARE_BYTES.min(cells);
    cells + cells / 4 + threads as u64 * worker
}
