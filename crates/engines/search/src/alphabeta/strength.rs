//! How strong a player is asked to be.

use std::time::Duration;

/// Nodes a move of each level, from 1.
const LEVELS: [u64; 9] = [10, 50, 200, 800, 3_000, 12_000, 50_000, 200_000, 1_000_000];

/// The time of a move where nothing else is asked for.
const TIME: Duration = Duration::from_secs(1);

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The last iteration's depth in plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time; none without a limit.
    pub time: Option<Duration>,
}

impl Strength {
    /// A level from 1 to 9 alone, if it is given; or else a depth, a time, or both; or else a second.
    pub fn new(level: Option<u8>, depth: Option<u32>, time: Option<Duration>) -> Self {
        let nodes = level.and_then(|level| LEVELS.get(usize::from(level).checked_sub(1)?)).copied();
        let time = match (nodes, depth) {
            (Some(_), _) => None,
            (None, Some(_)) => time,
            (None, None) => Some(time.unwrap_or(TIME)),
        };
        Self { depth: depth.unwrap_or(u32::MAX), nodes: nodes.unwrap_or(u64::MAX), time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_goes_before_a_depth_and_a_depth_before_a_second() {
        let strength = |depth, nodes, time| Strength { depth, nodes, time };
        assert_eq!(Strength::new(None, None, None), strength(u32::MAX, u64::MAX, Some(TIME)));
        assert_eq!(Strength::new(Some(2), None, Some(TIME)), strength(u32::MAX, 50, None));
        assert_eq!(Strength::new(None, Some(4), None), strength(4, u64::MAX, None));
        assert_eq!(Strength::new(None, Some(4), Some(TIME)), strength(4, u64::MAX, Some(TIME)));
    }
}
