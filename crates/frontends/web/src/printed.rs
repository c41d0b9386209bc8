//! Moves as they are printed for a reader: by their names, or in Japanese as the books of the game print
//! them, behind the mark of the side that makes them (▲７六歩).
//!
//! A name tells a move from all others of its position, and addresses and scripts hold names. What a book
//! prints depends on the move before as well (同), so that it is asked of the position as it was reached.

use crate::{address::Address, reader::Reader, source::Source};
use std::{collections::HashMap, sync::Arc};
use yomikiri_core::{Explore, GameNode, Language, ParseError, Side};

/// What is printed of the moves on the way to a position, of those that it has, and of a line from it on.
pub struct Printed {
    path: Vec<String>,
    line: Vec<String>,
    /// By their names; none where those are printed.
    here: HashMap<String, String>,
}

impl Printed {
    /// The moves about a position, for a reader.
    ///
    /// # Errors
    /// One of the parts of the address is no position or no move, or one of the line no move.
    pub fn of(
        source: &dyn Source,
        address: &Address,
        line: &[String],
        reader: Reader,
    ) -> Result<Self, ParseError> {
        let Some(rules) = books(source, reader) else {
            return Ok(Self { path: address.moves.clone(), line: line.to_vec(), here: HashMap::new() });
        };
        let moves = [&address.moves, line].concat();
        let mut path = all(&*rules, &Address { moves, ..address.clone() })?;
        let line = path.split_off(address.moves.len());
        let printed = |node: &dyn GameNode| {
            let names = node.names().into_iter();
            names.map(|name| (name.clone(), of(node, &name))).collect()
        };
        let here = address.reach(&*rules, printed)?;
        Ok(Self { path, line, here })
    }

    /// A move of the position, by its name.
    pub fn mv<'a>(&'a self, name: &'a str) -> &'a str {
        self.here.get(name).map_or(name, String::as_str)
    }

    /// The moves on the way.
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// The line.
    pub fn line(&self) -> &[String] {
        &self.line
    }
}

/// All moves of an address as they are printed for a reader.
///
/// # Errors
/// One of the parts of the address is no position or no move.
pub fn moves(source: &dyn Source, address: &Address, reader: Reader) -> Result<Vec<String>, ParseError> {
    books(source, reader).map_or_else(|| Ok(address.moves.clone()), |rules| all(&*rules, address))
}

/// The rules by which boards are drawn for a reader: with ranks numbered as moves are printed.
pub fn drawn(source: &dyn Source, reader: Reader) -> Arc<dyn Explore> {
    books(source, reader).unwrap_or_else(|| source.rules())
}

/// The rules as the books of a reader print moves, where these are no names.
fn books(source: &dyn Source, reader: Reader) -> Option<Arc<dyn Explore>> {
    (reader.language == Language::Japanese).then(|| source.books()).flatten()
}

/// All moves of an address.
fn all(rules: &dyn Explore, address: &Address) -> Result<Vec<String>, ParseError> {
    let positions = address.positions(rules)?;
    let moves = &address.moves;
    let printed = |at: usize| match at.checked_sub(1) {
        None => Ok(of(&*rules.open(&positions[0])?, &moves[0])),
        Some(before) => Ok(of(&*rules.open(&positions[before])?.step(&moves[before])?, &moves[at])),
    };
    (0..moves.len()).map(printed).collect()
}

/// A move of a position, with the mark of the side where it is more than its name.
fn of(node: &dyn GameNode, name: &str) -> String {
    let printed = node.print(name);
    if printed == name {
        return printed;
    }
    let mark = match node.side() {
        Side::First => "▲",
        Side::Second => "△",
    };
    [mark, &printed].concat()
}
