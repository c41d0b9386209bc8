//! `yomikiri simulate`: a player, many games, and how often it wins.

use crate::{
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::{Contest, Measured, Simulate, Simulation, SimulationSettings, Test},
    lines::json,
    registry,
    text::{grouped, note},
    threads::ThreadArgs,
    told,
    words::{Words, words},
};
use std::{io::Write, path::PathBuf};
use yomikiri_core::{fill, positive};
use yomikiri_files::Shard;
use yomikiri_plot::{Axis, Chart, Point, Scale, Series, Style, svg};
use yomikiri_stats::{RateTest, Verdict};

/// Plays many games of a solitaire and tells how often they are won
///
/// The same seed gives the same deals and the same games, whatever the number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri simulate calculation --player random --games 100000000\n  \
    yomikiri simulate calculation --player best --variant superhuman --games 200 --out games.txt\n  \
    yomikiri simulate calculation --player learnt --against heuristic --games 2000\n  \
    yomikiri simulate calculation --sweep mcts:10..10000,playout=heuristic --games 100 --plot sweep.svg\n\n\
    Variants: calculation (four waste piles, the first card of each base laid out), computer (nothing laid out),\n\
    superhuman (three waste piles), or parameters such as \"piles=3,lead=0\": ranks, bases, steps=1-2-3-4, piles, lead.")]
pub struct Args {
    /// The game
    game: String,

    #[arg(
        long,
        value_name = "P",
        required_unless_present = "sweep",
        help = "Who plays: random, greedy, heuristic, mcts:N, flat:N (both with ,playout=random, greedy, heuristic or learnt), learnt, \
        learnt:2, level:1 to level:9, best (a second of processor time a game), best:500ms, best:N (rounds of play-outs a turn), \
        expectimax (small decks), clairvoyant (knows the stock: what it wins can be won)"
    )]
    player: Option<String>,

    /// The variant: calculation, computer, superhuman, or parameters; of a sweep also several with + between
    /// them
    #[arg(long, value_name = "V", default_value = "calculation")]
    variant: String,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed that all deals and choices come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Keep finished games in this file, one a line; with the same command an interrupted simulation goes on
    #[arg(long, value_name = "FILE", conflicts_with = "sweep")]
    out: Option<PathBuf>,

    /// Play a share of the games, such as 3/16: the third of sixteen; `yomikiri merge` puts the files of all
    /// together
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, requires = "out", conflicts_with_all = ["sweep", "against", "sprt", "export"])]
    shard: Option<Shard>,

    /// Write all games as a table, .csv or .parquet by the name
    #[arg(long, value_name = "FILE", conflicts_with = "sweep")]
    export: Option<PathBuf>,

    /// A second player on the same deals, for a paired comparison
    #[arg(long, value_name = "P", conflicts_with_all = ["sweep", "export"])]
    against: Option<String>,

    /// Stop as soon as it is clear which of two rates is nearer, such as 0.5,0.6; errors of 5%
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, conflicts_with_all = ["sweep", "against"])]
    sprt: Option<String>,

    /// A player at several strengths, such as mcts:10..10000; may be given again for another
    #[arg(long, value_name = "P:A..B", conflicts_with = "player")]
    sweep: Vec<String>,

    /// Draw the rates of a sweep as SVG, a chart for each unit of strength
    #[arg(long, value_name = "FILE.svg", requires = "sweep", conflicts_with = "player")]
    plot: Option<PathBuf>,

    /// Weights to play with, instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[arg(
        long,
        help = "One JSON object (of a sweep, one a line): variant player games wins rate low high seconds cpu_seconds playouts; \
        with --sprt sprt{low,high,ratio,verdict}, with --against against{player,wins,rate,difference,difference_low,\
        difference_high,first_alone,second_alone,p_value,more_cards,fewer_cards,elo,elo_low,elo_high}"
    )]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let game = registry::able(game.simulate(), &args.game, "simulate")?;
    if args.sweep.is_empty() { one(args, game, out) } else { sweep(args, game, out) }
}

/// What is needed to simulate a variant.
fn setup(args: &Args, game: &dyn Simulate, variant: &str) -> Result<Box<dyn Simulation>, Failure> {
    let Args { games, seed, ref model, ref threads, .. } = *args;
    let (model, threads, shard) = (model.as_deref(), threads.count(), args.shard);
    game.setup(variant, SimulationSettings { games, seed, model, threads, shard })
}

