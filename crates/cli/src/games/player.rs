//! The players of games that have one.

use super::learnt;
use crate::{failure::Failure, lines};
use std::{
    io::{self, BufRead, Write},
    path::Path,
};
use yomikiri_dobutsu::learn::Scene;
use yomikiri_search::alphabeta::{EnginePlayer, SearchGame};
use yomikiri_shogi::{Bits, Ending, Shogi, SmallShogi, Variant};
use yomikiri_shogi_player::{
    Dobutsu, Minishogi, PositionEvaluation, ShogiGame, evaluation,
    minishogi::{Evaluation, Model},
};
use yomikiri_tsume::Mates;

/// The bytes of a player's table, if nothing else is asked for.
pub const TABLE: usize = 64 << 20;

/// A player of minishogi, with the evaluation of a file or the built-in one.
///
/// A file that was asked for must be whole; in the place of a damaged built-in evaluation the one made by
/// hand plays.
pub fn minishogi(
    model: Option<&Path>,
    bytes: usize,
    threads: usize,
) -> Result<EnginePlayer<Minishogi>, Failure> {
    let evaluation = match model {
        Some(path) => {
            let model = Model::read(path);
            let told = |error| Failure::Environment(format!("--model: {}: {error}", path.display()));
            Evaluation::Learnt(Box::new(model.map_err(told)?.network))
        }
        None => match Model::built_in() {
            Ok(model) => Evaluation::Learnt(Box::new(model.network)),
            Err(error) => {
                crate::text::note(&format!(
                    "the built-in evaluation: {error}; playing by the one made by hand"
                ));
                Evaluation::Handmade
            }
        },
    };
    seat(ShogiGame::minishogi(evaluation), bytes, threads)
}

/// A game's player.
pub fn seat<G: SearchGame>(game: G, bytes: usize, threads: usize) -> Result<EnginePlayer<G>, Failure> {
    let failed = |error: io::Error| Failure::Environment(format!("a table: {error}"));
    EnginePlayer::new(game, bytes, threads).map_err(failed)
}

/// Refuses an evaluation from a file where the game has no such files.
pub fn without_file(model: Option<&Path>) -> Result<(), Failure> {
    match model {
        None => Ok(()),
        Some(path) => {
            Err(Failure::Input(format!("--model: {}: this game has no evaluations in files", path.display())))
        }
    }
}

/// Dobutsu Shogi by the learnt evaluation, its variant by material, to the mate.
pub fn dobutsu_game(game: &SmallShogi, model: Option<&Path>) -> Result<Dobutsu, Failure> {
    let searched = Shogi::new(game.variant().clone(), Ending::Mate);
    if *game.variant() != Variant::dobutsu() {
        without_file(model)?;
        return Ok(ShogiGame::dobutsu(searched, None));
    }
    let learnt = learnt::evaluation(model)?;
    let evaluate: PositionEvaluation<u16> = Box::new(move |pos| {
        let value = learnt.value(&Scene::of(pos));
        (f64::from(evaluation::POINTS) * value) as i32
    });
    Ok(ShogiGame::dobutsu(searched, Some(evaluate)))
}

/// The workload of `bench`: searches of fixed depth.
pub fn bench_minishogi() -> Result<u64, Failure> {
    Ok(minishogi(None, 1, 1)?.bench())
}

/// Holds a conversation in USI by the rules of a game, which may let more moves pass than the player
/// searches.
pub fn converse<B: Bits, G: SearchGame<Rules = Shogi<B>>>(
    game: &Shogi<B>,
    player: &mut EnginePlayer<G>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let mates = &mut Mates::new(game);
    yomikiri_usi::run(game, player, Some(mates), "Yomikiri", input, output).map_err(lines::spoken)
}
