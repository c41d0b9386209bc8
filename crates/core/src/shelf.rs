//! Collections of problems as they are looked around in: what stands on a shelf together, and which problems
//! are asked for.

/// The problems of one length and one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The plies of the solutions; none where they are not known.
    pub plies: Option<u32>,
    /// Letters of the set; empty where the problems are of none.
    pub set: String,
    /// How many problems there are with each choice of pieces: of a set, with those of the set.
    pub parts: Vec<ShelfPart>,
}

/// Problems of a shelf that are made of the same pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelfPart {
    /// Letters of the pieces: the attacker's, and the defender's on the board.
    pub pieces: String,
    /// How many problems there are.
    pub problems: u64,
    /// How many of them are their own mirror images.
    pub symmetric: u64,
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
    /// use yomikiri_core::{Shelf, ShelfFilter, ShelfPart};
    ///
    /// let part = ShelfPart { pieces: "GGP".into(), problems: 5, symmetric: 1 };
    /// let shelf = Shelf { plies: Some(3), set: "GGP".into(), parts: vec![part] };
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
        let parts = shelf.parts.iter().filter(|part| self.has_pieces(&part.pieces));
        parts.map(|part| if self.symmetric { part.symmetric } else { part.problems }).sum()
    }

    /// Whether all the pieces that are asked for are among those of a problem.
    fn has_pieces(&self, pieces: &str) -> bool {
        let count = |text: &str, letter: char| text.chars().filter(|own| *own == letter).count();
        self.pieces.chars().all(|letter| count(&self.pieces, letter) <= count(pieces, letter))
    }
}
