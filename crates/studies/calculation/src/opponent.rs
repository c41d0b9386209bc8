//! A player of Calculation as whoever answers positions: it does not look at the deal.

use crate::{
    decision::Player,
    models::Models,
    player::{PlayerSpec, ReadyPlayer},
    player_error::PlayerError,
};
use yomikiri_calculation::{Calculation, Purpose, Stream};
use yomikiri_core::{
    Notation, ParseError, phrases,
    play::{Clock, Opponent, Progress, Reply, Thinking},
};

yomikiri_core::phrases! { words;
    NOT_READY: "the player is not ready: {}", "プレーヤーが使えません: {}";
}

/// A player with the rules and the values that it plays by.
pub struct SolitaireOpponent {
    rules: Calculation,
    spec: PlayerSpec,
    models: &'static Models,
    seed: u64,
}

impl SolitaireOpponent {
    /// A player; whatever is random in it follows from the seed.
    ///
    /// # Errors
    /// A player that cannot play this variant.
    pub fn new(
        rules: Calculation,
        spec: PlayerSpec,
        models: &'static Models,
        seed: u64,
    ) -> Result<Self, PlayerError> {
        ReadyPlayer::new(spec, &rules, models)?;
        Ok(Self { rules, spec, models, seed })
    }
}

impl Opponent for SolitaireOpponent {
    /// What a move costs is told by the player, not by a clock.
    fn answer(&mut self, path: &[String], _: Option<Clock>, _: &dyn Progress) -> Result<Reply, ParseError> {
        let pos = self.rules.parse_pos(path.last().map_or("", String::as_str))?;
        let player = ReadyPlayer::new(self.spec, &self.rules, self.models)
            .map_err(|error| ParseError::new(NOT_READY.with(error.to_string())))?;
        let stream = Stream::new(self.seed, pos.hidden().into(), Purpose::Search);
        let decision = player.decide(&pos, stream, 0.0);
        let mv = decision.moves.first().ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))?;
        let probability = decision.probability.map(|probability| probability as f32);
        let thinking = Thinking::default();
        Ok(Reply { mv: self.rules.show_move(&pos, *mv), probability, thinking })
    }
}
