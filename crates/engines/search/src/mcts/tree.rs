//! The nodes of the tree in memory: siblings side by side, in chunks that are made when they are needed.

use super::{
    node::{Node, State},
    transposition_table::{Children, TranspositionTable},
};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Nodes of a chunk; no position has more moves. Siblings lie in one chunk.
const CHUNK: usize = 1 << 16;

/// A tree that threads grow together.
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    /// The first node that is not given out.
    next: AtomicU64,
    /// Whether there was no room for some children.
    full: AtomicBool,
    /// Where positions lie in it; the tree that follows goes on with it.
    transpositions: Arc<TranspositionTable>,
    pub root: Node,
}

impl Tree {
    /// A tree of no more than about so many bytes.
    #[inline]
    pub fn new(bytes: usize) -> Self {
        Self::with(bytes, Arc::new(TranspositionTable::new(bytes)))
    }

    fn with(bytes: usize, transpositions: Arc<TranspositionTable>) -> Self {
        let chunks = (bytes / (CHUNK * size_of::<Node>())).clamp(1, 1 << 16);
        let root = Node::default();
        Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: AtomicU64::new(0),
            full: AtomicBool::new(false),
            transpositions,
            root,
        }
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
            count => self.siblings(node.first.load(Relaxed), count),
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

    /// Room for the children of a node, or `None` if there is none left.
    fn allocate(&self, count: usize) -> Option<u32> {
        assert!(count <= CHUNK, "a position has at most {CHUNK} moves");
        let end = (self.chunks.len() * CHUNK) as u64;
        let fitting = |next: u64| {
            let left = CHUNK as u64 - next % CHUNK as u64;
            if (count as u64) <= left { next } else { next + left }
        };
        let taken = self.next.fetch_update(Relaxed, Relaxed, |next| {
            let after = fitting(next) + count as u64;
            (after <= end).then_some(after)
        });
        let first = taken.ok().map(fitting).filter(|&first| self.has(first as usize / CHUNK));
        if first.is_none() {
            self.full.store(true, Relaxed);
        }
        first.map(|first| first as u32)
    }

    /// Whether a chunk is there; it is made if the system gives memory for it.
    fn has(&self, chunk: usize) -> bool {
        let chunk = &self.chunks[chunk];
        if chunk.get().is_none() {
            let mut nodes = Vec::new();
            if nodes.try_reserve_exact(CHUNK).is_err() {
                return false;
            }
            nodes.resize_with(CHUNK, Node::default);
            // Another thread may have been quicker; one chunk is as good as the other.
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
        node.first.store(first, Relaxed);
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
            let old = self.siblings(node.first.load(Relaxed), was.children());
            for (child, old) in siblings.iter().zip(old) {
                child.copy(old);
                child.first.store(old.first.load(Relaxed), Relaxed);
                child.set_state(old.state().at_rest());
            }
        }
        node.first.store(first, Relaxed);
        let state = if whole { State::Whole(count) } else { State::Partial(count) };
        node.set_state(state);
        if let Some(key) = key {
            self.transpositions.insert(key, Children { first, state });
        }
    }

    /// A tree of its own for what is below one child of the root, to be used in place of this one.
    #[inline]
    pub fn subtree(&self, child: &Node, bytes: usize) -> Self {
        let tree = Self::with(bytes, self.transpositions.clone());
        tree.root.copy(child);
        let mut moved = vec![0; self.len() as usize];
        tree.copy_subtree(&tree.root, self, child, &mut moved);
        tree.transpositions.remap(|first| moved[first as usize].checked_sub(1));
        tree
    }

    /// Copies what is below a node of another tree. `moved` tells by the first child of those that are copied
    /// already where they are, counted from 1.
    fn copy_subtree(&self, node: &Node, other: &Self, old: &Node, moved: &mut [u32]) {
        let (children, from) = (other.children(old), old.first.load(Relaxed) as usize);
        let known = moved.get(from).and_then(|at| at.checked_sub(1)).filter(|_| !children.is_empty());
        let Some(first) = known.or_else(|| self.allocate(children.len())) else { return };
        node.first.store(first, Relaxed);
        if known.is_none() && !children.is_empty() {
            moved[from] = first + 1;
            for (child, old) in self.siblings(first, children.len() as u32).iter().zip(children) {
                child.copy(old);
                self.copy_subtree(child, other, old, moved);
            }
        }
        node.set_state(old.state().at_rest());
    }
}
