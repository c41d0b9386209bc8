//! `yomikiri tsume check`: are problems sound, and if not, why.

use super::{
    no_memory,
    source::{Item, Source},
    view,
};
use crate::{
    commands::json,
    failure::{Answer, Failure, Outcome},
    progress::Progress,
};
use clap::ValueEnum;
use rayon::prelude::*;
use serde::Serialize;
use std::{
    cell::RefCell,
    io::{self, Write},
};
use yomikiri_shogi::{Kind, usi};
use yomikiri_tsume::{Checker, Cook, Finding, LastMove, Problem, Reading, rules};

/// Says of mating problems whether they are sound, and why not; exit status 1 if one is unsound
///
/// The attacker takes the shortest way, the defender the longest. On these lines a second check that mates is a second
/// solution, and the attacker's hand must be empty at the end.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume check \"4k4/9/4P4/9/9/9/9/9/9 b 2G 1\"\n  \
    yomikiri tsume check - --json < problems.sfen")]
pub struct Args {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Memory for each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    /// One JSON object a problem: sfen sound plies line[] cooks[{ply,move,plies,minor}] leftover[] surplus[]
    #[arg(long)]
    json: bool,
}

/// What counts as sound.
#[derive(clap::Args)]
#[command(next_help_heading = "What counts as sound")]
struct ReadingArgs {
    /// Which second solutions spoil a problem
    #[arg(long, value_enum, default_value_t = CooksArg::Paper)]
    cooks: CooksArg,

    /// Promoting or not is no second solution
    #[arg(long)]
    promotions_alike: bool,

    /// Second solutions with at most so many plies to go are told, but spoil nothing
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    minor: u32,

    /// Also with pieces left in the attacker's hand at the end
    #[arg(long)]
    leftover: bool,

    /// Without a piece on the board that could as well be in the defender's hand
    #[arg(long)]
    no_surplus: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum CooksArg {
    /// Any second move that mates; at the last move only one that mates later
    Paper,
    /// Any second move that mates
    Strict,
    /// Any second move that mates, but none at the last move
    LastMoveFree,
}

impl ReadingArgs {
    fn reading(&self) -> Reading {
        Reading {
            last_move: match self.cooks {
                CooksArg::Paper => LastMove::Alternatives,
                CooksArg::Strict => LastMove::Unique,
                CooksArg::LastMoveFree => LastMove::Exempt,
            },
            promotions_differ: !self.promotions_alike,
            minor_plies: self.minor,
            leftover_allowed: self.leftover,
            surplus: self.no_surplus,
        }
    }
}

#[derive(Serialize)]
struct Report {
    sfen: String,
    sound: bool,
    plies: Option<u32>,
    line: Vec<String>,
    cooks: Vec<CookReport>,
    leftover: Vec<&'static str>,
    surplus: Vec<String>,
}

#[derive(Serialize)]
struct CookReport {
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
    plies: u32,
    minor: bool,
}

/// So many problems are read before they are checked together: enough for all threads, few enough to see progress.
const BATCH: usize = 4096;

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut answer = Answer::Yes;
    let progress = Progress::new();
    progress.phase("checking", 0);
    let mut items = args.source.items();
    loop {
        let (mut batch, mut wrong) = (Vec::new(), None);
        for item in items.by_ref().take(BATCH) {
            match item {
                Ok(item) => batch.push(item),
                Err(failure) => {
                    wrong = Some(failure);
                    break;
                }
            }
        }
        let is_last = batch.len() < BATCH;
        let findings = check_all(&batch, args, &progress).map_err(|error| no_memory(&error))?;
        for (item, finding) in batch.iter().zip(findings) {
            if !finding.is_sound() {
                answer = Answer::No;
            }
            tell(item, finding, args, out)?;
        }
        match wrong {
            Some(failure) => return Err(failure),
            None if is_last => return Ok(answer),
            None => {}
        }
    }
}

/// The findings, in the order of the problems.
fn check_all(batch: &[Item], args: &Args, progress: &Progress) -> io::Result<Vec<Finding>> {
    thread_local!(static CHECKER: RefCell<Option<Checker>> = const { RefCell::new(None) });
    let bytes = (args.memory as usize) << 20;
    let check = |(_, pos): &Item| {
        CHECKER.with_borrow_mut(|slot| {
            let checker = match slot {
                Some(checker) => checker,
                None => slot.insert(Checker::new(bytes, args.reading.reading())?),
            };
            let finding = checker.check(pos, &mut |_| true);
            progress.advance(1);
            Ok(finding.expect("nobody stops the search"))
        })
    };
    batch.par_iter().map(check).collect()
}

fn tell((sfen, pos): &Item, finding: Finding, args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let sound = finding.is_sound();
    let Finding { plies, line, cooks, leftover, surplus } = finding;
    let problem = Problem { position: pos.clone(), line, set: String::new() };
    let surplus: Vec<_> = surplus.into_iter().map(|square| rules().variant().board.name(square)).collect();
    if args.json {
        let line = problem.usi().split_whitespace().map(str::to_owned).collect();
        let cooks = cooks.iter().map(report_cook).collect();
        let leftover = leftover.into_iter().map(letter).collect();
        return json(out, &Report { sfen: sfen.clone(), sound, plies, line, cooks, leftover, surplus });
    }
    if args.source.is_stream() {
        write!(out, "{sfen}: ")?;
    } else {
        view::board(&problem, out)?;
    }
    let Some(plies) = plies else {
        return Ok(writeln!(out, "unsound: there is no mate")?);
    };
    writeln!(out, "{}: {plies} plies", if sound { "sound" } else { "unsound" })?;
    for cook in &cooks {
        let CookReport { ply, mv, plies, minor } = report_cook(cook);
        let word = if minor { "minor second solution" } else { "second solution" };
        writeln!(out, "  {word} at ply {ply}: {mv} mates too, in {plies}")?;
    }
    if !leftover.is_empty() {
        let left: Vec<_> = leftover.into_iter().map(letter).collect();
        writeln!(out, "  left over in the attacker's hand: {}", left.join(" "))?;
    }
    if !surplus.is_empty() {
        writeln!(out, "  not needed: what stands on {}", surplus.join(", "))?;
    }
    if !args.source.is_stream() {
        view::numbered(&problem, out)?;
    }
    Ok(())
}

fn report_cook(cook: &Cook) -> CookReport {
    CookReport { ply: cook.ply, mv: usi::write(rules(), cook.mv), plies: cook.plies, minor: cook.is_minor }
}

fn letter(kind: Kind) -> &'static str {
    rules().variant().face(kind).expect("a kind of shogi").letter
}
