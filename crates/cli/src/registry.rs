//! The single place that knows the games. A new game adds one line to [`GAMES`].

use crate::{
    args::Ending,
    commands::{
        perft::perft,
        solve::{Job, Solved},
    },
    failure::Failure,
    progress::Progress,
    solver, table,
};
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::path::Path;
use yomikiri_core::{Explore, Explorer, Notation, ParseError, laws};
use yomikiri_shogi::{Shogi, SmallShogi};

/// A game as the commands list and find it.
#[derive(Serialize)]
pub struct Entry {
    pub name: &'static str,
    pub about: &'static str,
    /// The commands that it can be used with.
    pub abilities: &'static [&'static str],
    /// The ways it may end; the first is the default.
    pub endings: &'static [Ending],
    #[serde(skip)]
    open: fn(Ending) -> Box<dyn AnyGame>,
}

const BOTH_ENDINGS: &[Ending] = &[Ending::Capture, Ending::Mate];
const SOLVED: &[&str] = &["solve", "probe", "play", "perft", "check"];

/// Every game.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "dobutsu",
        about: "Dobutsu Shogi: 3x4 squares, lion, giraffe, elephant and chick",
        abilities: SOLVED,
        endings: BOTH_ENDINGS,
        open: |ending| Box::new(Small { make: Shogi::dobutsu, ending }),
    },
    Entry {
        name: "dobutsu-chicks",
        about: "Dobutsu Shogi with lions and chicks only",
        abilities: SOLVED,
        endings: BOTH_ENDINGS,
        open: |ending| Box::new(Small { make: Shogi::dobutsu_chicks, ending }),
    },
];

/// What `GAME` may be.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|entry| entry.name))
}

/// The game of a name, with the ending asked for.
pub fn open(name: &str, ending: Ending) -> Result<Box<dyn AnyGame>, Failure> {
    let unknown = || Failure::Input(format!("GAME: there is no game named {name}; see `yomikiri games`"));
    let entry = GAMES.iter().find(|entry| entry.name == name).ok_or_else(unknown)?;
    if entry.endings.contains(&ending) {
        return Ok((entry.open)(ending));
    }
    Err(Failure::Input(format!("--ending: {name} has no ending named {ending}")))
}

/// How many positions `check` tries.
const SAMPLE: usize = 20_000;

/// A game with its types forgotten: what the commands need of it.
pub trait AnyGame: Send + Sync {
    /// The position that a text stands for, as the game writes it.
    fn read(&self, pos: &str) -> Result<String, ParseError>;

    /// The number of sequences of exactly `depth` moves.
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError>;

    /// Tries the laws of the game.
    fn check(&self) -> Vec<laws::Law>;

    /// Reads the game out.
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure>;

    /// The game with the values of a table.
    fn with_table(&self, table: &Path) -> Result<Box<dyn Explore>, Failure>;

    /// The game with the values of all that can be reached from a position, if that is little enough to be solved
    /// while a person waits.
    fn solved_from(&self, pos: &str) -> Result<Option<Box<dyn Explore>>, Failure>;
}

/// A game of the shogi family on a small board.
struct Small {
    make: fn(yomikiri_shogi::Ending) -> SmallShogi,
    ending: Ending,
}

impl Small {
    fn game(&self) -> SmallShogi {
        (self.make)(match self.ending {
            Ending::Capture => yomikiri_shogi::Ending::Capture,
            Ending::Mate => yomikiri_shogi::Ending::Mate,
        })
    }

    /// The game, from the start or from a position.
    fn game_from(&self, from: Option<&str>) -> Result<SmallShogi, ParseError> {
        let game = self.game();
        match from {
            None => Ok(game),
            Some(text) => {
                let pos = game.parse_pos(text)?;
                Ok(game.with_start(pos))
            }
        }
    }
}

impl AnyGame for Small {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        let game = self.game();
        Ok(game.show_pos(&game.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        Ok(perft(&self.game_from(from)?, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let game = self.game();
        laws::all(&game, &laws::sample(&game, SAMPLE, 1))
    }

    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
        let game = self.game_from(job.from.as_deref()).map_err(|error| Failure::parse("--from", &error))?;
        solver::small(game, job, progress)
    }

    fn with_table(&self, path: &Path) -> Result<Box<dyn Explore>, Failure> {
        let game = self.game();
        let probe = table::open(&game, path)?;
        Ok(Box::new(Explorer { game, probe }))
    }

    fn solved_from(&self, pos: &str) -> Result<Option<Box<dyn Explore>>, Failure> {
        let game = self.game_from(Some(pos)).map_err(|error| Failure::parse("POS", &error))?;
        let probe = table::on_the_spot(&game)?;
        Ok(probe.map(|probe| Box::new(Explorer { game, probe }) as Box<dyn Explore>))
    }
}
