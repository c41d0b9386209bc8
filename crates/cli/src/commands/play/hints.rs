//! What the best moves are worth: by the table where it knows, else by the player that is playing.

use super::standing::{Standing, unanswered};
use crate::{failure::Failure, words::Words};
use yomikiri_core::{
    Choice, View, fill,
    play::{Progress, Reply},
};

/// How many moves are told.
pub const MOST: usize = 10;

/// The widest list, in columns, and the blanks between two entries on a line.
const WIDTH: usize = 78;
const BETWEEN: usize = 4;

/// The best moves of a position.
pub struct Hints {
    /// The legal moves there are.
    pub legal: usize,
    pub best: Vec<Hint>,
}

/// A move with what it is worth.
pub struct Hint {
    pub name: String,
    /// The move as it is shown.
    pub shown: String,
    pub worth: String,
}

impl Hints {
    /// The best moves here, at most [`MOST`].
    pub fn of(
        standing: &mut Standing<'_>,
        view: &View,
        words: &Words,
        progress: &dyn Progress,
    ) -> Result<Self, Failure> {
        let path = standing.path().to_vec();
        match standing.opponent.as_deref_mut().filter(|_| view.value.is_none()) {
            Some(player) => {
                let replies = player.candidates(&path, MOST, progress);
                Self::of_player(standing, view, replies.map_err(|error| unanswered(&error))?)
            }
            None => Self::of_view(standing, view, words),
        }
    }

    /// By what the game's table or estimates say; none where they say nothing.
    pub fn of_view(standing: &Standing<'_>, view: &View, words: &Words) -> Result<Self, Failure> {
        let rated = if are_rated(view) { &view.moves[..view.moves.len().min(MOST)] } else { &[] };
        let told = rated.iter().map(|choice| (choice.name.clone(), worth(choice, words, standing.alone)));
        Self::told(standing, view, told)
    }

    /// By what a player answers.
    pub fn of_player(standing: &Standing<'_>, view: &View, replies: Vec<Reply>) -> Result<Self, Failure> {
        let worth = |probability: Option<f32>| {
            probability.map_or_else(String::new, |probability| format!("{:.0}%", 100.0 * probability))
        };
        Self::told(standing, view, replies.into_iter().map(|reply| (reply.mv, worth(reply.probability))))
    }

    fn told(
        standing: &Standing<'_>,
        view: &View,
        told: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, Failure> {
        let hint = |(name, worth): (String, String)| {
            let shown = standing.now(|node| node.print(&name))?;
            Ok(Hint { name, shown, worth })
        };
        let best: Result<_, Failure> = told.map(hint).collect();
        Ok(Self { legal: view.moves.len(), best: best? })
    }

    /// The moves with numbers, in columns that are read downwards, no more lines than needed.
    pub fn text(&self, words: &Words) -> String {
        let count = self.best.len();
        let heading = fill(words.best_of, &[&self.legal.to_string()]);
        let mut text = if self.legal > count { heading + "\n" } else { String::new() };
        let lines = if count > MOST / 2 { count.div_ceil(2) } else { count };
        for line in in_columns(&self.entries("  "), lines, WIDTH) {
            text += &(line + "\n");
        }
        text
    }

    /// The moves on so few lines of so many columns, as far as that can be done.
    pub fn list(&self, lines: usize, width: usize) -> Vec<String> {
        in_columns(&self.entries(" "), lines, width)
    }

    /// The moves with their numbers, and blanks between the two.
    fn entries(&self, blanks: &str) -> Vec<String> {
        let widest = self.best.iter().map(|hint| yomikiri_core::columns(&hint.shown)).max().unwrap_or(0);
        let entry = |(number, hint): (usize, &Hint)| {
            format!("{number:>2}{blanks}{}  {}", padded(&hint.shown, widest), hint.worth)
        };
        (1..).zip(&self.best).map(entry).collect()
    }
}

/// A text with blanks behind it, up to so many columns.
pub fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(yomikiri_core::columns(text)))
}

/// Entries in columns that are read downwards: on so many lines, or more if they do not fit beside each
/// other.
fn in_columns(entries: &[String], lines: usize, width: usize) -> Vec<String> {
    let widest = entries.iter().map(|entry| yomikiri_core::columns(entry)).max().unwrap_or(0);
    let fit = ((width + BETWEEN) / (widest + BETWEEN)).max(1);
    let lines = lines.max(entries.len().div_ceil(fit)).max(1);
    let line = |at: usize| {
        let across = entries.iter().skip(at).step_by(lines).map(|entry| padded(entry, widest + BETWEEN));
        across.collect::<String>().trim_end().to_owned()
    };
    (0..lines.min(entries.len())).map(line).collect()
}

/// Whether it is known what the moves are worth.
pub fn are_rated(view: &View) -> bool {
    view.moves.iter().any(|choice| choice.value.is_some() || choice.estimate.is_some())
}

/// What a move is worth; an estimate of a solitaire is a chance.
pub fn worth(choice: &Choice, words: &Words, alone: bool) -> String {
    words.worth(choice) + if alone && choice.is_estimated() { "%" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::ENGLISH;

    #[test]
    fn ten_moves_take_five_lines_and_a_heading() {
        let hint =
            |at: usize| Hint { name: String::new(), shown: format!("{at}五金"), worth: "50%".into() };
        let hints = Hints { legal: 414, best: (0..MOST).map(hint).collect() };
        let text = hints.text(&ENGLISH);
        assert_eq!(text.lines().count(), 6, "{text}");
        assert!(text.starts_with("the best of 414 moves:\n 1  0五金  50%     6  5五金  50%\n"), "{text}");
    }

    #[test]
    fn a_list_takes_as_few_lines_as_there_are_if_it_is_wide_enough() {
        let entries: Vec<_> = (0..10).map(|at| format!("{at}五")).collect();
        assert_eq!(in_columns(&entries, 20, 80), entries);
        let two = in_columns(&entries, 2, 80);
        assert_eq!(two, ["0五    2五    4五    6五    8五", "1五    3五    5五    7五    9五"]);
        assert_eq!(
            in_columns(&entries, 1, 10),
            ["0五    5五", "1五    6五", "2五    7五", "3五    8五", "4五    9五"]
        );
        assert_eq!(in_columns(&entries, 1, 2), entries);
        assert!(in_columns(&[], 3, 80).is_empty());
    }
}
