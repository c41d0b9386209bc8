//! What `match` is asked for.

use std::path::PathBuf;
use yomikiri_stats::EloTest;

/// An engine, as it was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// All of it.
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
}

/// What `match` is asked for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Both engines: `gtp:COMMAND` or `usi:COMMAND`; behind a USI command may stand `; go LIMITS` and
    /// `; setoption ...`
    #[arg(value_name = "ENGINE", required = true, num_args = 2, value_parser = Named::parse)]
    pub engines: Vec<Named>,

    /// The game: blokus or minishogi
    #[arg(long, default_value = "blokus")]
    pub game: String,

    /// Pairs of games
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

    /// Keeps the record in `bench/results`
    #[arg(long)]
    pub keep: bool,
}

fn sprt(value: &str) -> Result<EloTest, String> {
    let wrong = || format!("expected two numbers of Elo such as 0,10, not {value}");
    let (low, high) = value.split_once(',').ok_or_else(wrong)?;
    let (low, high): (f64, f64) = (low.parse().map_err(|_| wrong())?, high.parse().map_err(|_| wrong())?);
    if low < high { Ok(EloTest { low, high }) } else { Err(wrong()) }
}

impl Named {
    fn parse(text: &str) -> Result<Self, String> {
        let (protocol, rest) = match text.split_once(':') {
            Some(("gtp", rest)) => (Protocol::Gtp, rest),
            Some(("usi", rest)) => (Protocol::Usi, rest),
            _ => return Err(format!("an engine is gtp:COMMAND or usi:COMMAND, not {text}")),
        };
        let mut parts = rest.split(';').map(str::trim);
        let command: Vec<String> =
            parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err(format!("{text} names no program"));
        }
        Ok(Self { text: text.into(), protocol, command, lines: parts.map(str::to_owned).collect() })
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
        for wrong in [
            &["gtp:a"][..],
            &["gtp:", "gtp:b"],
            &["a", "gtp:b"],
            &["gtp:a", "gtp:b", "--pairs"],
            &["gtp:a", "gtp:b", "--pairs", "x"],
            &["gtp:a", "gtp:b", "--sprt", "10,0"],
            &["gtp:a", "gtp:b", "--frob", "1"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
