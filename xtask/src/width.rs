//! Comments no wider than a page: `rustfmt` leaves them as they are.

use crate::root;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The columns of a line with a comment.
const COLUMNS: usize = 110;

/// Every comment is within its columns.
///
/// # Errors
/// Those that are not.
pub fn check() -> Result<(), String> {
    let mut files = Vec::new();
    for part in ["crates", "measure", "python/src", "xtask", "fuzz/fuzz_targets"] {
        sources(&root().join(part), &mut files).map_err(|error| format!("{part}: {error}"))?;
    }
    let mut wide = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (number, line) in (1..).zip(text.lines()) {
            if is_comment(line) && line.chars().count() > COLUMNS {
                wide.push(format!("{}:{number}", file.strip_prefix(root()).unwrap_or(&file).display()));
            }
        }
    }
    match wide.as_slice() {
        [] => Ok(()),
        [first, ..] => {
            println!("{}", wide.join("\n"));
            Err(format!("{} comments are wider than {COLUMNS} columns, the first at {first}", wide.len()))
        }
    }
}

/// Whether there is nothing but a comment on a line. A word that is wider than a page, such as an address,
/// may be.
fn is_comment(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("//") && text.split_whitespace().count() > 2
}

/// The Rust sources below a directory.
pub fn sources(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}
