//! The arguments of the program, and those that several commands share.

#[cfg(target_os = "linux")]
use crate::commands::mount;
use crate::{
    commands::{
        analyse, bench, check, evaluate, games, gtp, perft, play, probe, report, simulate, solve, train,
        tsume, usi,
    },
    failure::{Failure, Outcome},
    memory,
    registry::{self, AnyGame},
    table,
    threads::{self, ThreadArgs},
};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use serde::Serialize;
use std::{fmt, io::Write, path::PathBuf, time::Duration};
use yomikiri_duo::LEVELS;

/// Reads games out to the end.
#[derive(Parser)]
#[command(
    name = "yomikiri",
    version,
    after_help = "Example:\n  yomikiri solve dobutsu\n\n\
    Exit status: 0 done, 1 the answer is negative, 2 unusable arguments or input, 3 the environment failed."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Games(games::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Play(play::Args),
    Perft(perft::Args),
    Check(check::Args),
    Bench(bench::Args),
    Gtp(gtp::Args),
    #[cfg(target_os = "linux")]
    Mount(mount::Args),
    Tsume(tsume::Args),
    Usi(usi::Args),
    Train(train::Args),
    Evaluate(evaluate::Args),
    Analyse(analyse::Args),
    Report(report::Args),
    Simulate(simulate::Args),
}

impl Args {
    /// The arguments of the program, or why there are none.
    pub fn read() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::prepared().try_get_matches()?)
    }

    /// The declarations, with what is the same for all commands.
    fn prepared() -> clap::Command {
        prepared(Self::command())
    }
}

/// A game is one of those that the command is for. A negative number is taken for a number, so that the
/// refusal says what was expected in its place.
fn prepared(command: clap::Command) -> clap::Command {
    let command = command.allow_negative_numbers(true).mut_subcommands(prepared);
    let Some(names) = registry::names_for(command.get_name()) else { return command };
    // Not `mut_arg`, which would put the argument behind the others.
    command.mut_args(|argument| match argument.get_id().as_str() {
        "game" => argument.value_parser(names.clone()),
        _ => argument,
    })
}

impl Command {
    pub fn run(self, out: &mut impl Write) -> Outcome {
        // Those whose work splits by itself into the threads that there are, without a pool of their own.
        if matches!(self, Self::Bench(_) | Self::Perft(_) | Self::Report(_) | Self::Tsume(_)) {
            threads::global(threads::cores())?;
        }
        match self {
            Self::Games(args) => games::run(&args, out),
            Self::Solve(args) => solve::run(&args, out),
            Self::Probe(args) => probe::run(&args, out),
            Self::Play(args) => play::run(&args, out),
            Self::Perft(args) => perft::run(&args, out),
            Self::Check(args) => check::run(&args, out),
            Self::Bench(args) => bench::run(&args, out),
            Self::Gtp(args) => gtp::run(&args, out),
            #[cfg(target_os = "linux")]
            Self::Mount(args) => mount::run(&args, out),
            Self::Tsume(args) => tsume::run(&args, out),
            Self::Usi(args) => usi::run(&args),
            Self::Train(args) => train::run(&args, out),
            Self::Evaluate(args) => evaluate::run(&args, out),
            Self::Analyse(args) => analyse::run(&args, out),
            Self::Report(args) => report::run(&args, out),
            Self::Simulate(args) => simulate::run(&args, out),
        }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A king that can be taken is lost: the capture counts as a ply
    #[default]
    Capture,
    /// Mate ends the game; a king may not be left to be taken
    Mate,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capture => "capture",
            Self::Mate => "mate",
        })
    }
}

/// Which game.
#[derive(clap::Args)]
pub struct GameArgs {
    /// The game, one of those that `yomikiri games` lists
    pub game: String,

    /// How the game ends, where there are several ways [default: the first that `yomikiri games` names]
    #[arg(long, value_enum)]
    pub ending: Option<Ending>,
}

impl GameArgs {
    pub fn open(&self) -> Result<Box<dyn AnyGame>, Failure> {
        registry::open(&self.game, self.ending)
    }

    /// How the game ends, said or not.
    pub fn ending(&self) -> Ending {
        self.ending.unwrap_or_default()
    }
}

/// Which table.
#[derive(clap::Args)]
pub struct TableArgs {
    #[arg(
        long,
        value_name = "FILE",
        help = "The table [default: yomikiri/GAME-ENDING.yomi under \
        $XDG_DATA_HOME, or under ~/.local/share]"
    )]
    pub table: Option<PathBuf>,
}

impl TableArgs {
    pub fn path(&self, game: &GameArgs) -> PathBuf {
        self.table.clone().unwrap_or_else(|| table::default_path(&game.game, game.ending()))
    }
}

