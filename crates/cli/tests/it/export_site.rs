//! `yomikiri export-site`: the files, and what browsers run of them held against the program.

use serde_json::{Value as Json, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use yomikiri_core::{Language, Notation, laws};
use yomikiri_shogi::{DenseNumbering, Ending, SmallShogi};
use yomikiri_site_probe::{Packing, Prober};

/// Where this crate is.
const DIRECTORY: &str = env!("CARGO_MANIFEST_DIR");

fn yomikiri(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", data).stdin(Stdio::null());
    command
}

/// A web host that knows files alone, on a thread of its own until the tests end.
pub struct Host {
    pub address: String,
    /// How often a part of a file was asked for.
    pub parts: Arc<AtomicUsize>,
}

impl Host {
    /// Serves a directory; one without `ranges` sends whole files whatever is asked for.
    pub fn start(dir: PathBuf, ranges: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, parts) = (listener.local_addr().unwrap().to_string(), Arc::<AtomicUsize>::default());
        let counted = parts.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                // A browser opens connections that it does not use.
                let (dir, counted) = (dir.clone(), counted.clone());
                thread::spawn(move || answer(&stream.unwrap(), &dir, ranges, &counted));
            }
        });
        Self { address, parts }
    }
}

/// Answers one request.
fn answer(mut stream: &TcpStream, dir: &Path, ranges: bool, parts: &AtomicUsize) {
    let head: Vec<String> =
        BufReader::new(stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
    let Some(path) = head.first().and_then(|line| line.split(' ').nth(1)) else { return };
    let path = path.split('?').next().unwrap_or_default();
    let file = dir.join(path.trim_start_matches('/'));
    let Ok(bytes) = fs::read(&file) else {
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
        return;
    };
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "application/octet-stream",
    };
    let range = head
        .iter()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("range: bytes=").map(String::from));
    parts.fetch_add(usize::from(range.is_some()), Ordering::Relaxed);
    let range = range.filter(|_| ranges).map(|range| {
        let (from, to) = range.split_once('-').unwrap();
        from.parse().unwrap()..to.parse::<usize>().unwrap() + 1
    });
    let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
    let bytes = range.map_or(&bytes[..], |range| &bytes[range]);
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(bytes));
}

/// Writes a small site into a directory.
pub fn export(dir: &Path) {
    let args = ["export-site", dir.to_str().unwrap(), "--game", "dobutsu-chicks", "--plies", "1"];
    let written = output(dir.parent().unwrap(), &args);
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
}

fn output(data: &Path, args: &[&str]) -> Output {
    yomikiri(data, args).output().unwrap()
}

