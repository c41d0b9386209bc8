//! Addresses of positions: the path of a URL, part by part.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use yomikiri_core::{Explore, GameNode, ParseError, phrases};

/// The part before a position that is written out.
const POSITION: &str = "sfen";

/// What need not be escaped in a part of a path (RFC 3986, `pchar`).
const PART: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b'=')
    .remove(b':')
    .remove(b'@')
    .remove(b'!');

/// A path taken apart: `/GAME`, then a position that the moves begin at, if it is not the start, then moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub game: String,
    /// The position that the moves begin at; `None` for the start of the game.
    pub position: Option<String>,
    pub moves: Vec<String>,
}

impl Address {
    /// Reads a path. Each part is unescaped by itself, so that an escaped slash is no separator. `None` for a
    /// path without a game, or whose bytes are no text.
    pub fn read(path: &str) -> Option<Self> {
        let unescape = |part: &str| percent_decode_str(part).decode_utf8().ok().map(String::from);
        let mut parts = path.split('/').filter(|part| !part.is_empty()).map(unescape);
        let game = parts.next()??;
        let mut moves = parts.collect::<Option<Vec<_>>>()?;
        let position = if moves.first().is_some_and(|part| part == POSITION) {
            let position = moves.get(1).map(|text| written_out(text)).unwrap_or_default();
            moves.drain(..moves.len().min(2));
            Some(position)
        } else {
            None
        };
        Some(Self { game, position, moves })
    }

    /// The start of a game.
    pub fn start(game: &str) -> Self {
        Self { game: game.to_owned(), position: None, moves: Vec::new() }
    }

    /// An address of a position: the permanent one, or else with the position as it is written.
    pub fn of_position(game: &str, position: &str) -> Self {
        let written = || Self { position: Some(position.to_owned()), ..Self::start(game) };
        Self::permanent(game, position).unwrap_or_else(written)
    }

    /// The path.
    pub fn path(&self) -> String {
        let mut path = format!("/{}", part(&self.game));
        if let Some(position) = &self.position {
            path += &["/", POSITION, "/", &part(&in_one_part(position))].concat();
        }
        for mv in &self.moves {
            path += "/";
            path += &part(mv);
        }
        path
    }

    /// Looks at the position at the address.
    ///
    /// # Errors
    /// One of the parts is no position or no move.
    pub fn reach<T>(
        &self,
        rules: &dyn Explore,
        look: impl FnOnce(&dyn GameNode) -> T,
    ) -> Result<T, ParseError> {
        let first = self.position.as_deref().map_or_else(|| Ok(rules.start()), |text| rules.open(text))?;
        let Some((last, before)) = self.moves.split_last() else { return Ok(look(&*first)) };
        let position = before
            .iter()
            .try_fold(first.position(), |position, mv| Ok(rules.open(&position)?.step(mv)?.position()))?;
        Ok(look(&*rules.open(&position)?.step(last)?))
    }

    /// The positions on the way to the one at the address, that one last.
    ///
    /// # Errors
    /// One of the parts is no position or no move.
    pub fn positions(&self, rules: &dyn Explore) -> Result<Vec<String>, ParseError> {
        let first = self.position.as_deref().map_or_else(|| Ok(rules.start()), |text| rules.open(text))?;
        let mut path = vec![first.position()];
        for mv in &self.moves {
            let next = rules.open(&path[path.len() - 1])?.step(mv)?.position();
            path.push(next);
        }
        Ok(path)
    }

    /// The address of a game that is told as its positions.
    ///
    /// # Errors
    /// Positions that do not follow each other.
    pub fn of_path(game: &str, rules: &dyn Explore, path: &[String]) -> Result<Self, ParseError> {
        let first = path.first().ok_or_else(|| ParseError::new(phrases::NO_POSITION))?;
        let first = &rules.open(first)?.position();
        let mut address = if *first == rules.start().position() {
            Self::start(game)
        } else {
            Self::of_position(game, first)
        };
        for pair in path.windows(2) {
            address.moves.push(rules.open(&pair[0])?.move_to(&pair[1])?);
        }
        Ok(address)
    }

    /// The address a move further.
    pub fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        next.moves.push(mv.to_owned());
        next
    }

    /// The address with only so many of its moves.
    pub fn cut(&self, moves: usize) -> Self {
        Self { moves: self.moves[..moves.min(self.moves.len())].to_vec(), ..self.clone() }
    }

    /// The address that stands for the position however it was reached; `None` where a position cannot be
    /// written in one part of a path.
    pub fn permanent(game: &str, position: &str) -> Option<Self> {
        (in_one_part(position) != position)
            .then(|| Self { position: Some(position.to_owned()), ..Self::start(game) })
    }
}

fn part(text: &str) -> String {
    utf8_percent_encode(text, PART).to_string()
}

/// A position in SFEN without what separates parts and words; another as it is.
fn in_one_part(position: &str) -> String {
    let part = position.replace(['/', ' '], "_");
    if written_out(&part) == position { part } else { position.to_owned() }
}

/// The position that [`in_one_part`] wrote: before the side to move ranks are separated by slashes, from
/// there on words by blanks. A text that has such separators already stays as it is.
fn written_out(text: &str) -> String {
    if text.contains(['/', ' ']) {
        return text.to_owned();
    }
    let parts: Vec<_> = text.split('_').collect();
    let side = parts.iter().skip(1).position(|part| matches!(*part, "b" | "w"));
    let Some(side) = side.map(|side| side + 1) else { return text.to_owned() };
    format!("{} {}", parts[..side].join("/"), parts[side..].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(position: Option<&str>, moves: &[&str]) -> Address {
        Address {
            game: "dobutsu".into(),
            position: position.map(String::from),
            moves: moves.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn a_path_is_that_of_the_mounted_tree() {
        assert_eq!(Address::read("/dobutsu/2d3c/G*2c/"), Some(address(None, &["2d3c", "G*2c"])));
        assert_eq!(address(None, &["2d3c", "G*2c", "2b2a+"]).path(), "/dobutsu/2d3c/G*2c/2b2a+");
        let start = address(Some("gle/1c1/1C1/ELG b -"), &[]);
        assert_eq!(start.path(), "/dobutsu/sfen/gle_1c1_1C1_ELG_b_-");
        assert_eq!(Address::read(&start.path()), Some(start.clone()));
        assert_eq!(Address::read("/dobutsu/sfen/gle%2F1c1%2f1C1%2FELG%20b%20-"), Some(start));
        let shogi = "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL w 2P3p 12";
        assert_eq!(
            Address::permanent("shogi", shogi)
                .and_then(|it| Address::read(&it.path()))
                .unwrap()
                .position
                .as_deref(),
            Some(shogi)
        );
        assert_eq!(Address::permanent("blokus", "66t0/8Aj2"), None);
        assert_eq!(Address::permanent("calculation", "1.1.1.1 4K/7/-/- 3332443434443 9"), None);
    }

    #[test]
    fn what_is_escaped_is_no_separator_and_what_is_no_text_no_path() {
        assert_eq!(
            Address::read("/dobutsu/..%2F..%2fetc/../x"),
            Some(address(None, &["../../etc", "..", "x"]))
        );
        assert_eq!(address(None, &["<script>\"é/.."]).path(), "/dobutsu/%3Cscript%3E%22%C3%A9%2F..");
        assert_eq!(Address::read("/dobutsu/%ff"), None);
        assert_eq!(Address::read("/"), None);
    }
}
