//! Files that are there when they are whole.

use crate::failure::Failure;
use std::{
    error::Error,
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

/// The file beside another whose name is the other's with an ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Refuses long work whose result could not be written; the failure names the argument that gave the path.
pub fn ensure(argument: &str, path: &Path) -> Result<(), Failure> {
    let part = beside(path, ".part");
    let tried = if path.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else {
        fs::File::create(&part).and_then(|_| fs::remove_file(&part))
    };
    tried.map_err(|error| failed(argument, path, &error))
}

/// Writes a file that appears under its name only when it is whole.
pub fn whole(
    path: &Path,
    write: impl FnOnce(&mut fs::File) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let part = beside(path, ".part");
    let written = fs::File::create(&part).map_err(Into::into).and_then(|mut file| {
        write(&mut file)?;
        Ok(fs::rename(&part, path)?)
    });
    if written.is_err() {
        // Nothing half-written stays; the failure that matters is told already.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Writes these bytes so; the failure names the argument that gave the path.
pub fn save(argument: &str, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    whole(path, |file| Ok(file.write_all(bytes)?)).map_err(|error| failed(argument, path, &*error))
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
