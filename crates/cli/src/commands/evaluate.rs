//! `yomikiri evaluate`: what an evaluation says of a position, without a search.

use crate::{
    failure::{Answer, Failure, Outcome},
    player,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_core::Notation;
use yomikiri_minishogi::Board;
use yomikiri_search::alphabeta::Board as _;

/// Tells what the evaluation makes of a position, without a search
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri evaluate minishogi \"rbsgk/4p/5/P4/KGSBR b -\"")]
pub struct Args {
    /// The game
    #[arg(value_parser = ["minishogi"])]
    game: String,

    /// The position, in SFEN
    pos: String,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// One JSON object: position score probability
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    /// For the side to move.
    score: i32,
    /// Of winning, for the side to move.
    probability: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    debug_assert_eq!(args.game, "minishogi");
    let player = player::minishogi(args.model.as_deref(), 1, 1)?;
    let judge = player.judge();
    let pos = judge.game.parse_pos(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    let position = judge.game.show_pos(&pos);
    let score = Board::new(judge, pos).evaluate();
    let report = Report { position, score, probability: yomikiri_minishogi::probability(score) };
    if args.json {
        super::json(out, &report)?;
    } else {
        writeln!(out, "{} points, {:.1}% for the side to move", report.score, 100.0 * report.probability)?;
    }
    Ok(Answer::Yes)
}
