//! A sheet to print: a page of HTML with one diagram a problem, and the solutions on a page of their own at
//! the end.

use super::Provenance;
use crate::{Problem, japanese};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
};
use yomikiri_core::diagram;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font-family: serif; margin: 1em; }
figure { display: inline-block; width: 30%; margin: 1%; break-inside: avoid; }
figcaption { font-size: 90%; }
section { break-before: page; }
li { break-inside: avoid; }";

pub(super) struct Writer {
    out: BufWriter<File>,
    solutions: Vec<String>,
}

impl Writer {
    pub(super) fn new(file: File, about: &Provenance) -> io::Result<Self> {
        let mut out = BufWriter::new(file);
        let title = match about.set.as_str() {
            "" => "詰将棋".to_owned(),
            set => format!("詰将棋 {}", escaped(set)),
        };
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(
            out,
            "<title>{title}</title>\n<style>\n{STYLE}\n{}</style>\n</head>\n<body>",
            diagram::STYLE
        )?;
        writeln!(out, "<h1>{title}</h1>")?;
        Ok(Self { out, solutions: Vec::new() })
    }
}

impl super::Writer for Writer {
    fn push(&mut self, number: u64, problem: &Problem) -> io::Result<()> {
        let plies = match problem.plies() {
            0 => String::new(),
            plies => format!("（{plies}手詰）"),
        };
        let diagram = crate::diagram(&problem.position).inline();
        writeln!(self.out, "<figure>\n<figcaption>第{number}番{plies}</figcaption>\n{diagram}</figure>")?;
        self.solutions.push(japanese::line(problem).join(" "));
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        writeln!(self.out, "<section>\n<h2>解答</h2>\n<ol>")?;
        for solution in &self.solutions {
            writeln!(self.out, "<li>{}</li>", if solution.is_empty() { "―" } else { solution })?;
        }
        writeln!(self.out, "</ol>\n</section>\n</body>\n</html>")?;
        self.out.flush()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
