//! The blog's tables: K a lion, P a piece on the board, M a kind with its number in a hand.
//!
//! | table | of | size |
//! |---|---|---|
//! | KKP | both lions, a piece | 88 x 80 |
//! | KKM | both lions, a hand | 88 x 18 |
//! | KKMM | both lions, two hands | 88 x 18 x 15 |
//! | KPP | a lion, two pieces | 16 x 88 x 80 |
//! | KPM | a lion, a piece, a hand | 16 x 88 x 18 |
//! | KMM | a lion, two hands | 16 x 18 x 15 |
//!
//! Sizes: the mirror brings a lion to the left or the middle file, 8 squares; the other lion is on one of the
//! 11 others; of a piece there are 4 kinds and 2 owners on the squares that are left. A hand is a kind, an
//! owner, and 0, 1 or 2 pieces. 174,688 values in all.
//!
//! A lion in the middle file is its own mirror image, and two pieces have no order: of all ways to name the
//! same thing the one with the smallest index is used, so that a position and its mirror image have the same
//! features. The other entries stay 0.

use super::atoms::{Atom, AtomParts, COUNTS, Features, HANDS, HELD, PIECES, SQUARES, mirrored};
use yomikiri_shogi::Square;

/// A family of tables, or a simpler evaluation to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Both lions and a piece.
    Kkp,
    /// Both lions and a hand.
    Kkm,
    /// Both lions and two hands.
    Kkmm,
    /// A lion and two pieces.
    Kpp,
    /// A lion, a piece and a hand.
    Kpm,
    /// A lion and two hands.
    Kmm,
    /// No table of the blog's: what is on the board, wherever it stands, and what is in the hands.
    Material,
}

/// Squares of a lion after the mirror.
const FOLDED: usize = 8;
/// Squares beside one lion.
const BESIDE: usize = SQUARES - 1;
/// Two lions.
const KK: usize = FOLDED * BESIDE;
/// One lion of either side.
const K: usize = 2 * FOLDED;
/// A piece, beside one and beside two other pieces.
const P: usize = BESIDE * PIECES;
const P2: usize = (BESIDE - 1) * PIECES;
/// The second of two hands.
const HELD2: usize = (HANDS - 1) * COUNTS;

impl Family {
    /// The blog's tables.
    pub const BLOG: [Self; 6] = [Self::Kkp, Self::Kkm, Self::Kkmm, Self::Kpp, Self::Kpm, Self::Kmm];

    /// Number of entries.
    #[expect(clippy::len_without_is_empty, reason = "no table is empty")]
    pub const fn len(self) -> usize {
        match self {
            Self::Kkp => KK * P2,
            Self::Kkm => KK * HELD,
            Self::Kkmm => KK * HELD * HELD2,
            Self::Kpp => K * P * P2,
            Self::Kpm => K * P * HELD,
            Self::Kmm => K * HELD * HELD2,
            Self::Material => PIECES + HELD,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kkp => "KKP",
            Self::Kkm => "KKM",
            Self::Kkmm => "KKMM",
            Self::Kpp => "KPP",
            Self::Kpm => "KPM",
            Self::Kmm => "KMM",
            Self::Material => "material",
        }
    }
}

/// A number below 8 for a square in the left or the middle file.
const fn folded(square: usize) -> usize {
    square / 3 * 2 + square % 3
}

/// A square's place among those that others leave.
fn among(square: usize, others: &[usize]) -> usize {
    square - others.iter().filter(|&&other| other < square).count()
}

/// Where a square is seen: as it is, or in the mirror.
type View<'a> = &'a dyn Fn(usize) -> usize;

/// The smallest index over the mirror images in which a lion stands in the left or the middle file.
fn least(lion: Square, index: impl Fn(View) -> usize) -> usize {
    match lion.index() % 3 {
        0 => index(&|square| square),
        1 => index(&|square| square).min(index(&mirrored)),
        _ => index(&mirrored),
    }
}

