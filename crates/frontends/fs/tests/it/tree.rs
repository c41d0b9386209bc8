//! The tree without a kernel: what is found where, what it costs, and what is refused.

use crate::games::{blokus, compatible, known};
use crate::walker::Walker;
use std::{
    collections::HashSet,
    convert::Infallible,
    ffi::OsStr,
    sync::{Arc, Mutex},
};
use yomikiri_blokus::{Blokus, BlokusFsEvaluation, Node};
use yomikiri_core::{Explore, Explorer, Probe, ProbeError, Unknown, Value};
use yomikiri_fs::{Kind, ROOT, Refusal, Tree, TreeOptions};
use yomikiri_shogi::{Ending, Position, Shogi, SmallBoard, SmallShogi};

#[test]
fn nodes_are_as_blokusfs_shows_them() {
    let walker = Walker::new(compatible(), TreeOptions { compatible: true, ..TreeOptions::default() });
    let nodes: Vec<serde_json::Value> = serde_json::from_str(&known("blokusfs_nodes.json")).unwrap();
    assert_eq!(nodes.len(), 30);
    for node in nodes {
        let path = node["path"].as_str().unwrap();
        for file in ["board", "piece", "score"] {
            assert_eq!(walker.text(&join(path, file)), node[file].as_str().unwrap(), "{path}/{file}");
        }
        assert_eq!(walker.text(&join(path, "value")), format!("{}\n", node["value"]), "{path}");
        let mut children: Vec<_> =
            node["children"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        children.extend(["board", "piece", "score", "value"]);
        children.sort_unstable();
        assert_eq!(walker.names(path), children, "{path}");
    }
}

#[test]
fn listings_are_as_blokusfs_shows_them() {
    let walker = Walker::new(compatible(), TreeOptions { compatible: true, ..TreeOptions::default() });
    for (path, file) in [("", "blokusfs_root.ls"), ("66t0", "blokusfs_66t0.ls")] {
        assert_eq!(walker.names(path), known(file).lines().collect::<Vec<_>>(), "{path}");
    }
}

#[test]
fn all_moves_are_listed_and_the_rest_of_the_files() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    let names = walker.names("");
    assert_eq!(names.len(), 414 + 7);
    for file in ["board", "piece", "score", "value", "moves", "best", "path"] {
        assert!(names.iter().any(|name| name == file), "{file}");
    }
    assert!(matches!(walker.find("result"), Err(Refusal::Missing)));
    assert_eq!((walker.text("path"), walker.text("66t0/9Bl3/path")), ("\n".into(), "66t0/9Bl3\n".into()));
}

#[test]
fn the_best_move_comes_first_and_its_worth_is_what_its_directory_tells() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    let moves = walker.text("66t0/moves");
    let worths: Vec<(&str, i32)> = moves
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, worth)| (name, worth.parse().unwrap()))
        .collect();
    assert_eq!(worths.len(), walker.names("66t0").len() - 7);
    assert!(worths.is_sorted_by_key(|(_, worth)| -worth));
    assert_eq!(walker.text("66t0/best"), format!("{}\n", worths[0].0));
    for (name, worth) in worths.iter().step_by(40) {
        assert_eq!(walker.text(&format!("66t0/{name}/value")), format!("{}\n", -worth));
    }
}

#[test]
fn what_is_not_listed_opens_by_name() {
    let walker = Walker::new(compatible(), TreeOptions { compatible: true, ..TreeOptions::default() });
    assert!(!walker.names("").contains(&"55a0".to_owned()));
    assert_eq!(walker.text("55a0/score"), "1\n0\n");
    // Other ways to write a move, each a directory of its own.
    assert_eq!(walker.text("66T0/8aJ2/value"), walker.text("66t0/8Aj2/value"));
    assert_ne!(walker.find("66T0").unwrap().ino, walker.find("66t0").unwrap().ino);
    assert_eq!(walker.text("66T0/8aJ2/path"), "66T0/8aJ2\n");
    assert_eq!(
        walker.text("66t0/best"),
        walker.text("66t0/moves").split_once(' ').unwrap().0.to_owned() + "\n"
    );
}

#[test]
fn what_is_not_there_is_missing() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    for path in ["11a0", "66v0", "nothing", ".git", "66t0/66t0", "----", "66t0/nothing", "caf\u{e9}"] {
        assert!(matches!(walker.find(path), Err(Refusal::Missing)), "{path}");
    }
    assert!(matches!(walker.find(&"x".repeat(256)), Err(Refusal::NameTooLong)));
    assert!(matches!(walker.find(&"x".repeat(255)), Err(Refusal::Missing)));
    assert!(matches!(walker.find("value/x"), Err(Refusal::NotADirectory)));
    let odd = std::os::unix::ffi::OsStrExt::from_bytes(b"66t\xff");
    assert!(matches!(walker.tree.lookup(ROOT, odd), Err(Refusal::Missing)));
    let directory = walker.find("66t0").unwrap().ino;
    assert!(matches!(walker.tree.read(directory, 0, 1), Err(Refusal::IsADirectory)));
    assert!(matches!(walker.tree.node(1 << 40), Err(Refusal::Stale)));
}

