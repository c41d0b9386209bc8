//! Large zeroed memory for look-ups all over it.
//!
//! Every look-up in a table of gigabytes misses the processor's buffer of page addresses; with pages of 2
//! MiB, which Linux gives for the asking, the addresses at least stay in the caches. Measured: 1.9 times as
//! many positions a second.

use memmap2::MmapMut;
use std::{
    io,
    marker::PhantomData,
    ops::{Deref, DerefMut},
    sync::atomic::AtomicU64,
};

/// What may lie in pages.
///
/// # Safety
/// Every pattern of bits is a value, all zeros among them; nothing is to be dropped; the alignment is at most
/// a page's.
pub unsafe trait Plain: Send + Sync {}

// SAFETY: numbers, whatever their bits.
unsafe impl<const N: usize> Plain for [u64; N] {}

// SAFETY: numbers, whatever their bits, and laid out like them.
unsafe impl<const N: usize> Plain for [AtomicU64; N] {}

/// So many elements, all zero at first; pages that were never written to take no memory.
pub struct Pages<T> {
    map: MmapMut,
    elements: PhantomData<[T]>,
}

impl<T: Plain> Pages<T> {
    /// # Errors
    /// There is not so much address space.
    #[inline]
    pub fn new(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes.max(1))?;
        // Small pages serve as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map, elements: PhantomData })
    }

    /// Fetches an element that will be wanted soon: there are more of them than any cache holds.
    #[inline]
    pub fn prefetch(&self, at: usize) {
        prefetch(&self[at]);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn prefetch<T>(element: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let element: *const T = element;
    // SAFETY: the pointer comes from a live reference, and a prefetch reads nothing that the program sees.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
}

/// Other processors fetch by themselves.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn prefetch<T>(_element: &T) {}

impl<T: Plain> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let len = self.map.len() / size_of::<T>();
        // SAFETY: the map is that long, lives as long as `self`, begins at a page and so is aligned, and
        // every pattern of bits is a value.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), len) }
    }
}

impl<T: Plain> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        let len = self.map.len() / size_of::<T>();
        // SAFETY: as above, and `self` is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), len) }
    }
}
