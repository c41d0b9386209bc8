//! What has no end, or is something else than it should be, is not read for ever and not read whole.
#![cfg(target_os = "linux")]

use crate::said::{refusal, text};
use std::{
    fs,
    io::{self, BufRead, Read, Write},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The program with half a gigabyte to live in, and twenty seconds.
fn run(args: &[&str]) -> Output {
    let script = "ulimit -v 700000; exec timeout 20 \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_yomikiri")]).args(args);
    command.env("XDG_DATA_HOME", "/nonexistent").env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

/// Names of what has no end: a device, a pipe that nobody writes to, and a file of a terabyte that takes no
/// room.
fn endless(directory: &Path, ending: &str) -> [PathBuf; 3] {
    let paths = ["zeros", "pipe", "large"].map(|name| directory.join(format!("{name}{ending}")));
    symlink("/dev/zero", &paths[0]).unwrap();
    assert!(Command::new("mkfifo").arg(&paths[1]).status().unwrap().success());
    fs::File::create(&paths[2]).unwrap().set_len(1 << 40).unwrap();
    paths
}

fn refused(args: &[&str]) {
    let output = run(args);
    let (status, message) = refusal(&output);
    assert!(matches!(status, Some(2 | 3)), "{args:?}: {:?} {message}", output.status);
}

#[test]
fn tables_models_and_collections_without_an_end_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let start = "1l1/1c1/1C1/1L1 b -";
    for path in endless(directory.path(), "") {
        let path = path.to_str().unwrap();
        refused(&["probe", "dobutsu-chicks", start, "--table", path]);
        refused(&["evaluate", "minishogi", "rbsgk/4p/5/P4/KGSBR b -", "--model", path]);
        refused(&["evaluate", "dobutsu", "gle/1c1/1C1/ELG b -", "--model", path]);
        refused(&["simulate", "calculation", "--player", "learnt", "--games", "1", "--model", path]);
        refused(&["gtp", "blokus", "--model", path]);
    }
    for ending in [".txt", ".kif", ".csv", ".sqlite"] {
        let directory = tempfile::tempdir().unwrap();
        for path in endless(directory.path(), ending) {
            refused(&["tsume", "show", path.to_str().unwrap()]);
        }
    }
}

/// Reaches a table's model by its parts: see `yomikiri_table::format`.
fn with_model(table: &[u8], packed: &[u8]) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(table[at..at + 4].try_into().unwrap()) as usize;
    let sealed = |mut bytes: Vec<u8>, from: usize| {
        let sum = crc32fast::hash(&bytes[from..]);
        bytes.extend(sum.to_le_bytes());
        bytes
    };
    let end = 16 + number(12);
    let mut header: serde_json::Value = serde_json::from_slice(&table[16..end]).unwrap();
    let old = header["model_bytes"].as_u64().unwrap() as usize;
    let pages = header["pages"].as_u64().unwrap() as usize;
    header["model_bytes"] = packed.len().into();
    let json = header.to_string().into_bytes();
    let mut made = table[..12].to_vec();
    made.extend((json.len() as u32).to_le_bytes());
    made.extend(json);
    let mut made = sealed(made, 0);
    let from = made.len();
    made.extend(packed);
    made.extend(&table[end + 4 + old..][..8 * pages]);
    let mut made = sealed(made, from);
    made.extend(&table[end + 4 + old + 8 * pages + 4..]);
    made
}

/// Four gigabytes of zeros, packed: a frame of blocks of 128 KiB that each say one byte and how often it
/// comes (RFC 8878, 3.1.1.2).
fn bomb() -> Vec<u8> {
    const BLOCKS: u32 = 1 << 15;
    // The magic number, no checksum and no size, a window of 2 MiB.
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 11 << 3];
    for block in 1..=BLOCKS {
        let head = u32::from(block == BLOCKS) | 1 << 1 | 128 << 10 << 3;
        packed.extend_from_slice(&head.to_le_bytes()[..3]);
        packed.push(0);
    }
    packed
}

#[test]
fn a_bomb_is_packed_as_the_standard_says() {
    let packed = bomb();
    let mut some = zstd::stream::Decoder::new(&packed[..]).unwrap().take(1 << 24);
    assert_eq!(io::copy(&mut some, &mut io::sink()).unwrap(), 1 << 24);
}

#[test]
fn a_bomb_in_a_table_does_not_go_off() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("t.yomi");
    let path = table.to_str().unwrap();
    assert!(run(&["solve", "dobutsu-chicks", "--table", path]).status.success());
    let whole = fs::read(&table).unwrap();
    fs::write(&table, with_model(&whole, &bomb())).unwrap();
    let probe = ["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -", "--table", path];
    let (status, message) = refusal(&run(&probe));
    assert!(status == Some(3) && message.contains("is damaged: its model"), "{message}");
}

#[test]
fn a_table_that_is_cut_or_written_over_while_it_is_used_goes_on_answering() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("t.yomi");
    let path = table.to_str().unwrap();
    assert!(run(&["solve", "dobutsu-chicks", "--table", path]).status.success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["probe", "dobutsu-chicks", "-", "--json", "--table", path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut ask, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = io::BufReader::new(answers).lines();
    let mut answer = || {
        writeln!(ask, "1l1/1c1/1C1/1L1 b -").unwrap();
        answers.next().unwrap().unwrap()
    };
    let first = answer();
    let length = fs::metadata(&table).unwrap().len() as usize;
    fs::write(&table, vec![0xa5; length]).unwrap();
    assert_eq!(answer(), first);
    fs::File::create(&table).unwrap();
    assert_eq!(answer(), first);
    drop(ask);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_database_whose_problems_never_end_is_given_up() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("endless.sqlite");
    let database = rusqlite::Connection::open(&path).unwrap();
    let made = database.execute_batch(
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT);
         INSERT INTO meta VALUES ('format', '1');
         CREATE VIEW problem AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
             SELECT id, 'x' AS sfen, '' AS solution, '' AS piece_set FROM n WHERE id < 0;",
    );
    made.unwrap();
    let output = run(&["tsume", "show", path.to_str().unwrap()]);
    let (status, message) = refusal(&output);
    assert_eq!(status, Some(2), "{message} {}", text(&output.stdout));
}
