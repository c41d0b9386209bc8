//! One file a problem, in a directory: `0001.kif` and so on, for programs that take a KIF file for one game.

use crate::{failure::Failure, file, progress::Progress, text::note};
use std::{collections::HashSet, ffi::OsString, fs, path::Path};
use yomikiri_tsume::{
    Problem,
    collection::{CollectionError, Format, Provenance, create},
};

/// Whether a path means a directory: it ends in `/`, or is one.
pub fn is_meant(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

/// Refuses a name that chooses no form, or a place where nothing can be written.
pub fn ensure(argument: &str, path: &Path) -> Result<(), Failure> {
    if is_meant(path) {
        return make(argument, path);
    }
    Format::of(path).map_err(|error| Failure::input(format!("{argument}: {error}")))?;
    file::ensure(argument, path)
}

fn make(argument: &str, path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| file::failed(argument, path, &error))
}

/// Writes numbered problems, to a directory one file each, or to a collection; how many there were.
pub fn write(
    path: &Path,
    about: &Provenance,
    problems: impl Iterator<Item = (u64, Result<Problem, CollectionError>)>,
    progress: &Progress,
) -> Result<u64, Failure> {
    if !is_meant(path) {
        return write_collection(path, about, problems, progress);
    }
    make("--out", path)?;
    let (mut count, mut written) = (0, HashSet::new());
    for (number, problem) in problems {
        let name = format!("{number:04}.kif");
        let mut file = create(&path.join(&name), about)?;
        file.push(&problem?)?;
        count += file.finish()?;
        written.insert(OsString::from(name));
        progress.advance(1);
    }
    let entries = fs::read_dir(path).map_err(|error| file::failed("--out", path, &error))?;
    let others = entries.flatten().map(|entry| entry.file_name());
    let is_problem = |name: &OsString| Path::new(name).extension().is_some_and(|ending| ending == "kif");
    match others.filter(|name| is_problem(name) && !written.contains(name)).count() {
        0 => {}
        others => note(&format!("{}: {others} .kif files that were there before are left", path.display())),
    }
    Ok(count)
}

fn write_collection(
    path: &Path,
    about: &Provenance,
    problems: impl Iterator<Item = (u64, Result<Problem, CollectionError>)>,
    progress: &Progress,
) -> Result<u64, Failure> {
    let mut collection = create(path, about)?;
    for (_, problem) in problems {
        collection.push(&problem?)?;
        progress.advance(1);
    }
    let count = collection.finish()?;
    if count > 1 && matches!(Format::of(path), Ok(Format::Kif | Format::Kifu)) {
        note(&format!(
            "{}: {count} problems; other programs take a KIF file for one game: `--out DIR/` writes one file a problem",
            path.display()
        ));
    }
    Ok(count)
}
