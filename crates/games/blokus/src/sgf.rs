//! Game records as Pentobi and other programs for Blokus write them (`.blksgf`): the Smart Game Format with
//! moves that are lists of squares. Specifications: <https://www.red-bean.com/sgf/>, and Pentobi's page on
//! its files.
//!
//! ```text
//! (;GM[Blokus Duo];B[f8,e9,f9,g9,e10];W[i4,i5,j5,j6,k6])
//! ```
//!
//! Of a tree with variations the main line is read. A pass is not written: that a player had to pass is seen
//! by the colour of the next move. What some have written, `B[]`, is read.

use crate::{Blokus, Move, Node, cells, words};
use std::fmt::Write;
use yomikiri_core::{Game, ParseError, Side, TwoPlayer, play::Forfeit};

/// The name of the game in the record.
const GAME: &str = "Blokus Duo";

/// The property of a side's moves.
const COLOURS: [&str; 2] = ["B", "W"];

/// A recorded game.
#[derive(Debug)]
pub struct RecordedGame {
    /// The nodes of the main line, the start first.
    pub nodes: Vec<Node>,
    /// For each move that is written and no pass, which of the nodes it was made from: after the pass before
    /// it, if any.
    pub made_from: Vec<usize>,
    /// Why whoever was to move has lost, where the rules would let the game go on.
    pub forfeit: Option<Forfeit>,
}

/// The record of a game that led to a node, where whoever is to move may have lost otherwise than by the
/// rules.
pub fn write(node: &Node, forfeit: Option<Forfeit>) -> String {
    let mut side = Side::First;
    let winner = COLOURS[node.position.side.other().index()];
    let result = match forfeit {
        Some(Forfeit::Resigned) => format!("RE[{winner}+R]"),
        Some(Forfeit::TimeUp) => format!("RE[{winner}+T]"),
        None => String::new(),
    };
    let mut text = format!("(\n;GM[{GAME}]CA[UTF-8]AP[Yomikiri]{result}\n");
    for &mv in node.path.moves() {
        if mv != Move::PASS {
            writeln!(text, ";{}[{}]", COLOURS[side.index()], cells::write(mv)).expect("a string takes all");
        }
        side = side.other();
    }
    text + ")\n"
}

/// The game of the main line of a record.
///
/// # Errors
/// The text is no record of Blokus Duo, or has a move that is not legal; the message says which.
pub fn read(game: Blokus, text: &str) -> Result<RecordedGame, ParseError> {
    let (mut nodes, mut made_from) = (vec![game.start()], Vec::new());
    let (mut named, mut result) = (false, String::new());
    for (name, values) in properties(text)? {
        let side = match name.as_str() {
            "GM" => {
                let found = values.concat();
                if found.trim() != GAME {
                    return Err(ParseError::new(words::OTHER_GAME.with(GAME).and(format!("{found:?}"))));
                }
                named = true;
                continue;
            }
            "B" | "BLUE" => Side::First,
            "W" | "GREEN" => Side::Second,
            "AB" | "AW" | "AE" | "A1" | "A2" | "PL" => {
                return Err(ParseError::new(words::SETS_UP.with(name)));
            }
            "RE" => {
                result = values.concat();
                continue;
            }
            // A move of no colour of this game.
            _ if name.is_empty() || name.bytes().all(|byte| byte.is_ascii_digit()) => {
                return Err(ParseError::new(words::NO_COLOUR.with(format!("{name:?}"))));
            }
            _ => continue,
        };
        let number = made_from.len() + 1;
        let wrong = |error: ParseError| error.in_move(number);
        let squares = values.join(",");
        if squares.trim().is_empty() {
            // A pass. Of a game that is over it says nothing new.
            if game.result(&nodes[nodes.len() - 1]).is_none() {
                add(game, &mut nodes, side, Move::PASS).map_err(wrong)?;
            }
            continue;
        }
        let mv = cells::read(&squares).map_err(wrong)?;
        add(game, &mut nodes, side, mv).map_err(wrong)?;
        made_from.push(nodes.len() - 2);
    }
    if !named {
        return Err(ParseError::new(words::NO_GAME.with(GAME)));
    }
    let mut forfeit = None;
    if let Some((loser, how)) = lost(&result) {
        // Who has won had to pass, of which no move tells.
        let last = &nodes[nodes.len() - 1];
        if last.position.side != loser && game.check(&last.position, Move::PASS).is_ok() {
            nodes.push(game.play(last, Move::PASS));
        }
        forfeit = (nodes[nodes.len() - 1].position.side == loser).then_some(how);
    }
    Ok(RecordedGame { nodes, made_from, forfeit })
}

/// Who has lost otherwise than by the rules, and how, by what a record tells of its result.
fn lost(result: &str) -> Option<(Side, Forfeit)> {
    let (winner, how) = result.trim().split_once('+')?;
    let winner = [Side::First, Side::Second].into_iter().find(|side| COLOURS[side.index()] == winner)?;
    let forfeit = match how {
        "R" | "Resign" => Forfeit::Resigned,
        "T" | "Time" => Forfeit::TimeUp,
        _ => return None,
    };
    Some((winner.other(), forfeit))
}

/// Adds a side's move, after the pass of the other side that it tells of.
fn add(game: Blokus, nodes: &mut Vec<Node>, side: Side, mv: Move) -> Result<(), ParseError> {
    let has_passed = nodes[nodes.len() - 1].position.side != side;
    for mv in has_passed.then_some(Move::PASS).into_iter().chain([mv]) {
        let now = &nodes[nodes.len() - 1];
        game.check(&now.position, mv)?;
        nodes.push(game.play(now, mv));
    }
    Ok(())
}

