//! Boards as characters: lines of text in the colours of a terminal, with the spots that moves name. A prompt
//! prints them, a screen paints them and knows what is pointed at.

use crate::{Gap, Language, Side};

/// How a piece of text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As everything else.
    Plain,
    /// A side's piece or name.
    Side(Side),
    /// A square that a side's piece covers.
    Covered(Side),
    /// What matters.
    Strong,
    /// What matters less.
    Faint,
}

impl Ink {
    /// The codes of ANSI that begin the colour.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Side(Side::First) => "\x1b[1;32m",
            Self::Side(Side::Second) => "\x1b[1;31m",
            // Purple and orange.
            Self::Covered(Side::First) => "\x1b[48;5;97m\x1b[38;5;231m",
            Self::Covered(Side::Second) => "\x1b[48;5;208m\x1b[38;5;16m",
            Self::Strong => "\x1b[1m",
            Self::Faint => "\x1b[2m",
        }
    }
}

const UNDERLINED: &str = "\x1b[4m";
const RESET: &str = "\x1b[0m";

/// A piece of text on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is of the last move.
    pub is_last: bool,
    /// Words have another text in Japanese.
    japanese: Option<String>,
}

impl Run {
    /// A text that is the same in every language.
    fn new(text: String, ink: Ink, is_last: bool) -> Self {
        Self { text, ink, is_last, japanese: None }
    }
}

/// A place on a drawn board that moves name, as [`Spot`](crate::Spot) is on a diagram. Lengths are in lines
/// and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnSpot {
    /// What names of moves call it.
    pub name: String,
    /// The upper line, counted from 0.
    pub line: usize,
    /// The left column, counted from 0.
    pub column: usize,
    /// Columns.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    runs: Vec<Run>,
    /// Whether the board can be read without it.
    is_spare: bool,
}

/// A board as characters, put together from left to right and from line to line.
///
/// ```
/// use yomikiri_core::{Drawing, Ink, Side};
///
/// let mut drawing = Drawing::default();
/// drawing.put("a ");
/// drawing.spot("1a", 2);
/// drawing.ink("L", Ink::Side(Side::First));
/// assert_eq!(drawing.text(false), "a L");
/// assert_eq!((drawing.spots()[0].column, drawing.text(true).contains("\x1b[1;32mL")), (2, true));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Line>,
    spots: Vec<DrawnSpot>,
}

impl Drawing {
    /// Plain lines.
    pub fn of_text(text: &str) -> Self {
        let mut drawing = Self::default();
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                drawing.end();
            }
            drawing.put(line);
        }
        drawing
    }

    fn line(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.lines.last_mut().expect("there is a line")
    }

    /// Puts a run at the end of the line.
    pub fn run(&mut self, text: &str, ink: Ink, is_last: bool) {
        let line = self.line();
        match line.runs.last_mut() {
            Some(run) if (run.ink, run.is_last) == (ink, is_last) && run.japanese.is_none() => {
                run.text += text;
            }
            _ => line.runs.push(Run::new(text.to_owned(), ink, is_last)),
        }
    }

    /// Puts words at the end of the line: in English, until [`in_language`](Self::in_language) says
    /// otherwise.
    pub fn words(&mut self, told: impl Into<Gap>, ink: Ink) {
        let told = told.into();
        let run = Run::new(told.in_language(Language::English), ink, false);
        self.line().runs.push(Run { japanese: Some(told.in_language(Language::Japanese)), ..run });
    }

    /// The same with its words in a language; spots stay where their texts are, and are as wide.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Self {
        if language == Language::English {
            return self;
        }
        for (at, line) in self.lines.iter_mut().enumerate() {
            let mut column = 0;
            for run in &mut line.runs {
                if let Some(japanese) = run.japanese.take() {
                    let (before, after) = (columns(&run.text), columns(&japanese));
                    let moved = self.spots.iter_mut().filter(|spot| spot.line == at);
                    for spot in moved {
                        if spot.column >= column + before {
                            spot.column = spot.column - before + after;
                        } else if (spot.column, spot.width) == (column, before) {
                            spot.width = after;
                        }
                    }
                    run.text = japanese;
                }
                column += columns(&run.text);
            }
        }
        self
    }

    /// Puts coloured text at the end of the line.
    pub fn ink(&mut self, text: &str, ink: Ink) {
        self.run(text, ink, false);
    }

    /// Puts text at the end of the line.
    pub fn put(&mut self, text: &str) {
        self.ink(text, Ink::Plain);
    }

    /// Fills the line up with blanks to a column.
    pub fn pad(&mut self, column: usize) {
        let missing = column.saturating_sub(self.column());
        self.put(&" ".repeat(missing));
    }

    /// The column at the end of the line.
    pub fn column(&self) -> usize {
        let runs = self.lines.last().map(|line| &line.runs[..]).unwrap_or_default();
        runs.iter().map(|run| columns(&run.text)).sum()
    }

    /// Says that a spot of so many columns begins at the end of the line.
    pub fn spot(&mut self, name: &str, width: usize) {
        self.line();
        let (line, column) = (self.lines.len() - 1, self.column());
        self.spots.push(DrawnSpot { name: name.to_owned(), line, column, width, height: 1 });
    }

    /// Ends the line.
    pub fn end(&mut self) {
        self.line();
        self.lines.push(Line::default());
    }

    /// Ends the line, without which the board can be read.
    pub fn end_spare(&mut self) {
        self.line().is_spare = true;
        self.end();
    }

    /// Puts another drawing to the right of this one, from a line on, at a column.
    pub fn beside(&mut self, line: usize, column: usize, other: Self) {
        for (at, added) in (line..).zip(other.lines) {
            if self.lines.len() <= at {
                self.lines.resize_with(at + 1, Line::default);
            }
            let runs = &mut self.lines[at].runs;
            let width: usize = runs.iter().map(|run| columns(&run.text)).sum();
            if !added.runs.is_empty() {
                let gap = " ".repeat(column.saturating_sub(width));
                runs.push(Run::new(gap, Ink::Plain, false));
                runs.extend(added.runs);
            }
        }
        let moved =
            |spot: DrawnSpot| DrawnSpot { line: spot.line + line, column: spot.column + column, ..spot };
        self.spots.extend(other.spots.into_iter().map(moved));
    }

    /// How many lines it has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        let width = |line: &Line| line.runs.iter().map(|run| columns(&run.text)).sum();
        self.lines.iter().map(width).max().unwrap_or(0)
    }

    /// The same, without the lines that can be spared if it has more lines than this.
    #[must_use]
    pub fn fitted(mut self, height: usize) -> Self {
        if self.height() <= height {
            return self;
        }
        let above = |line: usize| self.lines[..line].iter().filter(|line| line.is_spare).count();
        let moved: Vec<_> = self.spots.iter().map(|spot| spot.line - above(spot.line)).collect();
        self.spots.iter_mut().zip(moved).for_each(|(spot, line)| spot.line = line);
        self.lines.retain(|line| !line.is_spare);
        self
    }

    /// The runs of each line.
    pub fn lines(&self) -> impl Iterator<Item = &[Run]> {
        self.lines.iter().map(|line| &line.runs[..])
    }

    /// The spots.
    pub fn spots(&self) -> &[DrawnSpot] {
        &self.spots
    }

    /// The lines as one text, in ANSI colours if asked; no blanks at their ends, no line's end behind the
    /// last.
    pub fn text(&self, colour: bool) -> String {
        let line = |line: &Line| {
            let runs = line.runs.iter().map(|run| match (colour, run.ink.code()) {
                (false, _) => run.text.clone(),
                (true, "") if !run.is_last => run.text.clone(),
                (true, code) => {
                    let last = if run.is_last { UNDERLINED } else { "" };
                    format!("{code}{last}{}{RESET}", run.text)
                }
            });
            runs.collect::<String>().trim_end().to_owned()
        };
        let lines: Vec<_> = self.lines.iter().map(line).collect();
        lines.join("\n").trim_end().to_owned()
    }
}

