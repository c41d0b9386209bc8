//! The commands that the README and the book show, run: those of each page one after the other, in a home of
//! the page's own, with the files of `book/` in it.
//!
//! A block ```` ```sh ```` must end with status 0. A block ```` ```console ```` has commands behind `$ `, and
//! what they print is compared with what the page shows: `...` on a line of its own stands for any lines, and
//! times, rates and memory may differ.
//!
//! `--full` runs also the pages that solve Dobutsu Shogi.
#![cfg(target_os = "linux")]

use crate::documents::{self, Document};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

/// How lines begin that are shown and not run, and why.
const NOT_RUN: [(&str, &str); 15] = [
    ("cargo ", "the README's two are what runs this; the others build or measure for long"),
    ("yomikiri solve dobutsu --wdl", "solves once more: tests/it/cli.rs does so with a smaller game"),
    ("yomikiri solve dobutsu --compact", "solves once more: tests/it/cli.rs does so with a smaller game"),
    ("yomikiri solve dobutsu --ending mate", "solves once more: tests/it/cli.rs does so with a smaller game"),
    ("yomikiri train calculation --out", "plays ten million games: hours; a smaller one runs"),
    ("yomikiri train dobutsu", "solves the game and fits for minutes: tests/it/learn.rs"),
    ("yomikiri evaluate dobutsu \"gle/1c1/1C1/ELG b -\" --model", "needs the model of the line before"),
    ("yomikiri report dobutsu", "fits ten models: half an hour"),
    ("yomikiri simulate calculation --sweep mcts:10..220", "half a minute; a smaller one runs"),
    ("yomikiri bench dobutsu", "seconds each time: tests/it/cli.rs runs it"),
    ("yomikiri bench blokus", "seconds each time: tests/it/cli.rs runs it"),
    ("yomikiri play minishogi --screen", "takes a terminal: the tests of the screen play in memory"),
    ("yomikiri serve", "answers until it is interrupted: tests/it/serve.rs"),
    ("curl ", "asks that server"),
    ("pip install", "a step of cargo xtask test does so"),
];

/// What is run of a document.
enum Block {
    /// Lines of shell that must succeed.
    Script(String),
    /// Commands, each with what it prints.
    Session(Vec<(String, Vec<String>)>),
}

/// The blocks of a document that are run, with the numbers of their first lines.
fn blocks(text: &str) -> Vec<(usize, Block)> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) else {
            continue;
        };
        let inside: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| !line.starts_with("```")).collect();
        match language {
            "sh" => blocks.push((number, Block::Script(inside.join("\n") + "\n"))),
            "console" => blocks.push((number, Block::Session(session(&inside)))),
            _ => {}
        }
    }
    blocks
}

/// Commands behind `$ `, continued behind `> `, and what is printed between them.
fn session(lines: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), commands.last_mut()) {
            (Some(command), ..) => commands.push((command.to_owned(), Vec::new())),
            (_, Some(more), Some((command, printed))) if printed.is_empty() => command.extend(["\n", more]),
            (.., Some((_, printed))) => printed.push((*line).to_owned()),
            (.., None) => panic!("expected a command behind `$ `: {line}"),
        }
    }
    commands
}

/// Why a line is not run, if it is not.
fn not_run(line: &str) -> Option<usize> {
    NOT_RUN.iter().position(|(begin, _)| line.trim_start().starts_with(begin))
}

/// A script without the lines that are not run; their continuations go with them.
fn without_those_not_run(script: &str) -> String {
    let mut dropped = false;
    let mut kept = String::new();
    for line in script.lines() {
        if !dropped && not_run(line).is_none() {
            kept += line;
            kept.push('\n');
            continue;
        }
        dropped = line.ends_with('\\');
    }
    kept
}

/// The home of whoever follows a page.
struct Home {
    directory: tempfile::TempDir,
    /// Where tables are, for all pages.
    data: PathBuf,
}

impl Home {
    fn new(data: &Path) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/book");
        for file in fs::read_dir(files).unwrap() {
            let path = file.unwrap().path();
            fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
        }
        Self { directory, data: data.to_owned() }
    }

    /// Whether a script succeeds, and what it prints.
    fn run(&self, script: &str) -> (bool, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_yomikiri")).parent().unwrap();
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths =
            env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&paths))).unwrap();
        let home = self.directory.path();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 2>&1\n{script}")]).current_dir(home).stdin(Stdio::null());
        shell.env("PATH", paths).env("HOME", home).env("XDG_DATA_HOME", &self.data).env("LC_ALL", "C.UTF-8");
        let output = shell.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let printed = printed.replace(self.data.to_str().unwrap(), "/home/you/.local/share");
        (output.status.success(), printed.replace(home.to_str().unwrap(), "/home/you"))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let tree = self.directory.path().join("duo");
        let unmount = Command::new("fusermount3").args(["-u", "-z"]).arg(tree).stderr(Stdio::null()).status();
        // A page may have unmounted it itself, or mounted nothing.
        drop(unmount);
    }
}

