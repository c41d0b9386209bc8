//! `yomikiri tsume lone-king`: the lone king on every square against every small hand.

use super::{ensure_memory, finished::Finished, in_order::in_order, no_memory};
use crate::{
    failure::{Answer, Failure, Outcome},
    lines::json,
    progress::Progress,
    text::{grouped, to_the_right},
    threads::ThreadArgs,
    words::words,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, io::Write, path::PathBuf, sync::Arc};
use yomikiri_core::fill;
use yomikiri_files::Shard;
use yomikiri_shogi::Square;
use yomikiri_tsume::{
    Hand,
    lone_king::{self, Finding, folded, hands, letters, squares},
    rules,
};

/// Finds out which lone kings are mate: nothing on the board but the king, on every square, against every
/// small hand
///
/// The defender holds all pieces that the attacker does not. Only the least hands are searched: one that
/// holds a smaller one which mates mates too, and is no sound problem. Squares are searched one a thread,
/// mirror images as one; the findings are the same on every machine and with any number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume lone-king --pieces 2\n  \
    yomikiri tsume lone-king --king 1h --pieces 4 --json\n  \
    yomikiri tsume lone-king --pieces 4 --shard 1/2 --out 1.txt")]
pub struct Args {
    /// Hands of up to so many pieces
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
    pieces: u32,

    /// Only the king on this square, such as 5a, instead of every square
    #[arg(long, value_name = "SQUARE", value_parser = square, conflicts_with = "shard")]
    king: Option<Square>,

    /// Leave a hand undecided after so many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Memory for each thread
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Keep the findings of each finished square in this file, one a line; with the same command an
    /// interrupted run goes on
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A share of the squares, such as 3/16: the third of sixteen; `yomikiri merge` puts the files of all
    /// together
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, requires = "out")]
    shard: Option<Shard>,

    /// One JSON object a square: king, hands[], mates[], undecided[] (by the number of pieces, from 1),
    /// least[{hand plies sound}], open[]
    #[arg(long)]
    json: bool,
}

/// The square of a king; its mirror image stands for it.
fn square(text: &str) -> Result<Square, String> {
    let board = rules().variant().board;
    let mut letters = text.chars();
    let named = letters.next().zip(letters.next()).filter(|_| letters.next().is_none());
    let square = named.and_then(|(file, rank)| board.named(file, rank));
    let square = square.ok_or("expected a square such as 5a: a file from 1 to 9, a rank from a to i")?;
    Ok(folded(square))
}

/// What has been found out of the king on a square. Counts are by the number of pieces in hand, from 1.
#[derive(Serialize, Deserialize)]
struct SquareReport {
    king: String,
    hands: Vec<u64>,
    mates: Vec<u64>,
    undecided: Vec<u64>,
    /// The hands that mate, while no smaller one is known to.
    least: Vec<LeastReport>,
    /// The undecided hands.
    open: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct LeastReport {
    hand: String,
    /// An upper bound where it is not known whether the problem is sound.
    plies: u32,
    sound: Option<bool>,
}

impl SquareReport {
    fn new(king: Square, pieces: u32, found: &[(Hand, Finding)]) -> Self {
        let none = vec![0; pieces as usize];
        let mut report = Self {
            king: rules().variant().board.name(king),
            hands: none.clone(),
            mates: none.clone(),
            undecided: none,
            least: Vec::new(),
            open: Vec::new(),
        };
        for &(hand, finding) in found {
            let hand = letters(hand);
            let size = hand.len() - 1;
            report.hands[size] += 1;
            match finding.mates() {
                Some(mates) => report.mates[size] += u64::from(mates),
                None => report.undecided[size] += 1,
            }
            match finding {
                Finding::Least { plies, sound } => report.least.push(LeastReport { hand, plies, sound }),
                Finding::Undecided => report.open.push(hand),
                Finding::Surplus | Finding::NoMate => {}
            }
        }
        report
    }

