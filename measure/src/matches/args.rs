//! What `match` is asked for.

use std::path::PathBuf;
use yomikiri_core::play::Level;
use yomikiri_files::Shard;
use yomikiri_stats::EloTest;

/// An engine, as it was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What a table calls it: its name, where it has one, or else all of it.
    pub name: String,
    /// All of it but its name.
    pub text: String,
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Lines for a USI engine: options, and what it is told to go by.
    pub lines: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Gtp,
    Usi,
    /// Nobody: any legal move is as likely as any other.
    Random,
}

/// What `match` is asked for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Both engines, each `gtp:COMMAND`, `usi:COMMAND` or `random`, with a name before it if wanted
    /// (`NAME=gtp:COMMAND`); behind a USI command may stand `; go LIMITS` and `; setoption ...`. Of a ladder
    /// the anchors, as many as there are
    #[arg(value_name = "ENGINE", required_unless_present = "ladder", value_parser = Named::parse)]
    pub engines: Vec<Named>,

    /// The game: blokus, minishogi, goro-goro, goro-goro-plus, dobutsu, dobutsu-chicks or shogi;
    /// of a ladder also calculation
    #[arg(long, default_value = "blokus")]
    pub game: String,

    /// A ladder: random moves, the levels of the program and the anchors, all against all; ratings of all
    /// follow from all games
    #[arg(long, conflicts_with_all = ["sprt", "minutes"])]
    pub ladder: bool,

    /// Of a ladder: its levels
    #[arg(long, value_name = "FIRST-LAST", default_value = "1-9", value_parser = levels)]
    pub levels: (Level, Level),

    /// Of a ladder: whoever stands further apart than this does not meet, as such games tell little
    #[arg(long, value_name = "PLACES", default_value_t = u8::MAX, value_parser = clap::value_parser!(u8).range(1..))]
    pub apart: u8,

    /// Of a ladder: the program whose levels play
    #[arg(long, value_name = "PROGRAM", default_value = "target/release/yomikiri")]
    pub program: PathBuf,

    /// Pairs of games; of a ladder, of each two who meet
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub pairs: usize,

    /// Plies of a random opening
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub plies: usize,

    /// A file of openings, moves apart by spaces, one a line; what follows a tab is not read
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// The seed of random openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,

    /// Ends the match when it is clear whether A is stronger by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt)]
    pub sprt: Option<EloTest>,

    /// After so many minutes no pair is begun
    #[arg(long, value_name = "MINUTES")]
    pub minutes: Option<f64>,

    /// Keeps finished pairs in this file, one a line; with the same command an interrupted match goes on
    #[arg(long, value_name = "FILE", conflicts_with = "ladder")]
    pub out: Option<PathBuf>,

    /// Plays a share of the pairs, such as 3/16: the third of sixteen; `yomikiri merge` puts the files of all
    /// together, and the match with the merged file as `--out` tells the result
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["ladder", "sprt", "keep"])]
    pub shard: Option<Shard>,

    /// Keeps the record in `bench/results`; of a ladder also its figures in `crates/cli/data/levels.tsv` and
    /// its table in `docs/notes/levels.md`
    #[arg(long)]
    pub keep: bool,
}

fn sprt(value: &str) -> Result<EloTest, String> {
    let wrong = || format!("expected two numbers of Elo such as 0,10, not {value}");
    let (low, high) = value.split_once(',').ok_or_else(wrong)?;
    let (low, high): (f64, f64) = (low.parse().map_err(|_| wrong())?, high.parse().map_err(|_| wrong())?);
    if low < high { Ok(EloTest { low, high }) } else { Err(wrong()) }
}

/// Two levels, the lower one first.
fn levels(value: &str) -> Result<(Level, Level), String> {
    let level = |text: &str| text.parse().ok().and_then(Level::new);
    let (first, last) = value.split_once('-').unwrap_or((value, value));
    let range = level(first).zip(level(last)).filter(|(first, last)| first <= last);
    range.ok_or_else(|| format!("expected levels such as 1-{}, not {value}", Level::MOST))
}

impl Named {
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("an engine is gtp:COMMAND, usi:COMMAND or random, not {text}");
        // A name holds no colon, and what is named begins with a protocol.
        let named = text.split_once('=').filter(|(name, _)| !name.contains(':'));
        let (name, text) = named.unwrap_or((text, text));
        if text == "random" {
            let (command, lines) = (Vec::new(), Vec::new());
            return Ok(Self {
                name: name.into(),
                text: text.into(),
                protocol: Protocol::Random,
                command,
                lines,
            });
        }
        let (protocol, rest) = match text.split_once(':') {
            Some(("gtp", rest)) => (Protocol::Gtp, rest),
            Some(("usi", rest)) => (Protocol::Usi, rest),
            _ => return Err(wrong()),
        };
        let mut parts = rest.split(';').map(str::trim);
        let command: Vec<String> =
            parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err(format!("{text} names no program"));
        }
        let lines = parts.map(str::to_owned).collect();
        Ok(Self { name: name.into(), text: text.into(), protocol, command, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{FromArgMatches, error::Error};

    fn parsed(words: &[&str]) -> Result<Args, Error> {
        let command = <Args as clap::Args>::augment_args(clap::Command::new("match").no_binary_name(true));
        Args::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn arguments_are_read() {
        let args = [
            "gtp:a --time 1",
            "usi:b; go movetime 50; setoption name Hash value 16",
            "--pairs",
            "7",
            "--minutes",
            "0.5",
            "--keep",
        ];
        let args = parsed(&args).unwrap();
        assert_eq!(args.engines[0].command, ["a", "--time", "1"]);
        assert_eq!(args.engines[1].lines, ["go movetime 50", "setoption name Hash value 16"]);
        assert_eq!((args.pairs, args.keep, args.sprt.is_none()), (7, true, true));
        assert_eq!(args.minutes, Some(0.5));
        let args = parsed(&["random", "random", "--shard", "3/16", "--out", "3"]).unwrap();
        assert_eq!(args.shard.unwrap().to_string(), "3/16");
        let args = parsed(&["--ladder", "weak=random", "b=gtp:b c=d", "--levels", "2-4"]).unwrap();
        assert_eq!((args.engines[0].name.as_str(), args.engines[0].protocol), ("weak", Protocol::Random));
        assert_eq!((args.engines[1].name.as_str(), args.engines[1].text.as_str()), ("b", "gtp:b c=d"));
        assert_eq!((args.levels.0.number(), args.levels.1.number()), (2, 4));
        assert!(parsed(&["--ladder"]).unwrap().engines.is_empty());
        for wrong in [
            &[][..],
            &["--ladder", "--levels", "4-2"],
            &["--ladder", "--levels", "0-9"],
            &["gtp:", "gtp:b"],
            &["a", "gtp:b"],
            &["gtp:a", "gtp:b", "--pairs"],
            &["gtp:a", "gtp:b", "--pairs", "x"],
            &["gtp:a", "gtp:b", "--sprt", "10,0"],
            &["gtp:a", "gtp:b", "--frob", "1"],
            &["gtp:a", "gtp:b", "--shard", "1/2"],
            &["gtp:a", "gtp:b", "--out", "1", "--shard", "3/2"],
            &["gtp:a", "gtp:b", "--out", "1", "--shard", "1/2", "--sprt", "0,10"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
