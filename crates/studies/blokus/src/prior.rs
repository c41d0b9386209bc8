//! How likely each move is to be the one to make, before anything has been tried.

use crate::features::{FEATURES, Scene};
use yomikiri_blokus::{Arena, Move};

/// The weights of the features.
const WEIGHTS: [f32; FEATURES] = {
    let mut weights = [0.0; FEATURES];
    let mut piece = 0;
    while piece < 21 {
        weights[piece] = if piece >= 9 {
            0.0
        } else if piece >= 4 {
            -2.0
        } else {
            -4.0
        };
        piece += 1;
    }
    let local = [0.8, 0.2, 0.1, 0.3, 0.0, -0.1, 0.1, 0.05];
    let mut i = 0;
    while i < local.len() {
        weights[21 + i] = local[i];
        i += 1;
    }
    weights
};

/// Appends the placements of the side to move with their weights.
pub fn moves(pos: &Arena, out: &mut Vec<(Move, f32)>) {
    let [own, other] = [pos.side, pos.side.other()].map(|side| &pos.fields[side.index()]);
    let mut placements = Vec::with_capacity(512);
    own.placements(&mut placements);
    let scene = Scene::new(own, other);
    out.extend(placements.into_iter().map(|mv| (mv, scene.features(mv).sum(&WEIGHTS).exp())));
}
