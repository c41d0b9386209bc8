//! The attacker's hand as one number, compared in a few operations.

use yomikiri_search::Stock;
use yomikiri_shogi::{Bits, Kind, Position, Side, Variant};

/// What the attacker has in hand.
///
/// Each kind has a field wide enough for all of them, below a guard bit that is never set: a borrow between
/// two hands stops there and tells which is larger, for all kinds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u32);

/// Where each kind's field begins, by place, and how wide it is without its guard: rook, bishop, gold,
/// silver, knight, lance, pawn. The pieces of other games have places of their own; whether their numbers fit
/// [`Hand::is_wide_enough`] tells.
const FIELDS: [(u32, u32); 8] = [(0, 0), (0, 2), (3, 2), (6, 3), (10, 3), (14, 3), (18, 3), (22, 5)];

const fn guards() -> u32 {
    let (mut all, mut place) = (0, 1);
    while place < FIELDS.len() {
        all |= 1 << (FIELDS[place].0 + FIELDS[place].1);
        place += 1;
    }
    all
}

const GUARDS: u32 = guards();

impl Hand {
    /// Nothing.
    pub const EMPTY: Self = Self(0);

    /// Whether all pieces of a variant together fit into one.
    pub fn is_wide_enough(variant: &Variant) -> bool {
        let fits = |kind: Kind| {
            let (_, width) = FIELDS[kind.place()];
            variant.pieces.get(kind.place()).is_none_or(|rule| u32::from(rule.count) < 1 << width)
        };
        kinds().all(fits)
    }

    /// What a side has in hand.
    pub fn of<B: Bits>(pos: &Position<B>, side: Side) -> Self {
        kinds().fold(Self::EMPTY, |hand, kind| hand.with(kind, u32::from(pos.hand(side, kind))))
    }

    /// How many of a kind there are.
    pub const fn count(self, kind: Kind) -> u32 {
        let (shift, width) = FIELDS[kind.place()];
        self.0 >> shift & ((1 << width) - 1)
    }

    /// The same but for the number of one kind.
    #[must_use]
    pub const fn with(self, kind: Kind, count: u32) -> Self {
        let (shift, width) = FIELDS[kind.place()];
        Self(self.0 & !(((1 << width) - 1) << shift) | count << shift)
    }

    /// One more of a kind.
    #[must_use]
    pub const fn plus(self, kind: Kind) -> Self {
        Self(self.0 + (1 << FIELDS[kind.place()].0))
    }

    /// One less of a kind, if there is one.
    #[must_use]
    pub const fn minus(self, kind: Kind) -> Self {
        if self.count(kind) == 0 { self } else { Self(self.0 - (1 << FIELDS[kind.place()].0)) }
    }

    /// Both hands together. They must not hold more than there is.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Whether nothing is in hand.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All bits of the fields in which this hand has at least as much as the other.
    const fn fields_at_least(self, other: Self) -> u32 {
        let guards = ((self.0 | GUARDS) - other.0) & GUARDS;
        // Each guard less the lowest bit of its field is the field; the widths are 2, 3 and 5.
        let (two, five) = (guards & ((1 << 2) | (1 << 5)), guards & (1 << 27));
        guards - (two >> 2) - (five >> 5) - ((guards & !two & !five) >> 3)
    }
}

/// The kinds that can be in hand.
pub fn kinds() -> impl Iterator<Item = Kind> {
    (1..Kind::UNPROMOTED).map(Kind::new)
}

impl Stock for Hand {
    fn covers(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    fn join(self, other: Self) -> Self {
        let mine = self.fields_at_least(other);
        Self(self.0 & mine | other.0 & !mine)
    }

    fn meet(self, other: Self) -> Self {
        let mine = self.fields_at_least(other);
        Self(other.0 & mine | self.0 & !mine)
    }

    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_compare_kind_by_kind() {
        let hand = |pawns, golds, rooks| {
            Hand::EMPTY.with(Kind::PAWN, pawns).with(Kind::GOLD, golds).with(Kind::ROOK, rooks)
        };
        let (a, b) = (hand(18, 1, 0), hand(3, 4, 2));
        assert_eq!((a.join(b), a.meet(b)), (hand(18, 4, 2), hand(3, 1, 0)));
        assert!(
            a.join(b).covers(a) && a.join(b).covers(b) && a.covers(a.meet(b)) && !a.covers(b) && !b.covers(a)
        );
        assert_eq!(a.plus(Kind::LANCE).count(Kind::LANCE), 1);
        assert_eq!((a.minus(Kind::GOLD), a.minus(Kind::ROOK)), (hand(18, 0, 0), a));
        for kind in kinds() {
            let (none, some) = (Hand::EMPTY, Hand::EMPTY.plus(kind));
            assert_eq!((none.join(some), none.meet(some), some.meet(some)), (some, none, some));
        }
    }
}
