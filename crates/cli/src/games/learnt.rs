//! The learnt evaluation of Dobutsu Shogi: where it comes from, and the player that trusts it.

use crate::{failure::Failure, file, game::Opponent, progress::Progress};
use std::path::Path;
use yomikiri_core::Notation;
use yomikiri_dobutsu::learn::{Evaluation, Learnt, Model, Scene};
use yomikiri_shogi::{Position, SmallShogi};

/// The model of a file, or the built-in one.
pub fn model(path: Option<&Path>) -> Result<Model, Failure> {
    match path {
        Some(path) => file::read("--model", path, Model::from_bytes),
        None => Model::shipped()
            .map_err(|error| Failure::Environment(format!("the built-in evaluation: {error}"))),
    }
}

/// A model's evaluation.
pub fn evaluation_of(model: &Model) -> Result<Evaluation, Failure> {
    Evaluation::new(model).map_err(|error| Failure::Environment(format!("--model: {error}")))
}

/// The evaluation of a file, or the built-in one.
pub fn evaluation(path: Option<&Path>) -> Result<Evaluation, Failure> {
    evaluation_of(&model(path)?)
}

/// The score of a position for the side to move, in thousandths, and its share of a win.
pub fn judge(evaluation: &Evaluation, pos: &Position<u16>) -> (i32, f64) {
    let steps = evaluation.score(&Scene::of(pos));
    ((1000.0 * (f64::from(steps) * evaluation.scale())).round() as i32, evaluation.share(steps))
}

/// A player by its name: `learnt:3` looks three plies ahead.
pub fn opponent(game: SmallShogi, name: &str) -> Result<Box<dyn Opponent>, Failure> {
    let refused = || {
        Failure::Input(format!(
            "--player: {name:?} is no player of this game; expected search, or learnt:N with N plies from 1 to 9"
        ))
    };
    let plies = name.strip_prefix("learnt:").and_then(|plies| plies.parse().ok());
    let plies = plies.filter(|plies| (1..=9).contains(plies)).ok_or_else(refused)?;
    Ok(Box::new(Trusting { game, evaluation: evaluation(None)?, plies }))
}

/// A player that trusts the evaluation.
struct Trusting {
    game: SmallShogi,
    evaluation: Evaluation,
    plies: u32,
}

impl Opponent for Trusting {
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        progress.phase("thinking", 0);
        let read =
            |pos: &String| self.game.parse_pos(pos).map_err(|error| Failure::parse("position", &error));
        let past: Vec<_> = path.iter().map(read).collect::<Result<_, _>>()?;
        let player = Learnt { game: &self.game, evaluation: &self.evaluation, plies: self.plies };
        let thought = past.last().and_then(|pos| Some((pos, player.think(pos, &past)?)));
        let (pos, thought) = thought.ok_or_else(|| Failure::Input("the game is over".into()))?;
        Ok((self.game.show_move(pos, thought.best), Some(thought.probability as f32)))
    }

    fn is_wanted(&self) -> bool {
        true
    }
}
