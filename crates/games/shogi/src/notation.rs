//! The core's notation, put together from SFEN, USI, the picture and the drawing.

use crate::{
    Bits, DiagramOptions, Ending, Move, Position, Shogi, diagram::diagram, draw, japanese, picture, sfen,
    usi, words,
};
use yomikiri_core::{Diagram, Drawing, Notation, ParseError, Side};

impl<B: Bits> Notation for Shogi<B> {
    fn show_pos(&self, pos: &Position<B>) -> String {
        sfen::write(pos, self.variant())
    }

    /// Reads SFEN, or a picture (more than one line) with the first player to move.
    fn parse_pos(&self, text: &str) -> Result<Position<B>, ParseError> {
        let pos = if text.trim().contains('\n') {
            picture::read(text, Side::First, self.variant())?
        } else {
            sfen::read(text, self.variant())?
        };
        if self.ending() == Ending::Mate && self.can_take_royal(&pos, pos.side) {
            return Err(ParseError::new(
                words::ROYAL_CAN_BE_TAKEN.with(self.variant().pieces[0].face.piece_name()),
            ));
        }
        Ok(pos)
    }

    fn show_move(&self, _pos: &Position<B>, mv: Move) -> String {
        usi::write(self, mv)
    }

    fn parse_move(&self, pos: &Position<B>, text: &str) -> Result<Move, ParseError> {
        usi::read(self, pos, text)
    }

    /// Reads USI, or what Japanese records write.
    fn read_move(&self, pos: &Position<B>, last: Option<Move>, text: &str) -> Result<Move, ParseError> {
        match japanese::read(self, pos, last, text) {
            Some(read) => read,
            None => usi::read(self, pos, text),
        }
    }

    fn print_move(&self, pos: &Position<B>, last: Option<Move>, mv: Move) -> Option<String> {
        self.kanji.then(|| japanese::print(self, pos, last, mv))?
    }

    fn drawing(&self, pos: &Position<B>, last: Option<Move>) -> Drawing {
        draw::drawing(pos, self.variant(), self.kanji, last)
    }

    fn diagram(&self, pos: &Position<B>, last: Option<Move>) -> Option<Diagram> {
        let options = DiagramOptions { last, numerals: self.kanji, ..DiagramOptions::default() };
        Some(diagram(pos, self.variant(), options))
    }
}
