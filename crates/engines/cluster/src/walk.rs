//! A walk over all nodes with their successors, where what is to be known of a successor may be known to
//! another worker only: by questions and answers.
//!
//! # Method
//! A walk goes in pairs of rounds. In the first each worker visits its own nodes, part by part and ascending,
//! and asks about what they depend on, until as much is asked as may be awaited. A question is a chunk of up
//! to 4,096 nodes of one part, sorted and coded as chunks of edges are; who asks about each of them is kept
//! by the worker that asks. At the end of the round all questions have come. In the second each worker
//! answers them, a byte a node in the order of the question, all about one part after the other; then the
//! answers have come, and each is given to the node that asked. Of several answers a node keeps the greatest,
//! in a byte: all that walks want can be said so. Nodes of a part that has all its answers are concluded.
//!
//! Questions about a worker's own parts go the same way, but not over the wire: so its cells, too, are read
//! part by part, in cache or, where they lie in files, each page once a round and not once an edge.
//!
//! # Why this way
//! - *The owner of the successor judges what the edge claims*: the claim is a second byte on the way there,
//!   and that some successor is worth what the node needs is nothing that one owner can judge, so that an
//!   answer is needed all the same.
//! - *Values go to the predecessors*: that takes moves back, which is what a verification must not do.
//! - *Answers at once, without rounds*: nobody waits, but every question is answered by itself, which reads a
//!   part for 4,096 nodes; where cells lie in files that is up to a megabyte from the disk for each.
//!
//! # Cost
//! A byte and little more an edge to where it is asked, and a byte back (docs/notes/scale.md has what was
//! measured). Whoever asks holds four bytes for each node asked about and a byte for each node of the parts
//! that are open, together no more than the empty chunks that an outbox keeps, and less where `--memory`
//! leaves less for what is on its way. Whoever is asked holds questions as they were sent, and answers them
//! sooner where they become too many.

use crate::{
    ClusterError, chunk,
    network::{Body, Question},
    worker::{AMOUNT, Worker, sum},
};
use std::{array, iter, mem, ops::Range, slice};
use yomikiri_core::{Contexts, Graph, Node, Value};
use yomikiri_solve::{
    Successors,
    cell::{LONG, short},
    exchange::{CHUNK, CHUNK_BYTES, PART, PART_BITS, SPARE_BYTES, first_of, part_of, place_of},
};

/// Places of a part that are taken at a time.
const STEP: usize = 1 << 13;
/// How many parts may be open: the other bits of an asker are its place.
const SLOTS: usize = 1 << (u32::BITS - PART_BITS);

/// What is made of the nodes of a walk. A node has a byte, its *cell*: 0 for one that is not there.
pub trait Visitor<N> {
    /// Whether a node that is there is visited.
    fn wants(&self, node: N, cell: u8) -> bool;

    /// Visits a node. `edges` are where its moves lead, interior or not, one a move.
    fn visit(&mut self, node: N, cell: u8, edges: &[N], desk: &mut Desk<'_>);

    /// The greatest answer that a node visited has been given; 0 for none.
    fn conclude(&mut self, node: N, cell: u8, answer: u8);
}

/// The answer about each cell, out of the value that it holds when all is solved.
pub fn answers(of: impl Fn(Option<Value>) -> u8) -> [u8; 256] {
    array::from_fn(|cell| of(if cell == usize::from(LONG) { None } else { short(cell as u8) }))
}

/// A node that is asked about: its place in its part, and who asks.
type Asked = (u32, u32);

/// Where the node that is visited asks.
pub struct Desk<'w> {
    awaited: &'w mut Awaited,
    asker: usize,
}

impl Desk<'_> {
    /// Asks about an interior node.
    #[inline]
    pub fn ask(&mut self, about: impl Node) {
        self.awaited.ask(self.asker, about.number());
    }

    /// Gives an answer that needs no asking.
    #[inline]
    pub fn tell(&mut self, answer: u8) {
        self.awaited.tell(self.asker, answer);
    }
}

/// What is asked and not yet answered.
struct Awaited {
    /// Nodes to be asked about, by part.
    drafts: Vec<Vec<Asked>>,
    /// Drafts that are to be sent, and about which part.
    full: Vec<(usize, Vec<Asked>)>,
    /// Who asks what has been sent, by the number of the question.
    askers: Vec<Vec<u32>>,
    /// How many nodes have been asked about in this round.
    asked: usize,
    /// The worker's own parts that await answers: their places among them.
    open: Vec<usize>,
    /// The greatest answer for each of their nodes.
    answers: Vec<u8>,
}

