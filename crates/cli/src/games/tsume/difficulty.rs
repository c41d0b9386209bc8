//! `--difficulty`: problems by what they cost the solver.

use crate::progress::Progress;
use std::ops::RangeInclusive;
use yomikiri_tsume::{DIFFICULTIES, Problem, difficulty, effort};

/// Which difficulty a problem may have.
#[derive(clap::Args)]
pub struct DifficultyArgs {
    /// Only problems of this difficulty, a number from 1 to 9, or the least and the most as in 4..6. It is a
    /// power of 3 in the positions that the solver visits, and measured where the collection does not tell
    /// it; what is written to .sqlite or .csv keeps it
    #[arg(long, value_name = "N or A..B", value_parser = range)]
    difficulty: Option<RangeInclusive<u8>>,
}

impl DifficultyArgs {
    /// Whether any will do.
    pub const fn is_empty(&self) -> bool {
        self.difficulty.is_none()
    }

    /// A bar for who waits while problems are measured.
    pub fn progress(&self) -> Option<Progress> {
        (!self.is_empty()).then(|| {
            let progress = Progress::new();
            progress.phase("measuring", 0);
            progress
        })
    }

    /// Whether a problem is of that difficulty. If it must be measured for that, the problem keeps the
    /// effort.
    pub fn admits(&self, problem: &mut Problem, progress: Option<&Progress>) -> bool {
        let Some(range) = &self.difficulty else { return true };
        if let Some(progress) = progress {
            progress.advance(1);
        }
        problem.effort = problem.effort.or_else(|| effort(problem));
        problem.effort.is_some_and(|effort| range.contains(&difficulty(effort)))
    }
}

fn range(text: &str) -> Result<RangeInclusive<u8>, String> {
    let expected = "expected a number from 1 to 9, or two as in 4..6";
    let range = super::range(text).ok_or(expected)?;
    let is_on_scale = DIFFICULTIES.contains(range.start()) && DIFFICULTIES.contains(range.end());
    if is_on_scale { Ok(range) } else { Err(expected.into()) }
}
