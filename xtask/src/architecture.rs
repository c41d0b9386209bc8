//! Who may name whom: the tables of ARCHITECTURE.md, held against what Cargo knows of the crates, and against
//! the imports inside each crate.
//!
//! Cargo itself refuses circles of crates; a circle of modules it lets pass. Imports are found as text: every
//! `crate::NAME` outside tests, where a name that the crate's root passes on stands for the module that it
//! comes from.

use crate::{compiled, root, width, workspace};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// What stands in the table of floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    Yes,
    No,
    /// Only as a dependency of tests.
    InTests,
    /// One crate of the floor, and no more.
    One,
}

/// A crate of the workspace.
struct Member {
    name: String,
    directory: PathBuf,
    floor: String,
    /// Its dependencies in the workspace, and whether each is for tests only.
    names: Vec<(String, bool)>,
}

/// Holds the code against ARCHITECTURE.md.
///
/// # Errors
/// All that differs, one a line before the sentence.
pub fn check() -> Result<(), String> {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (floors, known) = (floors(&text)?, known_circles(&text));
    let members = members()?;
    let mut wrong = names(&members, &floors);
    wrong.extend(games_named(&members)?);
    let mut found = BTreeSet::new();
    for member in &members {
        for circle in circles(&imports(&member.directory.join("src"))?) {
            found.insert(format!("{}: {}", member.name, circle.join(", ")));
        }
    }
    wrong.extend(found.difference(&known).map(|circle| format!("modules that name each other: {circle}")));
    let gone = known.difference(&found);
    wrong.extend(gone.map(|circle| format!("ARCHITECTURE.md lists a circle that is gone: {circle}")));
    if wrong.is_empty() {
        return Ok(());
    }
    println!("{}", wrong.join("\n"));
    Err(format!("{} differences from ARCHITECTURE.md", wrong.len()))
}

/// The rows of the first table behind a heading, without its head, as cells without marks.
fn rows<'a>(text: &'a str, heading: &str) -> impl Iterator<Item = Vec<String>> + use<'a> {
    let heading = format!("## {heading}");
    let behind = text.lines().skip_while(move |line| *line != heading);
    let table = behind.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    table.filter(|line| !line.starts_with("|-")).map(|line| {
        let cells = line.trim().trim_matches('|').split('|');
        cells.map(|cell| cell.trim().replace(['*', '`'], "")).collect()
    })
}

/// Which floor may name which.
fn floors(text: &str) -> Result<BTreeMap<(String, String), May>, String> {
    let mut rows = rows(text, "Who may name whom");
    let head = rows.next().ok_or("ARCHITECTURE.md has no table of who may name whom")?;
    let mut floors = BTreeMap::new();
    for row in rows {
        for (column, cell) in head.iter().zip(&row).skip(1) {
            let may = match cell.as_str() {
                "yes" => May::Yes,
                "no" => May::No,
                "tests" => May::InTests,
                "one" => May::One,
                other => {
                    return Err(format!(
                        "ARCHITECTURE.md: {}: expected yes, no, tests or one, found {other:?}",
                        row[0]
                    ));
                }
            };
            floors.insert((row[0].clone(), column.clone()), may);
        }
    }
    Ok(floors)
}

/// The circles of modules that are known, and to be undone.
fn known_circles(text: &str) -> BTreeSet<String> {
    let rows = rows(text, "Circles to be undone").skip(1);
    rows.filter(|row| row.len() == 2).map(|row| format!("{}: {}", row[0], row[1])).collect()
}

/// The crates of the workspace.
fn members() -> Result<Vec<Member>, String> {
    let packages = workspace::packages()?;
    let names: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let member = |package: &Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str()?);
        let directory = manifest.parent()?.to_owned();
        let mut below = directory.strip_prefix(root()).ok()?.iter();
        let floor = below.find(|part| *part != "crates")?.to_string_lossy();
        let dependencies = package["dependencies"].as_array()?.iter();
        let named = dependencies.filter_map(|dependency| {
            let name = dependency["name"].as_str().filter(|name| names.contains(name))?;
            Some((name.to_owned(), dependency["kind"] == "dev"))
        });
        let name = package["name"].as_str()?.to_owned();
        Some(Member { name, floor: floor.into_owned(), names: named.collect(), directory })
    };
    Ok(packages.iter().filter_map(member).collect())
}

/// Dependencies that the table of floors does not allow.
fn names(members: &[Member], floors: &BTreeMap<(String, String), May>) -> Vec<String> {
    let floor_of: BTreeMap<&str, &str> =
        members.iter().map(|member| (member.name.as_str(), member.floor.as_str())).collect();
    let mut wrong = Vec::new();
    for member in members {
        let mut ones = BTreeMap::new();
        for (name, in_tests) in &member.names {
            let floor = floor_of[name.as_str()];
            let may = floors.get(&(member.floor.clone(), floor.to_owned())).copied().unwrap_or(May::No);
            let allowed = match may {
                May::Yes => true,
                May::No => false,
                May::InTests => *in_tests,
                May::One => ones.insert(floor, name).is_none_or(|other| other == name),
            };
            if !allowed {
                wrong.push(format!("{} ({}) names {name} ({floor})", member.name, member.floor));
            }
        }
    }
    wrong
}