fn json_of(output: &Output) -> Json {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What the program knows of some positions, in the words of `site_probe.mjs`.
fn probed(data: &Path, positions: &[String], distances: bool) -> Vec<Json> {
    let mut child = yomikiri(data, &["probe", "dobutsu-chicks", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, text) = (child.stdin.take().unwrap(), positions.join("\n") + "\n");
    let writer = thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let told = |of: &Json| {
        // The rules tell distances too, of the last moves of a game, whatever the table holds.
        let plies = if distances { of["plies"].clone() } else { Json::Null };
        [of["value"].clone(), plies]
    };
    let line = |line: &str| {
        let of: Json = serde_json::from_str(line).unwrap();
        let [value, plies] = told(&of);
        let mut moves: Vec<Json> = of["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| {
                let [value, plies] = told(mv);
                json!([mv["move"], value, plies])
            })
            .collect();
        if of["plies"] == 1 && moves.is_empty() || is_over(&of) {
            moves.clear();
        }
        moves.sort_by_key(|mv| mv[0].as_str().unwrap().to_owned());
        json!([of["position"], value, plies, moves])
    };
    String::from_utf8(output.stdout).unwrap().lines().map(line).collect()
}

/// Whether the game is over where a position is told: it has no moves there.
fn is_over(of: &Json) -> bool {
    of["moves"].as_array().unwrap().is_empty()
}

/// The directory that the page of a site's values names.
fn values_of(game: &Path) -> PathBuf {
    let page = fs::read_to_string(game.join("probe.html")).unwrap();
    let (_, name) = page.split_once("src=\"").unwrap();
    game.join(name.split_once("/page.js\"").unwrap().0)
}

/// What browsers may keep has names that tell what it holds, and pages name it: of another table, the values
/// and what reads them have other names, while the style keeps its own.
#[test]
fn what_is_kept_of_a_site_has_names_by_its_content() {
    let data = tempfile::tempdir().unwrap();
    let [one, again, other] =
        [("one", &[][..]), ("again", &[]), ("other", &["--wdl"])].map(|(name, more)| {
            let dir = data.path().join(name);
            let args = ["export-site", dir.to_str().unwrap(), "--game", "dobutsu-chicks", "--plies", "0"];
            let written = output(data.path(), &[&args[..], more].concat());
            assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
            dir
        });
    let digest = |dir: &Path| values_of(&dir.join("dobutsu-chicks")).file_name().unwrap().to_owned();
    assert_eq!(digest(&one), digest(&again));
    assert_ne!(digest(&one), digest(&other));
    for file in ["page.js", "probe.js", "probe.wasm.deflate", "game.json", "table.dir", "table.bin"] {
        assert!(values_of(&one.join("dobutsu-chicks")).join(file).is_file(), "{file}");
    }
    let style = |page: &str| {
        let page = fs::read_to_string(one.join(page)).unwrap();
        let (_, name) = page.split_once("rel=\"stylesheet\" href=\"").unwrap();
        name.split('"').next().unwrap().trim_start_matches("../").to_owned()
    };
    let name = style("index.html");
    assert!(name.starts_with("style-") && one.join(&name).is_file(), "{name}");
    for page in ["dobutsu-chicks/probe.html", "dobutsu-chicks/index.html", "ja/dobutsu-chicks/index.html"] {
        assert_eq!(style(page), name, "{page}");
    }
    // Who reads Japanese is led to the values in Japanese.
    for (page, link) in
        [("dobutsu-chicks", "probe.html?lang=en#"), ("ja/dobutsu-chicks", "probe.html?lang=ja#")]
    {
        let text = fs::read_to_string(one.join(page).join("index.html")).unwrap();
        assert!(text.contains(link), "{page}: {text}");
    }
}

#[test]
fn the_browser_knows_what_the_program_knows() {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!("SKIPPED: node is not installed, so that what a site has for browsers is not tested");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    assert!(output(data.path(), &["solve", "dobutsu-chicks"]).status.success());
    for (wdl, positions) in [(&[][..], 3000), (&["--wdl"][..], 1000)] {
        let dir = data.path().join(format!("site{}", wdl.len()));
        let args =
            ["export-site", dir.to_str().unwrap(), "--game", "dobutsu-chicks", "--plies", "1", "--json"];
        let written = json_of(&output(data.path(), &[&args[..], wdl].concat()));
        assert!(written["pages"].as_u64().unwrap() > 6, "{written}");
        let census = fs::read_to_string(dir.join("dobutsu-chicks/census/index.html")).unwrap();
        assert!(census.contains("<svg") && census.contains("../../dobutsu-chicks/index.html"), "{census}");
        let script = Path::new(DIRECTORY).join("tests/it/site_probe.mjs");
        let site = values_of(&dir.join("dobutsu-chicks"));
        let walk = |language: &str, positions: u32, paths: &[&str]| -> Vec<Json> {
            let mut node = Command::new("node");
            node.arg(&script).arg(&site).args([language, &positions.to_string()]).args(paths);
            let walked = node.output().unwrap();
            assert!(walked.status.success(), "{}", String::from_utf8_lossy(&walked.stderr));
            let lines = String::from_utf8(walked.stdout).unwrap();
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let wrong = walk("en", 0, &["1l1/1x1/1C1/1L1 b -", "\n2c2b\n2c2b", "1l1/3/1C1/1L1 b -"]);
        assert_eq!(wrong[0], json!([true, "expected a piece (LCH), found `x` (at character 6)"]));
        assert_eq!(wrong[1], json!([true, "`2c2b` is not legal: the side to move has no piece on 2c"]));
        // Chicks are missing: rules are known, and no value.
        assert_eq!((&wrong[2]["value"], wrong[2]["moves"].as_array().unwrap().len()), (&Json::Null, 5));
        let wrong = walk("ja", 0, &["1l1/1x1/1C1/1L1 b -"]);
        assert!(wrong[0][1].as_str().unwrap().contains("(6文字目)"), "{wrong:?}");
        let mut told = walk("en", positions, &[]);
        assert!(told.len() > 500, "{}", told.len());
        let asked: Vec<String> = told.iter().map(|of| of[0].as_str().unwrap().to_owned()).collect();
        if !wdl.is_empty() {
            for of in &mut told {
                of[2] = Json::Null;
                of[3].as_array_mut().unwrap().iter_mut().for_each(|mv| mv[2] = Json::Null);
            }
        }
        let known = probed(data.path(), &asked, wdl.is_empty());
        assert_eq!(told.len(), known.len());
        for (told, known) in told.iter().zip(&known) {
            assert_eq!(told, known);
        }
    }
}

/// The module that the program has for sites does what the sources say, of games whose tables are too large
/// for a test: it is made by hand (`cargo xtask wasm`) and could be an older one.
#[test]
fn the_module_answers_as_the_crate_it_is_made_of() {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!("SKIPPED: node is not installed, so that the module of a site is not tested");
        return;
    }
    for (make, ending, packing) in [
        (SmallShogi::dobutsu as fn(_) -> _, Ending::Capture, Packing::Distances),
        (SmallShogi::dobutsu, Ending::Mate, Packing::Results),
        (SmallShogi::dobutsu_chicks, Ending::Mate, Packing::Distances),
    ] {
        let game: SmallShogi = make(ending);
        let nodes = DenseNumbering::of(&game).interior() as u32;
        let paths: Vec<String> = laws::sample(&game, 1000, 7).iter().map(|pos| game.show_pos(pos)).collect();
        let asked = json!({ "rules": yomikiri_site_probe::write(&game, packing, nodes), "paths": paths });
        let [script, site] = ["tests/it/site_module.mjs", "src/games/dobutsu/site"]
            .map(|path| Path::new(DIRECTORY).join(path));
        let mut node = Command::new("node")
            .args([script, site])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        node.stdin.take().unwrap().write_all(asked.to_string().as_bytes()).unwrap();
        let answers = node.wait_with_output().unwrap().stdout;
        let answers = String::from_utf8(answers).unwrap();
        let mut prober = Prober::new(game, packing, Language::English);
        let made_up: Vec<u8> = (0..=255).map(|at: u8| at.wrapping_mul(37).wrapping_add(11)).collect();
        let expected = paths.iter().map(|path| {
            let told = [prober.places(path), prober.look(path, &made_up)];
            json!(told.map(|text| serde_json::from_str::<Json>(&text.unwrap()).unwrap()))
        });
        let answers: Vec<Json> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(answers.len() > 300, "{}", answers.len());
        assert_eq!(answers, expected.collect::<Vec<_>>());
    }
}

#[test]
fn what_is_there_is_left_alone_and_wrong_arguments_are_told() {
    let data = tempfile::tempdir().unwrap();
    let dir = data.path().join("full");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("mine"), "text").unwrap();
    let dir = dir.to_str().unwrap();
    for (args, sentence) in [
        (&[dir, "--game", "dobutsu-chicks"][..], "expected an empty directory"),
        (&["new", "--game", "blokus"], "--game: blokus has no site; expected one of dobutsu"),
        (&["new", "--game", "chess"], "--game: chess is no game; expected one of dobutsu, "),
        (&["new", "--collection", "missing.sqlite"], "missing.sqlite"),
        (&["new", "--collection", "problems.csv"], "expected a file .sqlite"),
    ] {
        let output =
            yomikiri(data.path(), &[&["export-site"], args].concat()).current_dir(data.path()).output();
        let output = output.unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(2 | 3)) && told.contains(sentence), "{told}");
    }
    assert!(!data.path().join("new").exists());
}
