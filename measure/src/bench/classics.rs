//! `cargo xtask bench tsume --classics FILE`: the solver on known diagrams, and with `--anchor PROGRAM`
//! another solver that speaks USI beside it, in turns.
//!
//! A program is started anew for each diagram, so that nothing is remembered and each pays for its memory.
//! What it is worth is told in processor seconds of the whole process: on a busy machine the clock tells
//! little. Every line is followed by the rules: it must consist of checks and answers and end in mate.

use crate::{
    program::built,
    results::{keep, record},
    talk::{Talk, number_after},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use yomikiri_core::{Game, Notation, Side};
use yomikiri_shogi::{Move, Position, Shogi};

/// What is measured.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// With tsume: measures the solver on the diagrams of a file, a name, plies (- if unknown) and SFEN a
    /// line, with tabs between
    #[arg(long, value_name = "FILE")]
    pub classics: Option<PathBuf>,

    /// With --classics: a solver beside, which speaks USI and answers `go mate`
    #[arg(long, value_name = "PROGRAM", requires = "classics")]
    anchor: Option<PathBuf>,

    /// With --classics: what the anchor is told before, such as `setoption name Threads value 1`
    #[arg(long, value_name = "LINE", requires = "anchor")]
    anchor_setup: Vec<String>,

    /// With --classics: seconds by the clock for each diagram
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    seconds: u64,

    /// With --classics: mebibytes for each solver
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u32,
}

/// A line of the file.
struct Diagram {
    name: String,
    published: Option<u32>,
    sfen: String,
}

/// What a solver made of a diagram.
#[derive(Clone, Copy, Default)]
struct Outcome {
    /// None if it did not decide in time.
    mate: Option<bool>,
    plies: usize,
    nodes: u64,
    seconds: f64,
}

/// Measures all diagrams of a file once and keeps the figures.
pub fn measure(file: &Path, args: &Args) -> Result<(), String> {
    let shogi = Shogi::tsume();
    let mut records = Vec::new();
    let mut pairs = Vec::new();
    for Diagram { name, published, sfen } in diagrams(file)? {
        let failed = |error| format!("{name}: {error}");
        let own = ask_own(&shogi, &sfen, args).map_err(failed)?;
        let anchor = match &args.anchor {
            Some(program) => Some(ask_anchor(program, &shogi, &sfen, args).map_err(failed)?),
            None => None,
        };
        let shown = |outcome: &Outcome| {
            let verdict = outcome.mate.map_or("?".into(), |mate| {
                if mate { format!("{} plies", outcome.plies) } else { "no mate".into() }
            });
            format!("{verdict:>10} {:>11} nodes {:>8.2} s", outcome.nodes, outcome.seconds)
        };
        let beside = anchor.as_ref().map_or(String::new(), |anchor| format!("  | {}", shown(anchor)));
        println!("{name:<24} {}{beside}", shown(&own));
        records.push(json!({
            "name": name, "published": published, "own": value(&own), "anchor": anchor.as_ref().map(value),
        }));
        pairs.push((own, anchor));
    }
    println!("{}", summary(&pairs));
    let bench = json!({ "seconds": args.seconds, "memory_mib": args.memory });
    keep("tsume-classics", &record("tsume", &records, &bench))
}

fn value(outcome: &Outcome) -> Value {
    let Outcome { mate, plies, nodes, seconds } = *outcome;
    json!({ "mate": mate, "plies": mate.filter(|&mate| mate).map(|_| plies), "nodes": nodes, "cpu_seconds": seconds })
}

/// How many are decided, and the processor seconds over those that all decide.
fn summary(pairs: &[(Outcome, Option<Outcome>)]) -> String {
    let decided = pairs.iter().filter(|(own, _)| own.mate.is_some()).count();
    let beside: Vec<_> = pairs.iter().filter_map(|(own, anchor)| Some((own, anchor.as_ref()?))).collect();
    if beside.is_empty() {
        let seconds: f64 = pairs.iter().map(|(own, _)| own.seconds).sum();
        return format!("{decided} of {} decided, {seconds:.1} s", pairs.len());
    }
    let theirs = beside.iter().filter(|(_, anchor)| anchor.mate.is_some()).count();
    let both: Vec<_> =
        beside.iter().filter(|(own, anchor)| own.mate.is_some() && anchor.mate.is_some()).collect();
    let contradictions = both.iter().filter(|(own, anchor)| own.mate != anchor.mate).count();
    let sum = |pick: fn(&(&Outcome, &Outcome)) -> f64| both.iter().map(|&pair| pick(pair)).sum::<f64>();
    // A hundredth of a second is as little as the system counts.
    let ratio = sum(|(own, anchor)| (own.seconds.max(0.01) / anchor.seconds.max(0.01)).ln());
    format!(
        "decided {decided} and {theirs} of {}, by both {}: {:.1} and {:.1} s, geometric mean of the ratios {:.3}, \
         contradictions {contradictions}",
        pairs.len(),
        both.len(),
        sum(|(own, _)| own.seconds),
        sum(|(_, anchor)| anchor.seconds),
        (ratio / both.len() as f64).exp()
    )
}

