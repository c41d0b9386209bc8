//! Where tables are, and what to do when one is not there.

use crate::{
    args::{Ending, GameArgs, TableArgs},
    commands::solve,
    failure::Failure,
    progress::Progress,
    registry::AnyGame,
    solver::ReadOut,
    text::note,
};
use std::{
    env,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};
use yomikiri_core::{Explore, Game, Graph, Probe, Value};
use yomikiri_shogi::{DenseGraph, SmallShogi};
use yomikiri_solve::Surroundings;

/// Where `solve` puts a table and the others look for it, unless `--table` says otherwise.
pub fn default_path(game: &str, ending: Ending) -> PathBuf {
    // The XDG base directory specification tells to ignore what is not absolute.
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.unwrap_or_default().join("yomikiri").join(format!("{game}-{ending}.yomi"))
}

/// The game with its table. Where there is none, says how to make it, and offers to, if there is someone to ask.
pub fn explore(args: &GameArgs, table: &TableArgs, game: &dyn AnyGame) -> Result<Box<dyn Explore>, Failure> {
    let path = table.path(args);
    if !path.exists() {
        let ending = if args.ending == Ending::Capture { "" } else { " --ending mate" };
        let file = table.table.as_ref().map_or(String::new(), |file| format!(" --table {}", file.display()));
        let command = format!("yomikiri solve {}{ending}{file}", args.game);
        let missing = format!("there is no table {}; make it with `{command}`", path.display());
        if !wants_it_now(&missing) {
            return Err(Failure::Environment(missing));
        }
        solve::make_table(game, &path)?;
    }
    game.with_table(&path)
}

/// Asks whether to make the table now, where a person can answer.
fn wants_it_now(missing: &str) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    note(missing);
    let _ = write!(io::stderr(), "Make it now? [Y/n] ").and_then(|()| io::stderr().flush());
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    matches!(read, Ok(1..)) && matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

/// Opens the table of a game.
pub fn open(_game: &SmallShogi, path: &Path) -> Result<Box<dyn Probe<SmallShogi>>, Failure> {
    Err(Failure::Environment(format!("{}: tables cannot be read yet", path.display())))
}

/// Writes the table of a game that has been read out; its size.
#[expect(clippy::unnecessary_wraps, reason = "tables cannot be written yet")]
pub fn write(
    _path: &Path,
    _game: &SmallShogi,
    _graph: &DenseGraph,
    _value: impl Fn(u32) -> Option<Value> + Sync,
    _threads: usize,
    _progress: &Progress,
) -> Result<Option<u64>, Failure> {
    Ok(None)
}

/// Interior nodes of a graph that is solved while a person waits: some three seconds for Dobutsu Shogi with one piece
/// missing.
const WHILE_ONE_WAITS: u64 = 30_000_000;

/// Positions around one that are solved while a person waits.
const AROUND: usize = 200_000;

/// Solves what can be reached from the game's start, which is not in the table, if that is little enough to be solved
/// while a person waits: all of it, or what there is before the table is reached.
pub fn on_the_spot(game: &SmallShogi, table: &Path) -> Result<Option<Box<dyn Probe<SmallShogi>>>, Failure> {
    if DenseGraph::of(game).interior() <= WHILE_ONE_WAITS {
        return Ok(Some(Box::new(ReadOut::of(game.clone(), solve::cores(), &Progress::new())?)));
    }
    let solved = Surroundings::solve(game, &game.start(), open(game, table)?, AROUND);
    let solved = solved.map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(solved.ok().map(|probe| Box::new(probe) as Box<dyn Probe<SmallShogi>>))
}
