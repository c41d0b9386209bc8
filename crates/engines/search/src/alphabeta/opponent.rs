//! The player of a game as the opponent of a person.

use super::{EnginePlayer, GameHistory, SearchGame, SearchOptions, SearchPosition};
use yomikiri_core::{
    Game, Notation, ParseError, Random,
    play::{Level, Limits, Opponent, Progress, Reply, Stop},
};

/// How a player thinks about each of its moves.
#[derive(Clone, Copy, Debug)]
pub enum Thinking {
    /// As well as it can, within limits.
    Limits(Limits),
    /// As a level does. What is random in it follows from the seed and the position.
    Level(Level, u64),
}

/// A player with how it thinks.
pub struct EngineOpponent<G: SearchGame> {
    /// The rules of the game that is played, which may let it go on where the player's are done with it.
    rules: G::Rules,
    player: EnginePlayer<G>,
    thinking: Thinking,
}

impl<G: SearchGame<Rules: Notation>> EngineOpponent<G> {
    /// A player in a game by these rules, which write positions and moves as its own do.
    pub fn new(rules: G::Rules, player: EnginePlayer<G>, thinking: Thinking) -> Self {
        Self { rules, player, thinking }
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
        let options = match self.thinking {
            Thinking::Limits(limits) => limits.into(),
            Thinking::Level(..) => SearchOptions::default(),
        };
        let (stop, report) = (Stop::new(), &mut |_: &_| progress.advance(1));
        let found = match self.thinking {
            Thinking::Limits(_) => self.player.search(&history, &options, &stop, report),
            Thinking::Level(level, seed) => {
                let plies = (history.positions.len() as u64).rotate_left(32);
                let key = self.player.game().position(history.current()).key();
                let mut random = Random::new(seed ^ plies ^ key);
                self.player.search_at(level, &history, &options, &mut random, &stop, report)
            }
        };
        let any = || {
            let mut moves = Vec::new();
            self.rules.moves(history.current(), &mut moves);
            moves.into_iter().next()
        };
        let mv =
            found.moves.first().copied().or_else(any).ok_or_else(|| ParseError::new("the game is over"))?;
        let mv = self.rules.show_move(history.current(), mv);
        Ok(Reply { mv, probability: Some(self.player.probability(found.score) as f32) })
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        self.player.repetition_sentence(&self.history(path).ok()?)
    }
}
