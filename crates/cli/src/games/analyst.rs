//! Whoever looks at games of the shogi family with the engine that plays them.

use crate::{
    failure::Failure,
    game::{Analyst, Judged},
    games::engine,
};
use std::time::Duration;
use yomikiri_core::{
    Game, Notation, ParseError, TwoPlayer, phrases,
    play::{Limits, Stop},
};
use yomikiri_search::alphabeta::{GameHistory, Score, SearchPlayer};
use yomikiri_shogi::{Bits, Move, Shogi, record::Transcript};
use yomikiri_shogi_player::SearchedGame;

/// Nodes for each position, if nothing else is asked for.
const NODES: u64 = 300_000;

/// Looks at a game by its rules, which may let it go on where the engine's are done with it.
struct EngineAnalyst<B: Bits> {
    rules: Shogi<B>,
    player: Box<dyn SearchPlayer<Shogi<B>>>,
    history: GameHistory<Shogi<B>>,
    moves: Vec<Move>,
}

/// Whoever looks at games by these rules, with the engine of a game as it is searched.
pub fn analyst<B: Bits>(rules: Shogi<B>, game: SearchedGame<B>) -> Result<Box<dyn Analyst>, Failure> {
    let player = engine::player(game, engine::TABLE, 1)?;
    let history = GameHistory::new(rules.start());
    Ok(Box::new(EngineAnalyst { rules, player, history, moves: Vec::new() }))
}

impl<B: Bits> Analyst for EngineAnalyst<B> {
    fn usual_nodes(&self) -> u64 {
        NODES
    }

    fn load(&mut self, record: &[u8]) -> Result<usize, ParseError> {
        let record = Transcript::from_bytes(&self.rules, record)?;
        let mut history = GameHistory::new(record.start);
        // Moves behind any other end are not legal by the rules, which know no history.
        for (played, &mv) in record.moves.iter().enumerate() {
            if played > 0 && self.player.repetition_end(&history).is_some() {
                return Err(ParseError::new(phrases::OVER_BEFORE).in_move(played + 1));
            }
            history.play(&self.rules, mv);
        }
        (self.history, self.moves) = (history, record.moves);
        Ok(self.history.positions.len())
    }

    fn repetition_end(&self) -> Option<f64> {
        let side = self.rules.side(self.history.current());
        Some(Judged::of_first(side, self.player.ended(&self.history)?.points()))
    }

    fn judge(&mut self, ply: usize, nodes: u64, time: Option<Duration>) -> Judged {
        let limits = time.map_or_else(|| Limits::nodes(nodes), Limits::time);
        let history = GameHistory { positions: self.history.positions[..=ply].to_vec() };
        let (rules, now) = (&self.rules, history.current());
        let side = rules.side(now);
        if ply == self.moves.len()
            && let Some(probability) = self.repetition_end()
        {
            return Judged { probability, ..Judged::new(ply, side, rules.show_pos(now), None) };
        }
        let sign = Judged::sign(side);
        let found = self.player.search(&history, &limits.into(), &Stop::new(), &mut |_| {});
        let (score, mate) = match found.score {
            Score::Points(points) => (Some(sign * points), None),
            // Where the game is over a sign would say nothing.
            Score::Win(0) | Score::Loss(0) => (None, None),
            Score::Win(plies) => (None, Some(sign * plies as i32)),
            Score::Loss(plies) => (None, Some(-sign * plies as i32)),
        };
        let probability = Judged::of_first(side, self.player.probability(found.score));
        let (mut line, mut pos) = (Vec::new(), now.clone());
        for &mv in &found.moves {
            line.push(rules.show_move(&pos, mv));
            pos = rules.play(&pos, mv);
        }
        let played = self.moves.get(ply).map(|&mv| rules.show_move(now, mv));
        let position = rules.show_pos(now);
        Judged { score, mate, probability, line, ..Judged::new(ply, side, position, played) }
    }
}
