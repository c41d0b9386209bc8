//! Random positions in which mates are likely, long ones too.

use std::collections::{BTreeMap, HashSet};

use super::exchange::Exchange;
use super::judge::Verdict;
use super::pieces::{BLACK_HAND, Kind, PROMOTED, WHITE, WHITE_HAND, file_rank, square};
use super::rules::Position;
use super::search::Searcher;
use yomikiri_core::Random;

fn pick<'a, T>(random: &mut Random, from: &'a [T]) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[random.below(from.len())])
}

fn between(random: &mut Random, least: i8, most: i8) -> i8 {
    least + random.below((most - least + 1) as usize) as i8
}

/// Different positions of a set with black to move, the king not in check, and what there is to find within
/// the bound: half of them no mates, a quarter mates in one, the rest longer; fewer if the set has not so
/// many. The same seed gives the same positions.
pub fn decided(set: &[Kind], seed: u64, count: usize, bound: u8) -> Vec<(Exchange, Option<Verdict>)> {
    let mut random = Random::new(seed);
    let mut searcher = Searcher::new(bound);
    let mut seen = HashSet::new();
    let mut found = BTreeMap::new();
    let mut decided = Vec::new();
    for _ in 0..200 * count {
        if decided.len() == count {
            break;
        }
        let position = draw(set, &found, &mut random);
        let Some(position) = position.filter(|position| !position.in_check() && position.may_check()) else {
            continue;
        };
        let exchange = Exchange::from(&position);
        let verdict = searcher.decide(&exchange).expect("a position made by the rules");
        let length = verdict.map_or(0, |verdict| verdict.length);
        let of_the_kind = found.entry(length).or_default();
        let enough = match length {
            0 => count / 2,
            1 => count / 4,
            _ => count,
        };
        if of_the_kind.len() < enough && seen.insert(exchange.clone()) {
            of_the_kind.push(position);
            decided.push((exchange, verdict));
        }
    }
    decided
}

/// A random placement, or one of the positions found with one piece elsewhere: mates are near mates. All
/// lengths have equal chances to be varied, for else nearly all would be mates in one.
fn draw(set: &[Kind], found: &BTreeMap<u8, Vec<Position>>, random: &mut Random) -> Option<Position> {
    if random.below(8) == 0 {
        return placement(set, random);
    }
    let lengths: Vec<&Vec<Position>> = found.values().collect();
    let of_a_length = pick(random, &lengths)?;
    let mut position = *pick(random, of_a_length)?;
    // The last piece is the one to go: the order of like pieces does not matter, nor does that of kinds to
    // the rules.
    let (last, piece) = (position.count as usize - 1, random.below(position.count as usize));
    position.kinds.swap(piece, last);
    position.places.swap(piece, last);
    position.count -= 1;
    place_next(&mut position, random)?;
    Some(position)
}

/// The king mostly near the top, the pieces mostly near the king or in black's hand.
fn placement(set: &[Kind], random: &mut Random) -> Option<Position> {
    let rank = random.below(9).min(random.below(9)).min(random.below(9));
    let mut position = Position::unused(set, square(random.below(9) as u8, rank as u8));
    position.count = 0;
    for _ in set {
        place_next(&mut position, random)?;
    }
    Some(position)
}

/// Puts one more piece somewhere, if it may be there.
fn place_next(position: &mut Position, random: &mut Random) -> Option<()> {
    let place = match random.below(20) {
        0..8 => near(position.king, random)?,
        8..12 => PROMOTED + near(position.king, random)?,
        12..14 => WHITE + near(position.king, random)?,
        14 => WHITE + PROMOTED + near(position.king, random)?,
        15..18 => BLACK_HAND,
        18 => random.below(BLACK_HAND as usize) as u16,
        _ => WHITE_HAND,
    };
    let i = position.count as usize;
    position.admits(position.kinds[i], place).then(|| {
        position.places[i] = place;
        position.count += 1;
    })
}

/// A square at most two files and from two ranks above to four ranks below the king, if it is on the board.
fn near(king: u8, random: &mut Random) -> Option<u16> {
    let (file, rank) = file_rank(king);
    let (file, rank) = (file as i8 + between(random, -2, 2), rank as i8 + between(random, -2, 4));
    let on_board = (0..9).contains(&file) && (0..9).contains(&rank);
    on_board.then(|| square(file as u8, rank as u8) as u16)
}
