//! Random positions in which a mate is likely.

use super::exchange::Exchange;
use super::pieces::{BLACK_HAND, Kind, WHITE_HAND, file_rank, square};
use super::rules::Position;

/// SplitMix64: any seed will do, and a failure is repeated from its seed.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit
    }

    fn between(&mut self, least: i8, most: i8) -> i8 {
        least + self.below((most - least + 1) as u64) as i8
    }
}

/// A position of the set with black to move, the king not in check, its pieces mostly near the king or in black's hand
/// and the king mostly near the top.
pub fn near_mate(set: &[Kind], random: &mut Random) -> Exchange {
    loop {
        let position = placement(set, random);
        if position.is_some_and(|position| !position.in_check() && position.may_check()) {
            return Exchange::from(&position.expect("just looked at"));
        }
    }
}

fn placement(set: &[Kind], random: &mut Random) -> Option<Position> {
    let rank = random.below(9).min(random.below(9)).min(random.below(9));
    let mut position = Position::unused(set, square(random.below(9) as u8, rank as u8));
    position.count = 0;
    for i in 0..set.len() {
        let place = match random.below(20) {
            0..8 => near(position.king, random)?,
            8..12 => 81 + near(position.king, random)?,
            12..14 => 162 + near(position.king, random)?,
            14 => 243 + near(position.king, random)?,
            15..18 => BLACK_HAND,
            18 => random.below(324) as u16,
            _ => WHITE_HAND,
        };
        if !position.admits(position.kinds[i], place) {
            return None;
        }
        position.places[i] = place;
        position.count += 1;
    }
    Some(position)
}

/// A square at most two files and from two ranks above to four ranks below the king, if it is on the board.
fn near(king: u8, random: &mut Random) -> Option<u16> {
    let (file, rank) = file_rank(king);
    let (file, rank) = (file as i8 + random.between(-2, 2), rank as i8 + random.between(-2, 4));
    let on_board = (0..9).contains(&file) && (0..9).contains(&rank);
    on_board.then(|| square(file as u8, rank as u8) as u16)
}
