//! `yomikiri train blokus`.

use crate::{
    failure::Outcome,
    file,
    game::Train,
    games::self_play::{self, Job, TrainingArgs},
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_blokus_study::{
    fit::Loss,
    training::{Settings, Student},
};
use yomikiri_learn::training::Generation;

/// What the player of Blokus Duo knows: plays games, learns from them, plays better games, learns again
///
/// The first generation plays games out to value positions, each later one values them by what was learnt
/// before it. Each plays twice as many games as the one before. The same seed and settings give the same
/// file, with any number of threads, interrupted or not.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri train blokus --games 1000 --generations 2 --out my.model\n  \
    yomikiri gtp blokus --model my.model")]
pub struct Args {
    /// Where the model goes, after each generation; beside it FILE.games, the games as far as they are played
    #[arg(long, value_name = "FILE", default_value = "blokus.model")]
    out: PathBuf,

    /// What the games and the initial weights depend on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Games of the last generation
    #[arg(long, value_name = "N", default_value_t = 16_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Simulations a move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=60_000))]
    simulations: u64,

    /// How often to play and learn
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=60))]
    generations: u64,

    /// How often each position is looked at
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=1000))]
    epochs: u64,

    #[command(flatten)]
    training: TrainingArgs,

    #[arg(
        long,
        help = "One JSON object a generation: generation games positions loss_result loss_moves seconds"
    )]
    json: bool,
}

#[derive(Serialize)]
struct GenerationReport {
    generation: u64,
    games: u64,
    /// Positions of all generations so far.
    positions: usize,
    /// Mean cross entropies on positions that were not learnt from.
    loss_result: f32,
    loss_moves: f32,
    seconds: f64,
}

impl Train for Args {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        file::ensure("--out", &self.out)?;
        let &Self { seed, games, simulations, generations, epochs, .. } = self;
        let settings = Settings { seed, games, simulations, generations, epochs };
        let job = Job {
            player: Student::new(settings),
            heading: settings.heading(),
            seed,
            games: &settings.games(),
            path: &self.out,
            report,
        };
        self_play::train(job, &self.training, self.json, out)
    }
}

fn report(done: &Generation<Loss>) -> (GenerationReport, String) {
    let &Generation { number: generation, games, ref learnt, time } = done;
    let Loss { result: loss_result, moves: loss_moves } = learnt.report;
    let (positions, seconds) = (learnt.positions, time.as_secs_f64());
    let text = format!(
        "generation {generation}: {} games, {} positions so far, losses {loss_result:.4} {loss_moves:.4}, {seconds:.0} s",
        grouped(games),
        grouped(positions as u64)
    );
    (GenerationReport { generation, games, positions, loss_result, loss_moves, seconds }, text)
}
