//! A random position with a value that is asked for, of a game that has a table: drawn where many positions
//! have the value, and out of the table where few do.

use crate::{
    failure::Failure,
    game::{Finder, Tabled},
};
use yomikiri_core::{Explore, Random, Value, ValueFilter, Worth};
use yomikiri_table::Header;

/// Numbers that are drawn, on the mean, until a position has the value: half a second's. Where it takes more,
/// the table is asked.
const DRAWN: u64 = 20_000;

/// As many times that are drawn at the most: of a thousand questions seven are then left to the table.
const LUCK: u64 = 5;

/// A game with its table.
pub struct Known<'a> {
    pub game: &'a dyn Tabled,
    pub explore: &'a dyn Explore,
    pub finder: &'a dyn Finder,
    /// What the table tells of itself.
    pub header: &'a Header,
}

/// A position where the game goes on and whose value is wanted; none if none has such a value, or if
/// `is_over` said that nobody waits for it any more.
pub fn position(
    known: &Known<'_>,
    filter: ValueFilter,
    random: &mut Random,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<String>, Failure> {
    if filter.plies.is_some() && !known.header.kind.has_distances() {
        let expected = "expected any, win, draw or loss alone: the table tells no distances";
        return Err(Failure::input(format!("--random: {expected}")));
    }
    let mut wanted = counts(known.header);
    wanted.retain(|&(value, count)| count > 0 && filter.admits(value));
    let count: u64 = wanted.iter().map(|&(_, count)| count).sum();
    let Some(numbers) = known.game.numbers().checked_div(count) else { return Ok(None) };
    if numbers <= DRAWN {
        for _ in 0..LUCK * numbers.max(DRAWN / LUCK) {
            if is_over() {
                return Ok(None);
            }
            let Some(pos) = known.game.at_random(random) else { continue };
            let node = known.explore.open(&pos).map_err(|error| Failure::parse("POS", &error))?;
            let Worth { value, over, .. } = node.worth()?;
            if !over && value.is_some_and(|value| filter.admits(value)) {
                return Ok(Some(pos));
            }
        }
    }
    // Each value as likely as it is frequent.
    let mut place = random.next() % count;
    let chosen = wanted.into_iter().find(|&(_, count)| match place.checked_sub(count) {
        Some(rest) => {
            place = rest;
            false
        }
        None => true,
    });
    chosen.map_or(Ok(None), |(value, _)| known.finder.position_with(value, random, is_over))
}

/// How many positions have each value, mirror images as one. A table of a program that did not tell how many
/// have each distance is taken to have one of each.
fn counts(header: &Header) -> Vec<(Value, u64)> {
    let Header { win, draw, loss, longest_win, ref by_plies, kind, .. } = *header;
    let mut counts = vec![(Value::Draw, draw)];
    match (kind.has_distances(), by_plies.is_empty()) {
        (false, _) => counts.extend([(Value::Win(Value::UNTOLD), win), (Value::Loss(Value::UNTOLD), loss)]),
        (true, true) => {
            counts.extend((0..=longest_win.unwrap_or(0)).map(|plies| (Value::decided(plies), 1)));
        }
        (true, false) => {
            counts.extend((0..).zip(by_plies).map(|(plies, &count)| (Value::decided(plies), count)));
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{commands::solve::make_table, game::WithTable, registry};
    use std::collections::BTreeSet;

    /// Each value that the census counts is found, and none that it does not; of the rarest all positions.
    #[test]
    fn every_value_that_there_is_is_found() {
        let game = registry::open_usual("dobutsu-chicks").unwrap();
        let tabled = game.tabled().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("chicks.yomi");
        make_table(tabled, &path).unwrap();
        let WithTable { explore, finder, header } = tabled.with_table(&path).unwrap();
        let known = Known { game: tabled, explore: &*explore, finder: &*finder, header: &header };
        let counts = counts(&header);
        assert!(counts.len() > 5, "{counts:?}");
        let mut random = Random::new(1);
        let mut find = |value: Value| {
            let filter = ValueFilter { wdl: Some(value.wdl()), plies: value.plies() };
            position(&known, filter, &mut random, &|| false).unwrap()
        };
        for (value, count) in counts {
            let found: BTreeSet<String> = (0..3).filter_map(|_| find(value)).collect();
            assert_eq!(found.is_empty(), count == 0, "{value:?} {count}");
            for pos in &found {
                let worth = explore.open(pos).unwrap().worth().unwrap();
                assert_eq!((worth.value, worth.over), (Some(value), false), "{pos}");
            }
        }
        assert_eq!(find(Value::Loss(400)), None);
        // By the table alone, as of values that few have.
        let rare = |value, random: &mut _| finder.position_with(value, random, &|| false).unwrap();
        let mut random = Random::new(2);
        for value in [Value::Draw, Value::Loss(2), Value::Win(1), Value::Win(3)] {
            if let Some(pos) = rare(value, &mut random) {
                assert_eq!(explore.open(&pos).unwrap().worth().unwrap().value, Some(value));
            }
        }
    }
}
