//! `cargo xtask bench`: how fast games are read out and searched, and how much memory that takes.
//!
//! Machines differ, and one machine differs from hour to hour: a fixed reference is timed before each run,
//! and speeds are told as ratios to it too.

mod blokus;
mod calculation;
mod classics;
mod fs;
mod learn;
mod minishogi;
mod reference;
mod scale;
mod solve;
mod tsume;
mod web;

use crate::{cargo, program, run};
use yomikiri_simd::Level;

/// What is measured.
#[derive(clap::Args)]
pub struct Args {
    /// A game that can be solved, or tsume, fs, web, blokus, calculation, learn, minishogi; `all` for
    /// all of these; scale: several processes beside threads, and games by their size
    #[arg(value_name = "GAME", default_value = "dobutsu")]
    what: String,

    /// How often each is timed
    #[arg(long, value_name = "N", default_value_t = 3)]
    runs: usize,

    /// The level of registers, one of this machine's such as portable, avx2 or avx512 [default: the highest]
    #[arg(long, value_name = "LEVEL", value_parser = Level::of)]
    simd: Option<Level>,

    #[command(flatten)]
    classics: classics::Args,

    #[command(flatten)]
    scale: scale::Args,
}

/// Everything that is measured.
const ALL: [&str; 8] = ["dobutsu", "tsume", "fs", "web", "blokus", "calculation", "learn", "minishogi"];

pub fn measure(args: &Args) -> Result<(), String> {
    args.simd.into_iter().for_each(program::set_level);
    // Told before an hour of measuring.
    program::level()?;
    run(&mut cargo(&["build", "--release", "--quiet"]))?;
    match args.what.as_str() {
        "tsume" if let Some(file) = &args.classics.classics => classics::measure(file, &args.classics),
        "scale" => scale::measure(&args.scale, args.runs),
        "all" => ALL.into_iter().try_for_each(|what| measure_one(what, args.runs)),
        what => measure_one(what, args.runs),
    }
}

fn measure_one(what: &str, runs: usize) -> Result<(), String> {
    match what {
        "tsume" => tsume::measure(runs),
        "fs" => fs::measure(runs),
        "web" => web::measure(runs),
        "calculation" => calculation::measure(runs),
        "blokus" => blokus::measure(runs),
        "learn" => learn::measure(runs),
        "minishogi" => minishogi::measure(runs),
        game => solve::measure(game, runs),
    }
}
