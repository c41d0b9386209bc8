//! `yomikiri evaluate`: what an evaluation says of a position, without a search.

use crate::{
    failure::{Answer, Outcome},
    lines::json,
    registry,
};
use std::{io::Write, path::PathBuf};

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

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let game = registry::able(game.evaluate(), &args.game, "evaluate")?;
    let evaluated = game.evaluate(&args.pos, args.model.as_deref())?;
    if args.json {
        json(out, &evaluated)?;
    } else if let Some(end) = &evaluated.end {
        writeln!(out, "The game is over: {end}.")?;
    } else {
        let points = evaluated.score.unwrap_or(0);
        writeln!(out, "{points} points, {:.1}% for the side to move", 100.0 * evaluated.probability)?;
    }
    Ok(Answer::Yes)
}
