//! The players of games that have one.

use crate::{failure::Failure, learnt};
use std::{io, path::Path};
use yomikiri_dobutsu::learn::Scene;
use yomikiri_family::Evaluate;
use yomikiri_minishogi::{Evaluation, Judge, MiniPlayer, Model};
use yomikiri_search::alphabeta::{Judging, Player as _, Seat};
use yomikiri_shogi::{Ending, Shogi, SmallShogi, Variant};

/// The bytes of a player's table, if nothing else is asked for.
pub const TABLE: usize = 64 << 20;

/// A player of minishogi, with the evaluation of a file or the built-in one.
///
/// A file that was asked for must be whole; in the place of a damaged built-in evaluation the one made by
/// hand plays.
pub fn minishogi(model: Option<&Path>, bytes: usize, threads: usize) -> Result<MiniPlayer, Failure> {
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
    seat(Judge::new(evaluation), bytes, threads)
}

/// A judge's player.
pub fn seat<J: Judging>(judge: J, bytes: usize, threads: usize) -> Result<Seat<J>, Failure> {
    let failed = |error: io::Error| Failure::Environment(format!("a table: {error}"));
    Seat::new(judge, bytes, threads).map_err(failed)
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

/// Points of the search for a change of the odds by e, in the learnt evaluation of Dobutsu Shogi: as in
/// minishogi.
const POINTS: f64 = yomikiri_minishogi::network::POINTS as f64;

/// What the boards of Dobutsu Shogi are judged with: the learnt evaluation, and material for its variant, to
/// the mate.
pub fn dobutsu_judge(
    game: &SmallShogi,
    model: Option<&Path>,
) -> Result<yomikiri_family::Judge<u16, 3>, Failure> {
    let searched = Shogi::new(game.variant().clone(), Ending::Mate);
    if *game.variant() != Variant::dobutsu() {
        without_file(model)?;
        return Ok(yomikiri_family::Judge::dobutsu(searched, None));
    }
    let evaluation = learnt::evaluation(model)?;
    let evaluate: Evaluate<u16> = Box::new(move |pos| {
        let value = evaluation.value(&Scene::of(pos));
        (POINTS * value) as i32
    });
    Ok(yomikiri_family::Judge::dobutsu(searched, Some(evaluate)))
}

/// The workload of `bench`: searches of fixed depth.
pub fn bench_minishogi() -> Result<u64, Failure> {
    Ok(minishogi(None, 1, 1)?.bench())
}
