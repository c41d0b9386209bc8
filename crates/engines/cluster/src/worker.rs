//! One worker: its parts, through both phases.

use crate::{
    Checkpoints, ClusterError,
    checkpoint::{Keeper, Phase, Record},
    chunk,
    network::{Body, Network},
    post::{Owners, Post},
};
use std::{
    mem,
    time::{Duration, Instant},
};
use yomikiri_core::{Graph, Node, play::Progress};
use yomikiri_solve::{
    Count, LevelPart, ReachPart,
    cell::MAX_PLIES,
    counts,
    exchange::{Exchange, Outbox, PART, part_of, seed},
    is_last,
};

/// Strength of the compression of cells on their way to the first process.
const ZSTD_LEVEL: i32 = 1;

/// How long a worker that has nothing to do waits for work before it ends its round.
const LINGER: Duration = Duration::from_millis(50);

/// What all workers of a run have in common.
pub struct Task<'a, G: Graph> {
    pub graph: &'a G,
    pub roots: &'a [G::Node],
    pub owners: Owners,
    pub digest: u64,
    pub checkpoints: Option<&'a Checkpoints>,
    pub progress: &'a dyn Progress,
}

/// What a worker ends with.
pub struct Done {
    /// Cells by part: the worker's own in the first process, of the first worker there also those of all
    /// other processes.
    pub cells: Vec<(usize, Vec<u8>)>,
    /// Nodes reached: interior ones, then by range of the ends. Of all workers.
    pub reached: Vec<Count>,
    /// Nodes decided by level, of all workers.
    pub decided: Vec<u64>,
    /// Seconds of both phases.
    pub seconds: [f64; 2],
    /// Edges that went from one worker to another, and the bytes that they took. Of all workers.
    pub sent: [u64; 2],
}

/// Where in the figures of a round stands what: how much the worker has sent or found, whether a checkpoint
/// is due, whether the worker has failed. Others follow where they are wanted.
const AMOUNT: usize = 0;
const DUE: usize = 1;
const FAILED: usize = 2;
const MORE: usize = 3;

/// One worker.
pub struct Worker<'a, G: Graph> {
    task: &'a Task<'a, G>,
    network: Network<'a>,
    post: &'a Post,
    outbox: Outbox<'a, Post>,
    keeper: Option<Keeper<'a>>,
    /// The worker's parts, ascending.
    numbers: Vec<usize>,
    /// Chunks from others, coded, by part.
    arrived: Vec<Vec<Vec<u8>>>,
    /// Cells from others.
    gathered: Vec<(usize, Vec<u8>)>,
    /// Chunks sent to others in this round.
    sent: u64,
    /// Edges sent to others, and the bytes that they took.
    traffic: [u64; 2],
}

impl<'a, G: Graph> Worker<'a, G> {
    /// A worker with its end of the network. `post` must be for this worker.
    pub fn new(task: &'a Task<'a, G>, network: Network<'a>, post: &'a Post) -> Self {
        let parts = parts(task.graph);
        let worker = network.index();
        Self {
            task,
            post,
            outbox: Outbox::new(post, parts),
            keeper: task.checkpoints.map(|to| Keeper::new(to, task.owners, worker)),
            numbers: (0..parts).filter(|&part| task.owners.of(part) == worker).collect(),
            arrived: vec![Vec::new(); parts],
            gathered: Vec::new(),
            sent: 0,
            traffic: [0; 2],
            network,
        }
    }

    /// Works through both phases.
    pub fn run(mut self) -> Result<Done, ClusterError> {
        let record = self.resumed()?;
        let began = Instant::now();
        let before = record.as_ref().map_or([0.0; 2], |record| record.seconds);
        let (mut decided, mut level) = (vec![0; usize::from(MAX_PLIES)], 0);
        let (cells, reached) = match &record {
            Some(record) if record.phase != Phase::Reach => {
                if let Phase::Level(next) = record.phase {
                    level = next;
                }
                decided.clone_from(&record.decided);
                (self.read(|[_, _, cells]| cells)?, record.reached.clone())
            }
            _ => {
                let parts = match record {
                    None => self.rooted(),
                    Some(_) => self.read(|blobs| part_of_bytes(&blobs))?,
                };
                self.reach(parts, before[0])?
            }
        };
        let mut seconds = [before[0] + began.elapsed().as_secs_f64(), before[1]];
        let began = Instant::now();
        let parts = cells.into_iter().map(LevelPart::new).collect();
        let parts = self.levels(parts, level, &mut decided, &reached, seconds)?;
        let sent = self.gather(parts.into_iter().map(|part| part.cells))?;
        seconds[1] += began.elapsed().as_secs_f64();
        if let Some(keeper) = &self.keeper {
            keeper.remove(keeper.number);
        }
        Ok(Done {
            cells: mem::take(&mut self.gathered),
            reached: reached
                .chunks_exact(2)
                .map(|count| Count { nodes: count[0], unfolded: count[1] })
                .collect(),
            decided,
            seconds,
            sent,
        })
    }

