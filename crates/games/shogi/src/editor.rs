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
