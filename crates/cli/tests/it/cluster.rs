//! One solve by several processes: the same bytes, also after kills, and a sentence where something is
//! wrong.
#![cfg(target_os = "linux")]

use crate::{
    estimate::assert_near,
    said::{refusal, text},
};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};
use yomikiri_core::Random;

/// What reports of the same solve differ in, by how it was done.
const VARYING: [&str; 5] = ["seconds", "table", "peak_rss_bytes", "estimated_bytes", "wire"];

/// 410,189 positions: some tenths of a second, of which the kills find each.
const START: &str = "gle/3/3/ELG b -";

fn yomikiri(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A solve of the small game, with a table and whatever else is said.
fn solve(table: &Path, more: &[&str]) -> Command {
    let table = table.to_str().unwrap();
    let mut command = yomikiri(&["solve", "dobutsu", "--from", START, "--threads", "1", "--table", table]);
    command.args(more);
    command
}

/// A file of hosts: so many free ports of this machine.
fn hosts(directory: &Path, processes: usize) -> PathBuf {
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap()));
    let path = directory.join("hosts");
    fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

fn bytes_of_one_process(directory: &Path) -> Vec<u8> {
    let table = directory.join("one.yomi");
    let output = solve(&table, &[]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    fs::read(table).unwrap()
}

#[test]
fn several_processes_write_the_same_table() {
    let directory = tempfile::tempdir().unwrap();
    let expected = bytes_of_one_process(directory.path());
    for processes in ["1", "2", "4"] {
        let table = directory.path().join("several.yomi");
        let output = solve(&table, &["--processes", processes, "--json", "--verify"]).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout).lines().count(), 1);
        assert!(text(&output.stdout).contains("\"mismatches\":0"), "{}", text(&output.stdout));
        assert!(fs::read(&table).unwrap() == expected, "{processes} processes");
        fs::remove_file(table).unwrap();
    }
}

/// Only the first process is told of a table, and of what kind; the others do as it says.
#[test]
fn the_first_process_says_what_becomes_of_the_values() {
    let directory = tempfile::tempdir().unwrap();
    let [one, together] = ["one.yomi", "together.yomi"].map(|name| directory.path().join(name));
    for more in [&[][..], &["--compact"], &["--wdl"]] {
        let alone = solve(&one, more).output().unwrap();
        assert!(alone.status.success(), "{}", text(&alone.stderr));
        let hosts = hosts(directory.path(), 2);
        let who = |process| ["--hosts", hosts.to_str().unwrap(), "--process", process, "--wait", "5s"];
        let small = ["solve", "dobutsu", "--from", START, "--threads", "1"];
        let other = Running::start(&mut yomikiri(&[small.as_slice(), &who("1")].concat()));
        let first = solve(&together, &[who("0").as_slice(), more].concat()).output().unwrap();
        assert!(first.status.success(), "{}", text(&first.stderr));
        assert!(other.end().status.success());
        assert!(fs::read(&one).unwrap() == fs::read(&together).unwrap(), "{more:?}");
        fs::remove_file(&together).unwrap();
    }
}

/// A process that was started. It ends with the test, also where that fails.
struct Running(Option<Child>);

impl Running {
    fn start(command: &mut Command) -> Self {
        Self(Some(command.spawn().unwrap()))
    }

