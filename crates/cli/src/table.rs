//! Where tables are, and what to do when one is not there.

use crate::{
    args::{Ending, GameArgs, TableArgs},
    commands::solve::{self, Solved},
    failure::Failure,
    progress::Progress,
    registry::AnyGame,
    solver::ReadOut,
    text::{note, quoted},
    threads::cores,
};
use std::{
    env,
    error::Error,
    fmt,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use yomikiri_core::{Explore, Game, Graph, Notation, Probe, ProbeError, Value};
use yomikiri_shogi::{DenseGraph, Position, Shogi, SmallShogi};
use yomikiri_solve::Surroundings;
use yomikiri_table::{Header, TableError, TableFile, TableProbe};

/// Where `solve` puts a table and the others look for it, unless `--table` says otherwise.
pub fn default_path(game: &str, ending: impl fmt::Display) -> PathBuf {
    // The XDG base directory specification tells to ignore what is not absolute.
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.unwrap_or_default().join("yomikiri").join(format!("{game}-{ending}.yomi"))
}

/// The game with its table. Where there is none, says how to make it, and offers to, if there is someone to
/// ask. A game that has no tables comes with what it knows by itself.
pub fn explore(args: &GameArgs, table: &TableArgs, game: &dyn AnyGame) -> Result<Box<dyn Explore>, Failure> {
    let Some(tabled) = game.tabled() else { return Ok(game.explore()) };
    let path = table.path(args);
    if !path.exists() {
        let command = solve_command(&args.game, &args.ending().to_string(), None, &path);
        let missing = format!("there is no table {}; make it with `{command}`", path.display());
        if !wants_it_now(&missing) {
            return Err(Failure::Environment(missing));
        }
        solve::make_table(tabled, &path)?;
    }
    tabled.with_table(&path)
}

/// The game with its table, if there is one. Where there is none, says how to make it and what is missing
/// without, and gives the game with what it knows by itself; a table that was asked for by name must be
/// there.
#[cfg(target_os = "linux")]
pub fn explore_or_do_without(
    args: &GameArgs,
    table: &TableArgs,
    game: &dyn AnyGame,
) -> Result<Box<dyn Explore>, Failure> {
    let Some(tabled) = game.tabled() else { return Ok(game.explore()) };
    let path = table.path(args);
    if path.exists() {
        return tabled.with_table(&path);
    }
    let command = solve_command(&args.game, &args.ending().to_string(), None, &path);
    let missing = format!("there is no table {}; `{command}` makes it", path.display());
    if table.table.is_some() {
        return Err(Failure::Environment(missing));
    }
    note(&format!("no values are shown: {missing}"));
    Ok(game.explore())
}

/// The command that makes a table.
fn solve_command(game: &str, ending: &str, from: Option<&str>, path: &Path) -> String {
    let is_default = ending == Ending::Capture.to_string();
    let ending_flag = if is_default { String::new() } else { format!(" --ending {ending}") };
    let from_flag = from.map_or_else(String::new, |from| format!(" --from {}", quoted(from)));
    let elsewhere = from.is_some() || path != default_path(game, ending);
    let table_flag =
        if elsewhere { format!(" --table {}", quoted(&path.to_string_lossy())) } else { String::new() };
    format!("yomikiri solve {game}{ending_flag}{from_flag}{table_flag}")
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

/// Opens the table of a game, made from its start or with `--from`.
pub fn open(game: &SmallShogi, path: &Path) -> Result<Box<dyn Probe<SmallShogi>>, Failure> {
    let (name, ending) = (game.variant().name, game.ending().word());
    let whole = solve_command(name, ending, None, path);
    let file = TableFile::open(path).map_err(|error| told(&error, &whole))?;
    let start = file.header().start.clone();
    let pos = game.parse_pos(&start).map_err(|error| {
        let path = path.display();
        Failure::Environment(format!("{path} is a table from {start}, no position of this game: {error}"))
    })?;
    let usual = Shogi::new(game.variant().clone(), game.ending()).start();
    let solve = if pos == usual { whole } else { solve_command(name, ending, Some(start.as_str()), path) };
    let graph = DenseGraph::of(&game.clone().with_start(pos));
    let probe = TableProbe::of(file, &header(game, start), graph).map_err(|error| told(&error, &solve))?;
    Ok(Box::new(Remakable { probe, solve }))
}

/// A table, with the command that makes it anew if a part turns out to be damaged.
struct Remakable {
    probe: TableProbe<DenseGraph>,
    solve: String,
}

impl Probe<SmallShogi> for Remakable {
    fn probe(&self, game: &SmallShogi, pos: &Position<u16>) -> Result<Option<Value>, ProbeError> {
        self.probe.probe(game, pos).map_err(|error| {
            let error: Box<dyn Error + Send + Sync> = match error.0.downcast_ref() {
                Some(error) => told(error, &self.solve).into(),
                None => return error,
            };
            ProbeError(Arc::from(error))
        })
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
pub fn write(
    path: &Path,
    game: &SmallShogi,
    graph: &DenseGraph,
    solved: &Solved,
    value: impl Fn(u32) -> Option<Value> + Sync,
    threads: usize,
    progress: &Progress,
) -> Result<u64, Failure> {
    let Solved { nonterminal, win, draw, loss, longest_win, .. } = *solved;
    let header = Header { nonterminal, win, draw, loss, longest_win, ..header(game, solved.start.clone()) };
    progress.phase("write", nonterminal);
    let bytes = yomikiri_table::write(path, &header, graph, value, threads, |coded| progress.advance(coded))?;
    Ok(bytes)
}

/// The header of a table of the game, without counts.
fn header(game: &SmallShogi, start: String) -> Header {
    Header {
        game: game.variant().name.to_owned(),
        ending: game.ending().word().to_owned(),
        start,
        rules: format!("{:016x}", game.rules_digest()),
        nonterminal: 0,
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: None,
    }
}

/// Interior nodes of a graph that is solved while a person waits: some three seconds for Dobutsu Shogi with
/// one piece missing.
const WHILE_ONE_WAITS: u64 = 30_000_000;

/// Positions around one that are solved while a person waits.
const AROUND: usize = 200_000;

/// Solves what can be reached from the game's start, which is not in the table, if that is little enough to
/// be solved while a person waits: all of it, or what there is before the table is reached.
pub fn on_the_spot(game: &SmallShogi, table: &Path) -> Result<Option<Box<dyn Probe<SmallShogi>>>, Failure> {
    if DenseGraph::of(game).interior() <= WHILE_ONE_WAITS {
        return Ok(Some(Box::new(ReadOut::of(game.clone(), cores(), &Progress::new())?)));
    }
    let solved = Surroundings::solve(game, &game.start(), open(game, table)?, AROUND);
    let solved = solved.map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(solved.ok().map(|probe| Box::new(probe) as Box<dyn Probe<SmallShogi>>))
}
