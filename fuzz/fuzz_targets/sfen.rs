//! Any text is refused or read as a position that survives being written, on every board and under both
//! endings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_core::{Game, Notation, TwoPlayer};
use yomikiri_shogi::{Bits, Ending, Shogi};

fuzz_target!(|text: &str| {
    survives(&Shogi::dobutsu(Ending::Capture), text);
    survives(&Shogi::dobutsu(Ending::Mate), text);
    survives(&Shogi::minishogi(), text);
    survives(&Shogi::standard(), text);
    survives(&Shogi::tsume(), text);
});

fn survives<B: Bits>(game: &Shogi<B>, text: &str) {
    let Ok(pos) = game.parse_pos(text) else { return };
    assert!(game.parse_pos(&game.show_pos(&pos)).is_ok_and(|read| read == pos));
    let mut moves = Vec::new();
    game.moves(&pos, &mut moves);
    assert!(moves.is_empty() || game.result(&pos).is_none());
    let mut checks = Vec::new();
    game.checks(&pos, &mut checks);
    assert!(game.ending() == Ending::Capture || checks.iter().all(|check| moves.contains(check)));
}
