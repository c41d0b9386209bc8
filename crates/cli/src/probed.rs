//! What is told of a position, by `probe` and by `serve`.

use crate::{failure::Failure, text};
use serde::Serialize;
use yomikiri_core::{Explore, GameNode, Value, View};

/// A position as `--json` tells it.
#[derive(Serialize)]
pub struct ProbeReport<'a> {
    position: &'a str,
    value: Option<&'static str>,
    plies: Option<u16>,
    moves: Vec<MoveReport<'a>>,
    line: &'a [String],
}

#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    value: Option<&'static str>,
    plies: Option<u16>,
}

impl<'a> ProbeReport<'a> {
    /// What is seen of a position, and a best line from it.
    pub fn new(view: &'a View, line: &'a [String]) -> Self {
        let plies = |value: Option<Value>| value.and_then(Value::plies);
        let moves = view.moves.iter().map(|choice| MoveReport {
            name: &choice.name,
            value: text::word(choice.value),
            plies: plies(choice.value),
        });
        Self {
            position: &view.position,
            value: text::word(view.value),
            plies: plies(view.value),
            moves: moves.collect(),
            line,
        }
    }
}

/// Looks at a position, and at what `solved` knows of it where its value is not known otherwise. `argument`
/// is what the text came in.
pub fn look<T>(
    explore: &dyn Explore,
    (pos, argument): (&str, &str),
    solved: impl FnOnce() -> Result<Option<Box<dyn Explore>>, Failure>,
    then: impl FnOnce(&dyn GameNode, View) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let open = |error| Failure::parse(argument, &error);
    let node = explore.open(pos).map_err(open)?;
    let view = node.view()?;
    if view.value.is_none()
        && let Some(solved) = solved()?
    {
        let node = solved.open(pos).map_err(open)?;
        let view = node.view()?;
        return then(&*node, view);
    }
    then(&*node, view)
}
