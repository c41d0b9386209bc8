//! Moves of a game as an engine or a table judges them, for people: `analyse`, and the review after `play`.

pub mod plot;

use crate::game::Judged;
use yomikiri_core::columns;

/// What a move must give away of the chance of winning to be a mistake, and to be a blunder.
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.3;

/// The moves of a line that are told.
const LINE: usize = 6;

/// The mark of a move that gave so much away of the chance of winning.
pub fn mark(lost: f64) -> &'static str {
    match lost {
        BLUNDER.. => "??",
        MISTAKE.. => "?",
        _ => "",
    }
}

/// One line: the move number, what was played, with a mark if it gave much away, what the position is worth
/// to the first player, what was better.
pub fn line(one: &Judged, lost: f64) -> String {
    let worth = match (one.score, one.mate) {
        (Some(points), _) => format!("{points:+}"),
        (_, Some(plies)) => format!("mate {plies}"),
        _ => String::new(),
    };
    let percent = 100.0 * one.probability;
    let played = one.played.as_deref().unwrap_or("-").to_owned() + mark(lost);
    let gap = " ".repeat(6usize.saturating_sub(columns(&played)));
    let line: Vec<_> = one.line.iter().take(LINE).map(String::as_str).collect();
    let text = format!("{:>3} {played}{gap} {worth:>9} {percent:>4.0}%  {}", one.ply + 1, line.join(" "));
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Side;

    #[test]
    fn what_gives_much_away_is_marked() {
        assert_eq!([mark(0.1), mark(0.2), mark(0.31), mark(-0.5)], ["", "?", "??", ""]);
        let judged = |side, probability| Judged {
            ply: 3,
            side,
            position: String::new(),
            played: Some("5e5d".into()),
            score: Some(120),
            mate: None,
            probability,
            best: None,
            line: vec!["4a3b".into()],
        };
        let (before, after) = (judged(Side::Second, 0.3), judged(Side::First, 0.7));
        assert!((before.lost(&after) - 0.4).abs() < 1e-9);
        assert_eq!(line(&before, before.lost(&after)), "  4 5e5d??      +120   30%  4a3b");
    }
}
