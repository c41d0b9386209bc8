//! The files by which a browser looks up any position of a game on a small board, without a server that
//! computes: a table that it can read, and the rules and the numbering of the program as WebAssembly
//! (`yomikiri-site-probe`), with the JavaScript that fetches and draws (`site/`).
//!
//! Pages of the table are packed by deflate, which every browser has; `table.dir` says where each page
//! begins, so that a look-up is a request for some kilobytes of `table.bin`. The module is packed alike. All
//! of that lies in a directory whose name is a digest of it: a browser that has kept a part of an older site
//! does not put it together with parts of a newer one. The tests hold what the browser knows against the
//! program.

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
use yomikiri_core::{Gap, Graph, Language};
use yomikiri_shogi::{DenseGraph, Kind, SmallShogi};
use yomikiri_site_probe::{PAGE, Packing};
use yomikiri_solve::ReadOut;
use yomikiri_web::{Census, digest, style_name};

/// How hard deflate tries: 1 to 10.
const EFFORT: u8 = 6;

/// The page, which names the style and the directory of the digest.
const PAGE_OF_PROBES: &str = include_str!("site/probe.html");

/// The other files that are the same for all games. The module is made by `cargo xtask wasm`, and packed.
const FILES: [(&str, &[u8]); 3] = [
    ("page.js", include_bytes!("site/page.js")),
    ("probe.js", include_bytes!("site/probe.js")),
    ("probe.wasm.deflate", include_bytes!("site/probe.wasm.deflate")),
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
    let packing = if results_only { Packing::Results } else { Packing::Distances };
    let nodes = graph.interior() as usize;
    let pages = nodes.div_ceil(PAGE);
    progress.phase("write", pages as u64);
    let packed: Vec<Vec<u8>> = (0..pages)
        .into_par_iter()
        .map(|page| {
            let range = page * PAGE..((page + 1) * PAGE).min(nodes);
            let bytes = packing.page(range.map(|node| solution.value(node as u32)));
            progress.advance(1);
            miniz_oxide::deflate::compress_to_vec(&bytes, EFFORT)
        })
        .collect();
    let mut starts = vec![0u32];
    for page in &packed {
        starts.push(starts[starts.len() - 1] + page.len() as u32);
    }
    let starts: Vec<u8> = starts.into_iter().flat_map(u32::to_le_bytes).collect();
    let description = description(game, packing, nodes as u32).to_string();
    let mut files =
        vec![("table.bin", packed.concat()), ("table.dir", starts), ("game.json", description.into_bytes())];
    files.extend(FILES.map(|(name, bytes)| (name, bytes.to_vec())));
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

/// What the page has to know of a game: for the module its rules, for drawing the board and the faces of the
/// pieces by their letters.
fn description(game: &SmallShogi, packing: Packing, nodes: u32) -> Json {
    let variant = game.variant();
    let face = |kind: Kind| {
        let face = variant.face(kind)?;
        let japanese = Gap::from(face.piece_name()).in_language(Language::Japanese);
        let (letter, name, steps, promoted) = (face.letter, face.name, face.steps, kind.is_promoted());
        let face = json!({ "name": name, "japanese": japanese, "steps": steps, "promoted": promoted });
        Some((letter.to_owned(), face))
    };
    json!({
        "name": variant.name,
        "files": variant.board.files,
        "ranks": variant.board.ranks,
        "faces": variant.kinds().filter_map(face).collect::<serde_json::Map<_, _>>(),
        "rules": yomikiri_site_probe::write(game, packing, nodes),
    })
}
