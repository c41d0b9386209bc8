//! `yomikiri tsume random`: one problem, for the day.

use super::view::View;
use crate::{
    failure::{Answer, Failure, Outcome},
    text,
};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::{io::Write, path::PathBuf};
use yomikiri_tsume::{Problem, collection::read};

/// Picks a problem at random
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    yomikiri tsume random --plies 7 --set NNNN --from problems.sqlite\n  \
    yomikiri tsume random --plies 7 --set NNNN --from problems.sqlite --seed $(date +%Y%m%d)")]
pub struct Args {
    /// How many plies the solution has
    #[arg(long, value_name = "N")]
    plies: usize,

    /// The pieces, kings left out, as letters of R, B, G, S, N, L and P
    #[arg(long, value_parser = pieces)]
    set: String,

    /// Pick from a collection
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The same number picks the same problem [default: a new one every time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    view: View,
}

fn pieces(text: &str) -> Result<String, String> {
    match text.chars().find(|&letter| !"RBGSNLP".contains(letter.to_ascii_uppercase())) {
        Some(letter) => Err(format!("`{letter}` is no piece, expected letters of RBGSNLP")),
        None if text.is_empty() => Err("expected at least one piece".to_owned()),
        None => Ok(text.to_ascii_uppercase()),
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Some((number, problem)) = pick(args, |candidates| rng.random_range(0..candidates) == 0)? else {
        text::note(&format!("there is no problem of {} plies with the pieces {}", args.plies, args.set));
        return Ok(Answer::No);
    };
    args.view.show(&problem, Some(number), out)?;
    if args.seed.is_none() && !args.view.json {
        writeln!(out, "Again: --seed {seed}")?;
    }
    Ok(Answer::Yes)
}

/// One of the problems that fit. `take` says of the first, of the second and so on whether it displaces the one before.
fn pick(args: &Args, take: impl FnMut(u64) -> bool) -> Result<Option<(u64, Problem)>, Failure> {
    match &args.from {
        Some(path) => Ok(read(path)?.choose(args.plies, &args.set, take)?),
        None => Err(Failure::Input("--from: expected a collection to pick from".to_owned())),
    }
}
