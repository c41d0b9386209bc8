//! Moves of a game as an engine or a table judges them, for people: `analyse`, and the review after `play`.

pub mod by_table;
pub mod plot;

use crate::{
    game::Judged,
    text::{to_the_left, to_the_right},
    words::Words,
};
use yomikiri_core::{Mark, Value, Wdl, fill};

/// Columns for a move.
const MOVE: usize = 6;

/// Columns for what a position is worth.
const WORTH: usize = 9;

/// The moves of a line that are told.
const LINE: usize = 6;

/// One line: the move number, what was played, with a mark if it gave much away, what the position is worth
/// to the first player, what was better.
pub fn line(one: &Judged, words: &Words) -> String {
    let worth = match (one.score, one.mate) {
        (Some(points), _) => format!("{points:+}"),
        (_, Some(plies)) => {
            let mates = if plies < 0 { words.second_mates } else { words.mates };
            fill(mates, &[&plies.unsigned_abs().to_string()])
        }
        _ => String::new(),
    };
    let percent = 100.0 * one.probability;
    let played = one.played.as_deref().unwrap_or("-");
    let played = to_the_left(played, MOVE);
    let mark = one.mark.map_or("", Mark::sign);
    let line: Vec<_> = one.line.iter().take(LINE).map(String::as_str).collect();
    let worth = to_the_right(&worth, WORTH);
    let text = format!("{:>3} {played}{mark:<2} {worth} {percent:>4.0}%  {}", one.ply + 1, line.join(" "));
    text.trim_end().to_owned()
}

/// Plies to the end of a game that is decided, less than 0 where it is lost; none where it is over.
pub fn plies_of(value: Value) -> Option<i32> {
    let plies = i32::from(value.plies().filter(|&plies| plies > 0)?);
    Some(if value.wdl() == Wdl::Loss { -plies } else { plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::ENGLISH;
    use yomikiri_core::Side;

    #[test]
    fn what_gives_much_away_is_marked() {
        let marks = [0.05, 0.15, 0.2, 0.31, -0.5].map(|lost| Mark::of(lost).map_or("", Mark::sign));
        assert_eq!(marks, ["", "?!", "?", "??", ""]);
        let judged = |side, probability| Judged {
            score: Some(120),
            probability,
            line: vec!["4a3b".into()],
            ..Judged::new(3, side, String::new(), Some("5e5d".into()))
        };
        let (mut before, after) = (judged(Side::Second, 0.3), judged(Side::First, 0.7));
        before.followed_by(&after);
        assert!((before.loss.unwrap() - 0.4).abs() < 1e-9);
        assert_eq!(line(&before, &ENGLISH), "  4 5e5d  ??      +120   30%  4a3b");
    }
}
