//! The values along a game: a curve, and the moves that gave something away.

use crate::words::Words;
use yomikiri_core::{Diagram, Mistake, Side, Value, fill, mistakes};

/// The plies beyond which one distance looks like another.
const FAR: i32 = 100;

/// Half the height of a curve, and its width.
pub const HEIGHT: i32 = 80;
const WIDTH: i32 = 600;

/// The values of the positions of a game, the start first.
pub struct History(Vec<(Side, Option<Value>)>);

impl History {
    /// Of a game with at least one move, if the values of its positions are known.
    pub fn new(values: Vec<(Side, Option<Value>)>) -> Option<Self> {
        let is_told = |value: Option<Value>| value.is_some_and(|value| !value.is_untold());
        let is_known = values.len() > 1 && values.iter().all(|(_, value)| is_told(*value));
        is_known.then_some(Self(values))
    }

    /// The moves that turned a win into less, or a draw into a loss.
    pub fn mistakes(&self) -> Vec<Mistake> {
        mistakes(&self.0)
    }

    /// The curve: the first player's win above, the second's below, the further out the nearer the end.
    pub fn curve(&self, words: &Words) -> Diagram {
        let mistakes: Vec<usize> = self.mistakes().iter().map(|mistake| mistake.at).collect();
        let heights: Vec<i32> = self.0.iter().map(|&value| height(first(value))).collect();
        curve(&heights, &mistakes, words)
    }
}

/// A curve over a game: the heights of its positions from -[`HEIGHT`] to [`HEIGHT`], the first player's side
/// above, and the moves that are mistakes, counted from 0.
pub fn curve(heights: &[i32], mistakes: &[usize], words: &Words) -> Diagram {
    let moves = heights.len().saturating_sub(1).max(1);
    let mut curve = Diagram::new((WIDTH + 20, 2 * HEIGHT + 20), words.curve);
    curve.describe(|_| fill(words.curve_told, &[&moves.to_string(), &mistakes.len().to_string()]));
    curve.rect("board", (10, 10), (WIDTH, 2 * HEIGHT), 0);
    curve.path("lines", &format!("M10 {0}H{1}", HEIGHT + 10, WIDTH + 10));
    let point = |at: usize| (10 + WIDTH * at as i32 / moves as i32, 10 + HEIGHT - heights[at]);
    let path = (0..heights.len()).map(|at| {
        let (x, y) = point(at);
        format!("{}{x} {y}", if at == 0 { 'M' } else { 'L' })
    });
    curve.path("outline", &path.collect::<String>());
    for at in mistakes {
        curve.circle("promoted", point(at + 1), 6);
    }
    curve
}

/// A value as the first player sees it.
fn first((side, value): (Side, Option<Value>)) -> Option<Value> {
    match side {
        Side::First => value,
        Side::Second => value.map(Value::turned),
    }
}

/// How far above the middle a value is drawn.
fn height(value: Option<Value>) -> i32 {
    let out = |plies: u16| HEIGHT / 4 + (HEIGHT * 3 / 4) * (FAR - i32::from(plies).min(FAR)) / FAR;
    match value {
        Some(Value::Win(plies)) => out(plies),
        Some(Value::Loss(plies)) => -out(plies),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::ENGLISH;
    use yomikiri_core::Wdl;

    #[test]
    fn what_is_given_away_is_found() {
        let (first, second) = (Side::First, Side::Second);
        let game = History::new(vec![
            (first, Some(Value::Win(5))),
            // A longer way to win is no mistake.
            (second, Some(Value::Loss(8))),
            (first, Some(Value::Win(7))),
            (second, Some(Value::Draw)),
            (first, Some(Value::Win(1))),
            (second, Some(Value::Loss(0))),
        ])
        .unwrap();
        let found = game.mistakes();
        assert_eq!(
            found,
            [
                Mistake { at: 2, side: first, before: Wdl::Win, after: Wdl::Draw },
                Mistake { at: 3, side: second, before: Wdl::Draw, after: Wdl::Loss },
            ]
        );
        let curve = game.curve(&ENGLISH).inline();
        assert_eq!(curve.matches("<circle").count(), 2);
        assert!(curve.contains("5 moves, 2 of them mistakes"), "{curve}");
        assert!(height(Some(Value::Win(1))) > height(Some(Value::Win(50))) && height(Some(Value::Draw)) == 0);
        assert_eq!(height(Some(Value::Loss(7))), -height(Some(Value::Win(7))));
    }

    #[test]
    fn there_is_no_curve_of_what_is_not_known() {
        let known = (Side::First, Some(Value::Draw));
        assert!(History::new(vec![known]).is_none());
        assert!(History::new(vec![known, (Side::Second, None)]).is_none());
        assert!(History::new(vec![known, (Side::Second, Some(Value::Win(Value::UNTOLD)))]).is_none());
    }
}
