//! `yomikiri evaluate`: what an evaluation says of a position, without a search.

use crate::{
    failure::{Answer, Failure, Outcome},
    learnt, player, text,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf};
use yomikiri_core::{Notation, TwoPlayer, Wdl};
use yomikiri_search::alphabeta::{SearchGame, SearchPosition};
use yomikiri_shogi::{Ending, Shogi};

/// Tells what the evaluation makes of a position, without a search
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri evaluate minishogi \"rbsgk/4p/5/P4/KGSBR b -\"\n  \
    yomikiri evaluate dobutsu \"gle/1c1/1C1/ELG b -\"")]
pub struct Args {
    /// The game
    game: String,

    /// The position, in SFEN
    pos: String,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// One JSON object: position score probability; the score is null where the game is over
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    /// For the side to move; none where the game is over.
    score: Option<i32>,
    /// Of winning, for the side to move.
    probability: f64,
    /// How the game has ended.
    #[serde(skip)]
    end: Option<String>,
}

impl Report {
    /// What an evaluation says of a position, or, where the game is over, what the rules say.
    fn new<G: Notation + TwoPlayer>(game: &G, pos: &G::Pos, judge: impl FnOnce() -> (i32, f64)) -> Self {
        let position = game.show_pos(pos);
        let Some(value) = game.result(pos) else {
            let (score, probability) = judge();
            return Self { position, score: Some(score), probability, end: None };
        };
        let probability = match value.wdl() {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        };
        let end = Some(text::outcome(game.side(pos), Some(value)));
        Self { position, score: None, probability, end }
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let report = match args.game.as_str() {
        "dobutsu" => dobutsu(args)?,
        _ => minishogi(args)?,
    };
    if args.json {
        super::json(out, &report)?;
    } else if let Some(end) = &report.end {
        writeln!(out, "The game is over: {end}.")?;
    } else {
        let points = report.score.unwrap_or(0);
        writeln!(out, "{points} points, {:.1}% for the side to move", 100.0 * report.probability)?;
    }
    Ok(Answer::Yes)
}

fn minishogi(args: &Args) -> Result<Report, Failure> {
    let player = player::minishogi(args.model.as_deref(), 1, 1)?;
    let game = player.game();
    let pos = game.rules.parse_pos(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    Ok(Report::new(&game.rules, &pos, || {
        let score = game.position(&pos).evaluate();
        (score, game.probability(score))
    }))
}

fn dobutsu(args: &Args) -> Result<Report, Failure> {
    let game = Shogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    let evaluation = learnt::evaluation(args.model.as_deref())?;
    Ok(Report::new(&game, &pos, || learnt::judge(&evaluation, &pos)))
}
