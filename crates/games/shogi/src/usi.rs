//! USI: moves as text. `2c2b` on the board, `+` behind it if the piece promotes (or turns back, in a variant
//! with demotion), `C*2b` for a drop.

use crate::{Bits, Kind, Move, Piece, Position, Shogi, Square, sfen, words};
use yomikiri_core::{Game, Message, ParseError, Side, TwoPlayer};

/// The name of a move.
pub fn write<B: Bits>(game: &Shogi<B>, mv: Move) -> String {
    let board = game.variant().board;
    match mv {
        Move::Board { from, to, promote } => {
            board.name(from) + &board.name(to) + if promote { "+" } else { "" }
        }
        Move::Drop { kind, to } => {
            format!("{}*{}", sfen::letter(Piece { kind, side: Side::First }, game.variant()), board.name(to))
        }
    }
}

/// Reads the name of a legal move. The `+` may be left out where the piece must promote.
///
/// # Errors
/// The text is no move, or the move is not legal here.
pub fn read<B: Bits>(game: &Shogi<B>, pos: &Position<B>, text: &str) -> Result<Move, ParseError> {
    let mv = parse(game, text)?;
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let promoting = match mv {
        Move::Board { from, to, .. } => Move::Board { from, to, promote: true },
        drop @ Move::Drop { .. } => drop,
    };
    let legal = [mv, promoting].into_iter().find(|mv| moves.contains(mv));
    legal.ok_or_else(|| ParseError::new(refusal(game, pos, mv, text)))
}

/// Reads the form of a move, legal or not.
fn parse<B: Bits>(game: &Shogi<B>, text: &str) -> Result<Move, ParseError> {
    let chars: Vec<char> = text.chars().collect();
    let board = game.variant().board;
    let square = |at: usize| {
        let named =
            chars.get(at).zip(chars.get(at + 1)).and_then(|(&number, &letter)| board.named(number, letter));
        // From the corner at the top right to the one at the bottom left.
        let corners = [Square(board.files - 1), Square(board.len() as u8 - board.files)];
        let [first, last] = corners.map(|square| board.name(square));
        named.ok_or_else(|| ParseError::at(at, words::SQUARE.with(first).and(last)))
    };
    let star = chars.iter().take(3).position(|&letter| letter == '*').filter(|&at| at > 0);
    let mv = if let Some(star) = star {
        let letter: String = chars[..star].iter().map(char::to_ascii_uppercase).collect();
        let kind = game.variant().find(|face| face.letter == letter);
        let kind = kind.filter(|kind| game.tables.drop_kinds.contains(kind));
        let kind = kind.ok_or_else(|| ParseError::at(0, words::LETTER_IN_HAND))?;
        Move::Drop { kind, to: square(star + 1)? }
    } else {
        Move::Board { from: square(0)?, to: square(2)?, promote: chars.get(4) == Some(&'+') }
    };
    let end = match mv {
        Move::Board { promote, .. } => 4 + usize::from(promote),
        Move::Drop { .. } => star.map_or(4, |star| star + 3),
    };
    if chars.len() > end {
        return Err(ParseError::at(end, words::NOTHING_AFTER));
    }
    Ok(mv)
}

/// Why a well-formed move is not legal.
fn refusal<B: Bits>(game: &Shogi<B>, pos: &Position<B>, mv: Move, text: &str) -> Message {
    let mut possible = false;
    game.steps_and_drops(pos, |m| possible = possible || m == mv);
    let reason: Message = match mv {
        _ if game.result(pos).is_some() => words::OVER_HERE.into(),
        _ if possible => words::LEAVES_ROYAL.into(),
        Move::Drop { kind, to } => refused_drop(game, pos, kind, to),
        Move::Board { from, to, promote } => refused_step(pos, from, to, promote),
    };
    words::ILLEGAL.with(text).and(reason)
}

fn refused_drop<B: Bits>(game: &Shogi<B>, pos: &Position<B>, kind: Kind, to: Square) -> Message {
    let piece = Piece { kind, side: pos.side };
    let (square, word) = (pos.board.name(to), game.variant().pieces[kind.place()].face.piece_name());
    if pos.hand(pos.side, kind) == 0 {
        words::NONE_IN_HAND.into()
    } else if pos.occupied().has(to) {
        words::OCCUPIED.with(square)
    } else if !game.tables.drops(piece).has(to) {
        words::NEVER_MOVES.with(square)
    } else if (pos.of_piece(piece) & game.tables.file(to)).is_empty() {
        words::DROP_MATES.with(word)
    } else {
        words::SAME_FILE.with(word).and(square)
    }
}

fn refused_step<B: Bits>(pos: &Position<B>, from: Square, to: Square, promote: bool) -> Message {
    let (own, to_name) = (pos.of(pos.side), pos.board.name(to));
    if !own.has(from) {
        words::NO_OWN_PIECE.with(pos.board.name(from))
    } else if own.has(to) {
        words::OWN_PIECE.with(to_name)
    } else if promote {
        words::NO_PROMOTION.into()
    } else {
        words::NO_STEP.with(to_name)
    }
}
