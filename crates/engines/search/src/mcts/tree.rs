//! The nodes of the tree in memory: siblings side by side, in chunks that are made when they are needed.
//!
//! After a move what is below it stays where it is, or moves towards the front (mark and compact): there is
//! no second tree while that goes on, and chunks that are left over are given back. All that a tree ever
//! takes lies within the bytes that it is given: the table of transpositions has a sixty-fourth, the list of
//! what is kept another, the marks a bit and a half a node, and the nodes have the rest.

use super::{
    node::{Node, State},
    transposition_table::{Children, TranspositionTable},
};
use std::sync::{
    Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Nodes of a chunk; no position has more moves. Siblings lie in one chunk.
const CHUNK: usize = 1 << 16;

/// Nodes that there is room for in the smallest tree, whatever it is allowed: 144 KiB.
const LEAST: u64 = 1 << 12;

/// The part of the memory that the list of what is kept after a move may take, one in so many.
const LIST: usize = 64;

/// A tree that threads grow together.
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    /// Held by the thread that makes a chunk.
    making: Mutex<()>,
    /// How many nodes there is room for.
    room: u64,
    /// How many groups of siblings may be kept after a move.
    groups: usize,
    /// The first node that is not given out.
    next: AtomicU64,
    /// Whether there was no room for some children.
    full: AtomicBool,
    /// Where positions lie in it.
    transpositions: TranspositionTable,
    pub root: Node,
}

impl Tree {
    /// A tree of no more than so many bytes, or of room for a few moves where that is more.
    pub fn new(bytes: usize) -> Self {
        let transpositions = TranspositionTable::new(bytes);
        let list = bytes / LIST;
        let rest = bytes.saturating_sub(transpositions.bytes() + list) as u64;
        // For 64 nodes there are a word of marks and a count, too.
        let sixty_four = 64 * size_of::<Node>() + size_of::<u64>() + size_of::<u32>();
        let room = (rest / sixty_four as u64 * 64).clamp(LEAST, 1 << 32);
        Self {
            chunks: (0..room.div_ceil(CHUNK as u64)).map(|_| OnceLock::new()).collect(),
            making: Mutex::new(()),
            room,
            groups: (list / size_of::<[u32; 2]>()).max(1),
            next: AtomicU64::new(0),
            full: AtomicBool::new(false),
            transpositions,
            root: Node::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.len() > 0 {
            self.transpositions.clear();
        }
        self.chunks.iter_mut().for_each(|chunk| _ = chunk.take());
        (self.next, self.full) = (AtomicU64::new(0), AtomicBool::new(false));
        self.root = Node::default();
    }

    /// How many nodes there are.
    #[inline]
    pub fn len(&self) -> u64 {
        self.next.load(Relaxed)
    }

    /// Whether it has come to its end: to look for moves that find no room would be a waste of time.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, node: &Node) -> &[Node] {
        match node.state().children() {
            0 => &[],
            count => self.siblings(node.first(), count),
        }
    }

    #[inline]
    fn siblings(&self, first: u32, count: u32) -> &[Node] {
        if count == 0 {
            return &[];
        }
        let (chunk, offset) = (first as usize / CHUNK, first as usize % CHUNK);
        let nodes = self.chunks[chunk].get().expect("room is given out in chunks that are there");
        &nodes[offset..offset + count as usize]
    }

    /// Where so many siblings find room from a place on.
    const fn fitting(next: u64, count: u64) -> u64 {
        let left = CHUNK as u64 - next % CHUNK as u64;
        if count <= left { next } else { next + left }
    }

    /// Room for the children of a node, or `None` if there is none left.
    fn allocate(&self, count: usize) -> Option<u32> {
        assert!(count <= CHUNK, "a position has at most {CHUNK} moves");
        let count = count as u64;
        let taken = self.next.fetch_update(Relaxed, Relaxed, |next| {
            let after = Self::fitting(next, count) + count;
            (after <= self.room).then_some(after)
        });
        let first = taken.ok().map(|next| Self::fitting(next, count));
        let first = first.filter(|&first| self.has(first as usize / CHUNK));
        if first.is_none() {
            self.full.store(true, Relaxed);
        }
        first.map(|first| first as u32)
    }

    /// Whether a chunk is there; it is made if the system gives memory for it.
    fn has(&self, number: usize) -> bool {
        let chunk = &self.chunks[number];
        if chunk.get().is_some() {
            return true;
        }
        // One thread makes it: those that others make meanwhile would be more than there is room for.
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if chunk.get().is_none() {
            // The last one is as long as there is room.
            let length = (self.room as usize - number * CHUNK).min(CHUNK);
            let mut nodes = Vec::new();
            if nodes.try_reserve_exact(length).is_err() {
                return false;
            }
            nodes.resize_with(length, Node::default);
            let _ = chunk.set(nodes.into_boxed_slice());
        }
        true
    }

