//! The lines of KIF: <https://kakinoki.o.oo7.jp/kif_format.html>, on as many files and ranks as the board
//! has.
//!
//! Records of games and collections of mating problems are made of the same lines: hands, a drawn board,
//! numbered moves, an end. Here each is read and written; what they add up to is their own. Programs differ
//! in small things, so that more is read than is written: digits of either width, marks of the sides before
//! moves, other characters for the same piece.

use super::names;
use crate::{
    Bits, BoardSize, Kind, Move, Piece, Position, Setup, Shogi, Square, Variant,
    numerals::{FILES, MARKS, RANKS},
    words,
};
use std::fmt::Write;
use yomikiri_core::{Game, ParseError, Phrase, Side};

/// The line over the moves.
pub const HEADING: &str = "手数----指手---------消費時間--";
/// Stands behind the last move where it is mate.
pub const MATE: &str = "詰み";

/// The end of moves behind which a game or a line could go on.
pub const STOPPED: &str = "中断";
/// Begins the line over moves that were not played, behind those that were.
pub const VARIATION: &str = "変化";
/// The second player begins.
const SECOND_BEGINS: &str = "後手番";

/// What begins the word that stands behind the last move: no move begins so.
const ENDS: [&str; 12] = [
    "投了",
    STOPPED,
    "不詰",
    "千日手",
    "持将棋",
    "切れ負け",
    "時間切れ",
    "反則",
    "入玉勝ち",
    "不戦",
    "封じ手",
    "接続切れ",
];

/// The end as a word of its own: 詰将棋 is none.
const MATED: &str = "詰";

const SAME: &str = "同";
const DROP: &str = "打";
const PROMOTION: &str = "成";
const NO_PROMOTION: &str = "不成";
const EMPTY_SQUARE: char = '・';
const EMPTY_HAND: &str = "なし";

/// The number of a file, from the right.
fn file(board: BoardSize, square: Square) -> usize {
    usize::from(board.files - board.file(square))
}

/// The number of a rank, from the top.
fn rank(board: BoardSize, square: Square) -> usize {
    usize::from(board.rank(square)) + 1
}

/// The square of a file and a rank, both counted from 1.
fn square(board: BoardSize, file: usize, rank: usize) -> Option<Square> {
    board.square(board.files as i8 - file as i8, rank as i8 - 1)
}

/// Whether a letter is a digit, full-width or not.
pub(super) fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '０' || FILES.contains(&letter)
}

/// The number from 1 to 9 that a letter is: a digit, full-width or not, or one of the nine.
fn number(letter: char, names: &[char; 9]) -> Option<usize> {
    let among = |nine: &[char; 9]| nine.iter().position(|&name| name == letter).map(|at| at + 1);
    let plain = || letter.to_digit(10).map(|digit| digit as usize).filter(|&digit| digit > 0);
    among(names).or_else(|| among(&FILES)).or_else(plain)
}

/// File and rank that a text begins with, and what follows.
fn place(text: &str) -> Option<((usize, usize), &str)> {
    let mut chars = text.chars();
    let place = (number(chars.next()?, &FILES)?, number(chars.next()?, &RANKS)?);
    Some((place, chars.as_str()))
}

/// A numeral from 1 to 99: 十七.
fn numeral(number: u8) -> String {
    let digit = |digit: u8| RANKS.get(usize::from(digit.checked_sub(1)?)).copied();
    let tens = digit(number / 10).filter(|_| number >= 20);
    let ten = (number >= 10).then_some('十');
    [tens, ten, digit(number % 10)].into_iter().flatten().collect()
}

