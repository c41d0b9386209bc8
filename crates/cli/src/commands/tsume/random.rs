//! `yomikiri tsume random`: one problem, for the day.

use super::view::View;
use crate::{
    failure::{Answer, Failure, Outcome},
    memory,
    progress::Progress,
    text,
};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use std::{io::Write, path::PathBuf};
use yomikiri_tsume::{
    PieceSet, Problem,
    collection::read,
    enumerate::{Enumeration, Reading},
};

/// Picks a problem of a piece set at random
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume random --plies 7 --set NNNN\n  \
    yomikiri tsume random --plies 7 --set NNNN --from problems.sqlite --seed $(date +%Y%m%d)")]
pub struct Args {
    /// How many plies the solution has
    #[arg(long, value_name = "N")]
    plies: usize,

    /// The pieces, kings left out, as letters of R, B, G, S, N, L and P
    #[arg(long, value_parser = pieces)]
    set: String,

    /// Pick from a collection instead of reading the set out, which takes a while
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
    // One number in so many is a multiple; how ranges are drawn may change with the crate.
    let take = |candidates| rng.next_u64().is_multiple_of(candidates);
    let Some((number, problem)) = pick(args, take)? else {
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
        None => pick_enumerated(args, take),
    }
}

/// One of the problems of the set, numbered in the order in which they are found.
fn pick_enumerated(
    args: &Args,
    mut take: impl FnMut(u64) -> bool,
) -> Result<Option<(u64, Problem)>, Failure> {
    let set: PieceSet = args.set.parse().map_err(|error| Failure::Input(format!("--set: {error}")))?;
    memory::ensure(Enumeration::estimate(&set))?;
    let most = u8::try_from(args.plies).unwrap_or(u8::MAX);
    let found = Enumeration::new(&set, Reading::default(), most, &Progress::new());
    let (mut fitting, mut taken) = (0, None);
    for (number, problem) in (1..).zip(found.problems(false)) {
        if problem.plies() == args.plies {
            fitting += 1;
            taken = if take(fitting) { Some((number, problem)) } else { taken };
        }
    }
    Ok(taken)
}
