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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SmallBoard;
    use crate::{Ending, Shogi, SmallShogi, sfen};
    use yomikiri_core::Notation;

    #[test]
    fn pieces_stand_on_their_squares_and_point_at_the_enemy() {
        let game = SmallShogi::dobutsu(Ending::Capture);
        let pos = game.parse_pos("1le/1c1/1C1/EL1 w 2G").unwrap();
        let drawn = game.diagram(&pos, None).unwrap();
        let text = drawn.inline();
        // The second player's lion on 2a, the first player's elephant on 3d, and two giraffes in hand.
        assert!(
            text.contains(&format!("<g transform=\"translate({} {}) rotate(180)\">", LEFT + 72, TOP + 24)),
            "{text}"
        );
        assert!(
            text.contains(&format!("<g transform=\"translate({} {})\">", LEFT + 24, TOP + 168)),
            "{text}"
        );
        assert_eq!(
            (text.matches("class=\"piece\"").count(), text.matches("class=\"count\"").count()),
            (7, 1)
        );
        assert!(text.contains("in hand 2 giraffe") && text.contains("Second player, to move: lion 2a"));
        let text = drawn.in_language(Language::Japanese).inline();
        let told = "<title>盤面</title>\n<desc>先手: 2cひよこ、3dぞう、2dライオン、持ち駒 きりん2。 \
            後手(手番): 2aライオン、1aぞう、2bひよこ。</desc>";
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn the_last_move_is_marked_and_kanji_are_red_once_promoted() {
        let variant = Variant::minishogi();
        let pos: Position<SmallBoard> = sfen::read("rb2k/3+Rp/5/P4/K1SB1 b 2Gs", &variant).unwrap();
        let last = Move::Drop { kind: Kind::new(3), to: pos.board.square(2, 4).unwrap() };
        let options = DiagramOptions { last: Some(last), numerals: true, handless: Some(Side::Second) };
        let drawn = diagram(&pos, &variant, options);
        let text = drawn.inline();
        assert!(text.contains(&format!("class=\"last\" x=\"{}\" y=\"{}\"", LEFT + 96, TOP + 192)), "{text}");
        assert!(
            text.contains("class=\"promoted\"") && text.contains(">龍<") && text.contains(">五<"),
            "{text}"
        );
        // Nine on the board; of the hands only the first player's gold.
        assert_eq!(text.matches("class=\"piece\"").count(), 10);
        // Squares are told as they are numbered, and no hand that is left out.
        let text = drawn.in_language(Language::Japanese).inline();
        let told = "<desc>先手(手番): ２二龍、５四歩、５五玉、３五銀、２五角、持ち駒 金2。 \
            後手: ５一飛、４一角、１一玉、１二歩。</desc>";
        assert!(text.contains(told), "{text}");
        // What is on a promoted piece is no word.
        let game = Shogi::standard();
        let pos = game.parse_pos("4k4/9/3+S+N+L3/9/9/9/9/9/4K4 b -").unwrap();
        let text = game.diagram(&pos, None).unwrap().in_language(Language::Japanese).inline();
        let told = ["成銀", "成桂", "成香", ">全<", ">圭<", ">杏<"];
        assert!(told.iter().all(|word| text.contains(word)), "{text}");
    }
}
