//! Values in their order, in a byte: what one worker tells another where it asks for the best.
//!
//! Only of values that a [cell](crate::cell) can hold: won in an odd number of plies, lost in an even one.

use crate::cell::LONG_PLIES;
use yomikiri_core::Value;

/// Below all ranks: there is no value, as of a node without a successor.
pub const NONE: u8 = 0;
/// Above all ranks: a value is missing.
pub const MISSING: u8 = u8::MAX;

/// The rank of a draw: below it what is lost, above it what is won.
pub const DRAW: u8 = 1 << 7;

const _: () = assert!(1 + LONG_PLIES / 2 < DRAW as u16 && MISSING as u16 - 1 - LONG_PLIES / 2 > DRAW as u16);

/// The rank of a value for the side to move: greater is better.
pub fn rank(value: Value) -> u8 {
    match value {
        Value::Loss(plies) => 1 + half(plies),
        Value::Draw => DRAW,
        Value::Win(plies) => MISSING - 1 - half(plies),
    }
}

/// Every other number of plies is that of a value of this kind.
fn half(plies: u16) -> u8 {
    debug_assert!(plies <= LONG_PLIES, "a cell does not hold {plies} plies");
    (plies / 2) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_the_order_of_values() {
        let mut values: Vec<Value> = (0..=LONG_PLIES).map(Value::decided).collect();
        values.push(Value::Draw);
        values.sort();
        let ranks: Vec<u8> = values.into_iter().map(rank).collect();
        assert!(ranks.is_sorted_by(|one, next| one < next));
        assert!(ranks[0] > NONE && ranks[ranks.len() - 1] < MISSING);
    }
}
