//! The documents of the repository that show commands, for whoever tries or runs these.

use std::path::Path;

/// A document: its path below the repository's root, and its text.
pub struct Document {
    pub path: String,
    pub text: String,
}

/// The READMEs, the chapters of the book and the notes, in the order of their paths; but for the chapters
/// that are written from `--help`.
pub fn all() -> Vec<Document> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut paths = ["README.md", "README.ja.md"].map(|name| root.join(name)).to_vec();
    let mut directories = ["docs/book/src", "docs/notes"].map(|name| root.join(name)).to_vec();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("reference/commands") {
                directories.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: &std::path::PathBuf| Document {
        path: path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(),
        text: std::fs::read_to_string(path).unwrap(),
    };
    paths.iter().map(read).collect()
}
