//! `yomikiri tsume enumerate`: all problems of a piece set.

use super::{cooks::CooksArg, finished::Finished, folder, kept::KeptArgs};
use crate::{
    failure::{Answer, Failure, Outcome},
    lines::json,
    progress::Progress,
    text::{grouped, to_the_right},
    told,
    words::Words,
};
use clap::ValueEnum;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io::Write,
    iter,
    path::{Path, PathBuf},
    time::Instant,
};
use yomikiri_core::fill;
use yomikiri_files::Shard;
use yomikiri_tsume::{
    PieceSet, Problem, PublishedCounts,
    collection::{Format, Provenance},
    effort,
    enumerate::{Conventions, Enumeration, LONGEST, Presence, Surplus, Tally},
    published,
};

/// Problems that are measured together: no more of them are held.
const TOGETHER: usize = 4096;

/// Enumerates all problems of a piece set by taking moves back from the mates, without a solver
///
/// A set is a word of letters such as NNNN or GGP: rook, bishop, gold, silver, knight, lance, pawn. Each
/// piece may be on either side's board, promoted or not, in the attacker's hand, or unused; the defender
/// holds everything else. Counted are all positions that are mate in exactly so many plies, and among them
/// the sound problems.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume enumerate NNNN\n  \
    yomikiri tsume enumerate GGP --hand none --out ggp.sqlite --out ggp.html\n  \
    yomikiri tsume enumerate GSNP --all 3 --json\n  \
    yomikiri tsume enumerate --all 3 --shard 3/16 --counts 3.txt\n  \
    yomikiri tsume enumerate NNNNP --memory 2GiB --checkpoint steps --resume")]
pub struct Args {
    /// The pieces; with `--all` the kinds to choose from, instead of every kind
    #[arg(required_unless_present = "all")]
    set: Option<PieceSet>,

    /// All sets of up to so many pieces, one after the other
    #[arg(long, value_name = "PIECES", conflicts_with = "out", value_parser = clap::value_parser!(u8).range(1..=PieceSet::MOST as i64))]
    all: Option<u8>,

    /// Keep the counts of each finished set in this file, one a line; with the same command an interrupted
    /// enumeration goes on
    #[arg(long, value_name = "FILE", requires = "all")]
    counts: Option<PathBuf>,

    /// Enumerate a share of the sets, such as 3/16: the third of sixteen; `yomikiri merge` puts the files of
    /// all together
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, requires = "counts")]
    shard: Option<Shard>,

    /// Only what is mate in at most so many plies. Longer mates are found all the same, since one of them may
    /// be a second solution of a short problem
    #[arg(long, value_name = "N", default_value_t = LONGEST, value_parser = clap::value_parser!(u8).range(1..=LONGEST as i64))]
    plies: u8,

    #[arg(long, value_name = "FILE", help = format!("Writes the problems of one ply and more; the ending chooses the form: {}; `DIR/` is for one KIF file a problem. May be repeated", Format::EXTENSIONS))]
    out: Vec<PathBuf>,

    /// Measure the effort of each problem too, what it costs the solver: `--difficulty` and pages then need
    /// not. Only .sqlite, .db and .csv keep it. It takes longer than the enumeration
    #[arg(long, requires = "out")]
    efforts: bool,

    #[command(flatten)]
    kept: KeptArgs,

    #[command(flatten)]
    conventions: ConventionArgs,

    /// One JSON object a set: set, mates{plies:count}, `mates_of_lone_king{plies:count}`,
    /// problems{plies:count}, undecided{plies:count}, positions, bytes, seconds, `estimated_bytes`,
    /// `peak_rss_bytes`; without the last four for a set that --counts has already
    #[arg(long)]
    json: bool,
}

/// What counts as a problem.
#[derive(clap::Args)]
#[command(next_help_heading = "What counts as a problem")]
struct ConventionArgs {
    /// Which second solutions spoil a problem
    #[arg(long, value_enum, default_value_t = CooksArg::Paper)]
    cooks: CooksArg,

    /// Also with pieces left in the attacker's hand at the end
    #[arg(long)]
    leftover: bool,