impl Awaited {
    fn new(parts: usize) -> Self {
        let (full, askers, open, answers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { drafts: vec![Vec::new(); parts], full, askers, asked: 0, open, answers }
    }

    #[inline]
    fn ask(&mut self, asker: usize, about: u64) {
        let draft = &mut self.drafts[part_of(about)];
        if draft.is_empty() {
            draft.reserve_exact(CHUNK);
        }
        draft.push((place_of(about) as u32, asker as u32));
        if draft.len() == CHUNK {
            self.close(part_of(about));
        }
    }

    #[inline]
    fn tell(&mut self, asker: usize, told: u8) {
        let answer = &mut self.answers[asker];
        *answer = (*answer).max(told);
    }

    #[cold]
    fn close(&mut self, part: usize) {
        let draft = mem::take(&mut self.drafts[part]);
        self.asked += draft.len();
        self.full.push((part, draft));
    }

    fn close_all(&mut self) {
        for part in 0..self.drafts.len() {
            if !self.drafts[part].is_empty() {
                self.close(part);
            }
        }
    }

    /// Opens a part, if it is not the one that was opened last.
    fn open(&mut self, at: usize) {
        if self.open.last() == Some(&at) {
            return;
        }
        self.open.push(at);
        self.answers.reserve_exact(PART);
        self.answers.resize(self.open.len() * PART, 0);
    }

    /// The asker that stands at a place of the part that was opened last.
    fn asker(&self, place: usize) -> usize {
        self.answers.len() - PART + place
    }

    /// Whether what is awaited takes less than so many bytes.
    fn has_room(&self, bytes: usize) -> bool {
        size_of::<u32>() * self.asked + self.answers.len() < bytes && self.open.len() < SLOTS
    }

    /// Gives the answers to a question to those who have asked.
    fn take(&mut self, number: usize, told: &[u8]) {
        for (asker, &told) in mem::take(&mut self.askers[number]).into_iter().zip(told) {
            self.tell(asker as usize, told);
        }
    }

    /// Forgets the first so many open parts when all that was asked is answered.
    fn forget(&mut self, parts: usize) {
        self.open.drain(..parts);
        self.answers.drain(..parts * PART);
        self.askers.clear();
        self.asked = 0;
    }
}

/// The places that are taken next.
struct Steps<'o> {
    /// The parts that are left.
    own: slice::Iter<'o, usize>,
    /// The part that is taken, and how far it is.
    at: usize,
    place: usize,
}

impl Iterator for Steps<'_> {
    type Item = (usize, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.place == PART {
            (self.at, self.place) = (*self.own.next()?, 0);
        }
        let first = self.place;
        self.place += STEP;
        Some((self.at, first..self.place))
    }
}

/// What a walk goes over.
pub struct Ground<'g, G: Graph> {
    /// The graph whose moves are taken.
    pub graph: &'g G,
    /// The cells of the worker's own parts; none of a part in which no node is there.
    pub cells: Vec<&'g [u8]>,
    /// What is answered about a cell.
    pub answers: [u8; 256],
}

impl<G: Graph> Ground<'_, G> {
    /// The nodes at some places of a part that are there, with their cells.
    fn nodes(&self, number: usize, at: usize, places: Range<usize>) -> impl Iterator<Item = (G::Node, u8)> {
        let first = first_of(number) + places.start as u64;
        let cells = self.cells[at][places].iter().copied().zip(first..);
        cells.filter(|&(cell, _)| cell != 0).map(|(cell, node)| (G::Node::of(node), cell))
    }
}

