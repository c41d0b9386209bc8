//! Files that are there when they are whole.

use crate::failure::Failure;
use std::{error::Error, fs, path::Path};

/// Writes a file that appears under its name only when it is whole.
pub fn whole(
    path: &Path,
    write: impl FnOnce(&mut fs::File) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
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

pub fn failed(argument: &str, path: &Path, error: &dyn Error) -> Failure {
    Failure::Environment(format!("{argument}: {}: {error}", path.display()))
}
