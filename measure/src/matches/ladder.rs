//! A ladder: random moves, the levels of the program and anchors, all against all, and a rating for each.
//!
//! Every two who meet play the same openings, in pairs. A rating follows from all games together
//! (`yomikiri_stats::ratings`); random moves are the anchor at 0. Beside it stands by how much a level beats
//! the one below in their own games, which is what a level is made for.

use super::{
    Args, Cost,
    args::{Named, Protocol},
    play_pair,
    referee::Referee,
    start,
};
use crate::{output, results, root};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    fs,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};
use yomikiri_core::play::Level;
use yomikiri_stats::{GameScore, Meeting, Pentanomial, Rating, ratings};

/// Drawn games that are supposed to have been played between all who meet.
const PRIOR: f64 = 1.0;

/// The solitaire that has a ladder.
pub const SOLITAIRE: &str = "calculation";

/// Where the figures of all levels are kept that the program tells.
const FIGURES: &str = "crates/cli/data/levels.tsv";

/// Where the tables of all ladders are.
const PAGE: &str = "docs/notes/levels.md";

/// Whoever stands on the ladder.
#[derive(Clone)]
enum Player {
    Random,
    Level(Level),
    Anchor(Named),
}

/// What two players came to.
struct Met {
    players: [usize; 2],
    /// Of a solitaire a pair is a deal, whose two games are the same.
    tally: Pentanomial,
    is_on_deals: bool,
    games: Vec<Value>,
    cost: [Cost; 2],
}

/// A line of the table.
struct Line {
    name: String,
    level: Option<Level>,
    rating: Rating,
    /// Elo against the player before, with its 95% interval, if they have met.
    step: Option<(f64, f64, f64)>,
    tally: (u32, f64),
    /// Processor time of a move in milliseconds.
    millis: f64,
}

/// Plays a ladder of a game of two.
pub fn run(args: &Args, referee: &dyn Referee, openings: &[Vec<String>]) -> Result<(), String> {
    let players = players(args);
    let meetings = meetings(args, players.len());
    let (next, met) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<(), String> {
        while let Some(&meeting) = meetings.get(next.fetch_add(1, Relaxed)) {
            let one = meet(args, &players, meeting, referee, openings)?;
            eprintln!("{}", one.line(&players));
            met.lock().map_err(|error| error.to_string())?.push(one);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or_else(|_| Err("a thread failed".into()))).collect::<Vec<_>>()
    })
    .into_iter()
    .collect::<Result<(), _>>()?;
    finish(args, &players, met.into_inner().map_err(|error| error.to_string())?)
}

/// A ladder of Calculation: all play the same deals, and a deal goes to whoever places more cards.
pub fn run_solitaire(args: &Args) -> Result<(), String> {
    let players = players(args);
    let name = |player: &Player| match player {
        Player::Random => Ok("random".to_owned()),
        Player::Level(level) => Ok(format!("level:{}", level.number())),
        Player::Anchor(_) => Err("a ladder of a solitaire has no anchors".to_owned()),
    };
    let (games, seed) = (args.pairs.to_string(), args.seed.to_string());
    let mut met = Vec::new();
    for meeting in meetings(args, players.len()) {
        let [upper, lower] = meeting.map(|player| name(&players[player]));
        let (upper, lower) = (upper?, lower?);
        let options = ["--player", &upper, "--against", &lower, "--games", &games, "--seed", &seed, "--json"];
        let mut command = Command::new(&args.program);
        let text = output(command.args(["simulate", &args.game]).args(options))?;
        let report: Value = serde_json::from_str(&text).map_err(|error| format!("simulate: {error}"))?;
        met.push(met_on_deals(meeting, &report));
        eprintln!("{}", met[met.len() - 1].line(&players));
    }
    finish(args, &players, met)
}

