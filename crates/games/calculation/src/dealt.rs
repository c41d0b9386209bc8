//! Calculation with a given deal: no chance is left, and a game tree of moves alone.

use crate::{deal::Deal, moves::Move, position::Position, rules::Calculation, words};
use yomikiri_core::{Diagram, Drawing, Game, Notation, Panel, ParseError, Settled};

/// A game whose stock has a known order. Its positions hold the card that comes next; who must not know it
/// asks [`Calculation`] with the same positions.
#[derive(Clone, Debug)]
pub struct Dealt {
    game: Calculation,
    deal: Deal,
}

impl Dealt {
    /// The game with a deal, which must be one of its variant.
    pub const fn new(game: Calculation, deal: Deal) -> Self {
        Self { game, deal }
    }

    /// The rules.
    pub const fn game(&self) -> &Calculation {
        &self.game
    }

    /// The deal.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Turns up the next card if one is due.
    fn due(&self, mut pos: Position) -> Position {
        if pos.turned == 0 && pos.hidden() > 0 {
            pos.turn(self.deal.next(pos.hidden()));
        }
        pos
    }
}

impl Game for Dealt {
    type Pos = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.due(self.game.start())
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.game.moves(pos, out);
    }

    fn play(&self, pos: &Position, mv: Move) -> Position {
        self.due(self.game.play(pos, mv))
    }
}

impl Settled for Dealt {
    fn play_unseen(&self, pos: &Position, mv: Move) -> Position {
        self.game.play(pos, mv)
    }

    fn won(&self, pos: &Position) -> Option<bool> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.is_empty().then(|| self.game.is_won(pos))
    }
}

impl Notation for Dealt {
    fn show_pos(&self, pos: &Position) -> String {
        self.game.show_pos(pos)
    }

    /// The stock must hold what the deal has left: positions of other deals are refused.
    fn parse_pos(&self, text: &str) -> Result<Position, ParseError> {
        let pos = self.game.parse_pos(text)?;
        let mut left = pos;
        let hidden = pos.hidden() as usize;
        let cards = self.deal.cards();
        let other = || ParseError::new(words::OTHER_STOCK);
        for card in &cards[cards.len().checked_sub(hidden).ok_or_else(other)?..] {
            let count = &mut left.stock[usize::from(*card)];
            *count = count.checked_sub(1).ok_or_else(other)?;
        }
        Ok(self.due(pos))
    }

    fn show_move(&self, pos: &Position, mv: Move) -> String {
        self.game.show_move(pos, mv)
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, ParseError> {
        self.game.parse_move(pos, text)
    }

    fn drawing(&self, pos: &Position, last: Option<Move>) -> Drawing {
        self.game.drawing(pos, last)
    }

    fn diagram(&self, pos: &Position, last: Option<Move>) -> Option<Diagram> {
        self.game.diagram(pos, last)
    }

    fn panels(&self, pos: &Position) -> Vec<Panel> {
        self.game.panels(pos)
    }
}