/// The index of both lions with something that has so many forms.
fn both_lions(lions: [Square; 2], size: usize, rest: impl Fn(View) -> usize) -> usize {
    least(lions[0], |view| {
        let [own, other] = lions.map(|lion| view(lion.index()));
        (folded(own) * BESIDE + among(other, &[own])) * size + rest(view)
    })
}

/// The index of the lion of one side, 0 or 1, with something that has so many forms.
fn one_lion(lion: Square, side: usize, size: usize, rest: impl Fn(View) -> usize) -> usize {
    least(lion, |view| (side * FOLDED + folded(view(lion.index()))) * size + rest(view))
}

/// The index of two pieces (number, square) beside a lion, in this order.
fn two_pieces(lion: usize, (p, s): (usize, usize), (q, t): (usize, usize)) -> usize {
    (among(s, &[lion]) * PIECES + p) * P2 + among(t, &[lion, s]) * PIECES + q
}

/// A hand with its number, as an index below [`HELD`].
const fn held(hand: usize, count: usize) -> usize {
    hand * COUNTS + count
}

/// Two hands with their numbers, in this order.
fn two_hands((h, m): (usize, usize), (i, n): (usize, usize)) -> usize {
    if h < i { held(h, m) * HELD2 + held(i - 1, n) } else { held(i, n) * HELD2 + held(h - 1, m) }
}

/// The entry of both lions with an atom (given twice), or with two hands.
pub fn of_both_lions(lions: [Square; 2], a: Atom, b: Atom) -> Option<(Family, usize)> {
    let squares = lions.map(Square::index);
    match (a.parts(), b.parts()) {
        (AtomParts::Board { piece, square }, _) if a == b => {
            let beside = |view: View| among(view(square), &squares.map(view)) * PIECES + piece;
            Some((Family::Kkp, both_lions(lions, P2, beside)))
        }
        (AtomParts::Hand { hand, count }, _) if a == b => {
            Some((Family::Kkm, both_lions(lions, HELD, |_| held(hand, count))))
        }
        (AtomParts::Hand { hand: h, count: m }, AtomParts::Hand { hand: i, count: n }) => {
            let hands = two_hands((h, m), (i, n));
            Some((Family::Kkmm, both_lions(lions, HELD * HELD2, |_| hands)))
        }
        _ => None,
    }
}

/// The entry of the lion of one side, 0 or 1, with two different atoms.
pub fn of_one_lion(lion: Square, side: usize, a: Atom, b: Atom) -> Option<(Family, usize)> {
    match (a.parts(), b.parts()) {
        _ if a == b => None,
        (AtomParts::Board { piece: p, square: s }, AtomParts::Board { piece: q, square: t }) => {
            let pieces = |view: View| {
                let (lion, one, two) = (view(lion.index()), (p, view(s)), (q, view(t)));
                two_pieces(lion, one, two).min(two_pieces(lion, two, one))
            };
            Some((Family::Kpp, one_lion(lion, side, P * P2, pieces)))
        }
        (AtomParts::Hand { hand: h, count: m }, AtomParts::Hand { hand: i, count: n }) => {
            let hands = two_hands((h, m), (i, n));
            Some((Family::Kmm, one_lion(lion, side, HELD * HELD2, |_| hands)))
        }
        (AtomParts::Board { piece, square }, AtomParts::Hand { hand, count })
        | (AtomParts::Hand { hand, count }, AtomParts::Board { piece, square }) => {
            let with_hand = |view: View| {
                (among(view(square), &[view(lion.index())]) * PIECES + piece) * HELD + held(hand, count)
            };
            Some((Family::Kpm, one_lion(lion, side, P * HELD, with_hand)))
        }
    }
}

/// The entry of an atom (given twice) wherever it is.
fn of_no_lion(a: Atom, b: Atom) -> Option<(Family, usize)> {
    (a == b).then(|| match a.parts() {
        AtomParts::Board { piece, .. } => (Family::Material, piece),
        AtomParts::Hand { hand, count } => (Family::Material, PIECES + held(hand, count)),
    })
}

