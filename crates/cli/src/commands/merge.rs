//! `yomikiri merge`: the files of all shares of a work put together.

use crate::{
    failure::{Answer, Failure, Outcome},
    file,
    lines::json,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};

/// Puts the files of all shares of some work together, as one run would have kept them
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    yomikiri simulate calculation --player learnt --games 1000 --shard 1/2 --out 1.txt\n  \
    yomikiri simulate calculation --player learnt --games 1000 --shard 2/2 --out 2.txt\n  \
    yomikiri merge 1.txt 2.txt --out all.txt\n  \
    yomikiri simulate calculation --player learnt --games 1000 --out all.txt\n\n\
    The same for the shares of `train`, `tsume enumerate --all`, `tsume lone-king` and `cargo xtask\n\
    match`. A share that is missing, there twice, of other work or not at its end is refused.")]
pub struct Args {
    /// The files of `--shard`, in any order; of a later generation of `train` also the file of all games
    /// before
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// One JSON object: heading pieces
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MergeReport<'a> {
    heading: &'a str,
    pieces: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    file::ensure("--out", &args.out)?;
    let merged = yomikiri_files::merge(&args.files, &args.out);
    let merged = merged.map_err(|error| {
        let argument = if error.path() == args.out { "--out" } else { "FILE" };
        Failure::journal(argument, &error)
    })?;
    let report = MergeReport { heading: &merged.heading, pieces: merged.pieces };
    if args.json {
        json(out, &report)?;
    } else {
        writeln!(out, "{}: {} pieces", report.heading, grouped(report.pieces))?;
    }
    Ok(Answer::Yes)
}
