//! Any file is refused as KIF, or read as problems that survive being written.
#![no_main]

mod sanitizer;

use libfuzzer_sys::fuzz_target;
use std::fs;
use yomikiri_tsume::{
    Problem,
    collection::{Provenance, create, read},
};

fuzz_target!(|input: &[u8]| {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("input.kif");
    fs::write(&path, input).unwrap();
    let problems: Vec<Problem> = read(&path).unwrap().flatten().collect();
    let mut collection = create(&path, &Provenance::default()).unwrap();
    problems.iter().for_each(|problem| collection.push(problem).unwrap());
    collection.finish().unwrap();
    assert!(read(&path).unwrap().map(Result::unwrap).eq(problems));
});