/// A line with what may differ from machine to machine left out: numbers with a decimal point, and memory.
fn masked(line: &str) -> String {
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let measured = |(at, word): (usize, &&str)| {
        let number = word.trim_matches(|letter: char| !letter.is_ascii_digit());
        let is_decimal = number.contains('.') && number.bytes().all(|byte| b"0123456789.,".contains(&byte));
        let is_memory = !number.is_empty() && words.get(at + 1).is_some_and(|unit| unit.starts_with("MiB"));
        if is_decimal || is_memory { word.replace(number, "#") } else { (*word).to_owned() }
    };
    words.iter().enumerate().map(measured).collect::<Vec<_>>().join(" ")
}

/// Whether lines are those that a page shows; `...` stands for any number of them.
fn fits(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|left_out| fits(rest, &printed[left_out..]))
        }
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| first == line && fits(rest, others))
        }
    }
}

/// Runs a block; what is wrong with it.
fn run(home: &Home, block: &Block) -> Result<(), String> {
    match block {
        Block::Script(script) => {
            let script = without_those_not_run(script);
            let (succeeded, printed) = home.run(&format!("set -e\n{script}"));
            let end = printed.lines().skip(printed.lines().count().saturating_sub(20));
            if succeeded {
                Ok(())
            } else {
                Err(format!("{script}failed:\n{}", end.collect::<Vec<_>>().join("\n")))
            }
        }
        Block::Session(commands) => {
            for (command, shown) in commands {
                let (_, printed) = home.run(command);
                let shown = shown.join("\n");
                let lines = |text: &str| text.trim_end().lines().map(masked).collect::<Vec<_>>();
                if !fits(&lines(&shown), &lines(&printed)) {
                    return Err(format!("$ {command}\nprints\n{printed}and the page shows\n{shown}"));
                }
            }
            Ok(())
        }
    }
}

/// The READMEs and the chapters.
fn pages() -> Vec<Document> {
    let mut pages = documents::all();
    pages.retain(|page| !page.path.starts_with("docs/notes"));
    // A tutorial makes the table that other pages use.
    pages.sort_by_key(|page| !page.path.contains("/tutorial/"));
    pages
}

/// Whether a page solves the game that takes a while, or says at its beginning to do so.
fn solves_dobutsu(page: &Document) -> bool {
    let is_command = |line: &str| line.starts_with("yomikiri ") || line.starts_with("cargo run ");
    page.text
        .lines()
        .map(|line| line.trim_start_matches("$ "))
        .any(|line| is_command(line) && line.contains("solve dobutsu") && !line.contains("dobutsu-chicks"))
}

/// The files that a script writes; where it is skipped, what uses them is too.
fn files_made_by(block: &Block) -> Vec<String> {
    let Block::Script(script) = block else { return Vec::new() };
    let name = |line: &str| Some(line.strip_prefix("cat > ")?.split_whitespace().next()?.to_owned());
    script.lines().filter_map(name).collect()
}

/// Runs pages, and tells of all blocks that are not as their pages say.
fn run_pages(pages: impl Iterator<Item = Document>) {
    let data = tempfile::tempdir().unwrap();
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let lacking = [("~/duo", crate::fuse::place().is_some()), ("python3", has_python)];
    let lacking = lacking.into_iter().filter(|(_, is_there)| !is_there).map(|(word, _)| word.to_owned());
    let (lacking, mut wrong) = (lacking.collect::<Vec<_>>(), Vec::new());
    for page in pages {
        let (home, mut lacking) = (Home::new(data.path()), lacking.clone());
        let began = Instant::now();
        for (line, block) in blocks(&page.text) {
            let has = |word: &&String| match &block {
                Block::Script(script) => script.contains(*word),
                Block::Session(commands) => commands.iter().any(|(command, _)| command.contains(*word)),
            };
            if let Some(word) = lacking.iter().find(has) {
                println!("skipped: {}:{line} needs {word}, which cannot be had here", page.path);
                lacking.extend(files_made_by(&block));
            } else if let Err(message) = run(&home, &block) {
                wrong.push(format!("{}:{line}:\n{message}", page.path));
            }
        }
        println!("{:>6.1} s  {}", began.elapsed().as_secs_f64(), page.path);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The pages that do not solve, of one folder or of all but two.
fn quick_pages(is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Document> {
    pages().into_iter().filter(move |page| !solves_dobutsu(page) && is_wanted(&page.path))
}

#[test]
fn the_tutorials_run() {
    run_pages(quick_pages(|path| path.contains("/tutorial/")));
}

#[test]
fn the_pages_of_games_run() {
    run_pages(quick_pages(|path| path.contains("/games/")));
}

#[test]
fn the_other_pages_run() {
    run_pages(quick_pages(|path| !path.contains("/tutorial/") && !path.contains("/games/")));
}

#[test]
#[ignore = "solves Dobutsu Shogi some times: cargo xtask test --full"]
fn the_pages_that_solve_run() {
    run_pages(pages().into_iter().filter(solves_dobutsu));
}

#[test]
fn what_is_not_run_is_shown_somewhere() {
    let mut shown = [false; NOT_RUN.len()];
    for page in pages() {
        for (_, block) in blocks(&page.text) {
            if let Block::Script(script) = block {
                script.lines().filter_map(not_run).for_each(|at| shown[at] = true);
            }
        }
    }
    for (shown, (begin, why)) in shown.into_iter().zip(NOT_RUN) {
        assert!(shown, "no page shows `{begin}` any more ({why})");
    }
}
