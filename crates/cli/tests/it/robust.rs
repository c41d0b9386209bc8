//! What must not happen when the environment fails: a file under the final name that is no table, a wrong
//! answer.
#![cfg(target_os = "linux")]

use crate::said::text;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{self, Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

const CHICKS: &str = "1l1/1c1/1C1/1L1 b -";
/// Large enough that its table does not fit a small disk.
const NO_GIRAFFES: &str = "1le/1c1/1C1/EL1 b -";

fn yomikiri(args: &[&str]) -> Command {
    // Where the tests run in the background of a script, Ctrl-C is ignored, and what they start would inherit
    // that.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_yomikiri")]);
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    yomikiri(args).output().unwrap()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// A disk of 64 KiB; `None` where that cannot be had.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let directory = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(directory.path());
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then(|| Self(directory))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.0.path()).status();
        assert!(unmounted.is_ok_and(|status| status.success()), "{} stays mounted", self.0.path().display());
    }
}

#[test]
fn a_full_disk_leaves_no_file() {
    let Some(disk) = SmallDisk::mount() else {
        println!("skipped: a small disk can be mounted only by root");
        return;
    };
    let table = disk.0.path().join("table.yomi");
    let output = run(&["solve", "dobutsu", "--from", NO_GIRAFFES, "--table", table.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("table.yomi"), "{}", text(&output.stderr));
    assert!(files(disk.0.path()).is_empty());
}

/// Sends a signal and waits for the end.
fn signal(mut child: Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap();
}

#[test]
fn an_interrupted_solve_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table.yomi");
    let child = yomikiri(&["solve", "dobutsu", "--table", table.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let began = Instant::now();
    signal(child, "INT");
    assert!(began.elapsed() < Duration::from_secs(2), "it ends at once");
    assert!(files(directory.path()).is_empty());
}

#[test]
fn an_interrupted_write_leaves_no_half_table() {
    for name in ["INT", "KILL"] {
        let directory = tempfile::tempdir().unwrap();
        let table = directory.path().join("table.yomi");
        let path = table.to_str().unwrap();
        let mut child = yomikiri(&["solve", "dobutsu", "--from", NO_GIRAFFES, "--table", path])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while files(directory.path()).is_empty() && child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        signal(child, name);
        // It may have been quicker than the signal; then the table is whole.
        if table.exists() {
            let output = run(&["probe", "dobutsu", NO_GIRAFFES, "--table", path]);
            assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        }
    }
}

/// The program as a user who may have so many threads in all; `None` where another user cannot be had.
fn with_threads(threads: u32, args: &[&str]) -> Option<Output> {
    // Reachable for that user, wherever the build is.
    let directory = tempfile::tempdir().unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = directory.path().join("yomikiri");
    fs::copy(env!("CARGO_BIN_EXE_yomikiri"), &program).unwrap();
    let user = 60_000 + process::id() % 5_000 * 2 + threads;
    let mut command = Command::new("setpriv");
    command.args(["--reuid", &user.to_string(), "--regid", &user.to_string(), "--clear-groups"]);
    command.args(["prlimit", &format!("--nproc={threads}"), "timeout", "20"]).arg(program).args(args);
    let output = command.env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null()).output().ok()?;
    (!text(&output.stderr).contains("setpriv: ")).then_some(output)
}

#[test]
fn threads_that_cannot_be_had_are_told() {
    let commands: [&[&str]; 9] = [
        &["solve", "dobutsu-chicks", "--from", "1l1/3/3/1L1 b -", "--threads", "3"],
        &["simulate", "calculation", "--player", "greedy", "--threads", "3"],
        &["train", "calculation", "--games", "1", "--out", "/tmp/yomikiri-none", "--threads", "3"],
        &["train", "dobutsu", "--out", "/tmp/yomikiri-none", "--threads", "3"],
        &["train", "minishogi", "--out", "/tmp/yomikiri-none", "--threads", "3"],
        &["perft", "minishogi", "2"],
        &["tsume", "enumerate", "NN", "--plies", "1"],
        &["probe", "dobutsu", "-"],
        &["serve", "--listen", "127.0.0.1:0"],
    ];
    for args in commands {
        // `timeout` is one, and the program itself.
        let Some(output) = with_threads(2, args) else {
            println!("skipped: another user can be had only by root");
            return;
        };
        let (status, message) = crate::said::refusal(&output);
        assert!(status == Some(3) && message.contains("threads cannot be had"), "{args:?}: {message}");
    }
    let output = with_threads(9, commands[0]).unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_player_that_does_not_fit_is_told_before_it_begins() {
    for (args, limit) in [(&["gtp", "blokus"][..], 60_000), (&["usi", "minishogi"], 60_000)] {
        let output = limited(&format!("ulimit -v {limit}"), args);
        let (status, message) = crate::said::refusal(&output);
        assert!(status == Some(3) && message.contains("memory"), "{args:?}: {message}");
    }
    let output = limited("ulimit -v 500000", &["gtp", "blokus", "--memory", "1024"]);
    assert!(crate::said::refusal(&output).1.contains("this may take 1024 MiB"), "{}", text(&output.stderr));
}

/// The program behind a shell's command, without input.
fn limited(before: &str, args: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_yomikiri")]).args(args);
    command.env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_file_that_may_not_become_so_long_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("t.yomi");
    // Blocks of 512 bytes.
    let output = limited("ulimit -f 8", &["solve", "dobutsu-chicks", "--table", out.to_str().unwrap()]);
    let (status, message) = crate::said::refusal(&output);
    assert!(status == Some(3) && message.contains("t.yomi: File too large"), "{message}");
    assert!(files(directory.path()).is_empty());
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for args in [&["--help"][..], &["--version"], &["solve", "--help"], &["games"]] {
        let output = limited("exec >/dev/full", args);
        let (status, message) = crate::said::refusal(&output);
        assert!(status == Some(3) && message.contains("standard output"), "{args:?}: {message}");
    }
}

/// What the refusal of a table says: how to make it anew, but not over a file that is something else or
/// another game's table.
fn refusal(output: &Output) -> String {
    let (status, message) = crate::said::refusal(output);
    assert_eq!(status, Some(3), "{message}");
    let is_others = message.contains("is not a table") || message.contains("is a table of");
    let advice = message.contains("yomikiri solve");
    assert!(message.contains("chicks.yomi") && is_others != advice, "{message}");
    message
}

/// The table of the lions and chicks.
fn chicks(directory: &Path) -> PathBuf {
    let table = directory.join("chicks.yomi");
    let output = run(&["solve", "dobutsu-chicks", "--table", table.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    table
}

/// What damage is said to be in; the first bytes and the version have sentences of their own.
const PARTS: [&str; 5] = ["does not begin with", "format version", "its header", "its model", ": page "];

fn probe_chicks(table: &Path, pos: &str) -> Output {
    run(&["probe", "dobutsu-chicks", pos, "--json", "--table", table.to_str().unwrap()])
}

#[test]
fn damage_is_told_and_never_gives_a_wrong_answer() {
    let directory = tempfile::tempdir().unwrap();
    let table = chicks(directory.path());
    let whole = fs::read(&table).unwrap();
    let right = probe_chicks(&table, CHICKS);
    assert!(right.status.success() && text(&right.stdout).contains("\"plies\":15"));
    let mut noticed = [false; PARTS.len()];
    for at in (0..whole.len()).step_by(whole.len().div_ceil(100)).chain([9, 20, whole.len() - 1]) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&table, damaged).unwrap();
        let output = probe_chicks(&table, CHICKS);
        // A block that is not read may be damaged.
        if output.status.success() {
            assert_eq!(output.stdout, right.stdout, "byte {at}");
        } else {
            let message = refusal(&output);
            let part = PARTS.iter().position(|part| message.contains(part));
            noticed[part.unwrap_or_else(|| panic!("byte {at}: {message}"))] = true;
        }
    }
    assert_eq!(noticed, [true; PARTS.len()], "{PARTS:?}");
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&table, &whole[..length]).unwrap();
        refusal(&probe_chicks(&table, CHICKS));
    }
}

