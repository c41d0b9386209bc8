//! How likely each move is to be the one to make, before anything has been tried: by the odds of winning that a glance at
//! the position after it gives.

use crate::judge::Outlook;
use yomikiri_blokus::{Arena, Move};

/// Appends the placements of the side to move, each with the odds to the power of `sharpness` as its weight.
pub fn moves(pos: &Arena, sharpness: f32, out: &mut Vec<(Move, f32)>) {
    let mut placements = Vec::with_capacity(512);
    pos.fields[pos.side.index()].placements(&mut placements);
    let outlook = Outlook::new(pos);
    out.extend(placements.into_iter().map(|mv| (mv, (sharpness * outlook.after(mv)).exp())));
}
