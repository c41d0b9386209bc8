//! What comes under the name of an output: a whole file or what was there before, whoever else writes, and
//! nothing else beside it.
#![cfg(target_os = "linux")]

use crate::said::{refusal, text};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::RowAccessor,
};
use std::{
    fs::{self, File},
    os::unix::fs::{FileTypeExt, symlink},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};
use yomikiri_calculation::{Deal, Variant};
use yomikiri_calculation_study::{export, game::Row};

fn yomikiri(args: &[&str]) -> Command {
    // Where the tests run in the background of a script, Ctrl-C is ignored, and what they start would inherit
    // that.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_yomikiri")]);
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    yomikiri(args).output().unwrap()
}

fn start(args: &[&str]) -> Child {
    yomikiri(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The lions and chicks, solved in a moment.
const SMALL: [&str; 3] = ["solve", "dobutsu-chicks", "--table"];

fn probes(table: &Path) {
    let args = ["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -", "--table", table.to_str().unwrap()];
    let output = run(&args);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn runs_with_one_name_all_succeed_and_leave_one_whole_file() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("t.yomi");
    let path = table.to_str().unwrap();
    let runs: Vec<_> = (0..6).map(|_| start(&[&SMALL[..], &[path]].concat())).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(files(directory.path()), std::slice::from_ref(&table));
    probes(&table);
}

/// A collection that takes a while to be written again.
fn many_problems(directory: &Path) -> PathBuf {
    let path = directory.join("many.sfen");
    fs::write(&path, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n".repeat(60_000)).unwrap();
    path
}

/// Waits until the run has begun to write, or is over.
fn begun(run: &mut Child, directory: &Path) {
    while files(directory).is_empty() && run.try_wait().unwrap().is_none() {
        thread::yield_now();
    }
}

#[test]
fn signals_remove_what_is_half_written_and_end_the_run_by_themselves() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let source = many_problems(from.path());
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for form in ["x.csv", "x.sqlite"] {
            let out = to.path().join(form);
            let mut run = start(&["tsume", "show", source.to_str().unwrap(), "--out", out.to_str().unwrap()]);
            begun(&mut run, to.path());
            let sent = Command::new("kill").args(["-s", name, &run.id().to_string()]).status().unwrap();
            assert!(sent.success());
            let output = run.wait_with_output().unwrap();
            assert_eq!(output.status.signal(), Some(number), "{form} {name}: {}", text(&output.stderr));
            assert!(files(to.path()).is_empty(), "{form} {name}: {:?}", files(to.path()));
        }
    }
}

#[test]
fn a_kill_leaves_what_the_next_run_removes_and_a_living_run_keeps_its_own() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let source = many_problems(from.path());
    let out = to.path().join("x.csv");
    let args = ["tsume", "show", source.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let mut killed = start(&args);
    begun(&mut killed, to.path());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = files(to.path());
    let name = left[0].file_name().unwrap().to_str().unwrap();
    assert!(left.len() == 1 && name.starts_with("yomikiri-") && name.ends_with(".partial"), "{left:?}");
    let [first, second] = [start(&args), start(&args)];
    for run in [first, second] {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(files(to.path()), std::slice::from_ref(&out));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 60_001);
}

#[test]
fn links_are_followed_and_neighbours_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("precious"), "gold").unwrap();
    symlink("precious", path("t.yomi.partial")).unwrap();
    symlink("far.yomi", path("t.yomi")).unwrap();
    assert!(run(&[&SMALL[..], &[path("t.yomi").to_str().unwrap()]].concat()).status.success());
    assert!(path("t.yomi").is_symlink() && path("far.yomi").is_file());
    assert_eq!(fs::read(path("precious")).unwrap(), b"gold");
    probes(&path("t.yomi"));
}

