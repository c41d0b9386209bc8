//! `cargo xtask match`: two engines against each other. Every claim about strength comes from here.
//!
//! Method: games come in pairs. Both begin with the same opening, random or from a file, and the engines
//! change sides; so neither the advantage of moving first nor a lopsided opening counts for anybody. The
//! score of a pair, not of a game, is the unit: the error and the sequential test follow from the variance
//! among pairs. The rules are those of the house: an engine that makes an illegal move, dies or does not
//! answer loses the game, and the record says why.

mod args;

mod engine;
mod game;
mod ladder;
mod openings;

mod referee;

pub use args::Args;
use args::Named;
use engine::Engine;
use game::{Played, play};
use referee::Referee;
use serde_json::{Value, json};
use std::{sync::Mutex, thread, time::Instant};
use yomikiri_stats::{EloTest, Pentanomial, Verdict};

pub fn run(args: &Args) -> Result<(), String> {
    if args.ladder && args.game == ladder::SOLITAIRE {
        return ladder::run_solitaire(args);
    }
    let referee = referee::named(&args.game)?;
    let openings = openings::all(args, &*referee)?;
    if args.ladder {
        return ladder::run(args, &*referee, &openings);
    }
    let [a, b] = &args.engines[..] else {
        return Err(format!("expected two engines, or --ladder, not {} engines", args.engines.len()));
    };
    let standing = Mutex::new(Standing {
        began: Instant::now(),
        tally: Pentanomial::default(),
        games: Vec::new(),
        next: 0,
        cost: [Cost::default(); 2],
    });
    let outcomes = thread::scope(|scope| {
        let players: Vec<_> = (0..args.jobs)
            .map(|_| scope.spawn(|| work(args, [a, b], &*referee, &openings, &standing)))
            .collect();
        players
            .into_iter()
            .map(|player| player.join().unwrap_or_else(|_| Err("a thread failed".into())))
            .collect()
    });
    let outcomes: Vec<Result<(), String>> = outcomes;
    outcomes.into_iter().collect::<Result<(), _>>()?;
    let standing = standing.into_inner().map_err(|error| error.to_string())?;
    println!("{}", standing.report(args.sprt));
    println!("{:.0} s", standing.began.elapsed().as_secs_f64());
    if args.keep {
        crate::results::keep(&format!("match-{}", args.game), &standing.record(args))?;
    }
    Ok(())
}

/// What is known of the match so far.
struct Standing {
    began: Instant,
    tally: Pentanomial,
    games: Vec<Value>,
    /// The first pair that nobody has begun.
    next: usize,
    /// What each engine's moves have cost.
    cost: [Cost; 2],
}

/// Processor time, and what it was for.
#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    moves: u32,
}

impl Cost {
    fn add(&mut self, (seconds, moves): (f64, u32)) {
        self.seconds += seconds;
        self.moves += moves;
    }

    fn a_move(self) -> f64 {
        self.seconds / f64::from(self.moves.max(1))
    }
}

/// Plays pairs, with two engines of its own, until none is left, the time is up or the test is decided.
fn work(
    args: &Args,
    engines: [&Named; 2],
    referee: &dyn Referee,
    openings: &[Vec<String>],
    standing: &Mutex<Standing>,
) -> Result<(), String> {
    let mut engines = start(engines, args.seed)?;
    loop {
        let pair = {
            let mut standing = standing.lock().map_err(|error| error.to_string())?;
            let late =
                args.minutes.is_some_and(|minutes| standing.began.elapsed().as_secs_f64() > 60.0 * minutes);
            let decided = args.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally) != Verdict::Open);
            if late || decided || standing.next == openings.len() {
                return Ok(());
            }
            standing.next += 1;
            standing.next - 1
        };
        let games = play_pair(referee, &mut engines, &openings[pair])?;
        let mut standing = standing.lock().map_err(|error| error.to_string())?;
        standing.take(pair, &games);
        eprintln!("{}", standing.line());
    }
}

/// Both engines of a match.
fn start(engines: [&Named; 2], seed: u64) -> Result<[Engine; 2], String> {
    let [a, b] = engines;
    Ok([Engine::start(a, seed)?, Engine::start(b, seed.rotate_left(32))?])
}

/// Two games from an opening, each engine beginning one of them.
fn play_pair(
    referee: &dyn Referee,
    engines: &mut [Engine; 2],
    opening: &[String],
) -> Result<[Played; 2], String> {
    Ok([play(referee, engines, 0, opening)?, play(referee, engines, 1, opening)?])
}

impl Played {
    /// What is kept of it.
    fn record(&self, pair: usize, first: usize) -> Value {
        json!({
            "pair": pair,
            "first": if first == 0 { "a" } else { "b" },
            "score_a": self.score.points(),
            "end": self.end,
            "moves": self.moves.join(" "),
        })
    }
}

impl Standing {
    fn take(&mut self, pair: usize, games: &[Played]) {
        self.tally.pair([games[0].score, games[1].score]);
        for (first, game) in games.iter().enumerate() {
            for (cost, more) in self.cost.iter_mut().zip(game.cost) {
                cost.add(more);
            }
            self.games.push(game.record(pair, first));
        }
    }

    /// How it stands, on one line.
    fn line(&self) -> String {
        let Pentanomial { wins, draws, losses, .. } = self.tally;
        let (score, error) = self.tally.score();
        format!(
            "{} pairs: +{wins} ={draws} -{losses}, {:.1}% ± {:.1}",
            self.tally.pairs(),
            100.0 * score,
            100.0 * error
        )
    }

    fn report(&self, sprt: Option<EloTest>) -> String {
        let (elo, low, high) = self.tally.elo();
        let [zero, one, two, three, four] = self.tally.counts();
        let [a, b] = self.cost.map(Cost::a_move);
        let mut lines = vec![
            self.line(),
            format!("Elo {elo:+.0} ({low:+.0} to {high:+.0}, 95%)"),
            format!("pairs by points of A: 0: {zero}, 1/2: {one}, 1: {two}, 3/2: {three}, 2: {four}"),
            format!("processor seconds a move: A {a:.3}, B {b:.3}"),
        ];
        lines.extend(sprt.map(|sprt| sprt.tell(&self.tally)));
        lines.join("\n")
    }

    /// What is kept.
    fn record(&self, args: &Args) -> Value {
        let (elo, low, high) = self.tally.elo();
        json!({
            "game": args.game,
            "a": args.engines[0].text,
            "b": args.engines[1].text,
            "seed": args.seed,
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "pairs": self.tally.counts(),
            "elo": elo, "elo_low": low, "elo_high": high,
            "cpu_seconds_a_move": self.cost.map(Cost::a_move),
            "games": self.games,
        })
    }
}
