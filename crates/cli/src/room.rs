//! How much memory a solve may take, and where the rest goes.

use crate::{failure::Failure, memory, text::note, words::language};
use std::{env, path::PathBuf};
use yomikiri_core::Gap;
use yomikiri_solve::{Backing, Needs, Plan};

yomikiri_core::phrases! { words;
    LIMITED: "{}this takes {} MiB or more, and --memory allows {} MiB; nothing was begun",
        "{}少なくとも{} MiB必要ですが、--memoryで許されているのは{} MiBです。何も始めていません";
    TOO_LITTLE: "{}not enough memory: this takes about {} MiB, and {} MiB are available; with --memory it takes {} MiB or more and the disk for the rest; nothing was begun",
        "{}メモリーが足りません。約{} MiB必要ですが、空きは{} MiBです。--memoryを使えば{} MiB以上と、残りはディスクで足ります。何も始めていません";
}

/// What a solve may take.
pub struct Room {
    /// Bytes of memory; what there is if nothing was said.
    pub memory: Option<u64>,
    /// Where files go that hold what does not fit.
    pub directory: PathBuf,
}

/// How a game is read out, and what that is expected to take.
pub struct Planned {
    pub plan: Plan,
    /// Bytes of memory at the most.
    pub peak: u64,
}

impl Room {
    /// All the memory that there is, and no files.
    pub fn in_memory() -> Self {
        Self { memory: None, directory: env::temp_dir() }
    }

    /// How a game is read out within this room, or why it cannot be; either is said before anything is begun.
    /// `who` is put before what is told.
    pub fn plan(&self, needs: &Needs, threads: usize, who: &Gap) -> Result<Planned, Failure> {
        let plan = match self.memory {
            Some(memory) => self.within(memory, needs, threads, who)?,
            None => anywhere(needs, threads, who)?,
        };
        let peak = plan.peak(needs);
        if peak >= memory::TOLD || self.memory.is_some() {
            let files = match plan.backing {
                Backing::Memory => String::new(),
                Backing::File(_) => {
                    let (disk, directory) = (mebibytes(needs.disk()), self.directory.display());
                    format!(", and {disk} MiB of disk in files in {directory}")
                }
            };
            let who = who.in_language(language());
            note(&format!("{who}it will take about {} MiB of memory{files}", mebibytes(peak)));
        }
        Ok(Planned { plan, peak })
    }

    /// Within so many bytes.
    fn within(&self, memory: u64, needs: &Needs, threads: usize, who: &Gap) -> Result<Plan, Failure> {
        memory::ensure(memory.min(needs.peak()))?;
        #[cfg(target_env = "musl")]
        crate::allocator::keep_nothing_free();
        Plan::within(needs, memory, &self.directory, threads).ok_or_else(|| {
            let least = mebibytes(needs.with_files());
            Failure::environment(LIMITED.with(who.clone()).and(least).and(memory >> 20))
        })
    }
}

/// Where nothing was said of memory.
fn anywhere(needs: &Needs, threads: usize, who: &Gap) -> Result<Plan, Failure> {
    let (available, peak) = (memory::available().unwrap_or(u64::MAX), needs.peak());
    if peak > available {
        let told = TOO_LITTLE.with(who.clone()).and(mebibytes(peak)).and(available >> 20);
        return Err(Failure::environment(told.and(mebibytes(needs.with_files()))));
    }
    Ok(Plan::in_memory(needs, threads))
}

const fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
