//! `yomikiri analyse`: what the engine thinks of a game's moves.

mod plot;

use crate::{
    args::seconds,
    failure::{Answer, Failure, Outcome},
    file::{self, save},
    player,
    progress::Progress,
};
use serde::Serialize;
use std::{
    io::{self, Read, Write},
    path::PathBuf,
    time::Duration,
};
use yomikiri_core::{Notation, Side};
use yomikiri_search::alphabeta::{Control, EnginePlayer, GameHistory, Limits, Score};
use yomikiri_shogi::record::Transcript;
use yomikiri_shogi_player::{Minishogi, probability};

/// Tells what the engine thinks of each move of a game, with a plot of who was winning
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  echo \"3e4d 4a3b 4d3c\" | yomikiri analyse minishogi - --nodes 100000\n\n\
    A record is in USI (`position startpos moves ...`, or only the moves), CSA or KIF (UTF-8 or Shift JIS)."
)]
pub struct Args {
    /// The game
    game: String,

    /// The record; `-` for standard input
    record: PathBuf,

    /// Nodes for each position
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seconds for each position, instead of nodes
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = seconds)]
    time: Option<Duration>,

    /// Where a picture of the plot goes
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// One JSON object a position: ply position move score mate probability best line; score, mate (plies,
    /// less than 0 if the second player mates) and probability are the first player's, whoever is to move
    #[arg(long)]
    json: bool,
}

/// A position of the game, as the engine sees it. Scores are the first player's.
#[derive(Serialize)]
pub struct Judged {
    pub ply: usize,
    position: String,
    /// The move that was played; none at the end.
    #[serde(rename = "move")]
    played: Option<String>,
    /// Points; none where a mate was found.
    score: Option<i32>,
    /// Plies to the mate, less than 0 if the second player mates.
    mate: Option<i32>,
    /// Of winning, for the first player.
    pub probability: f64,
    /// The best move.
    best: Option<String>,
    line: Vec<String>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    debug_assert_eq!(args.game, "minishogi");
    let mut player = player::minishogi(args.model.as_deref(), player::TABLE, 1)?;
    let record = read(args, &player)?;
    if let Some(path) = &args.svg {
        file::ensure("--svg", path)?;
    }
    let game = player.game().rules.clone();
    let positions = record.positions(&game);
    let progress = Progress::new();
    progress.phase("analysing", positions.len() as u64);
    let mut judged: Vec<Judged> = Vec::new();
    for ply in 0..positions.len() {
        let so_far = GameHistory { positions: positions[..=ply].to_vec() };
        let mut one = judge(&mut player, args, &so_far);
        one.played = record.moves.get(ply).map(|&mv| game.show_move(&positions[ply], mv));
        progress.advance(1);
        if args.json {
            super::json(out, &one)?;
        }
        judged.push(one);
    }
    drop(progress);
    if !args.json {
        judged.iter().try_for_each(|one| tell(one, out))?;
        write!(out, "\n{}", plot::terminal(&judged))?;
    }
    if let Some(path) = &args.svg {
        save("--svg", path, plot::svg(&judged).as_bytes())?;
    }
    Ok(Answer::Yes)
}

fn read(args: &Args, player: &EnginePlayer<Minishogi>) -> Result<Transcript<u32>, Failure> {
    let name = args.record.display();
    let bytes = if args.record.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().take(file::RECORD).read_to_end(&mut bytes).map(|_| bytes)
    } else {
        yomikiri_files::read(&args.record, file::RECORD)
    };
    let bytes = bytes.map_err(|error| Failure::Environment(format!("{name}: {error}")))?;
    Transcript::from_bytes(&player.game().rules, &bytes)
        .map_err(|error| Failure::Input(format!("{name}: {error}")))
}

fn judge(
    player: &mut EnginePlayer<Minishogi>,
    args: &Args,
    history: &GameHistory<yomikiri_shogi::Shogi<u32>>,
) -> Judged {
    let control = Control::new();
    let mut limits = Limits { nodes: args.nodes, ..Limits::default() };
    if let Some(time) = args.time {
        control.limit(time, time);
        limits.nodes = u64::MAX;
    }
    let found = player.search(history, &limits, &control, &mut |_| {});
    let game = &player.game().rules;
    let sign = if history.current().side() == Side::First { 1 } else { -1 };
    let (score, mate, sure) = match found.score {
        Score::Points(points) => (Some(sign * points), None, probability(sign * points)),
        Score::Win(plies) => (None, Some(sign * plies as i32), f64::from(sign.max(0))),
        Score::Loss(plies) => (None, Some(-sign * plies as i32), f64::from((-sign).max(0))),
    };
    let mut line = Vec::new();
    let mut now = history.current().clone();
    for &mv in &found.moves {
        line.push(game.show_move(&now, mv));
        now = yomikiri_core::Game::play(game, &now, mv);
    }
    Judged {
        ply: history.positions.len() - 1,
        position: game.show_pos(history.current()),
        played: None,
        score,
        mate,
        probability: sure,
        best: line.first().cloned(),
        line,
    }
}

/// One line: the move number, what was played, what it is worth, what was better.
fn tell(one: &Judged, out: &mut impl Write) -> Result<(), Failure> {
    let worth = match (one.score, one.mate) {
        (Some(points), _) => format!("{points:+}"),
        (_, Some(plies)) => format!("mate {plies}"),
        _ => String::new(),
    };
    let percent = 100.0 * one.probability;
    let played = one.played.as_deref().unwrap_or("-");
    let line: Vec<_> = one.line.iter().take(6).map(String::as_str).collect();
    Ok(writeln!(out, "{:>3} {played:<6} {worth:>9} {percent:>4.0}%  {}", one.ply + 1, line.join(" "))?)
}
