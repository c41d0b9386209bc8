//! The binary as scripts meet it: exit status, output, errors.

use crate::said::{refusal, text};
use serde_json::Value;
use std::{
    io::{Read, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

const START: &str = "gle/1c1/1C1/ELG b -";
const CHICKS: &str = "1l1/1c1/1C1/1L1 b -";

/// The program, with a home of its own in which there is no table.
fn yomikiri(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").env("LC_ALL", "C");
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    yomikiri(args).output().unwrap()
}

fn refused(args: &[&str]) -> (Option<i32>, String) {
    refusal(&run(args))
}

fn json(args: &[&str]) -> Value {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 1, "one object on one line");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn unusable_arguments_are_named_in_one_sentence() {
    let cases: &[(&[&str], &str)] = &[
        (&["frobnicate"], "frobnicate"),
        (&["perft", "chess", "3"], "chess"),
        (&["perft", "dobutsu"], "<DEPTH>"),
        (&["perft", "dobutsu", "many"], "'many' for '<DEPTH>': expected a whole number"),
        (&["perft", "dobutsu", "-1"], "-1"),
        (&["perft", "dobutsu", "3", "--ending", "stalemate"], "capture, mate"),
        (&["perft", "dobutsu", "3", "--from", "lion"], "--from"),
        (&["probe", "dobutsu"], "<POS>"),
        (&["play", "dobutsu", "--from", "lion"], "--from"),
        (&["play", "dobutsu", "--side", "third"], "third"),
        (&["solve", "dobutsu", "--threads", "0"], "--threads"),
        (&["solve", "dobutsu", "--from", "lion"], "--from"),
        (&["games", "--frob"], "--frob"),
        (&["perft", "blokus", "1", "--from", "66t0/9Zl3"], "character 7"),
        (&["perft", "blokus", "1", "--ending", "mate"], "--ending"),
        (&["solve", "blokus"], "blokus is not a game for `solve`"),
        (&["probe", "blokus", "66t0"], "blokus is not a game for `probe`"),
        (&["train", "dobutsu", "--threads", "0"], "--threads"),
        (&["train", "dobutsu", "--threads", "100000000"], "--threads"),
        (&["simulate", "calculation", "--player", "random", "--threads", "100000000"], "--threads"),
        (&["simulate", "calculation", "--player", "random", "--games", "0"], "--games"),
        (&["simulate", "calculation", "--player", "random", "--plot", "x.svg"], "--plot"),
        (&["simulate", "calculation", "--sweep", "mcts:1..2", "--sweep", "nobody:1..2"], "nobody"),
        (&["simulate", "calculation", "--sweep", "mcts:1..2", "--variant", "calculation+chess"], "chess"),
        (&["simulate", "calculation", "--sweep", "mcts:1..9000000"], "from 1 to 1,000,000"),
    ];
    for (args, named) in cases {
        let (status, message) = refused(args);
        assert_eq!(status, Some(2), "{args:?}: {message}");
        assert!(message.starts_with("yomikiri: ") && message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn garbage_positions_are_refused_with_status_2() {
    let garbage = [
        "",
        " ",
        "x",
        "gle/1c1/1C1 b -",
        "gle/1c1/1C1/ELG/3 b -",
        "gle/1c1/1C1/ELG x -",
        "gle/1c1/1C1/ELG b Q",
        "lle/1c1/1C1/ELG b -",
        "gl1/1c1/1C1/E1G b -",
        "gle/ccc/1C1/ELG b -",
        "gle/1c1/1C1/ELG b 9C",
        "4/1c1/1C1/ELG b -",
        "gle/1c1/1C1/ELX b -",
        "獅子",
        "gle/1c1/1C1/ELG b - - - -",
        "+gle/1c1/1C1/ELG b -",
        "////",
    ];
    for pos in garbage {
        let (status, message) = refused(&["probe", "dobutsu", pos]);
        assert_eq!(status, Some(2), "{pos:?}: {message}");
        assert!(message.contains("POS"), "{pos:?}: {message}");
    }
}

#[test]
fn without_a_table_it_is_said_how_to_make_one() {
    for args in [&["probe", "dobutsu", START][..], &["probe", "dobutsu", "-"], &["play", "dobutsu"]] {
        let (status, message) = refused(args);
        assert_eq!(status, Some(3), "{args:?}");
        assert!(message.contains("`yomikiri solve dobutsu`"), "{message}");
    }
    let (_, message) = refused(&["probe", "dobutsu", START, "--ending", "mate", "--table", "no.yomi"]);
    assert!(message.contains("`yomikiri solve dobutsu --ending mate --table no.yomi`"), "{message}");
}

#[test]
fn a_game_that_is_too_large_is_not_read_out() {
    for args in [&["solve", "shogi"][..], &["probe", "shogi", "-"], &["solve", "minishogi"]] {
        let (status, message) = refused(args);
        assert_eq!(status, Some(2), "{args:?}");
        assert!(message.contains("is not a game for"), "{message}");
    }
    let (status, message) = refused(&["perft", "shogi", "1", "--ending", "capture"]);
    assert_eq!((status, message.contains("no ending named capture")), (Some(2), true));
    // Two people can play it all the same.
    let mut child = yomikiri(&["play", "shogi", "--side", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"7g7f\n3c3d\n8h2b+\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = text(&output.stdout);
    assert!(output.status.success() && shown.contains("+B") && shown.contains("bishop in hand"), "{shown}");
}

#[test]
fn help_has_an_example() {
    assert!(text(&run(&["--help"]).stdout).contains("Example"));
    for command in ["games", "solve", "probe", "play", "perft", "check", "bench"] {
        let output = run(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(&format!("yomikiri {command}")), "{command}");
    }
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["--version"]).status.code(), Some(0));
}

#[test]
fn games_tells_what_each_can_do() {
    let report = json(&["games", "--json"]);
    let names: Vec<_> =
        report["games"].as_array().unwrap().iter().filter_map(|game| game["name"].as_str()).collect();
    for name in
        ["dobutsu", "dobutsu-chicks", "minishogi", "shogi", "blokus", "blokus-official", "blokus-fives"]
    {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(report["games"][0]["endings"], serde_json::json!(["capture", "mate"]));
    assert!(report["games"][0]["abilities"].as_array().unwrap().contains(&"perft".into()));
}

/// In Kyoto shogi every move turns a piece over: looking on until it is quiet would never end.
#[test]
fn a_search_of_kyoto_shogi_ends() {
    for script in [
        "setoption name Level value 1\nposition sfen 5/+pksl1/3s1/LK3/4P w Nn\ngo nodes 500\n",
        "position sfen 5/+pksl1/3s1/LK3/4P w Nn\ngo depth 2\n",
        "position sfen 3NL/+pk3/3P1/+S2KN/2+l1+S w -\ngo depth 1\n",
    ] {
        let mut command = yomikiri(&["usi", "kyoto"]);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let said = process.wait_with_output().unwrap();
        let answers = text(&said.stdout).lines().filter(|line| line.starts_with("bestmove ")).count();
        assert!(said.status.success() && answers == 1, "{script}{}", text(&said.stdout));
    }
}

#[test]
fn perft_counts_as_published() {
    let published = [
        ("dobutsu", "capture", [4, 17, 96, 577, 3_199]),
        ("dobutsu", "mate", [4, 13, 67, 398, 2_179]),
        ("dobutsu-chicks", "capture", [5, 25, 145, 714, 3_605]),
        ("dobutsu-chicks", "mate", [5, 23, 120, 473, 2_670]),
        ("minishogi", "mate", [14, 181, 2_512, 35_401, 533_203]),
    ];
    for (game, ending, counts) in published {
        for (depth, count) in (1..).zip(counts) {
            let report = json(&["perft", game, &depth.to_string(), "--ending", ending, "--json"]);
            assert_eq!(report["nodes"], count, "{game} {ending} {depth}");
            assert!(report["seconds"].is_f64());
        }
    }
    assert_eq!(json(&["perft", "shogi", "4", "--json"])["nodes"], 719_731);
    assert_eq!(json(&["perft", "dobutsu", "0", "--json"])["nodes"], 1);
    assert_eq!(json(&["perft", "dobutsu", "3", "--from", START, "--json"])["nodes"], 96);
    assert!(text(&run(&["perft", "dobutsu", "5"]).stdout).starts_with("3,199 "));
}

/// Checks the laws of a game that ends in some ways.
fn keeps_its_laws(game: &str, endings: &[&str]) {
    for ending in endings {
        let report = json(&["check", game, "--ending", ending, "--json"]);
        for law in report["laws"].as_array().unwrap() {
            assert_eq!(law["ok"], true, "{game} {ending}: {law}");
            assert!(law["cases"].as_u64().unwrap() > 0);
        }
    }
}

#[test]
fn a_small_game_keeps_its_laws() {
    keeps_its_laws("dobutsu-chicks", &["mate", "capture"]);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn larger_games_keep_their_laws() {
    keeps_its_laws("dobutsu", &["mate", "capture"]);
    keeps_its_laws("minishogi", &["mate"]);
}

#[test]
fn solve_reports_what_the_contract_names() {
    let cases = [("capture", 24_789, 11_711, 15, 21), ("mate", 13_471, 11_220, 13, 19)];
    for (ending, reachable, nonterminal, plies, longest) in cases {
        let report =
            json(&["solve", "dobutsu-chicks", "--from", CHICKS, "--ending", ending, "--verify", "--json"]);
        assert_eq!((&report["value"], &report["plies"]), (&"win".into(), &plies.into()), "{report}");
        assert_eq!((&report["reachable"], &report["nonterminal"]), (&reachable.into(), &nonterminal.into()));
        assert_eq!((&report["longest_win"], &report["mismatches"]), (&longest.into(), &0.into()), "{report}");
        assert!(report["seconds"]["total"].is_f64() && report["table"].is_null(), "{report}");
    }
    assert!(text(&run(&["solve", "dobutsu-chicks", "--from", CHICKS]).stdout).contains("wins in 15 plies"));
}

/// Times the workload of a game, which has so many nodes.
fn bench_has(game: &str, nodes: u64) {
    let report = json(&["bench", game, "--json"]);
    assert_eq!(report["nodes"], nodes, "{game}");
    assert!(report["seconds"].is_f64() && report["nodes_per_second"].is_f64(), "{report}");
}

#[test]
fn the_workload_of_bench_is_always_the_same() {
    bench_has("dobutsu-chicks", 1_788_250);
    assert_eq!(run(&["bench", "--table", "no.yomi"]).status.code(), Some(3));
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn larger_workloads_of_bench_are_always_the_same() {
    bench_has("dobutsu", 13_619_535);
    bench_has("blokus", 89_204_762);
}

#[test]
fn the_level_of_registers_is_told_and_can_be_lowered() {
    let bench = |level| {
        let output =
            yomikiri(&["bench", "dobutsu-chicks", "--json"]).env("YOMIKIRI_SIMD", level).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let report = bench("portable");
    assert_eq!((&report["simd"], &report["nodes"]), (&"portable".into(), &1_788_250.into()));
    assert!(report["features"].is_array(), "{report}");
    let refused = yomikiri(&["games"]).env("YOMIKIRI_SIMD", "avx1024").output().unwrap();
    let (status, sentence) = refusal(&refused);
    assert_eq!(status, Some(2));
    assert!(
        sentence.contains("YOMIKIRI_SIMD=avx1024: expected") && sentence.contains("portable"),
        "{sentence}"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in
        [&["games"][..], &["perft", "dobutsu", "3"], &["check", "dobutsu-chicks", "--json"], &["--help"]]
    {
        let mut child = yomikiri(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_status_3() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = yomikiri(&["games"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("standard output"));
}

/// Each of these works for minutes, or for ever, where it can write.
#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.usi");
    std::fs::write(&record, "3e4d 4a3b").unwrap();
    let (directory, record) = (directory.path().to_str().unwrap(), record.to_str().unwrap());
    let simulate = ["simulate", "calculation", "--games", "1000000000"];
    let cases: [(&[&str], &str); 7] = [
        (&["solve", "dobutsu", "--table", directory], "--table"),
        (&["train", "dobutsu", "--out", directory], "--out"),
        (&["train", "minishogi", "--out", "/nonexistent/x.model"], "--out"),
        (&[&simulate[..], &["--player", "mcts:100", "--export", "/nonexistent/x.csv"]].concat(), "--export"),
        (&[&simulate[..], &["--sweep", "mcts:100..200", "--plot", "/nonexistent/x.svg"]].concat(), "--plot"),
        (&["analyse", "minishogi", record, "--time", "1000", "--svg", "/nonexistent/x.svg"], "--svg"),
        (&["report", "dobutsu", "--out", record], "--out"),
    ];
    for (args, named) in cases {
        let (status, message) = refused(args);
        assert_eq!(status, Some(3), "{args:?}: {message}");
        assert!(message.starts_with(&format!("yomikiri: {named}: ")), "{args:?}: {message}");
    }
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 1);
}

/// Two options that name one file would lose what the one of them keeps.
#[test]
fn one_file_is_not_written_twice() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one").to_str().unwrap().to_owned();
    let simulate = ["simulate", "calculation", "--player", "greedy", "--games", "5"];
    let csv = path.clone() + ".csv";
    let cases: [(&[&str], &str); 2] = [
        (&[&simulate[..], &["--out", &csv, "--export", &csv]].concat(), "--export"),
        (&["solve", "dobutsu", "--table", &path, "--checkpoint", &path], "--checkpoint"),
    ];
    for (args, named) in cases {
        let (status, message) = refused(args);
        assert_eq!(status, Some(2), "{args:?}: {message}");
        assert!(message.starts_with(&format!("yomikiri: {named}: ")), "{args:?}: {message}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// What was meant is told, or what there is.
#[test]
fn slips_are_told_with_what_was_expected() {
    let cases: [(&[&str], &str); 8] = [
        (&["tsme"], "did you mean `tsume`?"),
        (&["solve", "dobutsu", "--threds", "2"], "did you mean `--threads`?"),
        (&["games", "dobutu"], "expected one of dobutsu, "),
        (&["export-site", "site", "--game", "nope"], "expected one of dobutsu, "),
        (&["perft", "minishogi", "1", "--ending", "capture"], "expected mate"),
        (&["perft", "dobutsu", "99999999999999999999999"], "expected a smaller number"),
        (&["tsume", "check", "x", "--timeout", "inf"], "expected a number of seconds from 0"),
        (&["simulate", "calculation", "--player", "greedy", "--games", "0"], "expected a number from 1 on"),
    ];
    for (args, told) in cases {
        let (status, message) = refused(args);
        assert_eq!(status, Some(2), "{args:?}: {message}");
        assert!(message.contains(told), "{args:?}: {message}");
    }
}

#[test]
fn a_foreign_file_is_no_table() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("foreign.yomi");
    std::fs::write(&path, "This is no table. ".repeat(1000)).unwrap();
    let (status, message) = refused(&["probe", "dobutsu", START, "--table", path.to_str().unwrap()]);
    assert_eq!(status, Some(3));
    assert!(message.contains("foreign.yomi"), "{message}");
}

/// Makes the table of the lions and chicks; its path, and what `solve --json` reports.
fn chicks_table(directory: &Path, ending: &str) -> (String, Value) {
    let path = directory.join(format!("{ending}.yomi")).to_str().unwrap().to_owned();
    let report = json(&["solve", "dobutsu-chicks", "--ending", ending, "--table", &path, "--json"]);
    (path, report)
}

/// The names of an object's fields, in alphabetical order.
fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn solve_with_a_table_has_the_fields_of_the_contract_and_no_others() {
    let directory = tempfile::tempdir().unwrap();
    let (path, report) = chicks_table(directory.path(), "capture");
    let mut contract: Vec<_> =
        "game start reachable nonterminal win draw loss longest_win by_plies value plies seconds \
        table peak_rss_bytes estimated_bytes"
            .split_whitespace()
            .collect();
    contract.sort_unstable();
    assert_eq!(fields(&report), contract);
    let by_plies: Vec<u64> =
        report["by_plies"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    let of = |odd: usize| by_plies.iter().skip(odd).step_by(2).sum::<u64>();
    assert_eq!((Some(of(0)), Some(of(1))), (report["loss"].as_u64(), report["win"].as_u64()));
    let longest = report["longest_win"].as_u64().unwrap() as usize;
    assert!(by_plies[longest] > 0 && by_plies[longest..].iter().skip(2).step_by(2).all(|count| *count == 0));
    assert_eq!(fields(&report["seconds"]), ["enumerate", "solve", "total", "write"]);
    assert_eq!(fields(&report["table"]), ["bytes", "path"]);
    assert_eq!(report["table"]["path"], path.as_str());
    assert_eq!(report["table"]["bytes"], std::fs::metadata(path).unwrap().len());
    assert!(report["peak_rss_bytes"].as_u64().unwrap() > 0);
}

#[test]
fn probe_answers_from_the_table_as_the_contract_says() {
    let directory = tempfile::tempdir().unwrap();
    for (ending, plies) in [("capture", 15), ("mate", 13)] {
        let (table, _) = chicks_table(directory.path(), ending);
        let probe =
            |pos| json(&["probe", "dobutsu-chicks", pos, "--ending", ending, "--table", &table, "--json"]);
        let report = probe(CHICKS);
        assert_eq!(fields(&report), ["line", "moves", "plies", "position", "value"]);
        assert_eq!((&report["value"], &report["plies"]), (&"win".into(), &plies.into()), "{ending}");
        let moves = report["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| fields(mv) == ["move", "plies", "value"]));
        // Best first: quick wins, then draws, then slow losses.
        let rank = |mv: &Value| {
            let plies = mv["plies"].as_i64().unwrap_or(0);
            match mv["value"].as_str().unwrap() {
                "win" => (0, plies),
                "draw" => (1, 0),
                _ => (2, -plies),
            }
        };
        assert!(moves.is_sorted_by_key(rank), "{report}");
        let optimal: Vec<_> = moves.iter().filter(|mv| mv["plies"] == plies).map(|mv| &mv["move"]).collect();
        let line = report["line"].as_array().unwrap();
        assert!(optimal.contains(&&line[0]));
        if ending == "mate" {
            assert_eq!(line.len(), 13, "a line that ends with mate");
            assert!(["2d3c", "2d1c"].iter().all(|mv| optimal.contains(&&(*mv).into())), "{report}");
        }
    }
}

/// A table of results has the same answers but for the distances, and says so.
#[test]
fn a_table_of_results_tells_no_distances() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, _) = chicks_table(directory.path(), "capture");
    let table = directory.path().join("wdl.yomi").to_str().unwrap().to_owned();
    let solve = ["solve", "dobutsu-chicks", "--wdl"];
    let report = json(&[&solve[..], &["--table", &table, "--json"]].concat());
    assert_eq!(report["table"]["bytes"], std::fs::metadata(&table).unwrap().len());
    assert_eq!(refused(&solve).0, Some(2));
    let probe = |table: &str| json(&["probe", "dobutsu-chicks", CHICKS, "--table", table, "--json"]);
    let results = |report: &Value| {
        let moves = report["moves"].as_array().unwrap().iter();
        let mut moves: Vec<_> = moves.map(|mv| (mv["move"].to_string(), mv["value"].to_string())).collect();
        moves.sort_unstable();
        (report["value"].to_string(), moves)
    };
    let answer = probe(&table);
    assert_eq!(results(&answer), results(&probe(&whole)));
    assert!(answer["plies"].is_null() && answer["line"].as_array().unwrap().is_empty(), "{answer}");
    assert!(answer["moves"].as_array().unwrap().iter().all(|mv| mv["plies"].is_null()), "{answer}");
    let text = run(&["probe", "dobutsu-chicks", CHICKS, "--table", &table]).stdout;
    let text = String::from_utf8(text).unwrap();
    for told in ["the first player wins, in how many plies is not told", "The table tells no distances"] {
        assert!(text.contains(told), "{text}");
    }
    let random = ["probe", "dobutsu-chicks", "--table", &table, "--random"];
    let (status, said) = refused(&[&random[..], &["loss:4"]].concat());
    assert!(status == Some(2) && said.contains("the table tells no distances"), "{said}");
    assert_eq!(json(&[&random[..], &["loss", "--json"]].concat())["value"], "loss");
}

/// Where few positions have a value too, whichever thread meets one first.
#[test]
fn a_seed_draws_one_position() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("part.yomi").to_str().unwrap().to_owned();
    json(&["solve", "dobutsu", "--from", "1l1/1c1/1C1/1L1 b -", "--table", &table, "--json"]);
    let draw = ["probe", "dobutsu", "--table", &table, "--random", "draw", "--no-line", "--json", "--seed"];
    let drawn = |seed: &str| json(&[&draw[..], &[seed]].concat())["position"].to_string();
    let first = drawn("1");
    assert!((0..8).all(|_| drawn("1") == first));
}

/// Options that would do nothing are refused.
#[test]
fn tables_that_cannot_be_are_refused() {
    for (args, why) in [
        (&["play", "minishogi", "--table", "none.yomi"][..], "minishogi is no game with tables"),
        (&["mount", "minishogi", ".", "--table", "none.yomi"], "minishogi is no game with tables"),
        (
            &["solve", "dobutsu", "--from", CHICKS, "--compact"],
            "--compact: with --from a table is written only",
        ),
    ] {
        let (status, said) = refused(args);
        assert!(status == Some(2) && said.contains(why), "{said}");
    }
}

/// A compact table has the same answers, and is made anew by the same command.
#[test]
fn a_compact_table_tells_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, _) = chicks_table(directory.path(), "capture");
    let table = directory.path().join("compact.yomi").to_str().unwrap().to_owned();
    let solve = ["solve", "dobutsu-chicks", "--compact", "--json", "--table", &table];
    let report = json(&solve);
    assert_eq!(report["table"]["bytes"], std::fs::metadata(&table).unwrap().len());
    let probe = |table: &str| json(&["probe", "dobutsu-chicks", CHICKS, "--table", table, "--json"]);
    assert_eq!(probe(&table), probe(&whole));
    assert_eq!(refused(&[&solve[..], &["--wdl"]].concat()).0, Some(2));
    let bytes = std::fs::read(&table).unwrap();
    std::fs::write(&table, &bytes[..bytes.len() - 1]).unwrap();
    let (status, said) = refused(&["probe", "dobutsu-chicks", CHICKS, "--table", &table]);
    assert_eq!(status, Some(3), "{said}");
}

#[test]
fn a_game_that_is_over_is_answered_by_the_rules() {
    let directory = tempfile::tempdir().unwrap();
    let (table, _) = chicks_table(directory.path(), "capture");
    // A lion that can be taken, a try that stands, and the same seen from the other side.
    let over = [("3/1l1/1L1/3 b -", "win", 1), ("3/1l1/1L1/3 w -", "win", 1), ("1L1/3/3/1l1 w -", "loss", 0)];
    for (pos, value, plies) in over {
        let report = json(&["probe", "dobutsu-chicks", pos, "--table", &table, "--json"]);
        assert_eq!((&report["value"], &report["plies"]), (&value.into(), &plies.into()), "{pos}");
        assert_eq!((&report["moves"], &report["line"]), (&serde_json::json!([]), &serde_json::json!([])));
    }
}

#[test]
fn a_stream_is_answered_line_by_line() {
    let directory = tempfile::tempdir().unwrap();
    let (table, _) = chicks_table(directory.path(), "capture");
    let args = ["probe", "dobutsu-chicks", "-", "--table", &table, "--json"];
    let mut child =
        yomikiri(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let input = format!("{CHICKS}\n\nlion\n3/1l1/1L1/3 b -\n");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "one line was no position");
    assert!(text(&output.stderr).contains("line 3"), "{}", text(&output.stderr));
    let reports: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plies: Vec<_> = reports.iter().map(|report| &report["plies"]).collect();
    assert_eq!(plies, [15, 1]);
    assert_eq!(reports[0], json(&["probe", "dobutsu-chicks", CHICKS, "--table", &table, "--json"]));
}

#[test]
fn hands_are_read_in_any_order_and_written_in_one() {
    for (hands, written) in [(["EC", "CE"], "EC"), (["cC", "Cc"], "Cc")] {
        let reports = hands
            .map(|hand| json(&["solve", "dobutsu", "--from", &format!("1l1/3/3/1L1 b {hand}"), "--json"]));
        for report in &reports {
            assert_eq!(report["start"], format!("1l1/3/3/1L1 b {written}"));
            assert_eq!(report["reachable"], reports[0]["reachable"]);
        }
    }
}

#[test]
fn blokus_is_counted_checked_and_played() {
    assert_eq!(json(&["perft", "blokus", "2", "--json"])["nodes"], 171_396);
    assert_eq!(json(&["perft", "blokus-fives", "2", "--json"])["nodes"], 99_225);
    assert_eq!(json(&["perft", "blokus-fives", "1", "--from", "66t0/9Bl3", "--json"])["nodes"], 448);
    let laws = json(&["check", "blokus-official", "--json"]);
    assert!(laws["laws"].as_array().unwrap().iter().all(|law| law["ok"] == true), "{laws}");
    let mut play = yomikiri(&["play", "blokus", "--hint"]);
    let mut play = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    play.stdin.take().unwrap().write_all(b"66t0\nquit\n").unwrap();
    let output = play.wait_with_output().unwrap();
    let shown = text(&output.stdout);
    // What looks best to the second player's published evaluation, and what it makes of its own reply.
    assert!(shown.contains("second plays") && shown.contains("first player (#): 5 squares"), "{shown}");
}

/// Two shares of a simulation, put together, are the games of one run; the same command then plays none.
#[test]
fn shares_of_a_simulation_are_put_together() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let simulate = |more: &[&str]| {
        let args = ["simulate", "calculation", "--player", "heuristic", "--games", "41", "--json"];
        let output = run(&[&args, more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let whole = simulate(&[]);
    let mut games = 0;
    for share in ["1/2", "2/2"] {
        games += simulate(&["--shard", share, "--out", &path(&share[..1])])["games"].as_u64().unwrap();
    }
    assert_eq!(games, 41);
    let merged = run(&["merge", &path("2"), &path("1"), "--out", &path("all"), "--json"]);
    assert_eq!(text(&merged.stdout).matches("\"pieces\":41").count(), 1, "{}", text(&merged.stderr));
    let all = simulate(&["--out", &path("all")]);
    for field in ["games", "wins", "rate", "low", "high", "playouts"] {
        assert_eq!(all[field], whole[field], "{field}");
    }
    let refused = run(&["merge", &path("2"), "--out", &path("half")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("share 1/2 is not among the files"), "{}", text(&refused.stderr));
    let alone = run(&["simulate", "calculation", "--player", "heuristic", "--shard", "1/2"]);
    assert_eq!(alone.status.code(), Some(2), "a share is kept in a file");
}
