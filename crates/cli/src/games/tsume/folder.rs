//! One file a problem, in a directory: `0001.kif` and so on, for programs that take a KIF file for one game.

use crate::{failure::Failure, file, progress::Progress, text::note, words::words};
use std::{collections::HashSet, ffi::OsString, fs, io, path::Path};
use yomikiri_core::fill;
use yomikiri_files::Directory;
use yomikiri_tsume::{
    Problem,
    collection::{CollectionError, Format, Provenance, create, create_in},
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
    Format::of(path).map_err(|error| Failure::input(Failure::of_argument(argument, error.message())))?;
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
    let failed = |error: io::Error| file::failed("--out", path, &error);
    let directory = Directory::beside_others(path).map_err(failed)?;
    let (mut count, mut written) = (0, HashSet::new());
    for (number, problem) in problems {
        let name = format!("{number:04}.kif");
        let mut file = create_in(&directory, &name, about)?;
        file.push_numbered(number, &problem?)?;
        count += file.finish()?;
        written.insert(OsString::from(name));
        progress.advance(1);
    }
    directory.finish("").map_err(failed)?;
    let entries = fs::read_dir(path).map_err(failed)?;
    let others = entries.flatten().map(|entry| entry.file_name());
    let is_problem = |name: &OsString| Path::new(name).extension().is_some_and(|ending| ending == "kif");
    match others.filter(|name| is_problem(name) && !written.contains(name)).count() {
        0 => {}
        others => {
            let gaps = [path.display().to_string(), others.to_string()];
            note(fill(words().kif_left, &gaps.each_ref().map(String::as_str)));
        }
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
        note(fill(words().kif_of_many, &[&path.display().to_string(), &count.to_string()]));
    }
    Ok(count)
}
