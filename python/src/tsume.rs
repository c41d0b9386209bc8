//! Mating problems: enumerated, checked, solved.

use crate::{
    failure::{environment, unusable},
    interrupt::Interrupt,
    memory,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use yomikiri_core::play::NoProgress;
use yomikiri_search::DfPnInfo;
use yomikiri_shogi::{Move, Position, usi};
use yomikiri_tsume::{
    self as tsume, CheckResult, PieceSet, Problem, Reading, SolveOptions, SolveResult,
    enumerate::{self, Conventions},
    lengths::Undecided,
    rules,
    setup::{self, UnlistedPieces},
};

// Said in the signature below, where only a literal is shown by `help`.
const _: () = assert!(enumerate::LONGEST == 63);

/// All problems of a piece set such as `"NNN"`: counts, and an iterator over the problems.
#[pyclass(module = "yomikiri.tsume", frozen)]
pub struct Enumeration {
    set: String,
    images: bool,
    found: Arc<enumerate::Enumeration>,
}

#[pymethods]
impl Enumeration {
    /// `plies` leaves out longer mates, `images` counts mirror images as problems of their own. Nothing
    /// interrupts it; it raises `MemoryError` before it begins where there is less than `estimate` tells.
    #[new]
    #[pyo3(signature = (set, *, plies=63, images=true))]
    fn new(py: Python<'_>, set: &str, plies: u8, images: bool) -> PyResult<Self> {
        let set: PieceSet = set.parse().map_err(unusable)?;
        let conventions = Conventions { mirror_once: !images, ..Conventions::default() };
        memory::ensure(py.detach(|| enumerate::Enumeration::needs(&set, conventions).memory))?;
        let found = py.detach(|| enumerate::Enumeration::new(&set, conventions, plies, &NoProgress));
        Ok(Self { set: set.to_string(), images, found: Arc::new(found) })
    }

    /// The bytes of memory that the enumeration of a set takes, roughly.
    #[staticmethod]
    fn estimate(py: Python<'_>, set: &str) -> PyResult<u64> {
        let set: PieceSet = set.parse().map_err(unusable)?;
        Ok(py.detach(|| enumerate::Enumeration::needs(&set, Conventions::default()).memory))
    }

    /// The pieces.
    #[getter]
    fn set(&self) -> &str {
        &self.set
    }

    /// How many positions are mate in exactly so many plies, by that number.
    #[getter]
    fn mates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_plies(py, &self.found.tally().mates)
    }

    /// How many of them are sound problems, by their plies.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_plies(py, &self.found.tally().problems)
    }

    /// How many problems there are of one ply or more.
    fn __len__(&self) -> usize {
        self.found.tally().problems.iter().skip(1).sum::<u64>() as usize
    }

    fn __iter__(&self) -> Problems {
        let lengths = self.found.tally().problems.len();
        let rest = Rest { plies: 0, lengths, ready: VecDeque::new() };
        Problems { found: self.found.clone(), images: self.images, rest: Mutex::new(rest) }
    }

    fn __repr__(&self) -> String {
        format!("<Enumeration {}, {} problems>", self.set, self.__len__())
    }
}

/// Counts that are not zero, by length.
fn by_plies<'py>(py: Python<'py>, counts: &[u64]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (plies, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        dict.set_item(plies, count)?;
    }
    Ok(dict)
}

/// The problems of an enumeration one after the other, short ones first: dicts of `sfen`, `plies`, `line`,
/// `set`.
#[pyclass(module = "yomikiri.tsume", frozen)]
pub struct Problems {
    found: Arc<enumerate::Enumeration>,
    images: bool,
    rest: Mutex<Rest>,
}

/// What has not been given yet: all of a length are made at once.
struct Rest {
    plies: usize,
    lengths: usize,
    ready: VecDeque<Problem>,
}

impl Rest {
    fn next(&mut self, found: &enumerate::Enumeration, images: bool) -> Option<Problem> {
        while self.ready.is_empty() && self.plies < self.lengths {
            self.plies += 1;
            self.ready = found.problems_in(self.plies, images).collect();
        }
        self.ready.pop_front()
    }
}

#[pymethods]
impl Problems {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let next = py.detach(|| {
            self.rest.lock().unwrap_or_else(PoisonError::into_inner).next(&self.found, self.images)
        });
        let Some(problem) = next else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("sfen", problem.sfen())?;
        dict.set_item("plies", problem.plies())?;
        dict.set_item("line", line(py, &problem.line)?)?;
        dict.set_item("set", &problem.set)?;
        Ok(Some(dict))
    }
}

/// Moves in USI.
fn line<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.iter().map(|&mv| usi::write(rules(), mv)))
}

/// A problem from SFEN, as the commands read it.
fn read(sfen: &str, given_hands: bool) -> PyResult<Position<u128>> {
    setup::read(rules(), sfen, UnlistedPieces::of(given_hands)).map_err(unusable)
}

/// A search's limit of time.
fn limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let limit = seconds.map(Duration::try_from_secs_f64).transpose();
    limit.map_err(|error| unusable(format!("seconds: {error}")))
}

/// Does a search, which asks whether it may go on, until it is done, the time is up or Python is interrupted.
fn in_time<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    search: impl FnOnce(&mut dyn FnMut(&DfPnInfo) -> bool) -> T + Send,
) -> PyResult<T> {
    let began = Instant::now();
    let mut interrupt = Interrupt::new();
    let done = py
        .detach(|| search(&mut |_| limit.is_none_or(|limit| began.elapsed() < limit) && interrupt.goes_on()));
    interrupt.or(done)
}

