//! Whatever is said, the engine of minishogi answers or remarks, and lives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{io, sync::Mutex};
use yomikiri_search::alphabeta::{EnginePlayer, SearchPlayer};
use yomikiri_shogi::Shogi;
use yomikiri_shogi_player::{Minishogi, ShogiGame, minishogi::Evaluation};

/// One player for all inputs: it must survive them all.
static PLAYER: Mutex<Option<EnginePlayer<Minishogi>>> = Mutex::new(None);

fuzz_target!(|input: &[u8]| {
    let mut player = PLAYER.lock().unwrap();
    let player = player.get_or_insert_with(|| {
        EnginePlayer::new(ShogiGame::minishogi(Evaluation::Handmade), 1 << 20, 1).unwrap()
    });
    player.new_game();
    // At the end of the input alone, a search that was asked for is waited for.
    let input = [input, b"\nquit\n"].concat();
    yomikiri_usi::run(&Shogi::minishogi(), player, None, "Yomikiri", &input[..], io::sink()).unwrap();
});