#[test]
fn sizes_are_exact_and_files_are_read_in_parts() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    for name in
        walker.names("66t0").into_iter().filter(|name| name.len() != 4 || name == "best" || name == "path")
    {
        let node = walker.find(&format!("66t0/{name}")).unwrap();
        let whole = walker.tree.read(node.ino, 0, u32::MAX).unwrap();
        assert_eq!(node.kind, Kind::File { size: whole.len() as u64 }, "{name}");
        let parts: Vec<u8> = (0..whole.len() as u64)
            .step_by(3)
            .flat_map(|offset| walker.tree.read(node.ino, offset, 3).unwrap())
            .collect();
        assert_eq!(parts, whole);
        assert_eq!(walker.tree.read(node.ino, whole.len() as u64, 1).unwrap(), b"");
        assert_eq!(walker.tree.read(node.ino, u64::MAX, 1).unwrap(), b"");
    }
}

#[test]
fn a_listing_goes_on_where_it_stopped() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    let whole = walker.entries(1, usize::MAX);
    assert_eq!(whole.len(), 2 + 7 + 414);
    for room in [1, 2, 9, 200] {
        assert_eq!(walker.entries(1, room), whole, "{room}");
    }
    assert_eq!((whole[0].0.as_str(), whole[1].0.as_str(), whole[0].1, whole[1].1), (".", "..", 1, 1));
    for (name, ino) in &whole[2..] {
        assert_eq!(walker.find(name).unwrap().ino, *ino, "{name}");
    }
    let child = walker.find("66t0").unwrap().ino;
    let grandchild = walker.find("66t0/8Aj2").unwrap().ino;
    let dots: Vec<_> = walker.entries(grandchild, 5).into_iter().take(2).collect();
    assert_eq!(dots, [(".".to_owned(), grandchild), ("..".to_owned(), child)]);
}

#[test]
fn numbers_are_the_same_in_the_next_mount_and_differ_from_each_other() {
    let numbers = || {
        let walker = Walker::new(blokus(), TreeOptions::default());
        let mut numbers = walker.entries(1, usize::MAX);
        for first in ["66t0", "54e0", "55a0"] {
            let directory = walker.find(first).unwrap().ino;
            numbers.extend(walker.entries(directory, usize::MAX).into_iter().skip(2));
        }
        numbers
    };
    let first = numbers();
    assert_eq!(first, numbers());
    let distinct: HashSet<_> = first.iter().skip(1).map(|(_, ino)| ino).collect();
    assert_eq!(distinct.len(), first.len() - 1);
}

#[test]
fn what_the_kernel_forgets_leaves_nothing_behind() {
    let walker = Walker::new(compatible(), TreeOptions::default());
    let of_root = walker.looked_up(1, usize::MAX);
    let mut held: Vec<u64> = of_root.iter().map(|(_, ino)| *ino).collect();
    for (name, ino) in &of_root {
        if name.len() == 4 && !["best", "path"].contains(&name.as_str()) {
            held.extend(walker.looked_up(*ino, 50).into_iter().map(|(_, ino)| ino));
        }
    }
    assert_eq!(held.len(), 315 + 99_225 + 316 * 7);
    // A record a directory, not one an entry.
    assert_eq!(walker.tree.records(), 316);
    let place = walker.find("66t0").unwrap().ino;
    for ino in held {
        walker.tree.forget(ino, 1);
    }
    assert_eq!(walker.tree.records(), 1);
    // To list is not to look up.
    assert_eq!(walker.names("66t0").len(), 315 + 7);
    walker.tree.forget(place, 2);
}

#[test]
fn a_crowded_tree_names_what_should_go() {
    let walker = Walker::new(blokus(), TreeOptions { records: 40, ..TreeOptions::default() });
    let of_root = walker.looked_up(ROOT, usize::MAX).split_off(7);
    let mut held = HashSet::new();
    for (_, ino) in &of_root[..40] {
        assert!(!walker.tree.is_crowded());
        held.extend(walker.looked_up(*ino, 50).into_iter().map(|(_, ino)| ino));
    }
    assert!(walker.tree.is_crowded() && walker.tree.records() == 41);
    let shed = walker.tree.shed(|numbers| {
        for ino in numbers {
            if held.remove(ino) {
                walker.tree.forget(*ino, 1);
            }
        }
        Ok::<_, Infallible>(())
    });
    // Of the eleven oldest the root stays, for its directories hold it.
    assert_eq!((shed, walker.tree.records()), (Ok(()), 31));
    // What was looked into last is still known without the way there.
    assert!(walker.tree.node(*held.iter().next().unwrap()).is_ok());
    assert_eq!(walker.tree.shed(|_| Err(())), Err(()));
}

