//! Large zeroed memory for look-ups all over it.
//!
//! Every look-up in a table of gigabytes misses the processor's buffer of page addresses; with pages of 2 MiB, which
//! Linux gives for the asking, the addresses at least stay in the caches. Measured: 1.9 times as many positions a second.

use memmap2::MmapMut;
use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

/// So many elements, all zero at first; pages that were never written to take no memory.
pub struct Pages<const N: usize> {
    map: MmapMut,
    elements: PhantomData<[[u64; N]]>,
}

impl<const N: usize> Pages<N> {
    /// # Panics
    /// There is not so much address space.
    pub fn new(len: usize) -> Self {
        let map = MmapMut::map_anon((len * size_of::<[u64; N]>()).max(1)).expect("address space for a table");
        // Small pages serve as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Self { map, elements: PhantomData }
    }
}

impl<const N: usize> Deref for Pages<N> {
    type Target = [[u64; N]];

    #[inline]
    fn deref(&self) -> &Self::Target {
        let len = self.map.len() / size_of::<[u64; N]>();
        // SAFETY: the map is that long, lives as long as `self`, begins at a page and so is aligned, and every pattern of
        // bits is a number.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), len) }
    }
}

impl<const N: usize> DerefMut for Pages<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        let len = self.map.len() / size_of::<[u64; N]>();
        // SAFETY: as above, and `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), len) }
    }
}
