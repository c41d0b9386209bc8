//! `cargo xtask bench scale`: what it costs to read a game out by several processes in place of threads, and
//! what a position costs by the size of the game.
//!
//! In each run a game is read out by so many threads, then by as many processes of one thread, whose table is
//! gathered by the first and then written in parts: a ratio is to the threads of the same run. All tables
//! must be the same. On a machine with fewer processors than processes the wall time tells little, the
//! processor time still what the way of the edges costs.

use super::{
    reference::{self, Reference},
    solve::without_path,
};
use crate::{
    output,
    process::children_seconds,
    program,
    results::{keep, record},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What is measured.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// With scale: the games, from small to large
    #[arg(
        long,
        value_name = "GAME,...",
        value_delimiter = ',',
        default_value = "dobutsu-chicks,shogi-3x3,shogi-3x4,dobutsu"
    )]
    games: Vec<String>,

    /// With scale: numbers of processes
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "1,2,4", value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: Vec<u16>,
}

/// How a game is read out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Threads,
    /// Processes of one thread; the first gathers all values.
    Processes,
    /// The same, and each writes its own parts of the table.
    Parts,
}

impl Way {
    const ALL: [Self; 3] = [Self::Threads, Self::Processes, Self::Parts];

    const fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Processes => "processes",
            Self::Parts => "processes, parts",
        }
    }
}

/// What a solve has cost.
struct Cost {
    way: Way,
    of: u16,
    /// What the program told.
    report: Value,
    /// Of all its processes.
    cpu_seconds: f64,
}

/// Measures every game so many times and keeps the figures.
pub fn measure(args: &Args, runs: usize) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| format!("a temporary directory: {error}"))?;
    let mut records = Vec::new();
    for game in &args.games {
        println!("{game}");
        println!(
            "  {:<20} {:>9} {:>9} {:>7} {:>7} {:>10} {:>9} {:>12} {:>9}",
            "by", "wall s", "cpu s", "wall", "cpu", "ns a pos.", "peak MiB", "wire bytes", "an edge"
        );
        for _ in 0..runs {
            let Reference { reads, steps } = reference::measure();
            let costs = run(game, &args.processes, directory.path())?;
            records.push(json!({
                "game": game,
                "reference": { "reads_seconds": reads, "steps_seconds": steps },
                "solves": costs.iter().map(Cost::record).collect::<Vec<_>>(),
            }));
        }
    }
    keep("scale", &record("scale", &records, &Value::Null))
}

/// Reads a game out in every way, one after the other.
fn run(game: &str, processes: &[u16], directory: &Path) -> Result<Vec<Cost>, String> {
    let mut costs: Vec<Cost> = Vec::new();
    let mut expected: Option<Vec<u8>> = None;
    for &of in processes {
        for way in Way::ALL {
            let (cost, table) = solve(game, way, of, directory)?;
            if *expected.get_or_insert_with(|| table.clone()) != table {
                return Err(format!("{game}: the table of {of} {} is another", way.name()));
            }
            costs.push(cost);
            // Those of as many threads come first.
            let beside = costs.iter().rfind(|cost| cost.way == Way::Threads);
            if let (Some(cost), Some(beside)) = (costs.last(), beside) {
                println!("{}", cost.line(beside));
            }
        }
    }
    Ok(costs)
}

/// Reads a game out in one way; what it cost, and its table.
fn solve(game: &str, way: Way, of: u16, directory: &Path) -> Result<(Cost, Vec<u8>), String> {
    let [table, whole] = ["scale.yomi", "whole.yomi"].map(|name| directory.join(name).display().to_string());
    let of_all = of.to_string();
    let mut args = vec!["solve", game, "--table", &table, "--force"];
    args.extend(match way {
        Way::Threads => vec!["--threads", &of_all],
        Way::Processes => vec!["--threads", "1", "--processes", &of_all],
        Way::Parts => vec!["--threads", "1", "--parts", "--processes", &of_all],
    });
    let before = children_seconds()?;
    let report = without_path(program::built_yomikiri(&args)?);
    let cpu_seconds = children_seconds()? - before;
    let path = if way == Way::Parts {
        output(&mut program::built(&["table", "merge", &table, "--out", &whole]))?;
        PathBuf::from(whole)
    } else {
        PathBuf::from(table)
    };
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((Cost { way, of, report, cpu_seconds }, bytes))
}

impl Cost {
    fn number(&self, pointer: &str) -> f64 {
        self.report.pointer(pointer).and_then(Value::as_f64).unwrap_or(0.0)
    }

    fn record(&self) -> Value {
        json!({ "by": self.way.name(), "of": self.of, "cpu_seconds": self.cpu_seconds, "solve": self.report })
    }

    /// The figures, with the ratios to another solve.
    fn line(&self, beside: &Self) -> String {
        let (wall, cpu) = (self.number("/seconds/total"), self.cpu_seconds);
        let nanoseconds = 1e9 * cpu / self.number("/reachable");
        let (edges, wire) = (self.number("/wire/edges"), self.number("/wire/bytes"));
        format!(
            "  {:<20} {wall:>9.2} {cpu:>9.2} {:>7.2} {:>7.2} {nanoseconds:>10.0} {:>9.0} {wire:>12.0} {:>9.2}",
            format!("{} {}", self.of, self.way.name()),
            wall / beside.number("/seconds/total"),
            cpu / beside.cpu_seconds,
            self.number("/peak_rss_bytes") / f64::from(1 << 20),
            if edges > 0.0 { wire / edges } else { 0.0 },
        )
    }
}