#[test]
fn a_device_is_written_to_and_stays_one() {
    let directory = tempfile::tempdir().unwrap();
    let null = directory.path().join("null.csv");
    symlink("/dev/null", &null).unwrap();
    let full = directory.path().join("full.csv");
    symlink("/dev/full", &full).unwrap();
    let simulate = ["simulate", "calculation", "--player", "greedy", "--games", "5", "--export"];
    let (null, full) = (null.to_str().unwrap(), full.to_str().unwrap());
    for (args, status) in [
        ([&SMALL[..], &["/dev/null"]].concat(), 0),
        ([&SMALL[..], &["/dev/full"]].concat(), 3),
        ([&simulate[..], &[null]].concat(), 0),
        ([&simulate[..], &[full]].concat(), 3),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
    }
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::symlink_metadata(device).unwrap().file_type().is_char_device(), "{device}");
    }
    assert!(Path::new(null).is_symlink() && Path::new(full).is_symlink());
}

#[test]
fn a_pipe_is_written_to() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("games.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    let export = pipe.to_str().unwrap();
    let output = run(&["simulate", "calculation", "--player", "greedy", "--games", "5", "--export", export]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&reader.wait_with_output().unwrap().stdout).lines().count(), 6);
    // A database cannot: it is written here and there.
    let pipe = directory.path().join("x.sqlite");
    symlink("/dev/null", &pipe).unwrap();
    let problem = ["tsume", "show", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "--out"];
    let (status, message) = refusal(&run(&[&problem[..], &[pipe.to_str().unwrap()]].concat()));
    assert!(status == Some(3) && message.contains("cannot be written to a device or a pipe"), "{message}");
}

#[test]
fn a_file_that_is_no_table_is_written_over_only_by_force() {
    let directory = tempfile::tempdir().unwrap();
    let letter = directory.path().join("a letter to \"my\" aunt's");
    fs::write(&letter, "Dear aunt,").unwrap();
    let path = letter.to_str().unwrap();
    let (status, message) = refusal(&run(&[&SMALL[..], &[path]].concat()));
    assert!(status == Some(2) && message.contains("is not a table"), "{message}");
    let (status, message) =
        refusal(&run(&["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -", "--table", path]));
    assert!(status == Some(3) && message.contains("is not a table"), "{message}");
    assert!(!message.contains("solve"), "it must not be solved over: {message}");
    assert_eq!(fs::read(&letter).unwrap(), b"Dear aunt,");
    assert!(run(&[&SMALL[..], &[path, "--force"]].concat()).status.success());
    probes(&letter);
    // An older table is.
    assert!(run(&[&SMALL[..], &[path]].concat()).status.success());
}

#[test]
fn advice_can_be_given_to_a_shell() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("it's $HOME.yomi");
    let probe = ["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -", "--table", table.to_str().unwrap()];
    let (status, message) = refusal(&run(&probe));
    assert_eq!(status, Some(3), "{message}");
    let advice = message.split('`').nth(1).unwrap().strip_prefix("yomikiri ").unwrap();
    let script = format!("{} {advice}", env!("CARGO_BIN_EXE_yomikiri"));
    assert!(Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).status().unwrap().success());
    probes(&table);
}

#[test]
fn a_simulation_keeps_its_games_in_a_regular_file_only() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for out in ["/dev/full", "/dev/zero", pipe.to_str().unwrap()] {
        let args = ["simulate", "calculation", "--player", "greedy", "--games", "10", "--out", out];
        let (status, message) = refusal(&run(&args));
        assert!(status == Some(3) && message.contains("expected a regular file"), "{out}: {message}");
    }
}

#[test]
fn a_flipped_bit_costs_a_simulation_one_game() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("games");
    let args = ["simulate", "calculation", "--player", "greedy", "--games", "30", "--json", "--out"];
    let simulate = || run(&[&args[..], &[out.to_str().unwrap()]].concat());
    let field = |output: &Output, name: &str| -> serde_json::Value {
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()[name].clone()
    };
    let wins = field(&simulate(), "wins");
    let whole = fs::read(&out).unwrap();
    for at in [3, whole.len() / 2, whole.len() - 9] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x80;
        fs::write(&out, damaged).unwrap();
        let output = simulate();
        assert!(output.status.success(), "byte {at}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("is damaged"), "byte {at}: {}", text(&output.stderr));
        assert_eq!(field(&output, "wins"), wins, "byte {at}");
    }
}

