//! Variants of shogi on small boards, read out: one solver for whoever has a game, whatever its index.
//!
//! The solver, the table and the dataflow of several processes are generic over the index, and so large that
//! compiling them took half of the time that the command line took, and nearly all that the package for
//! Python did, once for each. Here they are behind objects, which concrete functions make ([`dense`],
//! [`general`]): compiled in this crate, and by nobody else. What an object is asked takes from a microsecond
//! (a look-up in a table) to hours; the call costs nothing beside that.
//!
//! A game goes through three of them: its positions have numbers ([`NumberedGame`]), which do for a table
//! that has been written ([`TabledGame`]); it can be read out from its start ([`UnsolvedGame`]); it has been
//! ([`ReadOutGame`]).

use crate::{
    Figure,
    counting::{CensusGraph, SharedCensus},
    threats::counting_bytes,
};
use std::path::Path;
use yomikiri_cluster::{ClusterError, Counted, Peers, SharedWork, TableParts, Work, Written};
use yomikiri_core::{Game as _, Node as _, Notation as _, Probe, ProbeError, Random, Value, play::Progress};
use yomikiri_shogi::{DenseGraph, GeneralGraph, NoGraph, Position, SmallBoard, SmallShogi};
use yomikiri_solve::{LocalSolution, Needs, Plan, ReadOut, SolveError, Tally, Unsolved};
use yomikiri_table::{Effort, Header, TableError, TableFile, TableKind, TableProbe};

/// What processes have found together.
pub use yomikiri_cluster::Together as SharedResult;

/// A game whose positions have numbers.
pub trait NumberedGame: Send + Sync {
    /// How many numbers there are for positions where the game goes on, holes included.
    fn numbers(&self) -> u64;

    /// The position of a number; `None` for a hole.
    fn position(&self, number: u64) -> Option<Position<SmallBoard>>;

    /// Reads a table of the game, which must have this header but for the counts.
    ///
    /// # Errors
    /// Those of [`TableFile::read`].
    fn open(self: Box<Self>, file: TableFile, header: &Header) -> Result<Box<dyn TabledGame>, TableError>;

    /// Solves the start by what is known around it; `None` if more than `limit` positions are not known.
    ///
    /// # Errors
    /// The probe fails.
    fn solve_around(
        &self,
        known: Box<dyn Probe<SmallShogi>>,
        limit: usize,
    ) -> Result<Option<Box<dyn Probe<SmallShogi>>>, ProbeError>;

    /// The game to be read out, where it is not over at its start; `None` if neither the start nor what its
    /// moves lead to has a number.
    fn unsolved(self: Box<Self>) -> Option<Box<dyn UnsolvedGame>>;
}

/// A game with its table.
pub trait TabledGame: Probe<SmallShogi> + Send + Sync {
    /// A position that has a value, as [`TableProbe::node_with`] finds it.
    ///
    /// # Errors
    /// A page of the table is damaged.
    fn position_with(
        &self,
        game: &SmallShogi,
        value: Value,
        random: &mut Random,
        effort: Effort<'_>,
    ) -> Result<Option<Position<SmallBoard>>, TableError>;
}

/// A game that can be read out from its start.
pub trait UnsolvedGame: Send + Sync {
    /// The game.
    fn game(&self) -> &SmallShogi;

    /// How many numbers its positions have.
    fn numbers(&self) -> u64;

    /// What reading it out takes, and what is made of it.
    fn needs(&self, threads: usize, aims: Aims) -> Needs;

    /// Reads it out.
    ///
    /// # Errors
    /// The system gives fewer threads, less memory or less of the disk than planned.
    fn read_out(
        self: Box<Self>,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Box<dyn ReadOutGame>, SolveError>;

    /// What one of several processes takes.
    fn needs_of_process(&self, role: ProcessRole, aims: Aims) -> Needs;

    /// Reads it out together with others; `None` in the processes that are not the first.
    ///
    /// # Errors
    /// Those of [`ClusterError`], of whichever process.
    fn read_out_together(
        self: Box<Self>,
        work: &SharedWork<'_>,
        peers: Peers,
    ) -> Result<Option<SharedResult<Censused>>, ClusterError>;

    /// Reads it out together with others, and each process codes its parts of the table; `None` in the
    /// processes that are not the first.
    ///
    /// # Errors
    /// Those of [`ClusterError`], of whichever process.
    fn write_together(
        &self,
        work: &SharedWork<'_>,
        peers: Peers,
        table: &SharedTable<'_>,
    ) -> Result<Option<SharedResult<SharedOutcome>>, ClusterError>;
}

/// What is made of the values, as far as memory depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aims {
    /// A table of this kind is written.
    pub table: Option<TableKind>,
    /// The figures of a census are counted.
    pub census: bool,
}

