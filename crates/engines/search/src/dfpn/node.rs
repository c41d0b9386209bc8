//! A node on the way of a search, and its children.

use crate::{
    AndOrGame, Role,
    table::{FOREVER, Known, NEVER},
};

/// What is known of a root, and the attacker's move that wins there with the plies after it, if one does.
pub type Answer<D> = (Known<<D as AndOrGame>::Stock>, Option<(<D as AndOrGame>::Move, u16)>);

/// A result that depends on no repetition.
pub const FREE: u16 = u16::MAX;

/// A node on the way.
pub struct Frame<D: AndOrGame> {
    pub pos: D::Pos,
    pub key: u64,
    pub stock: D::Stock,
    pub role: Role,
    /// Where its children begin.
    pub base: usize,
    /// The child that is being searched.
    pub current: usize,
    pub thresholds: Thresholds,
    /// Thresholds have to be lifted: the numbers of a child may come from this very way.
    pub lift: bool,
    pub amount: u32,
}

/// A position to be entered.
pub struct Visit<D: AndOrGame> {
    pub pos: D::Pos,
    pub key: u64,
    pub stock: D::Stock,
    pub role: Role,
    pub thresholds: Thresholds,
    pub lift: bool,
    pub is_fresh: bool,
}

/// Until when a node is searched: to these numbers, and with so many plies left for the mate.
#[derive(Clone, Copy)]
pub struct Thresholds {
    pub pn: u32,
    pub dn: u32,
    pub len: u16,
}

/// A move and what is known of where it leads.
pub struct Child<D: AndOrGame> {
    pub mv: D::Move,
    pub key: u64,
    pub stock: D::Stock,
    pub known: Known<D::Stock>,
    /// The depth that a disproof depends on, or [`FREE`].
    pub rests_on: u16,
    /// The queue in which it stands.
    pub queue: Option<u16>,
    /// The nearest earlier child that this one waits for.
    pub waits_for: Option<u16>,
    pub is_fresh: bool,
    pub is_old: bool,
    pub is_alike: bool,
}

/// What a child counts for in the number that decides against the side to move.
pub struct Weight {
    /// Its part of the sum over the children.
    pub added: u32,
    /// What counts, beside the sum, for the greatest of the children only.
    pub greatest: u32,
}

impl<D: AndOrGame> Child<D> {
    /// The position after a move: lost for the attacker, until something else is known of it.
    pub const fn new(mv: D::Move, key: u64, stock: D::Stock) -> Self {
        Self {
            mv,
            key,
            stock,
            known: lost(stock, 0),
            rests_on: FREE,
            queue: None,
            waits_for: None,
            is_fresh: false,
            is_old: false,
            is_alike: false,
        }
    }

    pub const fn weight(&self, mover: Role) -> Weight {
        let number = self.known.delta(mover);
        if !self.known.is_open() {
            Weight { added: number, greatest: 0 }
        } else if self.is_alike {
            Weight { added: 0, greatest: number }
        } else {
            Weight { added: 1, greatest: number - 1 }
        }
    }
}

/// A node as its children make it.
pub struct Summary {
    pub pn: u32,
    pub dn: u32,
    /// The best child's place, and the second-best's number.
    pub best: usize,
    pub second: u32,
    /// What of the other number does not come from the best child.
    pub rest: u32,
}

/// What fails for the attacker within so many plies.
pub const fn lost<S>(stock: S, len: u16) -> Known<S> {
    Known { pn: NEVER, dn: 0, stock, len, amount: 1 }
}

pub fn one_less(len: u16) -> u16 {
    if len == FOREVER { FOREVER } else { len.saturating_sub(1) }
}

pub fn one_more(len: u16) -> u16 {
    len.saturating_add(1)
}
