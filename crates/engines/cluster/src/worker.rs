//! One worker: its parts, through both phases.

use crate::{
    Checkpoints, ClusterError,
    arrived::Arrived,
    checkpoint::{Keeper, Phase, Record},
    chunk::ChunkCoder,
    counted::{TableParts, Written},
    network::{Body, Network},
    post::{Owners, Post},
};
use std::{
    mem,
    time::{Duration, Instant},
};
use yomikiri_core::{Contexts, Graph, Node, Value, play::Progress};
use yomikiri_solve::{
    Count, LevelPart, Plan, ReachPart,
    cell::{LONG_PLIES, UNREACHED, is_counted, short},
    counts,
    exchange::{CHUNK_BYTES, Exchange, Outbox, PART, part_of, place_of, seed},
    is_last,
};

/// Strength of the compression of cells on their way to the first process.
const ZSTD_LEVEL: i32 = 1;

/// How many parts a worker sends to the first process in a round.
const GATHERED: usize = 64;

/// What all workers of a run have in common.
pub struct Task<'a, G: Contexts> {
    pub graph: &'a G,
    pub roots: &'a [G::Node],
    pub owners: Owners,
    pub digest: u64,
    pub checkpoints: Option<&'a Checkpoints>,
    pub plan: &'a Plan,
    pub progress: &'a dyn Progress,
    /// How a table is coded by all, if the first process has this too; else all cells come to it. In all
    /// others always there: the first one knows what becomes of the values.
    pub table: Option<&'a TableParts<'a, G::Node>>,
}

/// What a worker works in.
pub struct Share<'m> {
    /// Its parts, ascending.
    pub parts: Vec<ReachPart<'m>>,
    /// In the first worker of all: the cells of the parts of other processes, which are gathered there.
    pub others: Vec<(usize, &'m mut [u8])>,
}

/// What a worker ends with.
pub struct Done<N> {
    /// What has been written, where a table is.
    pub written: Option<Written<N>>,
    /// The parts of which anything was reached: the worker's own, and those it has gathered.
    pub known: Vec<usize>,
    /// How many values are not what their successors make them, where they are verified. Of all workers.
    pub mismatches: Option<u64>,
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
pub const AMOUNT: usize = 0;
const DUE: usize = 1;
const FAILED: usize = 2;
pub const MORE: usize = 3;

/// One worker.
pub struct Worker<'a, G: Contexts> {
    pub task: &'a Task<'a, G>,
    pub network: Network<'a>,
    pub post: &'a Post,
    pub outbox: Outbox<'a, Post>,
    pub keeper: Option<Keeper<'a>>,
    /// The worker's parts, ascending.
    pub numbers: Vec<usize>,
    /// What has arrived and waits.
    pub arrived: Arrived,
    /// Codes what is sent to others.
    coder: ChunkCoder,
    /// Chunks sent to others in this round.
    sent: u64,
    /// Edges sent to others, and the bytes that they took.
    traffic: [u64; 2],
}

impl<'a, G: Contexts> Worker<'a, G> {
    /// A worker with its end of the network. `post` must be for this worker.
    pub fn new(task: &'a Task<'a, G>, network: Network<'a>, post: &'a Post) -> Self {
        let parts = parts(task.graph);
        let worker = network.index();
        Self {
            task,
            post,
            outbox: Outbox::new(post, parts, task.plan.spare()),
            keeper: task.checkpoints.map(|to| Keeper::new(to, task.owners, worker)),
            numbers: (0..parts).filter(|&part| task.owners.of(part) == worker).collect(),
            arrived: Arrived::new(parts, network.workers()),
            coder: ChunkCoder::new(),
            sent: 0,
            traffic: [0; 2],
            network,
        }
    }

