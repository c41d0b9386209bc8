//! The value of a position out of a table.

use crate::format::{Header, TableError};
use crate::reader::{Stored, Table, TableFile};
use std::{path::Path, sync::Arc};
use yomikiri_core::{Contexts, ExpandSink, Expansion, Game, Node, Numbered, Probe, ProbeError, Value};

/// A table together with the graph that numbers its positions.
#[derive(Debug)]
pub struct TableProbe<N> {
    table: Table,
    graph: N,
}

impl<N: Contexts> TableProbe<N> {
    /// Reads a table.
    ///
    /// # Errors
    /// Those of [`TableFile::open`] and [`TableFile::read`].
    pub fn open(path: &Path, expected: &Header, graph: N) -> Result<Self, TableError> {
        Self::of(TableFile::open(path)?, expected, graph)
    }

    /// Reads the rest of a table.
    ///
    /// # Errors
    /// As [`TableFile::read`].
    pub fn of(file: TableFile, expected: &Header, graph: N) -> Result<Self, TableError> {
        Ok(Self { table: file.read(expected, graph.interior())?, graph })
    }

    /// The value of an interior node; `None` if it was not reached.
    ///
    /// # Errors
    /// A page is damaged.
    pub fn value(&self, node: impl Into<u64>) -> Result<Option<Value>, TableError> {
        Ok(self.values(&[node.into()])?.remove(0))
    }

    /// The values of interior nodes, ascending and each once.
    ///
    /// A block is decoded once for all of its nodes that are asked for, and a successor of many of them is
    /// looked up once.
    ///
    /// # Errors
    /// A page is damaged.
    pub fn values(&self, nodes: &[u64]) -> Result<Vec<Option<Value>>, TableError> {
        let stored = self.table.stored(&self.graph, nodes)?;
        let open = nodes.iter().zip(&stored).filter(|(_, stored)| **stored == Some(Stored::NotLost));
        let open: Vec<N::Node> = open.map(|(node, _)| Node::of(*node)).collect();
        let mut told = self.values_from_successors(&open, &Looked { nodes, stored: &stored })?.into_iter();
        let mut value = |stored| match stored {
            Stored::Value(value) => value,
            Stored::NotLost => told.next().expect("one for each that is open"),
        };
        Ok(stored.iter().map(|stored| stored.map(&mut value)).collect())
    }

    /// Nodes that are not lost are won in one more than the quickest loss among their successors; drawn if
    /// there is none.
    ///
    /// What the rules tell of the successors comes first: it is cheap, and a loss that they tell is the
    /// quickest. What has been looked up already is not looked up again.
    fn values_from_successors(
        &self,
        nodes: &[N::Node],
        known: &Looked<'_>,
    ) -> Result<Vec<Value>, TableError> {
        let mut found = Successors::default();
        self.graph.expand(nodes, &mut found);
        let decided = self.decided(&found.nodes);
        let value =
            |node: u64| decided.binary_search_by_key(&node, |(node, _)| *node).map(|at| decided[at].1);
        let is_lost = |node: &u64| matches!(value(*node), Ok(Some(Value::Loss(_))));
        let mut wanted = Vec::new();
        for own in found.each() {
            if !own.iter().any(is_lost) {
                let unknown = |node: &u64| value(*node) == Ok(None) && known.find(*node).is_none();
                wanted.extend(own.iter().copied().filter(unknown));
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let stored = self.table.stored(&self.graph, &wanted)?;
        let looked = Looked { nodes: &wanted, stored: &stored };
        let loss = |node: &u64| match value(*node) {
            Ok(Some(value)) => Some(value),
            Ok(None) => match looked.find(*node).or_else(|| known.find(*node))? {
                Some(Stored::Value(value)) => Some(*value),
                _ => None,
            },
            // An end of the game: had it been a loss, the rules would have told the node's own value.
            Err(_) => None,
        };
        let worth = |own: &[u64]| {
            let losses = own.iter().filter_map(loss).filter(|value| matches!(value, Value::Loss(_)));
            losses.map(Value::before).max().unwrap_or(Value::Draw)
        };
        let is_told = !self.table.header().wdl;
        Ok(found.each().map(|own| if is_told { worth(own) } else { worth(own).untold() }).collect())
    }

    /// What the rules tell of each of the interior nodes among these, ascending.
    fn decided(&self, nodes: &[u64]) -> Vec<(u64, Option<Value>)> {
        let mut interior: Vec<u64> =
            nodes.iter().copied().filter(|node| *node < self.graph.interior()).collect();
        interior.sort_unstable();
        interior.dedup();
        interior.into_iter().map(|node| (node, Table::decided(&self.graph, node))).collect()
    }
}

/// What is stored of some nodes, ascending.
struct Looked<'a> {
    nodes: &'a [u64],
    stored: &'a [Option<Stored>],
}

impl Looked<'_> {
    /// What is stored of a node, which may be nothing; none if it is not among them.
    fn find(&self, node: u64) -> Option<&Option<Stored>> {
        self.nodes.binary_search(&node).ok().map(|at| &self.stored[at])
    }
}

/// The successors of some nodes, of one behind those of the other.
#[derive(Default)]
struct Successors {
    nodes: Vec<u64>,
    counts: Vec<usize>,
}

impl Successors {
    /// The successors of each node.
    fn each(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.iter().scan(&self.nodes[..], |rest, &count| {
            let (own, others) = rest.split_at(count);
            *rest = others;
            Some(own)
        })
    }
}

impl<N: Node> ExpandSink<N> for Successors {
    fn edges(&mut self, targets: &[N]) {
        self.nodes.extend(targets.iter().map(|target| target.number()));
    }

    fn node(&mut self, _: N, _: Expansion, edges: u32) {
        self.counts.push(edges as usize);
    }
}

impl<G: Game, N: Numbered<G> + Contexts + Send> Probe<G> for TableProbe<N> {
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(self.probe_all(game, std::slice::from_ref(pos))?.remove(0))
    }

    fn probe_all(&self, game: &G, positions: &[G::Pos]) -> Result<Vec<Option<Value>>, ProbeError> {
        let node = |pos| self.graph.node(game, pos).map(Node::number);
        let nodes: Vec<_> =
            positions.iter().map(|pos| node(pos).filter(|node| *node < self.graph.interior())).collect();
        let mut known: Vec<u64> = nodes.iter().copied().flatten().collect();
        known.sort_unstable();
        known.dedup();
        let values = self.values(&known).map_err(|error| ProbeError(Arc::new(error)))?;
        let value = |node: Option<u64>| values[known.binary_search(&node?).ok()?];
        Ok(nodes.into_iter().map(value).collect())
    }
}
