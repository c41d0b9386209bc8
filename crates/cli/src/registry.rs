//! The single place that lists the games. A new game adds one line to [`entries`].

use crate::{
    args::GameArgs,
    failure::Failure,
    game::{AnyGame, Entry, IsFor, is_for},
    games::{blokus, calculation, dobutsu, shogi, variant},
};
use std::path::Path;

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

/// The file of `--variants` that a game is of, if it is of one.
pub fn file(game: &str) -> Option<&'static Path> {
    variant::file(game)
}

/// The names of the games that a command is for; none for a command that is for no game.
pub fn names_for(command: &str) -> Vec<&'static str> {
    let able = |is_for: IsFor| {
        entries().filter(move |entry| is_for(&*(entry.open)(entry.usual_ending()))).map(|entry| entry.name)
    };
    is_for(command).into_iter().flat_map(able).collect()
}

/// The game asked for, with the ending asked for.
pub fn open(args: &GameArgs) -> Result<Box<dyn AnyGame>, Failure> {
    let name = &args.game;
    let unknown = || Failure::Input(format!("GAME: there is no game named {name}; see `yomikiri games`"));
    let entry = find(name).ok_or_else(unknown)?;
    match args.ending {
        Some(ending) if !entry.endings.contains(&ending) => {
            Err(Failure::Input(format!("--ending: {name} has no ending named {ending}")))
        }
        _ => Ok((entry.open)(args.ending())),
    }
}

/// The game of a name, as it usually ends.
pub fn open_usual(name: &str) -> Result<Box<dyn AnyGame>, Failure> {
    open(&GameArgs { game: name.to_owned(), ending: None })
}

/// What a game can do, if it can, for a command that asks for it.
pub fn able<T>(capability: Option<T>, game: &str, command: &str) -> Result<T, Failure> {
    capability.ok_or_else(|| {
        Failure::Input(format!("GAME: {game} is not a game for `{command}`; see `yomikiri games`"))
    })
}
