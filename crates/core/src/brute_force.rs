//! The values of a small game by brute force: a slow and obvious source, which tests compare the fast ones
//! with.
//!
//! Method: all positions that can be reached in a hash map, and rounds over them until nothing changes.

use crate::{Probe, ProbeError, TwoPlayer, Value, successors};
use std::{collections::HashMap, hash::Hash};

/// Every position that can be reached from a game's start, with its value.
///
/// ```
/// use yomikiri_core::{BruteForce, Value, toy::Maze};
///
/// // From 0 a move leads to 1 or 2, from 1 to 2; who stands at 2 has lost.
/// let game = Maze { edges: &[&[1, 2], &[2], &[]] };
/// let values = BruteForce::new(&game);
/// assert_eq!(values.value(&0), Some(Value::Win(1)));
/// ```
pub struct BruteForce<G: TwoPlayer>(HashMap<G::Pos, Value>);

impl<G: TwoPlayer> BruteForce<G> {
    /// Reads a game out.
    pub fn new(game: &G) -> Self {
        let tree = tree(game);
        let mut values: HashMap<G::Pos, Value> =
            tree.keys().filter_map(|pos| Some((pos.clone(), game.result(pos)?))).collect();
        // Round n finds exactly the values of distance n; none is left when two rounds in a row find nothing,
        // for the ends of the game lie at most one ply apart.
        let (mut distance, mut idle) = (1, 0);
        while idle < 2 {
            let found: Vec<_> = tree
                .iter()
                .filter(|(pos, _)| !values.contains_key(*pos))
                .filter_map(|(pos, next)| Some((pos.clone(), settled(next, &values, distance)?)))
                .collect();
            idle = if found.is_empty() { idle + 1 } else { 0 };
            distance += 1;
            values.extend(found);
        }
        for pos in tree.into_keys() {
            values.entry(pos).or_insert(Value::Draw);
        }
        Self(values)
    }

    /// The value of a position, if it can be reached.
    pub fn value(&self, pos: &G::Pos) -> Option<Value> {
        self.0.get(pos).copied()
    }

    /// Every position that can be reached, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Pos, Value)> {
        self.0.iter().map(|(pos, &value)| (pos, value))
    }
}

/// Every position that can be reached, with those that its moves lead to.
fn tree<G: TwoPlayer>(game: &G) -> HashMap<G::Pos, Vec<G::Pos>> {
    let mut tree = HashMap::new();
    let mut open = vec![game.start()];
    while let Some(pos) = open.pop() {
        if tree.contains_key(&pos) {
            continue;
        }
        let next: Vec<_> = successors(game, &pos).collect();
        open.extend_from_slice(&next);
        tree.insert(pos, next);
    }
    tree
}

/// The value of a position if it is a win or a loss of this very distance.
fn settled<P: Eq + Hash>(next: &[P], values: &HashMap<P, Value>, distance: u16) -> Option<Value> {
    let after = next.iter().map(|pos| values.get(pos).map_or(Value::Draw, |value| value.before()));
    after.max().filter(|value| value.plies() == Some(distance))
}

impl<G: TwoPlayer> Probe<G> for BruteForce<G> {
    fn probe(&self, _game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(self.value(pos))
    }
}
