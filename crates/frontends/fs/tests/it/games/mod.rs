//! The games that the tests show as files, and what is known of them.

use std::{fs, path::PathBuf};
use yomikiri_blokus::{Blokus, BlokusFsEvaluation, Openings};
use yomikiri_core::{Explore, Explorer};

/// A published listing or the like.
pub fn known(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../data/known").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Blokus Duo by all rules.
pub fn blokus() -> Box<dyn Explore> {
    Box::new(Explorer { game: Blokus::default(), probe: BlokusFsEvaluation })
}

/// Blokus Duo as BlokusFS lists it.
pub fn compatible() -> Box<dyn Explore> {
    let game = Blokus { openings: Openings::Fives, ..Blokus::default() };
    Box::new(Explorer { game, probe: BlokusFsEvaluation })
}
