//! `yomikiri usi`: an engine for shogi programs.

use crate::{
    failure::{Answer, Failure, Outcome},
    player,
};
use std::{io, path::PathBuf};

/// Speaks USI on standard input and output: an engine for any shogi program
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos\\ngo movetime 1000\\n' | yomikiri usi minishogi\n\n\
    Programs set USI_Hash, Threads, MultiPV, EvalFile, ResignValue, MaxMovesToDraw, TimeMargin with `setoption`. \
    Besides the protocol: `perft N`, `bench`, `d`."
)]
pub struct Args {
    /// The game
    #[arg(default_value = "minishogi", value_parser = ["minishogi"])]
    game: String,

    /// The evaluation, as `yomikiri train` wrote it, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

pub fn run(args: &Args) -> Outcome {
    debug_assert_eq!(args.game, "minishogi");
    let mut player = player::minishogi(args.model.as_deref(), player::TABLE, 1)?;
    let game = player.judge().game.clone();
    let (input, output) = (io::stdin().lock(), io::stdout());
    yomikiri_usi::run(&game, &mut player, "Yomikiri", input, output).map_err(Failure::Output)?;
    Ok(Answer::Yes)
}
