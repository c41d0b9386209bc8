//! How hard a problem is: what it costs the solver, and a scale made of that.
//!
//! # Effort
//! The positions that the mating search ([`DfPn`]) expands until it has a mate, by one thread and a table of
//! its own in which nothing is remembered yet. So it is the same on every machine, and for each problem by
//! itself; a change of the search changes it, and a collection keeps what was measured when it was written. A
//! search is stopped at [`MOST`] positions.
//!
//! # Scale
//! A difficulty is a power of three: 1 for an effort below 3, 2 below 9, and so on up to 8 below 6,561 and 9
//! for all beyond. The base was chosen by enumerated problems, so that those of one length lie over several
//! difficulties and all of them do not run out of the scale. Efforts at the quantiles 0.1, 0.5, 0.9 and 1:
//!
//! | plies | GSNP, 399,934 problems | RGN, 44,186 |
//! |---|---|---|
//! | 1 | 1, 1, 1, 1 | |
//! | 3 | 3, 5, 12, 180 | 3, 7, 52, 359 |
//! | 5 | 5, 11, 24, 272 | 10, 58, 365, 1,462 |
//! | 7 | 12, 17, 29, 222 | 12, 56, 327, 1,841 |
//! | 9 | 14, 23, 72, 324 | 15, 76, 247, 1,461 |
//! | 11 | 19, 30, 104, 325 | 20, 163, 1,608, 6,525 |
//!
//! Powers of four leave 6 to 9 nearly empty; powers of two would put more of the longest into 9. Of 104
//! classics that the solver finds mate in within 10 s, 101 are of difficulty 9. A problem takes 0.2 ms of
//! processor time.
//!
//! What is hard for a person was not fitted: no public set of ratings is at hand.

use crate::{MateGame, Problem, and_or_game::role};
use std::ops::RangeInclusive;
use yomikiri_search::{DfPn, Role, Verdict};

/// The scale.
pub const DIFFICULTIES: RangeInclusive<u8> = 1..=9;

/// Positions after which a search is stopped: far beyond the scale.
const MOST: u64 = 1 << 18;

/// Bytes of the table: nothing of so many positions is forgotten.
const MEMORY: usize = 16 << 20;

/// Positions between two looks whether they are too many.
const LOOK_EVERY: u64 = 1 << 10;

/// How many positions the search expands for a problem, whose defender has all pieces that are not elsewhere,
/// whatever the diagram tells. None where there is nothing to be found: the defender is to move, or there is
/// no mate; nor without the memory to search.
pub fn effort(problem: &Problem) -> Option<u64> {
    if role(&problem.position) == Role::Defender {
        return None;
    }
    let mut dfpn = DfPn::new(MateGame::new(), MEMORY).ok()?;
    dfpn.set_report_every(LOOK_EVERY);
    match dfpn.prove(&problem.with_rest().position, Role::Attacker, None, &mut |info| info.nodes < MOST) {
        Verdict::Disproven => None,
        Verdict::Proven(_) | Verdict::Unknown => Some(dfpn.nodes().min(MOST)),
    }
}

/// The difficulty that an effort stands for.
pub fn difficulty(effort: u64) -> u8 {
    let powers = effort.max(1).ilog(3) as u8;
    (powers + DIFFICULTIES.start()).min(*DIFFICULTIES.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rook mates a defender who has nothing to put between.
    #[test]
    fn a_diagram_need_not_tell_the_defenders_hand() {
        let of = |hands: &str| {
            let problem = Problem::read(&format!("7lk/7p1/9/9/9/9/9/9/9 b {hands} 1")).unwrap();
            (problem.with_rest().key(), effort(&problem))
        };
        let whole = of("Rr2b4g4s4n3l17p");
        assert_eq!(whole.1, None);
        assert_eq!((of("R"), of("Rp")), (whole, whole));
    }
}
