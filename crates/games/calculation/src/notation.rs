//! Positions and moves as text.
//!
//! A position: the cards on each base, the waste piles from bottom to top, the stock as copies by rank, the
//! card turned up; such as `1.1.1.1 4K/7/-/- 3332443434443 9`. A move: `b2` puts the card turned up on base
//! 2, `p3` onto pile 3, `p3b2` the top card of pile 3 on base 2.

use crate::{
    diagram, draw,
    moves::Move,
    pile::Pile,
    position::Position,
    rank::{KING, Rank, letter, of_letter},
    rules::Calculation,
    variant::{MAX_BASES, MAX_PILES},
    words,
};
use yomikiri_core::{Diagram, Drawing, Game, Language, Message, Notation, Panel, ParseError, phrases};

/// A part of a text, with the place of its first character.
type Part<'a> = (usize, &'a str);

/// Splits a part and keeps the places.
fn split<'a>((at, text): Part<'a>, separator: char) -> Vec<Part<'a>> {
    let mut at = at;
    let place = |part: &'a str| {
        let here = at;
        at += part.chars().count() + 1;
        (here, part)
    };
    text.split(separator).map(place).collect()
}

impl Calculation {
    fn parse_bases(&self, part: Part) -> Result<[u8; MAX_BASES], ParseError> {
        let (at, count) = (part.0, self.variant().bases());
        let parts = split(part, '.');
        if parts.len() != count {
            return Err(ParseError::at(at, words::BASES.with(count)));
        }
        let mut bases = [0; MAX_BASES];
        for (base, (at, text)) in bases.iter_mut().zip(parts) {
            let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let known = digits.and_then(|digits| digits.parse().ok());
            let known = known.filter(|&count| count <= self.variant().ranks());
            let message = || words::ON_BASE.with(format!("{text:?}")).and(self.variant().ranks());
            let wrong = || ParseError::at(at, message());
            *base = known.ok_or_else(wrong)?;
        }
        Ok(bases)
    }

    fn parse_card(&self, at: usize, text: char) -> Result<Rank, ParseError> {
        let known = of_letter(text).filter(|&rank| rank <= self.variant().ranks());
        let last = letter(self.variant().ranks());
        known.ok_or_else(|| ParseError::at(at, words::NO_CARD.with(format!("{text:?}")).and(last)))
    }

    fn parse_piles(&self, part: Part) -> Result<[Pile; MAX_PILES], ParseError> {
        let (at, count) = (part.0, self.variant().piles());
        let parts = split(part, '/');
        if parts.len() != count {
            return Err(ParseError::at(at, words::PILES.with(count)));
        }
        let mut piles = [Pile::EMPTY; MAX_PILES];
        for (pile, (at, text)) in piles.iter_mut().zip(parts) {
            if text == "-" {
                continue;
            }
            if text.is_empty() || text.chars().count() > self.variant().cards() {
                return Err(ParseError::at(at, words::PILE));
            }
            for (i, card) in text.chars().enumerate() {
                pile.push(self.parse_card(at + i, card)?);
            }
        }
        Ok(piles)
    }

    /// Every rank must be there as often as there are bases.
    fn check_copies(&self, pos: &Position) -> Result<(), ParseError> {
        let copies = self.variant().bases();
        for rank in 1..=self.variant().ranks() {
            let in_piles = pos.piles.iter().flat_map(Pile::cards).filter(|&&card| card == rank).count();
            let elsewhere = usize::from(pos.stock[usize::from(rank)]) + usize::from(pos.turned == rank);
            let found = in_piles + elsewhere + copies - self.missing(pos, rank);
            if found != copies {
                let message = words::COPIES_OF_RANK.with(found).and(letter(rank)).and(copies);
                return Err(ParseError::new(message));
            }
        }
        Ok(())
    }
}

impl Notation for Calculation {
    fn show_pos(&self, pos: &Position) -> String {
        let bases: Vec<_> = pos.bases[..self.variant().bases()].iter().map(u8::to_string).collect();
        let pile = |pile: &Pile| match pile.cards() {
            [] => "-".into(),
            cards => cards.iter().map(|&card| letter(card)).collect::<String>(),
        };
        let piles: Vec<_> = pos.piles[..self.variant().piles()].iter().map(pile).collect();
        let stock: String =
            pos.stock[1..=usize::from(self.variant().ranks())].iter().map(u8::to_string).collect();
        format!("{} {} {stock} {}", bases.join("."), piles.join("/"), letter(pos.turned))
    }

