//! The table of a variant of shogi on a small board: opened, and done without.

use super::solver::{Number, numbered, read_out};
use crate::{failure::Failure, progress::Progress, room::Room, threads::cores};
use std::path::Path;
use yomikiri_core::{Game, Gap, Notation, Probe, ProbeError, Random, Value};
use yomikiri_dobutsu::{TabledGame, header};
use yomikiri_shogi::{Position, Shogi, SmallBoard, SmallShogi};
use yomikiri_table::{Effort, Header, TableError, TableFile};

/// Opens the table of a game, made from its start or with `--from`. `command` makes it anew, from a position
/// that is not the usual start.
pub fn open(
    number: Number,
    game: &SmallShogi,
    path: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Known, Failure> {
    let whole = command(None);
    let file = TableFile::open(path).map_err(|error| told(&error, &whole))?;
    let start = file.header().start.clone();
    let expected = header(game, start.clone());
    // Other rules may not even know the start.
    file.ensure_of(&expected).map_err(|error| told(&error, &whole))?;
    let pos = game.parse_pos(&start).map_err(|error| {
        let path = path.display();
        Failure::environment(format!("{path} is a table from {start}, no position of this game: {error}"))
    })?;
    let usual = Shogi::new(game.variant().clone(), game.ending()).start();
    let solve = if pos == usual { whole } else { command(Some(start.as_str())) };
    let solve = match file.header().kind.option() {
        Some(option) => format!("{solve} {option}"),
        None => solve,
    };
    let numbered = numbered(number, game.clone().with_start(pos))?;
    let own = file.header().clone();
    let table = numbered.open(file, &expected).map_err(|error| told(&error, &solve))?;
    Ok(Known { table, header: own, solve })
}

/// Whether a table is one of the game's rules, as far as its header tells.
pub fn is_of(game: &SmallShogi, path: &Path, command: &str) -> Result<bool, Failure> {
    let file = TableFile::open(path).map_err(|error| told(&error, command))?;
    Ok(file.header().same_game(&header(game, String::new())))
}

/// A table, with the command that makes it anew if a part turns out to be damaged.
pub struct Known {
    table: Box<dyn TabledGame>,
    header: Header,
    solve: String,
}

impl Known {
    /// What the table tells of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// A position that has a value, as [`TabledGame::position_with`] finds it.
    pub fn position_with(
        &self,
        game: &SmallShogi,
        value: Value,
        random: &mut Random,
        effort: Effort<'_>,
    ) -> Result<Option<Position<SmallBoard>>, Failure> {
        let found = self.table.position_with(game, value, random, effort);
        found.map_err(|error| told(&error, &self.solve))
    }

    /// Why a value cannot be had, and the command that helps.
    fn probe_error(&self, error: ProbeError) -> ProbeError {
        match error.cause().map(|cause| told(cause, &self.solve).sentence()) {
            Some(sentence) => error.told_as(sentence),
            None => error,
        }
    }
}

impl Probe<SmallShogi> for Known {
    fn probe(&self, game: &SmallShogi, pos: &Position<SmallBoard>) -> Result<Option<Value>, ProbeError> {
        self.table.probe(game, pos).map_err(|error| self.probe_error(error))
    }

    fn probe_all(
        &self,
        game: &SmallShogi,
        positions: &[Position<SmallBoard>],
    ) -> Result<Vec<Option<Value>>, ProbeError> {
        self.table.probe_all(game, positions).map_err(|error| self.probe_error(error))
    }

    fn has_value(
        &self,
        game: &SmallShogi,
        pos: &Position<SmallBoard>,
        value: Value,
    ) -> Result<bool, ProbeError> {
        self.table.has_value(game, pos, value).map_err(|error| self.probe_error(error))
    }
}

/// Why a table cannot be read, and the command that makes it anew.
fn told(error: &TableError, solve: &str) -> Failure {
    let message = error.message();
    Failure::environment(match error {
        // What stands there is not ours to be written over.
        TableError::Io { .. } | TableError::Foreign(_) | TableError::OtherGame { .. } => message.into(),
        _ => Gap::in_each(|language| format!("{}: `{solve}`", message.in_language(language))),
    })
}

/// Interior nodes of a graph that is solved while a person waits: some three seconds for Dobutsu Shogi with
/// one piece missing.
const WHILE_ONE_WAITS: u64 = 30_000_000;

/// Positions around one that are solved while a person waits.
const AROUND: usize = 200_000;

/// Solves what can be reached from the game's start, which is not in the table, if that is little enough to
/// be solved while a person waits: all of it, or what there is before the table is reached.
pub fn on_the_spot(
    number: Number,
    game: &SmallShogi,
    table: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Option<Box<dyn Probe<SmallShogi>>>, Failure> {
    let from_there = numbered(number, game.clone())?;
    if from_there.numbers() <= WHILE_ONE_WAITS {
        let (room, progress) = (Room::in_memory(), Progress::new());
        return Ok(Some(read_out(number, game.clone(), cores(), &room, &progress)?));
    }
    let solved = from_there.solve_around(Box::new(open(number, game, table, command)?), AROUND);
    Ok(solved?)
}
