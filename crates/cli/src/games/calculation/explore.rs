//! Calculation for the commands that know positions and moves: a game tree, once a deal is given.
//!
//! What it shows of a move's worth is what a player can know: the card that comes next is not looked at.

use std::cmp::Reverse;
use yomikiri_calculation::{Calculation, Dealt, Move, Position};
use yomikiri_calculation_study::{
    models::Models,
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use yomikiri_core::{Choice, Explore, ExploreError, Game, Notation, Panel, Side, Value, View, Worth};
use yomikiri_learn::logistic;

/// A deal to walk in, with the values that estimate its positions.
pub struct DealtExplorer {
    dealt: Dealt,
    models: Models,
}

impl DealtExplorer {
    pub fn new(dealt: Dealt, models: Models) -> Self {
        Self { dealt, models }
    }

    fn game(&self) -> &Calculation {
        self.dealt.game()
    }

    /// Won or lost, where the game is over.
    fn end(&self, pos: &Position) -> Option<Value> {
        let mut moves = Vec::new();
        self.dealt.moves(pos, &mut moves);
        let won = self.game().is_won(pos);
        moves.is_empty().then_some(if won { Value::Win(0) } else { Value::Loss(0) })
    }

    /// The chance of winning in percent, as far as the learnt values know; before the next card is turned up.
    fn estimate(&self, pos: &Position) -> Option<i32> {
        let network = self.models.network(self.game().variant()).ok()?;
        let values = ValueFunction::new(self.game(), network);
        let chance = if pos.turned != 0 {
            let mut turn = Turn::default();
            values.evaluate(pos, TurnFilter::Everything, &mut turn);
            logistic(turn.best()?.logit)
        } else if pos.hidden() == 0 {
            f32::from(u8::from(self.game().can_finish(pos)))
        } else {
            logistic(values.logit(pos))
        };
        Some((100.0 * chance).round() as i32)
    }

    fn choice(&self, pos: &Position, mv: Move) -> Choice {
        let (known, next) = (self.game().play(pos, mv), self.dealt.play(pos, mv));
        Choice {
            name: self.dealt.show_move(pos, mv),
            position: self.dealt.show_pos(&next),
            value: self.end(&next),
            estimate: self.estimate(&known),
        }
    }

    fn ranked(&self, pos: &Position) -> Vec<Choice> {
        let mut moves = Vec::new();
        self.dealt.moves(pos, &mut moves);
        let mut choices: Vec<_> = moves.into_iter().map(|mv| self.choice(pos, mv)).collect();
        choices.sort_by_key(|choice| Reverse(choice.estimate));
        choices
    }

    fn worth_of(&self, pos: &Position) -> Worth {
        let value = self.end(pos);
        Worth { value, estimate: self.estimate(pos), over: value.is_some() }
    }
}

impl Explore for DealtExplorer {
    fn start(&self) -> String {
        self.dealt.show_pos(&self.dealt.start())
    }

    fn view(&self, pos: &str) -> Result<View, ExploreError> {
        let pos = self.dealt.parse_pos(pos)?;
        let Worth { value, estimate, over } = self.worth_of(&pos);
        Ok(View {
            position: self.dealt.show_pos(&pos),
            side: Side::First,
            value,
            estimate,
            over,
            panels: self.dealt.panels(&pos),
            moves: self.ranked(&pos),
        })
    }

    /// Nobody knows how the game is best played on.
    fn line(&self, pos: &str) -> Result<Vec<String>, ExploreError> {
        self.dealt.parse_pos(pos)?;
        Ok(Vec::new())
    }

    fn worth(&self, pos: &str) -> Result<Worth, ExploreError> {
        Ok(self.worth_of(&self.dealt.parse_pos(pos)?))
    }

    fn panels(&self, pos: &str) -> Result<Vec<Panel>, ExploreError> {
        Ok(self.dealt.panels(&self.dealt.parse_pos(pos)?))
    }

    fn side(&self, pos: &str) -> Result<Side, ExploreError> {
        self.dealt.parse_pos(pos)?;
        Ok(Side::First)
    }

    fn names(&self, pos: &str) -> Result<Vec<String>, ExploreError> {
        let pos = self.dealt.parse_pos(pos)?;
        let mut moves = Vec::new();
        self.dealt.moves(&pos, &mut moves);
        Ok(moves.into_iter().map(|mv| self.dealt.show_move(&pos, mv)).collect())
    }

    fn choices(&self, pos: &str) -> Result<Vec<Choice>, ExploreError> {
        Ok(self.ranked(&self.dealt.parse_pos(pos)?))
    }

    fn step(&self, pos: &str, mv: &str) -> Result<String, ExploreError> {
        let pos = self.dealt.parse_pos(pos)?;
        let mv = self.dealt.parse_move(&pos, mv)?;
        Ok(self.dealt.show_pos(&self.dealt.play(&pos, mv)))
    }

    fn draw(&self, pos: &str, colour: bool) -> Result<String, ExploreError> {
        Ok(self.dealt.draw(&self.dealt.parse_pos(pos)?, colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_calculation::{Deal, Variant};

    fn walk(order: impl Fn(&mut Vec<char>)) -> DealtExplorer {
        let variant = Variant::CALCULATION;
        let mut cards: Vec<char> = Deal::of_game(variant, 1, 0).to_string().chars().collect();
        order(&mut cards);
        let deal = Deal::parse(variant, &cards.into_iter().collect::<String>()).unwrap();
        DealtExplorer::new(Dealt::new(Calculation::new(variant), deal), Models::shipped().unwrap())
    }

    #[test]
    fn hints_do_not_know_the_next_card() {
        let (one, other) = (walk(|_| {}), walk(|cards| cards[1..].reverse()));
        let estimates = |walk: &DealtExplorer| {
            let view = walk.view(&walk.start()).unwrap();
            view.moves.into_iter().map(|choice| (choice.name, choice.estimate)).collect::<Vec<_>>()
        };
        assert_eq!(estimates(&one), estimates(&other));
    }

    #[test]
    fn a_walk_ends_where_the_game_does() {
        let walk = walk(|_| {});
        let mut pos = walk.start();
        while let Some(best) = walk.choices(&pos).unwrap().first() {
            assert_eq!(walk.step(&pos, &best.name).unwrap(), best.position);
            pos.clone_from(&best.position);
        }
        let view = walk.view(&pos).unwrap();
        assert!(view.over && matches!(view.value, Some(Value::Win(0) | Value::Loss(0))));
    }
}
