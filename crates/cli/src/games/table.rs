//! The table of a variant of shogi on a small board: opened, and done without.

use super::solver::{Number, numbered, read_out};
use crate::{failure::Failure, progress::Progress, room::Room, threads::cores};
use std::{error::Error, path::Path, sync::Arc};
use yomikiri_core::{Game, Notation, Probe, ProbeError, Value};
use yomikiri_dobutsu::header;
use yomikiri_shogi::{Bits, Position, Shogi};
use yomikiri_table::{TableError, TableFile};

/// Who knows the values of a game.
type Known<B> = Box<dyn Probe<Shogi<B>>>;

/// Opens the table of a game, made from its start or with `--from`. `command` makes it anew, from a position
/// that is not the usual start.
pub fn open<B: Bits>(
    number: Number<B>,
    game: &Shogi<B>,
    path: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Known<B>, Failure> {
    let whole = command(None);
    let file = TableFile::open(path).map_err(|error| told(&error, &whole))?;
    let start = file.header().start.clone();
    let pos = game.parse_pos(&start).map_err(|error| {
        let path = path.display();
        Failure::Environment(format!("{path} is a table from {start}, no position of this game: {error}"))
    })?;
    let usual = Shogi::new(game.variant().clone(), game.ending()).start();
    let solve = if pos == usual { whole } else { command(Some(start.as_str())) };
    let solve = if file.header().wdl { format!("{solve} --wdl") } else { solve };
    let numbered = numbered(number, game.clone().with_start(pos))?;
    let probe = numbered.open(file, &header(game, start)).map_err(|error| told(&error, &solve))?;
    Ok(Box::new(Remakable { probe, solve }))
}

/// A table, with the command that makes it anew if a part turns out to be damaged.
struct Remakable<B: Bits> {
    probe: Known<B>,
    solve: String,
}

impl<B: Bits> Remakable<B> {
    /// Why a value cannot be had, and the command that helps.
    fn told(&self, error: ProbeError) -> ProbeError {
        let error: Box<dyn Error + Send + Sync> = match error.0.downcast_ref() {
            Some(error) => told(error, &self.solve).into(),
            None => return error,
        };
        ProbeError(Arc::from(error))
    }
}

impl<B: Bits> Probe<Shogi<B>> for Remakable<B> {
    fn probe(&self, game: &Shogi<B>, pos: &Position<B>) -> Result<Option<Value>, ProbeError> {
        self.probe.probe(game, pos).map_err(|error| self.told(error))
    }

    fn probe_all(
        &self,
        game: &Shogi<B>,
        positions: &[Position<B>],
    ) -> Result<Vec<Option<Value>>, ProbeError> {
        self.probe.probe_all(game, positions).map_err(|error| self.told(error))
    }

    fn has_value(&self, game: &Shogi<B>, pos: &Position<B>, value: Value) -> Result<bool, ProbeError> {
        self.probe.has_value(game, pos, value).map_err(|error| self.told(error))
    }
}

/// Why a table cannot be read, and the command that makes it anew.
fn told(error: &TableError, solve: &str) -> Failure {
    Failure::Environment(match error {
        // What stands there is not ours to be written over.
        TableError::Io { .. } | TableError::Foreign(_) => error.to_string(),
        _ => format!("{error}: `{solve}`"),
    })
}

/// Interior nodes of a graph that is solved while a person waits: some three seconds for Dobutsu Shogi with
/// one piece missing.
const WHILE_ONE_WAITS: u64 = 30_000_000;

/// Positions around one that are solved while a person waits.
const AROUND: usize = 200_000;

/// Solves what can be reached from the game's start, which is not in the table, if that is little enough to
/// be solved while a person waits: all of it, or what there is before the table is reached.
pub fn on_the_spot<B: Bits>(
    number: Number<B>,
    game: &Shogi<B>,
    table: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Option<Known<B>>, Failure> {
    let from_there = numbered(number, game.clone())?;
    if from_there.numbers() <= WHILE_ONE_WAITS {
        let (room, progress) = (Room::in_memory(), Progress::new());
        return Ok(Some(read_out(number, game.clone(), cores(), &room, &progress)?));
    }
    let solved = from_there.solve_around(open(number, game, table, command)?, AROUND);
    solved.map_err(|error| Failure::Environment(error.to_string()))
}