/// The entries that a pair of atoms (or an atom, given twice) adds up under two lions, each with its family.
pub fn entries(lions: [Square; 2], a: Atom, b: Atom, mut add: impl FnMut(Family, usize)) {
    let [own, other] = [0, 1].map(|side| of_one_lion(lions[side], side, a, b));
    let found = [of_both_lions(lions, a, b), of_no_lion(a, b), own, other];
    found.into_iter().flatten().for_each(|(family, index)| add(family, index));
}

/// Whether two atoms (or one, given twice) can be in one position beside some lions.
pub fn compatible(lions: &[Square], a: Atom, b: Atom) -> bool {
    let free = |atom: Atom| match atom.parts() {
        AtomParts::Board { square, .. } => lions.iter().all(|lion| lion.index() != square),
        AtomParts::Hand { .. } => true,
    };
    let apart = match (a.parts(), b.parts()) {
        (AtomParts::Board { square, .. }, AtomParts::Board { square: other, .. }) => square != other,
        (AtomParts::Hand { hand, .. }, AtomParts::Hand { hand: other, .. }) => hand != other,
        _ => true,
    };
    free(a) && free(b) && (a == b || apart)
}

/// The pairs of atoms that can be in one position under two lions, and the atoms by themselves, as pairs of
/// the same.
pub fn pairs(lions: [Square; 2]) -> impl Iterator<Item = (Atom, Atom)> {
    let from =
        move |a: Atom| Atom::all().filter(move |&b| a <= b && compatible(&lions, a, b)).map(move |b| (a, b));
    Atom::all().flat_map(from)
}

/// Families laid out one after the other: where the weights of a fit are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The families, each with its first weight.
    families: Vec<(Family, usize)>,
    len: usize,
}

impl Tables {
    /// These families, in this order.
    pub fn new(families: &[Family]) -> Self {
        let mut len = 0;
        let place = |&family: &Family| {
            len += family.len();
            (family, len - family.len())
        };
        Self { families: families.iter().map(place).collect(), len }
    }

    /// The families.
    pub fn families(&self) -> impl Iterator<Item = Family> + '_ {
        self.families.iter().map(|&(family, _)| family)
    }

    /// Number of weights.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many groups the weights fall into.
    pub const fn groups(&self) -> usize {
        K + KK + 1
    }

    /// The group of a weight: those of one lion belong together, those of one pair of lions, and those of no
    /// lion.
    pub fn group(&self, weight: usize) -> usize {
        let &(family, first) =
            self.families.iter().rfind(|(_, first)| *first <= weight).expect("the first family begins at 0");
        let index = weight - first;
        match family {
            Family::Kpp | Family::Kpm | Family::Kmm => index / (family.len() / K),
            Family::Kkp | Family::Kkm | Family::Kkmm => K + index / (family.len() / KK),
            Family::Material => K + KK,
        }
    }

    /// The weights that a pair of atoms (or an atom, given twice) adds up under two lions.
    pub fn weights(&self, lions: [Square; 2], a: Atom, b: Atom, mut add: impl FnMut(usize)) {
        entries(lions, a, b, |family, index| self.weight(family, index).into_iter().for_each(&mut add));
    }

    /// The weight of an entry, if its family is among these.
    pub fn weight(&self, family: Family, index: usize) -> Option<usize> {
        let known = self.families.iter().find(|(known, _)| *known == family);
        known.map(|(_, first)| first + index)
    }

    /// The weights of a position: its features.
    pub fn features(&self, features: &Features, mut add: impl FnMut(usize)) {
        for (i, &a) in features.atoms().iter().enumerate() {
            for &b in &features.atoms()[i..] {
                self.weights(features.lions, a, b, &mut add);
            }
        }
    }
}
