//! The player that trusts the evaluation, as the opponent of a person.

use super::{Evaluation, FixedDepthPlayer};
use std::time::Instant;
use yomikiri_core::{
    Notation, ParseError, phrases,
    play::{Clock, Opponent, Progress, Reply, Thinking},
};
use yomikiri_shogi::SmallShogi;

/// A player that looks some plies ahead and trusts the evaluation of what it finds there.
pub struct LearntOpponent {
    /// The rules.
    pub game: SmallShogi,
    /// Whom it trusts.
    pub evaluation: Evaluation,
    /// How many plies it looks ahead, at least one.
    pub plies: u32,
}

impl Opponent for LearntOpponent {
    fn answer(
        &mut self,
        path: &[String],
        _clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        let began = Instant::now();
        progress.phase("thinking", 0);
        let past: Vec<_> = path.iter().map(|pos| self.game.parse_pos(pos)).collect::<Result<_, _>>()?;
        let player = FixedDepthPlayer { game: &self.game, evaluation: &self.evaluation, plies: self.plies };
        let choice = past.last().and_then(|pos| Some((pos, player.think(pos, &past)?)));
        let (pos, choice) = choice.ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))?;
        let mv = self.game.show_move(pos, choice.best);
        let (depth, time, line) = (Some(self.plies), began.elapsed(), vec![mv.clone()]);
        let thinking = Thinking { depth, time, line, ..Thinking::default() };
        Ok(Reply { mv, probability: Some(choice.probability as f32), thinking })
    }
}
