//! A list of nodes that is appended to without a branch.

/// No batch of one position is longer.
const MARGIN: usize = 256;
/// Room for the nodes of several positions.
const ROOM: usize = 2048;

/// A list to which a node is added or not by arithmetic: whether a move is possible is what a branch
/// predictor cannot guess. (Measured: 8 ns an edge with branches, see `docs/notes/solve.md`.)
pub struct Buffer {
    nodes: [u32; ROOM],
    len: usize,
}

impl Buffer {
    /// An empty list.
    pub const fn new() -> Self {
        Self { nodes: [0; ROOM], len: 0 }
    }

    /// Adds the node if `wanted`.
    #[inline(always)]
    pub fn push_if(&mut self, wanted: bool, node: u32) {
        self.nodes[self.len & (ROOM - 1)] = node;
        self.len += usize::from(wanted);
    }

    /// The number of nodes.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The nodes from one on.
    pub fn since(&mut self, start: usize) -> &mut [u32] {
        &mut self.nodes[start..self.len]
    }

    /// Drops repeated nodes from one on: a position that is its own mirror image reaches some twice.
    pub fn make_distinct(&mut self, start: usize) {
        self.nodes[start..self.len].sort_unstable();
        let mut kept = start;
        for i in start..self.len {
            if i == start || self.nodes[i] != self.nodes[i - 1] {
                self.nodes[kept] = self.nodes[i];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Hands the nodes on if there might be no room for those of another position.
    #[inline(always)]
    pub fn make_room(&mut self, sink: &mut impl FnMut(&[u32])) {
        if self.len > ROOM - MARGIN {
            self.drain(sink);
        }
    }

    /// Hands all nodes on.
    pub fn drain(&mut self, sink: &mut impl FnMut(&[u32])) {
        sink(&self.nodes[..self.len]);
        self.len = 0;
    }
}
