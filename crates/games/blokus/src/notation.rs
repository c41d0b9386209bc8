//! The core's notation: a position is written as the path of move codes that leads to it.

use crate::{Blokus, Move, Node, SHAPES, cells, code, diagram, draw, panels};
use yomikiri_core::{Diagram, Drawing, Game, Notation, Panel, ParseError, Placement};

impl Notation for Blokus {
    /// The codes, separated by `/`; the start is empty text.
    fn show_pos(&self, pos: &Node) -> String {
        pos.path.moves().iter().map(|&mv| code::write(mv)).collect::<Vec<_>>().join("/")
    }

    /// Reads codes separated by `/` or spaces.
    fn parse_pos(&self, text: &str) -> Result<Node, ParseError> {
        let mut node = self.start();
        let mut at = 0;
        for word in text.split(|c: char| c == '/' || c.is_whitespace()) {
            if !word.is_empty() {
                let moved = |error: ParseError| ParseError::at(at + error.at.unwrap_or(0), error.message);
                let mv = self.parse_move(&node, word).map_err(moved)?;
                node = self.play(&node, mv);
            }
            at += word.chars().count() + 1;
        }
        Ok(node)
    }

    fn show_move(&self, _pos: &Node, mv: Move) -> String {
        code::write(mv)
    }

    fn parse_move(&self, pos: &Node, text: &str) -> Result<Move, ParseError> {
        let mv = code::read(text)?;
        self.check(&pos.position, mv)?;
        Ok(mv)
    }

    /// Reads a code, or the squares that the piece is to cover, in any order.
    fn read_move(&self, pos: &Node, _last: Option<Move>, text: &str) -> Result<Move, ParseError> {
        let words: Vec<_> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        // A code has four characters, and no square has so many.
        if words.iter().any(|word| word.len() > 3) {
            return self.parse_move(pos, text);
        }
        let mv = cells::read(&words.join(","))?;
        self.check(&pos.position, mv)?;
        Ok(mv)
    }

    fn drawing(&self, pos: &Node, last: Option<Move>) -> Drawing {
        draw::drawing(*self, pos, draw::Labels::Codes, last.is_some())
    }

    /// The last move is that of the path, by whatever way the position was reached.
    fn diagram(&self, pos: &Node, _last: Option<Move>) -> Option<Diagram> {
        Some(diagram::diagram(*self, pos))
    }

    fn covers(&self, _pos: &Node, mv: Move) -> Vec<String> {
        let placed = mv.placement().and_then(|(shape, square)| SHAPES.get(shape).at(square));
        placed.into_iter().flat_map(|piece| piece.squares().map(code::square).collect::<Vec<_>>()).collect()
    }

    fn placement(&self, pos: &Node, mv: Move) -> Option<Placement> {
        let (shape, square) = mv.placement()?;
        let shape = SHAPES.get(shape);
        let (piece, anchor) = (shape.piece.letter().to_string(), code::square(square));
        Some(Placement { piece, orientation: shape.orientation, anchor, covers: self.covers(pos, mv) })
    }

    fn panels(&self, pos: &Node) -> Vec<Panel> {
        panels::all(&pos.position)
    }
}