    fn process(&self) -> usize {
        self.task.owners.process(self.network.index())
    }

    fn is_first_thread(&self) -> bool {
        self.task.owners.is_first_thread(self.network.index())
    }

    /// The parts with the roots seen.
    fn rooted(&mut self) -> Vec<ReachPart> {
        let numbers = &self.numbers;
        let is_own = |root: &G::Node| numbers.binary_search(&part_of(root.number())).is_ok();
        let own: Vec<G::Node> = self.task.roots.iter().copied().filter(is_own).collect();
        seed(self.post, self.arrived.len(), &own);
        numbers.iter().map(|_| ReachPart::default()).collect()
    }

    /// Finds out what can be reached; the cells, and how many nodes there are.
    fn reach(
        &mut self,
        mut parts: Vec<ReachPart>,
        seconds: f64,
    ) -> Result<(Vec<Vec<u8>>, Vec<u64>), ClusterError> {
        let began = Instant::now();
        self.task.progress.phase("reach", 0);
        loop {
            let is_done = self.expand(&mut parts);
            let more = mem::take(&mut self.sent) + u64::from(!is_done);
            let figures = self.end_round(more)?;
            for (part, &number) in parts.iter_mut().zip(&self.numbers) {
                mark(part, &mut self.arrived[number]);
            }
            if sum(&figures, AMOUNT) == 0 {
                break;
            }
            if sum(&figures, DUE) > 0 {
                let seconds = [seconds + began.elapsed().as_secs_f64(), 0.0];
                let blobs = parts.iter().map(part_to_bytes);
                self.save(blobs, Phase::Reach, &[], &[], seconds)?;
            }
        }
        let (numbers, mut seen) = (&self.numbers, vec![[].as_slice(); self.arrived.len()]);
        numbers.iter().zip(&parts).for_each(|(&number, part)| seen[number] = &part.seen);
        let own = counts(self.task.graph, |part| seen[part], numbers);
        let own: Vec<u64> = own.iter().flat_map(|count| [count.nodes, count.unfolded]).collect();
        let all = self.tell(&own)?;
        let reached = (0..own.len()).map(|figure| sum(&all, MORE + figure)).collect();
        Ok((parts.into_iter().map(|part| part.cells).collect(), reached))
    }

    /// Expands what can be reached within the worker's parts, and whatever arrives meanwhile, until the next
    /// checkpoint at the latest: it is written between rounds. Whether nothing is left to do.
    fn expand(&mut self, parts: &mut [ReachPart]) -> bool {
        let began = Instant::now();
        let longest = self.task.checkpoints.map_or(Duration::MAX, |to| to.every);
        loop {
            let mut found = 0;
            for (at, part) in parts.iter_mut().enumerate() {
                let number = self.numbers[at];
                self.mark_own(part, number);
                mark(part, &mut self.arrived[number]);
                let (mut edges, graph) = (0, self.task.graph);
                let expanded = part.expand(graph, number, &mut self.outbox, &mut edges);
                if expanded > 0 {
                    found += expanded;
                    self.task.progress.advance(expanded);
                    self.ship();
                }
            }
            let is_late = began.elapsed() > longest;
            if found == 0 || is_late {
                self.outbox.flush();
                self.ship();
                let is_done = found == 0 && self.post.waiting_in_all() == 0;
                if is_late {
                    // What waits must be in the parts, which a checkpoint keeps.
                    for (at, part) in parts.iter_mut().enumerate() {
                        self.mark_own(part, self.numbers[at]);
                    }
                    return is_done;
                }
                if is_done && !self.linger() {
                    return true;
                }
            }
        }
    }

    /// Notes what the worker has found of its own part.
    fn mark_own(&mut self, part: &mut ReachPart, number: usize) {
        for chunk in self.post.receive(number) {
            part.mark(chunk.places());
            self.outbox.recycle(chunk);
        }
    }

    /// Waits for more to do, for a while: while a round is being ended nobody can go on. Whether anything
    /// came.
    fn linger(&mut self) -> bool {
        let until = Instant::now() + LINGER;
        loop {
            if self.arrived.iter().any(|coded| !coded.is_empty()) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            self.network.wait(&mut keep_nodes(&mut self.arrived));
        }
    }

