//! The training of the evaluation: tables fitted to the values of all positions, or of a sample.

use super::{Model, Pick, Positions, TableObjective, Tables};
use std::{
    fmt::Write,
    time::{Duration, Instant},
};
use yomikiri_core::play::Progress;
use yomikiri_learn::{FitStep, Loss, Optimum, Record, Ridge, Until, lbfgs, newton};
use yomikiri_shogi::DenseGraph;
use yomikiri_solve::Solution;

/// How the optimum is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Newton's, with conjugate gradients.
    Newton,
    /// L-BFGS.
    Lbfgs,
}

/// What the evaluation depends on.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What is fitted.
    pub loss: Loss,
    /// How.
    pub method: Method,
    /// From about so many positions, or from all.
    pub sample: Option<u64>,
    /// The seed of the sample.
    pub seed: u64,
    /// It ends when the gradient's norm has fallen to `gradient` as a share, or after so many passes.
    pub until: Until,
    /// Half of this times the squared weights is added to the loss.
    pub ridge: f64,
}

/// What was learnt, and from what.
pub struct Trained {
    /// The evaluation.
    pub model: Model,
    /// Its weights, and the last step of the fit.
    pub optimum: Optimum,
    /// Which positions it was learnt from.
    pub pick: Pick,
    /// How many they are.
    pub positions: u64,
    /// Features that hold in all of them together.
    pub feature_hits: u64,
    /// How many weights some position can have.
    pub weights_used: usize,
    /// How long it took to lay out the positions.
    pub preparing: Duration,
    /// How long it took to fit the weights.
    pub fitting: Duration,
}

/// A fit of many positions begins where one of about so many of them ends.
const FIRST: u64 = 1_000_000;

/// How good that one is.
const ROUGH: Until = Until { gradient: 3e-3, passes: 500 };

/// Fits the tables, beginning with the weights of `start`; `step` is told of every step. None if the sample
/// has no position.
pub fn train(
    (graph, solution): (&DenseGraph, &Solution),
    settings: &Settings,
    start: Option<Vec<f64>>,
    progress: &dyn Progress,
    step: &mut dyn FnMut(&FitStep),
) -> Option<Trained> {
    progress.phase("preparing", 0);
    let began = Instant::now();
    let (tables, pick) = (Tables::blog(), settings.pick(solution));
    let positions = Positions::new(graph, solution, pick);
    if positions.len() == 0 {
        return None;
    }
    let feature_hits = positions.hits(&tables);
    let inner = TableObjective::new(&positions, &tables, settings.loss);
    let mut problem = Ridge { inner, strength: settings.ridge };
    let weights_used = problem.inner.used();
    let preparing = began.elapsed();
    let began = Instant::now();
    let start = match start {
        None if positions.len() > 10 * FIRST => Some(settings.first(&tables, graph, solution)),
        start => start,
    };
    progress.phase("fitting", 0);
    let mut report = |fit: &FitStep| {
        progress.advance(1);
        step(fit);
    };
    if start.is_some() {
        problem.inner.settle();
    }
    let start = start.unwrap_or_else(|| vec![0.0; tables.len()]);
    let optimum = match settings.method {
        Method::Newton => newton(&mut problem, start, settings.until, &mut report),
        Method::Lbfgs => lbfgs(&mut problem, start, settings.until, &mut report),
    };
    let fitting = began.elapsed();
    let record = settings.record(positions.len(), &optimum);
    let model = Model::new(&optimum.weights, settings.loss, record);
    let positions = positions.len();
    Some(Trained { model, optimum, pick, positions, feature_hits, weights_used, preparing, fitting })
}

impl Settings {
    /// Which positions are learnt from.
    fn pick(&self, solution: &Solution) -> Pick {
        self.sample.map_or(Pick::All, |count| Pick::about(count, solution.len(), self.seed))
    }

    /// The weights that a rough fit of a sample gives.
    fn first(&self, tables: &Tables, graph: &DenseGraph, solution: &Solution) -> Vec<f64> {
        let pick = Pick::about(FIRST, solution.len(), self.seed);
        let positions = Positions::new(graph, solution, pick);
        let objective = TableObjective::new(&positions, tables, self.loss);
        let mut problem = Ridge { inner: objective, strength: self.ridge };
        newton(&mut problem, vec![0.0; tables.len()], ROUGH, &mut |_| {}).weights
    }

    /// What there is to know about the fit; nothing of it depends on the machine.
    fn record(&self, positions: u64, optimum: &Optimum) -> Record {
        let mut record = Record::default();
        let method = match self.method {
            Method::Newton => "newton",
            Method::Lbfgs => "lbfgs",
        };
        let Until { gradient, passes } = self.until;
        let mut command = format!(
            "yomikiri train dobutsu --method {method} --gradient {gradient:e} --ridge {}",
            self.ridge
        );
        if self.loss == Loss::Squares {
            command.push_str(" --loss squares");
        }
        if optimum.last.gradient > gradient {
            let _ = write!(command, " --passes {passes}");
        }
        if let Some(sample) = self.sample {
            let _ = write!(command, " --sample {sample} --seed {}", self.seed);
        }
        record.set("game", &"dobutsu");
        record.set("version", &env!("CARGO_PKG_VERSION"));
        record.set("command", &command);
        record.set("positions", &positions);
        record.set("objective", &format!("{:.9e}", optimum.last.loss));
        record.set("gradient", &format!("{:.1e}", optimum.last.gradient));
        record
    }
}
