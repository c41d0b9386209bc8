//! `cargo xtask bench minishogi`: the rules and the search of minishogi beside Fairy-Stockfish, where it is installed.
//!
//! Both speak on pipes and are timed by the processor time they took, in turns: on a busy machine the clock tells little,
//! and the ratio holds longer than the figures.

use crate::{
    bench::{keep, record, yomikiri, yomikiri_command},
    matches::cpu,
    works,
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

const ANCHOR: &str = "fairy-stockfish";

/// What the anchor is told before: Debian's version knows only this name of the option. A new game, so that both have touched
/// the memory of their tables, as before the first move of any game.
const ANCHOR_SETUP: &str =
    "setoption name UCI_Variant value minishogi\nsetoption name Hash value 64\nucinewgame";
const OWN_SETUP: &str = "setoption name USI_Hash value 64\nusinewgame";

/// How deep sequences are counted.
const PERFT: u32 = 7;

/// Nodes of a search: some seconds.
const NODES: u64 = 4_000_000;

/// Measures so many times, and keeps the figures.
pub fn measure(runs: usize) -> Result<(), String> {
    let anchored = works(ANCHOR, &["bench", "1", "1", "1"]);
    if !anchored {
        println!("{ANCHOR} is not installed: no ratios");
    }
    println!("leaves a second   nodes a second   (processor time; the anchor's, and the ratio)");
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        let own = speeds(
            &mut yomikiri_command(&["usi", "minishogi"]),
            OWN_SETUP,
            &format!("perft {PERFT}"),
            "perft",
        )?;
        let mut anchor = None;
        if anchored {
            anchor =
                Some(speeds(&mut Command::new(ANCHOR), ANCHOR_SETUP, &format!("go perft {PERFT}"), "Nodes")?);
        }
        let beside = anchor.map_or(String::new(), |(leaves, nodes)| {
            format!("   ({leaves:.0}, {:.2}; {nodes:.0}, {:.2})", own.0 / leaves, own.1 / nodes)
        });
        println!("{:>15.0} {:>16.0}{beside}", own.0, own.1);
        records.push(json!({
            "leaves_per_cpu_second": own.0,
            "nodes_per_cpu_second": own.1,
            "anchor": anchor.map(|(leaves, nodes)| json!({ "leaves_per_cpu_second": leaves, "nodes_per_cpu_second": nodes })),
        }));
    }
    let bench: Value = yomikiri(&["bench", "minishogi"])?;
    println!("bench: {} nodes", bench["nodes"]);
    keep("minishogi", &record("minishogi", &records, &bench))
}

/// Leaves and nodes a second of processor time of an engine.
fn speeds(command: &mut Command, setup: &str, perft: &str, perft_answer: &str) -> Result<(f64, f64), String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut engine = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let measured = converse(&mut engine, setup, perft, perft_answer);
    // It was told to quit, and if it does not, so be it.
    let _ = engine.kill();
    let _ = engine.wait();
    measured
}

fn converse(engine: &mut Child, setup: &str, perft: &str, perft_answer: &str) -> Result<(f64, f64), String> {
    let told = |error: std::io::Error| error.to_string();
    let mut input = engine.stdin.take().ok_or("no input")?;
    let mut output = BufReader::new(engine.stdout.take().ok_or("no output")?).lines();
    let mut say = |text: &str| writeln!(input, "{text}").and_then(|()| input.flush()).map_err(told);
    // The lines up to one that begins with a word.
    let mut hear = |word: &str| -> Result<Vec<String>, String> {
        let mut heard = Vec::new();
        for line in output.by_ref() {
            let line = line.map_err(told)?;
            let last = line.starts_with(word);
            heard.push(line);
            if last {
                return Ok(heard);
            }
        }
        Err(format!("an engine ended before it said `{word}`"))
    };
    say(&format!("{setup}\nisready"))?;
    hear("readyok")?;
    say("position startpos")?;
    let began = cpu::seconds(engine.id());
    say(perft)?;
    let leaves =
        hear(perft_answer)?.last().and_then(|line| last_number(line)).ok_or("no count of sequences")?;
    let counted = cpu::seconds(engine.id());
    say(&format!("go nodes {NODES}"))?;
    let lines = hear("bestmove")?;
    let searched = cpu::seconds(engine.id());
    let nodes = lines.iter().rev().find_map(|line| number_after(line, "nodes")).ok_or("no count of nodes")?;
    Ok((leaves / (counted - began), nodes / (searched - counted)))
}

fn last_number(line: &str) -> Option<f64> {
    line.split_whitespace().last()?.parse().ok()
}

fn number_after(line: &str, word: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}
