//! `yomikiri tsume show`: problems from a text or a collection, on the terminal or into another collection.

use super::{difficulty::DifficultyArgs, folder, view::View};
use crate::{
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    text::{grouped, note},
    words::words,
};
use std::{
    io::Write,
    iter,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};
use yomikiri_core::fill;
use yomikiri_tsume::{
    PieceSet, Problem, Target,
    collection::{CollectionError, Format, Provenance, read, without_words},
};

/// Shows a problem, or those of a collection
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    yomikiri tsume show \"8k/7P1/6G1G/9/9/9/9/9/9 b - 1 moves 2b2a+ 1a2a 3c2b\" --solution\n  \
    yomikiri tsume show problems.sqlite --number 12 --ascii\n  \
    yomikiri tsume show problems.sqlite --number 12 --out twelve.kif\n  \
    yomikiri tsume show problems.csv --out sheet.html\n  \
    yomikiri tsume show problems.sqlite --plies 7..11 --set NNNN --out seven-to-eleven/\n  \
    yomikiri tsume show problems.sqlite --where \"sacrifices>=1, king on 1..3\"\n  \
    yomikiri tsume show problems.sqlite --plies 7 --difficulty 5..6\n\n\
    Collections: .sqlite or .db (a database), .csv, .txt (SFEN and solution, one problem a line), .sfen (positions\n\
    only), .kif (Shift JIS), .kifu (UTF-8); to write also .html (diagrams to print, solutions at the end);\n\
    DIR/ for one .kif a problem, 0012.kif for number 12, since other programs take a KIF file for one game.")]
pub struct Args {
    /// A position in SFEN, `moves` and its solution behind it if you like; or a collection
    problem: String,

    /// Only the problem of this number, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "difficulty", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,

    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    view: View,

    /// Write the problems to a collection, in the form that its name says, or to a directory, instead of
    /// showing them; `--json` tells of them as well
    #[arg(long, value_name = "FILE or DIR/", conflicts_with_all = ["solution", "ascii", "usi"])]
    out: Option<PathBuf>,
}

impl Args {
    /// The number of a problem, where it has one in a collection.
    fn told(&self, number: u64) -> Option<u64> {
        Format::of(Path::new(&self.problem)).is_ok().then_some(number)
    }
}

/// Which problems of a collection.
#[derive(clap::Args)]
struct Filter {
    /// Only problems of so many plies: a number, or the least and the most as in 7..11
    #[arg(long, value_name = "N or A..B", value_parser = range, conflicts_with = "number")]
    plies: Option<RangeInclusive<usize>>,

    /// Only problems with these pieces, a word of letters such as NNNN
    #[arg(long, conflicts_with = "number")]
    set: Option<PieceSet>,

    /// Only problems of which all this is true, as `tsume compose --help` says it
    #[arg(long, value_name = "CONDITIONS", conflicts_with = "number")]
    r#where: Option<Target>,

    #[command(flatten)]
    difficulty: DifficultyArgs,
}

impl Filter {
    const fn is_empty(&self) -> bool {
        self.plies.is_none() && self.set.is_none() && self.r#where.is_none() && self.difficulty.is_empty()
    }

    /// Whether a problem fits; what cannot be read is not passed over in silence.
    fn fits(&self, problem: &mut Result<Problem, CollectionError>, progress: Option<&Progress>) -> bool {
        let Ok(problem) = problem else { return true };
        self.fits_unmeasured(problem) && self.difficulty.admits(problem, progress)
    }

    /// Whether it fits by all that costs no search.
    fn fits_unmeasured(&self, problem: &Problem) -> bool {
        let plies =
            |range: &RangeInclusive<usize>| problem.known_plies().is_some_and(|plies| range.contains(&plies));
        let pieces = || if problem.set.is_empty() { problem.pieces() } else { problem.set.clone() };
        self.plies.as_ref().is_none_or(plies)
            && self.set.as_ref().is_none_or(|set| pieces().parse().as_ref() == Ok(set))
            && self.r#where.as_ref().is_none_or(|target| target.admits(problem))
    }
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    super::range(text)
        .ok_or_else(|| "expected a number of plies, or two as in 7..11, the greater one last".to_owned())
}

type Numbered<'a> = Box<dyn Iterator<Item = (u64, Result<Problem, CollectionError>)> + 'a>;

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if let Some(out) =
        args.out.as_deref().filter(|out| yomikiri_files::is_same(Path::new(&args.problem), out))
    {
        return Err(Failure::input(fill(words().reads_itself, &["--out", &out.display().to_string()])));
    }
    let mut problems = problems(&args.problem)?;
    let Some(number) = args.number else {
        // Who writes a collection is told of that.
        let progress = args.filter.difficulty.progress().filter(|_| args.out.is_none());
        let fits = |(number, mut problem): (u64, Result<_, _>)| {
            args.filter.fits(&mut problem, progress.as_ref()).then_some((number, problem))
        };
        let mut fitting = (1..).zip(problems).filter_map(fits).peekable();
        if !args.filter.is_empty() && fitting.peek().is_none() {
            note(fill(words().none_is_like_that, &[&args.problem]));
            return Ok(Answer::No);
        }
        return go(args, Box::new(fitting), out);
    };
    let skipped = usize::try_from(number - 1).unwrap_or(usize::MAX);
    match problems.nth(skipped) {
        Some(problem) => go(args, Box::new(iter::once((number, problem))), out),
        None => Err(Failure::input(fill(words().has_no_problem, &[&args.problem, &number.to_string()]))),
    }
}

/// The problem of a text, or those of a collection.
fn problems(text: &str) -> Result<Box<dyn Iterator<Item = Result<Problem, CollectionError>>>, Failure> {
    let path = Path::new(text);
    // No SFEN has an extension that is a collection's.
    if Format::of(path).is_err() && !path.is_file() {
        let problem = Problem::read(without_words(text)).map_err(|error| unreadable(text, &error))?;
        return Ok(Box::new(iter::once(Ok(problem))));
    }
    Ok(Box::new(read(path)?))
}

fn unreadable(text: &str, error: &yomikiri_core::ParseError) -> Failure {
    // Whoever wrote no rank at all meant a file.
    if text.contains('/') && text.contains(' ') {
        return Failure::parse("PROBLEM", error);
    }
    let readable = Format::READABLE;
    Failure::input(fill(words().neither, &[text, readable]))
}

fn go(args: &Args, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    match &args.out {
        Some(path) => write(args, path, problems, out),
        None => show(args, problems, out),
    }
}

fn show(args: &Args, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    for (at, (number, problem)) in problems.enumerate() {
        if at > 0 && !args.view.json {
            writeln!(out)?;
        }
        args.view.show(&problem?, args.told(number), out)?;
    }
    Ok(Answer::Yes)
}

/// Writes the problems to a collection; for programs they are told of as well.
fn write(args: &Args, path: &Path, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    let about = Provenance { command: super::command(), set: String::new() };
    let progress = Progress::new();
    progress.phase(format!("write {}", path.display()), 0);
    if args.view.json {
        let mut told = Ok(());
        let problems = problems.inspect(|(number, problem)| {
            if let (Ok(problem), Ok(())) = (problem, &told) {
                told = args.view.show(problem, args.told(*number), out);
            }
        });
        folder::write(path, &about, problems, &progress)?;
        return told.map(|()| Answer::Yes);
    }
    let count = folder::write(path, &about, problems, &progress)?;
    let word = if count == 1 { words().written_problem } else { words().written_problems };
    writeln!(out, "{}", fill(word, &[&path.display().to_string(), &grouped(count)]))?;
    Ok(Answer::Yes)
}
