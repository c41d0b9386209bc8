//! `yomikiri evaluate`: what an evaluation says of a position, without a search.

use crate::{
    failure::{Answer, Failure, Outcome},
    learnt, player,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_core::Notation;
use yomikiri_minishogi::Board;
use yomikiri_search::alphabeta::Board as _;
use yomikiri_shogi::{Ending, Shogi};

/// Tells what the evaluation makes of a position, without a search
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri evaluate minishogi \"rbsgk/4p/5/P4/KGSBR b -\"\n  \
    yomikiri evaluate dobutsu \"gle/1c1/1C1/ELG b -\"")]
pub struct Args {
    /// The game
    #[arg(value_parser = ["dobutsu", "minishogi"])]
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
    let report = match args.game.as_str() {
        "dobutsu" => dobutsu(args)?,
        _ => minishogi(args)?,
    };
    if args.json {
        super::json(out, &report)?;
    } else {
        writeln!(out, "{} points, {:.1}% for the side to move", report.score, 100.0 * report.probability)?;
    }
    Ok(Answer::Yes)
}

fn minishogi(args: &Args) -> Result<Report, Failure> {
    let player = player::minishogi(args.model.as_deref(), 1, 1)?;
    let judge = player.judge();
    let pos = judge.game.parse_pos(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    let position = judge.game.show_pos(&pos);
    let score = Board::new(judge, pos).evaluate();
    Ok(Report { position, score, probability: yomikiri_minishogi::probability(score) })
}

fn dobutsu(args: &Args) -> Result<Report, Failure> {
    let game = Shogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    let evaluation = learnt::evaluation(args.model.as_deref())?;
    let (score, probability) = learnt::judge(&game, &evaluation, &pos);
    Ok(Report { position: game.show_pos(&pos), score, probability })
}
