//! The player of a game as the opponent of a person.

use super::{EnginePlayer, GameHistory, SearchGame};
use yomikiri_core::{
    Game, Notation, ParseError,
    play::{Limits, Opponent, Progress, Reply},
};

/// A player with the limits of each of its moves.
pub struct EngineOpponent<G: SearchGame> {
    /// The rules of the game that is played, which may let it go on where the player's are done with it.
    rules: G::Rules,
    player: EnginePlayer<G>,
    limits: Limits,
}

impl<G: SearchGame<Rules: Notation>> EngineOpponent<G> {
    /// A player in a game by these rules, which write positions and moves as its own do.
    pub fn new(rules: G::Rules, player: EnginePlayer<G>, limits: Limits) -> Self {
        Self { rules, player, limits }
    }

    fn history(&self, path: &[String]) -> Result<GameHistory<G::Rules>, ParseError> {
        let positions = path.iter().map(|pos| self.player.game().rules().parse_pos(pos));
        Ok(GameHistory { positions: positions.collect::<Result<_, _>>()? })
    }
}

impl<G: SearchGame<Rules: Notation>> Opponent for EngineOpponent<G> {
    /// Where the player is done with the game and the rules are not (mated, but not taken yet), it makes
    /// whatever move comes first.
    fn answer(&mut self, path: &[String], progress: &dyn Progress) -> Result<Reply, ParseError> {
        let history = self.history(path)?;
        progress.phase("thinking", 0);
        let choice = self.player.choose(&history, self.limits, &mut |_| progress.advance(1));
        let any = || {
            let mut moves = Vec::new();
            self.rules.moves(history.current(), &mut moves);
            moves.into_iter().next()
        };
        let mv = choice.mv.or_else(any).ok_or_else(|| ParseError::new("the game is over"))?;
        let mv = self.rules.show_move(history.current(), mv);
        Ok(Reply { mv, probability: Some(choice.probability as f32) })
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        self.player.repetition_sentence(&self.history(path).ok()?)
    }
}