/// What a report of `simulate --against` says. A deal, played by both, is a pair whose games tell the same.
fn met_on_deals(players: [usize; 2], report: &Value) -> Met {
    let number = |field: &Value| field.as_u64().unwrap_or_default();
    let [more, fewer] = ["more_cards", "fewer_cards"].map(|field| number(&report["against"][field]));
    let mut tally = Pentanomial::default();
    for (score, deals) in [
        (GameScore::One, more),
        (GameScore::Zero, fewer),
        (GameScore::Half, number(&report["games"]) - more - fewer),
    ] {
        (0..deals).for_each(|_| tally.pair([score; 2]));
    }
    // Turns are what takes time; their number is not told, and a game has some fifty.
    let seconds = report["cpu_seconds"].as_f64().unwrap_or_default();
    let cost = [Cost { seconds, moves: 50 * number(&report["games"]) as u32 }, Cost::default()];
    Met { players, tally, is_on_deals: true, games: vec![report.clone()], cost }
}

/// Who meets: the upper one first.
fn meetings(args: &Args, players: usize) -> Vec<[usize; 2]> {
    (0..players)
        .flat_map(|upper| (0..upper).map(move |lower| [upper, lower]))
        .filter(|[upper, lower]| upper - lower <= usize::from(args.apart))
        .collect()
}

/// Prints the table, and keeps what is to be kept.
fn finish(args: &Args, players: &[Player], mut met: Vec<Met>) -> Result<(), String> {
    met.sort_unstable_by_key(|met| met.players);
    let lines = lines(players, &met)?;
    let table = table(&lines);
    println!("{table}");
    if args.keep {
        results::keep(&format!("ladder-{}", args.game), &record(args, &lines, &met))?;
        keep_figures(&args.game, &lines)?;
        keep_table(args, &table)?;
    }
    Ok(())
}

/// Random moves, the levels, the anchors.
fn players(args: &Args) -> Vec<Player> {
    let (first, last) = args.levels;
    let levels = Level::all().filter(|level| (first..=last).contains(level)).map(Player::Level);
    let anchors = args.engines.iter().cloned().map(Player::Anchor);
    [Player::Random].into_iter().chain(levels).chain(anchors).collect()
}

impl Player {
    fn name(&self) -> String {
        match self {
            Self::Random => "random moves".into(),
            Self::Level(level) => format!("level {}", level.number()),
            Self::Anchor(named) => named.name.clone(),
        }
    }

    fn engine(&self, args: &Args, seed: u64) -> Named {
        let (level, program, game) = match self {
            Self::Random => return named(Protocol::Random, "random".into()),
            Self::Anchor(named) => return named.clone(),
            Self::Level(level) => (level.number(), args.program.display(), args.game.as_str()),
        };
        if game.starts_with("blokus") {
            let text = format!("{program} gtp {game} --level {level} --threads 1 --memory 64 --seed {seed}");
            return named(Protocol::Gtp, text);
        }
        let engine = named(Protocol::Usi, format!("{program} usi {game}"));
        let option = |name: &str, value: u64| format!("setoption name {name} value {value}");
        let lines =
            vec![option("Level", level.into()), option("Seed", folded(seed)), "go nodes 4000000000".into()];
        Named { lines, ..engine }
    }
}

/// A seed within what the option of that name takes, from 1 to 2^32 - 1; one that is so small already as it
/// is.
fn folded(seed: u64) -> u64 {
    ((seed ^ (seed >> 32)) & u64::from(u32::MAX)).max(1)
}

fn named(protocol: Protocol, text: String) -> Named {
    let command = text.split_whitespace().map(str::to_owned).collect();
    Named { name: text.clone(), text, protocol, command, lines: Vec::new() }
}

