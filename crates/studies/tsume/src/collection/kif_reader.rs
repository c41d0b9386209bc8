//! Reading KIF: files are cut into problems, and these understood line by line.
//!
//! Needed are the diagram and, if there is one, the solution with the squares that moves come from.
//! Variations are skipped. See the writer for the form.

use super::{
    CollectionError, Place,
    reader::{FileEntry, Unparsed},
};
use crate::{Problem, japanese, rules, setup};
use std::path::{Path, PathBuf};
use yomikiri_core::Game;
use yomikiri_shogi::{Move, Piece, Position, Setup, Side, Square, record};

/// A line to be blamed, and what is wrong with it.
type Wrong = (u64, String);

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
    /// A rank of the diagram.
    Rank(&'a str),
    /// A hand.
    Hand(Side, &'a str),
    /// Whose turn it is.
    Turn(Side),
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
        if text.starts_with('|') {
            return Self::Rank(text);
        }
        if text.starts_with("変化") {
            return Self::Variation;
        }
        // The numbers of the files, above the diagram, may be in plain digits.
        let numbers = text.chars().all(|c| c.is_ascii_digit() || c == ' ');
        if text.starts_with(|c: char| c.is_ascii_digit()) && !numbers {
            return Self::Move;
        }
        match text {
            "後手番" | "上手番" => return Self::Turn(Side::Second),
            "先手番" | "下手番" => return Self::Turn(Side::First),
            _ if text.starts_with(['#', '*', '&']) => return Self::Nothing,
            _ if text.starts_with("手数--") => return Self::Heading,
            _ => {}
        }
        match text.split_once(['：', ':']) {
            Some((name, value)) => match record::kif_hand(name) {
                Some(side) => Self::Hand(side, value),
                None => Self::Header(name, value),
            },
            None => Self::Nothing,
        }
    }
}

/// Understands the lines of a problem.
pub(super) fn problem(lines: &[(u64, String)]) -> Result<Problem, Wrong> {
    let first = lines.first().map_or(1, |(number, _)| *number);
    let mut setup = Setup::empty(rules().variant());
    let (mut ranks, mut set, mut moves) = (0, String::new(), lines.len());
    for (at, (number, line)) in lines.iter().enumerate() {
        let wrong = |message: String| (*number, message);
        match Line::of(line) {
            Line::Rank(_) if ranks == 9 => return Err(wrong("a tenth rank, expected nine".to_owned())),
            Line::Rank(text) => {
                let squares = &mut setup.board[9 * ranks..9 * (ranks + 1)];
                read_rank(text, squares).map_err(wrong)?;
                ranks += 1;
            }
            Line::Hand(side, text) => setup.hands[side.index()] = read_hand(text).map_err(wrong)?,
            Line::Turn(side) => setup.side = side,
            Line::Header("備考", value) if is_set(value) => value.clone_into(&mut set),
            Line::Move | Line::Variation => {
                moves = at;
                break;
            }
            Line::Header(..) | Line::Heading | Line::Nothing => {}
        }
    }
    if ranks != 9 {
        return Err((first, format!("expected a diagram of nine ranks, found {ranks}")));
    }
    let position = Position::new(&setup, rules().variant()).map_err(|error| (first, error.to_string()))?;
    setup::ensure(rules(), &position).map_err(|error| (first, error.to_string()))?;
    let line = read_moves(&position, &lines[moves..])?;
    Ok(Problem::new(position, line, set))
}

/// Whether a text has nothing but letters of pieces, as a set of them has: what else a file says there is not
/// taken over.
pub(super) fn is_set(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| "RBGSNLP".contains(c.to_ascii_uppercase()))
}