    /// Works through both phases, and lets `check` look at what was found: at the parts, of which so many
    /// nodes were reached by all workers.
    pub fn run(
        mut self,
        share: Share<'_>,
        check: impl FnOnce(&mut Self, &[LevelPart<'_>], u64) -> Result<Option<u64>, ClusterError>,
    ) -> Result<Done<G::Node>, ClusterError> {
        let Share { mut parts, others } = share;
        let record = self.resumed()?;
        let began = Instant::now();
        let before = record.as_ref().map_or([0.0; 2], |record| record.seconds);
        let (mut decided, mut level) = (vec![0; usize::from(LONG_PLIES)], 0);
        match record {
            None => self.seed(),
            Some(_) => self.read(&mut parts)?,
        }
        let reached = match &record {
            Some(Record { phase: Phase::Level(next), decided: before, reached, .. }) => {
                level = *next;
                decided.clone_from(before);
                reached.clone()
            }
            _ => self.reach(&mut parts, before[0])?,
        };
        let mut seconds = [before[0] + began.elapsed().as_secs_f64(), before[1]];
        let began = Instant::now();
        let mut parts: Vec<LevelPart<'_>> = parts.into_iter().map(ReachPart::into_level).collect();
        self.levels(self.task.graph, &mut parts, level, &mut decided, &reached, seconds)?;
        let all = self.tell(&self.traffic.clone())?;
        let sent = [0, 1].map(|figure| sum(&all, MORE + figure));
        let reached: Vec<Count> =
            reached.chunks_exact(2).map(|count| Count { nodes: count[0], unfolded: count[1] }).collect();
        let stays = self.task.checkpoints.is_some_and(|checkpoints| checkpoints.stays);
        let first = self.tell(&[self.task.table.is_some(), stays].map(u64::from))?.swap_remove(0);
        let [is_coded, stays] = [0, 1].map(|figure| first[MORE + figure] == 1);
        let table = self.task.table.filter(|_| is_coded);
        let (written, known) = self.without_chunks(|worker| {
            let known = if table.is_none() { worker.gather(&parts, others)? } else { Vec::new() };
            seconds[1] += began.elapsed().as_secs_f64();
            let write = |table| worker.write_table(&parts, table, &reached, &decided, seconds);
            Ok((table.map(write).transpose()?, known))
        })?;
        let mismatches = check(&mut self, &parts, reached[0].nodes)?;
        if let Some(keeper) = self.keeper.as_ref().filter(|_| is_coded || !stays) {
            keeper.remove(keeper.number);
        }
        Ok(Done { written, known, mismatches, reached, decided, seconds, sent })
    }

    /// Does what sends no edges; the chunks that are kept for them make room.
    pub fn without_chunks<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, ClusterError>,
    ) -> Result<T, ClusterError> {
        self.outbox = Outbox::new(self.post, 0, 0);
        let done = work(self)?;
        self.outbox = Outbox::new(self.post, self.parts_in_all(), self.task.plan.spare());
        Ok(done)
    }

    pub fn process(&self) -> usize {
        self.task.owners.process(self.network.index())
    }

    /// How many parts the graph has, those of others too.
    pub fn parts_in_all(&self) -> usize {
        parts(self.task.graph)
    }

    fn is_first_thread(&self) -> bool {
        self.task.owners.is_first_thread(self.network.index())
    }

    /// Sends the roots among the worker's nodes to its parts.
    fn seed(&self) {
        let is_own = |root: &G::Node| self.numbers.binary_search(&part_of(root.number())).is_ok();
        let own: Vec<G::Node> = self.task.roots.iter().copied().filter(is_own).collect();
        seed(self.post, self.parts_in_all(), &own);
    }

    /// Finds out what can be reached; how many nodes there are.
    fn reach(&mut self, parts: &mut [ReachPart<'_>], seconds: f64) -> Result<Vec<u64>, ClusterError> {
        let began = Instant::now();
        self.task.progress.phase("reach", 0);
        loop {
            let is_done = self.expand(parts);
            let more = mem::take(&mut self.sent) + u64::from(!is_done);
            let figures = self.end_round(more)?;
            self.mark_all(parts);
            if sum(&figures, AMOUNT) == 0 {
                break;
            }
            if sum(&figures, DUE) > 0 {
                let seconds = [seconds + began.elapsed().as_secs_f64(), 0.0];
                let blobs = parts.iter().map(blobs_of);
                self.save(blobs, Phase::Reach, &[], &[], seconds)?;
            }
        }
        let (numbers, mut seen) = (&self.numbers, vec![[].as_slice(); self.parts_in_all()]);
        numbers.iter().zip(parts).for_each(|(&number, part)| seen[number] = part.seen());
        let own = counts(self.task.graph, |part| seen[part], numbers);
        let own: Vec<u64> = own.iter().flat_map(|count| [count.nodes, count.unfolded]).collect();
        let all = self.tell(&own)?;
        Ok((0..own.len()).map(|figure| sum(&all, MORE + figure)).collect())
    }

    /// Expands what can be reached within the worker's parts, and whatever arrives meanwhile, until all
    /// workers are idle or the next checkpoint is due: it is written between rounds. Whether nothing is left
    /// to do.
    fn expand(&mut self, parts: &mut [ReachPart<'_>]) -> bool {
        let began = Instant::now();
        let longest = self.task.checkpoints.map_or(Duration::MAX, |to| to.every);
        let is_late = || began.elapsed() > longest;
        let mut marked: Vec<u64> = parts.iter().map(ReachPart::fresh).collect();
        self.arrived.begin_round();
        let is_done = loop {
            let is_idle = !self.expand_fullest(parts, &mut marked);
            if is_idle || is_late() {
                self.send_rest();
                let is_done = is_idle && self.post.waiting_in_all() == 0;
                if is_late() || is_done && self.is_over(is_late) {
                    break is_done;
                }
            }
        };
        (0..self.network.workers()).for_each(|to| self.network.send(to, 0, Body::Over));
        is_done
    }

    /// Marks what has arrived for the part for which most waits, and expands it unless too much is on its
    /// way: marking makes no more of it. Whether there was anything to do. `marked` is by part how much has
    /// been marked since it was expanded.
    fn expand_fullest(&mut self, parts: &mut [ReachPart<'_>], marked: &mut [u64]) -> bool {
        let is_full = self.is_full();
        let waiting = |number: usize| self.post.waiting(number) as u64 + self.arrived.waiting(number);
        let pending = |at: usize| waiting(self.numbers[at]) + if is_full { 0 } else { marked[at] };
        let Some(at) = (0..parts.len()).max_by_key(|&at| pending(at)).filter(|&at| pending(at) > 0) else {
            return false;
        };
        let number = self.numbers[at];
        marked[at] += waiting(number);
        self.mark(number, &mut parts[at]);
        if !is_full {
            marked[at] = 0;
            let found = parts[at].expand(self.task.graph, number, &mut self.outbox, &mut 0);
            self.task.progress.advance(found);
            self.ship();
        }
        self.task.plan.backing.settle();
        true
    }

    /// Tells the first worker that this one is idle, and waits until something arrives, or it is late.
    /// Whether all are idle, which the first one knows, or another one has ended the round.
    fn is_over(&mut self, is_late: impl Fn() -> bool) -> bool {
        self.network.send(0, self.network.index(), Body::Idle([self.sent, self.arrived.taken]));
        loop {
            if self.arrived.bytes > 0 {
                return false;
            }
            if self.arrived.is_over || self.arrived.are_all_idle() {
                return true;
            }
            if is_late() {
                return false;
            }
            self.network.wait(&mut self.arrived.keep());
        }
    }

    /// Whether so much is on its way that it has to be marked or applied first.
    pub fn is_full(&self) -> bool {
        let Plan { chunks, threads, .. } = self.task.plan;
        let waiting = self.post.chunks_in_all() + (self.arrived.bytes / CHUNK_BYTES) as usize;
        waiting > chunks / threads
    }

    /// Marks what has arrived for a part.
    fn mark(&mut self, number: usize, part: &mut ReachPart<'_>) {
        self.receive(number, |told| part.mark(told));
    }

    /// Takes what has arrived for a part, from the worker itself and from others, as entries of chunks.
    pub fn receive(&mut self, number: usize, mut give: impl FnMut(&[u32])) {
        for chunk in self.post.receive(number) {
            give(chunk.entries());
            self.outbox.recycle(chunk);
        }
        self.arrived.take(number, give);
    }

    /// Marks all that has arrived.
    fn mark_all(&mut self, parts: &mut [ReachPart<'_>]) {
        for (at, part) in parts.iter_mut().enumerate() {
            self.mark(self.numbers[at], part);
        }
    }

    /// Solves level by level, those that `decided` has room for. Of the one after them, which cells cannot
    /// hold, it is only asked whether it has nodes.
    pub fn levels(
        &mut self,
        graph: &G,
        parts: &mut [LevelPart<'_>],
        first: u16,
        decided: &mut [u64],
        reached: &[u64],
        seconds: [f64; 2],
    ) -> Result<(), ClusterError> {
        let began = Instant::now();
        self.task.progress.phase("solve", reached[0] / self.task.owners.processes as u64);
        let mut nodes = Vec::new();
        for level in first..=LONG_PLIES {
            let mut own = 0;
            for at in 0..parts.len() {
                parts[at].take_decided(self.numbers[at], level, &mut nodes);
                own += nodes.len() as u64;
                graph.retract_unordered(&nodes, is_counted(level), &mut self.outbox);
                self.task.progress.advance(nodes.len() as u64);
                self.ship();
                if self.is_full() {
                    self.apply(parts, level);
                }
                self.task.plan.backing.settle();
            }
            self.send_rest();
            let figures = self.end_round(own)?;
            self.apply(parts, level);
            let count = sum(&figures, AMOUNT);
            if let Some(decided) = decided.get_mut(usize::from(level)) {
                *decided = count;
            }
            if is_last(level, count) {
                return Ok(());
            }
            // Cells do not tell the nodes of the last level: it is not gone on from.
            if sum(&figures, DUE) > 0 && level + 1 < LONG_PLIES {
                let seconds = [seconds[0], seconds[1] + began.elapsed().as_secs_f64()];
                let blobs = parts.iter().map(|part| [&[][..], &[], part.known()]);
                self.save(blobs, Phase::Level(level + 1), reached, decided, seconds)?;
            }
        }
        Err(ClusterError::TooLong)
    }

    /// Sends the predecessors of nodes to who has them, one by one: chunks are of places alone.
    pub fn send_back(&mut self, graph: &G, nodes: &[G::Node]) {
        let outbox = &mut self.outbox;
        graph.retract(nodes, &mut |found: &[G::Node]| found.iter().for_each(|&node| outbox.push(node)));
        self.task.progress.advance(nodes.len() as u64);
        self.ship();
    }

    /// Sends what is left to be sent.
    pub fn send_rest(&mut self) {
        self.outbox.flush();
        self.ship();
    }

    /// Applies all that has arrived.
    fn apply(&mut self, parts: &mut [LevelPart<'_>], level: u16) {
        for (at, part) in parts.iter_mut().enumerate() {
            let mut applying = part.applying(level);
            self.receive(self.numbers[at], |told| applying.entries(told));
            self.task.plan.backing.settle();
        }
    }

    /// Sends what is to be sent and takes what has arrived.
    fn ship(&mut self) {
        for (part, chunk) in self.post.outgoing() {
            let (edges, coded) = self.coder.encode(chunk.entries());
            self.traffic[0] += edges;
            self.traffic[1] += coded.len() as u64;
            self.network.send(self.task.owners.of(part), part, Body::Nodes(coded));
            self.outbox.recycle(chunk);
            self.sent += 1;
        }
        self.network.deliver(&mut self.arrived.keep());
    }

    /// Ends a round with an amount; the figures of all workers.
    pub fn end_round(&mut self, amount: u64) -> Result<Vec<Vec<u64>>, ClusterError> {
        let is_first = self.network.index() == 0;
        let due = is_first && self.keeper.as_ref().is_some_and(Keeper::is_due);
        self.round(&[amount, u64::from(due), 0])
    }

    /// Ends a round in which nothing else is sent; the figures of all workers, from [`MORE`] on.
    pub fn tell(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        self.round(&[&[0; MORE], figures].concat())
    }

    fn round(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        let all = self.network.end_round(figures, &mut self.arrived.keep());
        // Whoever has left has told no figures.
        if all.iter().any(Vec::is_empty) || sum(&all, FAILED) > 0 {
            return Err(ClusterError::Elsewhere { process: self.process() });
        }
        Ok(all)
    }

    /// The values of interior nodes by their cells, told of the worker's own by part and place.
    pub fn values(
        &mut self,
        nodes: &[G::Node],
        cell: impl Fn(usize, usize) -> Option<u8>,
    ) -> Result<Vec<Option<Value>>, ClusterError> {
        // Nobody but its owner has anything to tell of a node.
        let own = |node: &G::Node| match self.numbers.binary_search(&part_of(node.number())) {
            Ok(at) => cell(at, place_of(node.number())).unwrap_or(UNREACHED),
            Err(_) => UNREACHED,
        };
        let own: Vec<u64> = nodes.iter().map(|node| own(node).into()).collect();
        let all = self.tell(&own)?;
        Ok((0..own.len()).map(|at| short(sum(&all, MORE + at) as u8)).collect())
    }

    /// Ends a round in which something may have failed here: then all workers end.
    pub fn agree<T>(
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
    fn save<'b>(
        &mut self,
        blobs: impl Iterator<Item = [&'b [u8]; 3]>,
        phase: Phase,
        reached: &[u64],
        decided: &[u64],
        seconds: [f64; 2],
    ) -> Result<(), ClusterError> {
        let Some(mut keeper) = self.keeper.take() else { return Ok(()) };
        let known = self.numbers.iter().zip(blobs).filter(|(_, blobs)| blobs.iter().any(|b| !b.is_empty()));
        let mut written = known.map(|(&part, blobs)| {
            self.task.plan.backing.settle();
            keeper.write_part(part, blobs)
        });
        let written = keeper.begin().and_then(|()| written.by_ref().collect::<Result<Vec<()>, _>>());
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
        let newest = || all.iter().map(|figures| figures[MORE]);
        keeper.number = newest().min().unwrap_or(0);
        // One is begun when all have the one before, and recorded when all have written theirs: whoever is
        // further behind, or has not begun the last, has lost it or looks elsewhere, and the others' are
        // kept.
        let last = newest().max().unwrap_or(0);
        let record = if figure + 1 < last || figure < last && !keeper.has_begun(last) {
            Err(keeper.lacks(last))
        } else if keeper.number == 0 {
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
    fn read(&mut self, parts: &mut [ReachPart<'_>]) -> Result<(), ClusterError> {
        let Some(keeper) = self.keeper.take() else { return Ok(()) };
        let read = |(part, &number): (&mut ReachPart<'_>, &usize)| {
            self.task.plan.backing.settle();
            let Some(blobs) = keeper.read_part(number)? else { return Ok(0) };
            let fits = fill(part, &blobs);
            fits.then_some(1).ok_or_else(|| keeper.unfit("a part of it has other lengths"))
        };
        let files: Result<Vec<u64>, _> = parts.iter_mut().zip(&self.numbers).map(read).collect();
        let files = files.map(|files| files.iter().sum());
        let figure = *files.as_ref().unwrap_or(&0);
        let (_, all) = self.agree(files, figure)?;
        let record = keeper.record(keeper.number)?;
        if sum(&all, MORE) != record.files {
            return Err(keeper.unfit(&format!("{} of {} files are there", sum(&all, MORE), record.files)));
        }
        self.keeper = Some(keeper);
        Ok(())
    }

    /// Brings all cells to the first process, some parts a round; the parts that are known to the worker
    /// then.
    fn gather(
        &mut self,
        parts: &[LevelPart<'_>],
        mut others: Vec<(usize, &mut [u8])>,
    ) -> Result<Vec<usize>, ClusterError> {
        let is_known = |(_, part): &(&usize, &LevelPart<'_>)| part.is_reached;
        let known =
            self.numbers.iter().zip(parts).filter(is_known).map(|(&number, part)| (number, &*part.cells));
        let known: Vec<(usize, &[u8])> = known.collect();
        let mut gathered: Vec<usize> = known.iter().map(|&(number, _)| number).collect();
        let mut batches = known.chunks(GATHERED).take(if self.process() == 0 { 0 } else { usize::MAX });
        loop {
            let batch = batches.next().unwrap_or_default();
            for (number, cells) in batch {
                let packed = zstd::bulk::compress(cells, ZSTD_LEVEL).expect("a part can be packed in memory");
                self.network.send(0, *number, Body::Packed(packed));
            }
            let figures = self.end_round(batch.len() as u64)?;
            for (number, packed) in mem::take(&mut self.arrived.packed) {
                let at = others.binary_search_by_key(&number, |&(number, _)| number);
                let cells = &mut *others[at.expect("a part of others comes to the first worker")].1;
                zstd::bulk::decompress_to_buffer(&packed, cells).expect("a part comes as it was sent");
                gathered.push(number);
            }
            self.task.plan.backing.settle();
            if sum(&figures, AMOUNT) == 0 {
                return Ok(gathered);
            }
        }
    }
}

/// How many parts a graph has.
pub fn parts(graph: &impl Graph) -> usize {
    graph.nodes().div_ceil(PART as u64) as usize
}

/// A figure of all workers added up.
pub fn sum(figures: &[Vec<u64>], at: usize) -> u64 {
    figures.iter().map(|figures| figures[at]).sum()
}

/// What a checkpoint keeps of a part.
fn blobs_of<'p>(part: &'p ReachPart<'_>) -> [&'p [u8]; 3] {
    if part.is_reached {
        [bytemuck::cast_slice(part.seen), bytemuck::cast_slice(part.expanded), part.cells]
    } else {
        [&[]; 3]
    }
}

/// Fills a part with what a checkpoint has kept of it; false where that is of another size.
fn fill(part: &mut ReachPart<'_>, blobs: &[Vec<u8>; 3]) -> bool {
    part.is_reached = true;
    let rooms =
        [bytemuck::cast_slice_mut(part.seen), bytemuck::cast_slice_mut(part.expanded), &mut *part.cells];
    rooms.into_iter().zip(blobs).all(|(room, blob)| {
        if blob.len() == room.len() {
            room.copy_from_slice(blob);
        }
        // What was not needed any more was not kept.
        blob.len() == room.len() || blob.is_empty()
    })
}
