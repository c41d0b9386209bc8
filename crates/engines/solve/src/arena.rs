//! Zeroed bytes for all parts of the index space: in memory, or in a file of which only so much is in memory
//! at a time.
//!
//! Both are mapped, so that what nobody has touched takes nothing. The file is mapped as shared and has no
//! name: [`Residency::settle`] takes the process's pages away when they have become more than is allowed.
//! What was written stays in the file (in the system's cache as long as there is memory for it), and whoever
//! touches it next finds it as it was. So the same code works on both, with slices; reading and writing parts
//! by hand would copy each part twice a level, and would have to know which are in use.

use crate::SolveError;
use memmap2::MmapMut;
use rustix::{fs::FallocateFlags, mm::Advice, param::page_size};
use std::{
    fs,
    fs::File,
    io,
    ops::{Deref, DerefMut},
    path::{Path, PathBuf},
    ptr,
    sync::{Arc, Mutex, PoisonError},
};

/// Where bytes are.
#[derive(Clone, Debug)]
pub enum Backing {
    /// In memory.
    Memory,
    /// In files, with so much in memory.
    File(Arc<Residency>),
}

impl Backing {
    /// Keeps within what is allowed: to be called between pieces of work.
    pub fn settle(&self) {
        if let Self::File(residency) = self {
            residency.settle();
        }
    }

    /// Takes all of the files out of memory: to be called where what was used is hardly used again.
    pub fn leave(&self) {
        if let Self::File(residency) = self {
            residency.leave();
        }
    }
}

/// How much of some files may be in memory.
#[derive(Debug)]
pub struct Residency {
    directory: PathBuf,
    limit: u64,
    /// Where the files are mapped: addresses and lengths.
    mapped: Mutex<Vec<(usize, usize)>>,
}

impl Residency {
    /// Files in a directory, of which so many bytes may be in memory together.
    pub fn new(directory: &Path, limit: u64) -> Self {
        Self { directory: directory.to_owned(), limit, mapped: Mutex::default() }
    }

    /// How many bytes may be in memory together.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Leaves the files if too much of them is in memory.
    fn settle(&self) {
        if resident_of_files().is_some_and(|resident| resident > self.limit) {
            self.leave();
        }
    }

    /// Takes the process's pages of the files away. Others may be using them: they find them again.
    fn leave(&self) {
        for &(address, len) in self.lock().iter() {
            // SAFETY: the range is a mapping of an `Arena`, which leaves the list before it is unmapped. It
            // is shared with its file, so that nothing is lost: pages come back with what was written.
            let advised = unsafe {
                rustix::mm::madvise(ptr::with_exposed_provenance_mut(address), len, Advice::LinuxDontNeed)
            };
            debug_assert!(advised.is_ok(), "a mapping can be left: {advised:?}");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(usize, usize)>> {
        self.mapped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A file without a name that has room for so many bytes; the disk's are taken at once, since a full disk
    /// would end the process later.
    fn file(&self, bytes: u64) -> Result<File, SolveError> {
        let made = || {
            let file = tempfile::tempfile_in(&self.directory)?;
            file.set_len(bytes)?;
            match rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, bytes) {
                // Not every file system can say so beforehand.
                Err(rustix::io::Errno::OPNOTSUPP) => Ok(file),
                done => done.map(|()| file).map_err(io::Error::from),
            }
        };
        made().map_err(|source| SolveError::Disk { directory: self.directory.clone(), bytes, source })
    }
}

/// How many bytes of files the process has in memory; the program itself is among them.
fn resident_of_files() -> Option<u64> {
    let statistics = fs::read_to_string("/proc/self/statm").ok()?;
    Some(statistics.split_ascii_whitespace().nth(2)?.parse::<u64>().ok()? * page_size() as u64)
}

/// Zeroed bytes.
#[derive(Debug)]
pub struct Arena {
    map: MmapMut,
    residency: Option<Arc<Residency>>,
}

impl Arena {
    /// So many bytes.
    ///
    /// # Errors
    /// [`SolveError::Disk`], [`SolveError::Memory`].
    pub fn new(bytes: u64, backing: &Backing) -> Result<Self, SolveError> {
        // Nothing cannot be mapped.
        let len = bytes.max(1) as usize;
        let refused = |source| SolveError::Memory { bytes, source };
        let Backing::File(residency) = backing else {
            let map = memmap2::MmapOptions::new().len(len).no_reserve_swap().map_anon().map_err(refused)?;
            return Ok(Self { map, residency: None });
        };
        let file = residency.file(len as u64)?;
        // SAFETY: the file has no name and is open nowhere else, so that nobody changes or shortens it.
        let map = unsafe { MmapMut::map_mut(&file) }.map_err(refused)?;
        residency.lock().push((map.as_ptr().expose_provenance(), len));
        Ok(Self { map, residency: Some(Arc::clone(residency)) })
    }
}

impl Deref for Arena {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

impl DerefMut for Arena {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if let Some(residency) = &self.residency {
            residency.lock().retain(|&(address, _)| address != self.map.as_ptr().addr());
        }
    }
}

/// Gives the memory of whole pages of an arena back. In memory they are zero again; in a file they stay.
pub fn discard(pages: &mut [u64]) {
    if pages.is_empty() {
        return;
    }
    let bytes = size_of_val(pages);
    assert!(pages.as_ptr().addr().is_multiple_of(page_size()) && bytes.is_multiple_of(page_size()));
    // SAFETY: the pages are borrowed for writing by the caller alone, and any bits are valid for them.
    let advised = unsafe { rustix::mm::madvise(pages.as_mut_ptr().cast(), bytes, Advice::LinuxDontNeed) };
    debug_assert!(advised.is_ok(), "pages can be given back: {advised:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_left_memory_comes_back() {
        let directory = tempfile::tempdir().unwrap();
        let residency = Arc::new(Residency::new(directory.path(), 0));
        let backing = Backing::File(Arc::clone(&residency));
        let mut arena = Arena::new(64 << 20, &backing).unwrap();
        for (place, byte) in arena.iter_mut().enumerate().step_by(4096) {
            *byte = (place / 4096 % 251) as u8 + 1;
        }
        let full = resident_of_files().unwrap();
        backing.settle();
        assert!(resident_of_files().unwrap() + (60 << 20) < full, "the pages are gone");
        for (place, &byte) in arena.iter().enumerate().step_by(4096) {
            assert_eq!(byte, (place / 4096 % 251) as u8 + 1);
        }
        drop(arena);
        assert!(residency.lock().is_empty());
    }

    #[test]
    fn a_disk_that_is_too_small_is_told_before_the_work() {
        let directory = tempfile::tempdir().unwrap();
        let backing = Backing::File(Arc::new(Residency::new(directory.path(), 0)));
        let error = Arena::new(1 << 60, &backing).unwrap_err().to_string();
        assert!(error.contains(&directory.path().display().to_string()), "{error}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
