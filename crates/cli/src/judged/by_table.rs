//! The moves of a game as a table judges them: nothing is estimated, and only a result that is given away
//! costs.

use super::plies_of;
use crate::{failure::Failure, game::Judged};
use yomikiri_core::{Explore, View};

/// Every position of a game; none if the table does not know them all. The last is worth what the repetition
/// is that has ended the game, if one has. `told` names the record where it is blamed.
pub fn judge(
    explore: &dyn Explore,
    (told, path): (&str, &[String]),
    ended: Option<f64>,
) -> Result<Option<Vec<Judged>>, Failure> {
    let mut judged = Vec::new();
    for (ply, position) in path.iter().enumerate() {
        let node = explore.open(position).map_err(|error| Failure::parse(told, &error))?;
        let view = node.view()?;
        let Some(one) = of_view(ply, &view, path.get(ply + 1)) else { return Ok(None) };
        let line = if view.over { Vec::new() } else { node.line()? };
        // A table of results without distances has no line.
        let best = view.moves.first().map(|choice| choice.name.clone());
        let line = if line.is_empty() { best.into_iter().collect() } else { line };
        judged.push(Judged { line, ..one });
    }
    if let (Some(probability), Some(last)) = (ended, judged.last_mut()) {
        (last.probability, last.mate, last.line) = (probability, None, Vec::new());
    }
    for ply in 1..judged.len() {
        let (before, after) = judged.split_at_mut(ply);
        before[ply - 1].followed_by(&after[0]);
    }
    Ok(Some(judged))
}

/// What the table tells of a position, if it knows it, and the move that leads to the next.
fn of_view(ply: usize, view: &View, next: Option<&String>) -> Option<Judged> {
    let value = view.value?;
    let probability = Judged::of_first(view.side, value.wdl().points());
    let played = view.moves.iter().find(|choice| Some(&choice.position) == next);
    let played = played.map(|choice| choice.name.clone());
    let mate = plies_of(value).map(|plies| Judged::sign(view.side) * plies);
    Some(Judged { mate, probability, ..Judged::new(ply, view.side, view.position.clone(), played) })
}
