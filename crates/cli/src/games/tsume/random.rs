//! `yomikiri tsume random`: one problem, for the day.

use super::{difficulty::DifficultyArgs, kept, view::View};
use crate::{
    failure::{Answer, Failure, Outcome},
    text,
    words::words,
};
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use std::{io::Write, path::PathBuf};
use yomikiri_core::fill;
use yomikiri_tsume::{
    PieceSet, Problem, Target,
    collection::read,
    enumerate::{Conventions, LONGEST},
};

/// Picks a problem at random
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    yomikiri tsume random --plies 7 --set NNNN\n  \
    yomikiri tsume random --plies 7 --set NNNN --difficulty 6\n  \
    yomikiri tsume random --plies 7 --set NNNN --from problems.sqlite --seed $(date +%Y%m%d)")]
pub struct Args {
    /// How many plies the solution has
    #[arg(long, value_name = "N")]
    plies: u32,

    /// The pieces, a word of letters such as NNNN
    #[arg(long)]
    set: PieceSet,

    /// Pick from a collection, instead of enumerating the set
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The same number picks the same problem [default: a new one every time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Only problems of which all this is true, as `tsume compose --help` says it
    #[arg(long, value_name = "CONDITIONS")]
    r#where: Option<Target>,

    #[command(flatten)]
    difficulty: DifficultyArgs,

    #[command(flatten)]
    view: View,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.plies == 0 && args.from.is_none() {
        let message = "--plies: mates of 0 plies are counted and not listed; expected 1 or more";
        return Err(Failure::input(message));
    }
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Some((number, problem)) = pick(args, &mut rng)? else {
        let length = words().plies_of(args.plies);
        let is_asked = args.r#where.is_some() || !args.difficulty.is_empty();
        let told = if is_asked { words().no_such_problem } else { words().no_problem };
        text::note(fill(told, &[&length, &args.set.to_string()]));
        return Ok(Answer::No);
    };
    args.view.show(&problem, number, out)?;
    if args.seed.is_none() && !args.view.json {
        writeln!(out, "{}", fill(words().again, &[&seed.to_string()]))?;
    }
    Ok(Answer::Yes)
}

/// One of the problems that fit, each as likely as the others; the number is its place in the collection.
fn pick(args: &Args, rng: &mut ChaCha8Rng) -> Result<Option<(Option<u64>, Problem)>, Failure> {
    let progress = args.difficulty.progress();
    let is_like = |problem: &mut Problem| {
        args.r#where.as_ref().is_none_or(|target| target.admits(problem))
            && args.difficulty.admits(problem, progress.as_ref())
    };
    if let Some(path) = &args.from {
        // One number in so many is a multiple of it.
        let take = |candidates| rng.next_u64().is_multiple_of(candidates);
        let asked = args.r#where.is_some() || !args.difficulty.is_empty();
        let like = asked.then_some(&is_like as &dyn Fn(&mut Problem) -> bool);
        let found = read(path)?.choose(args.plies as usize, &args.set.to_string(), like, take)?;
        return Ok(found.map(|(number, problem)| (Some(number), problem)));
    }
    let plies = args.plies.min(u32::from(LONGEST)) as u8;
    let found = kept::in_memory(&args.set, Conventions::default(), plies)?;
    let liked = |mut problem| is_like(&mut problem).then_some(problem);
    let problems: Vec<Problem> = found.problems_in(args.plies as usize, true).filter_map(liked).collect();
    // How the crate draws from a range may change from version to version, and the seed's problem with it.
    let chosen = rng.next_u64().checked_rem(problems.len() as u64);
    Ok(chosen.and_then(|i| problems.into_iter().nth(i as usize)).map(|problem| (None, problem)))
}
