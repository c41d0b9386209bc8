//! What goes along with an enumeration, and how its work is handed to threads.

use super::{
    checkpoint::{Checkpoint, CheckpointError, Kept},
    rules::KINGS,
};
use rayon::prelude::*;
use yomikiri_core::play::Progress;

/// Who is told of the progress of an enumeration, and where its finished steps are kept.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Who is told.
    pub progress: &'a dyn Progress,
    /// Where finished steps are kept, if they are.
    pub checkpoint: Option<&'a Checkpoint>,
}

impl<'a> Run<'a> {
    /// A run of which nothing is kept.
    pub const fn unkept(progress: &'a dyn Progress) -> Self {
        Self { progress, checkpoint: None }
    }

    /// Work for each of the king's squares as [`each_king`], which is kept as finished steps.
    pub fn each_king<T: Kept + Send>(
        self,
        step: &str,
        work: &(dyn Fn(usize) -> T + Sync),
    ) -> Result<Vec<T>, CheckpointError> {
        let kept: &(dyn Fn(usize) -> Result<T, CheckpointError> + Sync) = &|i| {
            let found = match self.checkpoint {
                Some(checkpoint) => checkpoint.step(&named(step, i), || work(i)),
                None => Ok(work(i)),
            };
            self.progress.advance(1);
            found
        };
        (0..KINGS).into_par_iter().with_max_len(1).map(kept).collect()
    }

    /// Whether such work is finished for all of the king's squares.
    pub fn is_finished(self, step: &str) -> bool {
        self.checkpoint.is_some_and(|checkpoint| (0..KINGS).all(|i| checkpoint.has(&named(step, i))))
    }
}

/// The name of a step for one square of the king.
fn named(step: &str, king: usize) -> String {
    format!("{step}-king-{king:02}")
}

/// Work for each of the king's squares, on all threads, in order.
///
/// A call through a pointer is nothing beside the work of a square, and what hands work to threads is
/// compiled once: for each closure and each number of pieces it was a megabyte of the program.
pub fn each_king<T: Send>(work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..KINGS).into_par_iter().with_max_len(1).map(work).collect()
}