    /// Solves level by level.
    fn levels(
        &mut self,
        mut parts: Vec<LevelPart>,
        first: u16,
        decided: &mut [u64],
        reached: &[u64],
        seconds: [f64; 2],
    ) -> Result<Vec<LevelPart>, ClusterError> {
        let began = Instant::now();
        self.task.progress.phase("solve", reached[0] / self.task.owners.processes as u64);
        let (mut nodes, mut places) = (Vec::new(), Vec::new());
        for level in first..MAX_PLIES {
            let mut own = 0;
            for (at, part) in parts.iter_mut().enumerate() {
                part.take_decided(self.numbers[at], level, &mut nodes);
                own += nodes.len() as u64;
                let outbox = &mut self.outbox;
                let push = &mut |found: &[G::Node]| found.iter().for_each(|&node| outbox.push(node));
                self.task.graph.retract(&nodes, push);
                self.task.progress.advance(nodes.len() as u64);
                self.ship();
            }
            self.outbox.flush();
            self.ship();
            let figures = self.end_round(own)?;
            for (part, &number) in parts.iter_mut().zip(&self.numbers) {
                let mut applying = part.applying(level);
                for chunk in self.post.receive(number) {
                    applying.places(chunk.places());
                    self.outbox.recycle(chunk);
                }
                for coded in self.arrived[number].drain(..) {
                    chunk::decode(&coded, &mut places);
                    applying.places(&places);
                }
            }
            decided[usize::from(level)] = sum(&figures, AMOUNT);
            if is_last(level, |level| decided[usize::from(level)]) {
                return Ok(parts);
            }
            if sum(&figures, DUE) > 0 {
                let seconds = [seconds[0], seconds[1] + began.elapsed().as_secs_f64()];
                let blobs = parts.iter().map(|part| [Vec::new(), Vec::new(), part.cells.clone()]);
                self.save(blobs, Phase::Level(level + 1), reached, decided, seconds)?;
            }
        }
        Err(ClusterError::TooLong)
    }

    /// Sends what is to be sent and takes what has arrived.
    fn ship(&mut self) {
        for (part, chunk) in self.post.outgoing() {
            let coded = chunk::encode(chunk.places());
            self.traffic[0] += chunk.places().len() as u64;
            self.traffic[1] += coded.len() as u64;
            self.network.send(self.task.owners.of(part), part, Body::Nodes(coded));
            self.outbox.recycle(chunk);
            self.sent += 1;
        }
        self.network.deliver(&mut keep_nodes(&mut self.arrived));
    }

    /// Ends a round with an amount; the figures of all workers.
    fn end_round(&mut self, amount: u64) -> Result<Vec<Vec<u64>>, ClusterError> {
        let is_first = self.network.index() == 0;
        let due = is_first && self.keeper.as_ref().is_some_and(Keeper::is_due);
        self.round(&[amount, u64::from(due), 0])
    }

    /// Ends a round in which nothing else is sent; the figures of all workers, from [`MORE`] on.
    fn tell(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        self.round(&[&[0; MORE], figures].concat())
    }

    fn round(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        let (arrived, gathered) = (&mut self.arrived, &mut self.gathered);
        let all = self.network.end_round(figures, &mut |part, body| match body {
            Body::Nodes(coded) => arrived[part].push(coded),
            Body::Cells(packed) => gathered.push((part, packed)),
            Body::Figures(_) => {}
        });
        // Whoever has left has told no figures.
        if all.iter().any(Vec::is_empty) || sum(&all, FAILED) > 0 {
            return Err(ClusterError::Elsewhere { process: self.process() });
        }
        Ok(all)
    }

    /// Ends a round in which something may have failed here: then all workers end.
    fn agree<T>(
        &mut self,
        outcome: Result<T, ClusterError>,
        figure: u64,
    ) -> Result<(T, Vec<Vec<u64>>), ClusterError> {
        let failed = u64::from(outcome.is_err());
        let all = self.round(&[0, 0, failed, figure]);
        let value = outcome?;
        Ok((value, all?))
    }

    /// Writes a checkpoint; every worker has to.
    fn save(
        &mut self,
        blobs: impl Iterator<Item = [Vec<u8>; 3]>,
        phase: Phase,
        reached: &[u64],
        decided: &[u64],
        seconds: [f64; 2],
    ) -> Result<(), ClusterError> {
        let Some(mut keeper) = self.keeper.take() else { return Ok(()) };
        let known = self.numbers.iter().zip(blobs).filter(|(_, blobs)| blobs.iter().any(|b| !b.is_empty()));
        let written =
            known.map(|(&part, blobs)| keeper.write_part(part, blobs.each_ref().map(Vec::as_slice)));
        let written = written.collect::<Result<Vec<()>, _>>();
        let files = written.as_ref().map_or(0, |written| written.len() as u64);
        let (_, all) = self.agree(written, files)?;
        let Task { owners, digest, .. } = *self.task;
        let recorded = if self.is_first_thread() {
            keeper.write_record(&Record {
                digest,
                processes: owners.processes,
                files: sum(&all, MORE),
                phase,
                reached: reached.to_vec(),
                decided: decided.to_vec(),
                seconds,
            })
        } else {
            Ok(())
        };
        self.agree(recorded, 0)?;
        keeper.finish();
        self.keeper = Some(keeper);
        Ok(())
    }