    /// Gives a node the children that its position has already elsewhere in the tree, if they are more than
    /// it had: from then on both have them together. Tells whether there were any, and no other thread was
    /// there first.
    #[inline]
    pub fn share_children(&self, node: &Node, was: State, key: u64) -> bool {
        let found =
            self.transpositions.find(key).filter(|children| children.state.children() > was.children());
        let Some(Children { first, state }) = found.filter(|_| node.claim(was)) else { return false };
        node.set_first(first);
        node.set_state(state);
        true
    }

    /// Gives a claimed node its children: those that it had stay the first of them. `whole` tells whether
    /// there are no others. Without room for them it stays as it was. Who comes to a position of the same key
    /// finds them.
    pub fn add_children(
        &self,
        node: &Node,
        was: State,
        children: impl ExactSizeIterator<Item = (u32, f32)>,
        whole: bool,
        key: Option<u64>,
    ) {
        let count = children.len() as u32;
        let Some(first) = self.allocate(children.len()) else {
            node.set_state(was);
            return;
        };
        let siblings = self.siblings(first, count);
        for (child, (number, prior)) in siblings.iter().zip(children) {
            child.init(number, prior);
        }
        if was.children() > 0 {
            let old = self.siblings(node.first(), was.children());
            for (child, old) in siblings.iter().zip(old) {
                child.copy(old);
            }
        }
        node.set_first(first);
        let state = if whole { State::Whole(count) } else { State::Partial(count) };
        node.set_state(state);
        if let Some(key) = key {
            self.transpositions.insert(key, Children { first, state });
        }
    }

    /// The root becomes its child with a move of this number. What is below stays, and all else is given
    /// back. Without such a child, or without moves below it, everything is forgotten: a proof without the
    /// moves that prove it would leave the next search without an answer.
    pub fn advance(&mut self, number: u32) {
        let child = self.children(&self.root).iter().find(|child| child.number() == number);
        let Some(child) = child.filter(|child| !self.children(child).is_empty()) else {
            self.clear();
            return;
        };
        let root = Node::default();
        root.copy(child);
        self.root = root;
        let mut kept = self.kept();
        self.compact(&mut kept.list);
        for at in 0..self.len() {
            kept.redirect(self.node(at));
        }
        kept.redirect(&self.root);
        self.transpositions.remap(|first| kept.place(first));
    }

    fn node(&self, at: u64) -> &Node {
        let chunk = self.chunks[at as usize / CHUNK].get().expect("nodes lie in chunks that are there");
        &chunk[at as usize % CHUNK]
    }

    /// The siblings below the root, each group once, level by level: where there are more than may be listed
    /// those are left out that are the farthest.
    fn kept(&self) -> Kept {
        let len = self.len();
        let most = self.groups.min(len as usize);
        let mut kept = Kept {
            list: Vec::with_capacity(most),
            marks: vec![0; len.div_ceil(64) as usize],
            before: vec![0; len.div_ceil(64) as usize],
        };
        kept.mark(&self.root, most);
        let mut at = 0;
        while let Some(&[first, count]) = kept.list.get(at) {
            for node in self.siblings(first, count) {
                kept.mark(node, most);
            }
            at += 1;
        }
        kept.list.sort_unstable();
        let mut sum = 0;
        for (before, marks) in kept.before.iter_mut().zip(&kept.marks) {
            *before = sum;
            sum += marks.count_ones();
        }
        kept
    }

    /// Moves groups of siblings, each a first node and a number of them in the order of their places, as far
    /// to the front as they go, and puts the new places for the numbers.
    fn compact(&mut self, list: &mut [[u32; 2]]) {
        let (before, mut end) = (self.len(), 0);
        for [first, count] in list {
            let (from, length) = (u64::from(*first), u64::from(*count));
            // No later than it was: a group that does not fit into the rest of a chunk was not in it before.
            let to = Self::fitting(end, length);
            (end..to).for_each(|at| self.node(at).copy(&Node::default()));
            if to != from {
                (0..length).for_each(|i| self.node(to + i).copy(self.node(from + i)));
            }
            (*count, end) = (to as u32, to + length);
        }
        let chunks = end.div_ceil(CHUNK as u64);
        self.chunks[chunks as usize..].iter_mut().for_each(|chunk| _ = chunk.take());
        // Nodes that are given out know nothing yet.
        (end..before.min(chunks * CHUNK as u64)).for_each(|at| self.node(at).copy(&Node::default()));
        (self.next, self.full) = (AtomicU64::new(end), AtomicBool::new(false));
    }
}

