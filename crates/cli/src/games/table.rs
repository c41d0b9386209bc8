//! The table of a variant of shogi on a small board: opened, written, and done without.

use super::solver::{GameGraph, read_out};
use crate::{
    failure::Failure,
    game::{Job, Solved},
    progress::Progress,
    room::Room,
    threads::cores,
};
use std::{error::Error, path::Path, sync::Arc};
use yomikiri_core::{Game, Notation, Probe, ProbeError, Value};
use yomikiri_dobutsu::header;
use yomikiri_shogi::{Bits, Position, Shogi};
use yomikiri_solve::LocalSolution;
use yomikiri_table::{Header, TableError, TableFile, TableProbe};

/// Opens the table of a game, made from its start or with `--from`. `command` makes it anew, from a position
/// that is not the usual start.
pub fn open<B: Bits, N: GameGraph<B>>(
    game: &Shogi<B>,
    path: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Box<dyn Probe<Shogi<B>>>, Failure> {
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
    let graph = N::of_game(&game.clone().with_start(pos))?;
    let probe = TableProbe::of(file, &header(game, start), graph).map_err(|error| told(&error, &solve))?;
    Ok(Box::new(Remakable { probe, solve }))
}

/// A table, with the command that makes it anew if a part turns out to be damaged.
struct Remakable<N> {
    probe: TableProbe<N>,
    solve: String,
}

impl<N> Remakable<N> {
    /// Why a value cannot be had, and the command that helps.
    fn told(&self, error: ProbeError) -> ProbeError {
        let error: Box<dyn Error + Send + Sync> = match error.0.downcast_ref() {
            Some(error) => told(error, &self.solve).into(),
            None => return error,
        };
        ProbeError(Arc::from(error))
    }
}

impl<B: Bits, N: GameGraph<B>> Probe<Shogi<B>> for Remakable<N> {
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
        Probe::has_value(&self.probe, game, pos, value).map_err(|error| self.told(error))
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

/// Writes the table of a game that has been read out; its size.
pub fn write<B: Bits, N: GameGraph<B>>(
    path: &Path,
    game: &Shogi<B>,
    graph: &N,
    solved: &Solved,
    value: impl Fn(u64) -> Option<Value> + Sync,
    job: &Job,
    progress: &Progress,
) -> Result<u64, Failure> {
    let header = full_header(game, solved, job.wdl);
    progress.phase("write", solved.nonterminal);
    let bytes =
        yomikiri_table::write(path, &header, graph, value, job.threads, |coded| progress.advance(coded))?;
    Ok(bytes)
}

/// The header of the table of a game that has been read out.
pub fn full_header<B: Bits>(game: &Shogi<B>, solved: &Solved, wdl: bool) -> Header {
    let Solved { nonterminal, win, draw, loss, longest_win, .. } = *solved;
    let (own, by_plies) = (header(game, solved.start.clone()), solved.by_plies.clone());
    Header { nonterminal, win, draw, loss, longest_win, by_plies, wdl, ..own }
}

/// Interior nodes of a graph that is solved while a person waits: some three seconds for Dobutsu Shogi with
/// one piece missing.
const WHILE_ONE_WAITS: u64 = 30_000_000;

/// Positions around one that are solved while a person waits.
const AROUND: usize = 200_000;

/// Solves what can be reached from the game's start, which is not in the table, if that is little enough to
/// be solved while a person waits: all of it, or what there is before the table is reached.
pub fn on_the_spot<B: Bits, N: GameGraph<B>>(
    game: &Shogi<B>,
    table: &Path,
    command: &dyn Fn(Option<&str>) -> String,
) -> Result<Option<Box<dyn Probe<Shogi<B>>>>, Failure> {
    if N::of_game(game)?.interior() <= WHILE_ONE_WAITS {
        return Ok(Some(Box::new(read_out::<B, N>(
            game.clone(),
            cores(),
            &Room::in_memory(),
            &Progress::new(),
        )?)));
    }
    let solved = LocalSolution::solve(game, &game.start(), open::<B, N>(game, table, command)?, AROUND);
    let solved = solved.map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(solved.ok().map(|probe| Box::new(probe) as Box<dyn Probe<Shogi<B>>>))
}
