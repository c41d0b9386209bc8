//! A collection to look around in: by length, set, pieces and symmetry, some problems at a time, from any
//! place of it.
//!
//! Problems are in the order of their length, then their set, then their number. A page begins behind a
//! problem that is given, and is found by the indices of the file, or, where problems of no set are chosen by
//! their pieces, by what is remembered of them ([`ByPieces`]): a page of a collection of millions takes as
//! long as one of a small one.

use super::{
    CollectionError, Place, Provenance,
    by_pieces::{self, ByPieces},
    reader::FileEntry,
    sqlite::{self, Opened, QueryBudget, entry, unread},
};
use crate::Problem;
use rusqlite::{Connection, Row, params, params_from_iter, types::Value};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use yomikiri_core::{PageStart, PieceCounts, Shelf, ShelfFilter, ShelfPart};

/// The problems of no set, for each length.
type OfNoSet = HashMap<Option<u32>, ByPieces>;

/// A collection, opened to look around in.
pub struct Catalogue {
    path: PathBuf,
    database: Mutex<(Connection, QueryBudget)>,
    /// The words that ask for problems.
    select: &'static str,
    shelves: Vec<Shelf>,
    of_no_set: OfNoSet,
    last: u64,
}

impl Catalogue {
    /// Opens a collection of the form `.sqlite`, and counts it.
    ///
    /// # Errors
    /// The file is not there or is no such collection.
    pub fn open(path: &Path) -> Result<Self, CollectionError> {
        yomikiri_files::open(path).map_err(|error| CollectionError::io(path, error))?;
        Self::of(path, sqlite::open(path)?)
    }

