//! Files that are there when they are whole.

use crate::failure::Failure;
use std::{
    error::Error,
    io::{self, Write},
    path::Path,
};
use yomikiri_core::Gap;
use yomikiri_files::{Claim, Claimed};

yomikiri_core::phrases! { words;
    BUSY: "another program that is running writes to this file", "実行中の別のプログラムがこのファイルに書き込んでいます";
}

/// The longest file that is read whole, in bytes: eight times the longest that the program writes.
const LIMIT: u64 = 256 << 20;

/// The longest record of a game that is read, in bytes.
pub const RECORD: u64 = 1 << 24;

/// Refuses long work whose result could not be written; the failure names the argument that gave the path.
pub fn ensure(argument: &str, path: &Path) -> Result<(), Failure> {
    yomikiri_files::ensure(path).map_err(|error| failed(argument, path, &error))
}

/// Refuses work on a file that another running program is at, where two cannot both mean it; until the claim
/// is dropped.
pub fn claim(argument: &str, path: &Path) -> Result<Claim, Failure> {
    match Claim::take(path).map_err(|error| failed(argument, path, &error))? {
        Claimed::Ours(claim) => Ok(claim),
        Claimed::Theirs => Err(Failure::environment(of_file(argument, path, BUSY))),
    }
}

/// Writes a file that is there when it is whole; the failure names the argument that gave the path.
pub fn save(argument: &str, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    yomikiri_files::write(path, |file| file.write_all(bytes)).map_err(|error| failed(argument, path, &error))
}

/// What a file holds, as `parse` reads it; the failure names the argument that gave the path.
pub fn read<T, E: Error + 'static>(
    argument: &str,
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, Failure> {
    let bytes = yomikiri_files::read(path, LIMIT).map_err(|error| failed(argument, path, &error))?;
    parse(&bytes).map_err(|error| failed(argument, path, &error))
}

/// Whether there is a file; what cannot be looked at is not missing.
pub fn is_there(argument: &str, path: &Path) -> Result<bool, Failure> {
    path.try_exists().map_err(|error| failed(argument, path, &error))
}

/// Refuses to begin a training over what another one has left to go on from: it may have taken days.
pub fn ensure_nothing_begun(path: &Path) -> Result<(), Failure> {
    if path.metadata().is_ok_and(|there| there.len() > 0) {
        let hint = "--resume goes on with it; to begin anew remove it";
        return Err(Failure::input(format!("--out: {}: is there already: {hint}", path.display())));
    }
    Ok(())
}

pub fn failed(argument: &str, path: &Path, error: &(dyn Error + 'static)) -> Failure {
    Failure::environment(of_file(argument, path, told_by(error)))
}

/// What an error says; the system's in each language.
fn told_by(error: &(dyn Error + 'static)) -> Gap {
    error.downcast_ref::<io::Error>().map_or_else(|| error.to_string().into(), Gap::from)
}

/// What a file is to blame for, with the argument that gave its path.
fn of_file(argument: &str, path: &Path, told: impl Into<Gap>) -> Gap {
    Failure::of_argument(argument, Failure::of_argument(&path.display().to_string(), told))
}
