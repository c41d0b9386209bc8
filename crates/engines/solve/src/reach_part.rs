//! One part of the index space while it is found out what can be reached.

use crate::arena::{Arena, Backing, discard};
use crate::cell;
use crate::exchange::{Entry, Exchange, Outbox, PART, entries, first_of, part_of, place_of};
use crate::level_part::LevelPart;
use crate::{Count, SolveError};
use std::{iter, ops::Range};
use yomikiri_core::{EdgeSink, ExpandSink, Expansion, Graph, Node};

/// Nodes expanded at a time.
const BATCH: usize = 1 << 14;

/// Bytes of a bit for each node of a part.
pub const BITS: usize = PART / 8;

/// What is known of a part: a bit for each node seen and for each expanded, a cell for each interior node.
pub struct ReachPart<'a> {
    /// A bit for each node that has been seen.
    pub seen: &'a mut [u64],
    /// A bit for each that has been expanded; empty in a part of ends.
    pub expanded: &'a mut [u64],
    /// A cell for each interior node: see [`cell`]; empty in a part of ends.
    pub cells: &'a mut [u8],
    /// Whether anything has been seen: otherwise nothing else is to be touched.
    pub is_reached: bool,
}

/// The bits of some parts.
pub struct ReachBits {
    seen: Arena,
    expanded: Arena,
    parts: usize,
}

impl ReachBits {
    /// Bits for so many parts, of which those with interior nodes come first.
    ///
    /// # Errors
    /// Those of [`Arena::new`].
    pub fn new(parts: usize, interior: usize, backing: &Backing) -> Result<Self, SolveError> {
        let arena = |parts: usize| Arena::new((parts * BITS) as u64, backing);
        Ok(Self { seen: arena(parts)?, expanded: arena(interior)?, parts })
    }

    /// The parts with their cells, which begin with those of the first part.
    pub fn parts<'a>(&'a mut self, cells: impl Iterator<Item = &'a mut [u8]>) -> Vec<ReachPart<'a>> {
        let seen = self.seen[..self.parts * BITS].chunks_exact_mut(BITS);
        let (mut expanded, mut cells) = (self.expanded.chunks_exact_mut(BITS), cells);
        let part = |seen: &'a mut [u8]| ReachPart {
            seen: bytemuck::cast_slice_mut(seen),
            expanded: expanded.next().map(bytemuck::cast_slice_mut).unwrap_or_default(),
            cells: cells.next().unwrap_or_default(),
            is_reached: false,
        };
        seen.map(part).collect()
    }
}

impl<'a> ReachPart<'a> {
    /// The part as it is solved; the bits are given back.
    pub fn into_level(self) -> LevelPart<'a> {
        if self.is_reached {
            discard(self.seen);
            discard(self.expanded);
        }
        let is_reached = self.is_reached && !self.cells.is_empty();
        LevelPart::new(self.cells, is_reached)
    }

    /// Notes that nodes of this part can be reached, told as the entries of chunks.
    pub fn mark(&mut self, told: &[u32]) {
        self.is_reached = true;
        for entry in entries(told) {
            match entry {
                Entry::Place(place) => self.seen[place / 64] |= 1 << (place % 64),
                Entry::Set { word, set } => self.seen[word] |= set,
            }
        }
    }

    /// The bits of the nodes seen; none in a part that was not reached.
    pub fn seen(&self) -> &[u64] {
        if self.is_reached { self.seen } else { &[] }
    }

    /// How many nodes have been seen and not yet expanded; none of a part of ends.
    pub fn fresh(&self) -> u64 {
        let words = self.seen().iter().zip(&*self.expanded);
        words.map(|(seen, expanded)| u64::from((seen & !expanded).count_ones())).sum()
    }

    /// Expands what has been seen and not yet expanded, and sends the successors; the number of nodes
    /// expanded. `edges` is raised by the number of successors.
    pub fn expand<G: Graph, E: Exchange>(
        &mut self,
        graph: &G,
        number: usize,
        outbox: &mut Outbox<E>,
        edges: &mut u64,
    ) -> u64 {
        let first = first_of(number);
        let interior = graph.interior();
        if !self.is_reached || first >= interior {
            return 0;
        }
        let mut batch = Vec::with_capacity(BATCH + 64);
        let mut found = 0;
        for word in 0..PART / 64 {
            let mut fresh = self.seen[word] & !self.expanded[word];
            if fresh != 0 {
                self.expanded[word] = self.seen[word];
                while fresh != 0 {
                    let node = first + (word * 64) as u64 + u64::from(fresh.trailing_zeros());
                    if node < interior {
                        batch.push(G::Node::of(node));
                    }
                    fresh &= fresh - 1;
                }
            }
            if batch.len() >= BATCH || word + 1 == PART / 64 {
                let mut sink = Sink { cells: self.cells, outbox, edges: 0 };
                graph.expand_unordered(&batch, &mut sink);
                *edges += sink.edges;
                found += batch.len() as u64;
                batch.clear();
            }
        }
        found
    }
}

