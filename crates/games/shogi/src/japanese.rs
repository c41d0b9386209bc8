//! Moves as Japanese records print them: 同銀, ５八金左, ５三桂不成, and 打 for a drop only where a piece on the
//! board could go there too, by the rules of the Japan Shogi Association.

use crate::{
    Bits, BoardSize, Kind, Move, Piece, Position, Shogi, Square, Variant, numerals::MARKS, record::names,
    words,
};
use yomikiri_core::{Game, ParseError, Side};

pub use crate::numerals::{FILES, RANKS};

const SAME: &str = "同";
const DROP: &str = "打";

/// What may be typed before a move in the place of a mark.
const MOVERS: [char; 2] = ['先', '後'];

/// The name of a square: ５三. None on a board with more than nine files or ranks.
pub fn square(board: BoardSize, square: Square) -> Option<String> {
    let file = FILES.get(usize::from(board.files - board.file(square)) - 1)?;
    Some([file, RANKS.get(usize::from(board.rank(square)))?].into_iter().collect())
}

/// The name of a piece in a move; none where records have no name for the pieces of the variant.
fn name(variant: &Variant, kind: Kind) -> Option<&'static str> {
    names::are_known(variant).then(|| names::of(variant, kind).kif)
}

/// A legal move: where to, the piece, which of several, whether it promotes. None for a variant without
/// Japanese names.
pub fn print<B: Bits>(game: &Shogi<B>, pos: &Position<B>, last: Option<Move>, mv: Move) -> Option<String> {
    let parts = Parts::of(game, pos, mv)?;
    let to = if last.map(Move::to) == Some(mv.to()) { SAME.to_owned() } else { parts.to };
    Some(to + parts.name + &parts.which + parts.turn)
}

/// Reads a move with full-width or plain digits; 打 may stand where it need not, and what tells several pieces
/// apart may be left out where one move is left. `None` for a text that does not begin as such a move does.
pub fn read<B: Bits>(
    game: &Shogi<B>,
    pos: &Position<B>,
    last: Option<Move>,
    text: &str,
) -> Option<Result<Move, ParseError>> {
    let wanted = plain(text, game.variant().board, last);
    if wanted.is_ascii() {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let parts: Vec<_> = moves.iter().filter_map(|&mv| Some((mv, Parts::of(game, pos, mv)?))).collect();
    if parts.is_empty() {
        return None;
    }
    let found = parts.iter().filter_map(|(mv, parts)| Some((*mv, parts.fit(&wanted)?)));
    let found: Vec<(Move, Fit)> = found.collect();
    let whole: Vec<_> = found.iter().filter(|(_, fit)| *fit == Fit::Whole).collect();
    Some(match (&whole[..], &found[..]) {
        ([(mv, _)], _) | ([], [(mv, _)]) => Ok(*mv),
        ([], []) => Err(ParseError::new(words::ILLEGAL_HERE.with(text).and(parts[0].1.whole()))),
        _ => {
            let all: Vec<_> = found.iter().filter_map(|(mv, _)| print(game, pos, None, *mv)).collect();
            Err(ParseError::new(words::AMBIGUOUS.with(text).and(all.join(" "))))
        }
    })
}

/// A text in the characters that moves are printed with: no blanks, no mover, 同 as the square it means.
fn plain(text: &str, board: BoardSize, last: Option<Move>) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let text = text.trim_start_matches(MARKS).trim_start_matches(MOVERS);
    let text = match (text.strip_prefix(SAME), last.and_then(|last| square(board, last.to()))) {
        (Some(rest), Some(square)) => square + rest,
        _ => text.to_owned(),
    };
    let chars = text.chars().enumerate().map(|(at, letter)| match letter {
        '王' => '玉',
        '竜' => '龍',
        '1'..='9' if at == 0 => FILES[letter as usize - '1' as usize],
        '1'..='9' if at == 1 => RANKS[letter as usize - '1' as usize],
        '１'..='９' if at == 1 => RANKS[letter as usize - '１' as usize],
        _ => letter,
    });
    // Two digits and nothing behind them are no such move, but the beginning of one in USI or a number.
    let plain: String = chars.collect();
    if plain.chars().skip(2).any(|letter| !letter.is_ascii()) { plain } else { text }
}

/// How a text fits a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It is the move as it is printed, with 打 or without.
    Whole,
    /// Something was left out.
    Short,
}

/// What a printed move is put together from.
struct Parts {
    to: String,
    name: &'static str,
    /// Which of several pieces: 左, 上, 打 and the like, or nothing.
    which: String,
    /// 成, 不成, or nothing.
    turn: &'static str,
    is_drop: bool,
}