impl Aims {
    /// What writing takes of so many numbers.
    fn writing(self, numbers: u64) -> u64 {
        self.table.map_or(0, |kind| yomikiri_table::writing_bytes(numbers, kind))
    }
}

/// What is one of several processes in a solve.
#[derive(Clone, Copy, Debug)]
pub struct ProcessRole {
    /// How many there are.
    pub processes: usize,
    /// Threads of each.
    pub threads: usize,
    /// It has all values in the end.
    pub gathers: bool,
    /// It puts the table together.
    pub assembles: bool,
}

/// A table that several processes write.
pub struct SharedTable<'a> {
    /// Where it goes, or the list of its parts, which lie beside it. Of one file it is of use to the first
    /// process alone.
    pub path: &'a Path,
    /// Whether each worker writes a file; else the first one writes what all have coded.
    pub in_files: bool,
    /// The header of the table, out of what has been counted.
    pub header: &'a (dyn Fn(&Tally) -> Header + Sync),
}

/// What several processes have found, and the figures of the census, none if none was wanted.
pub struct Censused {
    /// The game with all its values.
    pub read_out: Box<dyn ReadOutGame>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// What several processes have written, and what they have counted.
pub struct SharedOutcome {
    /// The counts of reading out.
    pub tally: Tally,
    /// The figures of the census; none if none was wanted.
    pub figures: Vec<Figure>,
    /// Bytes of all files of the table.
    pub bytes: u64,
    /// Seconds that reaching, solving and writing took.
    pub seconds: [f64; 3],
}

/// A game with the values of all positions that its start leads to.
pub trait ReadOutGame: Probe<SmallShogi> {
    /// The game.
    fn game(&self) -> &SmallShogi;

    /// What is counted, and the value of the start.
    fn tally(&self) -> Tally;

    /// Seconds that finding the positions and finding their values took.
    fn seconds(&self) -> [f64; 2];

    /// The figures of the census.
    ///
    /// # Errors
    /// [`SolveError`] where something that is solved for it cannot be.
    fn figures(&self, plan: &Plan, progress: &dyn Progress) -> Result<Vec<Figure>, SolveError>;

    /// The number of positions whose value is not what their successors make it.
    ///
    /// # Errors
    /// The system gives fewer threads.
    fn mismatches(&self, threads: usize, progress: &dyn Progress) -> Result<u64, SolveError>;

