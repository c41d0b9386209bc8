//! What an enumeration may take, and where its finished steps are kept.

use crate::{crew::size, failure::Failure, memory, progress::Progress, room, text::note, words::words};
use std::path::{Path, PathBuf};
use yomikiri_core::{Gap, fill};
use yomikiri_tsume::{
    PieceSet,
    enumerate::{Checkpoint, CheckpointError, Conventions, Disk, Enumeration, EnumerationError, Needs},
};

/// Options for sets that take their time.
#[derive(clap::Args)]
pub struct KeptArgs {
    /// Memory that may be taken, such as 4GiB: what does not fit lies in files in the directory of
    /// --checkpoint, beside the first --out, or else in the temporary directory
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

/// Enumerates a set in memory, if as much is there.
pub fn in_memory(set: &PieceSet, conventions: Conventions, plies: u8) -> Result<Enumeration, Failure> {
    let needed = Enumeration::needs(set, conventions).memory;
    memory::ensure(needed)?;
    if needed >= memory::TOLD {
        room::tell(&who(set), needed, None);
    }
    Ok(Enumeration::new(set, conventions, plies, &Progress::new()))
}

/// What is put before what is told of a set.
fn who(set: &PieceSet) -> Gap {
    Gap::Text(format!("{set}: "))
}

impl KeptArgs {
    /// Enumerates a set if it may take the memory that it needs, and if that is there; what does not fit lies
    /// in files, with the steps or beside what is `written`.
    pub fn enumerate(
        &self,
        set: &PieceSet,
        conventions: Conventions,
        plies: u8,
        written: Option<&Path>,
    ) -> Result<Enumerated, Failure> {
        let (needs, who) = (Enumeration::needs(set, conventions), who(set));
        let directory = self.checkpoint.clone().unwrap_or_else(|| room::scratch(written));
        let files = self.files(&needs, &who)?.map(|bytes| (directory.as_path(), bytes));
        let estimate = files.and(self.memory).unwrap_or(needs.memory);
        if estimate >= memory::TOLD || self.memory.is_some() {
            room::tell(&who, estimate, files.map(|(at, _)| (needs.disk(), at)));
        }
        let checkpoint = self.checkpoint.as_ref().map(|at| self.open(at, set, conventions)).transpose()?;
        let disk = Disk { checkpoint: checkpoint.as_ref(), files };
        let found = Enumeration::by_disk(set, conventions, plies, disk, &Progress::new())?;
        Ok(Enumerated { found, estimate, checkpoint })
    }

    /// How much of files may be in memory, if everything does not fit.
    fn files(&self, needs: &Needs, who: &Gap) -> Result<Option<u64>, Failure> {
        match self.memory {
            None => room::ensure(who, needs.memory, needs.least()).map(|()| None),
            Some(allowed) if allowed >= needs.memory => memory::ensure(needs.memory).map(|()| None),
            Some(allowed) if allowed < needs.least() => Err(room::limited(who, needs.least(), allowed)),
            Some(allowed) => {
                room::keep_within(allowed)?;
                // Files are mapped as a whole.
                memory::ensure_addresses(needs.memory)?;
                Ok(Some(needs.resident(allowed)))
            }
        }
    }

    /// Steps of another run are gone on from only where that is wanted.
    fn open(
        &self,
        directory: &Path,
        set: &PieceSet,
        conventions: Conventions,
    ) -> Result<Checkpoint, Failure> {
        let checkpoint = Checkpoint::open(directory, set, conventions)?;
        let directory = directory.display().to_string();
        match (self.resume, checkpoint.finished()?) {
            (false, 1..) => Err(Failure::input(fill(words().steps_there, &[&directory]))),
            (true, 0) => {
                note(fill(words().no_step, &[&directory]));
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

impl From<EnumerationError> for Failure {
    fn from(error: EnumerationError) -> Self {
        match error {
            EnumerationError::Checkpoint(error) => error.into(),
            EnumerationError::Disk(error) => error.into(),
        }
    }
}