#[test]
fn a_finished_training_gives_its_model_again_and_two_are_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let train = |name: &str, more: &[&str]| {
        let out = directory.path().join(name);
        let args = ["train", "calculation", "--variant", "ranks=3,piles=2", "--games", "400", "--out"];
        let output = run(&[&args[..], &[out.to_str().unwrap()], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let checkpoint = out.with_file_name(format!("{name}.checkpoint"));
        (fs::read(&out).unwrap(), fs::read(checkpoint).unwrap())
    };
    let first = train("one", &["--threads", "1"]);
    assert!(first == train("two", &["--threads", "2"]));
    fs::remove_file(directory.path().join("one")).unwrap();
    assert!(first == train("one", &["--resume"]));
}

#[test]
fn of_two_trainings_with_one_name_the_second_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("model");
    let mut args = vec!["train", "calculation", "--games", "100000000", "--out", model.to_str().unwrap()];
    let mut first = start(&args);
    let lock = directory.path().join("model.lock");
    while !lock.exists() && first.try_wait().unwrap().is_none() {
        thread::yield_now();
    }
    args.push("--resume");
    let (status, message) = refusal(&run(&args));
    assert!(status == Some(3) && message.contains("another program that is running"), "{message}");
    assert!(Command::new("kill").args(["-s", "TERM", &first.id().to_string()]).status().unwrap().success());
    first.wait().unwrap();
    assert!(!lock.exists());
}

/// Here and not beside the code, whose tests are optimised: the reader of Parquet would be, too.
#[test]
fn both_forms_hold_what_was_played() {
    let rows: Vec<Row> = (0..3)
        .map(|game| Row { game, won: game == 1, placed: 40, plies: 60, playouts: 7, cpu_seconds: 0.5 })
        .collect();
    let variant = Variant::CALCULATION;
    let mut text = Vec::new();
    export::csv(&mut text, variant, 5, &rows).unwrap();
    let text = String::from_utf8(text).unwrap();
    let deal = Deal::of_game(variant, 5, 1);
    assert_eq!(text.lines().nth(2), Some(format!("1,{deal},1,40,60,7,0.500000").as_str()));
    let mut file = tempfile::tempfile().unwrap();
    export::parquet(&mut file, variant, 5, &rows).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(read.len(), 3);
    assert_eq!(read[1].get_string(1).unwrap(), &deal.to_string());
    assert!(read[1].get_bool(2).unwrap() && read[2].get_long(0).unwrap() == 2);
}

/// Exported games are the same in both forms, but for the time that each took.
#[test]
fn games_are_exported_in_both_forms() {
    let directory = tempfile::tempdir().unwrap();
    let [csv, columns] = ["games.csv", "games.parquet"].map(|name| directory.path().join(name));
    for path in [&csv, &columns] {
        let simulate = ["simulate", "calculation", "--player", "mcts:9", "--games", "3", "--seed", "5"];
        let output = run(&[&simulate[..], &["--export", path.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let reader = SerializedFileReader::new(File::open(&columns).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap).map(|row| {
        let (game, deal) = (row.get_long(0).unwrap(), row.get_string(1).unwrap());
        let (won, placed, plies) =
            (u8::from(row.get_bool(2).unwrap()), row.get_int(3).unwrap(), row.get_int(4).unwrap());
        assert!(row.get_double(6).unwrap() >= 0.0);
        format!("{game},{deal},{won},{placed},{plies},{}", row.get_long(5).unwrap())
    });
    let told = fs::read_to_string(&csv).unwrap();
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("game,deal,won,placed,plies,playouts,cpu_seconds"));
    let lines: Vec<&str> = lines.map(|line| line.rsplit_once(',').unwrap().0).collect();
    assert_eq!(lines.len(), 3);
    for (game, line) in lines.iter().enumerate() {
        let deal = Deal::of_game(Variant::CALCULATION, 5, game as u64);
        assert!(line.starts_with(&format!("{game},{deal},")), "{line}");
    }
    assert!(rows.eq(lines), "{told}");
}
