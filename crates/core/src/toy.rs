//! A game small enough to be seen through, for examples and tests.

use crate::{Drawing, Game, Notation, ParseError, Side, TwoPlayer, Value};

crate::phrases! { words;
    NODE: "expected the number of a node", "節の番号が必要です";
    NO_NODE: "no such node", "その節はありません";
    NO_EDGE: "no edge leads there", "そこへの辺はありません";
}

/// A walk in a directed graph: a move goes along an edge, who stands at a node without one has lost.
pub struct Maze {
    /// For each node, from 0 on, the nodes that its edges lead to.
    pub edges: &'static [&'static [u8]],
}

impl Game for Maze {
    type Pos = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn moves(&self, pos: &u8, out: &mut Vec<u8>) {
        out.extend_from_slice(self.edges[usize::from(*pos)]);
    }

    fn play(&self, _pos: &u8, mv: u8) -> u8 {
        mv
    }
}

impl TwoPlayer for Maze {
    fn side(&self, _pos: &u8) -> Side {
        Side::First
    }

    fn result(&self, pos: &u8) -> Option<Value> {
        self.edges[usize::from(*pos)].is_empty().then_some(Value::Loss(0))
    }
}

impl Notation for Maze {
    fn show_pos(&self, pos: &u8) -> String {
        pos.to_string()
    }

    fn parse_pos(&self, text: &str) -> Result<u8, ParseError> {
        let node = text.parse().map_err(|_| ParseError::new(NODE))?;
        if usize::from(node) < self.edges.len() { Ok(node) } else { Err(ParseError::new(NO_NODE)) }
    }

    fn show_move(&self, _pos: &u8, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, pos: &u8, text: &str) -> Result<u8, ParseError> {
        let node = self.parse_pos(text)?;
        let legal = self.edges[usize::from(*pos)].contains(&node);
        legal.then_some(node).ok_or_else(|| ParseError::new(NO_EDGE))
    }

    fn drawing(&self, pos: &u8, _last: Option<Self::Move>) -> Drawing {
        Drawing::of_text(&self.show_pos(pos))
    }
}
