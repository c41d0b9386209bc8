//! `yomikiri tsume check`: are problems sound, and if not, why.

use super::{
    cooks::CooksArg,
    ensure_memory,
    in_order::in_order,
    no_memory, seconds,
    source::{Item, Source, Unreadable},
    undecided, undecided_cause, view,
};
use crate::{
    failure::{Answer, Failure, Outcome},
    lines::json,
    progress::Progress,
    threads::cores,
    words::words,
};
use serde::Serialize;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use yomikiri_core::{Language, fill};
use yomikiri_search::DfPnInfo as State;
use yomikiri_shogi::{Kind, Move, Square, japanese, usi};
use yomikiri_tsume::{CheckResult, Checker, Cook, Problem, Reading, lengths::Undecided, rules};

/// Says of mating problems whether they are sound, and why not; exit status 1 if one is unsound or not
/// decided
///
/// The attacker takes the shortest way, the defender the longest. On these lines a second check that mates is
/// a second solution, and the attacker's hand must be empty at the end.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume check \"4k4/9/4P4/9/9/9/9/9/9 b 2G 1\"\n  \
    yomikiri tsume check - --json < problems.sfen")]
pub struct Args {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Give up a problem after so many seconds: it is then neither sound nor unsound, but not decided
    /// [default: no limit, so that the answers are the same on every machine]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory for each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    /// One JSON object a problem: sfen sound undecided plies exact line[]
    /// cooks[{ply,move,plies,minor,before[]}] leftover[] surplus[]
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

    /// Second solutions with at most so many plies to go are told, but spoil nothing; of several that are as
    /// short one that leaves nothing in hand is enough
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    minor: u32,

    /// Also with pieces left in the attacker's hand at the end
    #[arg(long)]
    leftover: bool,

    /// Without a piece on the board that could as well be in the defender's hand
    #[arg(long)]
    no_surplus: bool,
}

impl ReadingArgs {
    fn reading(&self) -> Reading {
        Reading {
            cooks: self.cooks.into(),
            promotions_differ: !self.promotions_alike,
            minor_plies: self.minor,
            leftover_allowed: self.leftover,
            surplus: self.no_surplus,
        }
    }
}

#[derive(Serialize)]
pub struct SoundnessReport {
    sfen: String,
    /// None if it was not decided.
    sound: Option<bool>,
    /// Why it was not: `time` or `memory`.
    undecided: Option<&'static str>,
    plies: Option<u32>,
    /// Whether it is proved that no mate is shorter; none without a mate.
    exact: Option<bool>,
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
    /// The moves that lead to where it begins.
    before: Vec<String>,
}

/// What became of a problem.
pub enum Checked {
    Found(CheckResult),
    /// It is not known; there is a mate in at most so many plies, if that much is known.
    Undecided(Undecided, Option<u32>),
}

impl Checked {
    fn is_sound(&self) -> bool {
        matches!(self, Self::Found(finding) if finding.is_sound())
    }
}

/// How problems are checked.
#[derive(Clone, Copy)]
struct CheckSettings {
    bytes: usize,
    reading: Reading,
    timeout: Option<Duration>,
}

/// Checks problems one after the other, with memory of its own.
struct Worker {
    settings: CheckSettings,
    checker: Option<Checker>,
}