/// What is kept after a move: groups of siblings, found by their first.
struct Kept {
    /// The first of each group, and how many there are; later where it has come to.
    list: Vec<[u32; 2]>,
    /// A bit for each node: whether it is the first of a group; and how many are before each word of these.
    marks: Vec<u64>,
    before: Vec<u32>,
}

impl Kept {
    /// Lists the children of a node that are not listed, if there is room.
    fn mark(&mut self, node: &Node, most: usize) {
        let (first, count) = (node.first(), node.state().children());
        if count > 0 && self.list.len() < most {
            let (word, bit) = (&mut self.marks[first as usize / 64], 1 << (first % 64));
            if *word & bit == 0 {
                *word |= bit;
                self.list.push([first, count]);
            }
        }
    }

    /// Where the siblings are whose first was here.
    fn place(&self, first: u32) -> Option<u32> {
        let (word, bit) = (first as usize / 64, 1 << (first % 64));
        let marks = self.marks[word];
        let at = self.before[word] + (marks & (bit - 1)).count_ones();
        (marks & bit != 0).then(|| self.list[at as usize][1])
    }

    /// Tells a node where its children are; those that were left out it has no more.
    fn redirect(&self, node: &Node) {
        let state = node.state();
        if state.children() == 0 {
            return;
        }
        match (self.place(node.first()), state) {
            (Some(first), _) => node.set_first(first),
            (None, State::Proven(_)) => node.set_state(State::Proven(0)),
            (None, _) => node.set_state(State::Leaf),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grows a tree of groups of many sizes, some of them shared, until it is full.
    fn grown(bytes: usize) -> Tree {
        let tree = Tree::new(bytes);
        assert!(tree.root.claim(State::Leaf));
        tree.add_children(&tree.root, State::Leaf, (0..10).map(|number| (number, 0.1)), true, None);
        let (mut count, mut at) = (1_u32, 0);
        while !tree.is_full() {
            let node = tree.node(at);
            count = (count * 7 + 3) % 401 + 1;
            node.add_virtual_loss();
            node.add_value(at as f32 / (1 << 20) as f32);
            let key = at / 3 % 1000;
            if node.number().is_multiple_of(3) && tree.share_children(node, State::Leaf, key) {
                assert!(!tree.children(node).is_empty());
            } else if node.claim(State::Leaf) {
                let children = (0..count).map(|number| (number, 0.5));
                tree.add_children(node, State::Leaf, children, true, Some(key));
            }
            at += 1;
        }
        tree
    }

    /// What is known of all that is below a node, down to a depth.
    fn known(tree: &Tree, node: &Node, depth: u32, out: &mut Vec<(u32, u32, u32, u32, u32)>) {
        let (children, sum) = (tree.children(node), node.sum().to_bits());
        let prior = node.prior().to_bits();
        out.push((node.number(), node.visits(), sum, prior, children.len() as u32));
        if depth > 0 {
            for child in children {
                known(tree, child, depth - 1, out);
            }
        }
    }

    #[test]
    fn what_is_below_a_move_stays_as_it_is() {
        for number in 0..10 {
            let mut tree = grown(16 << 20);
            let len = tree.len();
            assert!(len > 5 * CHUNK as u64);
            let (mut before, mut after) = (Vec::new(), Vec::new());
            known(&tree, &tree.children(&tree.root)[number as usize], 4, &mut before);
            tree.advance(number);
            known(&tree, &tree.root, 4, &mut after);
            assert!(before == after && before.len() > 20, "{number}");
            assert!(tree.len() < len && !tree.is_full());
            let chunks = tree.chunks.iter().filter(|chunk| chunk.get().is_some()).count() as u64;
            assert_eq!(chunks, tree.len().div_ceil(CHUNK as u64), "chunks that are left over are given back");
            // Where nodes were new ones know nothing.
            while let Some(first) = tree.allocate(300) {
                for node in tree.siblings(first, 300) {
                    assert_eq!((node.visits(), node.state(), node.exact()), (0, State::Leaf, None));
                }
            }
            tree.clear();
            assert!(tree.len() == 0 && tree.children(&tree.root).is_empty());
        }
    }

    /// What finds no room in the list is forgotten, the farthest first.
    #[test]
    fn the_nearest_are_kept() {
        let mut tree = grown(4 << 20);
        tree.groups = 20;
        tree.advance(1);
        assert!(!tree.children(&tree.root).is_empty());
        let nodes = (0..tree.len()).map(|at| tree.node(at));
        let parents = nodes.filter(|node| !tree.children(node).is_empty()).count();
        assert!((10..100).contains(&parents), "{parents}");
        assert!(tree.len() < 20 * 402);
    }
}
