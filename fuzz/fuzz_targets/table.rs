//! Any file is refused as a table, or is one that answers: a value, none, or which part is damaged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{fs, sync::LazyLock};
use yomikiri_core::{Game, Graph, Notation, Value};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_table::{Header, TableFile, TableKind, TableProbe};

const LIONS: &str = "1l1/3/3/1L1 b -";

/// Two lions: their game, its header, and a whole table of each kind, of values that are wrong but of the
/// right form.
static SEED: LazyLock<(SmallShogi, Header, [Vec<u8>; 3])> = LazyLock::new(|| {
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
        kind: TableKind::default(),
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    let value = |node: u64| (!node.is_multiple_of(3)).then(|| Value::Loss(2 * (node % 5) as u16));
    let tables = TableKind::ALL.map(|kind| {
        let header = Header { kind, ..header.clone() };
        yomikiri_table::write(file.path(), &header, &DenseGraph::of(&game), value, 1, |_| ()).unwrap();
        fs::read(file.path()).unwrap()
    });
    (game, header, tables)
});

/// The bytes as they are; or, after 1 to 6, as changes to a table of one of the kinds: where (2 bytes) and
/// what (1). After an even number the checksums of the header, and of the model and the directory, are put
/// right.
fn file(input: &[u8]) -> Vec<u8> {
    let Some((&how @ 1..=6, changes)) = input.split_first() else { return input.to_vec() };
    let mut bytes = SEED.2[usize::from(how - 1) / 2].clone();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[16..16 + length]).unwrap();
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] ^= change[2];
    }
    if how % 2 == 0 {
        let number = |name: &str| header[name].as_u64().unwrap() as usize;
        let (front, end) = (16 + length, 20 + length + number("model_bytes") + 8 * number("pages"));
        for (from, to) in [(0, front), (front + 4, end)] {
            let checksum = crc32fast::hash(&bytes[from..to]).to_le_bytes();
            bytes[to..to + 4].copy_from_slice(&checksum);
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
