//! What an enumeration may take, and where its finished steps are kept.

use crate::{
    crew::size,
    failure::Failure,
    memory,
    progress::Progress,
    text::{grouped, note},
};
use std::path::{Path, PathBuf};
use yomikiri_tsume::{
    PieceSet,
    enumerate::{Checkpoint, CheckpointError, Enumeration, Reading},
};

yomikiri_core::phrases! { words;
    TOO_LITTLE: "{} takes about {} MiB, and --memory allows {} MiB; nothing was begun",
        "{}には約{} MiB必要ですが、--memoryで許されているのは{} MiBです。何も始めていません";
}

/// Options for sets that take their time.
#[derive(Default, clap::Args)]
pub struct KeptArgs {
    /// Memory that may be taken, such as 4GiB: a set that needs more is refused before anything is begun
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Keep finished steps in a directory, from which --resume goes on after a kill
    #[arg(long, value_name = "DIR", conflicts_with = "all")]
    checkpoint: Option<PathBuf>,

    /// Go on from the finished steps, if there are some
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

/// An enumeration, the bytes of memory that were expected, and its finished steps.
pub struct Enumerated {
    pub found: Enumeration,
    pub estimate: u64,
    checkpoint: Option<Checkpoint>,
}

impl KeptArgs {
    /// Enumerates a set if it may take the memory that it needs, and if that is there.
    pub fn enumerate(&self, set: &PieceSet, reading: Reading, plies: u8) -> Result<Enumerated, Failure> {
        let estimate = Enumeration::estimate(set, reading);
        let needed = grouped(estimate.div_ceil(1 << 20));
        if let Some(allowed) = self.memory.filter(|&allowed| allowed < estimate) {
            let told = TOO_LITTLE.with(set.to_string()).and(needed).and(grouped(allowed >> 20));
            return Err(Failure::environment(told));
        }
        memory::ensure(estimate)?;
        if estimate >= memory::TOLD || self.memory.is_some() {
            note(&format!("{set} will take about {needed} MiB of memory"));
        }
        let progress = Progress::new();
        let (found, checkpoint) = match &self.checkpoint {
            Some(directory) => {
                let checkpoint = self.open(directory, set, reading)?;
                (Enumeration::resumable(set, reading, plies, &checkpoint, &progress)?, Some(checkpoint))
            }
            None => (Enumeration::new(set, reading, plies, &progress), None),
        };
        Ok(Enumerated { found, estimate, checkpoint })
    }

    /// Steps of another run are gone on from only where that is wanted.
    fn open(&self, directory: &Path, set: &PieceSet, reading: Reading) -> Result<Checkpoint, Failure> {
        let checkpoint = Checkpoint::open(directory, set, reading)?;
        let directory = directory.display();
        match (self.resume, checkpoint.finished()?) {
            (false, 1..) => Err(Failure::input(format!(
                "--checkpoint: {directory} has steps of an enumeration that did not end; --resume goes on from \
                 them, or name another directory"
            ))),
            (true, 0) => {
                note(&format!("--resume: {directory} has no finished step; the enumeration begins anew"));
                Ok(checkpoint)
            }
            _ => Ok(checkpoint),
        }
    }
}

impl Enumerated {
    /// All is written down: the steps go.
    pub fn finish(self) -> Result<(), Failure> {
        Ok(self.checkpoint.map_or(Ok(()), Checkpoint::remove)?)
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        let failure = if error.is_environment() { Self::Environment } else { Self::Input };
        failure(format!("--checkpoint: {error}").into())
    }
}
