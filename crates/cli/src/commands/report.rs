//! `yomikiri report`: a page of figures and plots about what has been learnt.

use crate::{
    failure::{Answer, Outcome},
    file::{self, failed, save},
    game::{Page, StudySettings},
    lines::json,
    registry,
};
use serde::Serialize;
use std::{fs, io::Write, path::PathBuf};

/// Writes a page of figures and plots about a learnt evaluation: how well it tells results, how much it had
/// to see, what it is worth in play
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri report dobutsu --out figures")]
pub struct Args {
    /// The game
    game: String,

    /// The directory where evaluation.md and its pictures go
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// About how many won, and how many drawn positions the players play from
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,

    /// The largest sample of the curve
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(10_000..))]
    sample: u64,

    /// The seed of all samples
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// One JSON object: game files[]
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    game: &'a str,
    /// What was written.
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let game = registry::able(game.report(), &args.game, "report")?;
    fs::create_dir_all(&args.out).map_err(|error| failed("--out", &args.out, &error))?;
    let page = args.out.join("evaluation.md");
    file::ensure("--out", &page)?;
    let Args { positions, sample, seed, .. } = *args;
    let Page { text, pictures, summary } =
        game.report(&StudySettings { model: args.model.as_deref(), positions, sample, seed })?;
    save("--out", &page, text.as_bytes())?;
    let mut files = vec![page.clone()];
    for (name, picture) in pictures {
        let path = args.out.join(name);
        save("--out", &path, picture.as_bytes())?;
        files.push(path);
    }
    if args.json {
        json(out, &Written { game: &args.game, files })?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "{}", summary.trim_end())?;
    writeln!(out, "written to {}", page.display())?;
    Ok(Answer::Yes)
}
