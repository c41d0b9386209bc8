//! The value of a position out of a table.

use crate::format::{Header, TableError};
use crate::reader::{Stored, Table, TableFile};
use std::{path::Path, sync::Arc};
use yomikiri_core::{Contexts, Game, Node, Numbered, Probe, ProbeError, Value};

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
        let node = node.into();
        match self.table.stored(&self.graph, node)? {
            None => Ok(None),
            Some(Stored::Value(value)) => Ok(Some(value)),
            Some(Stored::NotLost) => {
                let value = self.value_from_successors(node)?;
                Ok(Some(if self.table.header().wdl { value.untold() } else { value }))
            }
        }
    }

    /// Won in one more than the quickest loss among the successors; drawn if there is none.
    ///
    /// What the rules tell of the successors comes first: it is cheap, and a loss that they tell is the
    /// quickest.
    fn value_from_successors(&self, node: u64) -> Result<Value, TableError> {
        let mut successors = Vec::new();
        self.graph.expand(&[N::Node::of(node)], &mut successors);
        successors.retain(|next| next.number() < self.graph.interior());
        let mut undecided = Vec::with_capacity(successors.len());
        for next in successors.into_iter().map(Node::number) {
            match Table::decided(&self.graph, next) {
                Some(loss @ Value::Loss(_)) => return Ok(loss.before()),
                Some(_) => {}
                None => undecided.push(next),
            }
        }
        let mut best = Value::Draw;
        for next in undecided {
            if let Some(Stored::Value(loss @ Value::Loss(_))) = self.table.stored(&self.graph, next)? {
                best = best.max(loss.before());
                if self.table.header().wdl {
                    break;
                }
            }
        }
        Ok(best)
    }
}

impl<G: Game, N: Numbered<G> + Contexts + Send> Probe<G> for TableProbe<N> {
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        match self.graph.node(game, pos) {
            Some(node) if node.number() < self.graph.interior() => {
                self.value(node.number()).map_err(|error| ProbeError(Arc::new(error)))
            }
            _ => Ok(None),
        }
    }
}
