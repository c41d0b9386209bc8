//! `yomikiri tsume compose`: new problems as they are wanted.

use super::{folder, no_memory, seconds, view::View};
use crate::{
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    text::note,
    threads::cores,
    words::words,
};
use rayon::prelude::*;
use std::{
    collections::HashSet,
    io::Write,
    path::PathBuf,
    time::{Duration, Instant},
};
use yomikiri_core::{fill, splitmix};
use yomikiri_tsume::{
    Problem, Target,
    collection::{Provenance, read},
    compose,
};

/// Composes sound problems as they are wanted, by taking moves back from random mates; exit status 1 if there
/// are fewer than wanted when the time is up
///
/// Every piece on the board is needed, and no second solution is longer or shorter: what `tsume check
/// --no-surplus` calls sound. The same seed gives the same problems, however many threads there are.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    yomikiri tsume compose --target \"plies>=5, pieces<=4\" --solution\n  \
    yomikiri tsume compose --target \"plies>=7, king on 1..3\" --count 20 --against mine.sqlite --out new.sqlite\n\n\
    Conditions, separated by commas: pieces (kings left out), board, hand, plies, left (pieces at the end),\n\
    sacrifices, drops, king-moves, king-squares, underpromotions, interpositions, each with >=, <= or = and a\n\
    number; symmetric; smoke; king on 1..3 (files), king on 5a.")]
pub struct Args {
    /// What the problems should be like
    #[arg(long, value_name = "CONDITIONS")]
    target: Target,

    /// How many problems
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Ends after so many seconds with what has been found [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Leaves out problems, and mirror images of problems, that a collection has
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,

    /// The same number finds the same problems [default: others every time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    view: View,

    /// Write the problems to a collection, in the form that its name says, or to a directory, instead of
    /// showing them; `--json` tells of them as well
    #[arg(long, value_name = "FILE or DIR/", conflicts_with_all = ["solution", "ascii", "usi"])]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if let Some(path) = &args.out {
        if args.against.iter().any(|against| yomikiri_files::is_same(against, path)) {
            return Err(Failure::input(fill(words().reads_itself, &["--out", &path.display().to_string()])));
        }
        folder::ensure("--out", path)?;
    }
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    if args.seed.is_none() {
        // At once: who interrupts the search can begin it again.
        note(fill(words().again, &[&seed.to_string()]));
    }
    let mut search = Search::new(args, seed)?;
    let progress = Progress::new();
    progress.phase("compose", args.count);
    let mut found = Vec::new();
    while let Some(problem) = search.next()? {
        progress.advance(1);
        if args.out.is_none() || args.view.json {
            if !found.is_empty() && !args.view.json {
                writeln!(out)?;
            }
            args.view.show(&problem, None, out)?;
            out.flush()?;
        }
        found.push(problem);
    }
    drop(progress);
    let count = found.len() as u64;
    if let Some(path) = args.out.as_ref().filter(|_| count > 0) {
        let about = Provenance { command: super::command(), set: String::new() };
        folder::write(path, &about, (1..).zip(found.into_iter().map(Ok)), &Progress::new())?;
        if !args.view.json {
            let gaps = [path.display().to_string(), count.to_string(), args.count.to_string()];
            writeln!(out, "{}", fill(words().composed, &gaps.each_ref().map(String::as_str)))?;
        }
    } else if count == 0 {
        note(fill(words().none_composed, &[&search.attempts.to_string()]));
    }
    Ok(if count == args.count { Answer::Yes } else { Answer::No })
}

/// Attempts in turn.
struct Search<'a> {
    args: &'a Args,
    seed: u64,
    began: Instant,
    /// Attempts made.
    attempts: u64,
    /// Keys of the problems that are known.
    known: HashSet<u64>,
    /// Found, but not yet handed out; the next one last.
    found: Vec<Problem>,
    left: u64,
}

impl<'a> Search<'a> {
    fn new(args: &'a Args, seed: u64) -> Result<Self, Failure> {
        let mut known = HashSet::new();
        for path in &args.against {
            for problem in read(path)? {
                known.insert(problem?.with_rest().key());
            }
        }
        let (began, left) = (Instant::now(), args.count);
        Ok(Self { args, seed, began, attempts: 0, known, found: Vec::new(), left })
    }

    /// The next problem; none when there are enough, or the time is up.
    fn next(&mut self) -> Result<Option<Problem>, Failure> {
        while self.left > 0 {
            if let Some(problem) = self.found.pop() {
                self.left -= 1;
                return Ok(Some(problem));
            }
            if self.args.timeout.is_some_and(|timeout| self.began.elapsed() >= timeout) {
                break;
            }
            self.attempt()?;
        }
        Ok(None)
    }

    /// Some attempts on every core, in the order of their numbers.
    fn attempt(&mut self) -> Result<(), Failure> {
        let first = first_attempt(self.seed).wrapping_add(self.attempts);
        let numbers = (0..2 * cores() as u64).into_par_iter();
        let found: Result<Vec<_>, _> =
            numbers.map(|at| compose(&self.args.target, first.wrapping_add(at))).collect();
        let found = found.map_err(|error| no_memory(&error))?;
        self.attempts += found.len() as u64;
        self.found = found.into_iter().flatten().filter(|problem| self.known.insert(problem.key())).collect();
        self.found.reverse();
        Ok(())
    }
}

/// The number of the first attempt of a seed: far from those of all other seeds.
const fn first_attempt(seed: u64) -> u64 {
    splitmix::mix(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_differ_in_their_upper_half_alone_make_other_attempts() {
        let firsts: HashSet<u64> = [1, 2, 1 + (1 << 32), 1 + (1 << 63)].map(first_attempt).into();
        assert_eq!(firsts.len(), 4);
        let apart = |first: u64, second: u64| first.abs_diff(second) > 1 << 32;
        assert!(
            apart(first_attempt(1), first_attempt(1 + (1 << 32)))
                && apart(first_attempt(1), first_attempt(2))
        );
    }
}
