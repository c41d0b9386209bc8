//! What an opponent thought of its move, on one line.

use super::standing::Standing;
use crate::{failure::Failure, text::grouped, words::Words};
use yomikiri_core::{fill, play::Thinking};

/// The moves of a line that are told.
const LINE: usize = 6;

/// How deep, what it made of the move, how long it took, and what it expects; the move has been made already.
/// Empty where nothing was thought.
pub fn told(standing: &Standing<'_>, thinking: &Thinking, words: &Words) -> Result<String, Failure> {
    if thinking.time.is_zero() {
        return Ok(String::new());
    }
    let mut text = String::new();
    if let Some(depth) = thinking.depth {
        text += &fill(words.thinks, &[&depth.to_string()]);
    }
    match (thinking.score, thinking.mate) {
        (_, Some(plies)) if plies > 0 => text += &fill(words.mates_in, &[&plies.to_string()]),
        (_, Some(plies)) => text += &fill(words.is_mated_in, &[&plies.unsigned_abs().to_string()]),
        (Some(points), None) => text += &fill(words.points, &[&format!("{points:+}")]),
        (None, None) => {}
    }
    let seconds = format!("{:.1}", thinking.time.as_secs_f64());
    text += &fill(words.looked_at, &[&grouped(thinking.nodes), &seconds]);
    let line = &thinking.line[..thinking.line.len().min(LINE)];
    if line.len() > 1 {
        let line = printed(standing, line)?;
        text += &fill(words.expects, &[&line.join(" ")]);
    }
    Ok(text)
}

/// The moves of a line that begins with the last move, as they are shown.
fn printed(standing: &Standing<'_>, line: &[String]) -> Result<Vec<String>, Failure> {
    let plies = standing.moves().len();
    let first = standing.shown(plies.saturating_sub(1))?;
    standing.now(|node| {
        let mut shown = vec![first];
        follow(node, &line[1..], &mut shown);
        shown
    })
}

/// Prints moves one after the other, each from the position before it.
fn follow(node: &dyn yomikiri_core::GameNode, line: &[String], shown: &mut Vec<String>) {
    let Some((mv, rest)) = line.split_first() else { return };
    shown.push(node.print(mv));
    if let Ok(next) = node.step(mv) {
        follow(&*next, rest, shown);
    }
}
