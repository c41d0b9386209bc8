//! `yomikiri tsume` as scripts meet it, and collections when the environment fails.

use crate::{
    estimate,
    said::{refusal, text},
};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

const MATE_IN_THREE: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 moves G*6b 5a4a G*4b";
const COOKED: &str = "7k1/9/7+N1/7N1/9/9/9/9/9 b N 1";
const MATE_IN_ONE: &str = "7nk/9/6S1P/9/9/9/9/9/9 b N2r2b4g3s2n4l17p 1 moves N*2c";

fn yomikiri(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.arg("tsume").args(args).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    yomikiri(args).output().unwrap()
}

fn shown(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn refused(args: &[&str]) -> (Option<i32>, String) {
    refusal(&run(args))
}

fn files(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// What stands alone is asked what a collection's problems are asked, and must be a problem.
#[test]
fn a_single_problem_is_chosen_and_looked_at_like_others() {
    let fitting = run(&["show", MATE_IN_THREE, "--plies", "3", "--where", "king on 5a"]);
    assert!(fitting.status.success(), "{}", text(&fitting.stderr));
    assert_eq!(run(&["show", MATE_IN_THREE, "--plies", "5"]).status.code(), Some(1));
    let (status, message) = refused(&["show", MATE_IN_THREE, "--number", "2"]);
    assert!(status == Some(2) && message.contains("has no problem 2"), "{message}");
    for (sfen, expected) in [
        ("4K4/9/4P4/9/9/9/9/9/9 b G 1", "has no king"),
        ("4k4/9/4P4/9/9/9/9/9/9 w G 1", "expected the attacker"),
        ("4k4/4r4/9/9/9/9/9/4K4/9 b G 1", "attacker's king is in check"),
    ] {
        let (status, message) = refused(&["show", sfen]);
        assert!(status == Some(2) && message.contains(expected), "{sfen}: {message}");
    }
    assert!(run(&["show", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1"]).status.success(), "a mate of 0 plies");
    let (status, message) = refused(&["random", "--plies", "0", "--set", "GP"]);
    assert!(status == Some(2) && message.contains("not listed"), "{message}");
}

/// What is cut or damaged is told, and not taken for less.
#[test]
fn a_collection_that_was_cut_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let cut = "sfen,piece_set\n\"4k4/9/4P4/9/9/9/9/9/9 b G\",GP\n\"4k4/9/4P4/9/9/9/9/9/9 b 2G";
    fs::write(path("cut.csv"), cut).unwrap();
    let (status, message) = refused(&["show", &path("cut.csv"), "--out", &path("cut.txt")]);
    assert!(status == Some(2) && message.contains("no end"), "{message}");
    assert!(!Path::new(&path("cut.txt")).exists());
    fs::write(path("effort.csv"), "sfen,effort\n4k4/9/4P4/9/9/9/9/9/9 b G,some\n").unwrap();
    let (status, message) = refused(&["show", &path("effort.csv")]);
    assert!(status == Some(2) && message.contains("line 2: effort: expected a number"), "{message}");
    shown(&["enumerate", "GP", "--out", &path("gp.sqlite")]);
    let whole = fs::read(path("gp.sqlite")).unwrap();
    fs::write(path("gp.sqlite"), &whole[..whole.len() / 2]).unwrap();
    let (status, message) = refused(&["show", &path("gp.sqlite")]);
    assert!(status == Some(3) && message.contains("damaged"), "{message}");
}

/// A collection of two problems, so many times, as text.
fn collection(directory: &Path, times: usize) -> PathBuf {
    let path = directory.join("problems.txt");
    fs::write(&path, format!("{MATE_IN_ONE}\n{MATE_IN_THREE}\n").repeat(times)).unwrap();
    path
}

#[test]
fn a_problem_is_shown_without_its_solution_and_with_it() {
    let board = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一";
    let plain = shown(&["show", MATE_IN_THREE]);
    assert!(plain.contains(board) && plain.contains("先手の持駒：金二") && !plain.contains("☗"), "{plain}");
    let solved = shown(&["show", MATE_IN_THREE, "--solution"]);
    assert!(solved.ends_with("Solution: ☗６二金 ☖４一玉 ☗４二金\n"), "{solved}");
    let letters = shown(&["show", MATE_IN_THREE, "--solution", "--usi", "--ascii"]);
    assert!(letters.is_ascii() && letters.ends_with("Solution: G*6b 5a4a G*4b\n"), "{letters}");
    let unsolved = shown(&["show", "4k4/9/4P4/9/9/9/9/9/9 b 2G", "--solution"]);
    assert!(unsolved.ends_with("Solution: none is recorded\n"), "{unsolved}");
}

#[test]
fn a_collection_is_shown_whole_or_by_number_and_written_in_other_forms() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 1);
    let source = source.to_str().unwrap();
    assert_eq!(shown(&["show", source]).matches("Problem ").count(), 2);
    assert!(shown(&["show", source, "--number", "2"]).starts_with("Problem 2: 3 plies\n"));
    let whole = shown(&["show", source, "--json"]);
    for form in ["sqlite", "db", "csv", "kif", "kifu", "txt"] {
        let path = directory.path().join("other").with_extension(form);
        let path = path.to_str().unwrap();
        assert_eq!(shown(&["show", source, "--out", path]), format!("{path}: 2 problems\n"));
        assert_eq!(shown(&["show", path, "--json"]), whole, "{form}");
    }
    // Programs are told what was written.
    let second = directory.path().join("second.txt");
    let told = shown(&["show", source, "--plies", "3", "--json", "--out", second.to_str().unwrap()]);
    assert_eq!(told, whole.split_inclusive('\n').nth(1).unwrap());
    assert_eq!(fs::read_to_string(&second).unwrap().matches("moves G*6b").count(), 1);
    let report: Value = serde_json::from_str(whole.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&report["plies"], &report["pieces"]), (&3.into(), &"GGP".into()));
    assert_eq!(report["solution"], serde_json::json!(["G*6b", "5a4a", "G*4b"]));
    assert_eq!((&report["symmetric"], &report["hand_empty"]), (&true.into(), &false.into()));
}

#[test]
fn what_cannot_be_used_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 1);
    let source = source.to_str().unwrap();
    let broken = directory.path().join("broken.txt");
    fs::write(&broken, format!("{MATE_IN_ONE}\nlion\n")).unwrap();
    let broken = broken.to_str().unwrap();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["show", "lion"], 2, "`lion` is neither a position in SFEN nor a collection (.sqlite"),
        (&["show", "4k4/9 b -"], 2, "PROBLEM: expected `/` and another rank"),
        (&["show", "4k4/9/4P4/9/9/9/9/9/9 b 2G moves G*5c"], 2, "`G*5c` is not legal"),
        (&["show", "no.sqlite"], 3, "no.sqlite: "),
        (&["show", source, "--number", "0"], 2, "--number"),
        (&["show", source, "--number", "3"], 2, "has no problem 3"),
        (&["show", source, "--out", source], 2, "it is what is read"),
        (&["show", source, "--out", "x.pdf"], 2, "x.pdf: expected a name that ends in .sqlite"),
        (&["show", source, "--out", "no/such/x.csv"], 3, "no/such/x.csv: "),
        (&["show", broken, "--out", "x.csv", "--number", "2"], 2, "broken.txt, line 2: expected a piece"),
        (&["random", "--set", "NNNN"], 2, "--plies"),
        (&["random", "--plies", "7"], 2, "--set"),
        (&["random", "--plies", "7", "--set", "NX"], 2, "`X` at character 2 of the piece set"),
        (&["random", "--plies", "7", "--set", "RRR"], 2, "3 pieces `R` in the set"),
        (&["random", "--plies", "7", "--set", "NN", "--from", "no.csv"], 3, "no.csv: "),
        (&["random", "--plies", "5", "--set", "NN", "--from", source], 1, "no problem of 5 plies"),
    ];
    for (args, status, named) in cases {
        let (code, message) = refused(args);
        assert_eq!(code, Some(*status), "{args:?}: {message}");
        assert!(message.starts_with("yomikiri: ") && message.contains(named), "{args:?}: {message}");
    }
    let left = |name: &str| name.ends_with(".partial") || name == "x.csv";
    let names = fs::read_dir(".").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| left(name)).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn help_has_examples() {
    for args in [&["--help"][..], &["show", "--help"], &["random", "--help"]] {
        assert!(shown(args).contains("Examples:\n  yomikiri tsume "), "{args:?}");
    }
}

