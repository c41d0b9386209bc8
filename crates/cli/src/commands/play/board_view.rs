//! The board in a terminal, with the last move marked: with as many lines as there is room for.

use crate::text;
use std::io::{self, IsTerminal};
use yomikiri_core::Drawing;

/// The lines that a prompt needs beside the board: a blank one, what the opponent played and thought, the
/// prompt itself, and what is typed.
const OTHERS: usize = 5;

/// How boards are shown.
pub struct BoardView {
    pub colour: bool,
    /// The lines of the terminal; none where the output is no terminal.
    pub height: Option<usize>,
}

impl BoardView {
    /// As standard output has room for.
    pub fn standard() -> Self {
        Self { colour: text::colour(), height: None }
    }

    /// The board on several lines, so that so many lines more can be seen below it.
    pub fn text(&self, drawing: Drawing, below: usize) -> String {
        let of_terminal = || {
            let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size);
            Some(usize::from(size?.ok()?.1))
        };
        let drawing = match self.height.or_else(of_terminal) {
            Some(height) => drawing.fitted(height.saturating_sub(OTHERS + below)),
            None => drawing,
        };
        drawing.text(self.colour)
    }
}
