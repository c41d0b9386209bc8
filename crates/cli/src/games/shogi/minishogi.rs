//! The player of minishogi, and who looks at the games of others with it.

use crate::{
    failure::Failure,
    game::{self, Judged},
    games::engine,
    text::note,
};
use std::{path::Path, time::Duration};
use yomikiri_core::{
    Game, Notation, ParseError, Side,
    play::{Limits, Stop},
};
use yomikiri_search::alphabeta::{EnginePlayer, GameHistory, Score};
use yomikiri_shogi::{Move, Shogi, record::Transcript};
use yomikiri_shogi_player::{
    Minishogi, ShogiGame,
    minishogi::{Evaluation, Model},
    probability,
};

/// Minishogi as the engine searches it, with the evaluation of a file or the built-in one.
///
/// A file that was asked for must be whole; in the place of a damaged built-in evaluation the one made by
/// hand plays.
pub fn searched(model: Option<&Path>) -> Result<Minishogi, Failure> {
    let evaluation = match model {
        Some(path) => {
            let model = Model::read(path);
            let told = |error| Failure::Environment(format!("--model: {}: {error}", path.display()));
            Evaluation::Learnt(Box::new(model.map_err(told)?.network))
        }
        None => match Model::built_in() {
            Ok(model) => Evaluation::Learnt(Box::new(model.network)),
            Err(error) => {
                note(&format!("the built-in evaluation: {error}; playing by the one made by hand"));
                Evaluation::Handmade
            }
        },
    };
    Ok(ShogiGame::minishogi(evaluation))
}

/// The player, with a table of so many bytes.
pub fn player(model: Option<&Path>, bytes: usize) -> Result<EnginePlayer<Minishogi>, Failure> {
    engine::player(searched(model)?, bytes, 1)
}

/// Looks at a game.
pub struct Analyst {
    player: EnginePlayer<Minishogi>,
    history: GameHistory<Shogi<u32>>,
    moves: Vec<Move>,
}

impl Analyst {
    pub fn new(player: EnginePlayer<Minishogi>) -> Self {
        let history = GameHistory::new(player.game().rules.start());
        Self { player, history, moves: Vec::new() }
    }
}

impl game::Analyst for Analyst {
    fn load(&mut self, record: &[u8]) -> Result<usize, ParseError> {
        let game = &self.player.game().rules;
        let record = Transcript::from_bytes(game, record)?;
        self.history = GameHistory { positions: record.positions(game) };
        self.moves = record.moves;
        Ok(self.history.positions.len())
    }

    fn judge(&mut self, ply: usize, nodes: u64, time: Option<Duration>) -> Judged {
        let limits = time.map_or_else(|| Limits::nodes(nodes), Limits::time);
        let history = GameHistory { positions: self.history.positions[..=ply].to_vec() };
        let found = self.player.search(&history, &limits.into(), &Stop::new(), &mut |_| {});
        let (game, now) = (&self.player.game().rules, history.current());
        let sign = if now.side() == Side::First { 1 } else { -1 };
        let (score, mate, probability) = match found.score {
            Score::Points(points) => (Some(sign * points), None, probability(sign * points)),
            Score::Win(plies) => (None, Some(sign * plies as i32), f64::from(sign.max(0))),
            Score::Loss(plies) => (None, Some(-sign * plies as i32), f64::from((-sign).max(0))),
        };
        let (mut line, mut pos) = (Vec::new(), now.clone());
        for &mv in &found.moves {
            line.push(game.show_move(&pos, mv));
            pos = game.play(&pos, mv);
        }
        let played = self.moves.get(ply).map(|&mv| game.show_move(now, mv));
        let (position, best) = (game.show_pos(now), line.first().cloned());
        let side = now.side();
        Judged { ply, side, position, played, score, mate, probability, best, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Records;
    use crate::threads::ThreadArgs;
    use crate::{args::MindArgs, registry};
    use yomikiri_core::TwoPlayer;
    use yomikiri_core::play::{NoProgress, Opponent, Reply};

    fn weak() -> Box<dyn Opponent> {
        let args = MindArgs {
            level: Some(2),
            time: None,
            simulations: None,
            depth: None,
            model: None,
            threads: ThreadArgs { threads: Some(1) },
            memory: Some(1),
            seed: 1,
        };
        registry::open_usual("minishogi").unwrap().opponent(&args).unwrap().unwrap()
    }

    #[test]
    fn a_game_is_played_with_probabilities() {
        let (mut mini, game) = (weak(), Shogi::minishogi());
        let mut path = vec![game.show_pos(&game.start())];
        for _ in 0..20 {
            let pos = game.parse_pos(&path[path.len() - 1]).unwrap();
            if game.result(&pos).is_some() {
                break;
            }
            let Reply { mv, probability, .. } = mini.answer(&path, None, &NoProgress).unwrap();
            assert!((0.0..=1.0).contains(&probability.unwrap()));
            path.push(game.show_pos(&game.play(&pos, game.parse_move(&pos, &mv).unwrap())));
        }
    }

    #[test]
    fn the_fourth_occurrence_is_lost_by_the_first_player() {
        let mini = weak();
        let text = "position sfen r3k/4p/5/P4/K3R b - 1 moves 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a";
        let path = Shogi::minishogi().read(text.as_bytes()).unwrap();
        assert_eq!(
            mini.repetition(&path).unwrap().to_string(),
            "The same position for the fourth time: the second player wins."
        );
        assert_eq!(mini.repetition(&path[..9]), None);
    }
}
