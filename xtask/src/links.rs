//! The links of the documents: each leads somewhere, those of the book to what is built with it, and every
//! page of the book is listed.

use crate::{output, root};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

/// Folders that are built as pages, beside each other; a link from one of them stays in them.
const BUILT: [&str; 2] = ["docs/book/src", "docs/notes"];

/// What a document links to, and which anchors its headings give.
struct Document {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

/// Follows every link of every document.
///
/// # Errors
/// Those that lead nowhere, and pages that no summary lists.
pub fn check() -> Result<(), String> {
    let listed = output(Command::new("git").args(["ls-files", "*.md"]).current_dir(root()))?;
    let mut documents = BTreeMap::new();
    // A file that is deleted, but not in the index yet, is none.
    for path in listed.lines().map(PathBuf::from).filter(|path| root().join(path).exists()) {
        let text =
            fs::read_to_string(root().join(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
        documents.insert(path, read(&text));
    }
    let mut wrong = Vec::new();
    for (path, document) in &documents {
        for link in &document.links {
            if let Err(why) = follow(path, link, &documents) {
                wrong.push(format!("{}: {link}: {why}", path.display()));
            }
        }
    }
    for built in BUILT {
        let summary = Path::new(built).join("SUMMARY.md");
        let links = documents.get(&summary).map_or(&[][..], |document| &document.links);
        let chapters: BTreeSet<_> = links.iter().map(|link| Path::new(built).join(link)).collect();
        let pages = documents.keys().filter(|path| path.starts_with(built) && **path != summary);
        wrong.extend(
            pages
                .filter(|page| !chapters.contains(*page))
                .map(|page| format!("{} is not listed in {}", page.display(), summary.display())),
        );
    }
    match wrong.len() {
        0 => Ok(()),
        count => {
            println!("{}", wrong.join("\n"));
            Err(format!("{count} links or pages, the first {}", wrong[0]))
        }
    }
}

/// Whether a link leads somewhere.
fn follow(from: &Path, link: &str, documents: &BTreeMap<PathBuf, Document>) -> Result<(), &'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let to =
        if path.is_empty() { from.to_owned() } else { joined(from.parent().unwrap_or(Path::new("")), path) };
    if !root().join(&to).exists() {
        return Err("there is no such file");
    }
    let is_built = |path: &Path| BUILT.iter().any(|built| path.starts_with(built));
    if is_built(from) && !(is_built(&to) && root().join(&to).is_file()) {
        return Err("this is not built with the book: name it without a link");
    }
    let known = documents.get(&to).is_some_and(|document| document.anchors.contains(anchor));
    if anchor.is_empty() || known { Ok(()) } else { Err("no heading gives this anchor") }
}

/// A path from a folder, without `..`.
fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut to = folder.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(to.pop()),
            Component::CurDir => {}
            part => to.push(part),
        }
    }
    to
}

fn read(text: &str) -> Document {
    let mut document = Document { links: Vec::new(), anchors: BTreeSet::new() };
    let mut heading = None;
    for event in Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                document.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                document.anchors.extend(heading.take().map(|text| anchor(&text)));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            _ => {}
        }
    }
    document
}

/// The anchor of a heading, as mdBook and forges make it.
fn anchor(heading: &str) -> String {
    let letter = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter => letter.is_alphanumeric().then_some(letter),
    };
    heading.trim().chars().filter_map(letter).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_anchors_are_found() {
        let document =
            read("# What *counts*, and `--why`\n[a](b.md#c) `[no](link)`\n\n| ![d](e.svg) |\n|---|\n");
        assert_eq!(document.links, ["b.md#c", "e.svg"]);
        assert_eq!(document.anchors.into_iter().collect::<Vec<_>>(), ["what-counts-and---why"]);
    }

    #[test]
    fn a_link_that_leads_nowhere_is_told() {
        let (page, other) = (PathBuf::from("README.md"), PathBuf::from("docs/notes/README.md"));
        let documents = BTreeMap::from([(page.clone(), read("# One")), (other.clone(), read("# Two"))]);
        for good in ["#one", "docs/notes/README.md#two", "https://example.org/x", "./docs/../LICENSE-MIT"] {
            assert_eq!(follow(&page, good, &documents), Ok(()), "{good}");
        }
        for bad in ["#two", "docs/notes/README.md#one", "docs/nothing.md"] {
            assert!(follow(&page, bad, &documents).is_err(), "{bad}");
        }
        assert!(follow(&other, "../../LICENSE-MIT", &documents).is_err(), "it is not built");
    }
}