/// A rank of the diagram: nine cells of an owner and a piece between bars.
fn read_rank(text: &str, squares: &mut [Option<Piece>]) -> Result<(), String> {
    let mut rest = &text[1..];
    for (square, number) in squares.iter_mut().zip((1..=9).rev()) {
        let wrong = || format!("expected a piece or ・ in file {number}, found `{}`", rest.escape_debug());
        let mut chars = rest.chars();
        let side = match chars.next() {
            Some(' ' | '+' | '^') => Side::First,
            Some('v' | 'V') => Side::Second,
            _ => return Err(wrong()),
        };
        *square = if let Some(rest) = chars.as_str().strip_prefix('・') {
            chars = rest.chars();
            None
        } else {
            let (kind, rest) = japanese::read_name(chars.as_str()).ok_or_else(wrong)?;
            chars = rest.chars();
            Some(Piece { kind, side })
        };
        rest = chars.as_str();
    }
    if rest.starts_with('|') { Ok(()) } else { Err("expected `|` after nine squares".to_owned()) }
}

fn read_hand(text: &str) -> Result<[u8; 8], String> {
    let mut held = [0u8; 8];
    let mut rest = text.trim();
    if rest == "なし" {
        return Ok(held);
    }
    while !rest.is_empty() {
        let named = japanese::read_name(rest);
        let held_kind = named.filter(|&(kind, _)| rules().variant().hand_kinds().any(|held| held == kind));
        let Some((kind, after)) = held_kind else {
            return Err(format!("expected a piece in hand or なし, found `{}`", rest.escape_debug()));
        };
        let (count, after) = japanese::read_numeral(after);
        // No set has so many; the position is refused then.
        held[kind.place()] = held[kind.place()].saturating_add(count);
        rest = after.trim_start();
    }
    Ok(held)
}

/// The moves up to the end of the game or the first variation.
fn read_moves(start: &Position<u128>, lines: &[(u64, String)]) -> Result<Vec<Move>, Wrong> {
    let (mut here, mut line) = (start.clone(), Vec::new());
    for (number, text) in lines {
        if !matches!(Line::of(text), Line::Move) {
            break;
        }
        let text = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let Some(mv) = read_move(&here, line.last().copied(), text).map_err(|message| (*number, message))?
        else {
            break;
        };
        here = rules().play(&here, mv);
        line.push(mv);
    }
    Ok(line)
}

/// What a line says instead of a move where the game ends.
const ENDS: [&str; 11] =
    ["詰", "不詰", "投了", "中断", "千日手", "持将棋", "切れ負け", "反則", "入玉勝ち", "不戦", "封じ手"];

/// A move; none where the game ends instead.
fn read_move(pos: &Position<u128>, last: Option<Move>, text: &str) -> Result<Option<Move>, String> {
    if ENDS.iter().any(|end| text.starts_with(end)) {
        return Ok(None);
    }
    let shown = text.split([' ', '(']).next().unwrap_or_default().escape_debug();
    let wrong = |expected: &str| format!("expected {expected} in the move `{shown}`");
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (last.map(Move::to), rest.trim_start()),
        None => japanese::read_square(text).map_or((None, text), |(to, rest)| (Some(to), rest)),
    };
    let to = to.ok_or_else(|| wrong("a square such as ５三, or 同 after another move"))?;
    let (kind, rest) = japanese::read_name(rest).ok_or_else(|| wrong("a piece"))?;
    let mv = if rest.starts_with('打') {
        Move::Drop { kind, to }
    } else {
        let rest = rest.strip_prefix("不成").unwrap_or(rest);
        let (promote, rest) = rest.strip_prefix('成').map_or((false, rest), |rest| (true, rest));
        let from =
            read_origin(rest).ok_or_else(|| wrong("打, or where the piece comes from, such as (53)"))?;
        if pos.piece(from).is_none_or(|piece| piece.kind != kind) {
            return Err(format!("`{shown}` comes from a square where no {} stands", japanese::name(kind)));
        }
        Move::Board { from, to, promote }
    };
    let mut legal = Vec::new();
    rules().moves(pos, &mut legal);
    if legal.contains(&mv) { Ok(Some(mv)) } else { Err(format!("`{shown}` is not legal here")) }
}

/// A square in parentheses.
fn read_origin(text: &str) -> Option<Square> {
    let (square, rest) = japanese::read_square(text.trim_start().strip_prefix('(')?)?;
    rest.starts_with(')').then_some(square)
}
