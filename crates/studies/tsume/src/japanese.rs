//! Japanese names of pieces, squares and moves.

use crate::{Problem, rules};
use yomikiri_shogi::{
    Kind, Position, Side, Square,
    japanese::{self, FILES, RANKS},
};

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
    FILES[number as usize - 1]
}

/// The numeral of a rank.
pub(crate) const fn rank(rank: u8) -> char {
    RANKS[rank as usize]
}

/// A number from 1 to 19.
fn numeral(number: u8) -> String {
    let ten = if number >= 10 { "十" } else { "" };
    let one = (number % 10).checked_sub(1).map(|at| RANKS[at as usize]);
    ten.chars().chain(one).collect()
}

/// The number from 1 to 19 that a text begins with, and what follows; 1 where there is none.
pub(crate) fn read_numeral(text: &str) -> (u8, &str) {
    let (ten, rest) = text.strip_prefix('十').map_or((0, text), |rest| (10, rest));
    let one = rest.chars().next().and_then(|c| RANKS.iter().position(|&numeral| numeral == c));
    match one {
        Some(at) => (ten + at as u8 + 1, &rest[RANKS[at].len_utf8()..]),
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
    let file = number(chars.next()?, &FILES)? as i8;
    let rank = number(chars.next()?, &RANKS)? as i8;
    Some((rules().variant().board.square(8 - file, rank)?, chars.as_str()))
}

/// The name of a square: ５三.
pub(crate) fn square(square: Square) -> String {
    japanese::square(rules().variant().board, square).expect("shogi has nine files and ranks")
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

/// The moves of a problem's line as they are printed: ☗５三銀 ☖同玉.
pub fn line(problem: &Problem) -> Vec<String> {
    let mut last = None;
    let mover = |side| if side == Side::First { '☗' } else { '☖' };
    let moves = problem.positions().zip(&problem.line).map(|(pos, &mv)| {
        let printed = japanese::print(rules(), &pos, last, mv).expect("shogi is written in Japanese");
        last = Some(mv);
        format!("{}{printed}", mover(pos.side()))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Game;

    #[test]
    fn the_line_says_the_same_square_short() {
        let problem = Problem::read("4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*5b 5a5b G*5c").unwrap();
        assert_eq!(line(&problem), ["☗５二金", "☖同玉", "☗５三金"]);
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
