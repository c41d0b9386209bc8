//! How strong a player is asked to be.

use std::time::Duration;
use yomikiri_core::play::Limits;

/// Nodes a move of each level, from 1.
const LEVELS: [u64; 9] = [10, 50, 200, 800, 3_000, 12_000, 50_000, 200_000, 1_000_000];

/// The time of a move where nothing else is asked for.
const TIME: Duration = Duration::from_secs(1);

/// What a move may take: that of a level from 1 to 9 alone, if it is given; or else a depth in plies, a time,
/// or both; or else a second.
pub fn limits_of(level: Option<u8>, depth: Option<u32>, time: Option<Duration>) -> Limits {
    let nodes = level.and_then(|level| LEVELS.get(usize::from(level).checked_sub(1)?)).copied();
    let time = match (nodes, depth) {
        (Some(_), _) => None,
        (None, Some(_)) => time,
        (None, None) => Some(time.unwrap_or(TIME)),
    };
    Limits { time, nodes, depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_goes_before_a_depth_and_a_depth_before_a_second() {
        let limits = |depth, nodes, time| Limits { time, nodes, depth };
        assert_eq!(limits_of(None, None, None), limits(None, None, Some(TIME)));
        assert_eq!(limits_of(Some(2), None, Some(TIME)), limits(None, Some(50), None));
        assert_eq!(limits_of(None, Some(4), None), limits(Some(4), None, None));
        assert_eq!(limits_of(None, Some(4), Some(TIME)), limits(Some(4), None, Some(TIME)));
    }
}