/// The numeral from 1 to 99 that a text begins with, and what follows; 1 where there is none.
fn read_numeral(text: &str) -> (u8, &str) {
    let digit = |text: &'_ str| {
        let at = text.chars().next().and_then(|letter| RANKS.iter().position(|&name| name == letter));
        at.map(|at| (at as u8 + 1, RANKS[at].len_utf8()))
    };
    let one = |text| digit(text).map_or((0, text), |(digit, length)| (digit, &text[length..]));
    let (first, rest) = one(text);
    match rest.strip_prefix('十') {
        Some(rest) => {
            let (last, rest) = one(rest);
            (first.max(1) * 10 + last, rest)
        }
        None => (first.max(1), rest),
    }
}

/// A board in the frame of KIF, with its numbers over it and beside it. A cell is as wide as three letters,
/// or as one and a kanji.
pub fn framed(
    board: BoardSize,
    number_of_file: impl Fn(usize) -> String,
    cell: impl Fn(Square) -> String,
    number_of_rank: impl Fn(usize) -> char,
) -> String {
    let files = (1..=usize::from(board.files)).rev();
    let edge = format!("+{}+\n", "-".repeat(3 * usize::from(board.files)));
    let mut text = format!(" {}\n{edge}", files.clone().map(number_of_file).collect::<String>());
    for rank in 1..=usize::from(board.ranks) {
        let cells = files.clone().filter_map(|file| square(board, file, rank)).map(&cell);
        let cells: String = cells.collect();
        writeln!(text, "|{cells}|{}", number_of_rank(rank)).expect("a string takes all");
    }
    text + &edge
}

/// The number of a file over a board: ` ５`.
pub fn file_over_board(number: usize) -> String {
    format!(" {}", FILES[number - 1])
}

/// The number of a rank beside a board: 三.
pub const fn rank_beside_board(number: usize) -> char {
    RANKS[number - 1]
}

/// A square of a drawn board: ` 歩`, `v歩`, ` ・`.
pub fn cell(variant: &Variant, piece: Option<Piece>) -> String {
    piece.map_or_else(
        || format!(" {EMPTY_SQUARE}"),
        |Piece { kind, side }| {
            let owner = if side == Side::First { ' ' } else { 'v' };
            format!("{owner}{}", names::of(variant, kind).square)
        },
    )
}

/// The line of a hand: `先手の持駒：飛　歩三`.
pub fn hand<B: Bits>(pos: &Position<B>, variant: &Variant, side: Side) -> String {
    let title = if side == Side::First { "先手" } else { "後手" };
    let held = variant.hand_kinds().filter_map(|kind| {
        let name = names::of(variant, kind).kif;
        match pos.hand(side, kind) {
            0 => None,
            1 => Some(name.to_owned()),
            count => Some(format!("{name}{}", numeral(count))),
        }
    });
    let held: Vec<_> = held.collect();
    format!("{title}の持駒：{}", if held.is_empty() { EMPTY_HAND.to_owned() } else { held.join("　") })
}

/// A position: the hands, the board between them, and whose turn it is if it is the second player's.
pub fn position<B: Bits>(pos: &Position<B>, variant: &Variant) -> String {
    let cell = |square| cell(variant, pos.piece(square));
    let board = framed(variant.board, file_over_board, cell, rank_beside_board);
    let turn = if pos.side() == Side::Second { format!("{SECOND_BEGINS}\n") } else { String::new() };
    let [first, second] = [Side::First, Side::Second].map(|side| hand(pos, variant, side));
    format!("{second}\n{board}{first}\n{turn}")
}

/// What a line tells of the position.
enum PositionLine<'a> {
    /// A rank of the board: what follows the bar.
    Rank(&'a str),
    Hand(Side, &'a str),
    Turn(Side),
}

impl<'a> PositionLine<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let line = line.trim();
        if let Some(rank) = line.strip_prefix('|') {
            return Some(Self::Rank(rank));
        }
        match line {
            SECOND_BEGINS | "上手番" => return Some(Self::Turn(Side::Second)),
            "先手番" | "下手番" => return Some(Self::Turn(Side::First)),
            _ => {}
        }
        let (title, held) = line.split_once(['：', ':'])?;
        Some(Self::Hand(hand_of(title)?, held))
    }
}

