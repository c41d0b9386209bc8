//! `yomikiri train dobutsu`: the blog's tables, fitted to the values of all positions.

use crate::games::solver;
use crate::{
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::Train,
    lines::json,
    progress::Progress,
    text::grouped,
    threads::{self, ThreadArgs},
};
use clap::ValueEnum;
use serde::Serialize;
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};
use yomikiri_dobutsu::learn::{Assessment, Evaluation, Method, Model, RIDGE, Settings, Trained, train};
use yomikiri_learn::{FitStep, Loss, Until};
use yomikiri_shogi::{DenseGraph, Ending, Shogi};
use yomikiri_solve::Solution;

/// The evaluation of Dobutsu Shogi: reads the game out and fits tables to the results of all its positions,
/// to the optimum
///
/// The problem is convex: two methods, or two starts, end at the same weights. The same to the bit for any
/// number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri train dobutsu --out my.model\n  \
    yomikiri train dobutsu --sample 100000 --out small.model\n  \
    yomikiri evaluate dobutsu \"gle/1c1/1C1/ELG b -\" --model my.model")]
pub struct Args {
    /// Where the evaluation goes
    #[arg(long, value_name = "FILE", default_value = "dobutsu.model")]
    out: PathBuf,

    /// What is fitted: the odds of winning, or the result itself
    #[arg(long, value_enum, default_value_t = LossArg::Logistic)]
    loss: LossArg,

    /// How the optimum is found
    #[arg(long, value_enum, default_value_t = MethodArg::Newton)]
    method: MethodArg,

    /// Learn from about so many positions, drawn by the seed, instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Stop when the gradient's norm has fallen to this share
    #[arg(long, value_name = "SHARE", default_value_t = 1e-6, value_parser = share)]
    gradient: f64,

    /// Stop after so many passes over the positions in any case
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    passes: u64,

    /// Half of this times the squared weights is added to the loss, so that there is one optimum
    #[arg(long, value_name = "STRENGTH", default_value_t = RIDGE, value_parser = strength)]
    ridge: f64,