    /// Its sound problems.
    fn problems(&self) -> impl Iterator<Item = &LeastReport> {
        self.least.iter().filter(|least| least.sound == Some(true))
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let threads = args.threads.count();
    ensure_memory(args.memory, threads)?;
    let all: Vec<Square> = args.king.map_or_else(|| squares().collect(), |king| vec![king]);
    let pieces = 0..all.len() as u64;
    let open = |path: &PathBuf| Finished::open("--out", path, &work(args), args.shard, &pieces);
    let mut finished = args.out.as_ref().map(open).transpose()?;
    let (mut reports, mut left) = (Vec::new(), Vec::new());
    for number in args.shard.unwrap_or(Shard::WHOLE).pieces(pieces.clone()) {
        match finished.as_ref().and_then(|finished| finished.get(number)).map(serde_json::from_str) {
            Some(Ok(report)) => reports.push((number, report)),
            _ => left.push((number, all[number as usize])),
        }
    }
    let progress = Arc::new(Progress::new());
    let hands: Arc<[Hand]> = hands(args.pieces).into();
    progress.phase("lone kings", (left.len() * hands.len()) as u64);
    let worker = worker(args, &hands, &progress);
    in_order(
        threads,
        move || Box::new(left.into_iter()),
        worker,
        |(number, found)| {
            let report = found.map_err(|error| no_memory(&error))?;
            if let Some(finished) = &mut finished {
                finished.keep(number, &report)?;
            }
            reports.push((number, report));
            Ok(())
        },
    )?;
    drop(progress);
    reports.sort_unstable_by_key(|(number, _)| *number);
    let reports: Vec<SquareReport> = reports.into_iter().map(|(_, report)| report).collect();
    if args.json {
        reports.iter().try_for_each(|report| json(out, report))?;
    } else {
        tell(&reports, args, out)?;
    }
    Ok(Answer::Yes)
}

/// What the findings depend on.
fn work(args: &Args) -> String {
    let Args { pieces, nodes, memory, .. } = args;
    let king = args.king.map_or_else(|| "all".into(), |king| rules().variant().board.name(king));
    format!("yomikiri-lone-kings 1 king={king} pieces={pieces} nodes={nodes} mib={memory}")
}

type Found = (u64, std::io::Result<SquareReport>);

/// What a thread does: a square after the other.
fn worker(
    args: &Args,
    hands: &Arc<[Hand]>,
    progress: &Arc<Progress>,
) -> impl Fn() -> Box<dyn FnMut((u64, Square)) -> Found> + Clone + Send + 'static {
    let (pieces, nodes, bytes) = (args.pieces, args.nodes, (args.memory as usize) << 20);
    let (hands, progress) = (Arc::clone(hands), Arc::clone(progress));
    move || {
        let (hands, progress) = (Arc::clone(&hands), Arc::clone(&progress));
        Box::new(move |(number, king)| {
            let found = lone_king::survey(king, &hands, nodes, bytes, &mut || progress.advance(1));
            (number, found.map(|found| SquareReport::new(king, pieces, &found)))
        })
    }
}

/// Sums of counts by the number of pieces.
fn sums(reports: &[SquareReport], counts: fn(&SquareReport) -> &[u64], size: usize) -> u64 {
    reports.iter().map(|report| counts(report)[size]).sum()
}

fn tell(reports: &[SquareReport], args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let words = words();
    let head = [
        words.counts_pieces,
        words.counts_hands,
        words.counts_of,
        words.counts_no_mate,
        words.counts_undecided,
        words.counts_problems,
    ];
    let line = |cells: [String; 6]| -> String { cells.iter().map(|cell| to_the_right(cell, 12)).collect() };
    writeln!(out, "{}", line(head.map(str::to_owned)))?;
    for size in 0..args.pieces as usize {
        let [hands, mates, undecided] = [
            sums(reports, |report| &report.hands, size),
            sums(reports, |report| &report.mates, size),
            sums(reports, |report| &report.undecided, size),
        ];
        let is_of_size = |problem: &&LeastReport| problem.hand.len() == size + 1;
        let problems = reports.iter().flat_map(SquareReport::problems).filter(is_of_size).count() as u64;
        let cells = [hands, mates, hands - mates - undecided, undecided, problems].map(grouped);
        let [hands, mates, no_mate, undecided, problems] = cells;
        writeln!(out, "{}", line([(size + 1).to_string(), hands, mates, no_mate, undecided, problems]))?;
    }
    let mut by_plies = BTreeMap::<u32, u64>::new();
    reports.iter().flat_map(SquareReport::problems).for_each(|problem| {
        *by_plies.entry(problem.plies).or_default() += 1;
    });
    for (plies, count) in by_plies {
        writeln!(out, "{}", fill(words.problems_of, &[&words.plies_of(plies), &grouped(count)]))?;
    }
    if args.king.is_none() && args.shard.is_none() {
        writeln!(out, "\n{}", words.problems_by_square)?;
        board(reports, out)?;
    }
    Ok(())
}

/// How many problems there are with the king on each square, as the attacker sees the board.
fn board(reports: &[SquareReport], out: &mut impl Write) -> Result<(), Failure> {
    let shape = rules().variant().board;
    let counts: BTreeMap<&str, usize> =
        reports.iter().map(|report| (report.king.as_str(), report.problems().count())).collect();
    write!(out, " ")?;
    (1..=shape.files).rev().try_for_each(|file| write!(out, "{file:>6}"))?;
    for square in shape.squares() {
        if shape.file(square) == 0 {
            write!(out, "\n{}", (b'a' + shape.rank(square)) as char)?;
        }
        let name = shape.name(folded(square));
        write!(out, "{:>6}", counts.get(name.as_str()).copied().unwrap_or(0))?;
    }
    Ok(writeln!(out)?)
}
