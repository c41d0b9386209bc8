//! Scratch trainer.
use std::{env, fs, time::Instant};
use yomikiri_calculation::{Calculation, Features, Purpose, Stream, rules::nth};
use yomikiri_calculation_study::{
    clock,
    judge::{Habit, Judge, Turn},
    train::{Plan, Training},
};
use yomikiri_core::Game;
use yomikiri_learn::{Network, Record};

fn measure(game: &Calculation, network: &Network, games: u64) -> f64 {
    let judge = Judge::new(game, network);
    let mut turn = Turn::default();
    let mut wins = 0;
    for number in 0..games {
        let mut deal = Stream::new(0x7e57, number, Purpose::Deal);
        let mut pos = game.start();
        while pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, deal.below(pos.hidden())));
            judge.look(&pos, Habit::Free, &mut turn);
            pos = turn.after(game, turn.best().unwrap());
        }
        wins += u64::from(game.can_finish(&pos));
    }
    wins as f64 / games as f64
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let variants: Vec<_> = args[1].split('+').map(|text| text.parse().unwrap()).collect();
    let games: u64 = args[2].parse().unwrap();
    let out = &args[3];
    let report: u64 = args.get(4).map_or(100_000, |text| text.parse().unwrap());
    let rate0: f32 = args.get(5).map_or(0.006, |text| text.parse().unwrap());
    let plan = Plan { variants: variants.clone(), games, rate: [rate0, 0.0003], ..Plan::default() };
    let tests: Vec<_> = variants.iter().map(|&v| Calculation::new(v)).collect();
    let mut training = Training::new(plan);
    let mut wins = 0;
    let (began, cpu) = (Instant::now(), clock::thread_seconds());
    while !training.is_over() {
        wins += u64::from(training.game());
        if training.game % report == 0 {
            let rates: Vec<_> = tests.iter().map(|game| measure(game, &training.network, 2000)).collect();
            println!(
                "{} {:.4} {rates:.4?} wall {:.0} cpu {:.0}",
                training.game,
                wins as f64 / report as f64,
                began.elapsed().as_secs_f64(),
                clock::thread_seconds() - cpu
            );
            wins = 0;
            let mut record = Record::default();
            record.set("games", &training.game);
            record.set("variants", &args[1]);
            fs::write(out, training.network.to_bytes(Features::DIGEST, &record)).unwrap();
        }
    }
}