/// All pairs of two players.
fn meet(
    args: &Args,
    players: &[Player],
    meeting: [usize; 2],
    referee: &dyn Referee,
    openings: &[Vec<String>],
) -> Result<Met, String> {
    // Who plays the same openings against others is not to draw the same moves there.
    let seed = |side: usize| args.seed.wrapping_add((1000 * meeting[side] + meeting[1 - side]) as u64);
    let named = [0, 1].map(|side| players[meeting[side]].engine(args, seed(side)));
    let mut engines = start([&named[0], &named[1]], seed(0))?;
    let (tally, games, cost) = (Pentanomial::default(), Vec::new(), [Cost::default(); 2]);
    let mut met = Met { players: meeting, tally, is_on_deals: false, games, cost };
    for (pair, opening) in openings.iter().enumerate() {
        let games = play_pair(referee, &mut engines, pair, opening)?;
        met.tally.pair([games[0].score, games[1].score]);
        for (first, game) in games.iter().enumerate() {
            met.cost.iter_mut().zip(game.cost).for_each(|(cost, more)| cost.add(more));
            met.games.push(game.record(pair, first));
        }
    }
    Ok(met)
}

impl Met {
    fn line(&self, players: &[Player]) -> String {
        let [a, b] = self.players.map(|player| players[player].name());
        let (elo, low, high) = self.tally.elo();
        let Pentanomial { wins, draws, losses, .. } = self.tally;
        format!("{a} and {b}: +{wins} ={draws} -{losses}, Elo {elo:+.0} ({low:+.0} to {high:+.0})")
    }
}

/// What all have come to.
fn lines(players: &[Player], met: &[Met]) -> Result<Vec<Line>, String> {
    let meetings: Vec<Meeting> = met.iter().map(|met| Meeting::of(met.players, &met.tally)).collect();
    let ratings = ratings(players.len(), &meetings, PRIOR).ok_or("the games connect not all players")?;
    let line = |(at, (player, rating)): (usize, (&Player, Rating))| {
        let below = at.checked_sub(1).and_then(|below| met.iter().find(|met| met.players == [at, below]));
        let (mut cost, mut games, mut points) = (Cost::default(), 0, 0.0);
        for one in met {
            let Some(side) = one.players.iter().position(|&player| player == at) else { continue };
            cost.add((one.cost[side].seconds, one.cost[side].moves));
            let Pentanomial { wins, draws, losses, .. } = one.tally;
            let each = if one.is_on_deals { 2 } else { 1 };
            games += (wins + draws + losses) / each;
            points +=
                (f64::from(if side == 0 { wins } else { losses }) + 0.5 * f64::from(draws)) / f64::from(each);
        }
        Line {
            name: player.name(),
            level: if let Player::Level(level) = player { Some(*level) } else { None },
            rating,
            step: below.map(|met| met.tally.elo()),
            tally: (games, points),
            millis: 1000.0 * cost.a_move(),
        }
    };
    Ok(players.iter().zip(ratings).enumerate().map(line).collect())
}

/// The table, in Markdown.
fn table(lines: &[Line]) -> String {
    let mut text = String::from(
        "| player | Elo | ± | against the one above (95%) | games | score | ms a move |\n|---|---|---|---|---|---|---|\n",
    );
    for Line { name, rating, step, tally: (games, points), millis, .. } in lines {
        let step =
            step.map_or(String::new(), |(elo, low, high)| format!("{elo:+.0} ({low:+.0} to {high:+.0})"));
        let score = 100.0 * points / f64::from((*games).max(1));
        let Rating { elo, error } = rating;
        writeln!(text, "| {name} | {elo:.0} | {error:.0} | {step} | {games} | {score:.1}% | {millis:.1} |")
            .expect("a string takes all");
    }
    text
}

/// What is kept of all games.
fn record(args: &Args, lines: &[Line], met: &[Met]) -> Value {
    let line = |line: &Line| {
        json!({
            "name": line.name, "elo": line.rating.elo, "error": line.rating.error,
            "games": line.tally.0, "points": line.tally.1, "cpu_milliseconds_a_move": line.millis,
        })
    };
    let of = |met: &Met| {
        json!({
            "a": lines[met.players[0]].name, "b": lines[met.players[1]].name,
            "pairs": met.tally.counts(), "games": met.games,
        })
    };
    let anchors: Vec<&str> = args.engines.iter().map(|named| named.text.as_str()).collect();
    json!({
        "game": args.game,
        "anchors": anchors,
        "seed": args.seed,
        "plies": args.plies,
        "cpu": results::cpu(),
        "players": lines.iter().map(line).collect::<Vec<_>>(),
        "meetings": met.iter().map(of).collect::<Vec<_>>(),
    })
}

