//! Where the tables and lists of an enumeration lie: in memory, or in files of which only so much is in
//! memory at a time.
//!
//! What is large is mapped ([`Arena`]), so that the same code works on both. Squares of the king are done one
//! after the other, and from a square only the tables of those within two moves of the king are asked: pages
//! of the files are left when a square is begun, and when there are too many, and come back when they are
//! asked.
//!
//! A table grows deep inside a piece of work, where nobody can be told that the disk is full. What a file
//! does not take then goes to memory, and the enumeration ends with that piece of work.

use super::checkpoint::Kept;
use std::{
    io::{self, Write},
    ops::Deref,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use yomikiri_solve::{Arena, Backing, Residency, SolveError};

/// What is smaller stays in memory: there are some thousand tables and lists at most.
const LARGE: u64 = 1 << 14;

/// Where tables and lists lie.
#[derive(Debug)]
pub struct Storage {
    backing: Backing,
    /// What the disk has refused.
    failure: Mutex<Option<SolveError>>,
}

impl Storage {
    /// In memory.
    pub fn memory() -> Arc<Self> {
        Self::new(Backing::Memory)
    }

    /// In files of a directory, of which about so many bytes may be in memory.
    pub fn files(directory: &Path, resident: u64) -> Arc<Self> {
        Self::new(Backing::File(Arc::new(Residency::new(directory, resident))))
    }

    fn new(backing: Backing) -> Arc<Self> {
        Arc::new(Self { backing, failure: Mutex::default() })
    }

    /// Whether so many bytes are mapped in a file.
    const fn maps(&self, bytes: u64) -> bool {
        bytes >= LARGE && matches!(self.backing, Backing::File(_))
    }

    /// So many zeros.
    pub fn bytes(&self, bytes: u64) -> Arena {
        let backing = if self.maps(bytes) { &self.backing } else { &Backing::Memory };
        Arena::new(bytes, backing).unwrap_or_else(|failure| {
            self.lock().get_or_insert(failure);
            Arena::new(bytes, &Backing::Memory).expect("there is address space for a table")
        })
    }

    /// To be called where a square of the king is begun, which asks other tables than the one before.
    pub fn begin_square(&self) {
        self.backing.leave();
    }

    /// Keeps within the memory that is allowed, to be called between pieces of work; whether the disk has
    /// taken everything so far.
    pub fn settle(&self) -> bool {
        self.backing.settle();
        self.lock().is_none()
    }

    /// Tells, once, that the disk has not taken something.
    ///
    /// # Errors
    /// What it has refused first.
    pub fn check(&self) -> Result<(), SolveError> {
        self.lock().take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Option<SolveError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A list of numbers: keys of positions, or [`StoredMate`](super::store::StoredMate)s.
#[derive(Debug)]
pub enum Keys {
    /// In memory.
    List(Vec<u64>),
    /// Mapped: so many, and room for more.
    Mapped(Arena, usize),
}

impl Keys {
    /// Adds a key to a list in memory.
    pub fn push(&mut self, key: u64) {
        match self {
            Self::List(list) => list.push(key),
            Self::Mapped(..) => unreachable!("what a share finds is in memory"),
        }
    }

    /// Adds keys; a list that becomes large goes to where large ones lie.
    pub fn append(&mut self, more: &[u64], storage: &Storage) {
        let len = self.len() + more.len();
        self.reserve(len, storage);
        match self {
            Self::List(list) => list.extend_from_slice(more),
            Self::Mapped(arena, own) => {
                bytemuck::cast_slice_mut(arena)[*own..len].copy_from_slice(more);
                *own = len;
            }
        }
    }

    /// Makes room for so many keys in all.
    pub fn reserve(&mut self, len: usize, storage: &Storage) {
        let bytes = |len: usize| (len * size_of::<u64>()) as u64;
        match self {
            Self::List(list) if !storage.maps(bytes(len)) => list.reserve(len - list.len()),
            Self::Mapped(arena, _) if arena.len() as u64 >= bytes(len) => {}
            _ => {
                // What grows once will grow again.
                let room = if self.is_empty() { len } else { len + len / 2 };
                let mut arena = storage.bytes(bytes(room));
                bytemuck::cast_slice_mut(&mut arena)[..self.len()].copy_from_slice(self);
                *self = Self::Mapped(arena, self.len());
            }
        }
    }

    /// Puts them in order, each once.
    pub fn each_once(&mut self) {
        match self {
            Self::List(list) => each_once(list),
            Self::Mapped(arena, len) => {
                let keys = &mut bytemuck::cast_slice_mut(arena)[..*len];
                keys.sort_unstable();
                *len = each_once_in_front(keys);
            }
        }
    }
}

/// Puts keys in order, each once.
pub fn each_once(keys: &mut Vec<u64>) {
    keys.sort_unstable();
    keys.dedup();
    keys.shrink_to_fit();
}

/// Puts the first of each run of equal keys in front; how many there are. (`dedup` of a mapped list.)
fn each_once_in_front(keys: &mut [u64]) -> usize {
    let mut len = 0;
    for at in 0..keys.len() {
        if at == 0 || keys[at] != keys[len - 1] {
            keys[len] = keys[at];
            len += 1;
        }
    }
    len
}

impl Default for Keys {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Deref for Keys {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Self::List(list) => list,
            Self::Mapped(arena, len) => bytemuck::cast_slice(&arena[..len * size_of::<u64>()]),
        }
    }
}

impl Kept for Keys {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.len() as u64).write(out)?;
        self.iter().try_for_each(|key| key.write(out))
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        let len = u64::read(bytes, storage)? as usize;
        let mut keys = Self::default();
        keys.reserve(len.min(bytes.len()), storage);
        for _ in 0..len {
            keys.append(&[u64::read(bytes, storage)?], storage);
        }
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// What is added is there in order, each once, wherever it lies and where there is no room for it.
    #[test]
    fn lists_are_the_same_in_files() {
        let directory = tempfile::tempdir().unwrap();
        let files = |directory: &Path| Storage::files(directory, 0);
        let (there, nowhere) = (files(directory.path()), files(&directory.path().join("nowhere")));
        let mut random = Random::new(7);
        for len in [0, 1, 1000, 30_000] {
            let parts: Vec<Vec<u64>> =
                (0..5).map(|_| (0..len).map(|_| random.below(1 << 15) as u64).collect()).collect();
            let mut expected = parts.concat();
            each_once(&mut expected);
            for (storage, is_sound) in [(&Storage::memory(), true), (&there, true), (&nowhere, len < 1000)] {
                let mut keys = Keys::default();
                for part in &parts {
                    keys.append(part, storage);
                    assert_eq!(matches!(keys, Keys::Mapped(..)), storage.maps(8 * keys.len() as u64));
                }
                keys.each_once();
                assert_eq!(*keys, *expected, "{len}");
                let mut written = Vec::new();
                keys.write(&mut written).unwrap();
                assert_eq!(*Keys::read(&mut written.as_slice(), storage).unwrap(), *expected);
                assert_eq!(storage.settle(), is_sound);
            }
        }
        assert!(there.check().is_ok());
        assert!(nowhere.check().unwrap_err().to_string().contains("nowhere"));
        assert!(nowhere.settle(), "it is told once");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "the files have no names");
    }
}
