//! What a study counts over all nodes of a solved game, each worker over its own.
//!
//! A study knows its game, the engine does not: it is handed a [`Pass`], in which it walks over nodes and
//! successors, takes moves back, solves a variant over the same nodes, and tells figures to all workers.

use crate::{
    ClusterError,
    walk::{Ground, Visitor},
    worker::{MORE, Worker},
};
use yomikiri_core::{Contexts, Node, Value};
use yomikiri_solve::{Cells, LevelPart, cell::LONG_PLIES, exchange::first_of, reexpand_part};

/// What is counted of a game that has been solved together.
pub trait Census<G: Contexts>: Sync {
    /// Counts. Each worker of each process is asked, and all have to do the same in the same order.
    ///
    /// # Errors
    /// Those of the pass.
    fn count(&self, pass: &mut Pass<'_, '_, G>) -> Result<(), ClusterError>;
}

/// One worker's share of a census.
pub struct Pass<'p, 'a, G: Contexts> {
    worker: &'p mut Worker<'a, G>,
    cells: Vec<&'p [u8]>,
    reached: u64,
}

impl<'p, 'a, G: Contexts> Pass<'p, 'a, G> {
    /// The share of a worker; `reached` is the number of nodes of all.
    pub(crate) fn new(worker: &'p mut Worker<'a, G>, parts: &'p [LevelPart<'_>], reached: u64) -> Self {
        Self { worker, cells: parts.iter().map(LevelPart::known).collect(), reached }
    }

    /// The cells of the worker's own parts; none of a part in which nothing is reached.
    pub fn cells(&self) -> &[&'p [u8]] {
        &self.cells
    }

    /// Begins to count something, over so many nodes or over all.
    pub fn begin(&self, what: &str, nodes: Option<u64>) {
        let processes = self.worker.task.owners.processes as u64;
        self.worker.task.progress.phase(what, nodes.unwrap_or(self.reached) / processes);
    }

    /// Tells figures to all workers; those of all.
    ///
    /// # Errors
    /// Another worker has failed.
    pub fn tell(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        let all = self.worker.tell(figures)?;
        Ok(all.into_iter().map(|mut figures| figures.split_off(MORE)).collect())
    }

    /// The values of interior nodes by some cells, `None` of one that is not there; all workers are told the
    /// same.
    ///
    /// # Errors
    /// Another worker has failed.
    pub fn values(
        &mut self,
        cells: &[impl AsRef<[u8]>],
        nodes: &[G::Node],
    ) -> Result<Vec<Option<Value>>, ClusterError> {
        self.worker.values(nodes, |at, place| cells[at].as_ref().get(place).copied())
    }

    /// Walks over all nodes with their successors.
    ///
    /// # Errors
    /// Another worker has failed.
    pub fn walk(
        &mut self,
        ground: &Ground<'_, G>,
        visitor: &mut impl Visitor<G::Node>,
    ) -> Result<(), ClusterError> {
        self.worker.walk(ground, visitor)
    }

    /// Room for another byte of each of the worker's own interior nodes, at first 0; it has the parts of
    /// [`Self::cells`] in their order, but for those that have no interior nodes.
    ///
    /// # Errors
    /// [`ClusterError::Room`], or another worker has failed.
    pub fn room(&mut self) -> Result<Cells, ClusterError> {
        let Worker { task, numbers, .. } = &*self.worker;
        let interior = numbers.partition_point(|&number| first_of(number) < task.graph.interior());
        let process = self.worker.process();
        let cells = Cells::new(interior, &task.plan.backing);
        let (cells, _) =
            self.worker.agree(cells.map_err(|source| ClusterError::Room { process, source }), 0)?;
        Ok(cells)
    }

    /// Solves another graph of the same numbering over the nodes that were reached, into a [`Self::room`]
    /// that is 0. It may have fewer moves, none that leads to other nodes.
    ///
    /// # Errors
    /// Another worker has failed.
    pub fn solve_again(&mut self, graph: &G, parts: &mut [&mut [u8]]) -> Result<(), ClusterError> {
        self.begin("expand", None);
        let Self { worker, cells, reached } = self;
        for ((part, known), &number) in parts.iter_mut().zip(&*cells).zip(&worker.numbers) {
            reexpand_part(graph, number, known, part, worker.task.progress);
            worker.task.plan.backing.settle();
        }
        let parts = parts.iter_mut().zip(&*cells);
        let mut parts: Vec<LevelPart<'_>> =
            parts.map(|(part, known)| LevelPart::new(part, !known.is_empty())).collect();
        // No checkpoint knows of a second set of cells.
        let keeper = worker.keeper.take();
        let mut decided = vec![0; usize::from(LONG_PLIES)];
        let solved = worker.levels(graph, &mut parts, 0, &mut decided, &[*reached], [0.0; 2]);
        worker.keeper = keeper;
        solved
    }

    /// Gives the interior predecessors of some nodes to those who have them: `wanted` says of a byte in
    /// `parts` ([`Self::room`]) whether its node is one, and `apply` is given the bytes of a part and the
    /// places of predecessors in it, also of such as were not reached, some at a time. What it changes must
    /// not change what is wanted.
    ///
    /// # Errors
    /// Another worker has failed.
    pub fn take_back(
        &mut self,
        graph: &G,
        parts: &mut [&mut [u8]],
        wanted: impl Fn(u8) -> bool,
        mut apply: impl FnMut(usize, &mut [u8], &[u32]),
    ) -> Result<(), ClusterError> {
        let mut nodes = Vec::new();
        for at in 0..parts.len() {
            nodes.clear();
            if !self.cells[at].is_empty() {
                let bytes = parts[at].iter().zip(first_of(self.worker.numbers[at])..);
                nodes.extend(bytes.filter(|(byte, _)| wanted(**byte)).map(|(_, node)| G::Node::of(node)));
            }
            self.worker.send_back(graph, &nodes);
            if self.worker.is_full() {
                self.apply(parts, &mut apply);
            }
            self.worker.task.plan.backing.settle();
        }
        self.worker.send_rest();
        self.worker.end_round(0)?;
        self.apply(parts, &mut apply);
        Ok(())
    }

    /// Goes through the worker's own parts that have anything in them: `each` is given the first node of a
    /// part, its cells, and the bytes of a [`Self::room`].
    pub fn each_part(&self, parts: &mut [&mut [u8]], mut each: impl FnMut(u64, &[u8], &mut [u8])) {
        for ((part, cells), &number) in parts.iter_mut().zip(&self.cells).zip(&self.worker.numbers) {
            if !cells.is_empty() {
                each(first_of(number), cells, part);
                self.worker.task.plan.backing.settle();
            }
        }
    }

    fn apply(&mut self, parts: &mut [&mut [u8]], apply: &mut impl FnMut(usize, &mut [u8], &[u32])) {
        for (at, part) in parts.iter_mut().enumerate() {
            self.worker.receive(self.worker.numbers[at], |places| apply(at, part, places));
            self.worker.task.plan.backing.settle();
        }
    }
}