/// Whose pieces in hand a title tells: players', or attacker's and defender's.
fn hand_of(title: &str) -> Option<Side> {
    match title {
        "先手の持駒" | "下手の持駒" | "攻方の持駒" | "詰方の持駒" => Some(Side::First),
        "後手の持駒" | "上手の持駒" | "玉方の持駒" | "受方の持駒" => Some(Side::Second),
        _ => None,
    }
}

/// Whether a line tells something of the position: a rank of the board, a hand, whose turn it is.
pub fn is_of_position(line: &str) -> bool {
    PositionLine::of(line).is_some()
}

/// A position as lines draw it, unchecked.
#[derive(Clone, Debug)]
pub struct DrawnPosition {
    /// What has been read.
    pub setup: Setup,
    /// How many ranks of the board that is.
    pub ranks: usize,
}

impl DrawnPosition {
    /// Nothing has been read.
    pub fn new(variant: &Variant) -> Self {
        Self { setup: Setup::empty(variant), ranks: 0 }
    }

    /// Takes a line; whether it tells something of the position.
    ///
    /// # Errors
    /// A square, a hand or a number of ranks that no position of the variant has.
    pub fn read(&mut self, variant: &Variant, line: &str) -> Result<bool, ParseError> {
        match PositionLine::of(line) {
            None => return Ok(false),
            Some(PositionLine::Turn(side)) => self.setup.side = side,
            Some(PositionLine::Hand(side, held)) => {
                self.setup.hands[side.index()] = read_hand(variant, held)?;
            }
            Some(PositionLine::Rank(text)) => {
                let (files, ranks) = (usize::from(variant.board.files), usize::from(variant.board.ranks));
                if self.ranks == ranks {
                    return Err(ParseError::new(words::KIF_RANKS.with(ranks)));
                }
                read_rank(variant, text, &mut self.setup.board[self.ranks * files..][..files])?;
                self.ranks += 1;
            }
        }
        Ok(true)
    }
}

/// A text as a message quotes it: a file may hold anything.
fn shown(text: &str) -> String {
    text.escape_debug().collect()
}

/// `飛　歩三`
fn read_hand(variant: &Variant, text: &str) -> Result<[u8; Kind::UNPROMOTED], ParseError> {
    let mut held = [0u8; Kind::UNPROMOTED];
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(EMPTY_HAND) {
            rest = after.trim_start();
            continue;
        }
        let named = names::kif(variant, rest).map(|(kind, after)| (kind.unpromoted(), after));
        let Some((kind, after)) = named.filter(|(kind, _)| variant.hand_kinds().any(|other| other == *kind))
        else {
            return Err(ParseError::new(words::KIF_HAND.with(shown(rest))));
        };
        let (count, after) = read_numeral(after);
        // No set has so many; the position is refused then.
        held[kind.place()] = held[kind.place()].saturating_add(count);
        rest = after.trim_start();
    }
    Ok(held)
}

/// ` ・v玉...|一`
fn read_rank(variant: &Variant, text: &str, squares: &mut [Option<Piece>]) -> Result<(), ParseError> {
    let files = squares.len();
    let too_short = || ParseError::new(words::KIF_RANK.with(files));
    let mut rest = text;
    for (at, square) in squares.iter_mut().enumerate() {
        let mut chars = rest.chars();
        let owner = chars.next().filter(|&owner| owner != '|').ok_or_else(too_short)?;
        if let Some(after) = chars.as_str().strip_prefix(EMPTY_SQUARE) {
            (*square, rest) = (None, after);
            continue;
        }
        let side = match owner {
            ' ' | '　' | '+' | '^' => Some(Side::First),
            'v' | 'V' => Some(Side::Second),
            _ => None,
        };
        let read = side.and_then(|side| Some((side, names::kif(variant, chars.as_str())?)));
        let Some((side, (kind, after))) = read else {
            return Err(ParseError::new(words::KIF_SQUARE.with(files - at).and(shown(rest))));
        };
        (*square, rest) = (Some(Piece { kind, side }), after);
    }
    if rest.starts_with('|') { Ok(()) } else { Err(too_short()) }
}

