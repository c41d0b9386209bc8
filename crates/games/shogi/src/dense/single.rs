//! Questions about a single node that need more than its successors.
//!
//! Each costs one search for the node's row and a few look-ups; no board is set up.

use super::lion_tables::{FAR_RANK, Placed};
use super::pairs::Owner;
use super::{DenseGraph, Located};

impl DenseGraph {
    /// The same position with the other side to move, for an interior node that is no hole; `None` where that
    /// side could take the lion at once, that is, where the side to move is in check.
    pub fn passed(&self, node: u32) -> Option<u32> {
        let at = self.locate(node);
        let inner = self.numbering.layout.inner(at.taken, node - at.first);
        let in_check = at.placed(inner).checkers != 0;
        (!in_check).then(|| self.node(self.target(at.lions.still, at.outer, at.middle), inner))
    }

    /// Whether the side to move of an interior node holds a chick and a square of the last rank is empty: it
    /// could drop the chick there if the variant lets it.
    pub fn has_dead_drop(&self, node: u32) -> bool {
        let at = self.locate(node);
        let placed = at.placed(self.numbering.layout.inner(at.taken, node - at.first));
        let taken = placed.own | placed.enemy | 1 << at.lions.pair.enemy;
        self.numbering.layout.kinds[0].holds(Owner::Mover, at.outer) && FAR_RANK & !taken != 0
    }
}

impl Located<'_> {
    /// What stands on the board of a node of the row, with this code of the inner kind.
    fn placed(&self, inner: u16) -> Placed {
        self.row_placed().with(self.lions.placed[2][inner as usize])
    }
}