/// The two rates of a sequential test.
fn sprt(text: &str) -> Result<(f64, f64, RateTest), Failure> {
    let wrong = || {
        Failure::input(format!(
            "--sprt: expected two rates between 0 and 1, the lower one first, such as 0.5,0.6, not {text:?}"
        ))
    };
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    Ok((low, high, RateTest::new(low, high).ok_or_else(wrong)?))
}

/// One player, or two on the same deals.
fn one(args: &Args, game: &dyn Simulate, out: &mut impl Write) -> Outcome {
    let setup = setup(args, game, &args.variant)?;
    let player = game.player("--player", args.player.as_deref().unwrap_or_default())?;
    let rival = args.against.as_deref().map(|name| game.player("--against", name)).transpose()?;
    let sprt = args.sprt.as_deref().map(sprt).transpose()?;
    let (player, rival) = (player.as_str(), rival.as_deref());
    let measured = setup.measure(&Contest {
        player,
        rival,
        out: args.out.as_deref(),
        export: args.export.as_deref(),
        sprt,
    })?;
    if args.json {
        json(out, &measured)?;
    } else {
        told::write(out, |words| told(&measured, words))?;
    }
    Ok(Answer::Yes)
}

/// A player at several strengths.
struct Strengths {
    /// What the budgets count.
    unit: &'static str,
    /// Each budget with the player that has it.
    players: Vec<(u64, String)>,
}