/// Why something is not decided, in the words of `--json`.
const fn cause(has_given_up: bool) -> &'static str {
    if has_given_up { "memory" } else { "time" }
}

/// Bytes, of mebibytes.
fn bytes(memory: usize) -> PyResult<usize> {
    let wrong = || unusable(format!("memory: expected a number of mebibytes, not {memory}"));
    memory.max(1).checked_mul(1 << 20).ok_or_else(wrong)
}

/// Says of problems whether they are sound, and why not.
#[pyclass(module = "yomikiri.tsume", frozen)]
pub struct Checker(Mutex<Box<tsume::Checker>>);

#[pymethods]
impl Checker {
    /// `memory` is what it remembers positions in, in mebibytes.
    #[new]
    #[pyo3(signature = (*, memory=64))]
    fn new(memory: usize) -> PyResult<Self> {
        let checker = tsume::Checker::new(bytes(memory)?, Reading::default()).map_err(environment)?;
        Ok(Self(Mutex::new(Box::new(checker))))
    }

    /// Checks a problem: a dict of `sfen`, `sound` (`None` if it is not decided), `undecided` (`None`, or
    /// what was not enough: `time` or `memory`), `plies` (of what is not decided, at most so many, if that
    /// is known), `line`, `cooks`, `leftover`.
    /// Pieces that are neither on the board nor in the attacker's hand are the defender's; with `given_hands`
    /// the defender holds what the SFEN says.
    #[pyo3(signature = (sfen, *, seconds=None, given_hands=false))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        sfen: &str,
        seconds: Option<f64>,
        given_hands: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (pos, limit) = (read(sfen, given_hands)?, limit(seconds)?);
        // All is asked under one lock, which nobody takes who holds Python's.
        let (checked, bound) = in_time(py, limit, |watch| {
            let mut checker = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let checked = checker.check(&pos, watch);
            let bound = checked.as_ref().err().and_then(|_| checker.bound(&pos));
            (checked, bound)
        })?;
        let sound = checked.as_ref().ok().map(CheckResult::is_sound);
        let undecided = checked.as_ref().err().map(|&why| cause(why == Undecided::Memory));
        let plies = checked.as_ref().map_or(bound, |found| found.plies);
        let found = checked.unwrap_or_default();
        let cooks = found.cooks.iter().map(|cook| {
            let dict = PyDict::new(py);
            dict.set_item("ply", cook.ply())?;
            dict.set_item("move", usi::write(rules(), cook.mv))?;
            dict.set_item("plies", cook.plies)?;
            Ok(dict)
        });
        let leftover = found.leftover.iter().filter_map(|&kind| Some(rules().variant().face(kind)?.letter));
        let dict = PyDict::new(py);
        dict.set_item("sfen", sfen)?;
        dict.set_item("sound", sound)?;
        dict.set_item("undecided", undecided)?;
        dict.set_item("plies", plies)?;
        dict.set_item("line", line(py, &found.line)?)?;
        dict.set_item("cooks", PyList::new(py, cooks.collect::<PyResult<Vec<_>>>()?)?)?;
        dict.set_item("leftover", leftover.collect::<Vec<_>>())?;
        Ok(dict)
    }
}

/// Finds mates by proof-number search.
#[pyclass(module = "yomikiri.tsume", frozen)]
pub struct Solver(Mutex<Box<tsume::Solver>>);

#[pymethods]
impl Solver {
    /// `memory` is what it remembers positions in, in mebibytes.
    #[new]
    #[pyo3(signature = (*, memory=64))]
    fn new(memory: usize) -> PyResult<Self> {
        let solver = tsume::Solver::new(bytes(memory)?).map_err(environment)?;
        Ok(Self(Mutex::new(Box::new(solver))))
    }

    /// Solves a position: a dict of `sfen`, `mate` (`None` if it is not decided), `undecided` as in
    /// `Checker.check`, `plies`, `exact`, `line`.
    /// With `shortest` the mate is the shortest. `given_hands` as in `Checker.check`.
    #[pyo3(signature = (sfen, *, seconds=None, shortest=false, given_hands=false))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        sfen: &str,
        seconds: Option<f64>,
        shortest: bool,
        given_hands: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (pos, limit) = (read(sfen, given_hands)?, limit(seconds)?);
        let options = SolveOptions { shortest, ..SolveOptions::default() };
        let (solved, has_given_up) = in_time(py, limit, |watch| {
            let mut solver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            (solver.solve(&pos, &options, watch), solver.has_given_up())
        })?;
        let undecided = (solved == SolveResult::Unknown).then(|| cause(has_given_up));
        let (mate, found) = match solved {
            SolveResult::Mate { line, plies, exact } => (Some(true), Some((line, plies, exact))),
            SolveResult::NoMate => (Some(false), None),
            SolveResult::Unknown => (None, None),
        };
        let moves = found.as_ref().map_or(&[][..], |(line, ..)| line);
        let dict = PyDict::new(py);
        dict.set_item("sfen", sfen)?;
        dict.set_item("mate", mate)?;
        dict.set_item("undecided", undecided)?;
        dict.set_item("plies", found.as_ref().map(|(_, plies, _)| plies))?;
        dict.set_item("exact", found.as_ref().map(|(.., exact)| exact))?;
        dict.set_item("line", line(py, moves)?)?;
        Ok(dict)
    }
}
