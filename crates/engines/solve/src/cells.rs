//! A cell for each interior node.

use crate::SolveError;
use crate::arena::{Arena, Backing};
use crate::exchange::{PART, part_of};

/// A cell for each interior node: see [`cell`](crate::cell).
#[derive(Debug)]
pub struct Cells {
    arena: Arena,
    /// Of which parts anything was reached.
    pub reached: Vec<bool>,
    backing: Backing,
}

impl Cells {
    /// Cells of so many parts, none reached.
    ///
    /// # Errors
    /// Those of [`Arena::new`].
    pub fn new(parts: usize, backing: &Backing) -> Result<Self, SolveError> {
        let arena = Arena::new((parts * PART) as u64, backing)?;
        Ok(Self { arena, reached: vec![false; parts], backing: backing.clone() })
    }

    /// The cells by part.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.arena[..self.reached.len() * PART].chunks_exact_mut(PART)
    }

    /// The cells of a part; none where nothing was reached.
    pub(crate) fn part(&self, part: usize) -> &[u8] {
        if self.reached[part] { &self.arena[part * PART..][..PART] } else { &[] }
    }

    /// How many parts there are.
    pub(crate) const fn count(&self) -> usize {
        self.reached.len()
    }

    /// The cell of a node; none where nothing of its part was reached.
    #[inline]
    pub(crate) fn get(&self, node: u64) -> Option<u8> {
        let is_reached = self.reached.get(part_of(node)).copied().unwrap_or(false);
        is_reached.then(|| self.arena[node as usize])
    }

    /// Keeps within the memory that is allowed: to be called between pieces of work.
    pub fn settle(&self) {
        self.backing.settle();
    }
}
