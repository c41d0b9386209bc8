//! `yomikiri simulate`: a player, many games, and how often it wins.

mod outcome;
mod run;

use crate::{
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    text::{grouped, note},
    threads::{ThreadArgs, pool},
};
use outcome::{Measured, share};
use run::Setup;
use std::{io::Write, path::PathBuf};
use yomikiri_calculation::Variant;
use yomikiri_calculation_study::{models::Models, player::Spec};
use yomikiri_plot::{Axis, Chart, Point, Scale, Series};

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
        learnt:2, best (a second of processor time a game), best:500ms, best:N (rounds of play-outs a turn), \
        expectimax (small decks), clairvoyant (knows the stock: a bound)"
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

    /// Write all games as a table, .csv or .parquet by the name
    #[arg(long, value_name = "FILE", conflicts_with = "sweep")]
    export: Option<PathBuf>,

    /// A second player on the same deals, for a paired comparison
    #[arg(long, value_name = "P", conflicts_with_all = ["sweep", "export"])]
    against: Option<String>,

    /// Stop as soon as it is clear which of two rates is nearer, such as 0.5,0.6; errors of 5%
    #[arg(long, value_name = "LOW,HIGH", conflicts_with_all = ["sweep", "against"])]
    sprt: Option<String>,

    /// A player at several strengths, such as mcts:10..10000; may be given again for another
    #[arg(long, value_name = "P:A..B", conflicts_with = "player")]
    sweep: Vec<String>,

    /// Draw the rates of a sweep as SVG
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
        difference_high,first_alone,second_alone,p_value}"
    )]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.sweep.is_empty() { one(args, &setup(args, &args.variant)?, out) } else { sweep(args, out) }
}

/// What is needed to simulate a variant.
fn setup(args: &Args, variant: &str) -> Result<Setup, Failure> {
    let variant: Variant = variant.parse().map_err(|error| Failure::Input(format!("--variant: {error}")))?;
    let pool = pool(args.threads.count())?;
    Ok(Setup::new(variant, args.games, args.seed, models(args, variant)?, pool))
}

/// The weights asked for.
fn models(args: &Args, variant: Variant) -> Result<Models, Failure> {
    let mut models = Models::shipped().map_err(|error| Failure::Environment(error.to_string()))?;
    if let Some(path) = &args.model {
        file::read("--model", path, |bytes| models.add(variant.piles(), bytes))?;
    }
    Ok(models)
}

/// A player by its name.
fn spec(argument: &str, text: &str) -> Result<Spec, Failure> {
    text.parse().map_err(|error| Failure::Input(format!("{argument}: {error}")))
}

/// One player, or two on the same deals.
fn one(args: &Args, setup: &Setup, out: &mut impl Write) -> Outcome {
    let player = spec("--player", args.player.as_deref().unwrap_or_default())?;
    let rival = args.against.as_deref().map(|text| spec("--against", text)).transpose()?;
    let test = args.sprt.as_deref().map(run::sprt).transpose()?;
    let export = args.export.as_deref().map(run::Export::new).transpose()?;
    let mut measured = setup.measure(player, args.out.as_deref(), test, rival, export.as_ref())?;
    measured.report.player = player.to_string();
    if args.json {
        super::json(out, &measured.report)?;
    } else {
        tell(&measured, out)?;
    }
    Ok(Answer::Yes)
}

/// The strengths of a sweep with their simulations a move: from the first to the last, about three for each
/// power of ten.
fn strengths(text: &str) -> Result<Vec<(u64, Spec)>, Failure> {
    let wrong = || {
        Failure::Input(format!(
            "--sweep: expected a player with a range, such as mcts:10..10000, not {text:?}"
        ))
    };
    let (name, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (range, option) =
        rest.split_once(',').map_or((rest, String::new()), |(range, option)| (range, format!(",{option}")));
    let (first, last) = range.split_once("..").ok_or_else(wrong)?;
    let number =
        |text: &str| text.replace('_', "").parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong);
    let (first, last) = (number(first)?, number(last)?);
    let spec = spec("--sweep", &format!("{name}:{first}{option}"))?;
    if spec.with_budget(1).is_none() || first > last {
        return Err(wrong());
    }
    let mut budgets = vec![first];
    let mut exponent = 1;
    while budgets.last().is_some_and(|&budget| budget < last) {
        let budget = first as f64 * 10f64.powf(f64::from(exponent) / 3.0);
        // Two digits are enough for a round figure.
        let digit = 10f64.powf(budget.log10().floor() - 1.0).max(1.0);
        budgets.push(((budget / digit).round() * digit).min(last as f64) as u64);
        exponent += 1;
    }
    budgets.dedup();
    Ok(budgets.into_iter().filter_map(|budget| Some((budget, spec.with_budget(budget)?))).collect())
}

