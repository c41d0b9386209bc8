//! `yomikiri bench`: a fixed workload, for comparing builds and machines.

use crate::{
    args::GameArgs,
    commands::explore::has_table,
    failure::{Answer, Outcome},
    game::{ProbeTimes, SearchTimes},
    lines::json,
    progress::Progress,
    registry,
    table::TableArgs,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, time::Instant};
use yomikiri_simd::Level;

/// Times a fixed workload, the same on every machine; its number of nodes is a checksum of what the program
/// does
///
/// A small part of the game is read out: every position counts once when it is found and once when it is
/// decided. Of minishogi some positions are searched, of other games that cannot be read out sequences of
/// moves are counted. Where there is a table, look-ups in it are timed too, and where there is a player that
/// searches, its search.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri bench dobutsu --json")]
pub struct Args {
    /// The game, one of those that `yomikiri games` lists
    #[arg(default_value = "dobutsu")]
    game: String,

    #[command(flatten)]
    table: TableArgs,

    #[arg(
        long,
        help = "One JSON object: simd features[] nodes seconds nodes_per_second \
        probe{position_microseconds,moves_microseconds} search{play_outs_per_second,simulations_per_second,threads,\
        simulations_per_second_threads}"
    )]
    json: bool,
}

#[derive(Serialize)]
struct BenchReport {
    /// The level of the registers that were used.
    simd: &'static str,
    /// What the processor has.
    features: Vec<&'static str>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    probe: Option<ProbeTimes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchTimes>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let asked = GameArgs { game: args.game.clone(), ending: None };
    let path = registry::table_path(&asked, &args.table);
    let game = registry::open(&asked)?;
    let progress = Progress::new();
    // A table asked for must be there; the default one may be. It comes first, so that one that cannot be
    // read is told at once.
    let wanted = has_table(&asked, &args.table, &*game)?;
    let tabled = game.tabled().filter(|_| wanted);
    let probe = tabled.map(|tabled| tabled.time_probes(&path)).transpose()?;
    let began = Instant::now();
    let nodes = game.bench(&progress)?;
    let seconds = began.elapsed().as_secs_f64();
    let search = game.gtp().map(|player| player.time_search(&progress));
    drop(progress);
    let (simd, features) = (Level::chosen().name(), yomikiri_simd::features());
    let report = BenchReport {
        simd,
        features,
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        probe,
        search,
    };
    if args.json {
        json(out, &report)?;
        return Ok(Answer::Yes);
    }
    let speed = grouped(report.nodes_per_second as u64);
    writeln!(out, "{} nodes in {seconds:.3} s: {speed} a second (registers: {simd})", grouped(nodes))?;
    if let Some(ProbeTimes { position_microseconds, moves_microseconds }) = report.probe {
        writeln!(
            out,
            "probe: {position_microseconds:.1} microseconds a position, {moves_microseconds:.1} for all its moves"
        )?;
    }
    if let Some(times) = report.search {
        let [play_outs, one, all] =
            [times.play_outs_per_second, times.simulations_per_second, times.simulations_per_second_threads]
                .map(|speed| grouped(speed as u64));
        writeln!(
            out,
            "search: {play_outs} play-outs a second; {one} simulations a second with one thread, {all} with {}",
            times.threads
        )?;
    }
    Ok(Answer::Yes)
}
