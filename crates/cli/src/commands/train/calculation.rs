//! `yomikiri train calculation`: values learnt from self-play.

use crate::{
    commands::json,
    failure::{Answer, Failure, Outcome},
    file::{failed, whole},
    progress::Progress,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_calculation::{Features, Variant};
use yomikiri_calculation_study::{
    clock,
    train::{Plan, Training, rate},
};
use yomikiri_learn::Record;

/// Learns the values of a solitaire's positions from self-play, on one core
///
/// The same seed, variants and number of games give the same weights. `simulate --model FILE` plays with them.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri train calculation --games 1000000 --out four.model\n  \
    yomikiri train calculation --variant superhuman --games 2000000 --out three.model")]
pub struct Args {
    /// What is played; several with + between them in turn, with the same number of waste piles
    #[arg(long, value_name = "V", default_value = "calculation+calculation+computer")]
    variant: String,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: u64,

    /// The seed that everything comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the weights go, twenty times on the way and at the end
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// JSON lines, the learning curve: games `won_in_training` rates `cpu_seconds`
    #[arg(long)]
    json: bool,
}

/// A point of the learning curve.
#[derive(Serialize)]
struct Lesson {
    games: u64,
    won_in_training: f64,
    /// By variant: how often the learnt values win test deals, looking one turn ahead.
    rates: Vec<f64>,
    cpu_seconds: f64,
}

/// How many points the learning curve has.
const LESSONS: u64 = 20;
/// How many games a point is measured by, and the seed of their deals.
const TESTS: (u64, u64) = (1000, 0x7e57);

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let parse =
        |text: &str| text.parse::<Variant>().map_err(|error| Failure::Input(format!("--variant: {error}")));
    let variants = args.variant.split('+').map(parse).collect::<Result<Vec<_>, _>>()?;
    if variants.windows(2).any(|two| two[0].piles() != two[1].piles()) {
        return Err(Failure::Input(
            "--variant: expected variants with the same number of waste piles".into(),
        ));
    }
    if args.games < LESSONS {
        return Err(Failure::Input(format!(
            "--games: expected at least {LESSONS} games, not {}",
            args.games
        )));
    }
    let plan = Plan { variants: variants.clone(), games: args.games, seed: args.seed, ..Plan::default() };
    let mut training = Training::new(plan);
    let (progress, began) = (Progress::new(), clock::thread_seconds());
    progress.phase("learning", args.games);
    let (mut wins, mut since) = (0u64, 0u64);
    while !training.is_over() {
        wins += u64::from(training.game());
        since += 1;
        progress.advance(1);
        if training.game * LESSONS / args.games == (training.game - 1) * LESSONS / args.games {
            continue;
        }
        let rates =
            variants.iter().map(|&variant| rate(variant, &training.network, TESTS.1, TESTS.0)).collect();
        let cpu_seconds = clock::thread_seconds() - began;
        let lesson =
            Lesson { games: training.game, won_in_training: wins as f64 / since as f64, rates, cpu_seconds };
        (wins, since) = (0, 0);
        save(args, &training, &lesson)?;
        tell(args, &lesson, out)?;
    }
    Ok(Answer::Yes)
}

fn save(args: &Args, training: &Training, lesson: &Lesson) -> Result<(), Failure> {
    let mut record = Record::default();
    record.set("game", &"calculation");
    record.set("variants", &args.variant);
    record.set("seed", &args.seed);
    record.set("games", &lesson.games);
    record.set("of", &args.games);
    record.set("cpu_seconds", &format!("{:.0}", lesson.cpu_seconds));
    let rates: Vec<_> = lesson.rates.iter().map(|rate| format!("{rate:.3}")).collect();
    record.set("rates", &rates.join(" "));
    let bytes = training.network.to_bytes(Features::DIGEST, &record);
    whole(&args.out, |file| Ok(file.write_all(&bytes)?)).map_err(|error| failed("--out", &args.out, &*error))
}

fn tell(args: &Args, lesson: &Lesson, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json(out, lesson)?;
    } else {
        let rates: Vec<_> = lesson.rates.iter().map(|rate| format!("{:.1}%", 100.0 * rate)).collect();
        writeln!(
            out,
            "{:>12} games  {}  {:.0} s",
            grouped(lesson.games),
            rates.join(" "),
            lesson.cpu_seconds
        )?;
    }
    Ok(out.flush()?)
}
