//! Setting up positions of the shogi family, in SFEN that need not be a position.

use crate::{
    Bits, DiagramOptions, Kind, Piece, Position, Setup, Shogi, Variant, diagram::diagram, setup, sfen, words,
};
use yomikiri_core::{Draft, Edit, Editor, EditorPiece, Message, ParseError, Side};

fn piece(variant: &Variant, kind: Kind, side: Side) -> EditorPiece {
    let name = variant.face(kind).expect("a piece of the variant").piece_name().into();
    let in_hand = variant.hand_kinds().any(|other| other == kind);
    EditorPiece { letter: sfen::letter(Piece { kind, side }, variant), name, side, in_hand }
}

fn named(variant: &Variant, letter: &str) -> Result<Piece, ParseError> {
    let of = |side| variant.kinds().map(move |kind| Piece { kind, side });
    let mut pieces = of(Side::First).chain(of(Side::Second));
    let found = pieces.find(|&piece| sfen::letter(piece, variant) == letter);
    found.ok_or_else(|| ParseError::new(words::NO_PIECE_NAMED.with(format!("{letter:?}"))))
}

/// The draft with both sides of the board or left and right exchanged.
fn moved<B: Bits>(setup: &Setup, variant: &Variant, map: impl Fn(&Position<B>) -> Position<B>) -> Setup {
    map(&Position::unchecked(setup, variant)).setup()
}

impl<B: Bits> Editor for Shogi<B> {
    fn pieces(&self) -> Vec<EditorPiece> {
        let of = |side| self.variant().kinds().map(move |kind| piece(self.variant(), kind, side));
        of(Side::First).chain(of(Side::Second)).collect()
    }

    fn draft(&self, text: &str) -> Result<Draft, ParseError> {
        let variant = self.variant();
        let setup = sfen::read_draft(text, variant)?;
        let pos = Position::<B>::unchecked(&setup, variant);
        let held = |side: Side| variant.hand_kinds().map(move |kind| (kind, side));
        let hands = held(Side::First)
            .chain(held(Side::Second))
            .map(|(kind, side)| (piece(variant, kind, side), pos.hand(side, kind)));
        Ok(Draft {
            text: sfen::write(&pos, variant),
            picture: diagram(&pos, variant, DiagramOptions::default()),
            side: pos.side(),
            hands: hands.collect(),
            fault: setup::check(&setup, variant).err().map(Message::from),
        })
    }

    fn edited(&self, draft: &str, edit: &Edit<'_>) -> Result<String, ParseError> {
        let variant = self.variant();
        let mut setup = sfen::read_draft(draft, variant)?;
        match *edit {
            Edit::Put { spot, piece } => {
                let piece = piece.map(|letter| named(variant, letter)).transpose()?;
                let square = variant.board.squares().find(|&square| variant.board.name(square) == spot);
                let none = || ParseError::new(words::NO_SQUARE_NAMED.with(format!("{spot:?}")));
                setup.board[square.ok_or_else(none)?.index()] = piece;
            }
            Edit::More(letter) | Edit::Fewer(letter) => {
                let Piece { kind, side } = named(variant, letter)?;
                if !variant.hand_kinds().any(|other| other == kind) {
                    return Err(ParseError::new(
                        words::NOT_IN_HAND.with(variant.pieces[kind.place()].face.piece_name()),
                    ));
                }
                let count = &mut setup.hands[side.index()][kind.place()];
                let more = matches!(edit, Edit::More(_));
                *count =
                    if more { (*count + 1).min(sfen::DRAFT_MOST as u8) } else { count.saturating_sub(1) };
            }
            Edit::Pass => setup.side = setup.side.other(),
            Edit::Turn => setup = moved::<B>(&setup, variant, Position::flipped),
            Edit::Mirror => setup = moved::<B>(&setup, variant, Position::mirrored),
            Edit::Clear => setup = Setup { side: setup.side, ..Setup::empty(variant) },
        }
        Ok(sfen::write(&Position::<B>::unchecked(&setup, variant), variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::SmallShogi;
    use yomikiri_core::{Game, Notation};

    #[test]
    fn a_position_is_set_up_from_nothing() {
        let game = SmallShogi::dobutsu(Ending::Capture);
        let mut text = game.show_pos(&game.start());
        let mut edits = vec![Edit::Clear];
        for (spot, piece) in [("2a", "l"), ("2d", "L"), ("1b", "H"), ("3c", "E")] {
            edits.push(Edit::Put { spot, piece: Some(piece) });
        }
        edits.extend([Edit::Put { spot: "3c", piece: None }, Edit::More("g"), Edit::Pass]);
        for edit in &edits {
            text = game.edited(&text, edit).unwrap();
        }
        assert_eq!(text, "1l1/2H/3/1L1 w g");
        assert_eq!(game.show_pos(&game.parse_pos(&text).unwrap()), text);
        let draft = game.draft(&text).unwrap();
        assert!(draft.fault.is_none() && draft.side == Side::Second);
        let held: Vec<_> = draft.hands.iter().filter(|(_, count)| *count > 0).collect();
        assert!(held.len() == 1 && held[0].0.letter == "g");
        assert_eq!(game.edited(&text, &Edit::Turn).unwrap(), "1l1/3/h2/1L1 b G");
        assert_eq!(game.edited(&text, &Edit::Mirror).unwrap(), "1l1/H2/3/1L1 w g");
        assert_eq!(game.edited(&text, &Edit::Fewer("g")).unwrap(), "1l1/2H/3/1L1 w -");
    }

    #[test]
    fn what_is_no_position_is_drawn_and_explained() {
        let game = SmallShogi::dobutsu(Ending::Capture);
        for (text, fault) in [
            ("3/3/3/3 b -", "0 lions"),
            ("1l1/1L1/1L1/3 b -", "2 lions"),
            ("1l1/3/3/GLG b 2G", "giraffes"),
            ("1l1/CCC/3/1L1 b 5c", "chicks"),
        ] {
            let draft = game.draft(text).unwrap();
            assert!(
                draft.fault.as_ref().is_some_and(|why| why.to_string().contains(fault)),
                "{text}: {:?}",
                draft.fault
            );
            assert_eq!(draft.text, text);
            assert!(game.parse_pos(text).is_err());
        }
        for text in ["", "1l1/3/3 b -", "1l1/3/3/1L1 b 100g", "1l1/3/3/1L1 b 99g99g"] {
            assert!(game.draft(text).is_err(), "{text}");
        }
        let start = game.show_pos(&game.start());
        for edit in [
            Edit::Put { spot: "9i", piece: None },
            Edit::Put { spot: "2b", piece: Some("X") },
            Edit::More("L"),
            Edit::More("H"),
        ] {
            assert!(game.edited(&start, &edit).is_err(), "{edit:?}");
        }
    }
}
