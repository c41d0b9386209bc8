//! All workers of one process.

use crate::{
    Checkpoints, ClusterError, Peers,
    census::{Census, Pass},
    counted::{TableParts, Written, ends},
    network::Network,
    post::{Owners, Post},
    worker::{Done, Share, Task, Worker, parts},
};
use std::{thread, time::Instant};
use timely::{
    WorkerConfig,
    communication::{
        Hooks,
        allocator::{
            Allocator, ProcessBuilder,
            zero_copy::{allocator::TcpBuilder, initialize::initialize_networking_from_sockets},
        },
    },
    worker,
};
use yomikiri_core::{Contexts, Graph, Value, play::Progress};
use yomikiri_solve::{AbortOnPanic, Cells, Found, Needs, Plan, ReachBits, Solution, exchange::PART};

/// What is to be read out, and how; the same in all processes.
pub struct Work<'a, G: Contexts> {
    /// The graph.
    pub graph: &'a G,
    /// From which nodes.
    pub roots: &'a [G::Node],
    /// Digest of what is solved.
    pub digest: u64,
    /// Where checkpoints go, if any.
    pub checkpoints: Option<&'a Checkpoints>,
    /// What memory this process may take.
    pub plan: &'a Plan,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
    /// If all values are to be verified: what a node without a successor is worth.
    pub verify: Option<Value>,
    /// What else is to be counted of the solved game.
    pub census: Option<&'a dyn Census<G>>,
}

/// What several processes do, whatever the graph: the same in all of them.
pub struct SharedWork<'a> {
    /// Digest of what is solved.
    pub digest: u64,
    /// Where checkpoints go, if any.
    pub checkpoints: Option<&'a Checkpoints>,
    /// What memory this process may take.
    pub plan: &'a Plan,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
    /// Whether all values are verified.
    pub verify: bool,
    /// Whether the figures of a census are counted.
    pub census: bool,
}

/// What has been found together.
pub struct Together<F> {
    /// Values and counts, or counts and a table.
    pub found: F,
    /// How many values are not what their successors make them, if they were verified.
    pub mismatches: Option<u64>,
    /// Edges that went from one worker to another.
    pub nodes: u64,
    /// The bytes that they took.
    pub bytes: u64,
}

/// Reads a graph out from its roots, together with the other processes. The first process is told what has
/// been found; the others have done their share and are told nothing.
///
/// # Errors
/// Those of [`ClusterError`], of whichever process; a lost peer is not among them: see
/// [`crate::end_with_lost_peers`].
pub fn read_out<G: Contexts>(
    work: &Work<'_, G>,
    peers: Peers,
) -> Result<Option<Together<Found<G::Node>>>, ClusterError> {
    let (process, graph) = (peers.process, work.graph);
    let (done, cells) = run(work, peers, None)?;
    let ([nodes, bytes], mismatches) = (done[0].sent, done[0].mismatches);
    Ok((process == 0).then(|| Together { found: found(graph, done, cells), mismatches, nodes, bytes }))
}

/// Reads a graph out in the same way, and writes its table: each worker codes its own parts, and no process
/// has all values. The first process decides between this and [`read_out()`]; the others call this in any
/// case.
///
/// # Errors
/// As [`read_out()`].
pub fn write_table<G: Contexts>(
    work: &Work<'_, G>,
    peers: Peers,
    table: &TableParts<'_, G::Node>,
) -> Result<Option<Together<Written<G::Node>>>, ClusterError> {
    let process = peers.process;
    let (mut done, _) = run(work, peers, Some(table))?;
    let Done { written, mismatches, sent: [nodes, bytes], .. } = done.swap_remove(0);
    let written = || written.expect("a table that is wanted is written or has failed");
    Ok((process == 0).then(|| Together { found: written(), mismatches, nodes, bytes }))
}

/// What each worker of a process has done, and the cells that they worked in.
type Ran<N> = (Vec<Done<N>>, Cells);

