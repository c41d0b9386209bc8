//! Japanese names of pieces, squares and moves.

use crate::{Problem, rules};
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, Side, Square};

const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The character of a piece on a diagram.
pub(crate) fn face(kind: Kind) -> char {
    let face = rules().variant().face(kind).expect("a kind of shogi");
    face.kanji.expect("shogi is written in kanji")
}

/// The name of a piece in a move: a promoted silver, knight or lance is told in full.
pub(crate) fn name(kind: Kind) -> String {
    match kind.unpromoted() {
        Kind::SILVER | Kind::KNIGHT | Kind::LANCE if kind.is_promoted() => {
            format!("成{}", face(kind.unpromoted()))
        }
        _ => face(kind).to_string(),
    }
}

/// The kind that a text begins with, and what follows; with all variants that are in use.
pub(crate) fn read_name(text: &str) -> Option<(Kind, &str)> {
    let (text, promoted) = text.strip_prefix('成').map_or((text, false), |rest| (rest, true));
    let mut chars = text.chars();
    let first = match chars.next()? {
        '王' => '玉',
        '竜' => '龍',
        other => other,
    };
    let kind = rules().variant().kinds().find(|&kind| face(kind) == first)?;
    let (kind, can) =
        if promoted { (kind.promoted(), rules().variant().promotes(kind)) } else { (kind, true) };
    can.then_some((kind, chars.as_str()))
}

/// The number of a file in full width.
pub(crate) const fn digit(number: u8) -> char {
    DIGITS[number as usize - 1]
}

/// The numeral of a rank.
pub(crate) const fn rank(rank: u8) -> char {
    NUMERALS[rank as usize]
}

/// A number from 1 to 19.
fn numeral(number: u8) -> String {
    let ten = if number >= 10 { "十" } else { "" };
    let one = (number % 10).checked_sub(1).map(|at| NUMERALS[at as usize]);
    ten.chars().chain(one).collect()
}

/// The number from 1 to 19 that a text begins with, and what follows; 1 where there is none.
pub(crate) fn read_numeral(text: &str) -> (u8, &str) {
    let (ten, rest) = text.strip_prefix('十').map_or((0, text), |rest| (10, rest));
    let one = rest.chars().next().and_then(|c| NUMERALS.iter().position(|&numeral| numeral == c));
    match one {
        Some(at) => (ten + at as u8 + 1, &rest[NUMERALS[at].len_utf8()..]),
        None => (ten.max(1), rest),
    }
}

/// The square that a text begins with, in full-width or plain digits, and what follows.
pub(crate) fn read_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let number = |c: char, names: &[char]| {
        let plain = c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize - 1);
        plain.or_else(|| names.iter().position(|&name| name == c))
    };
    let file = number(chars.next()?, &DIGITS)? as i8;
    let rank = number(chars.next()?, &NUMERALS)? as i8;
    Some((rules().variant().board.square(8 - file, rank)?, chars.as_str()))
}

/// The name of a square: ５三.
pub(crate) fn square(square: Square) -> String {
    let board = rules().variant().board;
    [digit(board.files - board.file(square)), rank(board.rank(square))].iter().collect()
}

/// A hand as KIF has it: 飛　歩三.
pub(crate) fn hand(pos: &Position<u128>, side: Side) -> String {
    let held = rules().variant().hand_kinds().filter_map(|kind| match pos.hand(side, kind) {
        0 => None,
        1 => Some(face(kind).to_string()),
        count => Some(format!("{}{}", face(kind), numeral(count))),
    });
    let held: Vec<_> = held.collect();
    if held.is_empty() { "なし".to_owned() } else { held.join("　") }
}

/// The moves of a problem's line as they are printed: ☗５三銀打 ☖同玉.
pub fn line(problem: &Problem) -> Vec<String> {
    let mut last = None;
    let mover = |side| if side == Side::First { '☗' } else { '☖' };
    let moves = problem.positions().zip(&problem.line).map(|(pos, &mv)| {
        let text = format!("{}{}", mover(pos.side()), text(&pos, mv, last));
        last = Some(mv.to());
        text
    });
    moves.collect()
}

/// A move as it is printed: where to, the piece, which of several, whether it promotes; 打 for every drop.
fn text(pos: &Position<u128>, mv: Move, last: Option<Square>) -> String {
    let to = if last == Some(mv.to()) { "同".to_owned() } else { square(mv.to()) };
    match mv {
        Move::Drop { kind, .. } => format!("{to}{}打", name(kind)),
        Move::Board { from, to: target, promote } => {
            let piece = pos.piece(from).expect("a legal move starts at a piece");
            let which = which(pos, piece, from, target);
            let could = could_promote(piece, from, target);
            let promotion = if promote { "成" } else { ["", "不成"][usize::from(could)] };
            format!("{to}{}{which}{promotion}", name(piece.kind))
        }
    }
}

