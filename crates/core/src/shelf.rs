//! Collections of problems as they are looked around in: what stands on a shelf together, and which problems
//! are asked for.

/// The problems of one length and one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The plies of the solutions; none where they are not known.
    pub plies: Option<u32>,
    /// Letters of the set; empty where the problems are of none.
    pub set: String,
    parts: Vec<ShelfPart>,
    problems: u64,
    symmetric: u64,
}

impl Shelf {
    /// The shelf of problems that are counted by their pieces: those of a set all have the same.
    pub fn new(plies: Option<u32>, set: String, parts: Vec<ShelfPart>) -> Self {
        let problems = parts.iter().map(|part| part.problems).sum();
        let symmetric = parts.iter().map(|part| part.symmetric).sum();
        Self { plies, set, parts, problems, symmetric }
    }

    /// The problems, counted by their pieces.
    pub fn parts(&self) -> &[ShelfPart] {
        &self.parts
    }
}

/// Problems of a shelf that are made of the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShelfPart {
    /// The attacker's pieces, and the defender's on the board.
    pub pieces: PieceCounts,
    /// How many problems there are.
    pub problems: u64,
    /// How many of them are their own mirror images.
    pub symmetric: u64,
}

/// How many pieces there are of each letter, whoever's they are: up to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceCounts([u8; 26]);

impl PieceCounts {
    /// Counts the letters of a text, capital or small; what is no letter is left out.
    pub fn of(text: &str) -> Self {
        let mut counts = [0u8; 26];
        for byte in text.bytes().filter(u8::is_ascii_alphabetic) {
            let count = &mut counts[usize::from(byte.to_ascii_uppercase() - b'A')];
            *count = count.saturating_add(1);
        }
        Self(counts)
    }

    /// Whether there are at least as many of each.
    pub fn contains(&self, other: &Self) -> bool {
        // Without an early end, so that all letters are compared at a time.
        self.0.iter().zip(&other.0).map(|(own, other)| u8::from(own < other)).sum::<u8>() == 0
    }
}

/// Which problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShelfFilter {
    /// Only those of so many plies.
    pub plies: Option<u32>,
    /// Only those of this set.
    pub set: Option<String>,
    /// Only those made of these pieces, and perhaps others: a letter for each.
    pub pieces: String,
    /// Only those that are their own mirror images.
    pub symmetric: bool,
}

/// Where a page of problems is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStart {
    /// At the beginning.
    First,
    /// Behind the problem of a number.
    After(u64),
    /// Before it.
    Before(u64),
}

impl ShelfFilter {
    /// How many problems of a shelf pass.
    ///
    /// ```
    /// use yomikiri_core::{PieceCounts, Shelf, ShelfFilter, ShelfPart};
    ///
    /// let part = ShelfPart { pieces: PieceCounts::of("GGP"), problems: 5, symmetric: 1 };
    /// let shelf = Shelf::new(Some(3), "GGP".into(), vec![part]);
    /// let with = |pieces: &str| ShelfFilter { pieces: pieces.into(), ..ShelfFilter::default() };
    /// let count = |pieces: &str| with(pieces).count(&shelf);
    /// assert_eq!((count(""), count("GG"), count("GGG"), count("N")), (5, 5, 0, 0));
    /// ```
    pub fn count(&self, shelf: &Shelf) -> u64 {
        let is_of_shelf = self.plies.is_none_or(|plies| shelf.plies == Some(plies))
            && self.set.as_ref().is_none_or(|set| shelf.set == *set);
        if !is_of_shelf {
            return 0;
        }
        if self.pieces.is_empty() {
            return if self.symmetric { shelf.symmetric } else { shelf.problems };
        }
        let wanted = PieceCounts::of(&self.pieces);
        let parts = shelf.parts.iter().filter(|part| part.pieces.contains(&wanted));
        parts.map(|part| if self.symmetric { part.symmetric } else { part.problems }).sum()
    }
}