    /// Which needless pieces on the board spoil a problem
    #[arg(long, value_enum, default_value_t = SurplusArg::Same)]
    surplus: SurplusArg,

    /// Pieces in the attacker's hand at the start
    #[arg(long, value_enum, default_value_t = PresenceArg::Any)]
    hand: PresenceArg,

    /// Promoted pieces at the start
    #[arg(long, value_enum, default_value_t = PresenceArg::Any)]
    promoted: PresenceArg,

    /// Pieces of the defender, beside the king, at the start
    #[arg(long, value_enum, default_value_t = PresenceArg::Any)]
    defenders: PresenceArg,

    /// Mirror images count as two problems, or as one
    #[arg(long, value_enum, default_value_t = MirrorArg::Both)]
    mirror: MirrorArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum SurplusArg {
    /// One without which there is a mate of the same length
    Same,
    /// One without which there is a mate of any length
    Any,
    /// None: needless pieces are allowed
    Allowed,
}

#[derive(Clone, Copy, ValueEnum)]
enum PresenceArg {
    Any,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MirrorArg {
    Both,
    One,
}

impl From<PresenceArg> for Presence {
    fn from(arg: PresenceArg) -> Self {
        match arg {
            PresenceArg::Any => Self::Any,
            PresenceArg::None => Self::None,
        }
    }
}

impl ConventionArgs {
    fn conventions(&self) -> Conventions {
        Conventions {
            cooks: self.cooks.into(),
            leftover: self.leftover,
            surplus: match self.surplus {
                SurplusArg::Same => Surplus::SameLength,
                SurplusArg::Any => Surplus::AnyLength,
                SurplusArg::Allowed => Surplus::Allowed,
            },
            hand: self.hand.into(),
            promoted: self.promoted.into(),
            defenders: self.defenders.into(),
            mirror_once: self.mirror == MirrorArg::One,
        }
    }
}

/// What is counted of a set, whatever it has cost.
#[derive(Serialize, Deserialize)]
struct SetCounts {
    set: String,
    mates: BTreeMap<usize, u64>,
    mates_of_lone_king: BTreeMap<usize, u64>,
    problems: BTreeMap<usize, u64>,
    undecided: BTreeMap<usize, u64>,
    positions: usize,
}

#[derive(Serialize)]
struct EnumerationReport {
    #[serde(flatten)]
    counts: SetCounts,
    bytes: usize,
    seconds: f64,
    /// The memory that was expected to be taken.
    estimated_bytes: u64,
    peak_rss_bytes: Option<u64>,
}

/// Counts by length; those of no length between are left out, as they are of the other side to move.
fn by_plies(counts: &[u64]) -> BTreeMap<usize, u64> {
    counts.iter().copied().enumerate().filter(|&(_, count)| count > 0).collect()
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    for path in &args.out {
        folder::ensure("--out", path)?;
    }
    ensure_efforts_are_kept(args)?;
    let sets = sets(args);
    let pieces = 0..sets.len() as u64;
    let open = |path: &PathBuf| Finished::open("--counts", path, &work(args), args.shard, &pieces);
    let mut counts = args.counts.as_ref().map(open).transpose()?;
    for number in args.shard.unwrap_or(Shard::WHOLE).pieces(pieces.clone()) {
        if let Some(kept) = counts.as_ref().and_then(|counts| counts.get(number)) {
            if args.json {
                writeln!(out, "{kept}")?;
            } else {
                let kept =
                    serde_json::from_str(kept).map_err(|error| Failure::environment(error.to_string()))?;
                told::write(out, |words| {
                    told::lines(&table(&kept, beside(&sets[number as usize], args).as_ref(), words))
                })?;
            }
            continue;
        }
        let found = one(&sets[number as usize], args, out)?;
        if let Some(counts) = &mut counts {
            counts.keep(number, &found)?;
        }
    }
    Ok(Answer::Yes)
}

/// Refuses to measure what no file keeps.
fn ensure_efforts_are_kept(args: &Args) -> Result<(), Failure> {
    let keeps = |path: &PathBuf| Format::of(path).is_ok_and(Format::keeps_efforts);
    if args.efforts && !args.out.iter().any(keeps) {
        let message = "--efforts: no file of --out keeps them; name one that ends in .sqlite, .db or .csv";
        return Err(Failure::input(message));
    }
    Ok(())
}

/// What the counts of all sets depend on.
fn work(args: &Args) -> String {
    let kinds = args.set.as_ref().map_or_else(|| "all".to_owned(), PieceSet::to_string);
    let (pieces, plies, conventions) = (args.all.unwrap_or(0), args.plies, args.conventions.conventions());
    format!("yomikiri-enumeration 1 pieces={pieces} kinds={kinds} plies={plies} {conventions}")
}

/// The sets asked for, small ones first.
fn sets(args: &Args) -> Vec<PieceSet> {
    let Some(pieces) = args.all else { return args.set.iter().cloned().collect() };
    let is_wanted = |set: &PieceSet| {
        let allowed = |kind| args.set.as_ref().is_none_or(|set| set.kinds().any(|other| other == kind));
        set.kinds().all(allowed)
    };
    (1..=pieces as usize).flat_map(PieceSet::all).filter(is_wanted).collect()
}

fn one(set: &PieceSet, args: &Args, out: &mut impl Write) -> Result<SetCounts, Failure> {
    let began = Instant::now();
    let conventions = args.conventions.conventions();
    let enumerated =
        args.kept.enumerate(set, conventions, args.plies, args.out.first().map(PathBuf::as_path))?;
    let (found, estimate) = (&enumerated.found, enumerated.estimate);
    let seconds = began.elapsed().as_secs_f64();
    let efforts = if args.efforts { measured(found, conventions) } else { Vec::new() };
    for path in &args.out {
        write(found, (set, conventions), &efforts, path)?;
    }
    let Tally { mates, mates_of_lone_king, problems, undecided } = found.tally();
    let counts = SetCounts {
        set: set.to_string(),
        mates: by_plies(mates),
        mates_of_lone_king: by_plies(mates_of_lone_king),
        problems: by_plies(problems),
        undecided: by_plies(undecided),
        positions: found.positions(),
    };
    let report = EnumerationReport {
        counts,
        bytes: found.bytes(),
        seconds,
        estimated_bytes: estimate,
        peak_rss_bytes: yomikiri_files::memory::peak_rss_bytes(),
    };
    if args.json {
        json(out, &report)?;
    } else {
        told::write(out, |words| told(&report, set, args, words))?;
    }
    out.flush()?;
    enumerated.finish()?;
    Ok(report.counts)
}

/// The problems of one ply or more.
fn problems(found: &Enumeration, conventions: Conventions) -> impl Iterator<Item = Problem> {
    found.problems(!conventions.mirror_once)
}

/// How many they are.
fn count(found: &Enumeration) -> u64 {
    found.tally().problems.iter().skip(1).sum()
}

/// What each of the problems costs the solver, by all threads.
fn measured(found: &Enumeration, conventions: Conventions) -> Vec<Option<u64>> {
    let progress = Progress::new();
    progress.phase("measuring", count(found));
    let (mut problems, mut efforts) = (problems(found, conventions), Vec::new());
    loop {
        let some: Vec<Problem> = problems.by_ref().take(TOGETHER).collect();
        if some.is_empty() {
            return efforts;
        }
        efforts.par_extend(some.par_iter().map(|problem| {
            progress.advance(1);
            effort(problem)
        }));
    }
}

/// Writes the problems, each with its effort, if that was measured.
fn write(
    found: &Enumeration,
    (set, conventions): (&PieceSet, Conventions),
    efforts: &[Option<u64>],
    path: &Path,
) -> Result<(), Failure> {
    let about = Provenance { command: super::command(), set: set.to_string() };
    let progress = Progress::new();
    progress.phase(format!("write {}", path.display()), count(found));
    let efforts = efforts.iter().copied().chain(iter::repeat(None));
    let problems =
        problems(found, conventions).zip(efforts).map(|(problem, effort)| Ok(Problem { effort, ..problem }));
    folder::write(path, &about, (1..).zip(problems), &progress)?;
    Ok(())
}

/// The paper's figures, where the problems are counted by its conventions.
fn beside(set: &PieceSet, args: &Args) -> Option<PublishedCounts> {
    published(set).filter(|_| args.conventions.conventions() == Conventions::default())
}

/// The counts as a table, for people.
fn table(counts: &SetCounts, beside: Option<&PublishedCounts>, words: &Words) -> Vec<String> {
    let paper: BTreeMap<usize, u64> = beside.iter().flat_map(|p| p.problems.iter().copied()).collect();
    let SetCounts { set, mates, problems, undecided, .. } = counts;
    let head = [(words.counts_plies, 7), (words.counts_of, 16), (words.counts_problems, 13)];
    let head: String = head.iter().map(|&(word, width)| to_the_right(word, width)).collect();
    let paper_head = beside.map(|_| to_the_right(words.counts_paper, 13));
    let mut lines = vec![set.clone(), head + &paper_head.unwrap_or_default()];
    let last = mates.keys().chain(problems.keys()).max().copied().unwrap_or(0);
    for plies in iter::once(0).chain((1..=last).step_by(2)) {
        let cell = |counts: &BTreeMap<usize, u64>| match counts.get(&plies) {
            Some(&count) => grouped(count),
            None => "-".into(),
        };
        let mates = if plies == 0 { String::new() } else { cell(mates) };
        let published = if beside.is_some() { cell(&paper) } else { String::new() };
        let line = format!("{plies:>7} {mates:>15} {:>12} {published:>12}", cell(problems));
        lines.push(line.trim_end().to_owned());
    }
    if !undecided.is_empty() {
        let count = undecided.values().sum();
        lines.push(fill(words.more_undecided, &[&grouped(count), &LONGEST.to_string()]));
    }
    lines
}

/// The counts, what they have cost, and where the problems are, for people.
fn told(report: &EnumerationReport, set: &PieceSet, args: &Args, words: &Words) -> String {
    let beside = beside(set, args);
    let mut lines = table(&report.counts, beside.as_ref(), words);
    let (positions, mib) = (report.counts.positions as u64, report.bytes as f64 / f64::from(1 << 20));
    let each = report.bytes as f64 / positions.max(1) as f64;
    let each = if positions == 0 { "-".to_owned() } else { format!("{each:.1}") };
    let (mib, seconds) = (format!("{mib:.1}"), format!("{:.2}", report.seconds));
    lines.push(fill(words.positions_held, &[&grouped(positions), &mib, &each, &seconds]));
    if let Some(PublishedCounts { seconds, kilobytes, extended_positions, .. }) = beside {
        let each = kilobytes * 1024 / extended_positions;
        let mib = format!("{:.1}", kilobytes as f64 / 1024.0);
        let gaps = [grouped(extended_positions), mib, grouped(each), grouped(seconds)];
        let gaps: Vec<_> = gaps.iter().map(String::as_str).collect();
        lines.push(fill(words.paper_told, &gaps));
    }
    lines.extend(args.out.iter().map(|path| fill(words.written, &[&path.display().to_string()])));
    told::lines(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        conventions: ConventionArgs,
    }

    fn names<T: ValueEnum>() -> Vec<String> {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }

    /// What is kept by one name would not be found by another.
    #[test]
    fn conventions_are_told_in_the_words_of_the_command_line() {
        for (option, values) in [
            ("cooks", names::<CooksArg>()),
            ("surplus", names::<SurplusArg>()),
            ("hand", names::<PresenceArg>()),
            ("promoted", names::<PresenceArg>()),
            ("defenders", names::<PresenceArg>()),
            ("mirror", names::<MirrorArg>()),
        ] {
            for value in values {
                let said = format!("{option}={value}");
                let args = Alone::parse_from(["", &format!("--{said}")]);
                let told = args.conventions.conventions().to_string();
                assert!(told.split(' ').any(|told| told == said), "{said}: {told}");
            }
        }
    }
}
