//! What the tables can say in several ways: changes of the weights that change no position's score.
//!
//! There are two reasons. Every position has one number in each hand, and as many pieces of each kind as the
//! game (2), on the board or in a hand: with `1[x]` for "x holds", for each hand `sum of 1[n in hand] = 1`
//! and for each kind `sum of 1[piece] + sum of n 1[n in hand] = 2`. Both stay true when multiplied by an
//! atom, and then they tie features of one lion together. And what holds whatever the lions can be said by
//! the tables of either lion, or of both.
//!
//! The data leave the loss flat in these directions, and a fit ends at the smallest weights of all that give
//! its scores: its ridge sees to that. Conjugate gradients would take a thousand products for it, and none is
//! needed: a projection on what is orthogonal to these directions ([`Flat`](yomikiri_learn::Flat)) does it at
//! once. A direction that was forgotten here makes a fit slow, not wrong.

use super::atoms::{Atom, AtomParts, COUNTS, KINDS, SQUARES, mirrored};
use super::tables::{Tables, compatible, of_both_lions, of_one_lion};
use std::collections::BTreeMap;
use yomikiri_shogi::{Side, Square};

/// A feature, named as on the board, not folded by the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    /// The lion of a side, 0 or 1, and two atoms, the smaller first.
    One(usize, u8, Atom, Atom),
    /// Both lions and two atoms, the smaller first, or one twice.
    Two([u8; 2], Atom, Atom),
}

/// What the features of each position add up to 0 with.
type Identity = Vec<(Feature, f64)>;

impl Feature {
    fn one(side: usize, lion: Square, a: Atom, b: Atom) -> Self {
        Self::One(side, lion.0, a.min(b), a.max(b))
    }

    fn two(lions: [Square; 2], a: Atom, b: Atom) -> Self {
        Self::Two(lions.map(|lion| lion.0), a.min(b), a.max(b))
    }

    fn mirrored(self) -> Self {
        let square = |square: u8| Square(mirrored(usize::from(square)) as u8);
        match self {
            Self::One(side, lion, a, b) => Self::one(side, square(lion), a.mirrored(), b.mirrored()),
            Self::Two(lions, a, b) => Self::two(lions.map(square), a.mirrored(), b.mirrored()),
        }
    }

    /// Where it is among the weights; `None` if the tables do not have it.
    fn weight(self, tables: &Tables) -> Option<usize> {
        let (family, index) = match self {
            Self::One(side, lion, a, b) => of_one_lion(Square(lion), side, a, b)?,
            Self::Two(lions, a, b) => of_both_lions(lions.map(Square), a, b)?,
        };
        tables.weight(family, index)
    }
}

/// The directions in which these weights change no score of a game with so many pieces of each kind; weights
/// that no position has are left out of them.
pub fn flat(
    tables: &Tables,
    pieces: [f64; KINDS.len()],
    has_positions: impl Fn(usize) -> bool,
) -> Vec<Vec<(u32, f64)>> {
    let mut columns = Vec::new();
    let mut add = |identity: Identity| {
        columns.extend(column(&identity, tables, &has_positions).filter(|column| !column.is_empty()));
    };
    for_any_lions(&mut add);
    for lion in squares() {
        for side in [0, 1] {
            under_one_lion(side, lion, pieces, &mut add);
        }
        for other in squares().filter(|&other| other != lion) {
            under_both_lions([lion, other], pieces, &mut add);
        }
    }
    columns
}

/// An identity and its mirror image in the weights that some position has.
fn column(
    identity: &Identity,
    tables: &Tables,
    has_positions: impl Fn(usize) -> bool,
) -> Option<Vec<(u32, f64)>> {
    let mut sums = BTreeMap::new();
    for &(feature, number) in identity {
        *sums.entry(feature).or_insert(0.0) += number;
        *sums.entry(feature.mirrored()).or_insert(0.0) += number;
    }
    // Mirror images share a weight, and by now the number too.
    let mut column = BTreeMap::new();
    for (feature, number) in sums {
        let weight = feature.weight(tables)?;
        if number != 0.0 && has_positions(weight) {
            let known = column.insert(weight as u32, number);
            debug_assert!(known.is_none_or(|known| (known - number).abs() < 1e-9), "{feature:?}");
        }
    }
    Some(column.into_iter().collect())
}

fn squares() -> impl Iterator<Item = Square> {
    (0..SQUARES as u8).map(Square)
}

