//! The learnt evaluation of Dobutsu Shogi: where it comes from, and the players that trust it.

use crate::{failure::Failure, file, games::engine};
use std::path::Path;
use yomikiri_core::play::Opponent;
use yomikiri_dobutsu::learn::{Evaluation, Features, LearntOpponent, Model};
use yomikiri_shogi::{Ending, Position, Shogi, SmallBoard, SmallShogi, Variant};
use yomikiri_shogi_player::{PositionEvaluation, SearchedGame, evaluation::POINTS, searched};

/// The model of a file, or the built-in one.
pub fn model(path: Option<&Path>) -> Result<Model, Failure> {
    match path {
        Some(path) => file::read("--model", path, Model::from_bytes),
        None => Model::shipped()
            .map_err(|error| Failure::environment(format!("the built-in evaluation: {error}"))),
    }
}

/// A model's evaluation.
pub fn evaluation_of(model: &Model) -> Result<Evaluation, Failure> {
    Evaluation::new(model).map_err(|error| Failure::environment(format!("--model: {error}")))
}

/// The evaluation of a file, or the built-in one.
pub fn evaluation(path: Option<&Path>) -> Result<Evaluation, Failure> {
    evaluation_of(&model(path)?)
}

/// The score of a position for the side to move, in thousandths, and its share of a win.
pub fn judge(evaluation: &Evaluation, pos: &Position<SmallBoard>) -> (i32, f64) {
    let steps = evaluation.score(&Features::of(pos));
    ((1000.0 * (f64::from(steps) * evaluation.scale())).round() as i32, evaluation.share(steps))
}

/// A player by its name: `learnt:3` looks three plies ahead.
pub fn opponent(game: SmallShogi, name: &str) -> Result<Box<dyn Opponent>, Failure> {
    let refused = || {
        Failure::input(format!(
            "--player: {name:?} is no player of this game; expected search, or learnt:N with N plies from 1 to 9"
        ))
    };
    let plies = name.strip_prefix("learnt:").and_then(|plies| plies.parse().ok());
    let plies = plies.filter(|plies| (1..=9).contains(plies)).ok_or_else(refused)?;
    Ok(Box::new(LearntOpponent { game, evaluation: evaluation(None)?, plies }))
}

/// Dobutsu Shogi by the learnt evaluation, its variant by material, to the mate.
pub fn searched(game: &SmallShogi, model: Option<&Path>) -> Result<SearchedGame<SmallBoard>, Failure> {
    let to_mate = Shogi::new(game.variant().clone(), Ending::Mate);
    if *game.variant() != Variant::dobutsu() {
        engine::without_file(model)?;
        return Ok(searched::dobutsu(to_mate, None));
    }
    let learnt = evaluation(model)?;
    let evaluate: PositionEvaluation<SmallBoard> = Box::new(move |pos| {
        let value = learnt.value(&Features::of(pos));
        (f64::from(POINTS) * value) as i32
    });
    Ok(searched::dobutsu(to_mate, Some(evaluate)))
}
