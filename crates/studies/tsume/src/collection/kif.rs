//! Collections in KIF: header, diagram and solution of one problem after the other.
//!
//! The form is Kakinoki's (<http://kakinoki.o.oo7.jp/kif_format.html>): `.kif` is in Shift JIS and `.kifu` in
//! UTF-8. Programs that keep one game a file read a collection of one problem. They differ in what they take
//! for a handicap that is not one of the usual, so none is given: the diagram says it all.

use crate::{MateGame, Problem, rules};
use std::{
    fmt::{self, Write as _},
    fs::File,
    io::{self, BufWriter, Write as _},
    sync::LazyLock,
};
use yomikiri_core::Side;
use yomikiri_files::shift_jis;
use yomikiri_shogi::{
    Position,
    record::kif_lines::{HEADING, MATE, STOPPED, origin, position, target},
};

/// How characters are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    ShiftJis,
    Utf8,
}

pub(super) struct Writer {
    out: BufWriter<File>,
    encoding: Encoding,
    /// Whether a problem stands before the next.
    follows: bool,
}

impl Writer {
    pub(super) fn new(file: File, encoding: Encoding) -> io::Result<Self> {
        let mut out = BufWriter::new(file);
        let name = if encoding == Encoding::Utf8 { "UTF-8" } else { "Shift_JIS" };
        writeln!(out, "#KIF version=2.0 encoding={name}")?;
        Ok(Self { out, encoding, follows: false })
    }
}

impl super::Writer for Writer {
    fn push(&mut self, number: u64, problem: &Problem) -> io::Result<()> {
        if std::mem::replace(&mut self.follows, true) {
            self.out.write_all(b"\n")?;
        }
        let text = text(number, problem);
        match self.encoding {
            Encoding::Utf8 => self.out.write_all(text.as_bytes()),
            Encoding::ShiftJis => self.out.write_all(&shift_jis::encode(&text)),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

fn text(number: u64, problem: &Problem) -> String {
    let (plies, mut text) = (problem.plies(), String::new());
    let mut put = |line: fmt::Arguments<'_>| writeln!(text, "{line}").expect("a string takes all");
    put(format_args!("作品番号：{number}"));
    if plies > 0 {
        put(format_args!("手数：{plies}"));
    }
    if !problem.set.is_empty() {
        put(format_args!("備考：{}", problem.set));
    }
    put(format_args!("{}{HEADING}", position(&problem.position, rules().variant())));
    for (at, mv) in (1..).zip(moves(problem)) {
        put(format_args!("{at:4} {mv}   ( 0:00/00:00:00)"));
    }
    // A line of somebody's own may end anywhere.
    let is_mate = problem.positions().last().is_some_and(|pos| is_mated(&pos));
    if is_mate || plies > 0 {
        let end = if is_mate { MATE } else { STOPPED };
        put(format_args!("{:4} {end}   ( 0:00/00:00:00)\nまで{plies}手で{end}", plies + 1));
    }
    text
}

/// Whether the defender is to move, and mated: there is no answer but futile interpositions.
fn is_mated(pos: &Position<u128>) -> bool {
    static GAME: LazyLock<MateGame> = LazyLock::new(MateGame::new);
    let mut answers = Vec::new();
    pos.side() == Side::Second && rules().in_check(pos, Side::Second) && {
        GAME.evasions(pos, &mut answers);
        answers.is_empty()
    }
}

/// Moves with where they come from; a refusal to promote is not told.
fn moves(problem: &Problem) -> Vec<String> {
    let (variant, mut last) = (rules().variant(), None);
    let moves = problem.positions().zip(&problem.line).map(|(pos, &mv)| {
        let told = target(variant.board, last, mv) + &origin(&pos, variant, mv);
        last = Some(mv);
        told
    });
    moves.collect()
}