/// Where the command line names the crate of a game or of a study outside `games`: its commands are for any
/// game that can do what they ask for.
fn games_named(members: &[Member]) -> Result<Vec<String>, String> {
    let of_games = members.iter().filter(|member| ["games", "studies"].contains(&member.floor.as_str()));
    let words: BTreeSet<String> = of_games.map(|member| member.name.replace('-', "_")).collect();
    let mut wrong = Vec::new();
    for source in members.iter().filter(|member| member.floor == "cli").map(|cli| cli.directory.join("src")) {
        for (below, code) in code_of(&source)? {
            if below.starts_with("games") || below == Path::new("games.rs") {
                continue;
            }
            let named =
                code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| words.contains(*word));
            let named: BTreeSet<&str> = named.collect();
            wrong.extend(
                named.iter().map(|name| format!("cli/src/{} names {name}: only games/ may", below.display())),
            );
        }
    }
    Ok(wrong)
}

/// The files of a crate, below its sources, with what stands in them besides comments and tests.
fn code_of(source: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let mut files = Vec::new();
    width::sources(source, &mut files).map_err(|error| format!("{}: {error}", source.display()))?;
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let code = compiled::code(&text).lines().map(uncommented).collect();
        Ok((file.strip_prefix(source).unwrap_or(&file).to_owned(), code))
    };
    files.into_iter().map(read).collect()
}

/// The modules of a crate at its root, with those that each imports.
fn imports(source: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let (mut named, mut passed_on) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeMap::new());
    for (below, code) in code_of(source)? {
        let first = below.iter().next().unwrap_or_default().to_string_lossy().into_owned();
        let module = first.trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "main" {
            passed_on = re_exports(&code);
        } else {
            named.entry(module).or_default().extend(imported(&code));
        }
    }
    let modules: BTreeSet<String> = named.keys().cloned().collect();
    let module_of =
        |name: String| if modules.contains(&name) { Some(name) } else { passed_on.get(&name).cloned() };
    let resolve = |(module, names): (String, BTreeSet<String>)| {
        let mut names: BTreeSet<_> = names.into_iter().filter_map(&module_of).collect();
        names.remove(&module);
        (module, names)
    };
    Ok(named.into_iter().map(resolve).collect())
}

fn uncommented(line: &str) -> String {
    format!("{}\n", line.split("//").next().unwrap_or_default())
}

/// The first names behind each `crate::`.
fn imported(code: &str) -> BTreeSet<String> {
    // What a macro names is named where it is used.
    code.replace("$crate::", "").split("crate::").skip(1).flat_map(firsts).collect()
}

/// The name that a path begins with, or those that the paths in its braces begin with.
fn firsts(path: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(list) = path.strip_prefix('{') else { return vec![word(path)] };
    let (mut depth, mut names, mut begins) = (0, Vec::new(), true);
    for (at, letter) in list.char_indices() {
        match letter {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            letter if begins && !letter.is_whitespace() => {
                names.push(word(&list[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

/// The names that a crate's root passes on, with the modules they come from.
fn re_exports(code: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for statement in code.split("use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        let Some((module, passed)) = statement.split_once("::") else { continue };
        for name in passed.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            names.entry(name.to_owned()).or_insert_with(|| module.trim().to_owned());
        }
    }
    names
}

/// The modules that can be reached from each other, sorted.
fn circles(imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reachable = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for next in imports.get(module).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|module| (module, reachable(module))).collect();
    let circle = |module: &&String| -> Vec<String> {
        all[*module]
            .iter()
            .filter(|other| all.get(**other).is_some_and(|back| back.contains(*module)))
            .map(|name| (*name).clone())
            .collect()
    };
    let found: BTreeSet<Vec<String>> = all.keys().map(circle).filter(|circle| circle.len() > 1).collect();
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_all_their_forms() {
        let code = "use crate::{a::B, c::{D, E}, F};\nfn f() { crate::g::h() }";
        assert_eq!(imported(code).into_iter().collect::<Vec<_>>(), ["F", "a", "c", "g"]);
        let passed = re_exports("pub use shape::{Shape, SHAPES};\npub use board::Board;");
        assert_eq!((passed["SHAPES"].as_str(), passed["Board"].as_str()), ("shape", "board"));
    }

    #[test]
    fn circles_are_found_once_each() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let imports = [("a", &["b"][..]), ("b", &["c"]), ("c", &["a", "d"]), ("d", &[]), ("e", &["d"])];
        let imports = imports.map(|(module, named)| (module.to_string(), names(named))).into_iter().collect();
        assert_eq!(circles(&imports), [["a", "b", "c"]]);
    }

    #[test]
    fn a_floor_that_is_not_in_the_table_is_refused() {
        let text = "## Who may name whom\n\n| | core | games |\n|---|---|---|\n| **games** | yes | no |\n| **engines** | yes | tests |\n";
        let floors = floors(text).unwrap();
        let member = |name: &str, floor: &str, names: &[(&str, bool)]| Member {
            name: name.into(),
            directory: PathBuf::new(),
            floor: floor.into(),
            names: names.iter().map(|(name, tests)| ((*name).into(), *tests)).collect(),
        };
        let members = [
            member("core", "core", &[]),
            member("shogi", "games", &[("core", false)]),
            member("solve", "engines", &[("core", false), ("shogi", true)]),
            member("learn", "engines", &[("shogi", false), ("solve", false)]),
        ];
        let wrong = ["learn (engines) names shogi (games)", "learn (engines) names solve (engines)"];
        assert_eq!(names(&members, &floors), wrong);
    }
}