/// The strengths of a sweep: from the first budget to the last, about three for each power of ten.
fn strengths(game: &dyn Simulate, text: &str) -> Result<Strengths, Failure> {
    let wrong = || {
        Failure::input(format!(
            "--sweep: expected a player with a range, such as mcts:10..10000, not {text:?}"
        ))
    };
    let (name, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (range, option) =
        rest.split_once(',').map_or((rest, String::new()), |(range, option)| (range, format!(",{option}")));
    let (first, last) = range.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| positive(text).ok_or_else(wrong);
    let (first, last) = (number(first)?, number(last)?);
    let player = game.player("--sweep", &format!("{name}:{first}{option}"))?;
    let unit = game.budget_unit(&player).filter(|_| first <= last).ok_or_else(wrong)?;
    // What it cannot take is told before hours of games.
    game.player("--sweep", &format!("{name}:{last}{option}"))?;
    let mut budgets = vec![first];
    let mut exponent = 1;
    while budgets.last().is_some_and(|&budget| budget < last) {
        let budget = first as f64 * 10f64.powf(f64::from(exponent) / 3.0);
        // Two digits are enough for a round figure.
        let digit = 10f64.powf(budget.log10().floor() - 1.0).max(1.0);
        budgets.push((((budget / digit).round() * digit) as u64).min(last));
        exponent += 1;
    }
    budgets.dedup();
    let with = |budget| Some((budget, game.with_budget(&player, budget)?));
    Ok(Strengths { unit, players: budgets.into_iter().filter_map(with).collect() })
}

/// A line for each player and variant.
fn sweep(args: &Args, game: &dyn Simulate, out: &mut impl Write) -> Outcome {
    let setups =
        args.variant.split('+').map(|variant| setup(args, game, variant)).collect::<Result<Vec<_>, _>>()?;
    let sweeps = args.sweep.iter().map(|text| strengths(game, text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &args.plot {
        file::ensure("--plot", path)?;
    }
    let mut charts: Vec<Chart> = Vec::new();
    for (text, strengths) in args.sweep.iter().zip(&sweeps) {
        for setup in &setups {
            let points = points(args, strengths, &**setup, out)?;
            let name = format!("{}, {text}", setup.variant());
            chart_of(&mut charts, args, strengths.unit).series.push(Series {
                name,
                style: Style::Both,
                points,
            });
        }
    }
    if !args.json {
        for chart in &charts {
            write!(out, "{}", chart.text())?;
        }
    }
    if let Some(path) = &args.plot {
        save("--plot", path, svg(&charts).as_bytes())?;
        note(fill(words().wrote, &[&path.display().to_string()]));
    }
    Ok(Answer::Yes)
}

/// The chart of a unit: simulations of one player and rounds of another have no axis in common.
fn chart_of<'a>(charts: &'a mut Vec<Chart>, args: &Args, unit: &str) -> &'a mut Chart {
    let at = charts.iter().position(|chart| chart.x.label == unit).unwrap_or_else(|| {
        charts.push(Chart {
            title: fill(words().sweep_title, &[&args.game, &grouped(args.games)]),
            x: Axis { label: unit.into(), scale: Scale::Logarithmic },
            y: words().sweep_share.into(),
            series: Vec::new(),
            diagonal: false,
        });
        charts.len() - 1
    });
    &mut charts[at]
}

/// The player at all its strengths.
fn points(
    args: &Args,
    strengths: &Strengths,
    setup: &dyn Simulation,
    out: &mut impl Write,
) -> Result<Vec<Point>, Failure> {
    let mut points = Vec::new();
    for (budget, player) in &strengths.players {
        let report = &setup.measure(&Contest { player, ..Contest::default() })?;
        if args.json {
            json(out, report)?;
        } else {
            writeln!(
                out,
                "{:<13} {:<36} {:>9} [{}, {}]  {}",
                report.variant,
                report.player,
                share(report.rate),
                share(report.low),
                share(report.high),
                fill(words().sweep_each, &[&format!("{:.4}", report.cpu_seconds / report.games as f64)])
            )?;
        }
        out.flush()?;
        points.push(Point {
            x: *budget as f64,
            share: report.rate,
            interval: Some((report.low, report.high)),
        });
    }
    Ok(points)
}

/// The result for people.
fn told(report: &Measured, words: &Words) -> String {
    let (rate, low, high) = (share(report.rate), share(report.low), share(report.high));
    let (wins, games) = (grouped(report.wins), grouped(report.games));
    let mut lines = vec![
        fill(words.games_won, &[&report.variant, &report.player, &wins, &games, &rate, &low, &high]),
        report.remark.in_language(words.spoken),
    ];
    if let Some(Test { low, high, ratio, verdict }) = report.sprt {
        let ratio = format!("{ratio:.2}");
        let verdict = match verdict {
            Verdict::Open => words.test_open,
            Verdict::Low => words.test_low,
            Verdict::High => words.test_high,
        };
        lines.push(fill(words.rate_test, &[&share(low), &share(high), verdict, &ratio]));
    }
    if let Some(rival) = &report.against {
        lines.push(fill(words.rival_won, &[&rival.player, &grouped(rival.wins), &share(rival.rate)]));
        let [difference, low, high] = [rival.difference, rival.difference_low, rival.difference_high]
            .map(|share| format!("{:+.3}", 100.0 * share));
        let [first, second] = [rival.first_alone, rival.second_alone].map(grouped);
        let p_value = format!("{:.2e}", rival.p_value);
        lines.push(fill(words.rates_differ, &[&difference, &low, &high, &first, &second, &p_value]));
        let [more, fewer] = [rival.more_cards, rival.fewer_cards].map(grouped);
        let [elo, low, high] = [rival.elo, rival.elo_low, rival.elo_high].map(|elo| format!("{elo:+.0}"));
        lines.push(fill(words.cards_differ, &[&more, &fewer, &elo, &low, &high]));
    }
    let each = report.cpu_seconds / report.games.max(1) as f64;
    let [all, cpu] = [report.seconds, report.cpu_seconds].map(|seconds| format!("{seconds:.2}"));
    lines.push(fill(words.seconds_a_game, &[&all, &cpu, &format!("{each:.2e}")]));
    told::lines(&lines)
}

/// A share as a person reads it: in percent, or in powers of ten where percents are all zeros.
fn share(rate: f64) -> String {
    if rate > 0.0 && rate < 1e-4 { format!("{rate:.3e}") } else { format!("{:.3}%", 100.0 * rate) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_has_round_strengths_from_end_to_end() {
        let game = registry::open_usual("calculation").unwrap();
        let game = game.simulate().unwrap();
        let names = |text: &str| {
            let players = strengths(game, text).unwrap().players.into_iter();
            players.map(|(_, player)| player).collect::<Vec<_>>()
        };
        assert_eq!(
            names("mcts:10..1000"),
            ["mcts:10", "mcts:22", "mcts:46", "mcts:100", "mcts:220", "mcts:460", "mcts:1000"]
        );
        assert_eq!(names("flat:5..6,playout=greedy"), ["flat:5,playout=greedy", "flat:6,playout=greedy"]);
        assert_eq!(strengths(game, "best:1..10").unwrap().unit, "rounds of play-outs a turn");
        for text in ["mcts:10", "mcts:100..10", "mcts:0..10", "random:1..10", "mcts"] {
            assert!(matches!(strengths(game, text), Err(Failure::Input(_))), "{text}");
        }
    }

    #[test]
    fn shares_are_readable_at_any_size() {
        assert_eq!(
            [0.0, 5.33e-7, 0.0018, 0.985, 1.0].map(share),
            ["0.000%", "5.330e-7", "0.180%", "98.500%", "100.000%"]
        );
    }
}
