//! The value of a position out of a table.

use crate::format::{Header, TableError};
use crate::reader::{Stored, Table, TableFile};
use crate::samples::Samples;
use std::{path::Path, sync::OnceLock};
use yomikiri_core::{
    Contexts, EdgeSink, ExpandSink, Expansion, Game, Node, Numbered, Probe, ProbeError, Value, Wdl,
};

/// A table together with the graph that numbers its positions.
#[derive(Debug)]
pub struct TableProbe<N> {
    table: Table,
    graph: N,
    /// Nodes of each value, once somebody has asked for some.
    samples: OnceLock<Samples>,
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
        Ok(Self { table: file.read(expected, graph.interior())?, graph, samples: OnceLock::new() })
    }

    /// The graph that numbers the positions.
    pub const fn graph(&self) -> &N {
        &self.graph
    }

    /// The table without the graph.
    pub(crate) const fn table(&self) -> &Table {
        &self.table
    }

    /// Where the samples of nodes are kept.
    pub(crate) const fn kept_samples(&self) -> &OnceLock<Samples> {
        &self.samples
    }

    /// The value of an interior node; `None` if it was not reached.
    ///
    /// # Errors
    /// A page is damaged.
    pub fn value(&self, node: impl Into<u64>) -> Result<Option<Value>, TableError> {
        Ok(self.values(&[node.into()])?.remove(0))
    }

    /// Whether an interior node has this value. Of one that has not, successors are looked up until one tells
    /// so: most of them fewer than half.
    ///
    /// # Errors
    /// A page is damaged.
    pub fn has_value(&self, node: impl Into<u64>, value: Value) -> Result<bool, TableError> {
        let node = node.into();
        if !self.table.header().kind.has_distances() {
            return Ok(self.value(node)? == Some(value));
        }
        match self.table.stored(&self.graph, &[node])?[0] {
            None => Ok(false),
            Some(Stored::Value(own)) => Ok(own == value),
            Some(Stored::NotLost) => Ok(value.wdl() != Wdl::Loss && self.is_best(node, value)?),
        }
    }

    /// Whether the best move of a node that is not lost is worth this, a win or a draw. As for many nodes, a
    /// loss that the rules tell is the quickest.
    fn is_best(&self, node: u64, value: Value) -> Result<bool, TableError> {
        let mut found = Successors::default();
        self.graph.expand(&[Node::of(node)], &mut found);
        found.nodes.retain(|&node| node < self.graph.interior());
        let told = self.told(&found.nodes, (&[], &[]));
        if let Some(best) = told.iter().filter_map(|told| told.loss()).map(Value::before).max() {
            return Ok(best == value);
        }
        let mut is_reached = value == Value::Draw;
        for (&node, _) in found.nodes.iter().zip(told).filter(|(_, told)| *told == Told::Nothing) {
            let Some(loss) = Told::by(self.table.stored(&self.graph, &[node])?[0]).loss() else { continue };
            if loss.before() > value {
                return Ok(false);
            }
            is_reached |= loss.before() == value;
        }
        Ok(is_reached)
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
        let mut told = self.values_from_successors(&open, (nodes, &stored))?.into_iter();
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
    /// quickest. What has been looked up already, of `looked`, is not looked up again.
    fn values_from_successors(
        &self,
        nodes: &[N::Node],
        looked: (&[u64], &[Option<Stored>]),
    ) -> Result<Vec<Value>, TableError> {
        let mut found = Successors::default();
        self.graph.expand(nodes, &mut found);
        // An end of the game is left out: had it been a loss, the rules would have told the node's own value.
        let Distinct { nodes, places } = Distinct::below(self.graph.interior(), &found.nodes);
        let mut told = self.told(&nodes, looked);
        let mut wanted = vec![false; nodes.len()];
        for own in each(&places, &found.counts) {
            if !own.iter().any(|&place| matches!(told.get(place as usize), Some(Told::LostByRules(_)))) {
                let places = own.iter().map(|&place| place as usize);
                places.filter(|&place| place < nodes.len()).for_each(|place| wanted[place] = true);
            }
        }
        let wanted: Vec<usize> =
            (0..nodes.len()).filter(|&at| wanted[at] && told[at] == Told::Nothing).collect();
        let asked: Vec<u64> = wanted.iter().map(|&at| nodes[at]).collect();
        for (at, stored) in wanted.into_iter().zip(self.table.stored(&self.graph, &asked)?) {
            told[at] = Told::by(stored);
        }
        let worth = |own: &[u32]| {
            let losses = own.iter().filter_map(|&place| told.get(place as usize)?.loss());
            losses.map(Value::before).max().unwrap_or(Value::Draw)
        };
        let is_told = self.table.header().kind.has_distances();
        let worth = |own: &[u32]| if is_told { worth(own) } else { worth(own).untold() };
        Ok(each(&places, &found.counts).map(worth).collect())
    }

    /// What is told of interior nodes, ascending, by the rules and by what has been looked up already, which
    /// is ascending too.
    fn told(&self, nodes: &[u64], looked: (&[u64], &[Option<Stored>])) -> Vec<Told> {
        let mut looked = looked.0.iter().zip(looked.1).peekable();
        let told = |&node: &u64| match Table::decided(&self.graph, node) {
            Some(value @ Value::Loss(_)) => Told::LostByRules(value),
            Some(_) => Told::NotLost,
            None => {
                while looked.next_if(|(other, _)| **other < node).is_some() {}
                looked.next_if(|(other, _)| **other == node).map_or(Told::Nothing, |(_, own)| Told::by(*own))
            }
        };
        nodes.iter().map(told).collect()
    }
}

