//! One face for every window: what is shown of a position, derived from the rules and from whoever knows the values.

use crate::{Game, Notation, ParseError, Side, TwoPlayer, Value};
use std::{cmp::Reverse, collections::HashSet, error::Error, fmt, sync::Arc};

/// Why a value could not be had: the environment failed (a damaged or missing file), not the question.
#[derive(Clone, Debug)]
pub struct ProbeError(pub Arc<dyn Error + Send + Sync>);

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for ProbeError {}

/// Someone who knows the values of a game's positions: a table, or a solver on the spot.
pub trait Probe<G: Game>: Send + Sync {
    /// The value of the position; `None` if it is not among those known.
    ///
    /// # Errors
    /// The source is damaged; never a wrong answer.
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError>;
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for Box<P> {
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        (**self).probe(game, pos)
    }
}

/// A move as it is offered to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's name.
    pub name: String,
    /// The position it leads to.
    pub position: String,
    /// What the choice is worth to the mover, if known: `Win(3)` wins in three plies, this move included.
    pub value: Option<Value>,
}

/// All that a window shows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The position in the game's notation.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// Its value for the side to move, if known.
    pub value: Option<Value>,
    /// Whether the game is over here.
    pub over: bool,
    /// The legal moves, best first.
    pub moves: Vec<Choice>,
    /// A best line from here to the end of the game, or, where neither side can force it, to the first repetition;
    /// empty where none is known.
    pub line: Vec<String>,
}

/// A game tree to walk in, as an object.
pub trait Explore: Send + Sync {
    /// The position a game begins with.
    fn start(&self) -> String;

    /// What is to be seen at a position.
    ///
    /// # Errors
    /// Text that is no position; values that cannot be had.
    fn view(&self, pos: &str) -> Result<View, ExploreError>;

    /// The position that a move, written in any way the game reads, leads to.
    ///
    /// # Errors
    /// Text that is no position, no move, or a move that is not legal there, with the reason.
    fn step(&self, pos: &str, mv: &str) -> Result<String, ExploreError>;

    /// The board on several lines; with ANSI colours if asked.
    ///
    /// # Errors
    /// Text that is no position.
    fn draw(&self, pos: &str, colour: bool) -> Result<String, ExploreError>;
}

/// Why there is no view.
#[derive(Clone, Debug)]
pub enum ExploreError {
    /// The text is no position or no move.
    Parse(ParseError),
    /// The source of values failed.
    Probe(ProbeError),
}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Probe(error) => error.fmt(f),
        }
    }
}

impl Error for ExploreError {}

impl From<ParseError> for ExploreError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<ProbeError> for ExploreError {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

/// The view of a game with its rules and a source of values.
pub struct Explorer<G, P> {
    /// The rules.
    pub game: G,
    /// Who knows the values.
    pub probe: P,
}

/// A legal move, where it leads, and what it is worth to the mover.
type Ranked<G> = (<G as Game>::Move, <G as Game>::Pos, Option<Value>);

impl<G: TwoPlayer, P: Probe<G>> Explorer<G, P> {
    /// The value of any position: the rules know the ends of the game, the probe knows the rest.
    fn value(&self, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        match self.game.result(pos) {
            Some(value) => Ok(Some(value)),
            None => self.probe.probe(&self.game, pos),
        }
    }

    /// The legal moves, best first, equals in the order of generation, unknown values last.
    fn ranked(&self, pos: &G::Pos) -> Result<Vec<Ranked<G>>, ProbeError> {
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = self.game.play(pos, mv);
            let value = self.value(&next)?.map(Value::before);
            ranked.push((mv, next, value));
        }
        ranked.sort_by_key(|&(_, _, value)| Reverse(value));
        Ok(ranked)
    }
}

impl<G: Notation + TwoPlayer, P: Probe<G>> Explorer<G, P> {
    /// Best play by both sides. Every position is met at most once, so that the line ends even in a drawn game.
    fn line(&self, pos: &G::Pos, ranked: &[Ranked<G>]) -> Result<Vec<String>, ProbeError> {
        let mut line = Vec::new();
        let mut seen = HashSet::from([pos.clone()]);
        let mut here = pos.clone();
        let mut best = ranked.first().cloned();
        while let Some((mv, next, Some(_))) = best {
            line.push(self.game.show_move(&here, mv));
            if !seen.insert(next.clone()) {
                break;
            }
            best = self.ranked(&next)?.into_iter().next();
            here = next;
        }
        Ok(line)
    }
}

