//! A game and its positions with their types forgotten, as Python holds them.

use std::{
    any::Any,
    cell::RefCell,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};
use yomikiri_core::{Game, Notation, ParseError, Settled, Side, TwoPlayer, Value, moves_of, perft_while};

/// The rules of a game.
pub trait AnyRules: Send + Sync {
    /// The position that a game begins with.
    fn start(self: Arc<Self>) -> Box<dyn AnyPosition>;

    /// Reads a position.
    ///
    /// # Errors
    /// Text that is no position, with the reason.
    fn read(self: Arc<Self>, text: &str) -> Result<Box<dyn AnyPosition>, ParseError>;
}

/// A position of a game. Moves are told by their names.
pub trait AnyPosition: Any + Send + Sync {
    fn text(&self) -> String;
    fn side(&self) -> Side;
    fn result(&self) -> Option<Value>;
    /// What the sides have scored, in a game of points.
    fn points(&self) -> Option<[i32; 2]>;
    fn moves(&self) -> Vec<String>;
    /// The position after a move.
    ///
    /// # Errors
    /// Text that is no legal move, with the reason.
    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, ParseError>;
    /// The number of sequences of so many moves; none if it was ended meanwhile.
    fn perft(&self, depth: u32, goes_on: &mut dyn FnMut() -> bool) -> Option<u64>;
    fn draw(&self) -> String;
    fn svg(&self) -> Option<String>;
    /// What the game shows of the position besides, each text under its name.
    fn panels(&self) -> Vec<(&'static str, String)>;
    fn is_equal(&self, other: &dyn AnyPosition) -> bool;
    fn hash(&self) -> u64;
}

/// A question about a position that not every trait of games answers in the same way.
type Ask<G, T> = fn(&G, &<G as Game>::Pos) -> T;

/// The rules of a game with what differs between games of two sides and solitaires.
pub struct Rules<G: Game> {
    game: G,
    side: Ask<G, Side>,
    result: Ask<G, Option<Value>>,
    points: Ask<G, Option<[i32; 2]>>,
}

impl<G: TwoPlayer> Rules<G> {
    /// A game of two sides.
    pub fn of_two(game: G) -> Self {
        Self { game, side: G::side, result: G::result, points: |_, _| None }
    }
}

impl<G: Game> Rules<G> {
    /// The same game, which counts points.
    pub fn with_points(self, points: Ask<G, Option<[i32; 2]>>) -> Self {
        Self { points, ..self }
    }
}

impl<G: Settled> Rules<G> {
    /// A solitaire with its deal.
    pub fn of_solitaire(game: G) -> Self {
        let result = |game: &G, pos: &G::Pos| {
            game.won(pos).map(|won| if won { Value::Win(0) } else { Value::Loss(0) })
        };
        Self { game, side: |_, _| Side::First, result, points: |_, _| None }
    }
}

impl<G: Notation + 'static> AnyRules for Rules<G> {
    fn start(self: Arc<Self>) -> Box<dyn AnyPosition> {
        let pos = self.game.start();
        Box::new(Placed { rules: self, pos })
    }

    fn read(self: Arc<Self>, text: &str) -> Result<Box<dyn AnyPosition>, ParseError> {
        let pos = self.game.parse_pos(text)?;
        Ok(Box::new(Placed { rules: self, pos }))
    }
}

/// A position with the rules that it is of.
struct Placed<G: Game> {
    rules: Arc<Rules<G>>,
    pos: G::Pos,
}

impl<G: Notation + 'static> AnyPosition for Placed<G> {
    fn text(&self) -> String {
        self.rules.game.show_pos(&self.pos)
    }

    fn side(&self) -> Side {
        (self.rules.side)(&self.rules.game, &self.pos)
    }

    fn result(&self) -> Option<Value> {
        (self.rules.result)(&self.rules.game, &self.pos)
    }

    fn points(&self) -> Option<[i32; 2]> {
        (self.rules.points)(&self.rules.game, &self.pos)
    }

    fn moves(&self) -> Vec<String> {
        let game = &self.rules.game;
        moves_of(game, &self.pos).into_iter().map(|mv| game.show_move(&self.pos, mv)).collect()
    }

    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, ParseError> {
        let game = &self.rules.game;
        let mv = game.parse_move(&self.pos, mv)?;
        Ok(Box::new(Self { rules: self.rules.clone(), pos: game.play(&self.pos, mv) }))
    }

    fn perft(&self, depth: u32, goes_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        let goes_on = RefCell::new(goes_on);
        perft_while(&self.rules.game, &self.pos, depth, &|| (goes_on.borrow_mut())())
    }

    fn draw(&self) -> String {
        self.rules.game.draw(&self.pos, false)
    }

    fn svg(&self) -> Option<String> {
        self.rules.game.diagram(&self.pos, None).map(|diagram| diagram.file())
    }

    fn panels(&self) -> Vec<(&'static str, String)> {
        self.rules.game.panels(&self.pos).into_iter().map(|panel| (panel.name, panel.text)).collect()
    }

    fn is_equal(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| other.pos == self.pos)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.pos.hash(&mut hasher);
        hasher.finish()
    }
}
