//! Samples of the nodes that have each value.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use yomikiri_core::{Value, splitmix};

/// Nodes of each value that are kept.
pub const KEPT: usize = 1024;

/// Samples of the nodes with each value.
#[derive(Debug, Default)]
pub struct Samples {
    /// Those lost in 0, won in 1, lost in 2 ... plies, as far as the table or the rules tell.
    told: Vec<Sample>,
    /// Those won in so many plies, once they have been looked for.
    wins: Mutex<HashMap<u16, Arc<[u64]>>>,
}

/// A sample of nodes: those whose hashes are least, so that it is the same whatever thread has met which.
#[derive(Debug, Default)]
struct Sample {
    /// How many there are in all.
    met: u64,
    /// Hashes and nodes, twice as many as are kept at the most.
    nodes: Vec<(u64, u64)>,
    /// The greatest hash that may still be among the least.
    bound: Option<u64>,
}

impl Sample {
    fn add(&mut self, node: u64) {
        self.met += 1;
        let hash = splitmix::mix(node);
        if self.bound.is_none_or(|bound| hash <= bound) {
            self.nodes.push((hash, node));
            if self.nodes.len() == 2 * KEPT {
                self.shrink();
            }
        }
    }

    fn join(&mut self, other: Self) {
        self.met += other.met;
        self.nodes.extend(other.nodes);
        self.shrink();
    }

    fn shrink(&mut self) {
        if self.nodes.len() > KEPT {
            self.bound = Some(self.nodes.select_nth_unstable(KEPT - 1).1.0);
            self.nodes.truncate(KEPT);
        }
    }
}

impl Samples {
    /// A node has a value.
    pub fn add(&mut self, value: Value, node: u64) {
        let Some(plies) = value.plies().map(usize::from) else { return };
        if self.told.len() <= plies {
            self.told.resize_with(plies + 1, Sample::default);
        }
        self.told[plies].add(node);
    }

    /// Takes the samples of another thread, of other nodes.
    pub fn join(&mut self, other: Self) {
        self.told.resize_with(self.told.len().max(other.told.len()), Sample::default);
        self.told.iter_mut().zip(other.told).for_each(|(own, other)| own.join(other));
    }

    /// The nodes that are told to be decided in so many plies: all of them, or as many as are kept.
    pub fn of(&self, plies: u16) -> (Vec<u64>, bool) {
        let Some(sample) = self.told.get(usize::from(plies)) else { return (Vec::new(), true) };
        let nodes: Vec<u64> = sample.nodes.iter().map(|&(_, node)| node).collect();
        let is_all = sample.met == nodes.len() as u64;
        (nodes, is_all)
    }

    /// The nodes won in so many plies, as `find` finds them the first time.
    pub fn wins<E>(&self, plies: u16, find: impl FnOnce() -> Result<Vec<u64>, E>) -> Result<Arc<[u64]>, E> {
        let kept = || self.wins.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wins) = kept().get(&plies) {
            return Ok(wins.clone());
        }
        let found = find()?;
        Ok(kept().entry(plies).or_insert(found.into()).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the order and the thread, the same nodes are kept; of few all.
    #[test]
    fn a_sample_is_the_same_whoever_met_its_nodes() {
        for count in [0, 7, KEPT as u64, 5 * KEPT as u64 + 3] {
            let whole = |parts: [Vec<u64>; 2]| {
                let mut all = Samples::default();
                for nodes in parts {
                    let mut part = Samples::default();
                    for node in nodes {
                        part.add(Value::Loss(4), node);
                    }
                    all.join(part);
                }
                let (mut nodes, is_all) = all.of(4);
                nodes.sort_unstable();
                assert_eq!(is_all, count <= KEPT as u64);
                nodes
            };
            let nodes = whole([(0..count).collect(), Vec::new()]);
            assert_eq!(nodes.len() as u64, count.min(KEPT as u64));
            assert_eq!(
                nodes,
                whole([(0..count).rev().step_by(2).collect(), (0..count).rev().skip(1).step_by(2).collect()])
            );
            // From all over the range.
            assert!(
                count < 2 * KEPT as u64 || nodes.iter().filter(|&&node| node < count / 2).count() > KEPT / 3
            );
        }
    }
}
