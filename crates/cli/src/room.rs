//! How much memory a solve or an enumeration may take, and where the rest goes.

use crate::{
    failure::Failure,
    memory,
    text::note,
    words::{language, words},
};
use std::{
    env,
    path::{Path, PathBuf},
};
use yomikiri_core::{Gap, fill};
use yomikiri_solve::{Backing, Needs, Plan};

yomikiri_core::phrases! { words;
    LIMITED: "{}this takes {} MiB or more, and --memory allows {} MiB; nothing was begun",
        "{}少なくとも{} MiB必要ですが、--memoryで許されているのは{} MiBです。何も始めていません";
    TOO_LITTLE: "{}not enough memory: this takes about {} MiB, and {} MiB are available; with --memory it takes {} MiB or more and the disk for the rest; nothing was begun",
        "{}メモリーが足りません。約{} MiB必要ですが、空きは{} MiBです。--memoryを使えば{} MiB以上と、残りはディスクで足ります。何も始めていません";
}

/// Where files go that hold what does not fit into memory: beside what is written, where there is to be room
/// for much.
pub fn scratch(written: Option<&Path>) -> PathBuf {
    let directory = written.and_then(Path::parent).map(Path::to_owned);
    match directory {
        Some(directory) if directory.as_os_str().is_empty() => PathBuf::from("."),
        directory => directory.unwrap_or_else(env::temp_dir),
    }
}

/// Tells what will be taken: memory, and files of a directory if there are some. `who` is put before it.
pub fn tell(who: &Gap, memory: u64, files: Option<(u64, &Path)>) {
    let (who, memory) = (who.in_language(language()), mebibytes(memory).to_string());
    note(match files {
        None => fill(words().will_take, &[&who, &memory]),
        Some((bytes, directory)) => {
            let (disk, at) = (mebibytes(bytes).to_string(), directory.display().to_string());
            fill(words().will_take_disk, &[&who, &memory, &disk, &at])
        }
    });
}

/// That `--memory` allows less than the least that is needed.
pub fn limited(who: &Gap, least: u64, allowed: u64) -> Failure {
    Failure::environment(LIMITED.with(who.clone()).and(mebibytes(least)).and(allowed >> 20))
}

/// Refuses what takes more memory than there is, and tells with how much it goes.
pub fn ensure(who: &Gap, needed: u64, least: u64) -> Result<(), Failure> {
    match yomikiri_files::memory::available() {
        Some(available) if available < needed => {
            let told = TOO_LITTLE.with(who.clone()).and(mebibytes(needed)).and(available >> 20);
            Err(Failure::environment(told.and(mebibytes(least))))
        }
        _ => Ok(()),
    }
}

/// Refuses a bound that is more than there is; what is given back is given to the system from now on.
pub fn keep_within(memory: u64) -> Result<(), Failure> {
    memory::ensure(memory)?;
    #[cfg(target_env = "musl")]
    crate::allocator::keep_nothing_free();
    Ok(())
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
            let is_in_files = matches!(plan.backing, Backing::File(_));
            tell(who, peak, is_in_files.then(|| (needs.disk(), self.directory.as_path())));
        }
        Ok(Planned { plan, peak })
    }

    /// Within so many bytes.
    fn within(&self, memory: u64, needs: &Needs, threads: usize, who: &Gap) -> Result<Plan, Failure> {
        keep_within(memory.min(needs.peak()))?;
        let plan = Plan::within(needs, memory, &self.directory, threads);
        plan.ok_or_else(|| limited(who, needs.least(), memory))
    }
}

/// Where nothing was said of memory.
fn anywhere(needs: &Needs, threads: usize, who: &Gap) -> Result<Plan, Failure> {
    ensure(who, needs.peak(), needs.least())?;
    Ok(Plan::in_memory(needs, threads))
}

const fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