#[test]
fn past_the_budget_nothing_is_listed_but_names_open() {
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let heard = warnings.clone();
    let limits = TreeOptions { listings: 3, ..TreeOptions::default() };
    let tree = Tree::new(blokus(), limits, move |text| heard.lock().unwrap().push(text.to_owned())).unwrap();
    let walker = Walker { tree };
    let directory = walker.find("66t0").unwrap().ino;
    for _ in 0..3 {
        // However many parts a listing comes in, it is one.
        assert!(walker.tree.list(directory, 0, |_| true).is_ok());
        assert!(walker.tree.list(directory, 5, |_| true).is_ok());
    }
    for _ in 0..2 {
        assert!(matches!(walker.tree.list(directory, 0, |_| true), Err(Refusal::Spent)));
    }
    assert_eq!(walker.text("66t0/8Aj2/value"), "7\n");
    let warnings = warnings.lock().unwrap();
    assert!(warnings.len() == 1 && warnings[0].starts_with("3 directories have been listed"), "{warnings:?}");
}

#[test]
fn listings_end_at_the_depth_asked_for() {
    let walker = Walker::new(blokus(), TreeOptions { depth: Some(1), ..TreeOptions::default() });
    assert_eq!(walker.names("").len(), 414 + 7);
    assert_eq!(walker.names("66t0").len(), 7);
    assert_eq!(walker.text("66t0/8Aj2/value"), "7\n");
    let walker = Walker::new(blokus(), TreeOptions { depth: Some(0), ..TreeOptions::default() });
    assert_eq!(walker.names("").len(), 7);
}

/// Plays by listings alone, always on with the last name listed.
#[test]
fn a_whole_game_can_be_walked() {
    let walker = Walker::new(blokus(), TreeOptions::default());
    let (mut path, mut plies) = (String::new(), 0);
    while let Some(name) =
        walker.names(&path).into_iter().rfind(|name| name.len() == 4 && name != "best" && name != "path")
    {
        path = join(&path, &name);
        plies += 1;
    }
    assert!((20..=42).contains(&plies), "{plies}");
    let score: Vec<u32> =
        walker.text(&join(&path, "score")).lines().map(|line| line.parse().unwrap()).collect();
    let winner = match score[0].cmp(&score[1]) {
        std::cmp::Ordering::Less => "second",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Greater => "first",
    };
    assert_eq!(walker.text(&join(&path, "result")), format!("{winner}\n"));
    assert_eq!(walker.text(&join(&path, "moves")), "");
    assert!(matches!(walker.find(&join(&path, "best")), Err(Refusal::Missing)));
    let end = walker.find(&path).unwrap().ino;
    let value = walker.text(&join(&path, "value")).trim().to_owned();
    assert_eq!(walker.tree.attributes(end).unwrap(), ["user.value", "user.result"]);
    let attribute = |ino, name| walker.tree.attribute(ino, OsStr::new(name));
    assert_eq!(
        (attribute(end, "user.value").unwrap(), attribute(end, "user.result").unwrap()),
        (value, winner.into())
    );
    assert_eq!(walker.tree.attributes(ROOT).unwrap(), ["user.value"]);
    assert_eq!(attribute(ROOT, "user.value").unwrap(), "0");
    let file = walker.find("value").unwrap().ino;
    for (ino, name) in [(ROOT, "user.result"), (ROOT, "user.x"), (file, "user.value")] {
        assert!(matches!(attribute(ino, name), Err(Refusal::Missing)), "{name}");
    }
    assert!(walker.tree.attributes(file).unwrap().is_empty());
}

/// Dobutsu Shogi by its rules alone.
fn dobutsu() -> Box<dyn Explore> {
    Box::new(Explorer { game: Shogi::dobutsu(Ending::Capture), probe: Unknown })
}

