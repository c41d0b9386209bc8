//! Files that are there when they are whole.

use crate::failure::Failure;
use std::{error::Error, io::Write, path::Path};
use yomikiri_files::{Claim, Claimed};

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
        Claimed::Theirs => Err(Failure::Environment(format!(
            "{argument}: {}: another program that is running writes to this file",
            path.display()
        ))),
    }
}

/// Writes a file that is there when it is whole; the failure names the argument that gave the path.
pub fn save(argument: &str, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    yomikiri_files::write(path, |file| file.write_all(bytes)).map_err(|error| failed(argument, path, &error))
}

/// What a file holds, as `parse` reads it; the failure names the argument that gave the path.
pub fn read<T, E: Error>(
    argument: &str,
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, Failure> {
    let bytes = yomikiri_files::read(path, LIMIT).map_err(|error| failed(argument, path, &error))?;
    parse(&bytes).map_err(|error| failed(argument, path, &error))
}

pub fn failed(argument: &str, path: &Path, error: &dyn Error) -> Failure {
    Failure::Environment(format!("{argument}: {}: {error}", path.display()))
}
