//! Where a move of the attacker ends that gives check, in lists: they have one place or none, and are asked
//! for more often than anything else.

use super::{
    place::{SQUARES, WHITE},
    places::LocationSet,
};

/// Where a piece can come from: the attacker's board, and for all that is beyond his hand.
const SOURCES: usize = WHITE as usize + 1;

/// The places from which a kind checks, by the king's square and by where it came from.
#[derive(Clone, Debug)]
pub struct CheckingPlaces {
    places: Vec<u16>,
    /// Where each list begins, and the end.
    starts: Vec<u32>,
}

impl CheckingPlaces {
    /// The lists of a kind, from where moves lead to, drops, and the places that attack each square.
    pub fn new(targets: &[LocationSet], drops: LocationSet, attackers: &[LocationSet]) -> Self {
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        for &attackers in &attackers[..SQUARES] {
            for &targets in targets[..SOURCES - 1].iter().chain([&drops]) {
                places.extend((targets & attackers).iter());
                starts.push(places.len() as u32);
            }
        }
        Self { places, starts }
    }

    /// The places to which a move of the attacker from his board or hand leads with check, ascending.
    #[inline]
    pub fn of(&self, king: u8, from: u16) -> &[u16] {
        let list = king as usize * SOURCES + from.min(WHITE) as usize;
        &self.places[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}