    /// The record of the newest checkpoint that all processes can go on from, if there is one.
    fn resumed(&mut self) -> Result<Option<Record>, ClusterError> {
        let Some(mut keeper) = self.keeper.take() else { return Ok(None) };
        let newest = keeper.newest();
        let figure = *newest.as_ref().unwrap_or(&0);
        let (_, all) = self.agree(newest, figure)?;
        keeper.number = all.iter().map(|figures| figures[MORE]).min().unwrap_or(0);
        let record = if keeper.number == 0 {
            Ok(None)
        } else {
            keeper.record(keeper.number).and_then(|record| {
                if record.digest != self.task.digest {
                    return Err(keeper.unfit("it is of another game, another start or another version"));
                }
                if record.processes != self.task.owners.processes {
                    let what = format!("it was made by {} processes: give as many", record.processes);
                    return Err(keeper.unfit(&what));
                }
                Ok(Some(record))
            })
        };
        let (record, _) = self.agree(record, 0)?;
        let removed = keeper.remove_others();
        self.agree(removed, 0)?;
        self.keeper = Some(keeper);
        Ok(record)
    }

    /// Reads the worker's parts of the checkpoint that the keeper stands at.
    fn read<T: Default>(&mut self, make: impl Fn([Vec<u8>; 3]) -> T) -> Result<Vec<T>, ClusterError> {
        let Some(keeper) = self.keeper.take() else { return Ok(Vec::new()) };
        let read: Result<Vec<_>, _> = self.numbers.iter().map(|&part| keeper.read_part(part)).collect();
        let files = read.as_ref().map_or(0, |parts| parts.iter().flatten().count() as u64);
        let (parts, all) = self.agree(read, files)?;
        let record = keeper.record(keeper.number)?;
        if sum(&all, MORE) != record.files {
            return Err(keeper.unfit(&format!("{} of {} files are there", sum(&all, MORE), record.files)));
        }
        self.keeper = Some(keeper);
        Ok(parts.into_iter().map(|blobs| blobs.map(&make).unwrap_or_default()).collect())
    }

    /// Brings all cells to the first process; the traffic of all workers.
    fn gather(&mut self, cells: impl Iterator<Item = Vec<u8>>) -> Result<[u64; 2], ClusterError> {
        let mut own = Vec::new();
        for (&number, cells) in self.numbers.iter().zip(cells).filter(|(_, cells)| !cells.is_empty()) {
            if self.task.owners.process(self.network.index()) == 0 {
                own.push((number, cells));
            } else {
                let packed =
                    zstd::bulk::compress(&cells, ZSTD_LEVEL).expect("a part can be packed in memory");
                self.network.send(0, number, Body::Cells(packed));
            }
        }
        let all = self.tell(&self.traffic.clone())?;
        let unpack = |(part, packed): (usize, Vec<u8>)| {
            (part, zstd::bulk::decompress(&packed, PART).expect("a part comes as it was sent"))
        };
        let gathered = mem::take(&mut self.gathered).into_iter().map(unpack);
        self.gathered = own.into_iter().chain(gathered).collect();
        Ok([0, 1].map(|figure| sum(&all, MORE + figure)))
    }
}

/// How many parts a graph has.
pub fn parts(graph: &impl Graph) -> usize {
    graph.nodes().div_ceil(PART as u64) as usize
}

/// A figure of all workers added up.
fn sum(figures: &[Vec<u64>], at: usize) -> u64 {
    figures.iter().map(|figures| figures[at]).sum()
}

/// Keeps the nodes that arrive, by part.
fn keep_nodes(arrived: &mut [Vec<Vec<u8>>]) -> impl FnMut(usize, Body) + '_ {
    |part, body| {
        if let Body::Nodes(coded) = body {
            arrived[part].push(coded);
        }
    }
}

/// Marks what others have sent.
fn mark(part: &mut ReachPart, arrived: &mut Vec<Vec<u8>>) {
    let mut places = Vec::new();
    for coded in arrived.drain(..) {
        chunk::decode(&coded, &mut places);
        part.mark(&places);
    }
}

fn part_to_bytes(part: &ReachPart) -> [Vec<u8>; 3] {
    let bytes = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    [bytes(&part.seen), bytes(&part.expanded), part.cells.clone()]
}

fn part_of_bytes([seen, expanded, cells]: &[Vec<u8>; 3]) -> ReachPart {
    let words = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
    ReachPart { seen: words(seen), expanded: words(expanded), cells: cells.clone() }
}
