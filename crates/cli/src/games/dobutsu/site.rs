//! The files by which a browser looks up any position of a game on a small board, without a server that
//! computes: rules and numbering in JavaScript (`site/`), and a table that they can read.
//!
//! The table file of the program is a third as long, but its reader needs the contexts of the coder. Here the
//! values of so many nodes are a page, one byte a node or two bits, packed by deflate, which every browser
//! has; `table.dir` says where each page begins, so that a look-up is a request for some kilobytes of
//! `table.bin`. All of that lies in a directory whose name is a digest of it: a browser that has kept a
//! part of an older site does not put it together with parts of a newer one. The tests hold the JavaScript
//! against the program.

use crate::{
    failure::Failure,
    file::{failed, save},
    game::Solved,
    games::solver::{self, counted},
    progress::Progress,
    threads::cores,
};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::{fs, path::Path};
use yomikiri_core::{Gap, Graph, Language, Value};
use yomikiri_shogi::{
    DenseGraph, Kind, SmallShogi, Variant,
    variant::{Face, PieceRule},
};
use yomikiri_solve::ReadOut;
use yomikiri_web::{Census, digest, style_name};

/// Nodes of a page.
const PAGE: usize = 1 << 14;

/// How hard deflate tries: 1 to 10.
const EFFORT: u8 = 6;

/// The page, which names the style and the directory of the digest.
const PAGE_OF_PROBES: &str = include_str!("site/probe.html");

/// The other files that are the same for all games.
const FILES: [(&str, &str); 4] = [
    ("page.js", include_str!("site/page.js")),
    ("probe.js", include_str!("site/probe.js")),
    ("numbering.js", include_str!("site/numbering.js")),
    ("rules.js", include_str!("site/rules.js")),
];

/// Reads a game out and writes its files into a directory that is there.
pub fn write(
    game: SmallShogi,
    dir: &Path,
    results_only: bool,
    progress: &Progress,
) -> Result<ReadOut<SmallShogi, DenseGraph>, Failure> {
    let read_out = solver::study(game, cores(), progress)?;
    let (game, graph, solution) = read_out.parts();
    let nodes = graph.interior() as usize;
    let pages = nodes.div_ceil(PAGE);
    progress.phase("write", pages as u64);
    let packed: Vec<Vec<u8>> = (0..pages)
        .into_par_iter()
        .map(|page| {
            let range = page * PAGE..((page + 1) * PAGE).min(nodes);
            let values = range.map(|node| solution.value(node as u32));
            let bytes: Vec<u8> = if results_only { results(values) } else { values.map(distance).collect() };
            progress.advance(1);
            miniz_oxide::deflate::compress_to_vec(&bytes, EFFORT)
        })
        .collect();
    let mut starts = vec![0u32];
    for page in &packed {
        starts.push(starts[starts.len() - 1] + page.len() as u32);
    }
    let starts: Vec<u8> = starts.into_iter().flat_map(u32::to_le_bytes).collect();
    let description = description(game, nodes, results_only).to_string();
    let mut files =
        vec![("table.bin", packed.concat()), ("table.dir", starts), ("game.json", description.into_bytes())];
    files.extend(FILES.map(|(name, text)| (name, text.as_bytes().to_vec())));
    let digests: Vec<String> = files.iter().map(|(_, bytes)| digest(bytes)).collect();
    let digest = digest(digests.concat().as_bytes());
    let own = dir.join(&digest);
    fs::create_dir(&own).map_err(|error| failed("DIR", &own, &error))?;
    for (name, bytes) in files {
        save("DIR", &own.join(name), &bytes)?;
    }
    let page = PAGE_OF_PROBES.replace("STYLE", style_name()).replace("DIGEST", &digest);
    save("DIR", &dir.join("probe.html"), page.as_bytes())?;
    Ok(read_out)
}

/// How many positions of a game that has been read out have each value.
pub fn census(read_out: &ReadOut<SmallShogi, DenseGraph>) -> Census {
    let Solved { start, win, draw, loss, by_plies, .. } = counted(read_out.parts().0, &read_out.tally());
    Census { start, win, draw, loss, by_plies }
}

/// A value in a byte: 0 where the node is not reached, 1 for a draw, else the plies and 2: odd for a win,
/// even for a loss.
fn distance(value: Option<Value>) -> u8 {
    match value {
        None => 0,
        Some(Value::Draw) => 1,
        Some(Value::Win(plies) | Value::Loss(plies)) => {
            u8::try_from(plies + 2).expect("no win on a small board takes so long")
        }
    }
}

/// Results of four nodes a byte, the first in the lowest bits: not reached, draw, win, loss.
fn results(values: impl Iterator<Item = Option<Value>>) -> Vec<u8> {
    let mut bytes = vec![0; PAGE / 4];
    for (at, value) in values.enumerate() {
        let result = match value {
            None => 0,
            Some(Value::Draw) => 1,
            Some(Value::Win(_)) => 2,
            Some(Value::Loss(_)) => 3,
        };
        bytes[at / 4] |= result << (2 * (at % 4));
    }
    bytes
}

/// What the JavaScript has to know of a game.
fn description(game: &SmallShogi, nodes: usize, results_only: bool) -> Json {
    let variant = game.variant();
    let face = |face: &Face| {
        let japanese = Gap::from(face.piece_name()).in_language(Language::Japanese);
        json!({ "letter": face.letter, "name": face.name, "japanese": japanese, "steps": face.steps })
    };
    // Also those that the variant does without, so that a kind is a place in the list.
    let piece = |rule: &PieceRule| {
        let mut piece = face(&rule.face);
        piece["promoted"] = rule.promoted.as_ref().map_or(Json::Null, face);
        piece
    };
    json!({
        "name_of_game": variant.name,
        "files": variant.board.files,
        "ranks": variant.board.ranks,
        "start": variant.start,
        "promotion_ranks": variant.promotion_ranks,
        "try_ranks": variant.try_ranks,
        "pieces": variant.pieces.iter().map(piece).collect::<Vec<_>>(),
        "hand_order": variant.hand_kinds().map(Kind::place).collect::<Vec<_>>(),
        "nested": nested(variant),
        "table": { "nodes": nodes, "nodes_a_page": PAGE, "results_only": results_only },
    })
}

/// The kinds in the order in which the numbering nests them, with how many of each there are.
fn nested(variant: &Variant) -> Vec<Json> {
    let of = |kind: Kind| json!({ "kind": kind.place(), "count": variant.pieces[kind.place()].count });
    [Kind::CHICK, Kind::ELEPHANT, Kind::GIRAFFE].map(of).into()
}
