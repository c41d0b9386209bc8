//! The players of games that have one.

use crate::failure::Failure;
use std::path::Path;
use yomikiri_minishogi::{Evaluation, MiniPlayer, Model};
use yomikiri_search::alphabeta::Player as _;

/// The bytes of a player's table, if nothing else is asked for.
pub const TABLE: usize = 64 << 20;

/// A player of minishogi, with the evaluation of a file or the built-in one.
///
/// A file that was asked for must be whole; in the place of a damaged built-in evaluation the one made by hand plays.
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
    MiniPlayer::new(evaluation, bytes, threads)
        .map_err(|error| Failure::Environment(format!("a table: {error}")))
}

/// The workload of `bench`: searches of fixed depth.
pub fn bench_minishogi() -> Result<u64, Failure> {
    Ok(minishogi(None, 1, 1)?.bench())
}