/// The move or the end that a line tells behind its number, without the mark of whoever moves; what follows a
/// move stands behind it as it is. A blank may be missing before what is clearly a move.
pub fn numbered(line: &str) -> Option<&str> {
    let line = line.trim();
    // A file in full width may follow a plain number.
    let is_plain = line.starts_with(|first: char| first.is_ascii_digit());
    let is_of_number = |letter: char| letter.is_ascii_digit() || !is_plain && is_digit(letter);
    let rest = line.trim_start_matches(is_of_number);
    let told = rest.trim_start().trim_start_matches(MARKS).trim_start();
    let word = told.split_whitespace().next()?;
    // Numbers alone are those of the files, over a board.
    let is_apart = rest.starts_with(char::is_whitespace) && !word.chars().all(is_digit);
    (rest.len() < line.len() && (is_apart || is_move_or_end(told))).then_some(told)
}

/// Whether a text begins as a move does, or tells the end.
pub fn is_move_or_end(text: &str) -> bool {
    let is_same = text.strip_prefix(SAME).is_some_and(|rest| names::begin(rest.trim_start()));
    is_end(text) || is_same || place(text).is_some()
}

/// Whether what is [`numbered`] tells that the moves end, and how.
pub fn is_end(told: &str) -> bool {
    let is_mate = told.strip_prefix(MATED).is_some_and(|rest| {
        let rest = rest.strip_prefix(['み', 'め']).unwrap_or(rest);
        rest.is_empty() || rest.starts_with(|letter: char| letter.is_whitespace() || "(（".contains(letter))
    });
    is_mate || ENDS.iter().any(|end| told.starts_with(end))
}

/// Whether a line begins with a move without its number, or right behind it: a square, a piece, and where
/// that came from. Titles and remarks may begin with a square.
pub fn is_bare(line: &str) -> bool {
    let rest = line.trim_start_matches(is_digit);
    let word = rest.split_whitespace().next().unwrap_or_default();
    let is_from = |from: &str| from.len() == 3 && from.ends_with(')');
    rest.len() < line.len()
        && word.starts_with(RANKS)
        && (word.ends_with(DROP) || word.split_once('(').is_some_and(|(_, from)| is_from(from)))
}

/// Whether a line begins with a move of another form (KI2), which leaves out where a piece came from.
pub(super) fn is_ki2(line: &str) -> bool {
    let behind = line.strip_prefix(MARKS).and_then(|rest| rest.trim_start().chars().next());
    behind.is_some_and(|letter| is_digit(letter) || SAME.contains(letter))
}

/// What is wrong with a line that [is a move without its number](is_bare).
pub fn no_number(line: &str) -> ParseError {
    let word = line.split_whitespace().next().unwrap_or_default();
    ParseError::new(words::KIF_NUMBER.with(shown(word)))
}

/// Where a move goes: ４四, or where the last one went as 同 with a blank, if that is given.
pub fn target(board: BoardSize, last: Option<Move>, mv: Move) -> String {
    if last.is_some_and(|last| last.to() == mv.to()) {
        return format!("{SAME}　");
    }
    [FILES[file(board, mv.to()) - 1], RANKS[rank(board, mv.to()) - 1]].iter().collect()
}

/// The piece of a legal move and where it comes from: `銀成(35)`, `歩打`.
pub fn origin<B: Bits>(pos: &Position<B>, variant: &Variant, mv: Move) -> String {
    match mv {
        Move::Drop { kind, .. } => format!("{}{DROP}", names::of(variant, kind).kif),
        Move::Board { from, promote, .. } => {
            let kind = pos.piece(from).map_or(Kind::ROYAL, |piece| piece.kind);
            let (name, board) = (names::of(variant, kind).kif, variant.board);
            let promotion = if promote { PROMOTION } else { "" };
            format!("{name}{promotion}({}{})", file(board, from), rank(board, from))
        }
    }
}