    /// Writes the table; its size in bytes.
    ///
    /// # Errors
    /// The file system's. Nothing is left under the final name then.
    fn write(
        &self,
        path: &Path,
        header: &Header,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<u64, TableError>;
}

/// Dobutsu Shogi, or what is left of it without some pieces, by the index that is made for it.
pub fn dense(game: SmallShogi) -> Box<dyn NumberedGame> {
    Box::new(Indexed { graph: DenseGraph::of(&game), game })
}

/// Dobutsu Shogi as [`dense`] has it, for who looks at its values by number; `None` as
/// [`NumberedGame::unsolved`] has it.
pub fn unsolved_dense(game: SmallShogi) -> Option<Unsolved<SmallShogi, DenseGraph>> {
    let graph = DenseGraph::of(&game);
    unsolved(game, graph)
}

/// Reads out what [`unsolved_dense`] has given.
///
/// # Errors
/// As [`UnsolvedGame::read_out`].
pub fn read_out_dense(
    unsolved: Unsolved<SmallShogi, DenseGraph>,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<ReadOut<SmallShogi, DenseGraph>, SolveError> {
    unsolved.read_out(plan, progress)
}

/// Any other variant.
///
/// # Errors
/// [`NoGraph`], which says why its positions cannot be numbered.
pub fn general(game: SmallShogi) -> Result<Box<dyn NumberedGame>, NoGraph> {
    Ok(Box::new(Indexed { graph: GeneralGraph::of(&game)?, game }))
}

/// The header of a table of the game solved from `start`, without counts.
pub fn header(game: &SmallShogi, start: String) -> Header {
    Header {
        game: game.variant().name.to_owned(),
        ending: game.ending().word().to_owned(),
        start,
        rules: format!("{:016x}", game.rules_digest()),
        nonterminal: 0,
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: None,
        by_plies: Vec::new(),
        kind: TableKind::default(),
    }
}

/// The header of a table of a game that has been read out from its start.
pub fn counted_header(game: &SmallShogi, tally: &Tally) -> Header {
    let mut header = header(game, game.show_pos(&game.start()));
    for &(value, count) in &tally.histogram {
        header.count(value, count);
    }
    header
}

/// A game with its graph.
struct Indexed<N> {
    game: SmallShogi,
    graph: N,
}

/// A game that is not over at its start, with the graph of its positions; `None` if the graph has room
/// neither for the start nor for what its moves lead to.
fn unsolved<N: CensusGraph>(game: SmallShogi, graph: N) -> Option<Unsolved<SmallShogi, N>> {
    // Whoever has no move has lost.
    Unsolved::new(game, graph, Value::Loss(0))
}

impl<N: CensusGraph> NumberedGame for Indexed<N> {
    fn numbers(&self) -> u64 {
        self.graph.interior()
    }

    fn position(&self, number: u64) -> Option<Position<SmallBoard>> {
        self.graph.position(&self.game, N::Node::of(number))
    }

    fn open(self: Box<Self>, file: TableFile, header: &Header) -> Result<Box<dyn TabledGame>, TableError> {
        Ok(Box::new(TableProbe::of(file, header, self.graph)?))
    }

    fn solve_around(
        &self,
        known: Box<dyn Probe<SmallShogi>>,
        limit: usize,
    ) -> Result<Option<Box<dyn Probe<SmallShogi>>>, ProbeError> {
        let solved = LocalSolution::solve(&self.game, &self.game.start(), known, limit)?;
        Ok(solved.ok().map(|probe| Box::new(probe) as Box<dyn Probe<SmallShogi>>))
    }

    fn unsolved(self: Box<Self>) -> Option<Box<dyn UnsolvedGame>> {
        let unsolved = unsolved(self.game, self.graph)?;
        Some(Box::new(unsolved))
    }
}

impl<N: CensusGraph> TabledGame for TableProbe<N> {
    fn position_with(
        &self,
        game: &SmallShogi,
        value: Value,
        random: &mut Random,
        effort: Effort<'_>,
    ) -> Result<Option<Position<SmallBoard>>, TableError> {
        let node = self.node_with(value, random, effort)?;
        Ok(node.and_then(|node| self.graph().position(game, N::Node::of(node))))
    }
}

impl<N: CensusGraph> UnsolvedGame for Unsolved<SmallShogi, N> {
    fn game(&self) -> &SmallShogi {
        self.game()
    }

    fn numbers(&self) -> u64 {
        self.graph().0.interior()
    }

    fn needs(&self, threads: usize, aims: Aims) -> Needs {
        let all = self.needs(threads);
        let writing = aims.writing(self.numbers());
        if aims.census && counts_beside(self) {
            let counting = counting_bytes(self.numbers());
            return Needs { beside: all.cells, later: writing.max(counting), ..all };
        }
        Needs { later: writing, ..all }
    }

    fn read_out(
        self: Box<Self>,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Box<dyn ReadOutGame>, SolveError> {
        Ok(Box::new((*self).read_out(plan, progress)?))
    }

    fn needs_of_process(&self, role: ProcessRole, aims: Aims) -> Needs {
        let ProcessRole { processes, threads, gathers, assembles } = role;
        let (graph, counts) = (self.graph().0, aims.census && counts_beside(self));
        let written = if assembles { self.numbers() } else { self.numbers() / processes as u64 };
        yomikiri_cluster::needs(graph, (processes, threads), gathers, counts, aims.writing(written))
    }

    fn read_out_together(
        self: Box<Self>,
        work: &SharedWork<'_>,
        peers: Peers,
    ) -> Result<Option<SharedResult<Censused>>, ClusterError> {
        let census = work.census.then(|| N::shared_census(self.game(), self.graph().0));
        let result = yomikiri_cluster::read_out(&cluster_work(&self, work, census.as_deref()), peers)?;
        let Some(SharedResult { found, mismatches, nodes, bytes }) = result else { return Ok(None) };
        let tally = self.tally(&found.counts(), |node| found.solution.value(node));
        let figures = census.map(|census| census.figures(&found.counts(), &tally)).unwrap_or_default();
        let found = Censused { read_out: Box::new((*self).with(found)), figures };
        Ok(Some(SharedResult { found, mismatches, nodes, bytes }))
    }

    fn write_together(
        &self,
        work: &SharedWork<'_>,
        peers: Peers,
        table: &SharedTable<'_>,
    ) -> Result<Option<SharedResult<SharedOutcome>>, ClusterError> {
        let census = work.census.then(|| N::shared_census(self.game(), self.graph().0));
        let tally = |counted: &Counted<N::Node>| self.tally(&counted.counts(), |node| counted.value(node));
        let header = |counted: &Counted<N::Node>| (table.header)(&tally(counted));
        let parts = TableParts { path: table.path, in_files: table.in_files, header: &header };
        let work = cluster_work(self, work, census.as_deref());
        let result = yomikiri_cluster::write_table(&work, peers, &parts)?;
        Ok(result.map(
            |SharedResult { found: Written { counted, bytes, seconds }, mismatches, nodes, bytes: sent }| {
                let tally = tally(&counted);
                let figures =
                    census.map(|census| census.figures(&counted.counts(), &tally)).unwrap_or_default();
                SharedResult {
                    found: SharedOutcome { tally, figures, bytes, seconds },
                    mismatches,
                    nodes,
                    bytes: sent,
                }
            },
        ))
    }
}

/// Whether a second game is solved for the census.
fn counts_beside<N: CensusGraph>(unsolved: &Unsolved<SmallShogi, N>) -> bool {
    N::shared_census(unsolved.game(), unsolved.graph().0).counting().is_some()
}

/// What the dataflow is told of a game that several processes read out.
fn cluster_work<'a, N: CensusGraph>(
    unsolved: &'a Unsolved<SmallShogi, N>,
    work: &SharedWork<'a>,
    census: Option<&'a (dyn SharedCensus<N> + 'a)>,
) -> Work<'a, N> {
    let (graph, roots) = unsolved.graph();
    let &SharedWork { digest, checkpoints, plan, progress, verify, .. } = work;
    let (verify, census) = (verify.then(|| unsolved.stuck()), census.and_then(SharedCensus::counting));
    Work { graph, roots, digest, checkpoints, plan, progress, verify, census }
}

impl<N: CensusGraph> ReadOutGame for ReadOut<SmallShogi, N> {
    fn game(&self) -> &SmallShogi {
        self.parts().0
    }

    fn tally(&self) -> Tally {
        self.tally()
    }

    fn seconds(&self) -> [f64; 2] {
        [self.found.enumerate_seconds, self.found.solve_seconds]
    }

    fn figures(&self, plan: &Plan, progress: &dyn Progress) -> Result<Vec<Figure>, SolveError> {
        N::figures(self, plan, progress)
    }

    fn mismatches(&self, threads: usize, progress: &dyn Progress) -> Result<u64, SolveError> {
        self.mismatches(threads, progress)
    }

    fn write(
        &self,
        path: &Path,
        header: &Header,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<u64, TableError> {
        let (_, graph, solution) = self.parts();
        progress.phase("write", header.nonterminal);
        let value = |node: u64| solution.value(node);
        yomikiri_table::write(path, header, graph, value, threads, |coded| {
            progress.advance(coded);
            solution.settle();
        })
    }
}
