//! `yomikiri table`: what can be done with tables as files.

use crate::{
    failure::{Answer, Failure, Outcome},
    file,
    lines::json,
    text::grouped,
};
use clap::Subcommand;
use serde::Serialize;
use std::{io::Write, path::PathBuf};

/// Tables as files: makes one of a table in parts
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri table merge dobutsu.yomi --out whole.yomi")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Merge(MergeArgs),
}

/// Makes one file of a table that several processes have written in parts
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    yomikiri solve dobutsu-chicks --processes 2 --table chicks.yomi --parts\n  \
    yomikiri table merge chicks.yomi --out whole.yomi\n\n\
    The parts lie beside the list, here chicks.yomi.1of2 and chicks.yomi.2of2. The file is the same, to the byte, as\n\
    that of a solve without --parts, for any number of processes. The parts stay.")]
struct MergeArgs {
    /// The file that lists the parts: what --table of the solve named
    #[arg(value_name = "FILE")]
    table: PathBuf,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// One JSON object: path bytes
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MergeReport {
    path: String,
    bytes: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let Command::Merge(MergeArgs { table, out: path, json: as_json }) = &args.command;
    file::ensure("--out", path)?;
    if yomikiri_table::is_foreign(path).map_err(|error| file::failed("--out", path, &error))? {
        let message = format!("--out: {} is there and is not a table; name another file", path.display());
        return Err(Failure::input(message));
    }
    let bytes = yomikiri_table::merge(table, path)?;
    let report = MergeReport { path: path.display().to_string(), bytes };
    if *as_json {
        json(out, &report)?;
    } else {
        writeln!(out, "{} ({} bytes)", report.path, grouped(bytes))?;
    }
    Ok(Answer::Yes)
}