/// Reads a move as it is [`numbered`]: `４四銀(35)`, `同　銀成(35)`, `４四歩打`. 打 may be left out where no
/// piece on the board could go there.
///
/// # Errors
/// What is missing, or that the move is not legal.
pub fn read_move<B: Bits>(
    game: &Shogi<B>,
    pos: &Position<B>,
    last: Option<Move>,
    text: &str,
) -> Result<Move, ParseError> {
    let (variant, board) = (game.variant(), game.variant().board);
    let wrong = |phrase: &'static Phrase| {
        ParseError::new(phrase.with(shown(text.split([' ', '(']).next().unwrap_or_default())))
    };
    let to = match text.strip_prefix(SAME) {
        Some(rest) => last.map(|last| (last.to(), rest.trim_start())),
        None => place(text).and_then(|((file, rank), rest)| Some((square(board, file, rank)?, rest))),
    };
    let (to, rest) = to.ok_or_else(|| wrong(words::KIF_TARGET))?;
    let (kind, rest) = names::kif(variant, rest).ok_or_else(|| wrong(words::KIF_PIECE))?;
    let mut legal = Vec::new();
    game.moves(pos, &mut legal);
    let is_of_kind = |from| pos.piece(from).is_some_and(|piece| piece.kind == kind);
    let could_go = || {
        let mut origins = legal.iter().filter(|mv| mv.to() == to).filter_map(|mv| match mv {
            Move::Board { from, .. } => Some(*from),
            Move::Drop { .. } => None,
        });
        origins.any(is_of_kind)
    };
    let is_short = rest.is_empty() || rest.starts_with(char::is_whitespace);
    let mv = match read_from(board, rest) {
        _ if rest.starts_with(DROP) => Move::Drop { kind, to },
        Some((from, promote)) if is_of_kind(from) => Move::Board { from, to, promote },
        Some(_) => return Err(wrong(words::KIF_NO_PIECE)),
        None if is_short && !could_go() => Move::Drop { kind, to },
        None => return Err(wrong(words::KIF_ORIGIN)),
    };
    if legal.contains(&mv) { Ok(mv) } else { Err(wrong(words::NOT_LEGAL)) }
}