    fn parse_pos(&self, text: &str) -> Result<Position, ParseError> {
        let parts = split((0, text), ' ');
        let [bases, piles, stock, turned] = parts[..] else {
            return Err(ParseError::new(words::PARTS));
        };
        let (bases, piles) = (self.parse_bases(bases)?, self.parse_piles(piles)?);
        let ranks = usize::from(self.variant().ranks());
        let mut counts = [0; KING as usize + 1];
        if stock.1.chars().count() != ranks {
            return Err(ParseError::at(stock.0, words::STOCK.with(ranks)));
        }
        for (i, (count, digit)) in counts[1..].iter_mut().zip(stock.1.chars()).enumerate() {
            let known = digit.to_digit(10).filter(|&digit| digit as usize <= self.variant().bases());
            let message = || words::COPIES.with(format!("{digit:?}")).and(self.variant().bases());
            let wrong = || ParseError::at(stock.0 + i, message());
            *count = known.ok_or_else(wrong)? as u8;
        }
        let mut letters = turned.1.chars();
        let turned = match (letters.next(), letters.next()) {
            (Some('-'), None) => 0,
            (Some(card), None) => self.parse_card(turned.0, card)?,
            _ => return Err(ParseError::at(turned.0, words::TURNED)),
        };
        let pos = Position { bases, turned, stock: counts, piles };
        self.check_copies(&pos)?;
        Ok(pos)
    }

    fn show_move(&self, _pos: &Position, mv: Move) -> String {
        match mv {
            Move::ToBase(base) => format!("b{}", base + 1),
            Move::ToPile(pile) => format!("p{}", pile + 1),
            Move::FromPile { pile, base } => format!("p{}b{}", pile + 1, base + 1),
        }
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        if let Some(mv) = moves.iter().copied().find(|&mv| self.show_move(pos, mv) == text) {
            return Ok(mv);
        }
        let names: Vec<_> = moves.iter().map(|&mv| self.show_move(pos, mv)).collect();
        let legal: Message =
            if names.is_empty() { words::NO_MOVE.into() } else { words::ONE_OF.with(names.join(" ")) };
        Err(ParseError::new(words::NO_MOVE_HERE.with(format!("{text:?}")).and(legal)))
    }

    fn drawing(&self, pos: &Position, last: Option<Move>) -> Drawing {
        draw::drawing(self, pos, last)
    }

    fn diagram(&self, pos: &Position, last: Option<Move>) -> Option<Diagram> {
        Some(diagram::diagram(self, pos, last))
    }

    fn panels(&self, pos: &Position) -> Vec<Panel> {
        vec![
            Panel::new("board", phrases::BOARD, self.draw(pos, false) + "\n"),
            Panel {
                japanese: Some(draw::reverse(self, pos, Language::Japanese)),
                ..Panel::new("reverse", words::REVERSE, draw::reverse(self, pos, Language::English))
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn the_positions_in_documents_are_positions() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
        let documents = [
            "README.md",
            "docs/book/src/games/calculation.md",
            "crates/games/calculation/src/notation.rs",
            "crates/games/calculation/src/words.rs",
        ];
        let game = Calculation::new(Variant::CALCULATION);
        let mut found = 0;
        for document in documents {
            let text = std::fs::read_to_string(format!("{root}/{document}")).unwrap();
            // Only in a position do four words follow each other of which the first is four counts.
            for words in text.split_whitespace().collect::<Vec<_>>().windows(4) {
                let counts: Vec<_> = words[0].trim_matches('`').split('.').collect();
                let is_stock = words[2].len() == 13 && words[2].bytes().all(|digit| digit.is_ascii_digit());
                if counts.len() == 4 && counts.iter().all(|count| count.parse::<u8>().is_ok()) && is_stock {
                    let turned = words[3].chars().next().unwrap();
                    let pos = format!("{} {} {} {turned}", counts.join("."), words[1], words[2]);
                    assert_eq!(game.parse_pos(&pos).map(|read| game.show_pos(&read)), Ok(pos), "{document}");
                    found += 1;
                }
            }
        }
        assert!(found >= 3, "{found} positions");
    }

    #[test]
    fn what_is_no_position_is_told() {
        let game = Calculation::new(Variant::CALCULATION);
        for (text, expected) in [
            ("1.1.1.1 -/-/-/- 3333444444444", "expected bases, waste piles"),
            ("1.1.1 -/-/-/- 3333444444444 -", "expected 4 counts of bases"),
            ("1.1.14.1 -/-/-/- 3333444444444 -", "expected 0 to 13 cards on a base (at character 5)"),
            ("1.1.1.1 -/-/- 3333444444444 -", "expected 4 waste piles"),
            ("1.1.1.1 -/-/-/Z 3333444444444 -", "'Z' is no card: expected A to K (at character 15)"),
            ("1.1.1.1 -/-/-/- 333344444444 -", "expected 13 digits"),
            ("1.1.1.1 -/-/-/- 3333444444454 -", "'5': expected 0 to 4 copies (at character 28)"),
            ("1.1.1.1 -/Q/-/- 3333444444444 -", "5 cards of rank Q, expected 4"),
            ("1.1.1.1 -/-/-/- 3333444444434 x", "'x' is no card"),
        ] {
            let error = game.parse_pos(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
