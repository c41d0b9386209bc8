//! `cargo xtask match`: two engines against each other. Every claim about strength comes from here.
//!
//! Method: games come in pairs. Both begin with the same opening, random or from a file, and the engines
//! change sides; so neither the advantage of moving first nor a lopsided opening counts for anybody. The
//! score of a pair, not of a game, is the unit: the error and the sequential test follow from the variance
//! among pairs. The rules are those of the house: an engine that makes an illegal move, dies or does not
//! answer loses the game, and the record says why.
//!
//! Each pair begins anew: with the opening of its number, and engines that are told of a new game. So a match
//! splits by itself into shares of its pairs (`kept`).

mod args;

mod engine;
mod game;
mod kept;
mod ladder;
mod openings;

mod referee;

pub use args::Args;
use args::Named;
use engine::Engine;
use game::{Played, play};
use kept::{Kept, Pair};
use referee::Referee;
use serde_json::{Value, json};
use std::{collections::BTreeMap, mem, sync::Mutex, thread, time::Instant};
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
    let began = Instant::now();
    let standing = played(args, [a, b], &*referee, &openings, began)?;
    println!("{}", standing.report());
    println!("{:.0} s", began.elapsed().as_secs_f64());
    if args.keep {
        crate::results::keep(&format!("match-{}", args.game), &standing.record(args))?;
    }
    Ok(())
}

/// Plays the pairs that are not there already.
fn played(
    args: &Args,
    engines: [&Named; 2],
    referee: &dyn Referee,
    openings: &[Vec<String>],
    began: Instant,
) -> Result<Standing, String> {
    let kept = Kept::open(args)?;
    let standing = Mutex::new(Standing::new(kept, args, began));
    let outcomes = thread::scope(|scope| {
        let players: Vec<_> = (0..args.jobs)
            .map(|_| scope.spawn(|| work(args, engines, referee, openings, &standing)))
            .collect();
        players
            .into_iter()
            .map(|player| player.join().unwrap_or_else(|_| Err("a thread failed".into())))
            .collect()
    });
    let outcomes: Vec<Result<(), String>> = outcomes;
    outcomes.into_iter().collect::<Result<(), _>>()?;
    standing.into_inner().map_err(|error| error.to_string())
}

/// What is known of the match so far.
struct Standing {
    began: Instant,
    tally: Pentanomial,
    kept: Kept,
    /// Pairs that nobody has begun, the first one last.
    open: Vec<usize>,
    /// What each engine's moves have cost.
    cost: [Cost; 2],
    sprt: Option<EloTest>,
    /// What the test said when it was decided: pairs that were under way then change nothing of it.
    decided: Option<String>,
}

