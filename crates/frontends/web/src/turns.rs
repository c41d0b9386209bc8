//! Turns: of those who ask for the same at a time, one works, and the others wait for what it finds, which is
//! kept for them. They wait without a processor's place.
//!
//! Four readers of one new page took four times its processor time before, and each waited for all of it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Mutex as Lock, OwnedMutexGuard};

/// The turns of all that is asked for at the moment, by what it is.
#[derive(Default)]
pub struct Turns(Mutex<HashMap<String, Arc<Lock<()>>>>);

/// A turn, or the place of one who waits for it: it ends where this is dropped.
pub struct Turn<'a> {
    turns: &'a Turns,
    key: String,
    lock: Option<Arc<Lock<()>>>,
    own: Option<OwnedMutexGuard<()>>,
}

impl Turns {
    /// Waits until nobody else has a turn for the same.
    pub async fn take(&self, key: String) -> Turn<'_> {
        let lock = self.all().entry(key.clone()).or_default().clone();
        let mut turn = Turn { turns: self, key, lock: Some(lock.clone()), own: None };
        turn.own = Some(lock.lock_owned().await);
        turn
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Lock<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.own = None;
        let mut all = self.turns.all();
        self.lock = None;
        if all.get(&self.key).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            all.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        time::Duration,
    };
    use tokio::{task::JoinSet, time::timeout};

    /// Forty that ask for four things, some of whom go before their turn comes.
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn one_at_a_time_works_on_the_same() {
        let (turns, working) = (Arc::new(Turns::default()), Arc::new([const { AtomicU32::new(0) }; 4]));
        let mut all = JoinSet::new();
        for asker in 0..40 {
            let (turns, working) = (turns.clone(), working.clone());
            all.spawn(async move {
                let (thing, patience) = (asker % 4, if asker % 3 == 0 { 5 } else { 60_000 });
                let turn = timeout(Duration::from_millis(patience), turns.take(thing.to_string())).await;
                let Ok(_turn) = turn else { return 0 };
                assert_eq!(working[thing].fetch_add(1, Ordering::SeqCst), 0);
                tokio::time::sleep(Duration::from_millis(2)).await;
                working[thing].fetch_sub(1, Ordering::SeqCst);
                1
            });
        }
        let worked: u32 = all.join_all().await.into_iter().sum();
        assert!(worked >= 26, "{worked}: whoever has the patience gets a turn");
        assert!(turns.all().is_empty());
    }

    /// Who asks for something else does not wait.
    #[tokio::test]
    async fn different_things_are_worked_on_at_a_time() {
        let turns = Turns::default();
        let one = turns.take("one".into()).await;
        let two = timeout(Duration::from_mins(1), turns.take("two".into())).await;
        assert!(two.is_ok() && turns.all().len() == 2);
        assert!(timeout(Duration::from_millis(5), turns.take("one".into())).await.is_err());
        drop(one);
        assert!(timeout(Duration::from_mins(1), turns.take("one".into())).await.is_ok());
    }
}
