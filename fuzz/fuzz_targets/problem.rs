//! Any text is refused as a problem of the full board, or read as one that survives being written and can be
//! shown.
#![no_main]

mod sanitizer;

use libfuzzer_sys::fuzz_target;
use yomikiri_tsume::{Glyphs, Problem, diagram, draw, line};

fuzz_target!(|text: &str| {
    let Ok(problem) = Problem::read(text) else { return };
    let written = format!("{} 1 moves {}", problem.sfen(), problem.usi());
    assert!(Problem::read(&written).is_ok_and(|read| read == problem));
    assert_eq!(line(&problem).len(), problem.plies());
    let _ = (draw(&problem.position, Glyphs::Letters, true), diagram(&problem.position), problem.key());
});
