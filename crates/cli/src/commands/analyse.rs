//! `yomikiri analyse`: what the engine thinks of a game's moves.

use crate::{
    args::seconds,
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::{Analyst, Judged},
    judged::{self, plot},
    lines::json,
    progress::Progress,
    registry,
};
use std::{
    io::{self, Read, Write},
    path::PathBuf,
    time::Duration,
};

/// Tells what the engine thinks of each move of a game, with a plot of who was winning
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  echo \"3e4d 4a3b 4d3c\" | yomikiri analyse minishogi - --nodes 100000\n\n\
    A record is in USI (`position startpos moves ...`, or only the moves), CSA or KIF (UTF-8 or Shift JIS).\n\n\
    Behind a move `?` marks a mistake, which gave away 15% or more of the chance of winning, `??` a blunder, 30%\n    or more."
)]
pub struct Args {
    /// The game
    game: String,

    /// The record; `-` for standard input
    record: PathBuf,

    /// Nodes for each position
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seconds for each position, instead of nodes
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = seconds)]
    time: Option<Duration>,

    /// Where a picture of the plot goes
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// One JSON object a position: ply position move score mate probability best line; score, mate (plies,
    /// less than 0 if the second player mates) and probability are the first player's, whoever is to move
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let game = registry::able(game.analyse(), &args.game, "analyse")?;
    let mut analyst = game.analyst(args.model.as_deref())?;
    let positions = load(args, &mut *analyst)?;
    if let Some(path) = &args.svg {
        file::ensure("--svg", path)?;
    }
    let progress = Progress::new();
    progress.phase("analysing", positions as u64);
    let mut judged: Vec<Judged> = Vec::new();
    for ply in 0..positions {
        let one = analyst.judge(ply, args.nodes, args.time);
        progress.advance(1);
        if args.json {
            json(out, &one)?;
        }
        judged.push(one);
    }
    drop(progress);
    if !args.json {
        for (ply, one) in judged.iter().enumerate() {
            let lost = judged.get(ply + 1).map_or(0.0, |after| one.lost(after));
            writeln!(out, "{}", judged::line(one, lost))?;
        }
        write!(out, "\n{}", plot::terminal(&judged))?;
    }
    if let Some(path) = &args.svg {
        save("--svg", path, plot::svg(&judged).as_bytes())?;
    }
    Ok(Answer::Yes)
}

/// Gives the record to whoever looks at it; the number of its positions.
fn load(args: &Args, analyst: &mut dyn Analyst) -> Result<usize, Failure> {
    let name = args.record.display();
    let bytes = if args.record.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().take(file::RECORD).read_to_end(&mut bytes).map(|_| bytes)
    } else {
        yomikiri_files::read(&args.record, file::RECORD)
    };
    let bytes = bytes.map_err(|error| Failure::Environment(format!("{name}: {error}")))?;
    analyst.load(&bytes).map_err(|error| Failure::Input(format!("{name}: {error}")))
}
