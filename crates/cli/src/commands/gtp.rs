//! `yomikiri gtp`: the Go Text Protocol on standard input and output.

use crate::{
    args::MindArgs,
    failure::{Answer, Outcome},
    lines, registry,
};
use std::io::{self, Write};

/// Speaks the Go Text Protocol: a player for other programs
///
/// Moves are lists of squares, such as e8,d9,e9,f9,e10, with the column as a letter and the row from the
/// bottom; codes such as 66t0 are understood as well.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri gtp blokus --time 0.7\n  \
    printf 'genmove b\\nshowboard\\n' | yomikiri gtp blokus --level 5")]
pub struct Args {
    /// The game, one of those that `yomikiri games` lists
    #[arg(default_value = "blokus")]
    game: String,

    #[command(flatten)]
    mind: MindArgs,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open_usual(&args.game)?;
    let mut player = registry::able(game.gtp(), &args.game, "gtp")?.player(&args.mind)?;
    let input = io::stdin().lock();
    yomikiri_gtp::serve(&mut *player, input, out).map_err(lines::spoken)?;
    Ok(Answer::Yes)
}