    /// A collection that is in memory only.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn in_memory(problems: impl Iterator<Item = Problem>) -> Result<Self, CollectionError> {
        let path = Path::new("memory");
        let written = || -> std::io::Result<Connection> {
            let database = Connection::open_in_memory().map_err(sqlite::failed)?;
            let mut writer = sqlite::Writer::to(database, &Provenance::default())?;
            for (number, problem) in (1..).zip(problems) {
                super::Writer::push(&mut writer, number, &problem)?;
            }
            writer.indexed()
        };
        let mut database = written().map_err(|error| CollectionError::io(path, error))?;
        let opened = QueryBudget::with(&mut database)
            .and_then(|budget| Ok((budget, sqlite::select(&database)?)))
            .map_err(|error| unread(path, error))?;
        let (budget, select) = opened;
        Self::of(path, Opened { database, budget, select })
    }

    fn of(path: &Path, opened: Opened) -> Result<Self, CollectionError> {
        let Opened { database, budget, select } = opened;
        let counted = || {
            let (shelves, of_no_set) = shelves(&database, &budget)?;
            let last = database
                .query_row("SELECT coalesce(max(id), 0) FROM problem", [], |row| row.get::<_, i64>(0))?;
            Ok((shelves, of_no_set, last.max(0) as u64))
        };
        let (shelves, of_no_set, last) = counted().map_err(|error| unread(path, error))?;
        let database = Mutex::new((database, budget));
        Ok(Self { path: path.to_owned(), database, select, shelves, of_no_set, last })
    }

    /// How many problems there are of each length and set, in the order of the pages.
    pub fn shelves(&self) -> &[Shelf] {
        &self.shelves
    }

    /// The largest number of a problem.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// The first problem whose number is at least `number`.
    ///
    /// # Errors
    /// The file cannot be read, or the problem cannot be understood.
    pub fn problem_from(&self, number: u64) -> Result<Option<(u64, Problem)>, CollectionError> {
        let select = format!("{} WHERE id >= ?1 ORDER BY id LIMIT 1", self.select);
        self.ask(|database| {
            database.prepare_cached(&select)?.query_map([row_id(number)], entry)?.next().transpose()
        })?
        .map(|entry| self.read(&entry))
        .transpose()
    }

    /// At most so many problems, in order; rows that are none that can be understood are passed over.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn page(
        &self,
        filter: &ShelfFilter,
        mut start: PageStart,
        most: usize,
    ) -> Result<Vec<(u64, Problem)>, CollectionError> {
        let backward = matches!(start, PageStart::Before(_));
        let mut found: Vec<(u64, Problem)> = Vec::new();
        loop {
            let wanted = most - found.len();
            let rows = self.ask(|database| self.entries(database, filter, start, wanted))?;
            let farthest = if backward { rows.first() } else { rows.last() };
            let farthest = farthest.filter(|_| rows.len() == wanted).map(FileEntry::row_number);
            let problems = rows.iter().filter_map(|entry| self.read(entry).ok());
            let place = if backward { 0 } else { found.len() };
            found.splice(place..place, problems);
            let Some(number) = farthest.filter(|_| found.len() < most) else { return Ok(found) };
            start = if backward { PageStart::Before(number) } else { PageStart::After(number) };
        }
    }

    /// The rows of a page: shelf by shelf from the one of the problem that the page begins at.
    fn entries(
        &self,
        database: &Connection,
        filter: &ShelfFilter,
        start: PageStart,
        most: usize,
    ) -> rusqlite::Result<Vec<FileEntry>> {
        let backward = matches!(start, PageStart::Before(_));
        let from = match start {
            PageStart::First => None,
            PageStart::After(number) | PageStart::Before(number) => match self.place(database, number)? {
                // Beside what is not there is nothing.
                None => return Ok(Vec::new()),
                place => place,
            },
        };
        let place = from.map_or(0, |(shelf, _)| shelf);
        let wanted: Vec<usize> = if backward {
            (0..=place.min(self.shelves.len().saturating_sub(1))).rev().collect()
        } else {
            (place..self.shelves.len()).collect()
        };
        let mut found = Vec::new();
        for at in wanted {
            let Some(shelf) = self.shelves.get(at).filter(|shelf| filter.count(shelf) > 0) else { continue };
            let number = from.filter(|(own, _)| *own == at).map(|(_, number)| number);
            let wanted = Wanted { shelf, filter, number, backward };
            let left = most - found.len();
            // All problems of a set have its pieces.
            let by_pieces = self.of_no_set.get(&shelf.plies).filter(|_| shelf.set.is_empty());
            match by_pieces.filter(|_| !filter.pieces.is_empty()) {
                Some(problems) => found.extend(wanted.chosen(database, self.select, problems, left)?),
                None => found.extend(wanted.rows(database, self.select, left)?),
            }
            if found.len() == most {
                break;
            }
        }
        if backward {
            found.reverse();
        }
        Ok(found)
    }

    /// The shelf of a problem, and its number.
    fn place(&self, database: &Connection, number: u64) -> rusqlite::Result<Option<(usize, i64)>> {
        let mut select = database.prepare_cached("SELECT plies, piece_set FROM problem WHERE id = ?1")?;
        let mut rows = select.query([row_id(number)])?;
        let Some((plies, set)) = rows.next()?.map(shelf_of).transpose()?.flatten() else { return Ok(None) };
        let shelf = self.shelves.iter().position(|shelf| shelf.plies == plies && shelf.set == set);
        Ok(shelf.map(|shelf| (shelf, row_id(number))))
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, CollectionError> {
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        database.1.anew(1);
        question(&database.0).map_err(|error| unread(&self.path, error))
    }

    fn read(&self, entry: &FileEntry) -> Result<(u64, Problem), CollectionError> {
        Ok((entry.row_number(), entry.problem(&self.path)?))
    }
}

impl FileEntry {
    /// The number of a row of a database.
    fn row_number(&self) -> u64 {
        let Place::Row(number) = self.place else { unreachable!("rows come from a table") };
        number as u64
    }
}

/// The length and the set that a row begins with; none where that is no text, which is a problem of no shelf.
fn shelf_of(row: &Row<'_>) -> rusqlite::Result<Option<(Option<u32>, String)>> {
    let plies = row.get(0)?;
    Ok(row.get_ref(1)?.as_str().ok().map(|set| (plies, set.to_owned())))
}

/// A number as the database counts.
fn row_id(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Problems of a shelf behind or before a number.
struct Wanted<'a> {
    shelf: &'a Shelf,
    filter: &'a ShelfFilter,
    number: Option<i64>,
    backward: bool,
}

