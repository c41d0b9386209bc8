//! A sheet to print: HTML with one diagram a problem, and the solutions on pages of their own at the end.
//!
//! Printed, it is a booklet with four problems a page. The four are one element, which a screen looks
//! through: browsers agree on breaks between blocks, and not on those inside a grid.

use super::Provenance;
use crate::{Problem, japanese};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
};
use yomikiri_core::{Language, diagram};

/// Behind the style of diagrams, which it changes: mincho as in books, a heavy frame around the board, and
/// black on white in print, four problems a page of A4.
const STYLE: &str = "\
:root { color-scheme: light dark; --mincho: \"Hiragino Mincho ProN\", \"Yu Mincho\", YuMincho, \"Noto Serif CJK JP\", \
\"Noto Serif JP\", \"Source Han Serif JP\", IPAexMincho, \"MS PMincho\", serif; }
body { font-family: var(--mincho); line-height: 1.5; margin: 1em auto; max-width: 60em; padding: 0 1em; }
h1, h2 { font-weight: 600; text-align: center; }
.sheet { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5em; }
@media (max-width: 40em) { .sheet { grid-template-columns: 1fr; } }
.page { display: contents; }
figure { break-inside: avoid; margin: 0; }
figcaption { text-align: center; }
.diagram { font-family: var(--mincho); width: 100%; }
.diagram .board { stroke-width: 4; }
section { break-before: page; }
.solutions { columns: 2; column-gap: 3em; padding-left: 3em; }
.solutions li { break-inside: avoid; margin-bottom: .5em; }
.move { display: inline-block; margin-right: .5em; white-space: nowrap; }
@page { size: A4; margin: 15mm; }
@media print {
:root { color-scheme: light; }
body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
.sheet, .page { display: block; }
.page + .page { break-before: page; }
figure { display: inline-block; margin: 0 2% 8mm; width: 45%; }
.diagram { --board: #fff; --ink: #000; --edge: #000; --mark: #ddd; --face: #fff; --faint: #000; --red: #000; }
.diagram .face { fill: #000; }
}";

/// The problems of a printed page.
const A_PAGE: usize = 4;
const PAGE: &str = "<div class=\"page\">";

pub(super) struct Writer {
    out: BufWriter<File>,
    /// The solutions with the numbers of their problems.
    solutions: Vec<(u64, String)>,
}

impl Writer {
    pub(super) fn new(file: File, about: &Provenance) -> io::Result<Self> {
        let mut out = BufWriter::new(file);
        let title = match about.set.as_str() {
            "" => "詰将棋".to_owned(),
            set => format!("詰将棋 {}", diagram::escaped(set)),
        };
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(
            out,
            "<title>{title}</title>\n<style>\n{}{STYLE}\n</style>\n</head>\n<body>",
            diagram::STYLE
        )?;
        writeln!(out, "<h1>{title}</h1>\n<div class=\"sheet\">")?;
        Ok(Self { out, solutions: Vec::new() })
    }
}

impl super::Writer for Writer {
    fn push(&mut self, number: u64, problem: &Problem) -> io::Result<()> {
        let plies = match problem.plies() {
            0 => String::new(),
            plies => format!("（{plies}手詰）"),
        };
        let diagram = crate::diagram(&problem.position).in_language(Language::Japanese).inline();
        match self.solutions.len() {
            0 => writeln!(self.out, "{PAGE}")?,
            before if before.is_multiple_of(A_PAGE) => writeln!(self.out, "</div>\n{PAGE}")?,
            _ => {}
        }
        writeln!(self.out, "<figure>\n<figcaption>第{number}番{plies}</figcaption>\n{diagram}</figure>")?;
        // No line ends inside a move.
        let moves = japanese::line(problem);
        let moves = moves.iter().map(|mv| format!("<span class=\"move\">{mv}</span>"));
        self.solutions.push((number, moves.collect::<Vec<_>>().join(" ")));
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let page_end = if self.solutions.is_empty() { "" } else { "</div>\n" };
        writeln!(self.out, "{page_end}</div>\n<section>\n<h2>解答</h2>\n<ol class=\"solutions\">")?;
        for (number, solution) in &self.solutions {
            let solution = if solution.is_empty() { "―" } else { solution };
            writeln!(self.out, "<li value=\"{number}\">{solution}</li>")?;
        }
        writeln!(self.out, "</ol>\n</section>\n</body>\n</html>")?;
        self.out.flush()
    }
}
