//! Whether each crate is built once: with the same features for the program, for Python and
//! for the tests. Otherwise Cargo builds it, and all that depends on it, for each of them.

use crate::{cargo, output};
use std::collections::{BTreeMap, BTreeSet};

/// What else is built beside the tests.
const SELECTIONS: [&str; 2] = ["yomikiri", "yomikiri-python"];

/// Compares the features.
///
/// # Errors
/// All that differs, one a line before the sentence.
pub fn check() -> Result<(), String> {
    let tests = features(&["--workspace", "--edges", "normal,build,dev"])?;
    let mut wrong = 0;
    for package in SELECTIONS {
        for (name, here) in features(&["--package", package, "--edges", "normal,build"])? {
            if tests.get(&name).is_some_and(|tests| here.is_subset(tests)) {
                continue;
            }
            wrong += 1;
            println!("{name}: {here:?} for {package}, {:?} for the tests", tests.get(&name));
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{wrong} crates are built more than once: give crates/features their features")),
    }
}

/// The features of each crate, by name and version; more than one set where it is built for procedural macros
/// too.
fn features(selection: &[&str]) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let tree =
        output(cargo(&["tree", "--quiet", "--prefix", "none", "--format", "{p}|{f}"]).args(selection))?;
    let mut features = BTreeMap::<String, BTreeSet<String>>::new();
    for (package, set) in tree.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')) {
        let name = package.trim_end_matches(" (proc-macro)").to_owned();
        features.entry(name).or_default().insert(set.to_owned());
    }
    Ok(features)
}