impl<G: Notation + TwoPlayer, P: Probe<G>> Explore for Explorer<G, P> {
    fn start(&self) -> String {
        self.game.show_pos(&self.game.start())
    }

    fn view(&self, pos: &str) -> Result<View, ExploreError> {
        let game = &self.game;
        let pos = game.parse_pos(pos)?;
        let value = self.value(&pos)?;
        let ranked = self.ranked(&pos)?;
        // Where the position itself is unknown its successors may still be known by chance: no line can be the best.
        let line = if value.is_some() { self.line(&pos, &ranked)? } else { Vec::new() };
        let moves = ranked
            .into_iter()
            .map(|(mv, next, value)| Choice {
                name: game.show_move(&pos, mv),
                position: game.show_pos(&next),
                value,
            })
            .collect();
        let (position, side) = (game.show_pos(&pos), game.side(&pos));
        Ok(View { position, side, value, over: game.result(&pos).is_some(), moves, line })
    }

    fn step(&self, pos: &str, mv: &str) -> Result<String, ExploreError> {
        let pos = self.game.parse_pos(pos)?;
        let mv = self.game.parse_move(&pos, mv)?;
        Ok(self.game.show_pos(&self.game.play(&pos, mv)))
    }

    fn draw(&self, pos: &str, colour: bool) -> Result<String, ExploreError> {
        Ok(self.game.draw(&self.game.parse_pos(pos)?, colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Maze, Oracle};

    fn explorer(edges: &'static [&'static [u8]]) -> Explorer<Maze, Oracle> {
        let game = Maze { edges };
        let probe = Oracle::of(&game);
        Explorer { game, probe }
    }

    #[test]
    fn the_winner_hurries_and_the_loser_resists() {
        // From 0 the mover may win at once (5), or slowly (1 -> 2 or 3 -> ...); from 1 both ways lose, 3 more slowly.
        let explorer = explorer(&[&[1, 5], &[2, 3], &[5], &[4], &[6], &[], &[5]]);
        let view = explorer.view("0").unwrap();
        assert_eq!(view.value, Some(Value::Win(1)));
        assert_eq!(view.line, ["5"]);
        let values: Vec<_> = view.moves.iter().map(|choice| (choice.name.as_str(), choice.value)).collect();
        assert_eq!(values, [("5", Some(Value::Win(1))), ("1", Some(Value::Win(5)))]);
        let lost = explorer.view("1").unwrap();
        assert_eq!(
            (lost.value, lost.line),
            (Some(Value::Loss(4)), ["3", "4", "6", "5"].map(String::from).to_vec())
        );
    }

    #[test]
    fn a_drawn_line_ends_where_a_position_returns() {
        let explorer = explorer(&[&[1], &[2], &[0, 3], &[4], &[]]);
        let view = explorer.view("0").unwrap();
        assert_eq!((view.value, view.over), (Some(Value::Draw), false));
        assert_eq!(view.line, ["1", "2", "0"]);
    }

    #[test]
    fn the_end_has_neither_moves_nor_line() {
        let explorer = explorer(&[&[1], &[]]);
        let view = explorer.view("1").unwrap();
        assert!(view.over && view.moves.is_empty() && view.line.is_empty());
        assert_eq!(view.value, Some(Value::Loss(0)));
        assert!(matches!(explorer.view("x"), Err(ExploreError::Parse(_))));
        assert!(matches!(explorer.step("0", "0"), Err(ExploreError::Parse(_))));
        assert_eq!(explorer.step("0", "1").unwrap(), "1");
    }

    #[test]
    fn unknown_values_come_last_and_give_no_line() {
        let game = Maze { edges: &[&[1, 2], &[2], &[]] };
        let explorer = Explorer { game, probe: Oracle::default() };
        let view = explorer.view("0").unwrap();
        assert_eq!((view.value, view.line.len()), (None, 0));
        assert_eq!(view.moves[0].name, "2");
        assert_eq!(view.moves[1].value, None);
    }
}