#[test]
fn a_game_that_nobody_judges_has_no_values_but_results() {
    let walker = Walker::new(dobutsu(), TreeOptions::default());
    let mut names = walker.names("");
    names.retain(|name| name.len() > 4 || name == "path");
    assert_eq!(names, ["board", "moves", "path"]);
    assert!(walker.tree.attributes(ROOT).unwrap().is_empty());
    assert!(walker.text("moves").lines().all(|line| line.ends_with(" ?")), "{}", walker.text("moves"));
    // The chick takes the chick that stands before the lion, and the second player looks away.
    for path in ["2c2b/3a3b", "2c2b/3a3b/2b2a"] {
        if let Ok(node) = walker.find(&format!("{path}/result")) {
            assert_eq!(walker.tree.read(node.ino, 0, 99).unwrap(), b"first\n");
            assert_eq!(walker.text(&format!("{path}/moves")), "");
            assert!(["win 1\n", "loss 0\n"].contains(&walker.text(&format!("{path}/value")).as_str()));
            return;
        }
    }
    panic!("the game did not end");
}

#[test]
fn a_game_without_end_ends_where_paths_do() {
    let walker = Walker::new(dobutsu(), TreeOptions::default());
    // The giraffes step out and back again.
    let steps = ["1d1c", "3a3b", "1c1d", "3b3a"];
    let (mut directory, mut path) = (ROOT, Vec::new());
    for step in steps.into_iter().cycle() {
        let Ok(node) = walker.tree.lookup(directory, OsStr::new(step)) else { break };
        directory = node.ino;
        path.push(step);
    }
    assert_eq!(path.len(), 4096);
    let file = walker.tree.lookup(directory, OsStr::new("path")).unwrap().ino;
    let text = walker.tree.read(file, 0, u32::MAX).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), path.join("/") + "\n");
    for name in ["1d1c", "nothing"] {
        assert!(matches!(walker.tree.lookup(directory, OsStr::new(name)), Err(Refusal::NameTooLong)));
    }
    let listed = walker.entries(directory, usize::MAX);
    assert_eq!(
        listed.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        [".", "..", "board", "moves", "path"]
    );
    // A record a directory, though only one move of each was looked at.
    assert_eq!(walker.tree.records(), 4096 + 1);
}

/// Someone who knows that every position is won in three plies.
struct Three;

impl Probe<SmallShogi> for Three {
    fn probe(&self, _: &SmallShogi, _: &Position<SmallBoard>) -> Result<Option<Value>, ProbeError> {
        Ok(Some(Value::Win(3)))
    }
}

#[test]
fn solved_games_tell_values() {
    let game = Shogi::dobutsu(Ending::Capture);
    let walker = Walker::new(Box::new(Explorer { game, probe: Three }), TreeOptions::default());
    assert_eq!(walker.text("value"), "win 3\n");
    assert!(walker.text("moves").lines().all(|line| line.ends_with(" loss 4")));
    assert_eq!(walker.tree.attribute(ROOT, OsStr::new("user.value")).unwrap(), "win 3");
}

/// Someone whose file is damaged, though not at the start.
struct Damaged;

impl Probe<Blokus> for Damaged {
    fn probe(&self, _: &Blokus, pos: &Node) -> Result<Option<Value>, ProbeError> {
        if pos.path.moves().is_empty() { Ok(None) } else { Err(ProbeError::new("damaged", std::fmt::Error)) }
    }

    fn estimate(&self, game: &Blokus, pos: &Node) -> Option<i32> {
        BlokusFsEvaluation.estimate(game, pos)
    }
}

#[test]
fn a_source_that_fails_is_told_once_and_never_guessed() {
    let warnings = Arc::new(Mutex::new(0));
    let heard = warnings.clone();
    let explore = Box::new(Explorer { game: Blokus::default(), probe: Damaged });
    let walker = Walker {
        tree: Tree::new(explore, TreeOptions::default(), move |_| *heard.lock().unwrap() += 1).unwrap(),
    };
    assert!(matches!(walker.find("66t0/value"), Err(Refusal::Game(_))));
    assert!(matches!(walker.find("moves"), Err(Refusal::Game(_))));
    assert_eq!((walker.text("value"), walker.names("66t0").len()), ("0\n".into(), 7 + 414));
    assert_eq!(*warnings.lock().unwrap(), 1);
}

#[test]
fn threads_find_the_same_tree() {
    let walker = Walker::new(compatible(), TreeOptions { compatible: true, ..TreeOptions::default() });
    let names: Vec<_> = walker.names("").into_iter().filter(|name| name.len() == 4).collect();
    let expected: Vec<_> = names.iter().map(|name| walker.text(&format!("{name}/value"))).collect();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (walker, names, expected) = (&walker, &names, &expected);
            scope.spawn(move || {
                for i in 0..names.len() {
                    let i = (i * 7 + thread * 31) % names.len();
                    let node = walker.find(&format!("{}/value", names[i])).unwrap();
                    let text = walker.tree.read(node.ino, 0, 99).unwrap();
                    assert_eq!(text, expected[i].as_bytes());
                    walker.tree.forget(node.ino, 1);
                }
            });
        }
    });
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}