/// Processor time, and what it was for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    if standing.lock().map_err(|error| error.to_string())?.open.is_empty() {
        return Ok(());
    }
    let mut engines = start(engines, args.seed)?;
    loop {
        let pair = {
            let mut standing = standing.lock().map_err(|error| error.to_string())?;
            let late =
                args.minutes.is_some_and(|minutes| standing.began.elapsed().as_secs_f64() > 60.0 * minutes);
            let is_decided = standing.decided.is_some();
            match standing.open.pop() {
                Some(pair) if !late && !is_decided => pair,
                _ => return Ok(()),
            }
        };
        let games = play_pair(referee, &mut engines, pair, &openings[pair])?;
        let mut standing = standing.lock().map_err(|error| error.to_string())?;
        let games = Pair::new(pair, &games);
        standing.count(&games);
        standing.kept.keep(pair, games)?;
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
    pair: usize,
    opening: &[String],
) -> Result<[Played; 2], String> {
    Ok([play(referee, engines, pair, 0, opening)?, play(referee, engines, pair, 1, opening)?])
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
    /// What the pairs come to that are there already.
    fn new(kept: Kept, args: &Args, began: Instant) -> Self {
        let mut open = kept.missing(args);
        open.reverse();
        let (tally, cost) = (Pentanomial::default(), [Cost::default(); 2]);
        let mut standing = Self { began, tally, kept, open, cost, sprt: args.sprt, decided: None };
        let there = mem::take(&mut standing.kept.pairs);
        // As they came, since the test is decided by them in this order.
        for (_, pair) in &there {
            standing.count(pair);
        }
        standing.kept.pairs = there;
        standing
    }

    fn count(&mut self, pair: &Pair) {
        self.tally.pair(pair.scores);
        self.cost.iter_mut().zip(pair.cost).for_each(|(cost, more)| cost.add((more.seconds, more.moves)));
        let sprt =
            self.sprt.filter(|sprt| self.decided.is_none() && sprt.verdict(&self.tally) != Verdict::Open);
        if let Some(sprt) = sprt {
            self.decided = Some(format!("{} after {} pairs", sprt.tell(&self.tally), self.tally.pairs()));
        }
    }

    /// What the test says.
    fn verdict(&self) -> Option<String> {
        self.decided.clone().or_else(|| Some(self.sprt?.tell(&self.tally)))
    }

    /// How it stands, on one line.
    fn line(&self) -> String {
        let Pentanomial { wins, draws, losses, .. } = self.tally;
        let (score, low, high) = self.tally.score();
        let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
        let pairs = self.tally.pairs();
        format!("{pairs} pairs: +{wins} ={draws} -{losses}, {score:.1}% ({low:.1} to {high:.1})")
    }

    fn report(&self) -> String {
        let (elo, low, high) = self.tally.elo();
        let [zero, one, two, three, four] = self.tally.counts();
        let [a, b] = self.cost.map(Cost::a_move);
        let mut lines = vec![
            self.line(),
            format!("Elo {elo:+.0} ({low:+.0} to {high:+.0}, 95%)"),
            format!("pairs by points of A: 0: {zero}, 1/2: {one}, 1: {two}, 3/2: {three}, 2: {four}"),
            format!("processor seconds a move: A {a:.3}, B {b:.3}"),
        ];
        lines.extend(self.verdict());
        lines.join("\n")
    }

    /// What is kept.
    fn record(&self, args: &Args) -> Value {
        let (elo, low, high) = self.tally.elo();
        let by_number: BTreeMap<_, _> = self.kept.pairs.iter().map(|(number, pair)| (number, pair)).collect();
        let games: Vec<_> = by_number.values().filter_map(|pair| pair.games.as_array()).flatten().collect();
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
            "sprt": self.verdict(),
            "cpu_seconds_a_move": self.cost.map(Cost::a_move),
            "games": games,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches;
    use std::{
        fs,
        path::{Path, PathBuf},
    };
    use yomikiri_stats::GameScore;

    /// A match of two that move at random, kept in a file.
    fn kept(out: &Path, more: &[&str]) -> Result<Standing, String> {
        let words = ["random", "random", "--game", "dobutsu", "--pairs", "9", "--out"];
        asked(&[&words[..], &[out.to_str().unwrap()], more].concat())
    }

    /// The match that these words ask for.
    fn asked(words: &[&str]) -> Result<Standing, String> {
        let command = <Args as clap::Args>::augment_args(clap::Command::new("match").no_binary_name(true));
        let args = Args::from_arg_matches(&command.try_get_matches_from(words).unwrap()).unwrap();
        let referee = referee::named(&args.game)?;
        let openings = openings::all(&args, &*referee)?;
        played(&args, [&args.engines[0], &args.engines[1]], &*referee, &openings, Instant::now())
    }

    #[test]
    fn shares_of_a_match_are_put_together() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let one = kept(&path("one"), &[]).unwrap();
        assert_eq!((one.tally.pairs(), one.kept.pairs.len()), (9, 9));
        for of in [1, 2, 4, 11] {
            let share = |at: &u64| {
                let out = path(&format!("{at}"));
                let _ = fs::remove_file(&out);
                kept(&out, &["--shard", &format!("{at}/{of}"), "--jobs", "2"]).unwrap();
                out
            };
            let paths: Vec<PathBuf> = (1..=of).map(|at| share(&at)).collect();
            yomikiri_files::merge(&paths, &path("merged")).unwrap();
            assert_eq!(fs::read(path("merged")).unwrap(), fs::read(path("one")).unwrap(), "{of} shares");
        }
        // The match with the merged file plays nothing and tells the same.
        let merged = kept(&path("merged"), &[]).unwrap();
        assert_eq!(merged.report(), one.report());
        assert_eq!(merged.kept.pairs, one.kept.pairs);
        let games = |standing: &Standing| standing.kept.pairs[3].1.games[1]["moves"].clone();
        assert_ne!(games(&one), one.kept.pairs[4].1.games[1]["moves"]);
    }

    #[test]
    fn a_test_that_is_decided_stays_so() {
        let directory = tempfile::tempdir().unwrap();
        let mut standing = kept(&directory.path().join("one"), &["--sprt", "0,20"]).unwrap();
        let pair = |scores| Pair { scores, cost: [Cost::default(); 2], games: Value::Null };
        (0..200).for_each(|_| standing.count(&pair([GameScore::One; 2])));
        let verdict = standing.verdict().unwrap();
        assert!(verdict.contains("stronger by more than 0 Elo"), "{verdict}");
        // What was under way comes in, and would be too little by itself.
        (0..400).for_each(|_| standing.count(&pair([GameScore::Zero; 2])));
        assert_eq!(standing.verdict(), Some(verdict));
    }

    /// Between two games as well as in one.
    #[test]
    fn an_engine_that_dies_loses_its_games() {
        let directory = tempfile::tempdir().unwrap();
        let script = directory.path().join("engine");
        // It resigns its first game, which ends that one in order, and is gone.
        let lines = "while read -r line; do case $line in genmove*) echo '= resign'; echo; exit;; esac; echo '='; echo; done";
        fs::write(&script, lines).unwrap();
        let engine = format!("gtp:sh {}", script.display());
        let standing = asked(&["random", &engine, "--pairs", "3", "--plies", "2"]).unwrap();
        assert_eq!((standing.tally.wins, standing.tally.losses), (6, 0));
        let games = standing.kept.pairs.iter().flat_map(|(_, pair)| pair.games.as_array().unwrap());
        let ends: Vec<_> = games.map(|game| game["end"].as_str().unwrap()).collect();
        let of = |how: &str| ends.iter().filter(|end| end.contains(how)).count();
        assert_eq!((of("resigns"), of("forfeits")), (3, 3), "{ends:?}");
    }

    /// What it says late would be taken for an answer in the next game.
    #[test]
    fn an_engine_that_forfeits_is_started_again() {
        let directory = tempfile::tempdir().unwrap();
        let starts = directory.path().join("starts");
        let script = directory.path().join("engine");
        let lines = format!("echo >> {}; while read -r line; do echo '= zz'; echo; done", starts.display());
        fs::write(&script, lines).unwrap();
        let engine = format!("gtp:sh {}", script.display());
        let standing = asked(&["random", &engine, "--pairs", "2", "--plies", "2"]).unwrap();
        assert_eq!((standing.tally.wins, standing.tally.losses), (4, 0));
        assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), 5, "once, and after each game");
    }

    #[test]
    fn an_interrupted_match_goes_on_and_others_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kept");
        kept(&path, &[]).unwrap();
        let whole = fs::read(&path).unwrap();
        for part in [0, whole.len() / 3, whole.len() - 1] {
            fs::write(&path, &whole[..part]).unwrap();
            kept(&path, &[]).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "{part}");
        }
        for (more, sentence) in [
            (["--seed", "2"], "this is of other work: seed=1, not seed=2"),
            (["--plies", "5"], "this is of other work: plies=4, not plies=5"),
            (["--shard", "1/2"], " plies=4, not yomikiri-match 1 game=dobutsu"),
        ] {
            let refused = kept(&path, &more).err().unwrap();
            assert!(refused.contains(sentence), "{refused}");
        }
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}
