//! Whatever is said, the engine of minishogi answers or remarks, and lives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{io, sync::Mutex};
use yomikiri_minishogi::{Evaluation, Judge, MiniPlayer};
use yomikiri_search::alphabeta::Player;
use yomikiri_shogi::Shogi;

/// One player for all inputs: it must survive them all.
static PLAYER: Mutex<Option<MiniPlayer>> = Mutex::new(None);

fuzz_target!(|input: &[u8]| {
    let mut player = PLAYER.lock().unwrap();
    let player = player.get_or_insert_with(|| MiniPlayer::new(Judge::new(Evaluation::Handmade), 1 << 20, 1).unwrap());
    player.new_game();
    // At the end of the input alone, a search that was asked for is waited for.
    let input = [input, b"\nquit\n"].concat();
    yomikiri_usi::run(&Shogi::minishogi(), player, None, "Yomikiri", &input[..], io::sink()).unwrap();
});
