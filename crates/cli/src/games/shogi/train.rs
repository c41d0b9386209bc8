//! `yomikiri train minishogi`.

use crate::{
    failure::{Failure, Outcome},
    file,
    game::Train,
    games::self_play::{self, Job, TrainingArgs},
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_learn::training::Generation;
use yomikiri_shogi_player::minishogi::{
    fit::Epoch,
    training::{Settings, Student},
};

/// The evaluation of minishogi: plays games, fits the network, plays better games, fits it again
///
/// The first generation plays by the evaluation made by hand, each later one by what the one before it
/// learnt. The same seed and settings give the same file, with any number of threads, interrupted or not.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri train minishogi --games 1000,2000 --out my.model\n  \
    yomikiri usi minishogi --model my.model")]
pub struct Args {
    /// Where the evaluation goes, after each generation; beside it FILE.games, the games as far as they are
    /// played
    #[arg(long, value_name = "FILE", default_value = "minishogi.model")]
    out: PathBuf,

    /// What the games and the initial weights depend on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Games of each generation, in their order
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "4000,8000,16000,32000,64000,128000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Vec<u64>,

    /// Nodes of each move's search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// How often each fit goes through all positions
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,

    /// Each fit learns from the games of so many generations, its own the last of them
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    memory: u64,

    #[command(flatten)]
    training: TrainingArgs,

    #[arg(long, help = "One JSON object a generation: generation games positions error error_aside seconds")]
    json: bool,
}

#[derive(Serialize)]
struct GenerationReport {
    generation: u64,
    games: u64,
    /// Positions that the fit saw.
    positions: usize,
    /// Mean square error of the probability of winning.
    error: f32,
    error_aside: f32,
    seconds: f64,
}

impl Train for Args {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        file::ensure("--out", &self.out)?;
        let &Self { seed, nodes, epochs, memory, .. } = self;
        let settings = Settings { seed, games: self.games.clone(), nodes, epochs, memory };
        let player = Student::new(settings);
        let player = player.map_err(|error| Failure::environment(format!("a table: {error}")))?;
        let heading = player.heading();
        let job = Job { player, heading, seed, games: &self.games, path: &self.out, report };
        self_play::train(job, &self.training, self.json, out)
    }
}

fn report(done: &Generation<Epoch>) -> (GenerationReport, String) {
    let &Generation { number: generation, games, ref learnt, time } = done;
    let Epoch { error, aside: error_aside, .. } = learnt.report;
    let (positions, seconds) = (learnt.positions, time.as_secs_f64());
    let text = format!(
        "generation {generation}: {} games, {} positions, error {error:.5} ({error_aside:.5} aside), {seconds:.0} s",
        grouped(games),
        grouped(positions as u64)
    );
    (GenerationReport { generation, games, positions, error, error_aside, seconds }, text)
}