/// The columns that a text takes in a terminal: two for the characters of China and Japan.
pub fn columns(text: &str) -> usize {
    let wide = |letter: char| {
        matches!(letter,
            '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' |
            '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
    };
    text.chars().map(|letter| if wide(letter) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_in_a_language_and_spots_stay_with_their_texts() {
        let mut drawing = Drawing::default();
        drawing.words(Gap::Words("first player".into(), "先手".into()), Ink::Side(Side::First));
        drawing.put(": ");
        drawing.spot("G*", 7);
        drawing.put("giraffe");
        drawing.words(Gap::Words(" in hand, to move".into(), "、手番".into()), Ink::Plain);
        drawing.end();
        drawing.spot("1a", 1);
        drawing.put("L");
        let told =
            |drawing: &Drawing| (drawing.text(false), drawing.spots().iter().map(|s| s.column).collect());
        let japanese = drawing.clone().in_language(Language::Japanese);
        assert_eq!(told(&drawing), ("first player: giraffe in hand, to move\nL".into(), vec![14, 0]));
        assert_eq!(told(&japanese), ("先手: giraffe、手番\nL".into(), vec![6, 0]));
        assert_eq!(drawing.clone().in_language(Language::English), drawing);
    }

    #[test]
    fn lines_that_can_be_spared_are_left_out_and_spots_stay_on_their_lines() {
        let mut drawing = Drawing::default();
        for (line, spare) in [("ab", false), ("--", true), ("cd", false), ("--", true), ("ef", false)] {
            if !spare {
                drawing.spot(line, 1);
            }
            drawing.put(line);
            if spare { drawing.end_spare() } else { drawing.end() }
        }
        assert_eq!(drawing.clone().fitted(6), drawing);
        let fitted = drawing.fitted(5);
        assert_eq!(fitted.text(false), "ab\ncd\nef");
        assert_eq!(fitted.spots().iter().map(|spot| spot.line).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn kanji_take_two_columns() {
        let mut drawing = Drawing::of_text("v飛\nab");
        drawing.beside(0, 5, Drawing::of_text("x"));
        assert_eq!((drawing.text(false), drawing.width()), ("v飛  x\nab".to_owned(), 6));
    }

    #[test]
    fn the_last_move_shows_in_colours() {
        let mut drawing = Drawing::default();
        drawing.run("#", Ink::Covered(Side::First), true);
        assert!(drawing.text(true).contains(UNDERLINED) && !drawing.text(false).contains('\x1b'));
    }
}
