//! The board as a picture: pieces in each [`PieceStyle`](yomikiri_core::PieceStyle), coordinates, the hands
//! beside the board.

use crate::{Bits, Kind, Move, Piece, Position, Square, Variant, faces, japanese, numerals::RANKS, words};
use yomikiri_core::{Diagram, Gap, Language, Side, phrases, player};

/// The side of a square; all other lengths follow from it.
const CELL: i32 = 48;
const LEFT: i32 = 12;
/// The height of a hand.
const HAND: i32 = 44;
const TOP: i32 = HAND + 24;

/// A piece as seen by its owner.
const SHAPE: &str = "M0 -21L14 -14L18 20H-18L-14 -14Z";

/// What may differ between diagrams of one position.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiagramOptions {
    /// The move that led to the position.
    pub last: Option<Move>,
    /// Whether ranks are numbered in kanji, as in print, and not lettered, as in USI.
    pub numerals: bool,
    /// A side whose hand is left out.
    pub handless: Option<Side>,
}

/// Draws a position of the variant.
///
/// # Panics
/// The position is one of another variant.
pub fn diagram<B: Bits>(pos: &Position<B>, variant: &Variant, options: DiagramOptions) -> Diagram {
    let (wide, high) = (CELL * i32::from(pos.board.files), CELL * i32::from(pos.board.ranks));
    let size = (LEFT + wide + 26, TOP + high + HAND + 6);
    let mut drawing = Drawing { pos, variant, diagram: Diagram::new(size, phrases::BOARD) };
    drawing.diagram.describe(|language| told(pos, variant, options, language));
    drawing.board((wide, high), options);
    for square in pos.board.squares() {
        let (x, y) = drawing.corner(square);
        drawing.diagram.spot(&pos.board.name(square), (x, y), (CELL, CELL));
        if let Some(piece) = pos.piece(square) {
            drawing.piece(piece, (x + CELL / 2, y + CELL / 2));
        }
    }
    for (side, y) in [(Side::Second, HAND / 2), (Side::First, TOP + high + HAND / 2 + 4)] {
        if options.handless != Some(side) {
            // In a problem it is clear who is to move.
            if pos.side == side && options.handless.is_none() {
                drawing.diagram.circle("turn", (LEFT - 4, y), 4);
            }
            drawing.hand(side, y);
        }
    }
    drawing.diagram
}

struct Drawing<'a, B: Bits> {
    pos: &'a Position<B>,
    variant: &'a Variant,
    diagram: Diagram,
}

impl<B: Bits> Drawing<'_, B> {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (self.pos.board.file(square), self.pos.board.rank(square));
        (LEFT + i32::from(file) * CELL, TOP + i32::from(rank) * CELL)
    }

    /// The board without pieces, and its coordinates.
    fn board(&mut self, (wide, high): (i32, i32), options: DiagramOptions) {
        self.diagram.rect("board", (LEFT, TOP), (wide, high), 0);
        let touched = options.last.map(|last| match last {
            Move::Board { from, to, .. } => [Some(from), Some(to)],
            Move::Drop { to, .. } => [None, Some(to)],
        });
        for square in touched.into_iter().flatten().flatten() {
            self.diagram.rect("last", self.corner(square), (CELL, CELL), 0);
        }
        let across =
            (1..self.pos.board.ranks).map(|rank| format!("M{LEFT} {}h{wide}", TOP + i32::from(rank) * CELL));
        let down =
            (1..self.pos.board.files).map(|file| format!("M{} {TOP}v{high}", LEFT + i32::from(file) * CELL));
        self.diagram.path("lines", &across.chain(down).collect::<String>());
        for file in 0..self.pos.board.files {
            let x = LEFT + i32::from(file) * CELL + CELL / 2;
            self.diagram.text("name", (x, TOP - 6), 15, &(self.pos.board.files - file).to_string());
        }
        for rank in 0..self.pos.board.ranks {
            let (letter, y) = ((b'a' + rank) as char, TOP + i32::from(rank) * CELL + CELL / 2 + 5);
            let numeral = RANKS.get(usize::from(rank)).filter(|_| options.numerals);
            let name = numeral.map_or_else(|| letter.to_string(), ToString::to_string);
            self.diagram.text("name", (LEFT + wide + 13, y), 15, &name);
        }
    }

    /// A piece around a point; the second player's point down.
    fn piece(&mut self, piece: Piece, middle: (i32, i32)) {
        let face = *self.variant.face(piece.kind).expect("a piece of the variant");
        let degrees = if piece.side == Side::First { 0 } else { 180 };
        self.diagram.group(middle, degrees, |diagram| {
            diagram.path("piece", SHAPE);
            diagram.styled(|diagram, style| faces::draw(diagram, style, &face, piece.kind.is_promoted()));
        });
    }

    /// A side's hand from left to right, around a height.
    fn hand(&mut self, side: Side, y: i32) {
        let mut x = LEFT + CELL / 2;
        for kind in self.variant.hand_kinds() {
            let count = self.pos.hand(side, kind);
            if count > 0 {
                self.piece(Piece { kind, side }, (x, y));
                if side == self.pos.side {
                    // As a drop begins.
                    let letter = self.variant.face(kind).expect("a piece of the variant").letter;
                    self.diagram.spot(&format!("{letter}*"), (x - 20, y - 22), (40, 44));
                }
                x += CELL / 2 + 2;
                if count > 1 {
                    self.diagram.text("count", (x + 4, y + 6), 17, &count.to_string());
                    x += 16;
                }
                x += CELL / 2;
            }
        }
    }
}

/// What is on the board and in hand, for those who do not see it.
fn told<B: Bits>(
    pos: &Position<B>,
    variant: &Variant,
    options: DiagramOptions,
    language: Language,
) -> String {
    let name = |kind: Kind| {
        let face = variant.face(kind).expect("a piece of the variant");
        Gap::from(face.piece_name()).in_language(language)
    };
    // Where ranks are numbered in kanji, a Japanese reader is told squares so (５三).
    let at = |square: Square| {
        let is_numbered = options.numerals && language == Language::Japanese;
        let numbered = is_numbered.then(|| japanese::square(pos.board, square)).flatten();
        numbered.unwrap_or_else(|| pos.board.name(square))
    };
    let join = |texts: Vec<String>| texts.join(words::BETWEEN.in_language(language));
    let of_side = |side: Side| {
        let pieces = pos.board.squares().filter_map(|square| {
            let piece = pos.piece(square).filter(|piece| piece.side == side)?;
            Some(match language {
                Language::English => format!("{} {}", name(piece.kind), at(square)),
                Language::Japanese => at(square) + &name(piece.kind),
            })
        });
        let held = variant.hand_kinds().filter(|&kind| pos.hand(side, kind) > 0);
        let held = held.map(|kind| match language {
            Language::English => format!("{} {}", pos.hand(side, kind), name(kind)),
            Language::Japanese => format!("{}{}", name(kind), pos.hand(side, kind)),
        });
        let (pieces, held) = (join(pieces.collect()), join(held.collect()));
        let of_side = words::OF_SIDE.with(player(side, pos.side == side));
        let told = if held.is_empty() || options.handless == Some(side) {
            of_side.and(pieces)
        } else {
            of_side.and(words::WITH_HAND.with(pieces).and(held))
        };
        told.in_language(language)
    };
    [Side::First, Side::Second].map(of_side).join(" ")
}