    /// Begin with the weights of this file instead of none, or of a rough fit of a sample
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[arg(
        long,
        help = "JSON lines: evaluations products loss gradient seconds; last the fit: positions feature_hits weights \
        weights_used evaluations products loss gradient accuracy mean_loss seconds{read_out,prepare,fit,assess} peak_rss_bytes"
    )]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LossArg {
    Logistic,
    Squares,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodArg {
    Newton,
    Lbfgs,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "expected a number between 0 and 1".into())
}

fn strength(text: &str) -> Result<f64, String> {
    let strength = text.parse().ok().filter(|strength: &f64| *strength > 0.0 && strength.is_finite());
    strength.ok_or_else(|| "expected a positive number".into())
}

#[derive(Serialize)]
struct StepReport {
    evaluations: u64,
    products: u64,
    /// Of all positions together, the ridge included.
    loss: f64,
    /// The gradient's norm as a share of that of no weights.
    gradient: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct FitReport {
    positions: u64,
    /// Features that hold in all positions together.
    feature_hits: u64,
    weights: usize,
    /// How many of them some position can have.
    weights_used: usize,
    evaluations: u64,
    products: u64,
    loss: f64,
    gradient: f64,
    /// Of the positions that were not learnt from, or of all if all were: won and lost ones told by the sign
    /// of the score.
    accuracy: f64,
    /// The mean loss of the same.
    mean_loss: f64,
    seconds: Seconds,
    peak_rss_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Seconds {
    read_out: f64,
    prepare: f64,
    fit: f64,
    assess: f64,
}

impl Train for Args {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        run(self, out)
    }
}

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    file::ensure("--out", &args.out)?;
    let threads = args.threads.count();
    threads::global(threads)?;
    let start = args.from.as_deref().map(weights_of).transpose()?;
    let progress = Progress::new();
    let began = Instant::now();
    let read_out = solver::study(Shogi::dobutsu(Ending::Capture), threads, &progress)?;
    let (_, graph, solution) = read_out.parts();
    let seconds_read_out = began.elapsed().as_secs_f64();
    let trained = fit(args, (graph, solution), start, &progress, out)?;
    let model = &trained.model;
    save("--out", &args.out, &model.to_bytes())?;
    progress.phase("assessing", 0);
    let began = Instant::now();
    let evaluation = Evaluation::new(model).map_err(|error| Failure::environment(error.to_string()))?;
    let without = trained.pick.excluded();
    let assessed = Assessment::new(graph, solution, &evaluation, without);
    let FitStep { evaluations, products, loss, gradient } = trained.optimum.last;
    let report = FitReport {
        positions: trained.positions,
        feature_hits: trained.feature_hits,
        weights: trained.optimum.weights.len(),
        weights_used: trained.weights_used,
        evaluations,
        products,
        loss,
        gradient,
        accuracy: assessed.all.accuracy(),
        mean_loss: assessed.loss / assessed.all.positions() as f64,
        seconds: Seconds {
            read_out: seconds_read_out,
            prepare: trained.preparing.as_secs_f64(),
            fit: trained.fitting.as_secs_f64(),
            assess: began.elapsed().as_secs_f64(),
        },
        peak_rss_bytes: yomikiri_files::memory::peak_rss_bytes(),
    };
    tell(&report, without.is_some(), args, out)?;
    Ok(Answer::Yes)
}

/// The fit, with every step told.
fn fit(
    args: &Args,
    solved: (&DenseGraph, &Solution),
    start: Option<Vec<f64>>,
    progress: &Progress,
    out: &mut dyn Write,
) -> Result<Trained, Failure> {
    let began = Instant::now();
    let mut told = Ok(());
    let trained = train(solved, &args.settings(), start, progress, &mut |step| {
        let FitStep { evaluations, products, loss, gradient } = *step;
        let seconds = began.elapsed().as_secs_f64();
        let report = StepReport { evaluations, products, loss, gradient, seconds };
        if told.is_ok() {
            told = tell_step(&report, args.json, out);
        }
    });
    told?;
    trained.ok_or_else(|| Failure::input("--sample: expected more; by this seed it has no position"))
}

impl Args {
    fn settings(&self) -> Settings {
        let &Self { sample, seed, gradient, passes, ridge, .. } = self;
        let loss = match self.loss {
            LossArg::Logistic => Loss::Logistic,
            LossArg::Squares => Loss::Squares,
        };
        let method = match self.method {
            MethodArg::Newton => Method::Newton,
            MethodArg::Lbfgs => Method::Lbfgs,
        };
        Settings { loss, method, sample, seed, until: Until { gradient, passes }, ridge }
    }
}

/// The weights of a file, to begin with.
fn weights_of(path: &Path) -> Result<Vec<f64>, Failure> {
    Ok(file::read("--from", path, Model::from_bytes)?.weights.floats().collect())
}

fn tell_step(step: &StepReport, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if as_json {
        return json(out, step);
    }
    let StepReport { evaluations, products, loss, gradient, seconds } = step;
    let passes = evaluations + products;
    Ok(writeln!(out, "{passes:>6} passes  loss {loss:.6e}  gradient {gradient:.1e}  {seconds:>6.1} s")?)
}

fn tell(report: &FitReport, is_of_others: bool, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    if args.json {
        return json(out, report);
    }
    let FitReport { positions, feature_hits, weights_used, seconds, .. } = report;
    writeln!(
        out,
        "{} positions, {} features, {} weights",
        grouped(*positions),
        grouped(*feature_hits),
        grouped(*weights_used as u64)
    )?;
    writeln!(
        out,
        "{:.2}% of the won and lost positions{} told by the sign of the score; mean loss {:.5}",
        100.0 * report.accuracy,
        if is_of_others { " that were not learnt from" } else { "" },
        report.mean_loss
    )?;
    writeln!(
        out,
        "read out in {:.1} s, prepared in {:.1} s, fitted in {:.1} s, assessed in {:.1} s: {}",
        seconds.read_out,
        seconds.prepare,
        seconds.fit,
        seconds.assess,
        args.out.display()
    )?;
    Ok(())
}
