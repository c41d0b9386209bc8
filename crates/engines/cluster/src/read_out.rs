//! All workers of one process.

use crate::{
    Checkpoints, ClusterError, Peers,
    network::Network,
    post::{Owners, Post},
    worker::{Done, Task, Worker, parts},
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
use yomikiri_core::{Graph, play::Progress};
use yomikiri_solve::{Found, Solution, exchange::PART};

/// What has been found together.
pub struct Together<N> {
    /// Values and counts.
    pub found: Found<N>,
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
pub fn read_out<G: Graph>(
    graph: &G,
    roots: &[G::Node],
    peers: Peers,
    digest: u64,
    checkpoints: Option<&Checkpoints>,
    progress: &dyn Progress,
) -> Result<Option<Together<G::Node>>, ClusterError> {
    let Peers { process, threads, sockets } = peers;
    let owners = Owners { processes: sockets.len(), threads };
    let task = Task { graph, roots, owners, digest, checkpoints, progress };
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
    let failed = |source| ClusterError::Threads { process, source };
    let (builders, guard) =
        initialize_networking_from_sockets(local, sockets, process, threads, hooks).map_err(failed)?;
    let work = |builder: TcpBuilder| {
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = worker::Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let network = Network::new(&mut worker);
        let post = Post::new(owners, network.index(), parts(graph));
        let done = Worker::new(&task, network, &post).run();
        while worker.has_dataflows() {
            worker.step_or_park(None);
        }
        done
    };
    let done = thread::scope(|scope| {
        let handles: Vec<_> = builders.into_iter().map(|builder| scope.spawn(|| work(builder))).collect();
        let joined = handles.into_iter().map(|handle| handle.join().expect("a worker panicked"));
        joined.collect::<Result<Vec<Done>, ClusterError>>()
    });
    drop(guard);
    let done = done?;
    Ok((process == 0).then(|| found(graph, done)))
}

/// What the workers of the first process have found.
fn found<G: Graph>(graph: &G, done: Vec<Done>) -> Together<G::Node> {
    let mut cells = vec![Vec::new(); parts(graph)];
    let Done { reached, decided, seconds, sent: [nodes, bytes], .. } = &done[0];
    let interior = reached[0];
    let values = graph.ends().into_iter().map(|(_, value)| value);
    let ends = values.zip(reached[1..].iter().copied()).collect();
    let (decided, [enumerate_seconds, solve_seconds]) = (decided.clone(), *seconds);
    let (nodes, bytes) = (*nodes, *bytes);
    for (part, of_part) in done.into_iter().flat_map(|done| done.cells) {
        cells[part] = of_part;
    }
    let solution = Solution::new(cells, interior.nodes, decided);
    let found = Found { solution, interior, ends, enumerate_seconds, solve_seconds };
    Together { found, nodes, bytes }
}

/// An estimate, on the safe side, of the bytes that each process takes: its share of the bits and cells and
/// of what is under way, and in the first one the cells of all.
pub fn memory(graph: &impl Graph, processes: usize, threads: usize, process: usize) -> u64 {
    let share = yomikiri_solve::memory(graph, threads).div_ceil(processes as u64);
    let all = if process == 0 { graph.interior().next_multiple_of(PART as u64) } else { 0 };
    share + all
}
