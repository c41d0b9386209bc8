//! The way from the beginning of the game to the current position, for repetitions.

use super::board::Place;

/// The low bits of a key that choose a counter.
const FILTER: usize = 1 << 12;

/// The positions on the way, the current one excluded. Most positions never occurred: one look at a table of
/// counters says so.
pub struct Line {
    places: Vec<Place>,
    counts: Vec<u16>,
    /// The length of the way at the root of the search.
    root: usize,
}

impl Line {
    pub fn new(past: &[Place]) -> Self {
        let mut line = Self { places: Vec::new(), counts: vec![0; FILTER], root: past.len() };
        for &place in past {
            line.push(place);
        }
        line
    }

    #[inline]
    pub fn push(&mut self, place: Place) {
        self.counts[place.key as usize % FILTER] += 1;
        self.places.push(place);
    }

    #[inline]
    pub fn pop(&mut self) {
        self.take();
    }

    /// Takes the last position off the way.
    #[inline]
    pub fn take(&mut self) -> Place {
        let place = self.places.pop().expect("as many pops as pushes");
        self.counts[place.key as usize % FILTER] -= 1;
        place
    }

    /// The way since the occurrence that makes the current position a repetition: since the last one that
    /// lies within the search, or since the first if the current one is the last that the rules allow.
    ///
    /// One occurrence within the search suffices, for whoever could do better than to go round once would do
    /// so at once.
    #[inline]
    pub fn cycle(&self, key: u64, occurrences: usize) -> Option<&[Place]> {
        if self.counts[key as usize % FILTER] == 0 {
            return None;
        }
        let mut seen = 0;
        for (at, _) in self.places.iter().enumerate().rev().filter(|(_, place)| place.key == key) {
            seen += 1;
            if at >= self.root || seen + 1 == occurrences {
                return Some(&self.places[at..]);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_repetition_counts_within_the_search_and_more_before_it() {
        let place = |key| Place { key, in_check: false };
        let mut line = Line::new(&[1, 2, 1, 2, 1, 3].map(place));
        assert_eq!(line.cycle(4, 4), None);
        assert_eq!(line.cycle(2, 4), None);
        assert_eq!(line.cycle(1, 4).map(<[Place]>::len), Some(6));
        line.push(place(7));
        line.push(place(2));
        assert_eq!(line.cycle(7, 4).map(<[Place]>::len), Some(2));
        line.pop();
        line.pop();
        assert_eq!(line.cycle(7, 4), None);
    }
}