/// Runs all workers of this process.
fn run<G: Contexts>(
    work: &Work<'_, G>,
    peers: Peers,
    table: Option<&TableParts<'_, G::Node>>,
) -> Result<Ran<G::Node>, ClusterError> {
    let Peers { process, threads, sockets } = peers;
    let Work { graph, roots, digest, checkpoints, plan, progress, verify, census } = *work;
    let owners = Owners { processes: sockets.len(), threads };
    let task = Task { graph, roots, owners, digest, checkpoints, plan, progress, table };
    let gathers = process == 0 && table.is_none();
    let room = |source| ClusterError::Room { process, source };
    let own = own_parts(graph, owners, process);
    let (all, interior) = (interior_parts(graph), own.partition_point(|&part| part < interior_parts(graph)));
    let mut cells = Cells::new(if gathers { all } else { interior }, &plan.backing).map_err(room)?;
    let mut bits = ReachBits::new(own.len(), interior, &plan.backing).map_err(room)?;
    let shares = shares(owners, gathers, &own, &mut cells, &mut bits);
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
    let failed = |source| ClusterError::Threads { process, source };
    let (builders, guard) =
        initialize_networking_from_sockets(local, sockets, process, threads, hooks).map_err(failed)?;
    let work = |(builder, share): (TcpBuilder, Share<'_>)| {
        let _guard = AbortOnPanic;
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = worker::Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let network = Network::new(&mut worker);
        let post = Post::new(owners, network.index(), parts(graph));
        let done = Worker::new(&task, network, &post).run(share, |worker, parts, reached| {
            census.map(|census| census.count(&mut Pass::new(worker, parts, reached))).transpose()?;
            verify.map(|stuck| worker.verify(parts, stuck, reached)).transpose()
        });
        while worker.has_dataflows() {
            worker.step_or_park(None);
        }
        done
    };
    let done = thread::scope(|scope| {
        let workers = builders.into_iter().zip(shares);
        let handles: Vec<_> = workers.map(|worker| scope.spawn(|| work(worker))).collect();
        let joined = handles.into_iter().map(|handle| handle.join().expect("a panic has ended the process"));
        joined.collect::<Result<Vec<Done<G::Node>>, ClusterError>>()
    });
    drop(guard);
    Ok((done?, cells))
}

/// How many parts have interior nodes.
fn interior_parts(graph: &impl Graph) -> usize {
    graph.interior().div_ceil(PART as u64) as usize
}

/// The parts of a process, ascending.
fn own_parts(graph: &impl Graph, owners: Owners, process: usize) -> Vec<usize> {
    (0..parts(graph)).filter(|&part| owners.process(owners.of(part)) == process).collect()
}

/// What each worker of a process works in. `cells` has room for all parts where they are gathered, and else
/// for the process's own.
fn shares<'m>(
    owners: Owners,
    gathers: bool,
    own: &[usize],
    cells: &'m mut Cells,
    bits: &'m mut ReachBits,
) -> Vec<Share<'m>> {
    let mut shares: Vec<Share<'m>> = Vec::new();
    shares.resize_with(owners.threads, || Share { parts: Vec::new(), others: Vec::new() });
    let (mut own_cells, mut others) = (Vec::new(), Vec::new());
    for (number, cells) in cells.parts_mut().enumerate() {
        if gathers && own.binary_search(&number).is_err() {
            others.push((number, cells));
        } else {
            own_cells.push(cells);
        }
    }
    for (&number, part) in own.iter().zip(bits.parts(own_cells.into_iter())) {
        shares[owners.of(number) % owners.threads].parts.push(part);
    }
    shares[0].others = others;
    shares
}

/// What the workers of the first process have found.
fn found<G: Graph>(graph: &G, done: Vec<Done<G::Node>>, mut cells: Cells) -> Found<G::Node> {
    let Done { reached, decided, seconds, .. } = &done[0];
    let interior = reached[0];
    let ends = ends(graph, reached);
    let (decided, [enumerate_seconds, solve_seconds]) = (decided.clone(), *seconds);
    for part in done.into_iter().flat_map(|done| done.known) {
        cells.reached[part] = true;
    }
    let solution = Solution::new(cells, interior.nodes, decided, Vec::new());
    Found { solution, interior, ends, enumerate_seconds, solve_seconds }
}

/// Bytes that a process takes for its connections, and where a table is written for what its symbols are
/// counted in, beside those of others.
const NETWORK: u64 = 2 << 20;
const COUNTS: u64 = 9 << 20;

/// What each process needs: its share of the bits and cells and of what is under way; where it `gathers`, as
/// the first one does that reads out, the cells of all; for a census its share of cells a second time; and
/// what it writes.
pub fn needs(
    graph: &impl Graph,
    (processes, threads): (usize, usize),
    gathers: bool,
    counts: bool,
    writing: u64,
) -> Needs {
    let all = Needs::of(graph, threads);
    let share = |bytes: u64| bytes.div_ceil(processes as u64);
    let cells = share(all.cells);
    let others = if gathers { all.cells - cells } else { 0 };
    let second = if counts { cells } else { 0 };
    Needs {
        fixed: all.fixed + NETWORK,
        cells,
        bits: share(all.bits),
        end_bits: share(all.end_bits),
        lists: share(all.lists),
        beside: others + second,
        under_way: share(all.under_way),
        later: if writing > 0 { writing + COUNTS } else { 0 },
        ..all
    }
}
