//! `cargo xtask bench minishogi`: the rules and the search of minishogi beside Fairy-Stockfish, where it is
//! installed.
//!
//! Both speak on pipes and are timed by the processor time they took, in turns: on a busy machine the clock
//! tells little, and the ratio holds longer than the figures. Then the engine is asked for proved mates
//! (`data/known/minishogi_mates.tsv`).

use crate::{
    program::{yomikiri, yomikiri_command},
    results::{keep, record},
    root,
    talk::{Talk, number_after},
    works,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, process::Command};

const ANCHOR: &str = "fairy-stockfish";

/// What the anchor is told before: Debian's version knows only this name of the option. A new game, so that
/// both have touched the memory of their tables, as before the first move of any game.
const ANCHOR_SETUP: &str =
    "setoption name UCI_Variant value minishogi\nsetoption name Hash value 64\nucinewgame";
const OWN_SETUP: &str = "setoption name USI_Hash value 64\nusinewgame";

/// How deep sequences are counted.
const PERFT: u32 = 7;

/// Nodes of a search: some seconds.
const NODES: u64 = 4_000_000;

/// Milliseconds for each mate.
const MATE_TIME: u32 = 1000;

/// Measures the speeds so many times and the mates once, and keeps the figures.
pub fn measure(runs: usize) -> Result<(), String> {
    let anchored = works(ANCHOR, &["bench", "1", "1", "1"]);
    if !anchored {
        println!("there is no {ANCHOR} on the PATH (Debian puts it in /usr/games): no ratios");
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
    let mut bench: Value = yomikiri(&["bench", "minishogi"])?;
    println!("bench: {} nodes", bench["nodes"]);
    bench["mates"] = mates()?;
    keep("minishogi", &record("minishogi", &records, &bench))
}

/// Leaves and nodes a second of processor time of an engine.
fn speeds(command: &mut Command, setup: &str, perft: &str, perft_answer: &str) -> Result<(f64, f64), String> {
    let mut talk = Talk::ready(command, setup)?;
    talk.say("position startpos")?;
    let began = talk.seconds();
    talk.say(perft)?;
    let leaves =
        talk.hear(perft_answer)?.last().and_then(|line| last_number(line)).ok_or("no count of sequences")?;
    let counted = talk.seconds();
    talk.say(&format!("go nodes {NODES}"))?;
    let lines = talk.hear("bestmove")?;
    let searched = talk.seconds();
    let nodes = lines.iter().rev().find_map(|line| number_after(line, "nodes")).ok_or("no count of nodes")?;
    Ok((leaves / (counted - began), nodes / (searched - counted)))
}

/// Asks for the proved mates and prints how many are found in time: by length in plies, those found and all.
fn mates() -> Result<Value, String> {
    let path = root().join("data/known/minishogi_mates.tsv");
    let known = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut talk = Talk::ready(&mut yomikiri_command(&["usi", "minishogi"]), OWN_SETUP)?;
    let mut counts: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        let (sfen, plies) = line.split_once('\t').ok_or_else(|| format!("not a mate: {line}"))?;
        let plies: u32 = plies.parse().map_err(|_| format!("not a number of plies: {plies}"))?;
        talk.say(&format!("usinewgame\nposition sfen {sfen}\ngo movetime {MATE_TIME}"))?;
        let lines = talk.hear("bestmove")?;
        let last = lines.iter().rev().find(|line| line.contains(" score "));
        let found = last.and_then(|line| number_after(line, "mate"));
        let count = counts.entry(plies).or_default();
        count.0 += u32::from(found.is_some_and(|found| (1.0..=f64::from(plies)).contains(&found)));
        count.1 += 1;
    }
    let told = counts.iter().map(|(plies, (found, all))| format!("{found} of {all} in {plies}"));
    println!("mates found in {MATE_TIME} ms, by plies: {}", told.collect::<Vec<_>>().join(", "));
    Ok(json!(counts))
}

fn last_number(line: &str) -> Option<f64> {
    line.split_whitespace().last()?.parse().ok()
}
