//! Nodes that have a value which is asked for, where so few have it that numbers cannot be drawn until one
//! does.
//!
//! The table is read once in order, by all threads. Of the losses in each distance, and of what the rules
//! decide, a uniform sample is kept; where there are no more of them than that, all. A node won in N plies
//! has a successor lost in N - 1, so that wins are looked for among the predecessors of those. What neither
//! tells, a draw or a result without its distance, is looked for in order from some page on.

use crate::{
    format::TableError,
    page::count_of,
    parallel::in_parallel,
    probe::TableProbe,
    reader::Stored,
    samples::{KEPT, Samples},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use yomikiri_core::{Contexts, Node, Random, Value, Wdl, splitmix};

/// What a search through the whole table may take.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Threads.
    pub threads: usize,
    /// Whether nobody waits for it any more.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// One of some nodes.
fn one(nodes: &[u64], random: &mut Random) -> Option<u64> {
    nodes.get(random.below(nodes.len())).copied()
}

impl<N: Contexts> TableProbe<N> {
    /// A node that has a value, any of those that are known of. `None` if there is none, or if it was over.
    ///
    /// The first question reads the whole table, and later ones nothing, but for a draw or a result without
    /// its distance, of which the table says nothing by itself.
    ///
    /// # Errors
    /// A page is damaged.
    pub fn node_with(
        &self,
        value: Value,
        random: &mut Random,
        effort: Effort<'_>,
    ) -> Result<Option<u64>, TableError> {
        let Some(plies) = value.plies().filter(|_| self.table().header().kind.has_distances()) else {
            return self.searched(value.untold(), random, effort);
        };
        let Some(samples) = self.samples(effort)? else { return Ok(None) };
        if value.wdl() == Wdl::Loss {
            return Ok(one(&samples.of(plies).0, random));
        }
        let wins = self.wins(samples, plies)?;
        let is_told = !wins.is_empty() || samples.of(plies.saturating_sub(1)).1;
        if is_told { Ok(one(&wins, random)) } else { self.searched(value, random, effort) }
    }

    /// The samples, which are made once.
    fn samples(&self, effort: Effort<'_>) -> Result<Option<&Samples>, TableError> {
        if let Some(samples) = self.kept_samples().get() {
            return Ok(Some(samples));
        }
        let sample = |samples: &mut Samples, _, page| {
            self.table().each_stored(self.graph(), page, |node, stored| {
                if let Stored::Value(value) = stored {
                    samples.add(value, node);
                }
            })?;
            Ok(true)
        };
        let Some(parts) = self.in_order(0, effort, sample)? else { return Ok(None) };
        let mut samples = Samples::default();
        for part in parts {
            samples.join(part);
        }
        Ok(Some(self.kept_samples().get_or_init(|| samples)))
    }

    /// The nodes won in so many plies, or some of them.
    fn wins(&self, samples: &Samples, plies: u16) -> Result<Arc<[u64]>, TableError> {
        samples.wins(plies, || {
            let (mut wins, _) = samples.of(plies);
            let before = plies.checked_sub(1).map_or_else(Vec::new, |plies| samples.of(plies).0);
            let mut predecessors = self.predecessors(before);
            predecessors.sort_unstable_by_key(|&node| (splitmix::mix(node), node));
            predecessors.dedup();
            for node in predecessors {
                if wins.len() == KEPT {
                    break;
                }
                if !wins.contains(&node) && self.has_value(node, Value::Win(plies))? {
                    wins.push(node);
                }
            }
            Ok(wins)
        })
    }

    /// What leads to some nodes.
    fn predecessors(&self, mut nodes: Vec<u64>) -> Vec<u64> {
        nodes.sort_unstable();
        let nodes: Vec<N::Node> = nodes.into_iter().map(Node::of).collect();
        let mut found = Vec::new();
        self.graph().retract(&nodes, &mut |nodes| found.extend(nodes.iter().map(|node| node.number())));
        found
    }

    /// A node that has a value, by the values of all nodes from some page on: one of the first page that has
    /// any, whichever thread was there first.
    fn searched(
        &self,
        value: Value,
        random: &mut Random,
        effort: Effort<'_>,
    ) -> Result<Option<u64>, TableError> {
        let search = |found: &mut Vec<(usize, Vec<u64>)>, place, page| {
            let mut nodes = Vec::new();
            self.table().each_stored(self.graph(), page, |node, stored| {
                let may_be = match stored {
                    Stored::Value(own) => own == value,
                    Stored::NotLost => value.wdl() != Wdl::Loss,
                };
                nodes.extend(may_be.then_some(node));
            })?;
            let values = self.values(&nodes)?;
            let has_it = |(&node, own): (&u64, &Option<Value>)| (*own == Some(value)).then_some(node);
            let here: Vec<u64> = nodes.iter().zip(&values).filter_map(has_it).collect();
            let goes_on = here.is_empty();
            if !goes_on {
                found.push((place, here));
            }
            Ok(goes_on)
        };
        let found = self.in_order(random.below(count_of(self.graph()).max(1)), effort, search)?;
        let first = found.into_iter().flatten().flatten().min_by_key(|(place, _)| *place);
        Ok(first.and_then(|(_, here)| one(&here, random)))
    }

    /// Visits all pages, beginning with one of them, by some threads, until a visit says that it is enough;
    /// what each thread has made of it. A visit is told the place of its page in that order and its number;
    /// all before one that is enough are visited too. `None` if it was over before.
    fn in_order<T: Default + Send>(
        &self,
        first: usize,
        effort: Effort<'_>,
        visit: impl Fn(&mut T, usize, usize) -> Result<bool, TableError> + Sync,
    ) -> Result<Option<Vec<T>>, TableError> {
        let (pages, last) = (count_of(self.graph()), AtomicUsize::new(usize::MAX));
        let parts = in_parallel(effort.threads, pages, |take| {
            let mut own = T::default();
            while let Some(place) = take().filter(|&place| place < last.load(Ordering::Relaxed)) {
                if (effort.is_over)() {
                    return Ok(None);
                }
                let goes_on = visit(&mut own, place, (first + place) % pages);
                // Whoever fails lets nobody else go on.
                if !matches!(goes_on, Ok(true)) {
                    last.fetch_min(if goes_on.is_ok() { place } else { 0 }, Ordering::Relaxed);
                    goes_on?;
                }
            }
            Ok(Some(own))
        });
        parts.into_iter().collect()
    }
}
