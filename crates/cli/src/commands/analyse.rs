//! `yomikiri analyse`: what the engine thinks of a game's moves.

use crate::{
    args::{GameArgs, seconds},
    commands::explore::{explore, has_table},
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::{Analyst, AnyGame, Judged},
    judged::{self, plot},
    lines::json,
    progress::Progress,
    registry,
    table::TableArgs,
    text::to_the_left,
    words::words,
};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};
use yomikiri_core::{Mark, Side, fill};

/// Tells what each move of a game was worth, marks mistakes, and plots who was winning
///
/// A game whose table is there is judged by that, unless `--nodes`, `--time` or `--model` asks for the
/// engine. A move is marked by how much of its side's chance of winning it gave away: `?!` from 10 points of
/// a hundred, `?` from 20, `??` from 30.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  echo \"3e4d 4a3b 4d3c\" | yomikiri analyse minishogi - --nodes 100000\n  \
    yomikiri analyse blokus game.blksgf --svg game.svg\n\n\
    A record of the shogi family is in USI (`position startpos moves ...`, or only the moves), CSA or KIF \
    (UTF-8 or Shift JIS), one of Blokus Duo is Blokus SGF (.blksgf), as Pentobi writes it."
)]
pub struct Args {
    /// The game
    game: String,

    /// The record; `-` for standard input
    record: PathBuf,

    /// Nodes for each position [default: 300000]; of Blokus Duo simulations [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seconds for each position, instead of nodes
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = seconds)]
    time: Option<Duration>,

    /// Where a picture of the plot goes
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// One JSON object a position: ply position move score mate probability line loss mark best; score, mate
    /// (plies, less than 0 if the second player mates) and probability are the first player's, whoever is to
    /// move; loss is the mover's, from 0 to 1, mark null or inaccuracy, mistake, blunder
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let mut analyst =
        registry::able(game.analyse(), &args.game, "analyse")?.analyst(args.model.as_deref())?;
    let record = record(args)?;
    let positions = analyst.load(&record).map_err(|error| Failure::parse(&told(args), &error))?;
    if let Some(path) = &args.svg {
        if yomikiri_files::is_same(path, &args.record) {
            return Err(Failure::input(fill(words().reads_itself, &["--svg", &path.display().to_string()])));
        }
        file::ensure("--svg", path)?;
    }
    let judged = match by_table(args, &*game, &record, analyst.repetition_end())? {
        Some(judged) => {
            judged.iter().try_for_each(|one| write_json(args, out, one))?;
            judged
        }
        None => by_engine(args, &mut *analyst, positions, out)?,
    };
    if !args.json {
        for one in &judged {
            writeln!(out, "{}", judged::line(one, words()))?;
        }
        write!(out, "\n{}\n{}", plot::terminal(&judged, words()), summary(&judged))?;
    }
    if let Some(path) = &args.svg {
        save("--svg", path, plot::svg(&judged, words()).as_bytes())?;
    }
    Ok(Answer::Yes)
}

fn write_json(args: &Args, out: &mut impl Write, one: &Judged) -> Result<(), Failure> {
    if args.json {
        json(out, &JudgedReport { mark: one.mark.map(Mark::word), best: one.best(), judged: one })
    } else {
        Ok(())
    }
}

/// What `--json` tells of a position.
#[derive(Serialize)]
struct JudgedReport<'a> {
    #[serde(flatten)]
    judged: &'a Judged,
    mark: Option<&'static str>,
    best: Option<&'a str>,
}

/// Columns for the name of a side.
const SIDE: usize = 6;

/// How both sides have played: marks, and what their moves gave away on the mean.
fn summary(judged: &[Judged]) -> String {
    let mut text = String::new();
    for side in [Side::First, Side::Second] {
        let of_side = || judged.iter().filter(|one| one.side == side);
        let losses: Vec<f64> = of_side().filter_map(|one| one.loss).collect();
        let count = |mark| of_side().filter(|one| one.mark == Some(mark)).count();
        let [blunders, mistakes, inaccuracies] = [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy].map(count);
        // The sum of none would be -0.
        let mean = 100.0 * losses.iter().fold(0.0, |sum, loss| sum + loss) / losses.len().max(1) as f64;
        let name = to_the_left(words().side(side), SIDE);
        let counts = [blunders, mistakes, inaccuracies].map(|count| count.to_string());
        let [blunders, mistakes, inaccuracies] = counts.each_ref().map(String::as_str);
        let gaps = [&name, blunders, mistakes, inaccuracies, &format!("{mean:.1}")];
        text += &(fill(words().given_away, &gaps) + "\n");
    }
    text
}

/// Every position as the engine judges it.
fn by_engine(
    args: &Args,
    analyst: &mut dyn Analyst,
    positions: usize,
    out: &mut impl Write,
) -> Result<Vec<Judged>, Failure> {
    let progress = Progress::new();
    progress.phase("analysing", positions as u64);
    let nodes = args.nodes.unwrap_or_else(|| analyst.usual_nodes());
    let mut judged: Vec<Judged> = Vec::new();
    for ply in 0..positions {
        let one = analyst.judge(ply, nodes, args.time);
        progress.advance(1);
        // What a move was worth is known a ply later.
        if let Some(before) = judged.last_mut() {
            before.followed_by(&one);
            write_json(args, out, before)?;
        }
        judged.push(one);
    }
    if let Some(last) = judged.last() {
        write_json(args, out, last)?;
    }
    Ok(judged)
}

/// Every position as the game's table judges it, where there is one that knows them and no engine is asked
/// for.
fn by_table(
    args: &Args,
    game: &dyn AnyGame,
    record: &[u8],
    ended: Option<f64>,
) -> Result<Option<Vec<Judged>>, Failure> {
    let (of, table) = (GameArgs { game: args.game.clone(), ending: None }, TableArgs { table: None });
    let is_engine_wanted = args.nodes.is_some() || args.time.is_some() || args.model.is_some();
    if is_engine_wanted || game.tabled().is_none() || !has_table(&of, &table, game)? {
        return Ok(None);
    }
    let read = game.records().read(record).map_err(|error| Failure::parse(&told(args), &error))?;
    judged::by_table::judge(&*explore(&of, &table, game)?, (&told(args), &read.path), ended)
}

/// The argument, as failures name it.
fn told(args: &Args) -> String {
    format!("RECORD: {}", args.record.display())
}

/// The bytes of the record.
fn record(args: &Args) -> Result<Vec<u8>, Failure> {
    let bytes = if args.record.as_os_str() == "-" {
        yomikiri_files::read_all(io::stdin(), file::RECORD)
    } else {
        yomikiri_files::read(&args.record, file::RECORD)
    };
    bytes.map_err(|error| Failure::environment(Failure::of_argument(&told(args), &error)))
}
