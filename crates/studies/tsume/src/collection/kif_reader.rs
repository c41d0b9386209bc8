//! Reading KIF: files are cut into problems, and these understood line by line.
//!
//! Needed are the diagram and, if there is one, the solution with the squares that moves come from.
//! Variations are skipped. See the writer for the form.

use super::{
    CollectionError, Place,
    reader::{FileEntry, Unparsed},
};
use crate::{Problem, problem::with_line, rules, setup};
use std::path::{Path, PathBuf};
use yomikiri_core::{Gap, ParseError};
use yomikiri_shogi::{
    Move, Position,
    record::kif_lines::{
        DrawnPosition, VARIATION, is_bare, is_end, is_move_or_end, is_of_position, no_number, numbered,
        read_move,
    },
};

/// A line to be blamed, and what is wrong with it.
type Wrong = (u64, Gap);

/// The longest problem, in bytes, with all its variations.
const LONGEST: usize = 1 << 20;

/// The problems of a file, cut where a header or a diagram follows moves, or the place for them.
pub(super) struct Blocks<L> {
    path: PathBuf,
    lines: L,
    /// The first line of the next problem.
    next: Option<(u64, String)>,
    /// The first line that has no place in KIF, until a problem is found: if none is, the file is something
    /// else.
    strange: Option<(u64, String)>,
}

impl<L> Blocks<L> {
    pub(super) fn new(path: &Path, lines: L) -> Self {
        Self { path: path.to_owned(), lines, next: None, strange: None }
    }
}

impl<L: Iterator<Item = Result<(u64, String), CollectionError>>> Iterator for Blocks<L> {
    type Item = Result<FileEntry, CollectionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut block: Vec<_> = self.next.take().into_iter().collect();
        let (mut in_moves, mut length) = (false, 0);
        for line in self.lines.by_ref() {
            let (number, line) = match line {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            match Line::of(&line) {
                Line::Nothing => {
                    if self.strange.is_none() && is_strange(&line) {
                        self.strange = Some((number, line));
                    }
                    continue;
                }
                Line::Heading | Line::Move | Line::Variation => in_moves = true,
                _ if in_moves => {
                    self.next = Some((number, line));
                    break;
                }
                _ => {}
            }
            length += line.len();
            if length > LONGEST {
                let message = format!("a problem of more than {LONGEST} bytes");
                return Some(Err(CollectionError::content(&self.path, Place::Line(number), message)));
            }
            block.push((number, line));
        }
        let Some(&(first, _)) = block.first() else {
            let (number, line) = self.strange.take()?;
            let shown: String = line.trim().chars().take(QUOTED).flat_map(char::escape_debug).collect();
            let message = format!("expected a problem in KIF, found `{shown}`");
            return Some(Err(CollectionError::content(&self.path, Place::Line(number), message)));
        };
        self.strange = None;
        let place = Place::Line(first);
        Some(Ok(FileEntry { place, raw: Unparsed::Kif(block) }))
    }
}

/// The longest piece of a foreign file that is quoted.
const QUOTED: usize = 40;

/// Whether a line that says nothing of a problem is no remark either.
fn is_strange(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(['#', '*', '&'])
}

/// What a line is about.
enum Line<'a> {
    /// Comments, bookmarks, how it ended.
    Nothing,
    /// A rank of the diagram, a hand, whose turn it is.
    Position,
    /// Whatever else is told in the header.
    Header(&'a str, &'a str),
    /// What stands above the moves, even if there are none.
    Heading,
    /// A numbered move.
    Move,
    /// The beginning of a variation.
    Variation,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let text = line.trim_matches([' ', '\t', '　']);
        if is_of_position(text) {
            return Self::Position;
        }
        if text.starts_with(VARIATION) {
            return Self::Variation;
        }
        if is_move(text) {
            return Self::Move;
        }
        if text.starts_with(['#', '*', '&']) {
            return Self::Nothing;
        }
        if text.starts_with("手数--") {
            return Self::Heading;
        }
        text.split_once(['：', ':']).map_or(Self::Nothing, |(name, value)| Self::Header(name, value))
    }
}

/// Whether a line is meant for a move, or for the end. A remark may begin with a number in full width.
fn is_move(text: &str) -> bool {
    // The numbers of the files, above the diagram, may be in plain digits.
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == ' ');
    text.starts_with(|c: char| c.is_ascii_digit()) && !is_number
        || numbered(text).is_some_and(is_move_or_end)
        || is_bare(text)
}

/// Understands the lines of a problem.
pub(super) fn problem(lines: &[(u64, String)]) -> Result<Problem, Wrong> {
    let first = lines.first().map_or(1, |(number, _)| *number);
    let (variant, mut set, mut moves) = (rules().variant(), String::new(), lines.len());
    let mut drawn = DrawnPosition::new(variant);
    for (at, (number, line)) in lines.iter().enumerate() {
        match Line::of(line) {
            Line::Position => {
                drawn.read(variant, line).map_err(|error| (*number, error.told().into()))?;
            }
            Line::Header("備考", value) if is_set(value) => value.clone_into(&mut set),
            Line::Move | Line::Variation => {
                moves = at;
                break;
            }
            Line::Header(..) | Line::Heading | Line::Nothing => {}
        }
    }
    if drawn.ranks != 9 {
        return Err((first, format!("expected a diagram of nine ranks, found {}", drawn.ranks).into()));
    }
    let wrong = |error: ParseError| (first, error.told().into());
    let position = Position::new(&drawn.setup, variant).map_err(ParseError::new).map_err(wrong)?;
    setup::ensure(rules(), &position).map_err(wrong)?;
    let lines = &lines[moves..];
    let (position, line) =
        with_line(position, |here, line| read_move_of(lines.get(line.len())?, here, line))?;
    Ok(Problem::new(position, line, set))
}

/// Whether a text has nothing but letters of pieces, as a set of them has: what else a file says there is not
/// taken over.
pub(super) fn is_set(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| "RBGSNLP".contains(c.to_ascii_uppercase()))
}

/// The move of a line, up to the end of the game or the first variation.
fn read_move_of(
    (number, text): &(u64, String),
    here: &Position<u128>,
    before: &[Move],
) -> Option<Result<Move, Wrong>> {
    if !matches!(Line::of(text), Line::Move) {
        return None;
    }
    let told = numbered(text).ok_or_else(|| no_number(text.trim()));
    if told.as_ref().is_ok_and(|told| is_end(told)) {
        return None;
    }
    let mv = told.and_then(|told| read_move(rules(), here, before.last().copied(), told));
    Some(mv.map_err(|error| (*number, error.told().into())))
}
