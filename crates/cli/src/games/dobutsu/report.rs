//! `yomikiri report dobutsu`: how well the learnt evaluation tells results, how much it had to see, what it
//! is worth in play.

use super::learnt;
use crate::games::solver;
use crate::{
    failure::Failure,
    game::{Page, StudySettings},
    progress::Progress,
    threads::cores,
};
use yomikiri_core::Wdl;
use yomikiri_dobutsu::learn::{
    self, Assessment, Evaluation, Family, FixedDepthPlayer, Pick, PieceWorth, Positions, SolvedGame,
    TableObjective, Tables,
    study::{Fitted, Kept, Lasted},
};
use yomikiri_learn::{Loss, Objective, Ridge, Until, newton};
use yomikiri_shogi::SmallShogi;

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

/// The page of a game, which is read out for it.
pub fn page(game: SmallShogi, study: &StudySettings<'_>) -> Result<Page, Failure> {
    let model = learnt::model(study.model)?;
    let evaluation = learnt::evaluation_of(&model)?;
    let progress = Progress::new();
    let read_out = solver::study(game, cores(), &progress)?;
    let (game, graph, solution) = read_out.parts();
    let solved = SolvedGame { game, graph, solution };
    progress.phase("assessing", 0);
    let assessment = Assessment::new(graph, solution, &evaluation, None);
    let sizes =
        std::iter::successors(Some(10_000), |size| Some(size * 10)).take_while(|&size| size <= study.sample);
    let curve: Vec<Fitted> =
        sizes.map(|size| fit(solved, &Family::BLOG, size, study.seed, &progress).0).collect();
    let (mut ablation, mut players) = (Vec::new(), Vec::new());
    for (set, families) in SETS.into_iter().enumerate() {
        let (fitted, simple) = fit(solved, families, ABLATION, study.seed, &progress);
        ablation.push(fitted);
        // Material alone; both lions and a piece, with the hands.
        if set == 0 || set == 2 {
            players.push((if set == 0 { "material" } else { "KKP and KKM" }, simple));
        }
    }
    players.push(("all tables", evaluation.clone()));
    progress.phase("worth of pieces", 0);
    let worth = PieceWorth::new(solved, &evaluation, WORTH, study.seed);
    let (kept, lasted) = contests(solved, &players, study, &progress);
    let record = model.record.0.clone();
    let study = learn::Study { record, assessment, curve, ablation, worth, kept, lasted };
    let pictures = study.pictures().into_iter().map(|(name, picture)| (name.to_string(), picture)).collect();
    Ok(Page { text: study.page(), pictures, summary: study.heat_maps() })
}

/// Fits some tables to a sample, and looks at all other positions, or at all where the sample is all.
fn fit(
    solved: SolvedGame,
    families: &[Family],
    size: u64,
    seed: u64,
    progress: &Progress,
) -> (Fitted, Evaluation) {
    let names: Vec<&str> = families.iter().map(|family| family.name()).collect();
    let all = families == Family::BLOG;
    progress.phase(format!("fitting {}", if all { "all".into() } else { names.join("+") }), 0);
    let pick = Pick::about(size, solved.solution.len(), seed);
    let tables = Tables::new(families);
    let positions = Positions::new(solved.graph, solved.solution, pick);
    let mut problem =
        Ridge { inner: TableObjective::new(&positions, &tables, Loss::Logistic), strength: RIDGE };
    let optimum = newton(&mut problem, vec![0.0; tables.len()], UNTIL, &mut |_| progress.advance(1));
    let own_loss = problem.inner.evaluate(&optimum.weights, &mut vec![0.0; tables.len()]);
    let evaluation = Evaluation::of(&tables, &optimum.weights, Loss::Logistic);
    let others = Assessment::new(solved.graph, solved.solution, &evaluation, pick.excluded());
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
    solved: SolvedGame,
    players: &[(&'static str, Evaluation)],
    study: &StudySettings<'_>,
    progress: &Progress,
) -> (Vec<Kept>, Vec<Lasted>) {
    let samples =
        [Wdl::Win, Wdl::Draw].map(|result| (result, solved.sample(result, study.positions, study.seed)));
    progress.phase("playing", (players.len() * PLIES.len() * (samples.len() + 1)) as u64);
    let (mut kept, mut lasted) = (Vec::new(), Vec::new());
    for (name, evaluation) in players {
        for plies in PLIES {
            let player = FixedDepthPlayer { game: solved.game, evaluation, plies };
            for (result, positions) in &samples {
                let count = solved.kept(&player, positions);
                kept.push(Kept { name, plies, result: *result, positions: positions.len(), kept: count });
                progress.advance(1);
            }
            let games = |first| {
                (0..GAMES).map(|seed| solved.lasts(&player, first, study.seed.wrapping_add(seed))).collect()
            };
            lasted.push(Lasted { name, plies, first: games(true), second: games(false) });
            progress.advance(1);
        }
    }
    (kept, lasted)
}
