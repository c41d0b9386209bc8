//! The values of a solved game: read from a table, or found on the spot.

use crate::{
    failure::{environment, unusable},
    game::{Game, Position, Title},
    games::Named,
    memory,
    threads::checked_threads,
    value::Value,
};
use pyo3::{
    prelude::*,
    types::{PyByteArray, PyDict},
};
use rayon::prelude::*;
use std::{path::PathBuf, sync::Arc, thread};
use yomikiri_core::{
    self as core, Explore, Explorer, Game as _, Notation, Probe, ProbeError, TwoPlayer, Wdl, play::NoProgress,
};
use yomikiri_dobutsu::{
    NumberedGame, header,
    solver::{self, Aims, counted_header},
};
use yomikiri_shogi::{Bits as _, Position as SmallPosition, Shogi, SmallBoard, SmallShogi, code60, general};
use yomikiri_solve::Plan;
use yomikiri_table::{Header, TableError, TableFile};

/// A game with whoever knows its values.
type Known = Explorer<SmallShogi, Box<dyn Probe<SmallShogi>>>;

/// What is said of a position whose value is not known, and of one whose distance is not, in arrays.
const UNKNOWN: i8 = -2;
const NO_PLIES: u16 = u16::MAX;

/// Positions that are looked up together at the most: some 60 MB of what they lead to.
const TOGETHER: usize = 1 << 18;

/// The value and the distance of every position of a solved game.
#[pyclass(module = "yomikiri", frozen)]
pub struct Table {
    title: Arc<Title>,
    known: Known,
    header: Header,
}

/// What a table is asked about: a position, or the text of one.
#[derive(FromPyObject)]
enum Asked<'py> {
    Position(Bound<'py, Position>),
    Text(String),
}

impl Table {
    fn text(&self, asked: Asked) -> PyResult<String> {
        match asked {
            Asked::Text(text) => Ok(text),
            Asked::Position(pos) => {
                let pos = pos.get();
                if pos.title != self.title {
                    let (theirs, ours) = (&pos.title, &self.title);
                    let message = format!("position: a position of {theirs}, but this is a table of {ours}");
                    return Err(unusable(message));
                }
                Ok(pos.__str__())
            }
        }
    }

    /// Raises `ValueError` where positions have no codes of 60 bits.
    fn ensure_codes(&self) -> PyResult<()> {
        if has_codes(&self.known.game) {
            return Ok(());
        }
        Err(unusable(format!("game: positions of {} have no codes of 60 bits", self.title.name)))
    }

    /// The value by the rules or by whoever knows.
    fn value(&self, pos: &SmallPosition<SmallBoard>) -> Result<Option<core::Value>, ProbeError> {
        match self.known.game.result(pos) {
            Some(value) => Ok(Some(value)),
            None => self.known.probe.probe(&self.known.game, pos),
        }
    }

    /// The values of some positions by the rules or by whoever knows, looked up together.
    fn values_of(
        &self,
        positions: &[SmallPosition<SmallBoard>],
    ) -> Result<Vec<Option<core::Value>>, ProbeError> {
        let game = &self.known.game;
        let mut values: Vec<_> = positions.iter().map(|pos| game.result(pos)).collect();
        let open: Vec<usize> = (0..values.len()).filter(|&at| values[at].is_none()).collect();
        let asked: Vec<_> = open.iter().map(|&at| positions[at].clone()).collect();
        for (at, value) in open.into_iter().zip(self.known.probe.probe_all(game, &asked)?) {
            values[at] = value;
        }
        Ok(values)
    }

