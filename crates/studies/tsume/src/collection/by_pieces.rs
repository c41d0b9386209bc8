//! Problems of no set, found by their pieces.
//!
//! No index of a database answers which problems have at least two golds and a pawn, by number and from any
//! place. So the kinds of pieces that occur together are counted when a collection is opened, and of each
//! problem is remembered of which kind it is: 12 bytes. A page then looks at the kinds once, and at the
//! problems from its beginning on in memory, a nanosecond each, and asks the file for those that it shows.

use rusqlite::{Connection, Row};
use std::collections::HashMap;
use yomikiri_core::{PieceCounts, ShelfFilter, ShelfPart};

/// The problems of no set and of one length, in the order of their numbers.
#[derive(Default)]
pub(super) struct ByPieces {
    numbers: Vec<i64>,
    /// For each of them twice the place of its part on the shelf, and 1 more for its own mirror image.
    kinds: Vec<u32>,
}

/// The parts of a shelf, and the problems that they are made of.
pub(super) type Counted = (Vec<ShelfPart>, ByPieces);

/// Reads the problems of no set, by their length.
pub(super) fn read(database: &Connection) -> rusqlite::Result<HashMap<Option<u32>, Counted>> {
    let select = "SELECT id, plies, pieces, symmetric = 1 FROM problem WHERE piece_set = '' ORDER BY id";
    let columns = |row: &Row<'_>| {
        let pieces = PieceCounts::of(row.get_ref(2)?.as_str().unwrap_or_default());
        Ok((row.get(0)?, row.get(1)?, pieces, row.get(3)?))
    };
    let (mut shelves, mut places) = (HashMap::<_, Counted>::new(), HashMap::new());
    for row in database.prepare(select)?.query_map([], columns)? {
        let (number, plies, pieces, symmetric): (i64, Option<u32>, _, bool) = row?;
        let (parts, problems) = shelves.entry(plies).or_default();
        let place = *places.entry((plies, pieces)).or_insert_with(|| {
            parts.push(ShelfPart { pieces, problems: 0, symmetric: 0 });
            parts.len() - 1
        });
        parts[place].problems += 1;
        parts[place].symmetric += u64::from(symmetric);
        problems.numbers.push(number);
        problems.kinds.push(2 * place as u32 + u32::from(symmetric));
    }
    for (_, problems) in shelves.values_mut() {
        problems.numbers.shrink_to_fit();
        problems.kinds.shrink_to_fit();
    }
    Ok(shelves)
}

impl ByPieces {
    /// The numbers of those that pass, the nearest to a number first, behind it or before it.
    pub(super) fn nearest(
        &self,
        parts: &[ShelfPart],
        filter: &ShelfFilter,
        number: Option<i64>,
        backward: bool,
    ) -> impl Iterator<Item = i64> {
        let wanted = PieceCounts::of(&filter.pieces);
        let of_part = |part: &ShelfPart| {
            let has_pieces = part.pieces.contains(&wanted);
            [has_pieces && !filter.symmetric, has_pieces]
        };
        let passing: Vec<bool> = parts.iter().flat_map(of_part).collect();
        let (first, end) = match number {
            None => (0, self.numbers.len()),
            Some(number) if backward => (0, self.numbers.partition_point(|own| *own < number)),
            Some(number) => (self.numbers.partition_point(|own| *own <= number), self.numbers.len()),
        };
        let at = move |step| if backward { first + end - 1 - step } else { step };
        (first..end).map(at).filter(move |&at| passing[self.kinds[at] as usize]).map(|at| self.numbers[at])
    }
}
