//! Any file is refused as a table, or is one that answers: a value, none, or which part is damaged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{fs, sync::LazyLock};
use yomikiri_core::{Game, Graph, Notation, Value};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_table::{Header, TableFile, TableProbe};

const LIONS: &str = "1l1/3/3/1L1 b -";

/// Two lions: their game, its header, and a whole table, of values that are wrong but of the right form.
static SEED: LazyLock<(SmallShogi, Header, Vec<u8>)> = LazyLock::new(|| {
    let game = Shogi::dobutsu(Ending::Capture);
    let start = game.parse_pos(LIONS).unwrap();
    let game = game.with_start(start);
    let header = Header {
        game: game.variant().name.to_owned(),
        ending: game.ending().word().to_owned(),
        start: game.show_pos(&game.start()),
        rules: format!("{:016x}", game.rules_digest()),
        nonterminal: 0,
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: Some(9),
        by_plies: Vec::new(),
        wdl: false,
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    let value = |node: u64| (!node.is_multiple_of(3)).then(|| Value::Loss(2 * (node % 5) as u16));
    yomikiri_table::write(file.path(), &header, &DenseGraph::of(&game), value, 1, |_| ()).unwrap();
    (game, header, fs::read(file.path()).unwrap())
});

/// The bytes as they are; or, after a 1 or a 2, as changes to a table: where (2 bytes) and what (1). After a
/// 2 the header's checksum is put right.
fn file(input: &[u8]) -> Vec<u8> {
    let Some((&kind @ 1..=2, changes)) = input.split_first() else { return input.to_vec() };
    let mut bytes = SEED.2.clone();
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] ^= change[2];
    }
    if kind == 2 {
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        if let Some(front) = bytes.get(..16 + length) {
            let checksum = crc32fast::hash(front).to_le_bytes();
            if let Some(old) = bytes.get_mut(16 + length..20 + length) {
                old.copy_from_slice(&checksum);
            }
        }
    }
    bytes
}

fuzz_target!(|input: &[u8]| {
    let (game, header, _) = &*SEED;
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    fs::write(&path, file(input)).unwrap();
    let _ = TableFile::open(&path);
    let graph = DenseGraph::of(game);
    let nodes = graph.interior() as u32;
    let Ok(table) = TableProbe::open(&path, header, graph) else { return };
    for node in (0..nodes).step_by(1 + nodes as usize / 64) {
        let _ = table.value(node);
    }
});