/// Successors go to the outbox, the node's cell is filled in.
struct Sink<'a, 'b, E> {
    cells: &'a mut [u8],
    outbox: &'a mut Outbox<'b, E>,
    edges: u64,
}

impl<N: Node, E: Exchange> EdgeSink<N> for Sink<'_, '_, E> {
    #[inline]
    fn edges(&mut self, targets: &[N]) {
        self.outbox.extend(targets);
    }

    #[inline]
    fn edge_sets(&mut self, first: u64, sets: &[u64]) {
        self.outbox.push_sets(first, sets);
    }
}

impl<N: Node, E: Exchange> ExpandSink<N> for Sink<'_, '_, E> {
    #[inline]
    fn node(&mut self, node: N, expansion: Expansion, edges: u32) {
        self.edges += u64::from(edges);
        self.cells[place_of(node.number())] = cell::expanded(expansion);
    }
}

/// How many nodes of some parts have been seen: interior ones, then those of each range of [`Graph::ends`].
/// `seen` gives the bits of a part; the parts are ascending.
pub fn counts<'a, G: Graph>(graph: &G, seen: impl Fn(usize) -> &'a [u64], parts: &[usize]) -> Vec<Count> {
    let ends = graph.ends().into_iter().map(|(range, _)| range);
    let ranges: Vec<Range<u64>> = iter::once(0..graph.interior()).chain(ends).collect();
    let within = |range: &Range<u64>| parts.iter().map(|&part| count(seen(part), part, range)).sum();
    let nodes = ranges.iter().map(within);
    let mut counts: Vec<Count> = nodes.map(|nodes| Count::of(graph, nodes)).collect();
    let fixed = graph.fixed().into_iter().map(Node::number);
    for node in fixed.filter(|&node| parts.binary_search(&part_of(node)).is_ok()) {
        let place = place_of(node);
        if seen(part_of(node)).get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1) {
            let region = ranges.iter().position(|range| range.contains(&node));
            counts[region.expect("regions cover all nodes")].unfolded -= 1;
        }
    }
    counts
}

/// Counts the nodes of a part that are seen and lie in a range.
fn count(seen: &[u64], part: usize, range: &Range<u64>) -> u64 {
    let first = first_of(part);
    let (start, end) = (range.start.max(first), range.end.min(first + PART as u64));
    if start >= end {
        return 0;
    }
    let in_word = |index: u64| {
        let word = seen.get(index as usize).copied().unwrap_or(0);
        let low = (start - first).saturating_sub(index * 64);
        let high = (end - first - index * 64).min(64);
        u64::from((word & u64::MAX << low & u64::MAX >> (64 - high)).count_ones())
    };
    ((start - first) / 64..(end - first).div_ceil(64)).map(in_word).sum()
}
