//! `yomikiri mount` as a process: how it begins, and that however it ends the directory is free afterwards.
#![cfg(target_os = "linux")]

use crate::fuse::place;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

fn yomikiri(args: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(["mount", args[0]]).arg(directory).args(&args[1..]);
    command.env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null());
    command
}

/// Starts in the foreground and waits for the line that says that it is mounted.
fn start(args: &[&str], directory: &Path) -> Child {
    let mut child = yomikiri(args, directory).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.ends_with(&format!(" is mounted on {}\n", directory.display())), "{line}");
    child
}

fn is_mounted(directory: &Path) -> bool {
    let mounts = fs::read_to_string("/proc/mounts").unwrap();
    mounts.lines().any(|line| line.split(' ').nth(1) == directory.to_str())
}

fn unmount(directory: &Path) {
    assert!(Command::new("fusermount3").arg("-u").arg(directory).status().unwrap().success());
}

fn wait_until(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn signals_and_unmounts_end_it_cleanly() {
    let Some(place) = place() else { return };
    for end in ["INT", "TERM", "HUP", "unmount"] {
        let mut child = start(&["blokus"], place.path());
        assert_eq!(fs::read_to_string(place.path().join("66t0/value")).unwrap(), "-56\n");
        if end == "unmount" {
            unmount(place.path());
        } else {
            signal(&child, end);
        }
        assert_eq!(child.wait().unwrap().code(), Some(0), "{end}");
        assert!(!is_mounted(place.path()), "{end}");
    }
}

/// In continuous integration all tests are root's. The mounts are made in a namespace of their own, with a
/// device of their own: nothing of it is seen outside.
#[test]
fn an_ordinary_user_mounts_and_root_is_kept_out() {
    let Some(place) = place() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fuse/ordinary_user.sh");
    let mut namespace = Command::new("unshare");
    namespace.args(["--mount", "--propagation", "private"]).arg(script).arg(place.path());
    let output = match namespace.arg(env!("CARGO_BIN_EXE_yomikiri")).env("LC_ALL", "C").output() {
        Ok(output) => output,
        Err(error) => return println!("skipped: there is no unshare here: {error}"),
    };
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    match output.status.code() {
        Some(0) => assert_eq!(said, format!("blokus is mounted on {}/duo\n", place.path().display())),
        Some(77) => println!("skipped: {}: {}", said.trim(), errors.trim()),
        _ if errors.starts_with("unshare: ") => println!("skipped: {}", errors.trim()),
        status => panic!("{status:?}: {said}{errors}"),
    }
    assert!(!is_mounted(&place.path().join("duo")));
}

#[test]
fn a_signal_ends_it_though_somebody_is_in_it() {
    let Some(place) = place() else { return };
    let mut child = start(&["blokus"], place.path());
    let mut visitor = Command::new("sleep").arg("60").current_dir(place.path().join("66t0")).spawn().unwrap();
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!is_mounted(place.path()));
    visitor.kill().unwrap();
    visitor.wait().unwrap();
}

#[test]
fn a_killed_mount_frees_its_directory_and_can_be_mounted_again() {
    let Some(place) = place() else { return };
    for _ in 0..3 {
        let mut child = start(&["blokus"], place.path());
        signal(&child, "KILL");
        child.wait().unwrap();
        wait_until("the directory is not freed", || !is_mounted(place.path()));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
    let mut child = start(&["blokus"], place.path());
    unmount(place.path());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_background_returns_when_the_mount_can_be_used() {
    let Some(place) = place() else { return };
    // Whoever waits for the end of its output waits for the mount, not for its end.
    let output = yomikiri(&["blokus", "--background", "--compat"], place.path()).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    assert_eq!(text(&output.stdout), format!("blokus is mounted on {}\n", place.path().display()));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 315 + 4);
    assert_eq!(fs::read_to_string(place.path().join("66t0/value")).unwrap(), "-56\n");
    // A second mount on the same place is refused, and told by the one that returns.
    let again = yomikiri(&["blokus", "--background"], place.path()).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("is not empty"), "{}", text(&again.stderr));
    unmount(place.path());
    wait_until("it is still mounted", || !is_mounted(place.path()));
}

#[test]
fn a_background_mount_that_cannot_be_told_of_is_a_failure_and_gone() {
    let Some(place) = place() else { return };
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = yomikiri(&["blokus", "--background"], place.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    wait_until("it is still mounted", || !is_mounted(place.path()));
}

#[test]
fn a_game_without_its_table_says_so_and_shows_its_rules() {
    let Some(place) = place() else { return };
    let mut child = yomikiri(&["dobutsu-chicks"], place.path());
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!place.path().join("value").exists() && place.path().join("2c2b/board").exists());
    unmount(place.path());
    child.wait().unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(
        errors.contains("no values are shown") && errors.contains("yomikiri solve dobutsu-chicks"),
        "{errors}"
    );
}

#[test]
fn a_solved_game_shows_exact_values() {
    let Some(place) = place() else { return };
    let data = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
        command.args(args).env("XDG_DATA_HOME", data.path()).output().unwrap()
    };
    assert!(run(&["solve", "dobutsu-chicks"]).status.success());
    let probed = run(&["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -", "--json"]);
    let probed: serde_json::Value = serde_json::from_slice(&probed.stdout).unwrap();
    let mounted = yomikiri(&["dobutsu-chicks", "--background"], place.path())
        .env("XDG_DATA_HOME", data.path())
        .output();
    assert!(mounted.unwrap().status.success());
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    let worth = |of: &serde_json::Value| match of["plies"].as_u64() {
        Some(plies) => format!("{} {plies}", of["value"].as_str().unwrap()),
        None => "draw".to_owned(),
    };
    assert_eq!(read("value"), worth(&probed) + "\n");
    let moves = probed["moves"].as_array().unwrap();
    let lines: Vec<_> =
        moves.iter().map(|mv| format!("{} {}\n", mv["move"].as_str().unwrap(), worth(mv))).collect();
    assert_eq!(read("moves"), lines.concat());
    assert_eq!(read("best"), format!("{}\n", moves[0]["move"].as_str().unwrap()));
    unmount(place.path());
}

#[test]
fn what_cannot_be_mounted_is_refused_in_one_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let nothing = directory.path().join("nothing");
    let cases: [(&[&str], &Path, i32, &str); 6] = [
        (&["blokus"], &nothing, 2, "nothing: No such file"),
        (&["blokus"], &file, 2, "Not a directory"),
        (&["blokus"], directory.path(), 2, "is not empty"),
        (&["dobutsu", "--compat"], directory.path(), 2, "expected blokus"),
        (&["blokus", "--depth", "deep"], directory.path(), 2, "deep"),
        (&["dobutsu", "--table", "/nonexistent/table"], directory.path(), 3, "there is no table"),
    ];
    for (args, place, status, named) in cases {
        let output = yomikiri(args, place).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {message}");
        assert!(message.lines().count() == 1 && message.contains(named), "{args:?}: {message}");
    }
}