    /// The values of many positions, in their order: win, draw or loss as 1, 0 or -1, and plies, in bytes.
    fn values<T: Sync>(
        &self,
        asked: &[T],
        read: impl Fn(&SmallShogi, &T) -> Result<SmallPosition<SmallBoard>, String> + Sync,
    ) -> PyResult<(Vec<u8>, Vec<u8>)> {
        let read = |(number, text): (usize, &T)| {
            read(&self.known.game, text).map_err(|error| unusable(format!("position {number}: {error}")))
        };
        let positions: Vec<_> =
            asked.par_iter().enumerate().with_min_len(64).map(read).collect::<PyResult<_>>()?;
        // Each thread looks up as many together as memory allows: the more, the more share a part of the
        // table.
        let part = positions.len().div_ceil(rayon::current_num_threads()).clamp(1, TOGETHER);
        let parts: Vec<_> = positions
            .par_chunks(part)
            .map(|part| self.values_of(part))
            .collect::<Result<_, _>>()
            .map_err(environment)?;
        let values = parts.concat();
        let result = |value: &Option<core::Value>| match value.map(core::Value::wdl) {
            None => UNKNOWN,
            Some(Wdl::Loss) => -1,
            Some(Wdl::Draw) => 0,
            Some(Wdl::Win) => 1,
        };
        let plies = |value: &Option<core::Value>| value.and_then(core::Value::plies).unwrap_or(NO_PLIES);
        let results = values.iter().map(|value| result(value) as u8).collect();
        Ok((results, values.iter().flat_map(|value| plies(value).to_ne_bytes()).collect()))
    }
}

#[pymethods]
impl Table {
    /// Reads the table of a game that `yomikiri solve` has written; by default from where that puts it.
    /// Raises `OSError` for a file that is missing, foreign or damaged.
    #[staticmethod]
    #[pyo3(signature = (game, path=None))]
    fn open(py: Python<'_>, game: &Game, path: Option<PathBuf>) -> PyResult<Self> {
        let rules = solvable(&game.title)?;
        let usual = || {
            let ending = rules.ending().word();
            yomikiri_files::data_directory().join(format!("{}-{ending}.yomi", game.title.name))
        };
        let path = path.unwrap_or_else(usual);
        let (probe, header) = py.detach(|| {
            let file = TableFile::open(&path).map_err(environment)?;
            let header = file.header().clone();
            let expected = self::header(&rules, header.start.clone());
            // Other rules may not even know the start.
            file.ensure_of(&expected).map_err(environment)?;
            let foreign = |_| environment(TableError::Foreign(path.clone()));
            let pos = rules.parse_pos(&header.start).map_err(foreign)?;
            let numbered = numbered(rules.clone().with_start(pos))?;
            PyResult::Ok((numbered.open(file, &expected).map_err(environment)?, header))
        })?;
        Ok(Self { title: game.title.clone(), known: Explorer { game: rules, probe }, header })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.title.name
    }

    /// How many positions have been reached that are not over, and how many of them are won, drawn and lost
    /// for the side to move; the position solved from, and the longest win in plies.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Header { start, nonterminal, win, draw, loss, longest_win, .. } = &self.header;
        let counts = PyDict::new(py);
        counts.set_item("start", start)?;
        for (name, count) in [("nonterminal", nonterminal), ("win", win), ("draw", draw), ("loss", loss)] {
            counts.set_item(name, count)?;
        }
        counts.set_item("longest_win", longest_win)?;
        Ok(counts)
    }

    /// The value of a position, or of the text of one; `None` if it cannot be reached from the position that
    /// the game was solved from.
    fn probe(&self, position: Asked) -> PyResult<Option<Value>> {
        let pos = self.known.game.parse_pos(&self.text(position)?).map_err(unusable)?;
        Ok(self.value(&pos).map_err(environment)?.map(Value))
    }

    /// The legal moves of a position, best first, each with what it is worth to the side that makes it.
    fn moves(&self, position: Asked) -> PyResult<Vec<(String, Option<Value>)>> {
        let text = self.text(position)?;
        let node = self.known.open(&text).map_err(unusable)?;
        let choices = node.choices().map_err(environment)?;
        Ok(choices.into_iter().map(|choice| (choice.name, choice.value.map(Value))).collect())
    }

    /// A best line from a position to the end of the game, or to the first repetition.
    fn line(&self, position: Asked) -> PyResult<Vec<String>> {
        let text = self.text(position)?;
        self.known.open(&text).map_err(unusable)?.line().map_err(environment)
    }

    /// The values of many positions, on all cores: two NumPy arrays, `int8` with 1, 0 and -1 for won, drawn
    /// and lost (-2 where the value is not known), and `uint16` with the plies (65535 for none).
    fn probe_many<'py>(&self, py: Python<'py>, positions: Vec<String>) -> PyResult<Arrays<'py>> {
        let read = |game: &SmallShogi, text: &String| game.parse_pos(text).map_err(|error| error.to_string());
        arrays(py, py.detach(|| self.values(&positions, read))?)
    }

    /// The same for positions in 60-bit codes, an array of `uint64`; for `"dobutsu"` and `"dobutsu-chicks"`
    /// alone. A code has no side to move: it is the position as that side sees it.
    fn probe_codes<'py>(&self, py: Python<'py>, codes: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
        self.ensure_codes()?;
        let array = py.import("numpy")?.call_method1("ascontiguousarray", (codes, "uint64"))?;
        let bytes: Vec<u8> = array.call_method0("tobytes")?.extract()?;
        let codes: Vec<u64> = bytes.as_chunks().0.iter().map(|&bytes| u64::from_ne_bytes(bytes)).collect();
        let read = |game: &SmallShogi, &code: &u64| {
            code60::decode(code, game.variant()).map_err(|error| error.to_string())
        };
        arrays(py, py.detach(|| self.values(&codes, read))?)
    }

    /// The 60-bit code of a position as the side to move sees it.
    fn code(&self, position: Asked) -> PyResult<u64> {
        self.ensure_codes()?;
        let pos = self.known.game.parse_pos(&self.text(position)?).map_err(unusable)?;
        Ok(code60::encode(&pos))
    }

    fn __repr__(&self) -> String {
        format!("<Table {}, {} positions>", self.title.name, self.header.nonterminal)
    }
}

