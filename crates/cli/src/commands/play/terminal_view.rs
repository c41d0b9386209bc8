//! What a prompt shows in a terminal: the board with the last move marked, in as many lines as there is room
//! for, and sentences whose words stay whole at the end of a line.

use crate::text;
use std::io::{self, IsTerminal};
use yomikiri_core::Drawing;

/// The lines that a prompt needs beside the board: a blank one, what the opponent played and thought, the
/// prompt itself, and what is typed.
const OTHERS: usize = 5;

/// How boards and sentences are shown.
pub struct TerminalView {
    pub colour: bool,
    /// The columns and lines of the terminal, where they are not those of standard output.
    pub size: Option<(usize, usize)>,
}

impl TerminalView {
    /// As standard output has room for.
    pub fn standard() -> Self {
        Self { colour: text::colour(), size: None }
    }

    /// The columns and lines of the terminal; none where the output is no terminal.
    fn size(&self) -> Option<(usize, usize)> {
        let of_terminal = || {
            let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size);
            let (columns, lines) = size?.ok()?;
            Some((usize::from(columns), usize::from(lines)))
        };
        self.size.or_else(of_terminal)
    }

    /// The board on several lines, so that so many lines more can be seen below it.
    pub fn board(&self, drawing: Drawing, below: usize) -> String {
        let drawing = match self.size() {
            Some((_, lines)) => drawing.fitted(lines.saturating_sub(OTHERS + below)),
            None => drawing,
        };
        drawing.text(self.colour)
    }

    /// A text with its lines broken between words where the terminal ends; as it is where there is none.
    pub fn sentences(&self, told: &str) -> String {
        match self.size() {
            Some((columns, _)) if columns > 0 => {
                let lines = told.lines().flat_map(|line| text::wrapped(line, columns));
                lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
            }
            _ => told.to_owned(),
        }
    }
}
