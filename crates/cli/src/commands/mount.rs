//! `yomikiri mount`: a game's tree as files.

use crate::{
    args::{GameArgs, with_options},
    commands::explore::{MAKE_IT, ensure_tabled},
    failure::{Answer, Failure, Outcome},
    file::is_there,
    game::AnyGame,
    registry,
    table::TableArgs,
    text::note,
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, BufRead, BufReader, IsTerminal, Write},
    os::fd::AsFd,
    path::PathBuf,
    process::{self, ChildStderr, Command, Stdio},
    sync::Arc,
    thread::{self, JoinHandle},
};
use yomikiri_core::{Explore, Phrase};
use yomikiri_fs::{Tree, TreeOptions};

yomikiri_core::phrases! { words;
    NO_VALUES: "no values are shown: there is no table {}; `{}` makes it",
        "価値は表示されません。テーブル{}がありません。`{}`で作れます";
}

/// Shows the whole game as directories until it is unmounted
///
/// Directories are positions, named after the moves that lead to them; files tell of a position what is
/// known: `board`, `value`, `moves` (best first), `best`, `path`, and `result` where the game is over. Only
/// you can look into it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri mount blokus ~/duo --background\n  \
    cat ~/duo/66t0/value; ls ~/duo/66t0; cd ~/duo/$(cat ~/duo/best)\n  \
    fusermount3 -u ~/duo\n\n\
    Nothing else ends a walk through the whole tree: keep backups and indexers out of it (the book's page on mounting has more).")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// An empty directory
    dir: PathBuf,

    #[command(flatten)]
    table: TableArgs,

    /// List what BlokusFS lists: board, piece, score, value, and only pieces of five squares at first
    #[arg(long)]
    compat: bool,

    /// List no moves in directories N moves deep; they still open by name
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// List at most N directories, so that a walk ends some time; what is opened by name still opens
    #[arg(long, value_name = "N", default_value_t = TreeOptions::default().listings)]
    listings: u64,

    /// Return when the tree can be used
    #[arg(long)]
    background: bool,

    /// What `--background` starts: a session of its own that answers until it is unmounted
    #[arg(long, hide = true)]
    detached: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.background && !args.detached {
        return in_background(out);
    }
    let limits = TreeOptions {
        compatible: args.compat,
        depth: args.depth,
        listings: args.listings,
        ..TreeOptions::default()
    };
    let tree = Tree::new(explore(args)?, limits, |remark| note(remark));
    let tree = tree.map_err(|error| Failure::explore("GAME", &error))?;
    let tree = Arc::new(tree);
    let directory = args.dir.canonicalize().unwrap_or_else(|_| args.dir.clone());
    if args.detached {
        leave().map_err(|error| Failure::environment(format!("cannot go to the background: {error}")))?;
    }
    yomikiri_fs::mount(tree, &args.game.game, &directory, || {
        // Nobody need listen: the mount is there all the same.
        let _ = writeln!(out, "{} is mounted on {}", args.game.game, directory.display());
        let _ = out.flush();
    })?;
    Ok(Answer::Yes)
}

/// From here on no terminal's end is this process's, and it keeps no directory busy.
fn leave() -> io::Result<()> {
    rustix::process::setsid()?;
    env::set_current_dir("/")
}

fn explore(args: &Args) -> Result<Box<dyn Explore>, Failure> {
    let game = registry::open(&args.game)?;
    if !args.compat {
        return explore_or_do_without(&args.game, &args.table, &*game);
    }
    let other = || format!("--compat: {} is no game of BlokusFS; expected blokus", args.game.game);
    game.as_blokusfs().ok_or_else(|| Failure::input(other()))
}

/// The game with its table, if there is one. Where there is none, says how to make it and what is missing
/// without, and gives the game with what it knows by itself; a table that was asked for by name must be
/// there.
fn explore_or_do_without(
    args: &GameArgs,
    table: &TableArgs,
    game: &dyn AnyGame,
) -> Result<Box<dyn Explore>, Failure> {
    ensure_tabled(args, table, game)?;
    let Some(tabled) = game.tabled() else { return Ok(game.explore()) };
    let path = registry::table_path(args, table);
    if is_there("--table", &path)? {
        return Ok(tabled.with_table(&path)?.explore);
    }
    let command = registry::solve_command(args, &path);
    let missing = |phrase: &'static Phrase| phrase.with(path.display().to_string()).and(command);
    if table.table.is_some() {
        return Err(Failure::environment(missing(MAKE_IT)));
    }
    note(missing(NO_VALUES));
    Ok(game.explore())
}

/// Starts the same command in a session of its own and waits until it has mounted or failed.
fn in_background(out: &mut impl Write) -> Outcome {
    let failed = |error: io::Error| Failure::environment(format!("cannot start in the background: {error}"));
    let mut command = Command::new(env::current_exe().map_err(failed)?);
    command.args(detached(env::args_os().skip(1)));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    // A pipe would keep whoever reads it waiting for as long as the mount lives.
    command.stderr(if lasting(&io::stderr()) { Stdio::inherit() } else { Stdio::piped() });
    let mut child = command.spawn().map_err(failed)?;
    let copy = |mut errors: ChildStderr| {
        thread::Builder::new().spawn(move || io::copy(&mut errors, &mut io::stderr()))
    };
    let errors = child.stderr.take().map(copy).transpose().map_err(failed)?;
    let mut line = String::new();
    if let Some(said) = child.stdout.take() {
        BufReader::new(said).read_line(&mut line).map_err(failed)?;
    }
    if !line.is_empty() {
        if let Err(error) = write!(out, "{line}").and_then(|()| out.flush()) {
            // Who is told of a failure looks for no mount.
            let _ = Pid::from_raw(child.id() as i32).map(|pid| kill_process(pid, Signal::TERM));
            let _ = child.wait();
            return Err(error.into());
        }
        return Ok(Answer::Yes);
    }
    let status = child.wait().map_err(failed)?;
    let _ = errors.map(JoinHandle::join);
    // It has told why.
    process::exit(status.code().unwrap_or(ENVIRONMENT))
}

/// The arguments of the same command that is to detach itself: the option goes before the mark behind which
/// there are none.
fn detached(own: impl Iterator<Item = OsString>) -> Vec<OsString> {
    with_options(own.collect(), ["--detached".into()])
}

/// The exit status of what ends without one.
const ENVIRONMENT: i32 = 3;

/// Whether what is written there does not keep anybody waiting: a terminal or a file.
fn lasting(output: &(impl AsFd + IsTerminal)) -> bool {
    let file = || output.as_fd().try_clone_to_owned().and_then(|file| fs::File::from(file).metadata());
    output.is_terminal() || file().is_ok_and(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_started_has_all_arguments_wherever_they_stand() {
        for (own, expected) in [
            ("--lang ja mount blokus d --background", "--lang ja mount blokus d --background --detached"),
            ("mount --background -- blokus -d", "mount --background --detached -- blokus -d"),
        ] {
            let arguments = detached(own.split(' ').map(OsString::from));
            assert_eq!(arguments, expected.split(' ').map(OsString::from).collect::<Vec<_>>());
        }
    }
}
