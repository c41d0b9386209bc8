//! Games and positions.

use crate::{
    failure::unusable,
    games::{self, Named, Opened, Options},
    interrupt::Interrupt,
    rules::{AnyPosition, AnyRules},
    value::Value,
};
use pyo3::{prelude::*, types::PyDict};
use std::{fmt, path::PathBuf, sync::Arc};
use yomikiri_core::Side;
use yomikiri_shogi::Variant;

/// What tells games apart.
#[derive(PartialEq, Eq)]
pub struct Title {
    pub name: String,
    pub named: Named,
    pub deal: Option<String>,
    /// The file that the name is of.
    file: Option<PathBuf>,
}

impl Title {
    /// How the game ends, if there is a choice or could be one.
    pub const fn ending(&self) -> Option<&'static str> {
        match self.named {
            Named::Shogi(_, ending) => Some(ending.word()),
            Named::Blokus(_) | Named::Calculation(_) => None,
        }
    }

    /// The variant of shogi that it is.
    const fn variant(&self) -> Option<&'static Variant> {
        match self.named {
            Named::Shogi(variant, _) => Some(variant),
            Named::Blokus(_) | Named::Calculation(_) => None,
        }
    }
}

/// As it is made in Python: with what tells it from others of its name.
impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({:?}", self.name)?;
        if let Some(ending) = self.ending() {
            write!(f, ", ending={ending:?}")?;
        }
        if let Some(deal) = &self.deal {
            write!(f, ", deal={deal:?}")?;
        }
        if let Some(file) = &self.file {
            write!(f, ", variants={:?}", file.display().to_string())?;
        }
        f.write_str(")")
    }
}

/// The rules of a game.
///
/// A solitaire is a game with its deal: `deal` gives the cards in the order in which they are turned up, or
/// else `seed` shuffles them. `variants` is a file in the format of Fairy-Stockfish's `variants.ini`, and the
/// name then one of its variants.
#[pyclass(module = "yomikiri", frozen)]
pub struct Game {
    pub title: Arc<Title>,
    rules: Arc<dyn AnyRules>,
}

impl Game {
    fn place(&self, here: Box<dyn AnyPosition>) -> Position {
        Position { title: self.title.clone(), here }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, ending=None, seed=1, deal=None, variants=None))]
    fn new(
        name: &str,
        ending: Option<&str>,
        seed: u64,
        deal: Option<&str>,
        variants: Option<PathBuf>,
    ) -> PyResult<Self> {
        let options = Options { ending, seed, deal, file: variants.as_deref() };
        let Opened { named, deal, rules } = games::open(name, &options)?;
        Ok(Self { title: Arc::new(Title { name: name.to_owned(), named, deal, file: variants }), rules })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.title.name
    }

    /// How the game ends, `"capture"` or `"mate"`; `None` for a game without such a choice.
    #[getter]
    fn ending(&self) -> Option<&str> {
        self.title.ending()
    }

    /// Files and ranks of the board of a game of the shogi family; `None` for other games.
    #[getter]
    fn board(&self) -> Option<(u8, u8)> {
        self.title.variant().map(|variant| (variant.board.files, variant.board.ranks))
    }

    /// The pieces that can be dropped in a game of the shogi family, as USI names them.
    #[getter]
    fn drops(&self) -> Option<Vec<&'static str>> {
        let letters = |variant: &'static Variant| {
            let faces = variant.drop_kinds().filter_map(|kind| variant.face(kind));
            faces.map(|face| face.letter).collect()
        };
        self.title.variant().map(letters)
    }

    /// The cards of a solitaire in the order in which they are turned up; `None` for other games.
    #[getter]
    fn deal(&self) -> Option<&str> {
        self.title.deal.as_deref()
    }

    /// The position that the game begins with.
    fn start(&self) -> Position {
        self.place(self.rules.clone().start())
    }

    /// Reads a position: SFEN for the shogi family, a path of move codes for Blokus Duo, bases, piles, stock
    /// and card for Calculation. Raises `ValueError` for text that is none.
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(self.place(self.rules.clone().read(text).map_err(unusable)?))
    }

    fn __repr__(&self) -> String {
        self.title.to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.title == other.title
    }
}

/// A position of a game. It never changes: a move leads to another position.
#[pyclass(module = "yomikiri", frozen)]
pub struct Position {
    pub title: Arc<Title>,
    here: Box<dyn AnyPosition>,
}

#[pymethods]
impl Position {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.title.name
    }

    /// The side to move, `"first"` or `"second"`; of a solitaire always `"first"`.
    #[getter]
    fn side(&self) -> &'static str {
        match self.here.side() {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The value where the game is over, for the side to move; `None` where it goes on.
    #[getter]
    fn result(&self) -> Option<Value> {
        self.here.result().map(Value)
    }

    /// The points of both sides in a game that counts points; `None` otherwise.
    #[getter]
    fn points(&self) -> Option<(i32, i32)> {
        self.here.points().map(|[first, second]| (first, second))
    }

    /// The names of the legal moves: USI for the shogi family, move codes for Blokus Duo, bases and piles for
    /// Calculation.
    pub fn moves(&self) -> Vec<String> {
        self.here.moves()
    }

    /// The position after a move. Raises `ValueError` for what is no legal move.
    fn play(&self, r#move: &str) -> PyResult<Self> {
        let here = self.here.play(r#move).map_err(unusable)?;
        Ok(Self { title: self.title.clone(), here })
    }

    /// The number of sequences of exactly `depth` moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let mut interrupt = Interrupt::new();
        let count = py.detach(|| self.here.perft(depth, &mut || interrupt.goes_on()));
        interrupt.or(count.unwrap_or(0))
    }

    /// The board on several lines.
    fn draw(&self) -> String {
        self.here.draw()
    }

    /// The board as a picture (SVG).
    fn svg(&self) -> Option<String> {
        self.here.svg()
    }

    /// What the game shows of the position besides, each text under its name.
    fn panels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let panels = PyDict::new(py);
        for (name, text) in self.here.panels() {
            panels.set_item(name, text)?;
        }
        Ok(panels)
    }

    /// The picture for a notebook.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }

    pub fn __str__(&self) -> String {
        self.here.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {:?}>", self.title.name, self.here.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.title == other.title && self.here.is_equal(&*other.here)
    }

    fn __hash__(&self) -> u64 {
        self.here.hash()
    }
}
