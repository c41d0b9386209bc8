//! The book: its pages of commands written from `--help`, and the book and the notes built as pages.
//!
//! Both are built below `target/docs` as they lie below `docs`, so that links between them are those of the
//! repository.

use crate::{
    cargo, links, provide, root, run,
    steps::{Done, Outcome},
};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Where the pages of commands are.
const REFERENCE: &str = "docs/book/src/reference/commands";

/// A page of the reference: its path below the root, and its text.
type Page = (PathBuf, String);

/// Writes the pages of commands, and builds the book and the notes.
pub fn write() -> Result<(), String> {
    run(&mut cargo(&["build", "--quiet"]))?;
    for (path, text) in reference()? {
        fs::write(root().join(&path), text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Done::Skipped(why) = build()? {
        return Err(why);
    }
    println!("{}", root().join("target/docs/book/src/index.html").display());
    Ok(())
}

/// The pages of commands are what `--help` says of the program that the tests have built.
pub fn check_reference() -> Outcome {
    let pages = reference()?;
    let is_current =
        |(path, text): &&Page| fs::read_to_string(root().join(path)).is_ok_and(|old| old == *text);
    let old: Vec<_> = pages.iter().filter(|page| !is_current(page)).map(|(path, _)| path).collect();
    let listed =
        fs::read_dir(root().join(REFERENCE)).map_err(|error| format!("{REFERENCE}: {error}"))?.count();
    match old.first() {
        Some(first) => Err(format!("{} is not what --help says: run `cargo xtask book`", first.display())),
        None if listed != pages.len() => Err(format!("{REFERENCE} has pages of commands that are no more")),
        None => Ok(Done::Passed),
    }
}

/// One page a command, and one that lists them.
fn reference() -> Result<Vec<Page>, String> {
    let whole = help(&[])?;
    let intro = "# Commands\n\nEach page is what `yomikiri COMMAND --help` prints. Commands with commands of their own have \
                 them on their\npage. `cargo xtask book` writes these pages, and `cargo xtask test` compares them.\n\n";
    let mut pages = vec![(PathBuf::from(REFERENCE).join("index.md"), format!("{intro}{}", block(&whole)))];
    for command in commands(&whole) {
        let mut text = String::new();
        add(&[command], &mut text)?;
        pages.push((PathBuf::from(REFERENCE).join(format!("{command}.md")), text));
    }
    Ok(pages)
}

/// Adds what a command prints about itself, and what its own commands do.
fn add(words: &[&str], page: &mut String) -> Result<(), String> {
    let text = help(words)?;
    let heading = if words.len() == 1 { "# " } else { "\n## " };
    page.extend([heading, "yomikiri ", &words.join(" "), "\n\n", &block(&text)]);
    for command in commands(&text) {
        add(&[words, &[command]].concat(), page)?;
    }
    Ok(())
}

fn block(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end())
}

/// The names under `Commands:`, but for `help`.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
}

/// What a command prints about itself, as wide wherever this runs: with no terminal, and no word about one.
fn help(words: &[&str]) -> Result<String, String> {
    // As the tests build it.
    let mut command = Command::new(root().join("target/debug/yomikiri"));
    command.args(words).arg("--help").env_remove("COLUMNS").stdin(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().map_err(|error| format!("yomikiri {}: {error}", words.join(" ")))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| format!("yomikiri {}: {error}", words.join(" ")))
}

/// The links are followed, and the book and the notes are built, if mdBook is there or can be had.
pub fn build() -> Outcome {
    links::check()?;
    if let Err(why) = provide::mdbook() {
        return Ok(Done::Skipped(format!("{why}; the links of its sources passed")));
    }
    for book in ["docs/book", "docs/notes"] {
        run(Command::new("mdbook").args(["build", book]).current_dir(root()))?;
    }
    // The book links to the notes' first page by the name of its source.
    let [page, name] = ["index.html", "README.html"].map(|name| root().join("target/docs/notes").join(name));
    fs::copy(&page, name).map_err(|error| format!("{}: {error}", page.display()))?;
    Ok(Done::Passed)
}