impl Parts {
    fn of<B: Bits>(game: &Shogi<B>, pos: &Position<B>, mv: Move) -> Option<Self> {
        let variant = game.variant();
        let to = square(variant.board, mv.to())?;
        match mv {
            Move::Drop { kind, to: target } => {
                let piece = Piece { kind, side: pos.side() };
                let rivals = game.attackers(pos, piece.side, target) & pos.of_piece(piece);
                let which = if rivals.is_empty() { "" } else { DROP };
                Some(Self { to, name: name(variant, kind)?, which: which.into(), turn: "", is_drop: true })
            }
            Move::Board { from, to: target, promote } => {
                let piece = pos.piece(from)?;
                let could = could_promote(variant, piece, from, target);
                let turn = if promote { "成" } else { ["", "不成"][usize::from(could)] };
                let which = which(game, pos, piece, from, target);
                Some(Self { to, name: name(variant, piece.kind)?, which, turn, is_drop: false })
            }
        }
    }

    fn whole(&self) -> String {
        [&self.to, self.name, &self.which, self.turn].concat()
    }

    fn fit(&self, wanted: &str) -> Option<Fit> {
        let rest = wanted.strip_prefix(&self.to)?.strip_prefix(self.name)?;
        let is_told = self.is_drop && rest == DROP;
        if is_told || rest == [&self.which, self.turn].concat() {
            return Some(Fit::Whole);
        }
        // A drop is meant only where nothing else could be, or where it is told.
        let which = rest.strip_suffix("不成").or_else(|| rest.strip_suffix('成')).unwrap_or(rest);
        let turn = &rest[which.len()..];
        let fits = (which.is_empty() || which == self.which) && (turn.is_empty() || turn == self.turn);
        (fits && !self.is_drop).then_some(Fit::Short)
    }
}

fn could_promote(variant: &Variant, piece: Piece, from: Square, to: Square) -> bool {
    let zone = variant.board.far_ranks(piece.side, variant.promotion_ranks);
    variant.promotes(piece.kind)
        && [from, to].iter().any(|&square| zone.contains(&variant.board.rank(square)))
}

/// Which way a piece goes, by rank: up, sideways or back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movement {
    Up,
    Across,
    Back,
}

/// Where a piece comes from, as its owner sees it.
#[derive(Clone, Copy)]
struct MoveOrigin {
    way: Movement,
    /// Files to the right of where it arrives.
    right: i8,
}

impl MoveOrigin {
    fn new(board: BoardSize, side: Side, from: Square, to: Square) -> Self {
        let turn = if side == Side::First { 1 } else { -1 };
        let right = turn * (board.file(from) as i8 - board.file(to) as i8);
        let way = match turn * (board.rank(from) as i8 - board.rank(to) as i8) {
            1.. => Movement::Up,
            0 => Movement::Across,
            _ => Movement::Back,
        };
        Self { way, right }
    }

    const fn word(self) -> &'static str {
        match self.way {
            Movement::Up => "上",
            Movement::Across => "寄",
            Movement::Back => "引",
        }
    }
}

/// What tells a move from those of other pieces of its kind to the same square, by the rules of the Japan
/// Shogi Association: the way it goes if that suffices, else the side it comes from, else both.
fn which<B: Bits>(game: &Shogi<B>, pos: &Position<B>, piece: Piece, from: Square, to: Square) -> String {
    let rivals = game.attackers(pos, piece.side, to) & pos.of_piece(piece) & !B::one(from);
    let board = game.variant().board;
    let course = MoveOrigin::new(board, piece.side, from, to);
    let others: Vec<_> = rivals.squares().map(|from| MoveOrigin::new(board, piece.side, from, to)).collect();
    if others.is_empty() {
        return String::new();
    }
    if others.iter().all(|other| other.way != course.way) {
        return course.word().to_owned();
    }
    // Of two dragons or horses one is further left than the other; of other pieces, where they arrive
    // decides.
    let long = ["飛", "角"].contains(&name(game.variant(), piece.kind.unpromoted()).unwrap_or_default());
    let offset = if long { course.right - others[0].right } else { course.right };
    let side = match offset {
        0 => return "直".to_owned(),
        1.. => "右",
        _ => "左",
    };
    let alone = long || others.iter().all(|other| other.right.signum() != course.right.signum());
    if alone { side.to_owned() } else { format!("{side}{}", course.word()) }
}
