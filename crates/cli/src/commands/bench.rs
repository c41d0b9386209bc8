//! `yomikiri bench`: a fixed workload, for comparing builds and machines.

use crate::{
    args::{GameArgs, TableArgs},
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    registry::Duel,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, time::Instant};
use yomikiri_core::{Probe, ProbeError, TwoPlayer};
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
struct Report {
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

/// How fast a player searches from the start of the game.
#[derive(Clone, Copy, Serialize)]
pub struct SearchTimes {
    /// Whole games by one thread.
    pub play_outs_per_second: f64,
    /// By one thread.
    pub simulations_per_second: f64,
    /// As many as there are cores.
    pub threads: usize,
    /// By all of them.
    pub simulations_per_second_threads: f64,
}

/// Medians over random positions, all looked up once before.
#[derive(Clone, Copy, Serialize)]
pub struct ProbeTimes {
    /// One position.
    position_microseconds: f64,
    /// All moves of one position: made, looked up, compared.
    moves_microseconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = GameArgs { game: args.game.clone(), ending: None };
    let path = args.table.path(&game);
    let game = game.open()?;
    let progress = Progress::new();
    let began = Instant::now();
    let nodes = game.bench(&progress)?;
    let seconds = began.elapsed().as_secs_f64();
    drop(progress);
    // A table asked for must be there; the default one may be.
    let wanted = args.table.table.is_some() || path.exists();
    let tabled = game.tabled().filter(|_| wanted);
    let probe = tabled.map(|tabled| tabled.time_probes(&path)).transpose()?;
    let search = game.duel().map(Duel::time_search);
    let (simd, features) = (Level::chosen().name(), yomikiri_simd::features());
    let report =
        Report { simd, features, nodes, seconds, nodes_per_second: nodes as f64 / seconds, probe, search };
    if args.json {
        super::json(out, &report)?;
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
            "search: {play_outs} play-outs a second; {one} simulations with one thread, {all} with {}",
            times.threads
        )?;
    }
    Ok(Answer::Yes)
}

/// Times look-ups of these positions.
pub fn time_probes<G: TwoPlayer>(
    game: &G,
    probe: &impl Probe<G>,
    sample: &[G::Pos],
) -> Result<ProbeTimes, Failure> {
    let moves = |pos: &G::Pos| {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let next = moves.into_iter().map(|mv| game.play(pos, mv)).filter(|pos| game.result(pos).is_none());
        next.map(|pos| probe.probe(game, &pos))
            .collect::<Result<Vec<_>, _>>()
            .map(|values| values.into_iter().max())
    };
    let failed = |error: ProbeError| Failure::Environment(error.to_string());
    for pos in sample {
        moves(pos).map_err(failed)?;
    }
    Ok(ProbeTimes {
        position_microseconds: median(sample, |pos| probe.probe(game, pos)).map_err(failed)?,
        moves_microseconds: median(sample, moves).map_err(failed)?,
    })
}

/// The median time of a look-up, in microseconds.
fn median<P, T, E>(sample: &[P], look_up: impl Fn(&P) -> Result<T, E>) -> Result<f64, E> {
    let time = |pos| {
        let began = Instant::now();
        std::hint::black_box(look_up(pos)?);
        Ok(began.elapsed().as_nanos())
    };
    let mut nanoseconds = sample.iter().map(time).collect::<Result<Vec<_>, E>>()?;
    nanoseconds.sort_unstable();
    Ok(nanoseconds.get(nanoseconds.len() / 2).map_or(f64::NAN, |&median| median as f64 / 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Oracle;
    use yomikiri_core::Game;
    use yomikiri_shogi::Shogi;

    #[test]
    fn probes_take_their_time() {
        let game = Shogi::<u16>::dobutsu_chicks(yomikiri_shogi::Ending::Capture);
        let times = time_probes(&game, &Oracle::new(&game), &[game.start()]).unwrap();
        assert!(times.position_microseconds > 0.0 && times.moves_microseconds > 0.0);
    }
}
