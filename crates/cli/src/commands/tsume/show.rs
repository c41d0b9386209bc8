//! `yomikiri tsume show`: problems from a text or a collection, on the terminal or into another collection.

use super::view::View;
use crate::{
    failure::{Answer, Failure, Outcome},
    text::grouped,
};
use std::{
    io::Write,
    iter,
    path::{Path, PathBuf},
};
use yomikiri_tsume::{
    Problem,
    collection::{About, CollectionError, Format, create, read},
};

/// Shows a problem, or those of a collection
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    yomikiri tsume show \"4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*6b 5a4a G*4b\" --solution\n  \
    yomikiri tsume show problems.sqlite --number 12 --ascii\n  \
    yomikiri tsume show problems.sqlite --number 12 --out twelve.kif\n  \
    yomikiri tsume show problems.csv --out sheet.html\n\n\
    Collections: .sqlite or .db (a database), .csv, .txt (SFEN and solution, one problem a line), .sfen (positions\n\
    only), .kif (Shift JIS), .kifu (UTF-8); to write also .html (diagrams to print, solutions at the end).")]
pub struct Args {
    /// A position in SFEN, `moves` and its solution behind it if you like; or a collection
    problem: String,

    /// Only the problem of this number, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,

    #[command(flatten)]
    view: View,

    /// Write the problems to a collection, in the form that its name says, instead of showing them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "solution", "ascii", "usi"])]
    out: Option<PathBuf>,
}

type Numbered<'a> = Box<dyn Iterator<Item = (u64, Result<Problem, CollectionError>)> + 'a>;

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let path = Path::new(&args.problem);
    // No SFEN has an extension that is a collection's.
    if Format::of(path).is_err() && !path.is_file() {
        let problem = Problem::read(&args.problem).map_err(|error| unreadable(&args.problem, &error))?;
        return go(args, Box::new(iter::once((1, Ok(problem)))), out);
    }
    let mut problems = read(path)?;
    let Some(number) = args.number else {
        return go(args, Box::new((1..).zip(problems)), out);
    };
    let skipped = usize::try_from(number - 1).unwrap_or(usize::MAX);
    match problems.nth(skipped) {
        Some(problem) => go(args, Box::new(iter::once((number, problem))), out),
        None => Err(Failure::Input(format!("--number: {} has no problem {number}", args.problem))),
    }
}

fn unreadable(text: &str, error: &yomikiri_core::ParseError) -> Failure {
    // Whoever wrote no rank at all meant a file.
    if text.contains('/') && text.contains(' ') {
        return Failure::parse("PROBLEM", error);
    }
    let readable = Format::READABLE;
    Failure::Input(format!("PROBLEM: `{text}` is neither a position in SFEN nor a collection ({readable})"))
}

fn go(args: &Args, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    match &args.out {
        Some(path) => write(path, problems, out),
        None => show(args, problems, out),
    }
}

fn show(args: &Args, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    let is_collection = Format::of(Path::new(&args.problem)).is_ok();
    for (number, problem) in problems {
        if number > 1 && args.number.is_none() && !args.view.json {
            writeln!(out)?;
        }
        args.view.show(&problem?, is_collection.then_some(number), out)?;
    }
    Ok(Answer::Yes)
}

fn write(path: &Path, problems: Numbered<'_>, out: &mut impl Write) -> Outcome {
    let mut collection = create(path, &About { command: super::command(), set: String::new() })?;
    for (_, problem) in problems {
        collection.push(&problem?)?;
    }
    let count = collection.finish()?;
    let word = if count == 1 { "problem" } else { "problems" };
    writeln!(out, "{}: {} {word}", path.display(), grouped(count))?;
    Ok(Answer::Yes)
}
