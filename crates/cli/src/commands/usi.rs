//! `yomikiri usi`: an engine for shogi programs.

use crate::{
    failure::{Answer, Outcome},
    lines, player,
};
use std::{io, path::PathBuf};
use yomikiri_core::Game;
use yomikiri_search::alphabeta::{EnginePlayer, SearchGame};
use yomikiri_shogi::{Bits, Ending, Shogi};
use yomikiri_shogi_player::ShogiGame;
use yomikiri_tsume::Mates;

/// Speaks USI on standard input and output: an engine for any shogi program
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos\\ngo movetime 1000\\n' | yomikiri usi minishogi\n\n\
    Programs set USI_Hash, Threads, MultiPV, EvalFile, ResignValue, MaxMovesToDraw, TimeMargin with `setoption`. \
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
    let model = args.model.as_deref();
    let dobutsu = |game: Shogi<u16>| {
        let searched = player::dobutsu_game(&game, model)?;
        converse(&game, &mut player::seat(searched, player::TABLE, 1)?)
    };
    let goro_goro = |game: Shogi<u32>| {
        player::without_file(model)?;
        converse(&game, &mut player::seat(ShogiGame::goro_goro(game.clone()), player::TABLE, 1)?)
    };
    match args.game.as_str() {
        "dobutsu" => dobutsu(Shogi::dobutsu(Ending::Capture)),
        "dobutsu-chicks" => dobutsu(Shogi::dobutsu_chicks(Ending::Capture)),
        "goro-goro" => goro_goro(Shogi::goro_goro()),
        "goro-goro-plus" => goro_goro(Shogi::goro_goro_plus()),
        "shogi" => {
            player::without_file(model)?;
            // Mating problems, which programs send for `go mate`, have one king only.
            let game = Shogi::tsume().with_start(Shogi::standard().start());
            converse(&game, &mut player::seat(ShogiGame::standard(), player::TABLE, 1)?)
        }
        _ => {
            let mut player = player::minishogi(model, player::TABLE, 1)?;
            let game = player.game().rules.clone();
            converse(&game, &mut player)
        }
    }
}

/// Holds the conversation by the rules of a game, which may let more moves pass than the player searches.
fn converse<B: Bits, G: SearchGame<Rules = Shogi<B>>>(
    game: &Shogi<B>,
    player: &mut EnginePlayer<G>,
) -> Outcome {
    let (input, output) = (io::stdin().lock(), io::stdout());
    let mates = &mut Mates::new(game);
    yomikiri_usi::run(game, player, Some(mates), "Yomikiri", input, output).map_err(lines::spoken)?;
    Ok(Answer::Yes)
}
