//! How much memory a solve may take, and where the rest goes.

use crate::{failure::Failure, memory, text::note};
use std::{env, path::PathBuf};
use yomikiri_solve::{Backing, Needs, Plan};

/// What writing the table takes beside the game: 55 MiB for the smallest.
const WRITING: u64 = 64 << 20;

/// What a solve may take.
pub struct Room {
    /// Bytes of memory; what there is if nothing was said.
    pub memory: Option<u64>,
    /// Where files go that hold what does not fit.
    pub directory: PathBuf,
}

impl Room {
    /// All the memory that there is, and no files.
    pub fn in_memory() -> Self {
        Self { memory: None, directory: env::temp_dir() }
    }

    /// How a game is read out within this room, or why it cannot be: said before anything is begun. `who` is
    /// put before what is told.
    pub fn plan(&self, mut needs: Needs, threads: usize, who: &str) -> Result<Plan, Failure> {
        needs.fixed += WRITING;
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let Some(memory) = self.memory else {
            let available = memory::available().unwrap_or(u64::MAX);
            return Plan::within(&needs, available, None, threads).ok_or_else(|| {
                Failure::Environment(format!(
                    "{who}not enough memory: this may take {} MiB, and {} MiB are available; with --memory it \
                    takes {} MiB or more and the disk for the rest; nothing was begun",
                    mebibytes(needs.in_memory()),
                    available >> 20,
                    mebibytes(needs.with_files())
                ))
            });
        };
        memory::ensure(memory.min(needs.in_memory()))?;
        let plan = Plan::within(&needs, memory, Some(&self.directory), threads).ok_or_else(|| {
            Failure::Environment(format!(
                "{who}this takes {} MiB or more, and --memory allows {} MiB; nothing was begun",
                mebibytes(needs.with_files()),
                memory >> 20
            ))
        })?;
        if let Backing::File(_) = plan.backing {
            let (known, directory) = (mebibytes(needs.known), self.directory.display());
            note(&format!(
                "{who}within {} MiB of memory, with {known} MiB in files in {directory}",
                memory >> 20
            ));
        }
        Ok(plan)
    }
}
