//! Where the values come from that a command shows: a game's table, and what to do when it is not there.

use crate::{
    args::GameArgs,
    commands::solve,
    failure::Failure,
    file::is_there,
    game::{AnyGame, Tabled, WithTable},
    registry,
    table::TableArgs,
    text::note,
    words::words,
};
use std::io::{self, IsTerminal, Write};
use yomikiri_core::{Explore, Gap};

yomikiri_core::phrases! { pub words;
    OTHER_RULES: "{} is a table of other rules and is left aside; `{}` makes one of these",
        "{}は別の規則のテーブルなので使いません。この規則のものは`{}`で作れます";
    MAKE_IT: "there is no table {}; make it with `{}`", "テーブル{}がありません。`{}`で作れます";
}

/// Whether there is a table to be used: one that is named, or one of the game's rules where tables are. A
/// file of variants may have changed since its table was made, which is then told of and left aside.
pub fn has_table(args: &GameArgs, table: &TableArgs, game: &dyn AnyGame) -> Result<bool, Failure> {
    ensure_tabled(args, table, game)?;
    let path = registry::table_path(args, table);
    if table.table.is_some() || !is_there("--table", &path)? {
        return Ok(table.table.is_some());
    }
    let is_of_it = game.tabled().map_or(Ok(true), |tabled| tabled.is_table_of_it(&path))?;
    if !is_of_it {
        let command = registry::solve_command(args, &path);
        note(OTHER_RULES.with(path.display().to_string()).and(command));
    }
    Ok(is_of_it)
}

/// Refuses a table that is named for a game which has none.
pub fn ensure_tabled(args: &GameArgs, table: &TableArgs, game: &dyn AnyGame) -> Result<(), Failure> {
    if table.table.is_some() && game.tabled().is_none() {
        return Err(Failure::input(format!("--table: {} is no game with tables; leave it out", args.game)));
    }
    Ok(())
}

/// The game with its table. Where there is none, says how to make it, and offers to, if there is someone to
/// ask. A game that has no tables comes with what it knows by itself.
pub fn explore(args: &GameArgs, table: &TableArgs, game: &dyn AnyGame) -> Result<Box<dyn Explore>, Failure> {
    ensure_tabled(args, table, game)?;
    game.tabled().map_or_else(|| Ok(game.explore()), |tabled| Ok(with_table(args, table, tabled)?.explore))
}

/// The game with its table, as [`explore`] gives it, and whoever finds positions in it.
pub fn with_table(args: &GameArgs, table: &TableArgs, tabled: &dyn Tabled) -> Result<WithTable, Failure> {
    let path = registry::table_path(args, table);
    if !is_there("--table", &path)? {
        let command = registry::solve_command(args, &path);
        let missing = Gap::from(MAKE_IT.with(path.display().to_string()).and(command));
        if !wants_it_now(&missing) {
            return Err(Failure::environment(missing));
        }
        solve::make_table(tabled, &path)?;
    }
    tabled.with_table(&path)
}

/// Asks whether to make the table now, where a person can answer.
fn wants_it_now(missing: &Gap) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    note(missing.clone());
    let _ = write!(io::stderr(), "{}", words().make_it_now).and_then(|()| io::stderr().flush());
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    matches!(read, Ok(1..)) && matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}
