//! Files that are there when they are whole.

use crate::failure::Failure;
use std::{
    error::Error,
    fs,
    io::{ErrorKind, Write},
    path::Path,
};
use yomikiri_files::Partial;

/// Refuses long work whose result could not be written; the failure names the argument that gave the path.
pub fn ensure(argument: &str, path: &Path) -> Result<(), Failure> {
    let tried =
        if path.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { Partial::new(path).map(drop) };
    tried.map_err(|error| failed(argument, path, &error))
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
    let bytes = fs::read(path).map_err(|error| failed(argument, path, &error))?;
    parse(&bytes).map_err(|error| failed(argument, path, &error))
}

pub fn failed(argument: &str, path: &Path, error: &dyn Error) -> Failure {
    Failure::Environment(format!("{argument}: {}: {error}", path.display()))
}