/// Where a piece comes from, in parentheses, and whether it promotes, as it is told before them.
fn read_from(board: BoardSize, text: &str) -> Option<(Square, bool)> {
    let (action, from) = text.split_once('(')?;
    let ((file, rank), rest) = place(from)?;
    let action = action.trim_end();
    let promote = action.ends_with(PROMOTION) && !action.ends_with(NO_PROMOTION);
    rest.starts_with(')').then(|| Some((square(board, file, rank)?, promote)))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Notation;

    #[test]
    fn a_rank_tells_whose_pieces_are_on_it() {
        let variant = Variant::minishogi();
        let read = |text: &str| {
            let mut squares = [None; 5];
            read_rank(&variant, text, &mut squares)
                .map(|()| squares.map(|piece| piece.map(|piece| piece.side)))
        };
        let (first, second) = (Some(Side::First), Some(Side::Second));
        assert_eq!(read(" 歩^歩+歩v歩V歩|一"), Ok([first, first, first, second, second]));
        assert_eq!(read("　と ・v全 成銀v・|"), Ok([first, None, second, first, None]));
        for (text, message) in [
            (" ・ ・▽歩 ・ ・|一", "expected a piece or ・ in file 3, found `▽歩"),
            (" ・ ・-歩 ・ ・|一", "in file 3"),
            (" ・ ・ 鯨 ・ ・|一", "in file 3"),
            (" ・ ・ ・ ・|一", "expected 5 squares between two `|`"),
            (" ・ ・ ・ ・ ・ ・|一", "expected 5 squares between two `|`"),
            (" ・ ・ ・ ・ ・", "expected 5 squares between two `|`"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn hands_are_read_with_blanks_and_without() {
        let variant = Variant::shogi();
        let pawns = |text: &str| read_hand(&variant, text).map(|held| held[Kind::PAWN.place()]);
        for (text, count) in
            [("なし", 0), (" なし　", 0), ("歩", 1), ("歩一", 1), ("金二歩十八", 18), ("飛　歩二十一 銀", 21)]
        {
            assert_eq!(pawns(text), Ok(count), "{text}");
        }
        for text in ["鯨", "玉", "歩x", "歩二 三"] {
            assert!(pawns(text).is_err(), "{text}");
        }
        for number in 1..100 {
            assert_eq!(read_numeral(&(numeral(number) + " x")), (number, " x"));
        }
        assert_eq!([2, 10, 18, 20, 45].map(numeral), ["二", "十", "十八", "二十", "四十五"]);
    }

    #[test]
    fn a_numbered_line_is_told_from_others() {
        for (line, told) in [
            ("   1 ７六歩(77)   ( 0:00/00:00:00)", Some("７六歩(77)   ( 0:00/00:00:00)")),
            ("１ ７六歩(77)", Some("７六歩(77)")),
            ("１０　同　歩(77)", Some("同　歩(77)")),
            ("1 ▲７六歩(77)", Some("７六歩(77)")),
            ("1▲ 76歩(77)", Some("76歩(77)")),
            ("1７六歩(77)", Some("７六歩(77)")),
            ("１７六歩(77)", None),
            ("3時間切れ", Some("時間切れ")),
            ("3 何か", Some("何か")),
            ("2020年", None),
            ("9 8 7 6", None),
            ("９ ８ ７ ６", None),
            ("７六歩(77)", None),
        ] {
            assert_eq!(numbered(line), told, "{line}");
        }
        for (line, is_bare) in
            [("７六歩(77)", true), ("1７六歩(77)", true), ("１五三金打", true), ("２二の歩", false)]
        {
            assert_eq!(super::is_bare(line), is_bare, "{line}");
        }
    }

    #[test]
    fn a_move_is_read_as_it_is_written_and_as_others_write_it() {
        let game = Shogi::tsume();
        let pos = game.parse_pos("4k4/9/4S4/9/9/9/9/9/9 b GS 1").unwrap();
        let read = |text: &str| {
            read_move(&game, &pos, None, text)
                .map(|mv| game.show_move(&pos, mv))
                .map_err(|why| why.to_string())
        };
        for (text, mv) in [
            ("５二銀成(53)", "5c5b+"),
            ("52銀 (53) ( 0:00/", "5c5b"),
            ("５二銀不成(53)", "5c5b"),
            ("５２銀成(53)", "5c5b+"),
            ("5２銀成(５３)", "5c5b+"),
            ("５二銀直成(53)", "5c5b+"),
            ("５二金打   ( 0:01/00:00:01)", "G*5b"),
            ("５二金   (12:01/00:12:01)", "G*5b"),
            ("６二銀打", "S*6b"),
        ] {
            assert_eq!(read(text), Ok(mv.to_owned()), "{text}");
        }
        for (text, message) in [
            ("６二銀", "expected 打, or where the piece comes from"),
            ("５二金左", "expected 打"),
            ("同　銀(53)", "expected a square such as ５三"),
            ("０二銀(53)", "expected a square"),
            ("５二鯨(53)", "expected a piece"),
            ("５二金(53)", "comes from a square where no such piece stands"),
            ("５一銀(53)", "`５一銀` is not legal"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        let mut legal = Vec::new();
        game.moves(&pos, &mut legal);
        for mv in legal {
            let told = target(game.variant().board, None, mv) + &origin(&pos, game.variant(), mv);
            assert_eq!(read_move(&game, &pos, None, &told), Ok(mv), "{told}");
        }
    }
}
