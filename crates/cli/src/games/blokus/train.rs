//! `yomikiri train blokus`.

use crate::{
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    game::Train,
    games::journal::{Games, Series, VERSION, heading},
    lines::json,
    progress::Progress,
    text::grouped,
    threads::{ThreadArgs, pool},
};
use serde::Serialize;
use std::{io::Write, mem, path::PathBuf, sync::Arc, time::Instant};
use yomikiri_duo::{
    MctsGame, Model,
    fit::{self, Loss},
    selfplay::{self, Played},
};
use yomikiri_learn::Record;

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

    /// Go on with FILE.games if it is there
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    threads: ThreadArgs,

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
        run(self, out)
    }
}

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    file::ensure("--out", &args.out)?;
    let pool = pool(args.threads.count())?;
    let progress = Progress::new();
    let series = Series { seed: args.seed, pool: &pool, progress: &progress };
    let player = format!("player={:08x}", fit::fingerprint());
    let heading = heading("blokus", &player, &args.settings());
    let mut kept = Games::open(&args.out, args.resume, &heading, Played::read)?;
    let (mut mcts, mut samples) = (MctsGame::default(), Vec::new());
    let mut latest = 0;
    let mut record = args.record();
    for generation in 1..=args.generations {
        let began = Instant::now();
        let games = (args.games >> (args.generations - generation)).max(1);
        // Moves are learnt from this generation and the one before.
        let recent = mem::replace(&mut latest, samples.len());
        let play = |seed| selfplay::game(&mcts, args.simulations, seed);
        let played = kept.play(generation, games, &series, play, Played::write)?;
        samples.extend(played.iter().flat_map(Played::samples));
        progress.phase("learning", args.epochs);
        let settings = fit::Settings { epochs: args.epochs, seed: args.seed };
        let (model, Loss { result, moves }) =
            pool.install(|| fit::fit(&samples, recent, settings, &mut || progress.advance(1)));
        let (positions, seconds) = (samples.len(), began.elapsed().as_secs_f64());
        let report = GenerationReport {
            generation,
            games,
            positions,
            loss_result: result,
            loss_moves: moves,
            seconds,
        };
        record.set(
            &format!("generation_{generation}"),
            &format!("{games} games, {positions} positions so far, losses {result:.4} {moves:.4}"),
        );
        let bytes = model.to_bytes(&record);
        save("--out", &args.out, &bytes)?;
        tell(&report, args.json, out)?;
        // What is written is what plays.
        let (model, _) =
            Model::from_bytes(&bytes).map_err(|error| Failure::Environment(error.to_string()))?;
        mcts.model = Some(Arc::new(model));
    }
    Ok(Answer::Yes)
}

impl Args {
    /// What the file depends on.
    fn settings(&self) -> [(&'static str, u64); 5] {
        [
            ("seed", self.seed),
            ("games", self.games),
            ("simulations", self.simulations),
            ("generations", self.generations),
            ("epochs", self.epochs),
        ]
    }

    /// What everything comes from.
    fn record(&self) -> Record {
        let mut record = Record::default();
        record.set("game", &"blokus");
        record.set("version", &VERSION);
        for (name, value) in self.settings() {
            record.set(name, &value);
        }
        record
    }
}

fn tell(report: &GenerationReport, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if as_json {
        json(out, report)?;
    } else {
        let GenerationReport { generation, games, positions, loss_result, loss_moves, seconds } = report;
        writeln!(
            out,
            "generation {generation}: {} games, {} positions so far, losses {loss_result:.4} {loss_moves:.4}, {seconds:.0} s",
            grouped(*games),
            grouped(*positions as u64)
        )?;
    }
    Ok(out.flush()?)
}