/// The properties of the main line with their values.
fn properties(text: &str) -> Result<Vec<(String, Vec<String>)>, ParseError> {
    let mut properties: Vec<(String, Vec<String>)> = Vec::new();
    let (mut begun, mut name) = (false, String::new());
    let mut letters = text.chars().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '(' => begun = true,
            // The first variation is the main line; it ends with the first parenthesis that closes.
            _ if !begun => {}
            ')' | ';' if !name.is_empty() => return Err(ParseError::at(at, words::NO_VALUE.with(name))),
            ')' => return Ok(properties),
            ';' => {}
            '[' => {
                let value = value(&mut letters).ok_or_else(|| ParseError::at(at, words::NO_BRACKET))?;
                match properties.last_mut() {
                    // Another value of the same property.
                    Some((_, values)) if name.is_empty() => values.push(value),
                    _ => properties.push((std::mem::take(&mut name), vec![value])),
                }
            }
            letter if letter.is_ascii_alphanumeric() => name.push(letter),
            letter if letter.is_whitespace() => {}
            letter => return Err(ParseError::at(at, words::PROPERTY.with(format!("{letter:?}")))),
        }
    }
    Err(ParseError::new(if begun { words::NO_END } else { words::BEGINNING }))
}

/// A value up to its `]`, where a backslash makes the next character one of the value.
fn value(letters: &mut impl Iterator<Item = (usize, char)>) -> Option<String> {
    let mut value = String::new();
    loop {
        match letters.next()?.1 {
            ']' => return Some(value),
            '\\' => value.push(letters.next()?.1),
            letter => value.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::splitmix;

    fn last(game: Blokus, text: &str) -> Result<Node, ParseError> {
        read(game, text).map(|game| game.nodes[game.nodes.len() - 1].clone())
    }

    #[test]
    fn what_is_written_is_read() {
        let game = Blokus::default();
        let (mut state, mut passed) = (1, 0);
        for _ in 0..100 {
            let mut node = game.start();
            while game.result(&node).is_none() {
                let mut moves = Vec::new();
                game.moves(&node, &mut moves);
                node = game.play(&node, moves[splitmix::next(&mut state) as usize % moves.len()]);
                if node.path.moves().last() == Some(&Move::PASS) && game.result(&node).is_none() {
                    passed += 1;
                    // Who could not but pass has won: nothing but the result tells of the pass.
                    for forfeit in [Forfeit::Resigned, Forfeit::TimeUp].map(Some) {
                        let recorded = read(game, &write(&node, forfeit)).unwrap();
                        assert_eq!((recorded.forfeit, recorded.nodes.last()), (forfeit, Some(&node)));
                    }
                    assert_eq!(read(game, &write(&node, None)).unwrap().forfeit, None);
                }
            }
            let RecordedGame { nodes, made_from, .. } = read(game, &write(&node, None)).unwrap();
            let written = node.path.moves().iter().filter(|&&mv| mv != Move::PASS);
            assert_eq!(made_from.len(), written.clone().count());
            for (&from, &mv) in made_from.iter().zip(written) {
                assert_eq!(game.play(&nodes[from], mv), nodes[from + 1]);
            }
            // The same with each pass written, those behind the end as well.
            let told = |(at, &mv): (usize, &Move)| {
                let squares = if mv == Move::PASS { String::new() } else { cells::write(mv) };
                format!(";{}[{squares}]", COLOURS[at % 2])
            };
            let moves: String = node.path.moves().iter().enumerate().map(told).collect();
            let passing = read(game, &format!("(;GM[Blokus Duo]{moves};B[];W[])")).unwrap();
            assert_eq!((passing.nodes.last(), &passing.made_from), (Some(&node), &made_from));
            // Passes at the end, which no move follows, are the only ones that a record does not tell.
            let read = &nodes[nodes.len() - 1];
            assert_eq!(read.position.covered, node.position.covered);
            assert!(node.path.moves().starts_with(read.path.moves()));
        }
        assert!(passed > 20);
    }

    #[test]
    fn records_of_others_are_read() {
        let game = Blokus::default();
        let pentobi = "(\n;GM[Blokus Duo]\nCA[UTF-8]AP[Pentobi:19]\n;B[f8,e9,f9,g9,e10]C[with a \\] in it]\n\
            (;W[j4,i5,j5,k5,j6];B[h10])\n(;W[i6]))";
        let node = last(game, pentobi).unwrap();
        assert_eq!(node.path.moves().len(), 3);
        let passing = "(;GM[Blokus Duo];B[])";
        assert!(read(game, passing).unwrap_err().to_string().starts_with("move 1: "));
        let old = "(;GM[Blokus Duo];BLUE[f8][e9][f9][g9][e10])";
        assert_eq!(last(game, old).unwrap().path.moves().len(), 1);
        for (text, message) in [
            ("", "begins with `(;`"),
            ("(;GM[Blokus];B[e10])", "expected a record of Blokus Duo"),
            ("(;B[e10])", "expected `GM[Blokus Duo]`"),
            ("(;GM[Blokus Duo];B[a1])", "move 1: "),
            ("(;GM[Blokus Duo];W[e10])", "move 1: "),
            ("(;GM[Blokus Duo];B[e10", "expected `]`"),
            ("(;GM[Blokus Duo]AB[e10])", "sets up a position"),
            ("(;GM[Blokus Duo];B[e8,d9,e9,f9,e10]", "expected `)`"),
            ("(;GM[Blokus Duo];B)", "expected `[` behind B"),
            ("(;GM[Blokus Duo];1[e8,d9,e9,f9,e10])", "expected a move of B or W"),
        ] {
            let error = read(game, text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
