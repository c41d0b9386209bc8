//! A player of Calculation as whoever answers positions: it does not look at the deal.

use crate::{
    clock,
    decision::Player,
    models::Models,
    player::{PlayerSpec, ReadyPlayer},
    player_error::PlayerError,
};
use yomikiri_calculation::{Calculation, Move, Position, Purpose, Stream};
use yomikiri_core::{
    Game, Notation, ParseError, phrases,
    play::{Clock, Opponent, Progress, Reply, Thinking},
};

/// A player with the rules and the values that it plays by.
pub struct SolitaireOpponent {
    rules: Calculation,
    /// Made ready once: the exact values of a small deck take half a minute.
    player: ReadyPlayer<'static>,
    seed: u64,
    game: Remembered,
}

/// What the player remembers of the game that it was asked about.
#[derive(Default)]
struct Remembered {
    /// The position that it was asked about last.
    last: String,
    /// Seconds of processor time spent on the game.
    spent: f64,
    /// What is left of the turn that it decided on, each move with the position that it is for, the next
    /// one last.
    turn: Vec<(Position, Move)>,
    /// The chance of winning that it thought of then.
    probability: Option<f64>,
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
        let player = ReadyPlayer::new(spec, &rules, models)?;
        Ok(Self { rules, player, seed, game: Remembered::default() })
    }
}

impl Opponent for SolitaireOpponent {
    /// What a move costs is told by the player, not by a clock.
    fn answer(&mut self, path: &[String], _: Option<Clock>, _: &dyn Progress) -> Result<Reply, ParseError> {
        let last = path.last().map_or("", String::as_str);
        let pos = self.rules.parse_pos(last)?;
        if path.len() < 2 || !path.contains(&self.game.last) {
            self.game = Remembered::default();
        }
        last.clone_into(&mut self.game.last);
        if self.game.turn.last().is_none_or(|(of, _)| *of != pos) {
            self.decide(&pos);
        }
        let (_, mv) = self.game.turn.pop().ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))?;
        let probability = self.game.probability.map(|probability| probability as f32);
        Ok(Reply { mv: self.rules.show_move(&pos, mv), probability, thinking: Thinking::default() })
    }
}

impl SolitaireOpponent {
    /// Decides on the rest of a turn.
    fn decide(&mut self, pos: &Position) {
        let began = clock::thread_seconds();
        let stream = Stream::new(self.seed, pos.hidden().into(), Purpose::Search);
        let decision = self.player.decide(pos, stream, self.game.spent);
        let mut of = *pos;
        self.game.turn = Vec::new();
        for mv in decision.moves {
            let next = self.rules.play(&of, mv);
            self.game.turn.push((std::mem::replace(&mut of, next), mv));
        }
        self.game.turn.reverse();
        self.game.probability = decision.probability;
        self.game.spent += clock::thread_seconds() - began;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;
    use yomikiri_calculation::Variant;
    use yomikiri_core::{Random, Solitaire, play::NoProgress};

    static MODELS: LazyLock<Models> = LazyLock::new(|| Models::shipped().unwrap());

    /// A player is made ready once, not for every turn: the exact one looks at all positions then.
    #[test]
    fn the_exact_values_are_worked_out_once() {
        let rules = Calculation::new("ranks=5,bases=2,piles=1".parse().unwrap());
        let began = clock::thread_seconds();
        let mut opponent = SolitaireOpponent::new(rules, PlayerSpec::Expectimax, &MODELS, 1).unwrap();
        let ready = clock::thread_seconds() - began;
        let mut pos = rules.start();
        pos.turn(5);
        let reply = opponent.answer(&[rules.show_pos(&pos)], None, &NoProgress).unwrap();
        assert!(opponent.game.spent < ready / 2.0, "{} after {ready}", opponent.game.spent);
        let exact = crate::player::exact(&rules).unwrap().best(&pos).unwrap().unwrap();
        assert_eq!(reply.mv, rules.show_move(&pos, exact.0));
        assert_eq!(reply.probability, Some(exact.1 as f32));
    }

    /// A turn is decided once, and what the turns of a game take is added up; a new game begins with nothing.
    #[test]
    fn a_game_is_played_turn_by_turn() {
        let (rules, spec) = (Calculation::new(Variant::CALCULATION), PlayerSpec::Learnt(1));
        let player = ReadyPlayer::new(spec, &rules, &MODELS).unwrap();
        let mut opponent = SolitaireOpponent::new(rules, spec, &MODELS, 1).unwrap();
        let (mut random, mut longest, mut whole) = (Random::new(7), 0, f64::INFINITY);
        for _ in 0..2 {
            let (mut pos, mut path, mut spent) = (rules.start(), Vec::new(), 0.0);
            while rules.payoff(&pos).is_none() {
                if let Some(next) = rules.happen(&pos, &mut |bound| random.below(bound as usize) as u32) {
                    pos = next;
                    continue;
                }
                let stream = Stream::new(1, pos.hidden().into(), Purpose::Search);
                let decision = player.decide(&pos, stream, 0.0);
                longest = longest.max(decision.moves.len());
                for (at, mv) in decision.moves.into_iter().enumerate() {
                    path.push(rules.show_pos(&pos));
                    let reply = opponent.answer(&path, None, &NoProgress).unwrap();
                    assert_eq!(reply.mv, rules.show_move(&pos, mv), "{path:?}");
                    let before = std::mem::replace(&mut spent, opponent.game.spent);
                    assert!(if at == 0 { spent > before } else { spent <= before }, "{path:?}");
                    assert!(path.len() > 1 || spent < whole, "what the game before took is forgotten");
                    pos = rules.play(&pos, mv);
                }
            }
            assert!(path.len() > 20);
            whole = spent;
        }
        assert!(longest > 1, "turns of one move each");
    }
}