/// A line for each player and variant.
fn sweep(args: &Args, out: &mut impl Write) -> Outcome {
    let setups =
        args.variant.split('+').map(|variant| setup(args, variant)).collect::<Result<Vec<_>, _>>()?;
    let sweeps = args.sweep.iter().map(|text| strengths(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &args.plot {
        file::ensure("--plot", path)?;
    }
    let mut series = Vec::new();
    for (text, strengths) in args.sweep.iter().zip(&sweeps) {
        for setup in &setups {
            let points = points(args, strengths, setup, out)?;
            series.push(Series { name: format!("{}, {text}", setup.variant()), points });
        }
    }
    let x = Axis { label: "simulations a move".into(), scale: Scale::Logarithmic };
    let chart = Chart { title: "Calculation: games won".into(), x, series, diagonal: false };
    if !args.json {
        write!(out, "{}", chart.text())?;
    }
    if let Some(path) = &args.plot {
        save("--plot", path, chart.svg().as_bytes())?;
        note(&format!("wrote {}", path.display()));
    }
    Ok(Answer::Yes)
}

/// The player at all its strengths.
fn points(
    args: &Args,
    strengths: &[(u64, Spec)],
    setup: &Setup,
    out: &mut impl Write,
) -> Result<Vec<Point>, Failure> {
    let mut points = Vec::new();
    for &(budget, player) in strengths {
        let mut measured = setup.measure(player, None, None, None, None)?;
        measured.report.player = player.to_string();
        let report = &measured.report;
        if args.json {
            super::json(out, report)?;
        } else {
            writeln!(
                out,
                "{:<13} {:<36} {:>9} [{}, {}]  {:.4} s a game",
                report.variant,
                report.player,
                share(report.rate),
                share(report.low),
                share(report.high),
                report.cpu_seconds / report.games as f64
            )?;
        }
        out.flush()?;
        points.push(Point {
            x: budget as f64,
            share: report.rate,
            interval: Some((report.low, report.high)),
        });
    }
    Ok(points)
}

fn tell(measured: &Measured, out: &mut impl Write) -> std::io::Result<()> {
    let report = &measured.report;
    let (rate, low, high) = (share(report.rate), share(report.low), share(report.high));
    let (wins, games) = (grouped(report.wins), grouped(report.games));
    writeln!(
        out,
        "{}, {}: {wins} of {games} games won, {rate} [{low}, {high}]",
        report.variant, report.player
    )?;
    let mean = |sum: u64| sum as f64 / report.games as f64;
    writeln!(out, "{:.1} cards on the bases a game", mean(measured.tally.placed))?;
    if let Some(test) = &report.sprt {
        writeln!(
            out,
            "test of {} against {}: {} (log-likelihood ratio {:.2})",
            share(test.low),
            share(test.high),
            test.verdict,
            test.ratio
        )?;
    }
    if let Some(rival) = &report.against {
        writeln!(out, "{}: {} games won, {}", rival.player, grouped(rival.wins), share(rival.rate))?;
        writeln!(
            out,
            "difference {:+.3}% [{:+.3}%, {:+.3}%]: {} deals won by the first alone, {} by the second, p = {:.2e}",
            100.0 * rival.difference,
            100.0 * rival.difference_low,
            100.0 * rival.difference_high,
            grouped(rival.first_alone),
            grouped(rival.second_alone),
            rival.p_value
        )?;
    }
    let each = report.cpu_seconds / report.games as f64;
    writeln!(out, "{:.2} s, {:.2} of processor time, {each:.2e} a game", report.seconds, report.cpu_seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_has_round_strengths_from_end_to_end() {
        let names = |text: &str| {
            strengths(text).unwrap().iter().map(|(_, spec)| spec.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            names("mcts:10..1000"),
            ["mcts:10", "mcts:22", "mcts:46", "mcts:100", "mcts:220", "mcts:460", "mcts:1000"]
        );
        assert_eq!(names("flat:5..6,playout=greedy"), ["flat:5,playout=greedy", "flat:6,playout=greedy"]);
        for text in ["mcts:10", "mcts:100..10", "mcts:0..10", "random:1..10", "mcts"] {
            assert!(matches!(strengths(text), Err(Failure::Input(_))), "{text}");
        }
    }
}