fn diagrams(file: &Path) -> Result<Vec<Diagram>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, plies, sfen] = fields[..] else {
            return Err(format!("{}: expected a name, plies and SFEN, not {line}", file.display()));
        };
        Ok(Diagram { name: name.into(), published: plies.parse().ok(), sfen: sfen.into() })
    };
    lines.map(read).collect()
}

fn ask_own(shogi: &Shogi<u128>, sfen: &str, args: &Args) -> Result<Outcome, String> {
    let (seconds, memory) = (args.seconds.to_string(), args.memory.to_string());
    let command = ["tsume", "solve", "-", "--json", "--timeout", &seconds, "--memory", &memory];
    let mut talk = Talk::start(&mut built(&command))?;
    talk.say(sfen)?;
    let answer: Value = serde_json::from_str(&talk.line()?).map_err(|error| error.to_string())?;
    let mate = answer["mate"].as_bool();
    let line: Vec<&str> = answer["line"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // Time may end between the proof and its line.
    if !line.is_empty() {
        let sfen = answer["sfen"].as_str().ok_or("an answer without a position")?;
        follow(shogi, sfen, &line)?;
    }
    let nodes = answer["nodes"].as_u64().unwrap_or(0);
    let plies = answer["plies"].as_u64().unwrap_or(0) as usize;
    Ok(Outcome { mate, plies, nodes, seconds: talk.seconds() })
}

fn ask_anchor(program: &Path, shogi: &Shogi<u128>, sfen: &str, args: &Args) -> Result<Outcome, String> {
    let hash = format!("setoption name USI_Hash value {}", args.memory);
    let setup = [&["usi".to_owned(), hash], args.anchor_setup.as_slice()].concat().join("\n");
    let mut talk = Talk::ready(&mut Command::new(program), &setup)?;
    talk.say(&format!("position sfen {sfen}\ngo mate {}", args.seconds * 1000))?;
    let lines = talk.hear("checkmate")?;
    let seconds = talk.seconds();
    let nodes = lines.iter().rev().find_map(|line| number_after(line, "nodes")).unwrap_or(0.0) as u64;
    let answer: Vec<&str> = lines.last().into_iter().flat_map(|line| line.split_whitespace()).collect();
    let (mate, plies) = match answer[1..] {
        ["nomate"] => (Some(false), 0),
        ["timeout"] => (None, 0),
        ref line => {
            follow(shogi, sfen, line)?;
            (Some(true), line.len())
        }
    };
    Ok(Outcome { mate, plies, nodes, seconds })
}

/// Plays a line: checks and answers, with mate at its end.
fn follow(shogi: &Shogi<u128>, sfen: &str, line: &[&str]) -> Result<(), String> {
    let mut pos = shogi.parse_pos(sfen).map_err(|error| error.to_string())?;
    for name in line {
        let mv = shogi.parse_move(&pos, name).map_err(|error| format!("{name}: {error}"))?;
        let is_check = |pos: &Position<u128>| shogi.in_check(pos, Side::Second);
        pos = shogi.play(&pos, mv);
        if pos.side() == Side::Second && !is_check(&pos) {
            return Err(format!("{name} gives no check"));
        }
    }
    let mut answers: Vec<Move> = Vec::new();
    shogi.evasions(&pos, &mut answers);
    // Futile interpositions at the end are no answers in mating problems.
    let ends = answers.iter().all(|mv| matches!(mv, Move::Drop { .. }));
    if pos.side() == Side::Second && ends { Ok(()) } else { Err("the line does not end in mate".into()) }
}
