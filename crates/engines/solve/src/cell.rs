//! What the solver knows of a node, in a byte.

use yomikiri_core::{Expansion, Value};

/// Not reached.
pub const UNREACHED: u8 = 0;
/// Cells from here up are decided: this plus the distance.
pub const DECIDED: u8 = 64;
/// The cell of all that is decided in so many plies that a cell cannot hold it: a list has them.
pub const LONG: u8 = u8::MAX;
/// Distances from here on are [`LONG`].
pub const LONG_PLIES: u16 = (LONG - DECIDED) as u16;
/// No game may take so many plies: a table holds no more.
pub const MAX_PLIES: u16 = 508;
/// The largest number of open successors that a cell can hold.
const MAX_OPEN: u8 = DECIDED - 2;

/// The cell of a node just expanded. An open one holds one more than its number of undecided successors.
pub fn expanded(expansion: Expansion) -> u8 {
    match expansion {
        Expansion::Open(count) => {
            assert!(count <= MAX_OPEN, "a node has at most {MAX_OPEN} successors");
            count + 1
        }
        Expansion::Decided(value) => of(value.plies().expect("a node decided at once is won or lost")),
    }
}

/// The value that a cell stands for when all is solved: wins take an odd number of plies, losses an even one.
/// `long` tells the distance of one that is [`LONG`].
pub fn value(cell: u8, long: impl FnOnce() -> u16) -> Option<Value> {
    match cell {
        UNREACHED => None,
        LONG => Some(Value::decided(long())),
        cell if cell < DECIDED => Some(Value::Draw),
        cell => Some(Value::decided(u16::from(cell - DECIDED))),
    }
}

/// The value that a cell stands for when all is solved, where none is [`LONG`].
///
/// # Panics
/// The cell is [`LONG`].
pub fn short(cell: u8) -> Option<Value> {
    value(cell, || unreachable!("the levels end before a cell cannot hold them"))
}

/// The cell of a node decided in so many plies.
pub const fn of(plies: u16) -> u8 {
    if plies < LONG_PLIES { DECIDED + plies as u8 } else { LONG }
}

/// Whether it matters how often a node is a predecessor of those decided at a level: each that is won takes
/// away one of its undecided successors, one that is lost decides it.
pub const fn is_counted(level: u16) -> bool {
    !level.is_multiple_of(2)
}

/// How a cell changes when a successor turns out lost (even distance) or won (odd), by cell.
pub fn transitions(distance: u16) -> [u8; 256] {
    let mut table = std::array::from_fn(|cell| cell as u8);
    for open in 2..DECIDED {
        let done = !is_counted(distance) || open == 2;
        table[usize::from(open)] = if done { of(distance + 1) } else { open - 1 };
    }
    table
}
