//! What the bases of a variant still need, looked up by base and count.

use crate::{
    rank::{KING, Rank},
    variant::{MAX_BASES, Variant},
};

const RANKS: usize = KING as usize;

/// By rank: how many cards must go on a base before it takes one; [`KING`] if it never will again, or for no
/// rank.
pub type Distances = [u8; RANKS + 1];

/// The tables of a variant.
#[derive(Clone, Debug)]
pub struct BaseTables {
    variant: Variant,
    distances: Box<[[Distances; RANKS + 1]; MAX_BASES]>,
    order: [[Rank; RANKS]; MAX_BASES],
}

impl BaseTables {
    /// The tables of a variant.
    pub fn new(variant: Variant) -> Self {
        let mut distances = Box::new([[[KING; RANKS + 1]; RANKS + 1]; MAX_BASES]);
        let mut order = [[0; RANKS]; MAX_BASES];
        for base in 0..variant.bases() {
            for place in 0..variant.ranks() {
                let rank = variant.needs(base, place);
                order[base][usize::from(place)] = rank;
                for count in 0..=place {
                    distances[base][usize::from(count)][usize::from(rank)] = place - count;
                }
            }
        }
        Self { variant, distances, order }
    }

    /// The variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How near the ranks are to a base with so many cards.
    #[inline]
    pub fn distances(&self, base: usize, count: u8) -> &Distances {
        &self.distances[base][usize::from(count)]
    }

    /// The ranks that a base with so many cards still takes, in order.
    #[inline]
    pub fn left(&self, base: usize, count: u8) -> &[Rank] {
        let ranks = if base < self.variant.bases() { self.variant.ranks() } else { 0 };
        &self.order[base][usize::from(count.min(ranks))..usize::from(ranks)]
    }

    /// How near the ranks are to the base that takes them first.
    pub fn nearest(&self, bases: &[u8; MAX_BASES]) -> Distances {
        let mut nearest = [KING; RANKS + 1];
        for (base, &count) in bases.iter().enumerate() {
            for (least, distances) in nearest.iter_mut().zip(self.distances(base, count)) {
                *least = (*least).min(*distances);
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_the_rules_say() {
        for text in ["calculation", "ranks=6,bases=2,piles=2"] {
            let variant: Variant = text.parse().unwrap();
            let base_tables = BaseTables::new(variant);
            for base in 0..variant.bases() {
                for count in 0..=variant.ranks() {
                    let left: Vec<Rank> =
                        (count..variant.ranks()).map(|at| variant.needs(base, at)).collect();
                    assert_eq!(base_tables.left(base, count), left);
                    let found = |rank| left.iter().position(|&other| other == rank).map(|at| at as u8);
                    for rank in 1..=KING {
                        let distances = base_tables.distances(base, count)[usize::from(rank)];
                        assert_eq!(distances, found(rank).unwrap_or(KING), "{text}: {base} {count} {rank}");
                    }
                }
            }
        }
        let base_tables = BaseTables::new(Variant::CALCULATION);
        assert_eq!(base_tables.nearest(&[1, 1, 1, 1])[2..6], [0, 1, 0, 3]);
    }
}