/// How strong a player is, and what it may take.
#[derive(clap::Args)]
pub struct MindArgs {
    /// How strong the player is, from 1, a beginner, to 9
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVELS)))]
    pub level: Option<u8>,

    /// Seconds a move, instead of a level; in Blokus Duo on the mean of a game, as those that matter take
    /// longer
    #[arg(long, value_name = "SECONDS", conflicts_with = "level", value_parser = seconds)]
    pub time: Option<Duration>,

    /// Simulations a move, instead of a level
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "time"], value_parser = clap::value_parser!(u64).range(1..))]
    pub simulations: Option<u64>,

    /// Read so many plies ahead by the published evaluation instead of playing out: the yardstick of
    /// `docs/blokus.md`
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["level", "simulations"], value_parser = clap::value_parser!(u32).range(1..=42))]
    pub depth: Option<u32>,

    /// What the player knows, a file of `yomikiri train` [default: what comes with the program]
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    pub model: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Mebibytes that the search tree may take [default: 1024, or half of what is available where that is
    /// less]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: Option<u32>,

    /// The seed of whatever is random; of a solitaire, of the deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What a search tree takes where nothing is said, and the least that it is worth beginning with, in bytes.
const MEMORY: (u64, u64) = (1 << 30, 32 << 20);

impl MindArgs {
    /// The bytes that the search may take, if there are so many.
    pub fn bytes(&self) -> Result<usize, Failure> {
        let (usual, least) = MEMORY;
        let bytes = match self.memory {
            Some(mebibytes) => u64::from(mebibytes) << 20,
            None => usual.min((memory::available().unwrap_or(u64::MAX) / 2).max(least)),
        };
        // Beside the tree there are the program and what it knows.
        memory::ensure(bytes + if self.memory.is_none() { least } else { 0 })?;
        Ok(bytes as usize)
    }

    /// Whether nothing is asked for that only a player that searches can give.
    pub fn is_default(&self) -> bool {
        self.level.is_none()
            && self.time.is_none()
            && self.simulations.is_none()
            && self.depth.is_none()
            && self.model.is_none()
    }
}

/// The longest time that can be asked for, in seconds: a day.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// Seconds, with a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds greater than 0, at most {LONGEST}"))
}

#[cfg(test)]
mod tests {
    use super::{Args, registry};
    use crate::registry::GAMES;
    use std::collections::BTreeSet;

    /// The games that a command lists, as values of its argument or as its own commands.
    fn listed(command: &clap::Command) -> BTreeSet<String> {
        let argument = command.get_positionals().find(|argument| argument.get_id() == "game");
        let values = argument.map(clap::Arg::get_possible_values).unwrap_or_default();
        let values = values.iter().map(|value| value.get_name().to_owned());
        let commands = command.get_subcommands().map(|command| command.get_name().to_owned());
        let names: BTreeSet<String> = values.chain(commands).collect();
        names.into_iter().filter(|name| GAMES.iter().any(|game| game.name == name)).collect()
    }

    #[test]
    fn games_can_do_what_they_are_said_to() {
        for command in Args::prepared().get_subcommands() {
            let is_able = |game: &&registry::Entry| game.abilities.contains(&command.get_name());
            let able: BTreeSet<_> = GAMES.iter().filter(is_able).map(|game| game.name.to_owned()).collect();
            let listed = listed(command);
            assert_eq!(listed, able, "{}", command.get_name());
        }
    }

    #[test]
    fn every_command_has_an_example() {
        fn look(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{}", command.get_name());
            command.get_subcommands().for_each(look);
        }
        look(&Args::prepared());
    }

    /// The command lines of a text: what stands behind `yomikiri ` up to the end of the line, a pipe or a
    /// comment.
    fn command_lines(text: &str) -> impl Iterator<Item = String> {
        let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
        lines.filter(|line| line.starts_with("yomikiri ")).map(|line| {
            let mut quoted = false;
            let end = line.char_indices().find(|&(_, letter)| {
                quoted ^= letter == '"';
                !quoted && "|<>#&".contains(letter)
            });
            line[..end.map_or(line.len(), |(at, _)| at)].replace("\\\"", "\"")
        })
    }

    #[test]
    fn the_commands_in_documents_are_commands() {
        fn examples(command: &clap::Command, out: &mut String) {
            *out += &command.get_after_help().map(ToString::to_string).unwrap_or_default();
            out.push('\n');
            command.get_subcommands().for_each(|command| examples(command, out));
        }
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let mut text = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
        for document in std::fs::read_dir(format!("{root}/docs")).unwrap() {
            let path = document.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                text += &std::fs::read_to_string(path).unwrap();
            }
        }
        examples(&Args::prepared(), &mut text);
        let mut tried = 0;
        for line in command_lines(&text) {
            // What the shell would put there is a date.
            let line = line.replace("$(date +%Y%m%d)", "20261123");
            let words = shlex::split(&line).unwrap_or_else(|| panic!("quotes: {line}"));
            if let Err(error) = Args::prepared().try_get_matches_from(words) {
                assert!(!error.use_stderr(), "{line}: {error}");
            }
            tried += 1;
        }
        assert!(tried > 60, "{tried} commands");
    }

    #[test]
    fn no_command_declares_an_argument_twice() {
        Args::prepared().debug_assert();
    }
}
