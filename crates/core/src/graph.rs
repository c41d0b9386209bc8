//! A game as a graph of dense indices: the solver's view.
//!
//! Retrograde analysis touches every edge of a game at least once, so it wants positions as small integers
//! whose neighbours are near, and successors in bulk. A game that implements [`Graph`] numbers its
//! (canonical) positions densely and answers batches of ascending indices, so that it can keep what
//! neighbouring positions share. The engine exchanges nothing but batches of indices between its workers; it
//! may as well do so over a network.
//!
//! Nodes `0..interior()` are positions where the game goes on (and holes); nodes from there to `nodes()` are
//! positions where it is over, counted but never expanded, in the ranges that [`Graph::ends`] lists.

use crate::{Game, Value};
use std::{fmt::Debug, hash::Hash, ops::Range};

/// What expanding a node has found out about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The value is known at once: a move ends the game in the mover's favour, or every move loses at once.
    Decided(Value),
    /// This many distinct interior successors decide; all other moves lose, and not later than in two plies.
    /// (A game with a move that ends in a draw adds one that is never resolved.)
    Open(u8),
}

/// The number of a node, in as many bits as the graph needs: half as many are twice as many in a cache.
pub trait Node: Copy + Ord + Hash + Debug + Send + Sync + Into<u64> + 'static {
    /// The node of a number, which must fit.
    fn of(number: u64) -> Self;

    /// Its number.
    #[inline]
    fn number(self) -> u64 {
        self.into()
    }
}

impl Node for u32 {
    #[inline]
    fn of(number: u64) -> Self {
        number as Self
    }
}

impl Node for u64 {
    #[inline]
    fn of(number: u64) -> Self {
        number
    }
}

/// Where a graph puts the nodes that edges lead to.
pub trait EdgeSink<N: Node> {
    /// More nodes. In the order of the nodes that the edges come from where [`Graph::expand`] finds them: a
    /// node's may repeat by symmetry.
    fn edges(&mut self, targets: &[N]);

    /// More nodes, where their order does not matter: of the 64 nodes from `first`, a multiple of 64, those
    /// whose bits are set in the first word, and so on.
    fn edge_sets(&mut self, first: u64, sets: &[u64]) {
        for (first, &(mut set)) in (first..).step_by(64).zip(sets) {
            while set != 0 {
                self.edges(&[N::of(first + u64::from(set.trailing_zeros()))]);
                set &= set - 1;
            }
        }
    }
}

/// Where [`Graph::expand`] puts what it finds: successors, interior or not, and what it has found out.
pub trait ExpandSink<N: Node>: EdgeSink<N> {
    /// The next node is expanded; so many successors have been or will be given for it.
    fn node(&mut self, node: N, expansion: Expansion, edges: u32);
}

/// Only the edges.
impl<N: Node> EdgeSink<N> for Vec<N> {
    fn edges(&mut self, targets: &[N]) {
        self.extend_from_slice(targets);
    }
}

impl<N: Node> ExpandSink<N> for Vec<N> {
    fn node(&mut self, _: N, _: Expansion, _: u32) {}
}

/// A game numbered densely, with symmetry folded.
pub trait Graph: Sync {
    /// The number of a node.
    type Node: Node;

    /// Number of nodes, no more than [`Node`](Self::Node) has numbers.
    fn nodes(&self) -> u64;

    /// Number of nodes that can be expanded; they come first.
    fn interior(&self) -> u64;

    /// The ends of the game: which nodes have which value. Covers `interior()..nodes()`.
    fn ends(&self) -> Vec<(Range<u64>, Value)>;

    /// Expands interior nodes, ascending and each once.
    fn expand(&self, nodes: &[Self::Node], sink: &mut impl ExpandSink<Self::Node>);

    /// The same in whatever order is fastest: edges not by node, nor nodes ascending. A successor of several
    /// nodes may be given once. A node's number of edges may be told with another node: the sum is right.
    fn expand_unordered(&self, nodes: &[Self::Node], sink: &mut impl ExpandSink<Self::Node>) {
        self.expand(nodes, sink);
    }

    /// Gives every interior predecessor of each node (interior, ascending), each exactly once a node. Those
    /// that cannot be reached from the start may be among them.
    fn retract(&self, nodes: &[Self::Node], sink: &mut impl FnMut(&[Self::Node]));

    /// The same in whatever order is fastest. Unless they are `counted`, a predecessor of several nodes may
    /// be given once.
    fn retract_unordered(&self, nodes: &[Self::Node], counted: bool, sink: &mut impl EdgeSink<Self::Node>) {
        let _ = counted;
        self.retract(nodes, &mut |found: &[Self::Node]| sink.edges(found));
    }

    /// Whether a node stands for a position and for its mirror image. Otherwise each stands for one position.
    fn is_folded(&self) -> bool {
        true
    }

    /// Where the graph [is folded](Self::is_folded), the nodes that are their own mirror image, holes and
    /// ends included; every other node stands for two positions. None where it is not.
    fn fixed(&self) -> Vec<Self::Node>;
}

/// A graph whose nodes stand for the positions of a game.
pub trait Numbered<G: Game>: Graph {
    /// The node of a position, or of the representative of its class; `None` for one that the graph has no
    /// room for.
    fn node(&self, game: &G, pos: &G::Pos) -> Option<Self::Node>;

    /// The position that a node stands for; `None` for a hole.
    fn position(&self, game: &G, node: Self::Node) -> Option<G::Pos>;
}

/// A graph whose values can be stored in few bits, because much can be told of a node without its value.
///
/// A table codes a value by its context: the features that go with it. They are the game's
/// to know, so the trait is here; what is made of them is the table's.
pub trait Contexts: Graph {
    /// Visits the contexts of the interior nodes of a range, ascending: of all that can be reached, and of
    /// few others.
    ///
    /// Who decodes does that in the visit: the processor works out the next contexts while it waits for a
    /// symbol.
    fn each_context(&self, range: Range<u64>, visit: impl FnMut(Context));

    /// Appends the same contexts to a list.
    fn contexts(&self, range: Range<u64>, out: &mut Vec<Context>) {
        self.each_context(range, |context| out.push(context));
    }

    /// Appends the features of the same nodes, for a table of results without distances.
    fn features(&self, range: Range<u64>, out: &mut Vec<Features>);
}

/// What the rules tell of a node at a glance, for a coder that weighs many features against each other.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// The number of the node.
    pub node: u64,
    /// Its value, if [`Graph::expand`] would decide it.
    pub decided: Option<Value>,
    /// Nodes that lie near each other and share a lane differ little.
    pub lane: u8,
    /// Two parts of the lane, each below [`Self::HALVES`]: nodes that lie near each other and share one
    /// differ a little more.
    pub halves: [u8; 2],
    /// A hash for each set of features. The table joins what it knows of neighbours to the first three.
    pub sets: [u32; Self::SETS],
}

impl Features {
    /// How many parts of lanes there are at the most.
    pub const HALVES: usize = 32;
    /// How many sets there are.
    pub const SETS: usize = 9;
}

/// The context of a node's value in an entropy coder.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The number of the node.
    pub node: u64,
    /// Its value, if [`Graph::expand`] would decide it.
    pub decided: Option<Value>,
    /// A hash of the features that tell whether it is lost; nodes that share it tend to end alike.
    pub fine: u32,
    /// The same for how long it takes.
    pub coarse: u32,
    /// Nodes that lie near each other and share a lane differ little.
    pub lane: u8,
}
