//! What was made last, in bounded memory: readers go back and forth, and many ask the same.

use lru::LruCache;
use std::{
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What takes memory.
pub trait Measured {
    /// About how many bytes it takes, without its own place in a map.
    fn bytes(&self) -> usize;
}

/// Things that are kept by keys until others need their place.
pub struct Kept<K, T: ?Sized>(Mutex<Store<K, T>>);

/// The things themselves.
pub struct Store<K, T: ?Sized> {
    things: LruCache<K, Arc<T>>,
    bytes: usize,
    /// The bytes that things may take, counted roughly.
    most: usize,
}

impl<K: Measured + Hash + Eq, T: Measured + ?Sized> Kept<K, T> {
    /// Nothing, with room for so many bytes.
    pub fn new(most: usize) -> Self {
        Self(Mutex::new(Store { things: LruCache::unbounded(), bytes: 0, most }))
    }

    /// The store, for several looks at it.
    pub fn lock(&self) -> MutexGuard<'_, Store<K, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept by a key, or else what is found, which is kept then.
    ///
    /// # Errors
    /// Those of `find`.
    pub fn get_or<E>(&self, key: K, find: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        let kept = self.lock().get(&key);
        if let Some(thing) = kept {
            return Ok(thing);
        }
        let thing = find()?;
        self.lock().put(key, thing.clone());
        Ok(thing)
    }
}

impl<K: Measured + Hash + Eq, T: Measured + ?Sized> Store<K, T> {
    /// What is kept by a key.
    pub fn get(&mut self, key: &K) -> Option<Arc<T>> {
        self.things.get(key).cloned()
    }

    /// Keeps a thing, and lets those go that were not asked for longest until there is room for the others.
    pub fn put(&mut self, key: K, thing: Arc<T>) {
        self.bytes += bytes(&key, &*thing);
        if let Some((key, gone)) = self.things.push(key, thing) {
            self.bytes -= bytes(&key, &*gone);
        }
        while self.bytes > self.most {
            let Some((key, gone)) = self.things.pop_lru() else { break };
            self.bytes -= bytes(&key, &*gone);
        }
    }
}

/// About how many bytes a thing takes with its key: both, entries of the map and what an allocation costs.
fn bytes(key: &impl Measured, thing: &(impl Measured + ?Sized)) -> usize {
    512 + key.bytes() + thing.bytes()
}

impl Measured for str {
    fn bytes(&self) -> usize {
        self.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Measured for u32 {
        fn bytes(&self) -> usize {
            4
        }
    }

    fn thing(length: usize) -> Arc<str> {
        "x".repeat(length).into()
    }

    fn counted(store: &Store<u32, str>) -> usize {
        store.things.iter().map(|(key, thing)| bytes(key, &**thing)).sum()
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let kept = Kept::<u32, str>::new(20_000);
        let mut kept = kept.lock();
        for at in 0..100 {
            kept.put(at, thing(1000));
            assert!(kept.bytes <= 20_000);
            assert_eq!(counted(&kept), kept.bytes);
            assert!(kept.get(&0).is_some(), "what is asked for stays: {at}");
        }
        assert!(kept.things.len() > 5 && !kept.things.contains(&1));
        kept.put(99, thing(10));
        assert_eq!(counted(&kept), kept.bytes);
        kept.put(200, thing(30_000));
        assert_eq!((kept.things.len(), kept.bytes), (0, 0));
    }

    #[test]
    fn what_is_kept_is_not_found_again() {
        let kept = Kept::<u32, str>::new(20_000);
        assert!(kept.get_or(1, || Err(())).is_err());
        let found = kept.get_or(1, || Ok::<_, ()>(thing(3))).unwrap();
        assert_eq!(kept.get_or(1, || Err(())), Ok(found));
    }
}