/// Results and plies.
type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Bytes as arrays, without a copy in Python. NumPy is asked for only here: the rest of the package needs
/// none.
fn arrays(py: Python<'_>, (results, plies): (Vec<u8>, Vec<u8>)) -> PyResult<Arrays<'_>> {
    let numpy = py.import("numpy")?;
    let array = |bytes: &[u8], kind| numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind));
    Ok((array(&results, "int8")?, array(&plies, "uint16")?))
}

/// Reads a game out from its start or from a position, and gives the values of all that can be reached.
/// Dobutsu Shogi takes half a gibibyte of memory and some seconds, in which nothing interrupts it.
/// Raises `MemoryError` before it begins where there is too little.
#[pyfunction]
#[pyo3(signature = (game, *, start=None, threads=None))]
pub fn solve(py: Python<'_>, game: &Game, start: Option<&str>, threads: Option<usize>) -> PyResult<Table> {
    let rules = solvable(&game.title)?;
    let from = start
        .map(|text| rules.parse_pos(text))
        .transpose()
        .map_err(|error| unusable(format!("start: {error}")))?;
    let rules = match from {
        Some(pos) => rules.with_start(pos),
        None => rules,
    };
    let text = rules.show_pos(&rules.start());
    if rules.result(&rules.start()).is_some() {
        return Err(unusable(format!("start: the game is over at {text}")));
    }
    let unsolved = numbered(rules.clone())?
        .unsolved()
        .ok_or_else(|| unusable(format!("start: {text} cannot be solved from")))?;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = checked_threads(threads.unwrap_or_else(cores))?;
    let needs = unsolved.needs(threads, Aims::default());
    memory::ensure(needs.peak())?;
    let plan = Plan::in_memory(&needs, threads);
    let read_out = py.detach(|| unsolved.read_out(&plan, &NoProgress)).map_err(environment)?;
    let header = counted_header(&rules, &read_out.tally());
    Ok(Table { title: game.title.clone(), known: Explorer { game: rules, probe: read_out }, header })
}

/// The rules of a game that can be solved.
fn solvable(title: &Title) -> PyResult<SmallShogi> {
    match title.named {
        Named::Shogi(variant, ending)
            if variant.board.len() <= SmallBoard::SIZE && general::can_be_read_out(variant) =>
        {
            Ok(Shogi::new(variant.clone(), ending))
        }
        _ => Err(unusable(format!("game: {} is too large to be solved", title.name))),
    }
}

/// The game with numbers for its positions.
fn numbered(rules: SmallShogi) -> PyResult<Box<dyn NumberedGame>> {
    let name = rules.variant().name;
    if has_codes(&rules) {
        return Ok(solver::dense(rules));
    }
    solver::general(rules).map_err(|error| unusable(format!("game: {name} cannot be solved: {error}")))
}

/// Whether positions have codes of 60 bits, and the index that is made for them.
fn has_codes(rules: &SmallShogi) -> bool {
    matches!(rules.variant().name, "dobutsu" | "dobutsu-chicks")
}