fn could_promote(piece: Piece, from: Square, to: Square) -> bool {
    let variant = rules().variant();
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
    fn new(side: Side, from: Square, to: Square) -> Self {
        let board = rules().variant().board;
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
fn which(pos: &Position<u128>, piece: Piece, from: Square, to: Square) -> String {
    let rivals = rules().attackers(pos, piece.side, to) & pos.of_piece(piece) & !u128::one(from);
    let course = MoveOrigin::new(piece.side, from, to);
    let others: Vec<_> = rivals.squares().map(|from| MoveOrigin::new(piece.side, from, to)).collect();
    if others.is_empty() {
        return String::new();
    }
    if others.iter().all(|other| other.way != course.way) {
        return course.word().to_owned();
    }
    // Of two dragons or horses one is further left than the other; of other pieces, where they arrive
    // decides.
    let long = matches!(piece.kind.unpromoted(), Kind::ROOK | Kind::BISHOP);
    let offset = if long { course.right - others[0].right } else { course.right };
    let side = match offset {
        0 => return "直".to_owned(),
        1.. => "右",
        _ => "左",
    };
    let alone = long || others.iter().all(|other| other.right.signum() != course.right.signum());
    if alone { side.to_owned() } else { format!("{side}{}", course.word()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Game, Notation};

    /// How the moves of every piece to a square are told.
    fn told(sfen: &str, moves: &[&str]) -> Vec<String> {
        let pos = rules().parse_pos(sfen).unwrap();
        moves.iter().map(|mv| text(&pos, rules().parse_move(&pos, mv).unwrap(), None)).collect()
    }

    #[test]
    fn pieces_that_go_to_the_same_square_are_told_apart_as_the_association_does() {
        // Most are the figures of the association's page on notation.
        let cases: &[(&str, &[&str], &[&str])] = &[
            ("9/G8/9/9/9/9/9/9/8k", &["9b8b"], &["８二金"]),
            ("9/2G6/G8/9/9/9/9/9/8k", &["9c8b", "7b8b"], &["８二金上", "８二金寄"]),
            ("6G2/9/5G3/9/9/9/9/9/8k", &["4c3b", "3a3b"], &["３二金上", "３二金引"]),
            ("9/9/9/9/5G3/4G4/9/9/8k", &["5f4f", "4e4f"], &["４六金寄", "４六金引"]),
            ("G1G6/9/9/9/9/9/9/9/8k", &["9a8a", "7a8a"], &["８一金左", "８一金右"]),
            ("k8/9/9/9/9/9/9/9/3GG4", &["6i5h", "5i5h"], &["５八金左", "５八金直"]),
            ("k8/9/9/9/9/9/9/9/6SS1", &["3i2h", "2i2h"], &["２八銀左", "２八銀直"]),
            (
                "k8/9/9/9/3S1S3/9/3SS4/9/9",
                &["6g5f", "5g5f", "6e5f", "4e5f"],
                &["５六銀左上", "５六銀直", "５六銀左引", "５六銀右"],
            ),
            ("9/+R8/9/9/4k4/9/9/9/7+R1", &["9b2b", "2i2b"], &["２二龍寄", "２二龍上"]),
            ("8k/9/9/9/9/9/9/9/+R+R7", &["9i8h", "8i8h"], &["８八龍左", "８八龍右"]),
            ("+B1+B6/9/9/9/9/9/9/9/k8", &["9a8b", "7a8b"], &["８二馬左", "８二馬右"]),
            ("9/9/9/9/3N1N3/9/9/9/k8", &["6e5c+", "4e5c"], &["５三桂左成", "５三桂右不成"]),
        ];
        for (board, moves, answers) in cases {
            assert_eq!(told(&format!("{board} b -"), moves), *answers);
        }
    }

    #[test]
    fn the_defender_sees_the_board_the_other_way_round() {
        let pos = "9/9/9/9/4k4/9/3g1g3/9/9 w - 1";
        assert_eq!(told(pos, &["6g5g", "4g5g"]), ["５七金右", "５七金左"]);
    }

    #[test]
    fn promotion_and_its_refusal_are_told() {
        let pos = "4k4/9/4S4/9/9/9/9/9/9 b 2GN18P 1";
        let moves = ["5c5b", "5c5b+", "5c6d", "G*5b", "P*5b"];
        let answers = ["５二銀不成", "５二銀成", "６四銀不成", "５二金打", "５二歩打"];
        assert_eq!(told(pos, &moves), answers);
    }

    #[test]
    fn the_line_says_the_same_square_short() {
        let problem = Problem::read("4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*5b 5a5b G*5c").unwrap();
        assert_eq!(line(&problem), ["☗５二金打", "☖同玉", "☗５三金打"]);
    }

    #[test]
    fn names_and_numbers_are_read_as_written() {
        for kind in rules().variant().kinds() {
            assert_eq!(read_name(&name(kind)), Some((kind, "")));
            assert_eq!(read_name(&format!("{}打", face(kind))), Some((kind, "打")));
        }
        for number in 1..=18 {
            assert_eq!(read_numeral(&format!("{} x", numeral(number))), (number, " x"));
        }
        for at in rules().variant().board.squares() {
            assert_eq!(read_square(&format!("{}銀", square(at))), Some((at, "銀")));
        }
        assert_eq!([numeral(2), numeral(10), numeral(18)], ["二", "十", "十八"]);
        assert!(rules().start().side() == Side::First);
        assert_eq!((read_square("0一"), read_name("成玉"), read_name("x")), (None, None, None));
    }
}