impl Wanted<'_> {
    /// Their rows, the nearest first.
    fn rows(&self, database: &Connection, select: &str, most: usize) -> rusqlite::Result<Vec<FileEntry>> {
        let (select, values) = self.question(select, most);
        database.prepare_cached(&select)?.query_map(params_from_iter(values), entry)?.collect()
    }

    /// Those of them that are made of the pieces that are asked for, of a shelf of no set.
    fn chosen(
        &self,
        database: &Connection,
        select: &str,
        problems: &ByPieces,
        most: usize,
    ) -> rusqlite::Result<Vec<FileEntry>> {
        let mut select = database.prepare_cached(&format!("{select} WHERE id = ?1"))?;
        let parts = self.shelf.parts();
        let numbers = problems.nearest(parts, self.filter, self.number, self.backward);
        let rows = numbers.take(most).map(|number| select.query_map([number], entry)?.next().transpose());
        rows.filter_map(Result::transpose).collect()
    }

    /// The words that ask for so many of them, and the values in them.
    fn question(&self, select: &str, most: usize) -> (String, [Value; 4]) {
        let Self { shelf, filter, number, backward } = *self;
        // The words that the indices are made with: a planner takes the small one of symmetric problems.
        let symmetric = if filter.symmetric { " AND symmetric = 1" } else { "" };
        let (beside, order) = if backward { ("<", "DESC") } else { (">", "ASC") };
        let select = format!(
            "{select} WHERE plies IS ?1 AND piece_set = ?2{symmetric} AND id {beside} ?3 ORDER BY id {order} LIMIT ?4"
        );
        let plies = shelf.plies.map_or(Value::Null, |plies| i64::from(plies).into());
        let number = number.unwrap_or(if backward { i64::MAX } else { i64::MIN });
        (select, [plies, shelf.set.clone().into(), number.into(), (most as i64).into()])
    }
}

/// Pages of the budget that a query has, for one that counts all rows.
const COUNTING: u32 = 100;

