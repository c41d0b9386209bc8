//! Memory for what is looked up all over it, in pages of 2 MiB where the system gives them for the asking.
//!
//! A block is somewhere in 24 MB, and each of its symbols takes numbers from anywhere in a model of 2 MB. In
//! pages of 4 KiB their addresses do not stay in the processor's buffer; to find them again is a tenth of a
//! look-up.

use memmap2::MmapMut;
use std::io;

/// So many bytes, all zero.
///
/// # Errors
/// There is not so much memory.
pub fn large(bytes: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes.max(1))?;
    // Small pages serve as well, only slower.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}
