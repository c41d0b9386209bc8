//! Where the pieces of one kind are: a dense code for at most two of them.
//!
//! The lions take two of the twelve squares; the other ten are called by *labels* 0..10. A piece is then in
//! one of 22 states (a square and an owner, or a hand), a piece that promotes in 42. Two pieces of a kind are
//! an unordered pair of states, at most one of them on a square: 223 codes for giraffes or elephants, 803 for
//! chicks. Every change that a move makes to a kind is a look-up from code to code.

/// No code: the change is impossible.
pub const NONE: u16 = u16::MAX;

/// Squares that the lions leave free.
pub const LABELS: usize = 10;

/// A piece that is missing from the set stands in this state.
const ABSENT: u8 = u8::MAX;

/// Whose a piece is, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The side to move.
    Mover,
    /// Its opponent.
    Enemy,
}

impl Owner {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Mover => Self::Enemy,
            Self::Enemy => Self::Mover,
        }
    }
}

/// Where one piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the board: promoted or not, whose, on which label.
    Board {
        /// Promoted.
        promoted: bool,
        /// Whose.
        owner: Owner,
        /// Square among those that the lions leave free.
        label: u8,
    },
    /// In a hand.
    Hand(Owner),
    /// Not in the game.
    Absent,
}

/// The codes of one kind, and how moves change them.
#[derive(Debug)]
pub struct Pairs {
    forms: usize,
    states: Vec<[u8; 2]>,
    code: Vec<u16>,
    /// Labels occupied, by code.
    pub occupied: Vec<u16>,
    /// An enemy piece on a label goes to the mover's hand: `[code * LABELS + label]`.
    captured: Vec<u16>,
    /// A piece from a hand goes back to the board of its old owner:
    /// `[((owner of the hand * 2 + promoted) * codes + code) * LABELS + label]`.
    restored: Vec<u16>,
}

impl Pairs {
    /// Codes for `count` (0 to 2) pieces of a kind that does or does not promote.
    pub fn new(count: u8, promotes: bool) -> Self {
        let forms = 1 + usize::from(promotes);
        let mut pairs = Self {
            forms,
            states: Vec::new(),
            code: vec![NONE; 64 * 64],
            occupied: Vec::new(),
            captured: Vec::new(),
            restored: Vec::new(),
        };
        let all = forms * 20 + 2;
        let candidates: Vec<[u8; 2]> = match count {
            0 => vec![[ABSENT, ABSENT]],
            1 => (0..all as u8).map(|a| [a, ABSENT]).collect(),
            2 => (0..all as u8).flat_map(|a| (a..all as u8).map(move |b| [a, b])).collect(),
            _ => unreachable!("a kind has at most two pieces"),
        };
        for [a, b] in candidates {
            let (one, two) = (pairs.mask(a), pairs.mask(b));
            if one & two == 0 {
                pairs.code[slot(a, b)] = pairs.states.len() as u16;
                pairs.code[slot(b, a)] = pairs.states.len() as u16;
                pairs.states.push([a, b]);
                pairs.occupied.push(one | two);
            }
        }
        pairs.tabulate();
        pairs
    }

    /// Number of codes.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Where the pieces are.
    pub fn places(&self, code: u16) -> [Place; 2] {
        self.states[code as usize].map(|state| self.place(state))
    }

    /// A number below 32 for each of the two pieces, of a kind that does not promote.
    #[inline]
    pub fn halves(&self, code: u16) -> [u8; 2] {
        self.states[code as usize].map(|state| state & 31)
    }

    /// The code for two places, or [`NONE`] if they collide or the kind has another number of pieces.
    pub fn code(&self, a: Place, b: Place) -> u16 {
        self.code[slot(self.state(a), self.state(b))]
    }

    /// The code after the mover has captured the enemy piece on `label`.
    #[inline]
    pub fn captured(&self, code: u16, label: u8) -> u16 {
        self.captured[code as usize * LABELS + label as usize]
    }