/// Counts by length and set, and without a set by the pieces, with the problems that these are of.
fn shelves(database: &Connection, budget: &QueryBudget) -> rusqlite::Result<(Vec<Shelf>, OfNoSet)> {
    let count = |condition: &str| {
        budget.anew(COUNTING);
        let select = format!(
            "SELECT plies, piece_set, count(*) FROM problem{condition} GROUP BY plies, piece_set ORDER BY plies, piece_set"
        );
        let counted = |row: &Row<'_>| {
            let problems = row.get::<_, i64>(2)? as u64;
            Ok(shelf_of(row)?.map(|(plies, set)| (plies, set, problems)))
        };
        let mut select = database.prepare(&select)?;
        let shelves = select.query_map(params![], counted)?.filter_map(Result::transpose);
        shelves.collect::<rusqlite::Result<Vec<_>>>()
    };
    let (all, symmetric) = (count("")?, count(" WHERE symmetric = 1")?);
    let has_others = all.iter().any(|(_, set, _): &(Option<u32>, String, _)| set.is_empty());
    budget.anew(COUNTING);
    let mut counted = if has_others { by_pieces::read(database)? } else { HashMap::new() };
    let mut of_no_set = HashMap::new();
    let shelf = |(plies, set, problems): (Option<u32>, String, u64)| {
        let own = symmetric.iter().find(|(own, of, _)| (*own, of) == (plies, &set));
        let symmetric = own.map_or(0, |(_, _, count)| *count);
        let parts = if set.is_empty() {
            let (parts, problems) = counted.remove(&plies).unwrap_or_default();
            of_no_set.insert(plies, problems);
            parts
        } else {
            vec![ShelfPart { pieces: PieceCounts::of(&set), problems, symmetric }]
        };
        Shelf::new(plies, set, parts)
    };
    let shelves = all.into_iter().map(shelf).collect();
    Ok((shelves, of_no_set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    /// Of the problems one in so many is its own mirror image: a page of them that looked at the others too
    /// would take some thousand steps a problem.
    const RARE: u64 = 1000;

    /// The sets and the lengths of the problems, in turn; the last are of no set, and two in so many of these
    /// have two golds and a knight.
    const SETS: [&str; 4] = ["GGP", "NNNN", "SNP", ""];
    const PLIES: [u32; 3] = [1, 3, 5];

    /// A collection of so many problems, and a count of the steps that the database's machine takes from now
    /// on.
    fn collection(problems: u64) -> (Catalogue, Arc<AtomicU64>) {
        let database = Connection::open_in_memory().unwrap();
        let mut database = sqlite::Writer::to(database, &Provenance::default()).unwrap().indexed().unwrap();
        let set = SETS.map(|set| format!("WHEN ? THEN '{set}'"));
        let set: String =
            (0..).zip(set).map(|(at, case)| case.replace('?', &format!("{at}")) + " ").collect();
        let rows = format!(
            "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {problems}) \
            INSERT INTO problem SELECT i, '4k4/9/4P4/9/9/9/9/9/9 b G 1', 1 + 2 * (i / 4 % 3), '', CASE WHEN i / 12 % {RARE} < 2 THEN 'GGNp' ELSE 'GP' END, 0, \
            i / 12 % {RARE} = 0, i, CASE i % 4 {set} END, NULL FROM numbers"
        );
        database.execute(&rows, []).unwrap();
        let budget = QueryBudget::with(&mut database).unwrap();
        let select = sqlite::select(&database).unwrap();
        let catalogue = Catalogue::of(Path::new("memory"), Opened { database, budget, select }).unwrap();
        let steps = Arc::new(AtomicU64::new(0));
        let counted = steps.clone();
        let count = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            false
        };
        catalogue.database.lock().unwrap().0.progress_handler(1, Some(count)).unwrap();
        (catalogue, steps)
    }

    /// Each filter that the pages offer, and some together.
    fn filters() -> Vec<ShelfFilter> {
        let all = ShelfFilter::default;
        let (plies, set) = (Some(PLIES[1]), Some(SETS[1].to_owned()));
        let mut filters = vec![
            all(),
            ShelfFilter { plies, ..all() },
            ShelfFilter { set: set.clone(), ..all() },
            ShelfFilter { set: Some(String::new()), ..all() },
            ShelfFilter { pieces: "GP".into(), ..all() },
            ShelfFilter { pieces: "NP".into(), set: Some(String::new()), ..all() },
            ShelfFilter { pieces: "GG".into(), plies, ..all() },
            ShelfFilter { plies, set, pieces: "N".into(), symmetric: false },
        ];
        let symmetric = filters.iter().map(|filter| ShelfFilter { symmetric: true, ..filter.clone() });
        filters.extend(symmetric.collect::<Vec<_>>());
        filters
    }

    /// The steps of the longest of the first, the middle and the last pages, forward and backward, and the
    /// filter that it is of.
    fn longest(problems: u64) -> (u64, ShelfFilter) {
        const PAGE: usize = 25;
        let (catalogue, steps) = collection(problems);
        let mut longest = (0, ShelfFilter::default());
        for filter in filters() {
            let middles = (1..4).map(|quarter| quarter * problems / 4);
            let near = middles.chain([1, problems - 1]).flat_map(|number| {
                [PageStart::After(number), PageStart::Before(number), PageStart::After(number + 12)]
            });
            for start in [PageStart::First].into_iter().chain(near) {
                steps.store(0, Ordering::Relaxed);
                let page = catalogue.page(&filter, start, PAGE).unwrap();
                let own = steps.load(Ordering::Relaxed);
                assert!(own > 0 && page.len() <= PAGE);
                if start == PageStart::First {
                    let count = catalogue.shelves().iter().map(|shelf| filter.count(shelf)).sum::<u64>();
                    assert_eq!(page.len() as u64, count.min(PAGE as u64), "{filter:?}");
                }
                if own > longest.0 {
                    longest = (own, filter.clone());
                }
            }
        }
        longest
    }

    /// A page takes as many steps in a collection of a hundred thousand problems as in one of a hundredth of
    /// that, whatever it is asked for: nothing is scanned, sorted or skipped.
    #[test]
    fn a_page_takes_as_long_in_a_large_collection_as_in_a_small_one() {
        let (few, many) = (longest(24_000), longest(240_000));
        assert!(many.0 <= few.0 + few.0 / 4, "{many:?} steps, not {few:?}");
        assert!(many.0 < 2000, "{many:?} steps");
    }

    /// What is said of the steps is said by the planner too.
    #[test]
    fn pages_are_found_by_an_index_and_not_sorted() {
        let (catalogue, _) = collection(240);
        let database = &catalogue.database.lock().unwrap().0;
        for (filter, backward) in filters().iter().flat_map(|filter| [(filter, false), (filter, true)]) {
            let by_index = |shelf: &&Shelf| filter.pieces.is_empty() || !shelf.set.is_empty();
            for shelf in catalogue.shelves().iter().filter(by_index) {
                let wanted = Wanted { shelf, filter, number: Some(100), backward };
                let (select, values) = wanted.question(catalogue.select, 25);
                let mut plan = database.prepare(&format!("EXPLAIN QUERY PLAN {select}")).unwrap();
                let told = plan.query_map(params_from_iter(values), |row| row.get::<_, String>(3)).unwrap();
                let told: Vec<String> = told.map(Result::unwrap).collect();
                let index = if filter.symmetric { "problem_symmetric" } else { "problem_plies" };
                let expected = format!("SEARCH problem USING INDEX {index} (plies=? AND piece_set=? AND ");
                assert!(told.len() == 1 && told[0].starts_with(&expected), "{filter:?}: {told:?}");
            }
        }
    }
}