impl Worker {
    fn check(&mut self, (sfen, pos): Item) -> Result<(Item, Checked), Failure> {
        let checker = match &mut self.checker {
            Some(checker) => checker,
            empty => {
                let CheckSettings { bytes, reading, .. } = self.settings;
                empty.insert(Checker::new(bytes, reading).map_err(|error| no_memory(&error))?)
            }
        };
        let (began, timeout) = (Instant::now(), self.settings.timeout);
        let mut in_time = |_: &State| timeout.is_none_or(|timeout| began.elapsed() < timeout);
        let checked = match checker.check(&pos, &mut in_time) {
            Ok(finding) => Checked::Found(finding),
            Err(why) => Checked::Undecided(why, checker.bound(&pos)),
        };
        Ok(((sfen, pos), checked))
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let (mut answer, mut unreadable) = (Answer::Yes, Unreadable::default());
    let progress = Progress::new();
    progress.phase("checking", 0);
    let give = |checked: Result<(Item, Checked), Failure>| {
        match checked {
            Ok((item, checked)) => {
                if !checked.is_sound() {
                    answer = Answer::No;
                }
                tell(item, checked, args, out)?;
                out.flush()?;
                progress.advance(1);
            }
            Err(failure) => unreadable.note(&args.source, failure)?,
        }
        Ok(())
    };
    let threads = threads(&args.source);
    ensure_memory(args.memory, threads)?;
    let settings = CheckSettings {
        bytes: (args.memory as usize) << 20,
        reading: args.reading.reading(),
        timeout: args.timeout,
    };
    let worker = move || {
        let mut worker = Worker { settings, checker: None };
        move |item: Result<Item, Failure>| item.and_then(|item| worker.check(item))
    };
    if args.source.is_stream() {
        let source = args.source.clone();
        in_order(threads, move || source.items(), worker, give)?;
    } else {
        args.source.items().map(worker()).try_for_each(give)?;
    }
    unreadable.end(answer)
}

/// How many threads check: one is enough for one problem.
fn threads(source: &Source) -> usize {
    if source.is_stream() { cores() } else { 1 }
}

fn tell((sfen, position): Item, checked: Checked, args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        return json(out, &report((sfen, position), checked));
    }
    let words = words();
    let mut problem = Problem::new(position, Vec::new(), String::new());
    if args.source.is_stream() {
        write!(out, "{sfen}: ")?;
    } else {
        view::board(&problem, out)?;
    }
    let finding = match checked {
        Checked::Found(finding) => finding,
        Checked::Undecided(why, bound) => {
            let cause = undecided_cause(why, args.memory);
            let mate = |most| fill(words.undecided_mate, &[&cause, &words.plies_of(most)]);
            return Ok(writeln!(out, "{}", bound.map_or_else(|| cause.clone(), mate))?);
        }
    };
    let sound = finding.is_sound();
    let CheckResult { plies, line, cooks, leftover, surplus } = finding;
    let Some(plies) = plies else {
        return Ok(writeln!(out, "{}", words.unsound_no_mate)?);
    };
    let told = if sound { words.sound } else { words.unsound };
    writeln!(out, "{}", fill(told, &[&words.plies_of(plies)]))?;
    for cook in &cooks {
        let told = if cook.is_minor { words.minor_cook } else { words.cook };
        let mv = match words.spoken {
            Language::English => usi::write(rules(), cook.mv),
            Language::Japanese => view::cook(&problem.position, cook),
        };
        writeln!(out, "{}", fill(told, &[&cook.ply().to_string(), &mv, &cook.plies.to_string()]))?;
    }
    if !leftover.is_empty() {
        let left: Vec<_> = leftover.into_iter().map(|kind| named(kind, words.spoken)).collect();
        writeln!(out, "{}", fill(words.leftover, &[&left.join(" ")]))?;
    }
    if !surplus.is_empty() {
        writeln!(out, "{}", fill(words.surplus, &[&squares(surplus, words.spoken).join(", ")]))?;
    }
    if !args.source.is_stream() {
        problem.line = line;
        view::numbered(&problem, out)?;
    }
    Ok(())
}

pub fn report((sfen, position): Item, checked: Checked) -> SoundnessReport {
    let ((sound, undecided), exact, finding) = match checked {
        Checked::Found(finding) => ((Some(finding.is_sound()), None), finding.plies.map(|_| true), finding),
        Checked::Undecided(why, plies) => {
            let why = undecided(why == Undecided::Memory);
            ((None, Some(why)), plies.map(|_| false), CheckResult { plies, ..CheckResult::default() })
        }
    };
    let CheckResult { plies, line, cooks, leftover, surplus } = finding;
    let problem = Problem::new(position, line, String::new());
    SoundnessReport {
        sfen,
        sound,
        undecided,
        plies,
        exact,
        line: problem.usi().split_whitespace().map(str::to_owned).collect(),
        cooks: cooks.iter().map(report_cook).collect(),
        leftover: leftover.into_iter().map(letter).collect(),
        surplus: squares(surplus, Language::English),
    }
}

/// The names of squares, in Japanese as records have them.
fn squares(surplus: Vec<Square>, language: Language) -> Vec<String> {
    let board = rules().variant().board;
    let name = |square| match language {
        Language::English => board.name(square),
        Language::Japanese => japanese::square(board, square).expect("shogi has nine files and ranks"),
    };
    surplus.into_iter().map(name).collect()
}

fn report_cook(cook: &Cook) -> CookReport {
    let name = |mv: Move| usi::write(rules(), mv);
    let before = cook.before.iter().copied().map(name).collect();
    CookReport { ply: cook.ply(), mv: name(cook.mv), plies: cook.plies, minor: cook.is_minor, before }
}

/// A piece in a language: by its letter, or by its character.
fn named(kind: Kind, language: Language) -> String {
    let face = rules().variant().face(kind).expect("a kind of shogi");
    face.kanji.filter(|_| language == Language::Japanese).map_or_else(|| face.letter.to_owned(), String::from)
}

fn letter(kind: Kind) -> &'static str {
    rules().variant().face(kind).expect("a kind of shogi").letter
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        source: Source,
    }

    /// `--memory` is asked for as often as there are threads.
    #[test]
    fn one_problem_takes_the_memory_of_one_thread() {
        let threads = |text| threads(&Alone::parse_from(["", text]).source);
        assert_eq!((threads("4k4/9/4P4/9/9/9/9/9/9 b G 1"), threads("-")), (1, cores()));
    }
}