#[test]
fn the_same_seed_picks_the_same_problem() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 50);
    let source = source.to_str().unwrap();
    let picked = |seed: &str| {
        let args = ["random", "--plies", "3", "--set", "PGG", "--json", "--from", source, "--seed", seed];
        let report: Value = serde_json::from_str(&shown(&args)).unwrap();
        assert_eq!(report["plies"], 3);
        report["number"].as_u64().unwrap()
    };
    // Not by chance: the generator is one that every machine and version has.
    assert_eq!(["1", "2", "20261121"].map(picked), [70, 44, 40]);
    let different: std::collections::HashSet<_> = (0..12).map(|seed| picked(&seed.to_string())).collect();
    assert!(different.len() > 6, "{different:?}");
    let enumerated = ["random", "--plies", "1", "--set", "GP", "--seed", "3", "--json"];
    let report: Value = serde_json::from_str(&shown(&enumerated)).unwrap();
    assert_eq!((&report["plies"], &report["set"]), (&1.into(), &"GP".into()));
    assert_eq!(shown(&enumerated), shown(&enumerated));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 1000);
    let mut child = yomikiri(&["show", source.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "Problem 1: 1 ply\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 500);
    for form in ["sqlite", "csv", "txt", "sfen", "kif", "kifu", "html"] {
        let target = directory.path().join("other").with_extension(form);
        // The limit is 16 blocks of 512 bytes; without the trap the signal would end the program.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ && ulimit -f 16 && exec \"$0\" tsume show \"$1\" --out \"$2\""])
            .args([env!("CARGO_BIN_EXE_yomikiri"), source.to_str().unwrap(), target.to_str().unwrap()])
            .output()
            .unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{form}: {message}");
        assert!(message.contains(&format!("other.{form}: ")) && message.lines().count() == 1, "{message}");
        assert_eq!(files(directory.path()), [source.as_path()], "{form}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_write_leaves_no_half_collection() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 100_000);
    for (name, form) in [("INT", "sqlite"), ("KILL", "sqlite"), ("INT", "csv"), ("KILL", "html")] {
        let target = directory.path().join("other").with_extension(form);
        // Where the tests run in the background of a script, Ctrl-C is ignored, and what they start would
        // inherit that.
        let mut child = Command::new("env")
            .args(["--default-signal=INT", env!("CARGO_BIN_EXE_yomikiri"), "tsume", "show"])
            .args([source.as_os_str(), "--out".as_ref(), target.as_os_str()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while files(directory.path()).len() == 1 && child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        child.wait().unwrap();
        assert!(!target.exists(), "{name} {form}: so many problems are not written so fast");
        // What is left does not stand in the way of the next run.
        shown(&["show", MATE_IN_ONE, "--out", target.to_str().unwrap()]);
        assert_eq!(files(directory.path()).len(), 2, "{name} {form}");
        fs::remove_file(target).unwrap();
    }
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&shown(args)).unwrap()
}

#[test]
fn a_set_is_enumerated_as_the_contract_says() {
    let found = json(&["enumerate", "GGP", "--json"]);
    assert_eq!(found["set"], "GGP");
    assert_eq!((&found["mates"]["1"], &found["mates"]["9"]), (&42687.into(), &14.into()));
    assert_eq!((&found["problems"]["0"], &found["problems"]["7"]), (&1129.into(), &60.into()));
    assert!(found["positions"].is_u64() && found["seconds"].is_f64() && found["peak_rss_bytes"].is_u64());
    let short = json(&["enumerate", "GGP", "--plies", "3", "--json"]);
    assert_eq!((&short["mates"]["3"], &short["mates"]["5"]), (&11251.into(), &Value::Null));
    // A second solution may be longer than what was asked for.
    for plies in ["1", "3"] {
        assert_eq!(short["problems"][plies], found["problems"][plies]);
    }
    assert_eq!(found["undecided"], serde_json::json!({}));
}

#[test]
fn all_sets_of_some_kinds_come_one_a_line() {
    let lines = shown(&["enumerate", "GP", "--all", "2", "--json"]);
    let sets: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = sets.iter().map(|set| set["set"].as_str().unwrap()).collect();
    assert_eq!(names, ["G", "P", "GG", "GP", "PP"]);
}

#[test]
fn sets_that_are_none_are_refused() {
    for (args, part) in [
        (&["enumerate", "GGGGG"][..], "GGGGG"),
        (&["enumerate", "GX"], "GX"),
        (&["enumerate", "GGP", "--plies", "0"], "--plies"),
        (&["enumerate", "GGP", "--out", "problems.doc"], "--out"),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{args:?}");
        assert!(text(&output.stderr).contains(part), "{args:?}: {}", text(&output.stderr));
    }
}

/// What is told before the start is within a fifth of what is then taken.
#[test]
fn the_memory_that_a_set_takes_is_told_beforehand() {
    memory_is_told(&["GGP", "SNP", "RGP"]);
    let refused = run(&["enumerate", "GSNP", "--memory", "20MiB", "--json"]);
    let said = text(&refused.stderr);
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(3), ""), "{said}");
    assert!(said.contains("GSNP: this takes") && said.contains("--memory allows 20 MiB; nothing was begun"));
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// With less memory than a set takes the rest lies in files, and all comes out the same.
#[test]
fn what_does_not_fit_into_memory_lies_on_the_disk() {
    let bounded = ["enumerate", "RGP", "--memory", "23MiB", "--json"];
    let output = run(&bounded);
    let (said, found) = (text(&output.stderr), serde_json::from_slice::<Value>(&output.stdout).unwrap());
    assert!(said.contains("RGP: it will take about 23 MiB of memory, and ") && said.contains(" MiB of disk"));
    assert_eq!(found["estimated_bytes"], 23 << 20);
    let free = json(&["enumerate", "RGP", "--json"]);
    let peak = |found: &Value| found["peak_rss_bytes"].as_u64().unwrap();
    assert!(peak(&found) + (3 << 20) < peak(&free), "{} and {}", peak(&found), peak(&free));
    let same = |found: Value| ["mates", "problems", "positions", "bytes"].map(|name| found[name].clone());
    assert_eq!(same(found), same(free));
    let refused = yomikiri(&bounded).env("TMPDIR", "Cargo.toml").output().unwrap();
    let said = text(&refused.stderr);
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(3), ""), "{said}");
    assert!(said.contains("Cargo.toml"), "{said}");
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn the_memory_that_other_sets_take_is_told_beforehand() {
    memory_is_told(&["NNNP", "RGN"]);
}

fn memory_is_told(sets: &[&str]) {
    for set in sets {
        let found = json(&["enumerate", set, "--json"]);
        let [told, taken] = ["estimated_bytes", "peak_rss_bytes"].map(|name| found[name].as_u64().unwrap());
        estimate::assert_near(set, told, taken);
    }
}

/// Counts without what differs from run to run.
fn counts(mut report: Value) -> Value {
    for name in ["seconds", "peak_rss_bytes"] {
        report.as_object_mut().unwrap().remove(name).unwrap();
    }
    report
}

#[test]
fn an_enumeration_goes_on_after_kills_at_any_moment() {
    goes_on_after_kills(2);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn an_enumeration_goes_on_after_many_kills_at_any_moment() {
    goes_on_after_kills(20);
}

/// Sets whose short mates are stored, and walked over.
fn goes_on_after_kills(kills: u32) {
    let mut random = yomikiri_core::Random::new(28);
    for set in ["RGP", "NNNN"] {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let [whole, resumed, steps] = ["whole.txt", "resumed.txt", "steps"].map(path);
        let expected = counts(json(&["enumerate", set, "--json", "--out", &whole]));
        let args = ["enumerate", set, "--json", "--out", &resumed, "--checkpoint", &steps, "--resume"];
        let mut kept = 0;
        for _ in 0..kills {
            let mut child = yomikiri(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(random.below(1200) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            // A kill before the first step finds no directory.
            let found = if Path::new(&steps).exists() { files(Path::new(&steps)) } else { Vec::new() };
            let is_step = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "yomikiri-step");
            kept = kept.max(found.iter().filter(is_step).count());
        }
        assert!(kept > 0, "{set}: no kill found anything done");
        assert_eq!(counts(json(&args)), expected, "{set}");
        assert!(fs::read(&resumed).unwrap() == fs::read(&whole).unwrap(), "{set}: other problems");
        assert!(files(Path::new(&steps)).is_empty(), "{set}: finished steps are removed at the end");
    }
}

#[test]
fn steps_of_another_run_are_gone_on_from_only_where_that_is_meant() {
    let directory = tempfile::tempdir().unwrap();
    let steps = directory.path().to_str().unwrap();
    let step = directory.path().join("mate-in-01-king-00.yomikiri-step");
    let begun = run(&["enumerate", "GP", "--checkpoint", steps, "--resume"]);
    assert!(begun.status.success() && text(&begun.stderr).contains("begins anew"));
    fs::write(directory.path().join("enumeration.txt"), "GGP").unwrap();
    fs::write(&step, "half").unwrap();
    let ends = |args: &[&str], status: i32, part: &str| {
        let output = run(&[args, &["--checkpoint", steps]].concat());
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(text(&output.stderr).contains(part), "{args:?}: {}", text(&output.stderr));
    };
    ends(&["enumerate", "GP", "--resume"], 2, "steps of another enumeration (GGP)");
    fs::remove_file(directory.path().join("enumeration.txt")).unwrap();
    ends(&["enumerate", "GP"], 2, "--resume goes on from them");
    ends(&["enumerate", "GP", "--resume"], 3, "mate-in-01-king-00.yomikiri-step is damaged");
    fs::remove_file(step).unwrap();
    ends(&["enumerate", "GP", "--resume"], 0, "");
}

#[test]
fn a_mate_within_so_many_plies_is_told_or_refuted() {
    let sfen = "8k/9/7Rs/6S2/9/9/9/9/9 b L 1";
    let none = run(&["solve", sfen, "--within", "5"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stdout).contains("No mate in 5 plies or less"), "{}", text(&none.stdout));
    let mate = json(&["solve", sfen, "--within", "7", "--json"]);
    assert_eq!((&mate["mate"], &mate["within"], &mate["plies"]), (&true.into(), &7.into(), &7.into()));
    assert_eq!(mate["line"].as_array().unwrap().len(), 7);
    let refused = run(&["solve", sfen, "--within", "0"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--within"));
}

#[test]
fn enumerated_problems_are_sound_and_solved_in_their_plies() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ggp.txt");
    shown(&["enumerate", "GGP", "--out", path.to_str().unwrap()]);
    let problems = fs::read_to_string(&path).unwrap();
    let sfens: Vec<&str> = problems.lines().map(|line| line.split(" moves").next().unwrap()).collect();
    assert_eq!(sfens.len(), 1718 + 634 + 122 + 60);
    let asked = |command: &[&str]| {
        let mut child = yomikiri(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = sfens.iter().rev().take(200).copied().collect::<Vec<_>>().join("\n");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}");
        let lines: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines
    };
    let checked = asked(&["check", "-", "--json"]);
    let solved = asked(&["solve", "-", "--shortest", "--json"]);
    assert_eq!((checked.len(), solved.len()), (200, 200));
    for (checked, solved) in checked.iter().zip(&solved) {
        assert_eq!((&checked["sound"], &solved["mate"]), (&true.into(), &true.into()), "{checked}");
        assert_eq!(checked["plies"], solved["plies"]);
        assert!(checked["cooks"].as_array().unwrap().is_empty());
        assert_eq!(solved["line"].as_array().unwrap().len() as u64, solved["plies"].as_u64().unwrap());
    }
}

#[test]
fn problems_that_are_none_end_with_one() {
    let cooked = run(&["check", COOKED, "--json"]);
    assert_eq!(cooked.status.code(), Some(1));
    let finding: Value = serde_json::from_slice(&cooked.stdout).unwrap();
    assert_eq!((&finding["sound"], finding["cooks"].as_array().unwrap().len()), (&false.into(), 3));
    let [english, japanese] =
        ["en", "ja"].map(|language| text(&run(&["check", COOKED, "--lang", language]).stdout).to_owned());
    assert!(english.contains("  second solution at ply 1: N*1c mates too, in 3\n"), "{english}");
    assert!(japanese.contains("  余詰: 1手目☗１三桂でも3手で詰み\n"), "{japanese}");
    let mateless = run(&["solve", "4k4/9/9/9/9/9/9/9/9 b G 1", "--json"]);
    assert_eq!(mateless.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&mateless.stdout).unwrap();
    assert_eq!((&answer["mate"], &answer["plies"]), (&false.into(), &Value::Null));
}

#[test]
fn problems_on_both_sides_of_damaged_lines_are_answered() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.sfen");
    let problem = MATE_IN_ONE.as_bytes();
    fs::write(&path, [problem, b"\nlion\n\n# a remark\n\xff\xfe\n", problem, b"\n"].concat()).unwrap();
    for command in ["check", "solve"] {
        let input = fs::File::open(&path).unwrap();
        let output = yomikiri(&[command, "-", "--json"]).stdin(input).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert_eq!(text(&output.stdout).lines().count(), 2, "{command}");
        for part in ["line 2: expected a p", "line 5: expected a p", "2 lines could not be read as problems"]
        {
            assert!(message.contains(part), "{command}: {message}");
        }
    }
}

#[test]
fn a_stream_is_answered_before_it_ends() {
    for command in ["check", "solve"] {
        let mut child =
            yomikiri(&[command, "-", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for problem in [MATE_IN_ONE, MATE_IN_THREE, MATE_IN_ONE] {
            writeln!(input, "{problem}").unwrap();
            // The pipe stays open: only a program that does not wait for its end gets further.
            let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
            assert_eq!(answer["sfen"], problem.split(" moves").next().unwrap(), "{command}");
        }
        drop(input);
        assert!(answers.next().is_none());
        child.wait().unwrap();
    }
}

#[test]
fn a_check_that_takes_too_long_is_not_decided() {
    let hard = "4k4/9/9/3N1N3/9/9/9/9/9 b 2R2b4g4S2n4l18p 1";
    let answer = |args: &[&str]| {
        let output = run(&[&["check", hard, "--timeout", "0.2"], args].concat());
        assert_eq!(output.status.code(), Some(1));
        text(&output.stdout).to_owned()
    };
    let finding: Value = serde_json::from_str(&answer(&["--json"])).unwrap();
    assert_eq!((&finding["sound"], &finding["exact"]), (&Value::Null, &false.into()));
    assert!(answer(&[]).contains("\nnot decided in the time allowed; mate in at most "));
    assert_eq!(refused(&["check", hard, "--timeout", "-1"]).0, Some(2));
}

/// What a command tells of Microcosmos within 1 MiB.
fn of_microcosmos(command: &str, args: &[&str]) -> String {
    let microcosmos =
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let output = run(&[&[command, microcosmos, "--memory", "1"], args].concat());
    assert_eq!(output.status.code(), Some(1), "{command}");
    text(&output.stdout).to_lowercase()
}

const FORGETS: &str =
    "not decided: the search forgets what it needs in 1 mib; give it more, such as --memory 2";

#[test]
fn a_search_that_its_memory_is_too_small_for_says_so() {
    let finding: Value = serde_json::from_str(&of_microcosmos("solve", &["--json"])).unwrap();
    assert_eq!((&finding["mate"], &finding["undecided"]), (&Value::Null, &"memory".into()));
    assert_eq!(json(&["solve", MATE_IN_ONE, "--json"])["undecided"], Value::Null);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn a_search_that_its_memory_is_too_small_for_says_so_to_people() {
    for command in ["solve", "check"] {
        let told = of_microcosmos(command, &[]);
        assert!(told.contains(FORGETS), "{command}: {told}");
    }
}

#[test]
fn problems_are_chosen_by_what_they_cost_the_solver() {
    let directory = tempfile::tempdir().unwrap();
    let [plain, rated] = ["plain.sqlite", "rated.csv"].map(|name| directory.path().join(name));
    let [plain, rated] = [&plain, &rated].map(|path| path.to_str().unwrap());
    shown(&["enumerate", "GGP", "--out", plain]);
    let rows = |file: &str, range: &str| -> Vec<Value> {
        let text = shown(&["show", file, "--plies", "5..7", "--difficulty", range, "--json"]);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = rows(plain, "1..9");
    let difficulties: Vec<u64> = all.iter().map(|row| row["difficulty"].as_u64().unwrap()).collect();
    let (least, most) = (difficulties.iter().min().unwrap(), difficulties.iter().max().unwrap());
    assert!(most > least, "all are of difficulty {least}");
    // What was measured is kept, and not measured again.
    shown(&["show", plain, "--plies", "5..7", "--difficulty", "1..9", "--out", rated]);
    let stored: Vec<Value> = rows(rated, "1..9");
    assert_eq!(stored.len(), all.len());
    assert!(stored.iter().zip(&all).all(|(stored, row)| stored["effort"] == row["effort"]));
    assert!(shown(&["show", rated, "--number", "1"]).contains(", difficulty "));
    let hard = rows(rated, &most.to_string());
    assert_eq!(hard.len(), difficulties.iter().filter(|difficulty| *difficulty == most).count());
    for from in [&["--from", plain][..], &["--from", rated], &[]] {
        let args = ["random", "--plies", "5", "--set", "GGP", "--json", "--difficulty", "1..9"];
        assert!(json(&[&args[..], from].concat())["difficulty"].is_u64());
    }
    // Measured by the enumeration they are the same.
    let [whole, listed, again] =
        ["whole.sqlite", "listed.csv", "again.csv"].map(|name| directory.path().join(name));
    let [whole, listed, again] = [&whole, &listed, &again].map(|path| path.to_str().unwrap());
    shown(&["enumerate", "GGP", "--efforts", "--out", whole, "--out", listed]);
    shown(&["show", plain, "--difficulty", "1..9", "--out", again]);
    let all = |file: &str| shown(&["show", file, "--json"]);
    assert!(
        all(again).lines().count() > 1000 && all(again).lines().all(|row| !row.contains("\"effort\":null"))
    );
    assert!(all(whole) == all(again) && all(listed) == all(again));
    let kif = directory.path().join("a.kif");
    let (code, message) = refused(&["enumerate", "GGP", "--efforts", "--out", kif.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(message.contains("--efforts: no file of --out keeps them"), "{message}");
    for wrong in ["0..3", "4..10", "5..4", "x", "3..", "256"] {
        let (code, message) = refused(&["show", plain, "--difficulty", wrong]);
        assert_eq!(code, Some(2));
        assert!(message.contains("expected a number from 1 to 9, or two as in 4..6"), "{message}");
    }
}

#[test]
fn a_length_is_called_exact_only_where_it_is_proved() {
    let sfen = "8k/9/7Rs/6S2/9/9/9/9/9 b Lr2b4g2s4n3l18p 1";
    let solved = |args: &[&str]| json(&[&["solve", sfen, "--json"], args].concat());
    let (quick, proved) = (solved(&[]), solved(&["--shortest"]));
    assert!(quick["plies"].as_u64().unwrap() >= 7);
    assert_eq!(quick["exact"], false);
    assert_eq!((&proved["plies"], &proved["exact"]), (&7.into(), &true.into()));
    for found in [&quick, &proved] {
        let line: Vec<_> = found["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(line.len() as u64, found["plies"].as_u64().unwrap());
        // The rules read it again.
        shown(&["show", &format!("{sfen} moves {}", line.join(" "))]);
    }
    assert!(shown(&["solve", sfen]).contains("\nMate in at most "));
    assert!(shown(&["solve", sfen, "--shortest"]).contains("\nMate in 7 plies\n"));
    assert!(shown(&["solve", MATE_IN_ONE]).contains("\nMate in 1 ply\n"));
    let mateless = run(&["solve", "4k4/9/9/9/9/9/9/9/9 b G 1", "--json"]);
    let answer: Value = serde_json::from_slice(&mateless.stdout).unwrap();
    assert_eq!(answer["exact"], Value::Null);
}

#[test]
fn more_memory_than_there_can_be_is_refused() {
    for command in ["check", "solve"] {
        let (status, message) = refused(&[command, MATE_IN_ONE, "--memory", "4294967295"]);
        assert_eq!(status, Some(3), "{message}");
        assert!(message.starts_with("yomikiri: --memory: "), "{message}");
    }
}

#[test]
fn what_is_no_problem_is_refused_with_its_place() {
    for (sfen, part) in [
        ("9/9/9/9/9/9/9/9/9 b G 1", "king"),
        ("4k4/4G4/9/9/9/9/9/9/9 b - 1", "check"),
        ("4k4/9/9/9/9/9/9/9/9 b 5G 1", "gold"),
        ("4k3P/9/9/9/9/9/9/9/9 b G 1", "1a"),
        ("4k4/9/9/9/9/9/9/9 b G 1", "rank"),
        ("4k4/9/9/9/9/9/9/9/9 b 18P2p 1", "20 pawns on the board and in hand, but the set holds 18"),
        ("4k4/9/4P4/4P4/9/9/9/9/9 b G 1", "two pawns of the first player in file 5"),
        ("4k4/9/9/9/4k4/9/9/9/9 b G 1", "the second player has 2 kings on the board"),
        ("9/9/9/9/9/9/9/9/4K4 b G 1", "the defender (second player) has no king"),
        ("4k4/4g4/4K4/9/9/9/9/9/9 b G 1", "the attacker's king is in check"),
        ("4k4/9/9/9/9/9/9/9/9 w G 1", "expected the attacker (first player, `b`) to move"),
    ] {
        for command in ["check", "solve"] {
            let (status, message) = refused(&[command, sfen]);
            assert_eq!(status, Some(2), "{sfen}");
            assert!(message.contains(part), "{command} {sfen}: {message}");
        }
    }
}

#[test]
fn every_board_answers_go_mate() {
    // A mate with its line, and bare royal pieces.
    for (game, mate, line, bare) in [
        ("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("minishogi", "4k/5/4G/5/K4 b G 1", "G*2b", "4k/5/5/5/K4 w - 1"),
        ("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1", "G*3b", "2k2/5/5/5/5/2K2 b - 1"),
        ("goro-goro-plus", "2k2/5/5/2p2/5/2K2 w g 1", "G*3e", "2k2/5/5/5/5/2K2 b - 1"),
        ("dobutsu", "l2/2E/1L1/3 b G 1", "G*2a", "1l1/3/3/1L1 b - 1"),
    ] {
        let answer = |position: &str| {
            let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
                .args(["usi", game])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            write!(input, "position sfen {position}\ngo mate 10000\n").unwrap();
            drop(input);
            let output = child.wait_with_output().unwrap();
            text(&output.stdout).lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(answer(bare), "checkmate nomate", "{game}");
        assert_eq!(answer(mate), format!("checkmate {line}"), "{game}");
    }
    // A problem has one king; the player must bear it.
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["usi", "shogi"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\ngo depth 2\n";
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(text(&output.stdout).lines().last().unwrap_or_default().starts_with("bestmove "));
}

#[test]
fn a_directory_takes_one_file_a_problem() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 2);
    let source = source.to_str().unwrap();
    let target = format!("{}/one-each/", directory.path().display());
    assert_eq!(shown(&["show", source, "--out", &target]), format!("{target}: 4 problems\n"));
    let mut names = files(Path::new(&target));
    names.sort();
    assert_eq!(names.len(), 4);
    for (at, name) in names.iter().enumerate() {
        assert!(name.ends_with(format!("000{}.kif", at + 1)), "{}", name.display());
        // The number that its name tells; what is before it is in Shift JIS.
        let number = fs::read(name).unwrap().split(|&byte| byte == b'\n').nth(1).unwrap().last().copied();
        assert_eq!(number, Some(b'1' + at as u8));
        let plies = if at % 2 == 0 { "1 ply" } else { "3 plies" };
        assert!(shown(&["show", name.to_str().unwrap()]).starts_with(&format!("Problem 1: {plies}\n")));
    }
    let enumerated = format!("{}/gp/", directory.path().display());
    shown(&["enumerate", "GP", "--out", &enumerated]);
    assert!(files(Path::new(&enumerated)).len() > 100);
    // Several in one file: others read the first.
    let one = directory.path().join("all.kif");
    let output = run(&["show", source, "--out", one.to_str().unwrap()]);
    assert!(output.status.success() && text(&output.stderr).contains("--out DIR/"));
}

#[test]
fn problems_are_picked_by_length_and_set() {
    let directory = tempfile::tempdir().unwrap();
    let source = collection(directory.path(), 3);
    let source = source.to_str().unwrap();
    let numbers = |args: &[&str]| -> Vec<u64> {
        let lines = shown(&[&["show", source, "--json"], args].concat());
        let number = |line| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap();
        lines.lines().map(number).collect()
    };
    assert_eq!(numbers(&["--plies", "3"]), [2, 4, 6]);
    assert_eq!(numbers(&["--plies", "1..3"]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(numbers(&["--set", "PNNS"]), [1, 3, 5]);
    assert_eq!(numbers(&["--set", "PGG", "--plies", "2..5"]), [2, 4, 6]);
    let target = directory.path().join("threes.csv");
    let out = shown(&["show", source, "--plies", "3", "--out", target.to_str().unwrap()]);
    assert!(out.ends_with(": 3 problems\n"));
    for (args, status, part) in [
        (&["--plies", "5"][..], 1, "no problem"),
        (&["--plies", "5..3"], 2, "greater"),
        (&["--plies", "x"], 2, "7..11"),
        (&["--set", "X"], 2, "piece set"),
        (&["--plies", "3", "--number", "2"], 2, "--number"),
    ] {
        let (code, message) = refused(&[&["show", source], args].concat());
        assert_eq!(code, Some(status), "{args:?}: {message}");
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn a_file_that_is_no_kif_is_refused_and_an_unknown_length_is_left_empty() {
    let directory = tempfile::tempdir().unwrap();
    for garbage in ["hello\n", "\n\n%PDF-1.4\n\u{1}\u{2}\n"] {
        for name in ["x.kif", "x.kifu"] {
            let path = directory.path().join(name);
            fs::write(&path, garbage).unwrap();
            let (status, message) = refused(&["show", path.to_str().unwrap()]);
            assert_eq!(status, Some(2), "{message}");
            assert!(message.contains(": expected a problem in KIF, found `"), "{message}");
        }
    }
    let (sfens, csv) = (directory.path().join("x.sfen"), directory.path().join("x.csv"));
    let mated = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p";
    let unsolved = MATE_IN_THREE.split(" moves").next().unwrap();
    fs::write(&sfens, format!("{unsolved}\n{mated}\n")).unwrap();
    shown(&["show", sfens.to_str().unwrap(), "--out", csv.to_str().unwrap()]);
    let text = fs::read_to_string(&csv).unwrap();
    let plies: Vec<_> = text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(plies, ["", "0"]);
}
