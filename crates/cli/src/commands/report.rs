//! `yomikiri report`: a page of figures and plots about what has been learnt.

use crate::{
    failure::{Answer, Outcome},
    file::{self, failed, save},
    learnt,
    progress::Progress,
    solver::ReadOut,
    threads::cores,
};
use serde::Serialize;
use std::{fs, io::Write, path::PathBuf};
use yomikiri_core::Wdl;
use yomikiri_dobutsu::learn::{
    Assessment, Evaluation, Family, Learnt, Pick, Positions, Study, TableObjective, Tables, Truth, Worth,
    study::{Fitted, Kept, Lasted},
};
use yomikiri_learn::{Loss, Objective, Ridge, Until, newton};
use yomikiri_shogi::{Ending, Shogi};

/// Writes a page of figures and plots about a learnt evaluation: how well it tells results, how much it had
/// to see, what it is worth in play
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri report dobutsu --out docs")]
pub struct Args {
    /// The game
    game: String,

    /// The directory where evaluation.md and its pictures go
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// About how many won, and how many drawn positions the players play from
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,

    /// The largest sample of the curve
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(10_000..))]
    sample: u64,

    /// The seed of all samples
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// One JSON object: game files[]
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    game: &'a str,
    /// What was written.
    files: Vec<PathBuf>,
}

/// Fits of the page stop here: what they tell does not change any more.
const UNTIL: Until = Until { gradient: 1e-4, passes: 600 };

/// The ridge of the page's fits: less than that of all positions, of which samples are a small part.
const RIDGE: f64 = 1.0;

/// The sample of the ablation, and of the simpler evaluations that play.
const ABLATION: u64 = 1_000_000;

/// The tables of each fit of the ablation.
const SETS: [&[Family]; 8] = [
    &[Family::Material],
    &[Family::Kkp],
    &[Family::Kkp, Family::Kkm],
    &[Family::Kkp, Family::Kkm, Family::Kkmm],
    &[Family::Kkp, Family::Kkm, Family::Kkmm, Family::Kmm],
    &[Family::Kkp, Family::Kkm, Family::Kkmm, Family::Kmm, Family::Kpm],
    &[Family::Kpp, Family::Kpm, Family::Kmm],
    &Family::BLOG,
];

/// Positions over which the worth of pieces is taken.
const WORTH: u64 = 1_000_000;

/// How far players look ahead.
const PLIES: [u32; 3] = [1, 3, 5];

/// Games from the start.
const GAMES: u64 = 10;

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    debug_assert_eq!(args.game, "dobutsu");
    let model = learnt::model(args.model.as_deref())?;
    let evaluation = learnt::evaluation_of(&model)?;
    fs::create_dir_all(&args.out).map_err(|error| failed("--out", &args.out, &error))?;
    let page = args.out.join("evaluation.md");
    file::ensure("--out", &page)?;
    let progress = Progress::new();
    let read_out = ReadOut::of(Shogi::dobutsu(Ending::Capture), cores(), &progress)?;
    let (game, graph, solution) = read_out.parts();
    let truth = Truth { game, graph, solution };
    progress.phase("assessing", 0);
    let assessment = Assessment::new(graph, solution, &evaluation, None);
    let sizes =
        std::iter::successors(Some(10_000), |size| Some(size * 10)).take_while(|&size| size <= args.sample);
    let curve: Vec<Fitted> =
        sizes.map(|size| fit(truth, &Family::BLOG, size, args.seed, &progress).0).collect();
    let (mut ablation, mut players) = (Vec::new(), Vec::new());
    for (set, families) in SETS.into_iter().enumerate() {
        let (fitted, simple) = fit(truth, families, ABLATION, args.seed, &progress);
        ablation.push(fitted);
        // Material alone; both lions and a piece, with the hands.
        if set == 0 || set == 2 {
            players.push((if set == 0 { "material" } else { "KKP and KKM" }, simple));
        }
    }
    players.push(("all tables", evaluation.clone()));
    progress.phase("worth of pieces", 0);
    let worth = Worth::new(truth, &evaluation, WORTH, args.seed);
    let (kept, lasted) = contests(truth, &players, args, &progress);
    let record = model.record.0.clone();
    let study = Study { record, assessment, curve, ablation, worth, kept, lasted };
    save("--out", &page, study.page().as_bytes())?;
    let mut files = vec![page.clone()];
    for (name, picture) in study.pictures() {
        let path = args.out.join(name);
        save("--out", &path, picture.as_bytes())?;
        files.push(path);
    }
    if args.json {
        super::json(out, &Written { game: &args.game, files })?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "{}", study.heat_maps().trim_end())?;
    writeln!(out, "written to {}", page.display())?;
    Ok(Answer::Yes)
}

/// Fits some tables to a sample, and looks at all other positions.
fn fit(truth: Truth, families: &[Family], size: u64, seed: u64, progress: &Progress) -> (Fitted, Evaluation) {
    let names: Vec<&str> = families.iter().map(|family| family.name()).collect();
    let all = families == Family::BLOG;
    progress.phase(if all { "fitting all".into() } else { names.join("+") }, 0);
    let pick = Pick::Sample { share: size as f64 / truth.solution.len() as f64, seed };
    let tables = Tables::new(families);
    let positions = Positions::new(truth.graph, truth.solution, pick);
    let mut problem =
        Ridge { inner: TableObjective::new(&positions, &tables, Loss::Logistic), strength: RIDGE };
    let optimum = newton(&mut problem, vec![0.0; tables.len()], UNTIL, &mut |_| progress.advance(1));
    let own_loss = problem.inner.evaluate(&optimum.weights, &mut vec![0.0; tables.len()]);
    let evaluation = Evaluation::of(&tables, &optimum.weights, Loss::Logistic);
    let others = Assessment::new(truth.graph, truth.solution, &evaluation, Some(pick));
    let fitted = Fitted {
        name: if all { "all tables".into() } else { names.join(", ") },
        weights: problem.inner.used(),
        positions: positions.len(),
        accuracy: others.all.accuracy(),
        loss: others.loss / others.all.positions() as f64,
        own_loss: own_loss / positions.len() as f64,
        gradient: optimum.last.gradient,
    };
    (fitted, evaluation)
}

fn contests(
    truth: Truth,
    players: &[(&'static str, Evaluation)],
    args: &Args,
    progress: &Progress,
) -> (Vec<Kept>, Vec<Lasted>) {
    let samples =
        [Wdl::Win, Wdl::Draw].map(|result| (result, truth.sample(result, args.positions, args.seed)));
    progress.phase("playing", (players.len() * PLIES.len() * (samples.len() + 1)) as u64);
    let (mut kept, mut lasted) = (Vec::new(), Vec::new());
    for (name, evaluation) in players {
        for plies in PLIES {
            let player = Learnt { game: truth.game, evaluation, plies };
            for (result, positions) in &samples {
                let count = truth.kept(&player, positions);
                kept.push(Kept { name, plies, result: *result, positions: positions.len(), kept: count });
                progress.advance(1);
            }
            let games =
                |first| (0..GAMES).map(|seed| truth.lasts(&player, first, args.seed + seed)).collect();
            lasted.push(Lasted { name, plies, first: games(true), second: games(false) });
            progress.advance(1);
        }
    }
    (kept, lasted)
}
