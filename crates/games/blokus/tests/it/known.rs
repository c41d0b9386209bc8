//! The nodes and listings that BlokusFS shows (`data/known/blokusfs_*`), byte for byte.

use serde_json::Value as Json;
use std::{fs, path::PathBuf};
use yomikiri_blokus::{Blokus, Openings, code, evaluate};
use yomikiri_core::{Canonical, Game, Notation, play::NoProgress};

fn known(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../data/known").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn listing(game: Blokus, path: &str) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&game.parse_pos(path).unwrap(), &mut moves);
    let mut names: Vec<_> = moves.into_iter().map(code::write).collect();
    names.sort_unstable();
    names
}

const COMPATIBLE: Blokus = Blokus { scoring: yomikiri_blokus::Scoring::Squares, openings: Openings::Fives };

#[test]
fn nodes_are_as_blokusfs_shows_them() {
    let nodes: Vec<Json> = serde_json::from_str(&known("blokusfs_nodes.json")).unwrap();
    assert_eq!(nodes.len(), 30);
    for node in nodes {
        let path = node["path"].as_str().unwrap();
        let pos = COMPATIBLE.parse_pos(path).unwrap();
        assert_eq!(COMPATIBLE.show_pos(&pos), path);
        for panel in COMPATIBLE.panels(&pos) {
            assert_eq!(panel.text, node[panel.name].as_str().unwrap(), "{path}/{}", panel.name);
        }
        assert_eq!(i64::from(evaluate(&pos.position)), node["value"].as_i64().unwrap(), "{path}");
        let mut children: Vec<_> =
            node["children"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        children.sort_unstable();
        assert_eq!(listing(COMPATIBLE, path), children, "{path}");
    }
}

#[test]
fn listings_are_as_blokusfs_shows_them() {
    for (path, file) in [("", "blokusfs_root.ls"), ("66t0", "blokusfs_66t0.ls")] {
        let files = ["board", "piece", "score", "value"].map(String::from);
        let names: Vec<_> = listing(COMPATIBLE, path).into_iter().chain(files).collect();
        assert_eq!(names, known(file).lines().collect::<Vec<_>>(), "{path}");
    }
}

/// 212 first moves up to the mirror, 10 of them their own images; of those with five squares 160 and 5.
#[test]
fn first_moves_up_to_the_mirror() {
    for (game, classes, symmetric) in [(Blokus::default(), 212, 10), (COMPATIBLE, 160, 5)] {
        let start = game.start();
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        let nodes = moves.iter().map(|&mv| game.play(&start, mv));
        let own = nodes.clone().filter(|node| node.mirrored() == *node).count();
        let classes_found: std::collections::HashSet<_> = nodes.map(|node| game.canonical(&node)).collect();
        assert_eq!((classes_found.len(), own), (classes, symmetric));
    }
}

#[test]
fn the_laws_hold() {
    for game in [Blokus::default(), COMPATIBLE] {
        let broken: Vec<_> = game.laws(2_000, &NoProgress).into_iter().filter(|law| !law.ok).collect();
        assert!(broken.is_empty(), "{broken:?}");
    }
}
