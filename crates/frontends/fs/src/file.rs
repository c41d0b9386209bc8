//! The files of a directory: what each is called, and what stands in it.

use yomikiri_core::{Choice, GameNode, Panel, ProbeError, Side, Value};

/// A file, by what it tells of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// A panel that the game itself shows, under the panel's name.
    Panel(&'static str),
    /// What the position is worth to the side to move.
    Value,
    /// The legal moves with what they are worth to the mover, best first.
    Moves,
    /// The name of the best move.
    Best,
    /// Who has won.
    Result,
    /// The moves from the root to here: a matter of the tree, not of the position.
    Path,
}

impl File {
    /// The files beside the panels.
    pub const DERIVED: [Self; 5] = [Self::Value, Self::Moves, Self::Best, Self::Result, Self::Path];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panel(name) => name,
            Self::Value => "value",
            Self::Moves => "moves",
            Self::Best => "best",
            Self::Result => "result",
            Self::Path => "path",
        }
    }

    /// What stands in the file by a position; `None` where there is no such file: no value is known, or the
    /// game goes on.
    ///
    /// # Errors
    /// The source of the game's values fails.
    pub fn content(self, node: &dyn GameNode) -> Result<Option<String>, ProbeError> {
        Ok(match self {
            Self::Panel(name) => panel(node.panels(), name),
            Self::Value => {
                let worth = node.worth()?;
                shown(worth.value, worth.estimate).map(line)
            }
            Self::Moves => Some(node.choices()?.iter().map(choice).collect()),
            Self::Best => {
                let best = node.choices()?.into_iter().next();
                best.filter(|best| shown(best.value, best.estimate).is_some()).map(|best| line(best.name))
            }
            Self::Result => {
                let worth = node.worth()?;
                let end = worth.value.filter(|_| worth.over);
                end.map(|value| line(winner(node.side(), value)))
            }
            Self::Path => None,
        })
    }
}

fn line(text: impl Into<String>) -> String {
    text.into() + "\n"
}

fn panel(panels: Vec<Panel>, name: &str) -> Option<String> {
    panels.into_iter().find(|panel| panel.name == name).map(|panel| panel.text)
}

/// The estimate where the game has one, so that one game's files all hold the same kind of thing; otherwise
/// the value.
fn shown(value: Option<Value>, estimate: Option<i32>) -> Option<String> {
    estimate.map(|estimate| estimate.to_string()).or_else(|| Some(value?.to_string()))
}

fn choice(choice: &Choice) -> String {
    let worth = shown(choice.value, choice.estimate);
    format!("{} {}\n", choice.name, worth.as_deref().unwrap_or("?"))
}

/// `first`, `second` or `draw`.
fn winner(mover: Side, value: Value) -> &'static str {
    match mover.winner(value.wdl()) {
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
        None => "draw",
    }
}