/// What is told of a successor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// It has not been looked up.
    Nothing,
    /// The rules decide it.
    LostByRules(Value),
    Lost(Value),
    NotLost,
}

impl Told {
    /// What is stored tells.
    const fn by(stored: Option<Stored>) -> Self {
        match stored {
            Some(Stored::Value(value @ Value::Loss(_))) => Self::Lost(value),
            _ => Self::NotLost,
        }
    }

    const fn loss(self) -> Option<Value> {
        match self {
            Self::LostByRules(value) | Self::Lost(value) => Some(value),
            Self::Nothing | Self::NotLost => None,
        }
    }
}

/// Nodes, ascending and each once, and for each of a list its place among them.
struct Distinct {
    nodes: Vec<u64>,
    /// Beyond all nodes for those that were left out.
    places: Vec<u32>,
}

impl Distinct {
    /// Those of a list that are below a bound.
    fn below(bound: u64, list: &[u64]) -> Self {
        let mut sorted: Vec<(u64, u32)> =
            list.iter().copied().zip(0..).filter(|(node, _)| *node < bound).collect();
        sorted.sort_unstable();
        let (mut nodes, mut places) = (Vec::new(), vec![u32::MAX; list.len()]);
        for (node, at) in sorted {
            if nodes.last() != Some(&node) {
                nodes.push(node);
            }
            places[at as usize] = nodes.len() as u32 - 1;
        }
        Self { nodes, places }
    }
}

/// The successors of some nodes, of one behind those of the other, and how many each has.
#[derive(Default)]
struct Successors {
    nodes: Vec<u64>,
    counts: Vec<usize>,
}

/// The parts of a list that have so many items each.
fn each<'a, T>(list: &'a [T], counts: &'a [usize]) -> impl Iterator<Item = &'a [T]> {
    counts.iter().scan(list, |rest, &count| {
        let (own, others) = rest.split_at(count);
        *rest = others;
        Some(own)
    })
}

impl<N: Node> EdgeSink<N> for Successors {
    fn edges(&mut self, targets: &[N]) {
        self.nodes.extend(targets.iter().map(|target| target.number()));
    }
}

impl<N: Node> ExpandSink<N> for Successors {
    fn node(&mut self, _: N, _: Expansion, edges: u32) {
        self.counts.push(edges as usize);
    }
}

fn failed(error: TableError) -> ProbeError {
    ProbeError::new(error.message(), error)
}

impl<G: Game, N: Numbered<G> + Contexts + Send> Probe<G> for TableProbe<N> {
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(self.probe_all(game, std::slice::from_ref(pos))?.remove(0))
    }

    fn probe_all(&self, game: &G, positions: &[G::Pos]) -> Result<Vec<Option<Value>>, ProbeError> {
        let node = |pos| self.graph.node(game, pos).map_or(u64::MAX, Node::number);
        let nodes: Vec<u64> = positions.iter().map(node).collect();
        let Distinct { nodes, places } = Distinct::below(self.graph.interior(), &nodes);
        let values = self.values(&nodes).map_err(failed)?;
        let value = |place: u32| values.get(place as usize).copied().flatten();
        Ok(places.into_iter().map(value).collect())
    }

    fn has_value(&self, game: &G, pos: &G::Pos, value: Value) -> Result<bool, ProbeError> {
        let node = self.graph.node(game, pos).map(Node::number).filter(|node| *node < self.graph.interior());
        node.map_or(Ok(false), |node| self.has_value(node, value)).map_err(failed)
    }
}