/// Puts the figures of the levels in the place of those that were kept of the game.
fn keep_figures(game: &str, lines: &[Line]) -> Result<(), String> {
    let path = root().join(FIGURES);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let old = fs::read_to_string(&path).map_err(failed)?;
    let mut text = String::new();
    for line in old.lines().filter(|line| line.split('\t').next() != Some(game)) {
        writeln!(text, "{line}").expect("a string takes all");
    }
    for line in lines {
        let (Some(level), Rating { elo, error }) = (line.level, line.rating) else { continue };
        let number = level.number();
        writeln!(text, "{game}\t{number}\t{elo:.0}\t{error:.0}\t{:.1}", line.millis)
            .expect("a string takes all");
    }
    results::write(&path, &text)
}

/// Puts the table in the place of the one that the page has of the game, or at its end.
fn keep_table(args: &Args, table: &str) -> Result<(), String> {
    let path = root().join(PAGE);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let page = fs::read_to_string(&path).map_err(failed)?;
    let (begin, end) = (format!("<!-- ladder {} -->\n", args.game), "<!-- end -->\n");
    let pairs = args.pairs;
    let (apart, plies, seed) = (args.apart.min(Level::MOST), args.plies, args.seed);
    let played = if args.game == SOLITAIRE {
        format!(
            "{pairs} deals, the same for every two that are at most {apart} apart, seed {seed}; errors as if each two had others."
        )
    } else {
        format!(
            "{pairs} pairs of every two that are at most {apart} apart, from random openings of {plies} plies, seed {seed}."
        )
    };
    let told = format!("{begin}{played}\n\n{table}{end}");
    let text =
        match page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1))) {
            Some((before, after)) => format!("{before}{told}{after}"),
            None => format!("{page}\n## {}\n\n{told}", args.game),
        };
    results::write(&path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::referee;
    use yomikiri_stats::GameScore::{One, Zero};

    fn met(players: [usize; 2], won: usize, lost: usize) -> Met {
        let mut tally = Pentanomial::default();
        (0..won).for_each(|_| tally.pair([One, One]));
        (0..lost).for_each(|_| tally.pair([Zero, Zero]));
        Met {
            players,
            tally,
            is_on_deals: false,
            games: Vec::new(),
            cost: [Cost { seconds: 1.0, moves: 100 }; 2],
        }
    }

    #[test]
    fn a_table_tells_ratings_steps_and_costs() {
        let players =
            [Player::Random, Player::Level(Level::new(1).unwrap()), Player::Level(Level::new(2).unwrap())];
        let lines = lines(&players, &[met([1, 0], 30, 10), met([2, 0], 36, 4), met([2, 1], 30, 10)]).unwrap();
        let elo: Vec<_> = lines.iter().map(|line| line.rating.elo.round()).collect();
        assert!(elo[0] == 0.0 && (170.0..200.0).contains(&elo[1]) && elo[2] > 340.0, "{elo:?}");
        let table = table(&lines);
        assert!(
            table.contains("| level 2 | ") && table.contains("| +191 (") && table.contains("82.5% | 10.0 |"),
            "{table}"
        );
    }

    #[test]
    fn random_moves_are_legal_and_lead_to_an_end() {
        let referee = referee::named("dobutsu").unwrap();
        let random = named(Protocol::Random, "random".into());
        let mut engines = start([&random, &random], 7).unwrap();
        let [one, other] = play_pair(&*referee, &mut engines, 0, &[]).unwrap();
        assert!(!one.moves.is_empty() && one.moves != other.moves);
        assert!(!one.end.contains("forfeits"), "{}", one.end);
    }
}