impl<G: Contexts> Worker<'_, G> {
    /// Walks over all nodes; every worker has to.
    pub fn walk(
        &mut self,
        ground: &Ground<'_, G>,
        visitor: &mut impl Visitor<G::Node>,
    ) -> Result<(), ClusterError> {
        let parts = self.parts_in_all();
        let own: Vec<usize> = (0..ground.cells.len()).filter(|&at| !ground.cells[at].is_empty()).collect();
        let (mut awaited, mut steps) = (Awaited::new(parts), Steps { own: own.iter(), at: 0, place: PART });
        self.without_chunks(|worker| {
            loop {
                let taken = worker.ask(ground, &mut steps, visitor, &mut awaited);
                if sum(&worker.end_round(taken)?, AMOUNT) == 0 {
                    return Ok(());
                }
                worker.answer(ground);
                worker.end_round(0)?;
                for (number, told) in mem::take(&mut worker.arrived.answers) {
                    awaited.take(number, &told);
                }
                let is_last_open = steps.place < PART && awaited.open.last() == Some(&steps.at);
                worker.conclude(ground, is_last_open, visitor, &mut awaited);
            }
        })
    }

    /// Asks until as much is asked as may be awaited, or nothing is left to be asked; how many steps that
    /// were.
    fn ask(
        &mut self,
        ground: &Ground<'_, G>,
        steps: &mut Steps<'_>,
        visitor: &mut impl Visitor<G::Node>,
        awaited: &mut Awaited,
    ) -> u64 {
        let (bytes, mut taken, mut visited) = (self.bytes_awaited(), 0, 0);
        let (mut nodes, mut cells) = (Vec::new(), Vec::new());
        let mut successors = Successors::default();
        while visited == 0 || awaited.has_room(bytes) {
            let Some((at, places)) = steps.next() else { break };
            nodes.clear();
            cells.clear();
            let there = ground.nodes(self.numbers[at], at, places);
            for (node, cell) in there.filter(|&(node, cell)| visitor.wants(node, cell)) {
                nodes.push(node);
                cells.push(cell);
            }
            if !nodes.is_empty() {
                awaited.open(at);
            }
            successors.find(ground.graph, &nodes);
            let mut cells = cells.iter();
            successors.each(|node, edges| {
                let cell = *cells.next().expect("nodes come back as they were given");
                let asker = awaited.asker(place_of(node.number()));
                visitor.visit(node, cell, edges, &mut Desk { awaited: &mut *awaited, asker });
            });
            (taken, visited) = (taken + 1, visited + nodes.len());
            self.task.progress.advance(nodes.len() as u64);
            self.send_questions(awaited);
            if self.arrived.question_bytes > bytes as u64 {
                self.answer(ground);
            }
            self.task.plan.backing.settle();
        }
        awaited.close_all();
        self.send_questions(awaited);
        taken
    }

    /// How many bytes what is awaited may take: half of what may be on its way, since questions and answers
    /// take half as much again.
    fn bytes_awaited(&self) -> usize {
        let chunks = self.task.plan.chunks / self.task.plan.threads / 2;
        chunks.saturating_mul(CHUNK_BYTES as usize).min(SPARE_BYTES as usize)
    }

    /// Sends the drafts that are full, and takes what has arrived.
    fn send_questions(&mut self, awaited: &mut Awaited) {
        let own = self.network.index();
        for (part, draft) in awaited.full.drain(..) {
            let draft = chunk::sorted(draft, |&(place, _)| place);
            let places = chunk::encode_sorted(draft.iter().map(|&(place, _)| place));
            let question = Question { places, from: own as u32, number: awaited.askers.len() as u32 };
            // Not from the draft itself, whose memory they would keep, twice what they need.
            awaited.askers.push(draft.iter().map(|&(_, asker)| asker).collect());
            match self.task.owners.of(part) {
                to if to == own => self.arrived.ask(part, question),
                to => self.network.send(to, part, Body::Question(question)),
            }
        }
        self.network.deliver(&mut self.arrived.keep());
    }

    /// Answers the questions that have arrived, all about one part after the other.
    fn answer(&mut self, ground: &Ground<'_, G>) {
        let (own, mut places) = (self.network.index(), Vec::new());
        let mut questions = mem::take(&mut self.arrived.questions);
        self.arrived.question_bytes = 0;
        questions.sort_by_key(|&(part, _)| part);
        for (part, Question { places: coded, from, number }) in questions {
            chunk::decode_sorted(&coded, &mut places);
            let at = self.numbers.binary_search(&part).expect("a worker is asked about its own parts");
            let told = match ground.cells[at] {
                [] => iter::repeat_n(ground.answers[0], places.len()).collect(),
                cells => {
                    let told = |&place: &u32| ground.answers[usize::from(cells[place as usize])];
                    places.iter().map(told).collect::<Vec<u8>>()
                }
            };
            let number = number as usize;
            match from as usize {
                from if from == own => self.arrived.answers.push((number, told)),
                from => self.network.send(from, number, Body::Answer(told)),
            }
            self.network.deliver(&mut self.arrived.keep());
            self.task.plan.backing.settle();
        }
    }

    /// Concludes the parts that have been asked for to their ends; the last may not have been.
    fn conclude(
        &self,
        ground: &Ground<'_, G>,
        is_last_open: bool,
        visitor: &mut impl Visitor<G::Node>,
        awaited: &mut Awaited,
    ) {
        let done = awaited.open.len() - usize::from(is_last_open);
        for (&at, told) in awaited.open[..done].iter().zip(awaited.answers.chunks_exact(PART)) {
            for (node, cell) in ground.nodes(self.numbers[at], at, 0..PART) {
                if visitor.wants(node, cell) {
                    visitor.conclude(node, cell, told[place_of(node.number())]);
                }
            }
            self.task.plan.backing.settle();
        }
        awaited.forget(done);
    }
}
