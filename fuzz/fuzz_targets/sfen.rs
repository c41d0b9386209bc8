//! Any text is refused or read as a position that survives being written, under both endings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_core::{Game, Notation, TwoPlayer};
use yomikiri_shogi::{Ending, Shogi};

fuzz_target!(|text: &str| {
    for game in [Shogi::<u16>::dobutsu(Ending::Capture), Shogi::<u16>::dobutsu(Ending::Mate)] {
        let Ok(pos) = game.parse_pos(text) else { continue };
        assert!(game.parse_pos(&game.show_pos(&pos)).is_ok_and(|read| read == pos));
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        assert!(moves.is_empty() || game.result(&pos).is_none());
    }
});
