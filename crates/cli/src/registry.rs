//! The single place that lists the games. A new game adds one line to [`entries`].

use crate::{
    args::{Ending, GameArgs},
    failure::Failure,
    game::{AnyGame, Entry, IsFor, is_for},
    games::{blokus, calculation, dobutsu, shogi, variant},
    table::{self, TableArgs},
};
use std::path::{Path, PathBuf};

/// Every game: those with an entry of their own, the other variants that come with the program, and those of
/// `--variants`.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    let own = [dobutsu::GAMES, shogi::GAMES, blokus::GAMES, calculation::GAMES].into_iter().flatten();
    own.chain(variant::shipped()).chain(variant::of_file())
}

/// The entry of a game.
pub fn find(name: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.name == name)
}

/// What pages (`/tsume`, `/api/v1/games`) and directories of an exported site (`ja/`) are called, where games
/// have their names too.
const OF_PAGES: [&str; 6] = ["api", "assets", "games", "ja", "tsume", "work"];

/// Why no game of somebody's own can have a name, if none can.
pub fn why_taken(name: &str) -> Option<&'static str> {
    if OF_PAGES.contains(&name) {
        return Some("pages have this name");
    }
    find(name).map(|_| "there is a game of this name")
}

/// The names of the games that a command is for; none for a command that is for no game.
pub fn names_for(command: &str) -> Vec<&'static str> {
    let able = |is_for: IsFor| {
        entries().filter(move |entry| is_for(&*(entry.open)(entry.usual_ending()))).map(|entry| entry.name)
    };
    is_for(command).into_iter().flat_map(able).collect()
}

/// How the game asked for ends, said or not.
pub fn ending(args: &GameArgs) -> Ending {
    args.ending.or_else(|| find(&args.game).map(Entry::usual_ending)).unwrap_or_default()
}

/// Where the table of the game asked for is.
pub fn table_path(args: &GameArgs, table: &TableArgs) -> PathBuf {
    table.path(&args.game, ending(args))
}

/// The command that makes the table of the game asked for.
pub fn solve_command(args: &GameArgs, path: &Path) -> String {
    let usual = find(&args.game).map(Entry::usual_ending).unwrap_or_default();
    let ending = ending(args);
    table::solve_command(&args.game, ending, usual, variant::file(&args.game), None, path)
}

/// The game asked for, with the ending asked for.
pub fn open(args: &GameArgs) -> Result<Box<dyn AnyGame>, Failure> {
    let name = &args.game;
    let unknown = || {
        let names: Vec<_> = entries().map(|entry| entry.name).collect();
        Failure::input(format!("GAME: there is no game named {name}; expected one of {}", names.join(", ")))
    };
    let entry = find(name).ok_or_else(unknown)?;
    match args.ending {
        Some(ending) if !entry.endings.contains(&ending) => {
            let endings: Vec<_> = entry.endings.iter().map(ToString::to_string).collect();
            Err(Failure::input(match &endings[..] {
                [] => format!("--ending: {name} ends in one way only"),
                _ => format!(
                    "--ending: {name} has no ending named {ending}; expected {}",
                    endings.join(" or ")
                ),
            }))
        }
        _ => Ok((entry.open)(ending(args))),
    }
}

/// The game of a name, as it usually ends.
pub fn open_usual(name: &str) -> Result<Box<dyn AnyGame>, Failure> {
    open(&GameArgs { game: name.to_owned(), ending: None })
}

/// What a game can do, if it can, for a command that asks for it.
pub fn able<T>(capability: Option<T>, game: &str, command: &str) -> Result<T, Failure> {
    capability.ok_or_else(|| {
        Failure::input(format!("GAME: {game} is not a game for `{command}`; see `yomikiri games`"))
    })
}