    /// The code after a piece has been taken out of `hand` and put back on `label` as a piece of the other
    /// side.
    #[inline]
    pub fn restored(&self, hand: Owner, promoted: bool, code: u16, label: u8) -> u16 {
        let table = hand as usize * 2 + usize::from(promoted);
        self.restored[(table * self.len() + code as usize) * LABELS + label as usize]
    }

    /// The code after every piece has been sent to another place, or [`NONE`].
    pub fn mapped(&self, code: u16, map: impl Fn(Place) -> Option<Place>) -> u16 {
        let [a, b] = self.places(code);
        match (map(a), map(b)) {
            (Some(a), Some(b)) => self.code(a, b),
            _ => NONE,
        }
    }

    /// Whether a hand holds a piece of the kind.
    pub fn holds(&self, hand: Owner, code: u16) -> bool {
        let piece = self.forms as u8 * 20 + hand as u8;
        self.states[code as usize].contains(&piece)
    }

    /// Whether the kind promotes.
    pub fn promotes(&self) -> bool {
        self.forms == 2
    }

    fn tabulate(&mut self) {
        let mut captured = vec![NONE; self.len() * LABELS];
        let mut restored = vec![NONE; 4 * self.len() * LABELS];
        for label in 0..LABELS as u8 {
            for promoted in [false, true].into_iter().take(self.forms) {
                let enemy = Place::Board { promoted, owner: Owner::Enemy, label };
                for (code, to) in self.changed(enemy, Place::Hand(Owner::Mover)).enumerate() {
                    if to != NONE {
                        captured[code * LABELS + label as usize] = to;
                    }
                }
                for hand in [Owner::Mover, Owner::Enemy] {
                    let back = Place::Board { promoted, owner: hand.other(), label };
                    let table = hand as usize * 2 + usize::from(promoted);
                    for (code, to) in self.changed(Place::Hand(hand), back).enumerate() {
                        restored[(table * self.len() + code) * LABELS + label as usize] = to;
                    }
                }
            }
        }
        (self.captured, self.restored) = (captured, restored);
    }

    /// For each code, the code with one piece sent from a place to another.
    fn changed(&self, find: Place, put: Place) -> impl Iterator<Item = u16> {
        (0..self.len() as u16).map(move |code| {
            let [a, b] = self.places(code);
            if a == find {
                self.code(put, b)
            } else if b == find {
                self.code(a, put)
            } else {
                NONE
            }
        })
    }

    fn state(&self, place: Place) -> u8 {
        match place {
            Place::Board { promoted, owner, label } => u8::from(promoted) * 20 + owner as u8 * 10 + label,
            Place::Hand(owner) => self.forms as u8 * 20 + owner as u8,
            Place::Absent => ABSENT,
        }
    }

    fn place(&self, state: u8) -> Place {
        let owner = |enemy| if enemy { Owner::Enemy } else { Owner::Mover };
        let board = self.forms as u8 * 20;
        match state {
            ABSENT => Place::Absent,
            s if s < board => {
                Place::Board { promoted: s >= 20, owner: owner(s / 10 % 2 == 1), label: s % 10 }
            }
            s => Place::Hand(owner(s == board + 1)),
        }
    }

    fn mask(&self, state: u8) -> u16 {
        match self.place(state) {
            Place::Board { label, .. } => 1 << label,
            _ => 0,
        }
    }
}

/// Two states share one table cell; a missing piece takes the last of 64 states.
fn slot(a: u8, b: u8) -> usize {
    usize::from(a & 63) << 6 | usize::from(b & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_223_pairs_and_803_that_promote() {
        assert_eq!(Pairs::new(2, false).len(), 223);
        assert_eq!(Pairs::new(2, true).len(), 803);
        assert_eq!(Pairs::new(1, false).len(), 22);
        assert_eq!(Pairs::new(0, true).len(), 1);
    }
}
