//! What `match` is asked for.

use super::statistics::Sprt;
use std::path::PathBuf;

pub const USAGE: &str = "\
usage: cargo xtask match ENGINE_A ENGINE_B [--game blokus|minishogi] [--pairs N] [--plies N] [--openings FILE]
       [--seed N] [--jobs N] [--sprt ELO0,ELO1] [--minutes N] [--keep]
an ENGINE is `gtp:COMMAND` or `usi:COMMAND`; behind a USI command may stand `; go LIMITS` and `; setoption ...`";

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

#[derive(Debug)]
pub struct Args {
    pub engines: [Named; 2],
    pub game: String,
    pub pairs: usize,
    /// Plies of a random opening.
    pub plies: usize,
    /// A file of openings, moves apart by spaces, one a line; what follows a tab is not read.
    pub openings: Option<PathBuf>,
    pub seed: u64,
    pub jobs: usize,
    pub sprt: Option<Sprt>,
    /// After so long no pair is begun.
    pub minutes: Option<f64>,
    /// Whether the record is kept in `bench/results`.
    pub keep: bool,
}

impl Args {
    pub fn parse(args: &[&str]) -> Result<Self, String> {
        let [a, b, options @ ..] = args else { return Err(USAGE.into()) };
        let mut parsed = Self {
            engines: [Named::parse(a)?, Named::parse(b)?],
            game: "blokus".into(),
            pairs: 100,
            plies: 4,
            openings: None,
            seed: 1,
            jobs: 1,
            sprt: None,
            minutes: None,
            keep: false,
        };
        let mut options = options.iter();
        while let Some(option) = options.next() {
            if *option == "--keep" {
                parsed.keep = true;
                continue;
            }
            let value = *options.next().ok_or_else(|| format!("{option} needs a value\n{USAGE}"))?;
            match *option {
                "--game" => parsed.game = value.into(),
                "--pairs" => parsed.pairs = number(option, value)?,
                "--plies" => parsed.plies = number(option, value)?,
                "--openings" => parsed.openings = Some(value.into()),
                "--seed" => parsed.seed = number(option, value)?,
                "--jobs" => parsed.jobs = number::<usize>(option, value)?.max(1),
                "--minutes" => parsed.minutes = Some(number(option, value)?),
                "--sprt" => parsed.sprt = Some(sprt(value)?),
                _ => return Err(format!("there is no option {option}\n{USAGE}")),
            }
        }
        Ok(parsed)
    }
}

fn number<T: std::str::FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{option}: expected a number, not {value}"))
}

fn sprt(value: &str) -> Result<Sprt, String> {
    let wrong = || format!("--sprt: expected two numbers of Elo such as 0,10, not {value}");
    let (low, high) = value.split_once(',').ok_or_else(wrong)?;
    let (low, high): (f64, f64) = (low.parse().map_err(|_| wrong())?, high.parse().map_err(|_| wrong())?);
    if low < high { Ok(Sprt { low, high }) } else { Err(wrong()) }
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
        let args = Args::parse(&args).unwrap();
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
            assert!(Args::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
