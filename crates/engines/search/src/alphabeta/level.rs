//! How strong a player is asked to be.
//!
//! A level counts nodes and not time, so that it means the same on every machine. Below the strongest ones it
//! errs as a person does: each legal move is searched with its share of the nodes, and one is drawn by what
//! they seem to be worth. (All lines of one search would tell the same, but at these depths most of the nodes
//! go into finding out again which move is the next best.)

use super::{Score, SearchOptions, score::DEEPEST};
use std::time::Duration;
use yomikiri_core::play::{Level, Limits};

/// The time of a move where nothing else is asked for.
const TIME: Duration = Duration::from_secs(1);

/// What a move may take where no level is asked for: a depth in plies, a time, or both; or else a second.
pub fn limits_of(depth: Option<u32>, time: Option<Duration>) -> Limits {
    let time = if depth.is_none() { Some(time.unwrap_or(TIME)) } else { time };
    Limits { time, nodes: None, depth }
}

/// What a level may look at, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSettings {
    /// Nodes a move.
    pub nodes: u64,
    /// Points of the evaluation: a move that seems worse by so many is made less often by a factor of e; 0
    /// for a player that makes the best move that it finds.
    pub temperature: f64,
}

/// The settings of all levels of a game, the weakest first.
pub type Levels = [LevelSettings; Level::MOST as usize];

/// The settings of a table of nodes and temperatures.
pub const fn levels(table: [(u64, f64); Level::MOST as usize]) -> Levels {
    let mut levels = [LevelSettings { nodes: 0, temperature: 0.0 }; Level::MOST as usize];
    let mut at = 0;
    while at < table.len() {
        levels[at] = LevelSettings { nodes: table[at].0, temperature: table[at].1 };
        at += 1;
    }
    levels
}

impl LevelSettings {
    /// Whether it makes the best move that it finds.
    pub fn is_exact(self) -> bool {
        self.temperature <= 0.0
    }

    /// What a search is asked for that is one of so many for a move, within what else limits it.
    pub fn options<M>(self, options: SearchOptions<M>, searches: usize) -> SearchOptions<M> {
        let share = self.nodes / searches.max(1) as u64;
        let nodes = Some(options.limits.nodes.map_or(share, |nodes| nodes.min(share)));
        SearchOptions { limits: Limits { nodes, ..options.limits }, ..options }
    }
}

/// More points than this make no move more tempting: the odds are then 150 to 1.
const TEMPTING: i32 = 2_000;

/// What the end of the game is worth in points to who draws a move by its worth, and what each ply to it
/// takes away.
const END: i32 = 3_000;
const A_PLY: i32 = 4;

/// What a score is worth to who draws a move: points, but none so many that all else were nothing.
pub fn worth(score: Score) -> f64 {
    let end = |plies: u32| f64::from(END - A_PLY * plies.min(DEEPEST as u32) as i32);
    match score {
        Score::Points(points) => f64::from(points.clamp(-TEMPTING, TEMPTING)),
        Score::Win(plies) => end(plies),
        Score::Loss(plies) => -end(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_goes_before_a_second() {
        let limits = |depth, time| Limits { time, nodes: None, depth };
        assert_eq!(limits_of(None, None), limits(None, Some(TIME)));
        assert_eq!(limits_of(Some(4), None), limits(Some(4), None));
        assert_eq!(limits_of(Some(4), Some(TIME)), limits(Some(4), Some(TIME)));
    }

    #[test]
    fn a_level_keeps_to_its_nodes_and_to_what_limits_it_besides() {
        let weak = LevelSettings { nodes: 1_200, temperature: 300.0 };
        assert!(!weak.is_exact());
        assert_eq!(weak.options::<u16>(Limits::default().into(), 12).limits, Limits::nodes(100));
        assert_eq!(weak.options::<u16>(Limits::nodes(70).into(), 12).limits, Limits::nodes(70));
        let strong = LevelSettings { nodes: 100, temperature: 0.0 };
        let limits = strong.options::<u16>(Limits::depth(3).into(), 1).limits;
        assert!(strong.is_exact());
        assert_eq!(limits, Limits { depth: Some(3), ..Limits::nodes(100) });
    }

    #[test]
    fn a_mate_is_worth_more_than_points_and_a_near_one_more_than_a_far_one() {
        let worths = [
            Score::Loss(2),
            Score::Loss(40),
            Score::Points(-9_000),
            Score::Points(-1),
            Score::Points(500),
            Score::Points(29_000),
            Score::Win(500),
            Score::Win(41),
            Score::Win(1),
        ]
        .map(worth);
        assert!(worths.is_sorted() && worths.windows(2).all(|two| two[0] < two[1]), "{worths:?}");
    }
}
