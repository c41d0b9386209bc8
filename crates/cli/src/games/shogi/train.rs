//! `yomikiri train minishogi`.

use crate::{
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::Train,
    games::{
        engine,
        journal::{Games, Series, VERSION, heading},
    },
    lines::json,
    progress::Progress,
    text::grouped,
    threads::{ThreadArgs, pool},
};
use serde::Serialize;
use std::{io::Write, path::PathBuf, time::Instant};
use yomikiri_shogi_player::{
    ShogiGame,
    minishogi::{
        Evaluation, Model, Network,
        fit::{self, Epoch},
        selfplay::{self, Sample},
    },
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
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "4000,8000,16000,32000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
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

    /// Go on with FILE.games if it is there
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    #[arg(long, help = "One JSON object a generation: generation games positions error error_aside seconds")]
    json: bool,
}

impl Args {
    /// What the file depends on.
    fn settings(&self) -> [(&'static str, String); 5] {
        let games: Vec<String> = self.games.iter().map(u64::to_string).collect();
        [
            ("seed", self.seed.to_string()),
            ("games", games.join(",")),
            ("nodes", self.nodes.to_string()),
            ("epochs", self.epochs.to_string()),
            ("memory", self.memory.to_string()),
        ]
    }

    /// The command that makes the file.
    fn command(&self) -> String {
        let settings = self.settings().map(|(name, value)| format!(" --{name} {value}"));
        format!("yomikiri {VERSION} train minishogi{}", settings.concat())
    }
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
        run(self, out)
    }
}

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    file::ensure("--out", &args.out)?;
    let pool = pool(args.threads.count())?;
    let progress = Progress::new();
    let search = behaviour()?;
    let mut game = ShogiGame::minishogi(Evaluation::Handmade);
    let read = |line: &str| selfplay::read(&game, line);
    let heading = heading("minishogi", &format!("search={search}"), &args.settings());
    let mut games = Games::open(&args.out, args.resume, &heading, read)?;
    let series = Series { seed: args.seed, pool: &pool, progress: &progress };
    let settings = selfplay::Settings { nodes: args.nodes, ..selfplay::Settings::default() };
    let mut generations: Vec<Vec<Sample>> = Vec::new();
    let mut record = vec![
        args.command(),
        format!("by a search whose bench by the evaluation made by hand is {search} nodes"),
    ];
    for (generation, &count) in (1..).zip(&args.games) {
        let began = Instant::now();
        let play = |seed| selfplay::play(&game, settings, seed);
        let played = games.play(generation, count, &series, play, |played| selfplay::write(&game, played))?;
        generations.push(played.concat());
        let first = generations.len().saturating_sub(args.memory as usize);
        let seen = generations[first..].concat();
        if seen.is_empty() {
            return Err(Failure::Input("--games: too few games to learn anything from".into()));
        }
        let (network, last) = learn(&seen, args, &progress);
        let report = GenerationReport {
            generation,
            games: count,
            positions: seen.len(),
            error: last.error,
            error_aside: last.aside,
            seconds: began.elapsed().as_secs_f64(),
        };
        record.push(format!(
            "generation {generation}: {count} games; learnt from {} positions, error {:.5} ({:.5} aside)",
            report.positions, report.error, report.error_aside
        ));
        let model = Model { network, record: record.join("\n") };
        save("--out", &args.out, &model.to_bytes())?;
        game = ShogiGame::minishogi(Evaluation::Learnt(Box::new(model.network)));
        tell(&report, args.json, out)?;
    }
    Ok(Answer::Yes)
}

/// A checksum of what the search does: another search plays other games.
fn behaviour() -> Result<u64, Failure> {
    Ok(engine::player(ShogiGame::minishogi(Evaluation::Handmade), 1 << 20, 1)?.bench())
}

/// Fits a network; the last epoch's errors with it.
fn learn(samples: &[Sample], args: &Args, progress: &Progress) -> (Network, Epoch) {
    progress.phase("learning", u64::from(args.epochs));
    let settings =
        fit::Settings { epochs: usize::from(args.epochs), seed: args.seed, ..fit::Settings::default() };
    let mut last = Epoch { number: 0, error: f32::NAN, aside: f32::NAN };
    let network = fit::fit(samples, settings, &mut |epoch| {
        last = epoch;
        progress.advance(1);
    });
    (network, last)
}

fn tell(report: &GenerationReport, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if as_json {
        return json(out, report);
    }
    let GenerationReport { generation, games, positions, error, error_aside, seconds } = report;
    Ok(writeln!(
        out,
        "generation {generation}: {} games, {} positions, error {error:.5} ({error_aside:.5} aside), {seconds:.0} s",
        grouped(*games),
        grouped(*positions as u64)
    )?)
}
