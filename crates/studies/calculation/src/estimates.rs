//! What a player can know of a position, for people: the card that comes next is not looked at.

use crate::{
    models::Models,
    turn::{Turn, TurnFilter},
    value::{GameTables, ValueFunction},
};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_calculation::{Calculation, Dealt, Position};
use yomikiri_core::{Probe, ProbeError, Value};
use yomikiri_learn::logistic;

/// The learnt values, as estimates of a game with a deal.
pub struct Estimates {
    /// The weights.
    pub models: Models,
    /// The tables of the game that was asked about last.
    tables: Mutex<Option<Arc<GameTables>>>,
}

impl Estimates {
    /// Estimates by these weights.
    pub const fn new(models: Models) -> Self {
        Self { models, tables: Mutex::new(None) }
    }

    /// The tables of a game: those that are there, if they are its own.
    fn tables(&self, game: &Calculation) -> Arc<GameTables> {
        let mut kept = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(tables) if tables.game() == game => tables.clone(),
            _ => kept.insert(Arc::new(GameTables::new(game))).clone(),
        }
    }
}

impl Probe<Dealt> for Estimates {
    fn probe(&self, _game: &Dealt, _pos: &Position) -> Result<Option<Value>, ProbeError> {
        Ok(None)
    }

    /// The chance of winning in percent, as far as the learnt values know; before the next card is turned up.
    fn estimate(&self, game: &Dealt, pos: &Position) -> Option<i32> {
        let game = game.game();
        let network = self.models.network(game.variant()).ok()?;
        let values = ValueFunction::with_tables(self.tables(game), network);
        let chance = if pos.turned != 0 {
            let mut turn = Turn::default();
            values.evaluate(pos, TurnFilter::Everything, &mut turn);
            logistic(turn.best()?.logit)
        } else if pos.hidden() == 0 {
            f32::from(u8::from(game.can_finish(pos)))
        } else {
            logistic(values.logit(pos))
        };
        Some((100.0 * chance).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_calculation::{Deal, Variant};
    use yomikiri_core::{Explore, SolitaireExplorer};

    fn walk(order: impl Fn(&mut Vec<char>)) -> SolitaireExplorer<Dealt, Estimates> {
        let variant = Variant::CALCULATION;
        let mut cards: Vec<char> = Deal::of_game(variant, 1, 0).to_string().chars().collect();
        order(&mut cards);
        let deal = Deal::parse(variant, &cards.into_iter().collect::<String>()).unwrap();
        SolitaireExplorer {
            game: Dealt::new(Calculation::new(variant), deal),
            probe: Estimates::new(Models::shipped().unwrap()),
        }
    }

    #[test]
    fn hints_do_not_know_the_next_card() {
        let (one, other) = (walk(|_| {}), walk(|cards| cards[1..].reverse()));
        let estimates = |walk: &SolitaireExplorer<Dealt, Estimates>| {
            let view = walk.start().view().unwrap();
            view.moves.into_iter().map(|choice| (choice.name, choice.estimate)).collect::<Vec<_>>()
        };
        assert_eq!(estimates(&one), estimates(&other));
    }

    #[test]
    fn tables_are_kept_as_long_as_the_game_is_the_same() {
        let estimates = Estimates::new(Models::shipped().unwrap());
        let [one, other] = ["calculation", "superhuman"].map(|name| Calculation::new(name.parse().unwrap()));
        let kept = estimates.tables(&one);
        assert!(Arc::ptr_eq(&kept, &estimates.tables(&one)));
        assert_eq!(estimates.tables(&other).game(), &other);
        assert_eq!(estimates.tables(&one).game(), &one);
    }

    #[test]
    fn a_walk_ends_where_the_game_does() {
        let walk = walk(|_| {});
        let mut pos = walk.start().position();
        while let Some(best) = walk.open(&pos).unwrap().choices().unwrap().into_iter().next() {
            assert_eq!(walk.open(&pos).unwrap().step(&best.name).unwrap().position(), best.position);
            pos = best.position;
        }
        let view = walk.open(&pos).unwrap().view().unwrap();
        assert!(view.over && matches!(view.value, Some(Value::Win(0) | Value::Loss(0))));
    }
}