#[test]
fn another_version_another_game_and_a_foreign_file_are_told_apart() {
    let directory = tempfile::tempdir().unwrap();
    let table = chicks(directory.path());
    let whole = fs::read(&table).unwrap();
    for version in [0u32, 2, 4, u32::MAX] {
        let mut other = whole.clone();
        other[8..12].copy_from_slice(&version.to_le_bytes());
        fs::write(&table, other).unwrap();
        let output = probe_chicks(&table, CHICKS);
        let message = refusal(&output);
        assert!(message.contains(&format!("version {version}, this program reads 1 and 3")), "{message}");
    }
    for foreign in [b"PK\x03\x04".repeat(1000), b"YOMIKURI".repeat(1000), Vec::new()] {
        fs::write(&table, foreign).unwrap();
        let output = probe_chicks(&table, CHICKS);
        assert!(refusal(&output).contains("is not a table"));
    }
    fs::write(&table, whole).unwrap();
    let path = table.to_str().unwrap();
    let output = run(&["probe", "dobutsu-chicks", CHICKS, "--ending", "mate", "--table", path]);
    assert!(refusal(&output).contains("ending capture"), "{}", text(&output.stderr));
    assert!(refusal(&output).contains("name its own table"), "{}", text(&output.stderr));
}

#[test]
fn a_position_outside_is_solved_on_the_spot() {
    let directory = tempfile::tempdir().unwrap();
    let output = probe_chicks(&chicks(directory.path()), "1l1/3/3/1L1 b -");
    assert!(text(&output.stderr).contains("cannot be reached"), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["value"], &report["plies"]), (&"win".into(), &5.into()));
}

#[test]
fn too_little_memory_is_told_before_anything_is_begun() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table.yomi");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_yomikiri")])
        .args(["solve", "dobutsu", "--table", table.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let message = text(&output.stderr);
    assert!(message.contains("not enough memory") && message.contains("390 MiB are available"), "{message}");
    assert!(files(directory.path()).is_empty());
}
