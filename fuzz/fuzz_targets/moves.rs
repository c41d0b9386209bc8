//! Any text is refused as a move, or is a legal move that can be named again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_core::{Game, Notation};
use yomikiri_shogi::{Ending, SmallShogi};

fuzz_target!(|text: &str| {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let mut pos = game.start();
    // One move a word, as long as they are legal.
    for word in text.split_whitespace() {
        let Ok(mv) = game.parse_move(&pos, word) else { return };
        assert!(game.parse_move(&pos, &game.show_move(&pos, mv)).is_ok_and(|read| read == mv));
        pos = game.play(&pos, mv);
    }
});
