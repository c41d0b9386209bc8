//! `yomikiri usi`: an engine for shogi programs.

use crate::{
    failure::{Answer, Outcome},
    registry,
};
use std::{io, path::PathBuf};

/// Speaks USI on standard input and output: an engine for any shogi program
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos\\ngo movetime 1000\\n' | yomikiri usi minishogi\n\n\
    Programs set USI_Hash, Threads, MultiPV, EvalFile, ResignValue, MaxMovesToDraw, TimeMargin, Level (1 to 9, \
    0 for full strength), Seed (what a level does by chance; 0 for another each time) with `setoption`. \
    `go mate` looks for mates by checks alone; USI_Hash is the memory of that search too.\n\
    Besides the protocol: `perft N`, `bench`, `d`."
)]
pub struct Args {
    /// The game
    #[arg(default_value = "minishogi")]
    game: String,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

pub fn run(args: &Args) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let game = registry::able(game.usi(), &args.game, "usi")?;
    game.converse(args.model.as_deref(), &mut io::stdin().lock(), &mut io::stdout())?;
    Ok(Answer::Yes)
}