/// The other lion's squares beside an atom.
fn others(side: usize, lion: Square, atom: Atom) -> impl Iterator<Item = [Square; 2]> {
    let free = squares().filter(move |&other| other != lion && compatible(&[other], atom, atom));
    free.map(move |other| if side == 0 { [lion, other] } else { [other, lion] })
}

/// An atom by itself, whatever the square of the other lion.
fn alone(side: usize, lion: Square, atom: Atom, number: f64) -> impl Iterator<Item = (Feature, f64)> {
    others(side, lion, atom).map(move |lions| (Feature::two(lions, atom, atom), number))
}

/// Hands, each as the atoms of its numbers.
fn hands() -> impl Iterator<Item = (usize, [Atom; COUNTS])> {
    let hand = |kind, side| (0..COUNTS as u8).map(move |count| Atom::hand(kind, side, count));
    let all = KINDS.into_iter().flat_map(|kind| [Side::First, Side::Second].map(|side| (kind, side)));
    all.map(move |(kind, side)| {
        std::array::from_fn(|count| hand(kind, side).nth(count).expect("numbers are below COUNTS"))
    })
    .enumerate()
}

/// The kind of an atom, with the number of pieces that it tells of, and its hand.
pub(super) fn told(atom: Atom) -> (usize, f64, Option<usize>) {
    match atom.parts() {
        // Chicks and hens are one kind.
        AtomParts::Board { piece, .. } => ((piece / 2).min(KINDS.len() - 1), 1.0, None),
        AtomParts::Hand { hand, count } => (hand / 2, count as f64, Some(hand)),
    }
}

/// What does not depend on the lions can be said under either of them.
fn for_any_lions(add: &mut impl FnMut(Identity)) {
    for a in Atom::all() {
        for b in Atom::all().filter(|&b| a < b && compatible(&[], a, b)) {
            let under = |(side, number)| {
                let lions = squares().filter(move |&lion| compatible(&[lion], a, b));
                lions.map(move |lion| (Feature::one(side, lion, a, b), number))
            };
            add([(0, 1.0), (1, -1.0)].into_iter().flat_map(under).collect());
        }
    }
}

/// The identities multiplied by each atom, and what the tables of both lions say too.
fn under_one_lion(side: usize, lion: Square, pieces: [f64; KINDS.len()], add: &mut impl FnMut(Identity)) {
    for a in Atom::all().filter(|&a| compatible(&[lion], a, a)) {
        let (kind, number, own) = told(a);
        let with = |b, number| (Feature::one(side, lion, a, b), number);
        for (hand, counts) in hands().filter(|&(hand, _)| Some(hand) != own) {
            add(counts.into_iter().map(|b| with(b, 1.0)).chain(alone(side, lion, a, -1.0)).collect());
            if own.is_some_and(|own| own < hand) {
                for b in counts {
                    let both = others(side, lion, a).map(|lions| (Feature::two(lions, a, b), -1.0));
                    add(both.chain([with(b, 1.0)]).collect());
                }
            }
        }
        for (other, all) in pieces.into_iter().enumerate() {
            let of_kind = Atom::all().filter(|&b| {
                let (kind, number, hand) = told(b);
                kind == other && number > 0.0 && (hand.is_none() || hand != own)
            });
            let beside = of_kind.filter(|&b| a != b && compatible(&[lion], a, b)).map(|b| with(b, told(b).1));
            let itself = if kind == other { number } else { 0.0 };
            add(beside.chain(alone(side, lion, a, itself - all)).collect());
        }
    }
}

/// The identities, and those of the hands multiplied by each number in another hand.
fn under_both_lions(lions: [Square; 2], pieces: [f64; KINDS.len()], add: &mut impl FnMut(Identity)) {
    let with = |a, b, number| (Feature::two(lions, a, b), number);
    let (_, first) = hands().next().expect("there are hands");
    let one = |number| first.into_iter().map(move |a| with(a, a, number));
    for (hand, counts) in hands() {
        if hand > 0 {
            add(counts.into_iter().map(|a| with(a, a, 1.0)).chain(one(-1.0)).collect());
        }
        for (_, numbers) in hands().filter(|&(other, _)| other != hand) {
            for a in numbers {
                add(counts.into_iter().map(|b| with(a, b, 1.0)).chain([with(a, a, -1.0)]).collect());
            }
        }
    }
    for (kind, all) in pieces.into_iter().enumerate() {
        let of_kind = Atom::all().filter(|&a| told(a).0 == kind && compatible(&lions, a, a));
        add(of_kind.map(|a| with(a, a, told(a).1)).chain(one(-all)).collect());
    }
}