    fn is_over(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    fn kill(&mut self) {
        self.0.as_mut().unwrap().kill().unwrap();
    }

    /// How many connections there are in its network.
    fn connections(&self) -> usize {
        let sockets = format!("/proc/{}/net/tcp", self.0.as_ref().unwrap().id());
        let sockets = fs::read_to_string(sockets).unwrap_or_default();
        // The fourth word is the state; 01 is an established connection.
        sockets.lines().filter(|line| line.split_whitespace().nth(3) == Some("01")).count()
    }

    /// Waits for its end, which must come soon.
    fn end(mut self) -> Output {
        let began = Instant::now();
        while !self.is_over() {
            assert!(began.elapsed() < Duration::from_mins(1), "a process hangs");
            thread::sleep(Duration::from_millis(5));
        }
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Two processes, started as on two machines that share a directory.
fn pair(directory: &Path, table: &Path, more: &[&str]) -> [Running; 2] {
    let checkpoints = directory.join("checkpoints");
    pair_that_keeps(directory, table, [&checkpoints; 2], more)
}

/// Two processes, each with its directory for checkpoints.
fn pair_that_keeps(directory: &Path, table: &Path, kept: [&Path; 2], more: &[&str]) -> [Running; 2] {
    let hosts = hosts(directory, 2);
    let start = |process: usize| {
        let number = process.to_string();
        let who = ["--hosts", hosts.to_str().unwrap(), "--process", &number, "--wait", "2s"];
        let kept = ["--checkpoint", kept[process].to_str().unwrap(), "--every", "0s", "--resume"];
        Running::start(&mut solve(table, &[who.as_slice(), &kept, more].concat()))
    };
    [start(0), start(1)]
}

/// The checkpoints of a directory of which a process has a record.
fn recorded(checkpoints: &Path, process: usize) -> Vec<PathBuf> {
    let all = fs::read_dir(checkpoints).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut whole: Vec<PathBuf> =
        all.filter(|path| path.join(format!("process-{process}.json")).exists()).collect();
    whole.sort();
    whole
}

/// A table of another kind is coded when all values are gathered: the last checkpoint goes when it is
/// written.
#[test]
fn a_compact_table_is_the_same_with_checkpoints_and_leaves_none() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (checkpoints, mut tables) = (path("checkpoints"), Vec::new());
    let kept = ["--checkpoint", checkpoints.to_str().unwrap(), "--every", "0s"];
    for (at, more) in
        [&[][..], &kept, &[kept.as_slice(), &["--processes", "2"]].concat()].into_iter().enumerate()
    {
        let table = path(&format!("{at}.yomi"));
        let output = solve(&table, &[&["--compact"], more].concat()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        tables.push(fs::read(table).unwrap());
        assert_eq!(fs::read_dir(&checkpoints).into_iter().flatten().count(), 0);
    }
    assert!(tables.iter().all(|table| *table == tables[0]));
}

/// A machine that is given another directory than before has the others' checkpoints kept.
#[test]
fn checkpoints_stay_if_another_process_has_lost_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (table, [first, second, wrong]) = (path("two.yomi"), ["first", "second", "wrong"].map(path));
    let mut children = pair_that_keeps(directory.path(), &table, [&first, &second], &[]);
    while recorded(&first, 0).last().is_none_or(|path| path.file_name().unwrap() < "checkpoint-000005") {
        assert!(!children[0].is_over(), "it is done before it is killed");
    }
    children[0].kill();
    drop(children.map(Running::end));
    let stays = |kept: &Path| {
        let before = recorded(kept, 0);
        let [of_first, of_second] =
            pair_that_keeps(directory.path(), &table, [kept, &wrong], &[]).map(Running::end);
        let said = text(&of_second.stderr);
        assert_eq!(of_second.status.code(), Some(3), "{said}");
        assert!(said.contains("process 1:") && said.contains("is not here"), "{said}");
        assert_eq!(of_first.status.code(), Some(3), "{}", text(&of_first.stderr));
        assert_eq!(recorded(kept, 0), before);
    };
    stays(&first);
    // The first checkpoint of a solve as well as later ones.
    let (newest, only) = (recorded(&first, 0).pop().unwrap(), path("only"));
    fs::create_dir(&only).unwrap();
    fs::rename(&newest, only.join("checkpoint-000001")).unwrap();
    stays(&only);
    fs::rename(only.join("checkpoint-000001"), newest).unwrap();
    for output in pair_that_keeps(directory.path(), &table, [&first, &second], &[]).map(Running::end) {
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(fs::read(&table).unwrap() == bytes_of_one_process(directory.path()));
}

#[test]
fn kills_at_any_moment_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let expected = bytes_of_one_process(directory.path());
    let table = directory.path().join("two.yomi");
    killed_and_resumed(directory.path(), &table, &[], 20, &mut || fs::read(&table).unwrap() == expected);
}

/// The list of the parts is there when all parts are.
#[test]
fn kills_change_nothing_of_a_table_in_parts() {
    let directory = tempfile::tempdir().unwrap();
    let expected = bytes_of_one_process(directory.path());
    let table = directory.path().join("two.yomi");
    let more = ["--parts", "--census", "--verify"];
    killed_and_resumed(directory.path(), &table, &more, 8, &mut || merged(&table) == expected);
}

/// Kills one of two processes at random moments, so many times, each time goes on from the last checkpoint,
/// and at the end to the end. Whenever there is a table, it must be right.
fn killed_and_resumed(
    directory: &Path,
    table: &Path,
    more: &[&str],
    times: usize,
    is_right: &mut dyn FnMut() -> bool,
) {
    let mut random = Random::new(27);
    for kills in 1..=times {
        let mut children = pair(directory, table, more);
        thread::sleep(Duration::from_millis(random.below(500) as u64));
        let victim = random.below(2);
        children[victim].kill();
        let outputs = children.map(Running::end);
        let other = &outputs[1 - victim];
        match other.status.code() {
            // It was done, or so near to the end that it did not need the other any more.
            Some(0) => {}
            Some(3) => {
                let lost = format!("process {}: the connection to process {victim} is lost", 1 - victim);
                let missing = format!("process {victim}");
                let said = text(&other.stderr);
                assert!(said.contains(&lost) || said.contains(&missing), "{said}");
            }
            code => panic!("{code:?}: {}", text(&other.stderr)),
        }
        if table.exists() {
            assert!(is_right(), "after {kills} kills");
            fs::remove_file(table).unwrap();
        }
    }
    for output in pair(directory, table, more).map(Running::end) {
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(is_right());
    let left = fs::read_dir(directory.join("checkpoints")).unwrap().count();
    assert_eq!(left, 0, "checkpoints are removed at the end");
}

/// The one file that is made of a table in parts.
fn merged(list: &Path) -> Vec<u8> {
    let whole = list.with_extension("whole");
    let args = ["table", "merge", list.to_str().unwrap(), "--out", whole.to_str().unwrap()];
    let output = yomikiri(&args).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    fs::read(whole).unwrap()
}

#[test]
fn a_table_in_parts_is_merged_to_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let expected = bytes_of_one_process(directory.path());
    let (list, one) = (directory.path().join("parts.yomi"), path("one.yomi"));
    let said = |command: &mut Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let report = |text: String| {
        let mut report: serde_json::Value = serde_json::from_str(&text).unwrap();
        for field in VARYING {
            report[field].take();
        }
        report
    };
    let of_one = report(said(&mut solve(&directory.path().join("again.yomi"), &["--json"])));
    let probe = |table: &str| said(&mut yomikiri(&["probe", "dobutsu", START, "--table", table, "--json"]));
    for (processes, threads) in [("1", "2"), ("2", "1"), ("4", "1"), ("2", "3")] {
        let mut command = yomikiri(&["solve", "dobutsu", "--from", START, "--table", list.to_str().unwrap()]);
        command.args(["--parts", "--json", "--processes", processes, "--threads", threads]);
        assert_eq!(report(said(&mut command)), of_one, "{processes} processes of {threads} threads");
        assert!(merged(&list) == expected, "{processes} processes of {threads} threads");
        assert_eq!(probe(list.to_str().unwrap()), probe(&one));
    }
    fs::write(path("notes.txt"), "not a table").unwrap();
    for (out, why) in [
        ("parts.yomi.2of6", "is a part of this table"),
        ("parts.yomi", "is a part of this table"),
        ("notes.txt", "is there and is not a table"),
    ] {
        let merge = ["table", "merge", list.to_str().unwrap(), "--out", &path(out)];
        let (status, said) = refusal(&yomikiri(&merge).output().unwrap());
        assert!(status == Some(2) && said.contains(why), "{said}");
    }
    assert!(merged(&list) == expected, "the parts stay");
    fs::remove_file(path("parts.yomi.3of6")).unwrap();
    let probe = ["probe", "dobutsu", START, "--table", list.to_str().unwrap()];
    let merge = ["table", "merge", list.to_str().unwrap(), "--out", &path("half")];
    for args in [probe.as_slice(), &merge] {
        let (status, said) = refusal(&yomikiri(args).output().unwrap());
        assert_eq!(status, Some(3), "{said}");
        assert!(said.contains("parts.yomi.3of6: No such file"), "{said}");
    }
    // Each thread of each process writes one.
    fs::write(path("parts.yomi.2of4"), "precious").unwrap();
    let mut command = yomikiri(&["solve", "dobutsu", "--from", START, "--table", list.to_str().unwrap()]);
    let (status, said) =
        refusal(&command.args(["--parts", "--processes", "2", "--threads", "2"]).output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("parts.yomi.2of4 is there and is not a table"), "{said}");
    let with = |kind| ["--parts", "--processes", "2", kind];
    for (more, sentence) in [
        (&["--parts"][..], "--parts: one process writes one file; give --processes or --hosts"),
        (&with("--wdl"), "--wdl"),
        (&with("--compact"), "--compact"),
    ] {
        let (status, said) = refusal(&solve(&list, more).output().unwrap());
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
    let (status, said) =
        refusal(&yomikiri(&["table", "merge", &one, "--out", &path("half")]).output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("is no table in parts") && !Path::new(&path("half")).exists(), "{said}");
}

/// Each process counts and verifies its own parts; what is told is what one process tells, also of a start
/// that the graph has no room for, and by the index that knows of no game.
#[test]
fn several_processes_count_and_verify_what_one_does() {
    several_do_what_one_does(&[&["--processes", "3", "--threads", "1", "--parts"]]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn other_numbers_of_processes_count_and_verify_what_one_does() {
    several_do_what_one_does(&[
        &["--processes", "2", "--threads", "1"],
        &["--processes", "1", "--threads", "3", "--parts"],
    ]);
}

fn several_do_what_one_does(several: &[&[&str]]) {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table.yomi");
    let games: [&[&str]; 3] =
        [&["dobutsu", "--from", START], &["dobutsu", "--from", "L2/3/2l/1C1 b c"], &["shogi-3x3"]];
    for game in games {
        let report = |more: &[&str]| {
            let checks = ["--census", "--verify", "--json", "--table", table.to_str().unwrap()];
            let output = yomikiri(&[&["solve"], game, &checks, more].concat()).output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
            let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            for field in VARYING {
                report[field].take();
            }
            report
        };
        let one = report(&["--threads", "1"]);
        assert_eq!(one["mismatches"], 0);
        assert!(one["census"].as_array().is_some_and(|lines| lines.len() > 5), "{one}");
        for more in several {
            let of_several = report(more);
            for (field, told) in one.as_object().unwrap() {
                // The processor and the file differ, what is known of the game does not.
                if field != "wire" {
                    assert_eq!(of_several[field], *told, "{game:?} {more:?} {field}");
                }
            }
        }
    }
}

/// A start that the graph has no room for: its value is that of what its moves lead to.
#[test]
fn a_start_outside_of_the_numbers_is_counted_in_a_table_in_parts() {
    let directory = tempfile::tempdir().unwrap();
    let [one, list] = ["one.yomi", "parts.yomi"].map(|name| directory.path().join(name));
    let start = "L2/3/2l/1C1 b c";
    let solve = |table: &Path, more: &[&str]| {
        let args = ["solve", "dobutsu", "--from", start, "--table", table.to_str().unwrap()];
        let output = yomikiri(&[&args, more].concat()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    solve(&one, &[]);
    solve(&list, &["--processes", "2", "--parts"]);
    assert!(merged(&list) == fs::read(one).unwrap());
}

#[test]
fn a_checkpoint_that_is_damaged_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let (table, checkpoints) = (directory.path().join("a.yomi"), directory.path().join("checkpoints"));
    let kept = ["--checkpoint", checkpoints.to_str().unwrap(), "--every", "0s"];
    // A process alone, ended once it has written some.
    let mut child = Running::start(&mut solve(&table, &kept));
    let newest = || recorded(&checkpoints, 0).pop();
    while newest().is_none_or(|path| path.file_name().unwrap() < "checkpoint-000005") {
        assert!(!child.is_over(), "it is done before it is killed");
    }
    child.kill();
    child.end();
    let ends = |command: &mut Command, expected: i32, parts: &[&str]| {
        let (status, said) = refusal(&command.output().unwrap());
        assert_eq!(status, Some(expected), "{said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        assert!(!table.exists());
    };
    ends(&mut solve(&table, &kept), 2, &["has checkpoints of a solve that did not end"]);
    let resumed = [kept.as_slice(), &["--resume"]].concat();
    let part = newest().unwrap().join("part-000000");
    let whole = fs::read(&part).unwrap();
    fs::write(&part, &whole[..whole.len() / 2]).unwrap();
    ends(&mut solve(&table, &resumed), 3, &["process 0:", "part-000000: it is damaged"]);
    fs::remove_file(&part).unwrap();
    ends(&mut solve(&table, &resumed), 3, &["files are there"]);
    fs::write(&part, whole).unwrap();
    let other =
        yomikiri(&[&["solve", "dobutsu", "--from", "1l1/1c1/1C1/1L1 b -"], resumed.as_slice()].concat());
    ends(&mut { other }, 3, &["it is of another game, another start or another version"]);
}

/// What was told before the start against what a child process took: bytes of both, and what it said.
fn estimated(args: &[&str]) -> (u64, u64, String) {
    let output = yomikiri(&[&["solve", "--json"], args].concat()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes = |field: &str| report[field].as_u64().unwrap();
    (bytes("estimated_bytes"), bytes("peak_rss_bytes"), text(&output.stderr).to_owned())
}

fn assert_a_fifth_apart_at_the_most(args: &[&str]) -> String {
    let (estimate, peak, said) = estimated(args);
    assert_near(&args.join(" "), estimate, peak);
    said
}

#[test]
fn the_memory_that_is_told_before_the_start_is_taken_within_a_fifth() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("a.yomi");
    let table = ["--table", table.to_str().unwrap()];
    let small: [&[&str]; 4] = [
        &["shogi-3x3", "--threads", "1"],
        &["shogi-3x3", "--threads", "2", "--wdl"],
        &["shogi-3x3", "--threads", "2", "--memory", "200MiB"],
        &["shogi-3x3", "--ending", "capture", "--processes", "2"],
    ];
    for args in small {
        let said = assert_a_fifth_apart_at_the_most(&[args, &table].concat());
        assert_eq!(said.contains("it will take about"), args.contains(&"--memory"), "{said}");
    }
}

#[test]
#[ignore = "reads whole games out ten times: cargo xtask test --full"]
fn the_memory_of_large_games_is_told_within_a_fifth() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("a.yomi");
    let table = ["--table", table.to_str().unwrap()];
    let large: [&[&str]; 12] = [
        &["shogi-3x3", "--threads", "2", "--compact"],
        &["dobutsu-chicks", "--threads", "2"],
        &["dobutsu", "--threads", "1"],
        &["dobutsu", "--threads", "2", "--wdl"],
        &["dobutsu", "--threads", "2", "--compact"],
        &["dobutsu", "--threads", "2", "--census"],
        &["dobutsu", "--processes", "2"],
        &["dobutsu", "--processes", "2", "--wdl"],
        &["dobutsu", "--threads", "2", "--memory", "300MiB"],
        &["dobutsu", "--threads", "2", "--memory", "450MiB"],
        &["shogi-3x4", "--threads", "2"],
        &["shogi-3x4", "--processes", "2"],
    ];
    for args in large {
        assert_a_fifth_apart_at_the_most(&[args, &table].concat());
    }
}

#[test]
#[ignore = "reads the whole game out three times: cargo xtask test --full"]
fn what_does_not_fit_into_memory_lies_in_files() {
    let directory = tempfile::tempdir().unwrap();
    let solve = |name: &str, more: &[&str]| {
        let table = directory.path().join(name);
        let args = ["dobutsu", "--table", table.to_str().unwrap()];
        let (_, peak, said) = estimated(&[&args, more].concat());
        (fs::read(table).unwrap(), said, peak)
    };
    let (expected, _, _) = solve("ample.yomi", &["--threads", "2"]);
    for more in [["--threads", "2"], ["--processes", "2"]] {
        let (table, said, peak) = solve("within.yomi", &[&["--memory", "450MiB"], more.as_slice()].concat());
        assert!(said.contains(" MiB of disk in files in "), "{said}");
        assert!(peak <= 450 << 20, "{peak}");
        assert!(table == expected, "{more:?}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2, "the tables alone are left");
}

#[test]
fn memory_that_does_not_suffice_is_told_before_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("a.yomi");
    let args = ["solve", "dobutsu", "--memory", "50MiB", "--table", table.to_str().unwrap()];
    let (status, said) = refusal(&yomikiri(&args).output().unwrap());
    assert_eq!(status, Some(3));
    assert!(said.contains("MiB or more, and --memory allows 50 MiB; nothing was begun"), "{said}");
    assert!(!table.exists());
}

/// A checkpoint of one process is none for two, and stays.
#[test]
fn a_checkpoint_of_another_number_of_processes_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let (table, steps) = (directory.path().join("t.yomi"), directory.path().join("steps"));
    let steps = steps.to_str().unwrap();
    let record = || !recorded(Path::new(steps), 0).is_empty();
    let is_killed_in_time = || {
        let mut process = Running::start(&mut solve(&table, &["--checkpoint", steps, "--every", "0s"]));
        while !record() && !process.is_over() {
            thread::sleep(Duration::from_millis(1));
        }
        process.kill();
        record()
    };
    assert!((0..20).any(|_| is_killed_in_time()), "it is always sooner");
    let two = solve(&table, &["--checkpoint", steps, "--resume", "--processes", "2"]).output().unwrap();
    let (status, message) = refusal(&two);
    assert!(status == Some(2) && message.contains("by 1 of `--processes`, not by 2"), "{message}");
    assert!(record(), "the checkpoint is there");
    let one = solve(&table, &["--checkpoint", steps, "--resume"]).output().unwrap();
    assert!(one.status.success(), "{}", text(&one.stderr));
}

#[test]
fn what_is_wrong_with_the_processes_is_said_in_a_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("a.yomi");
    let list = |text: &str| {
        let path = directory.path().join("list");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let two = "127.0.0.1:1\n127.0.0.1:2\n";
    let cases: [(String, &[&str], i32, &str); 5] = [
        (list("a:1\nb\n"), &["--process", "0"], 2, "line 2 is b, expected host:port"),
        (list(two), &["--process", "2"], 2, "lists 2 processes, expected a number from 0 to 1"),
        (list(two), &["--process", "1", "--memory", "1MiB"], 3, "--memory allows 1 MiB"),
        (list(two), &["--process", "1", "--memory", "1GB"], 2, "such as 4GiB"),
        ("/nonexistent".into(), &["--process", "0"], 3, "/nonexistent"),
    ];
    for (path, more, status, expected) in cases {
        if !path.starts_with("/nonexistent") {
            list(if expected.starts_with("line 2") { "a:1\nb\n" } else { two });
        }
        let args = [&["--hosts", path.as_str()], more].concat();
        let output = solve(&table, &args).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    // Some that are about to do different things, and two with one number.
    let differs = "has another game, start, option or version of the program";
    for (starts, more, numbers, expected) in [
        ([START, "1l1/1c1/1C1/1L1 b -"], ["--json"; 2], ["0", "1"], differs),
        ([START; 2], ["--json", "--verify"], ["0", "1"], differs),
        ([START; 2], ["--census", "--json"], ["0", "1"], differs),
        ([START; 2], ["--json"; 2], ["1", "1"], "process 1"),
    ] {
        let hosts = hosts(directory.path(), 2);
        let children = [0, 1].map(|at| {
            let hosts = hosts.to_str().unwrap();
            let processes = ["--hosts", hosts, "--process", numbers[at], "--threads", "1", "--wait", "3s"];
            let args = [&["solve", "dobutsu", "--from", starts[at], more[at]], processes.as_slice()].concat();
            Running::start(&mut yomikiri(&args))
        });
        let outputs = children.map(Running::end);
        for output in &outputs {
            assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        }
        assert!(outputs.iter().any(|output| text(&output.stderr).contains(expected)), "{expected}");
    }
    assert!(!table.exists());
}

/// Machines on a network of their own: namespaces around one that forwards between them, each behind a slow
/// line. (A bridge would be at the mercy of the packet filters of the system.) Gone when dropped.
struct Machines {
    names: Vec<String>,
    router: String,
}

impl Machines {
    /// So many machines with 2 ms and 200 Mbit/s to the middle; `None` where that cannot be had.
    fn new(count: usize) -> Option<Self> {
        let id = std::process::id() % 100_000;
        let names = (0..count).map(|at| format!("yk{id}n{at}")).collect();
        let machines = Self { names, router: format!("yk{id}r") };
        machines.make().then(|| {
            machines.slow_down();
            machines
        })
    }

    fn make(&self) -> bool {
        let router = &self.router;
        let forward = ["netns", "exec", router, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"];
        let made = run(&format!("ip netns add {router}"))
            && Command::new("ip").args(forward).status().is_ok_and(|status| status.success());
        made && self.names.iter().enumerate().all(|(at, name)| {
            let [own, middle] = [address(at), format!("198.51.100.{}", 4 * at + 1)];
            [
                format!("ip netns add {name}"),
                format!("ip -n {router} link add {name} type veth peer name eth0 netns {name}"),
                format!("ip -n {router} addr add {middle}/30 dev {name}"),
                format!("ip -n {router} link set {name} up"),
                format!("ip -n {name} addr add {own}/30 dev eth0"),
                format!("ip -n {name} link set lo up"),
                format!("ip -n {name} link set eth0 up"),
                format!("ip -n {name} route add default via {middle}"),
            ]
            .iter()
            .all(|command| run(command))
        })
    }

    /// Some systems have no means for that: then the lines are fast.
    fn slow_down(&self) {
        for name in &self.names {
            if !run(&format!("tc -n {name} qdisc add dev eth0 root netem delay 2ms rate 200mbit")) {
                println!("this system has no netem: the line of {name} is not slow");
            }
        }
    }

    /// A solve of all of them.
    fn solve(&self, directory: &Path, args: &[&str]) -> Vec<Running> {
        let hosts = directory.join("hosts");
        let lines = (0..self.names.len()).map(|at| format!("{}:7400\n", address(at)));
        fs::write(&hosts, lines.collect::<String>()).unwrap();
        let start = |(at, name): (usize, &String)| {
            let mut command = Command::new("ip");
            command.args(["netns", "exec", name, env!("CARGO_BIN_EXE_yomikiri"), "solve", "dobutsu"]);
            command.args(args).args(["--threads", "1", "--hosts", hosts.to_str().unwrap()]);
            command.args(["--process", &at.to_string()]).env("XDG_DATA_HOME", "/nonexistent");
            Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
        };
        self.names.iter().enumerate().map(start).collect()
    }
}

/// The address of a machine, of a range that is for examples only.
fn address(machine: usize) -> String {
    format!("198.51.100.{}", 4 * machine + 2)
}

fn run(command: &str) -> bool {
    let mut words = command.split(' ');
    let mut command = Command::new(words.next().unwrap());
    command.args(words).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

impl Drop for Machines {
    fn drop(&mut self) {
        for name in self.names.iter().chain([&self.router]) {
            run(&format!("ip netns del {name}"));
        }
    }
}

#[test]
fn machines_on_a_slow_network_write_the_same_table_and_notice_who_is_gone() {
    let Some(machines) = Machines::new(4) else {
        println!("skipped: networks of their own need root, `ip` and `tc` (package iproute2)");
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let expected = bytes_of_one_process(directory.path());
    let table = directory.path().join("four.yomi");
    let path = table.to_str().unwrap();
    let children = machines.solve(directory.path(), &["--from", START, "--table", path]);
    for output in children.into_iter().map(Running::end) {
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(fs::read(&table).unwrap() == expected);

    // A machine whose line is cut says nothing any more, not even that it goes.
    let children = machines.solve(directory.path(), &["--table", path, "--force"]);
    let began = Instant::now();
    while !children.iter().all(|child| child.connections() >= children.len() - 1) {
        assert!(began.elapsed() < Duration::from_mins(1), "they do not find each other");
        thread::sleep(Duration::from_millis(50));
    }
    thread::sleep(Duration::from_millis(500));
    assert!(run(&format!("ip -n {} link set eth0 down", machines.names[2])));
    let cut = Instant::now();
    for (at, child) in children.into_iter().enumerate() {
        let output = child.end();
        assert_eq!(output.status.code(), Some(3), "{at}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("is lost"), "{at}: {}", text(&output.stderr));
    }
    assert!(cut.elapsed() < Duration::from_secs(20), "{:?}", cut.elapsed());
    assert!(fs::read(&table).unwrap() == expected, "the table of before stays");
}
