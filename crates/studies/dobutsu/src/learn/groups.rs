//! The preconditioner of a fit: how the weights of one lion, or of two, depend on each other.
//!
//! All features of a position under one lion are pairs of the same ten atoms, and hands always add up to
//! something: the second derivative is far from diagonal, and with its diagonal alone conjugate gradients
//! took more than a thousand products. So the weights of each lion (KPP, KPM, KMM: about 3,300 that take
//! part) and those of each pair of lions (KKP, KKM, KKMM: about 230) are a block, found from a sample of the
//! positions: a position adds the curvature of its loss to each pair of its features of the group, a thousand
//! of them. What is left to the conjugate gradients is how the groups share what all can say.
//!
//! Memory: a number of 4 bytes for each two weights of a group, 0.6 GB.

use super::atoms::ATOMS;
use super::fit::Term;
use super::rows::{Positions, Unit};
use super::tables::Tables;
use rayon::prelude::*;
use yomikiri_learn::Block;

/// How many positions the blocks are found from.
const SAMPLE: u64 = 1_000_000;

/// No feature of the group.
const NONE: u16 = u16::MAX;

/// For a block of the index: the place in the group of the feature of each pair of atoms.
type Places = Vec<u16>;

/// The blocks of the second derivative, from every so many-th position. `terms` are the weights of each
/// block's pairs of atoms, `curvatures` those of the positions, or empty where all are 1.
pub fn blocks(
    positions: &Positions,
    tables: &Tables,
    terms: &[Vec<Term>],
    curvatures: &[Vec<f32>],
) -> Vec<Block> {
    let stride = (positions.len() / SAMPLE).max(1) as usize;
    let groups = (0..tables.groups()).into_par_iter().filter_map(|group| {
        let (weights, places) = members(tables, terms, group);
        if weights.is_empty() {
            return None;
        }
        let size = weights.len();
        let mut matrix = vec![0.0f32; size * size];
        for (unit, curvatures) in positions.units.iter().zip(curvatures) {
            if let Some(places) = &places[unit.block] {
                gather(positions, unit, curvatures, stride, places, &mut matrix, size);
            }
        }
        Some(Block { weights, matrix })
    });
    groups.collect()
}

/// The weights of a group that take part, and by block of the index where their features are.
fn members(tables: &Tables, terms: &[Vec<Term>], group: usize) -> (Vec<u32>, Vec<Option<Places>>) {
    let own = |terms: &[Term]| -> Vec<Term> {
        terms.iter().filter(|term| tables.group(term.weight as usize) == group).copied().collect()
    };
    let terms: Vec<Vec<Term>> = terms.iter().map(|terms| own(terms)).collect();
    let mut weights: Vec<u32> = terms.iter().flatten().map(|term| term.weight).collect();
    weights.sort_unstable();
    weights.dedup();
    let places = terms.iter().map(|terms| {
        let mut places = vec![NONE; ATOMS * ATOMS];
        for term in terms {
            let place = weights.binary_search(&term.weight).expect("it is among all weights");
            let (a, b) = (usize::from(term.a), usize::from(term.b));
            places[a * ATOMS + b] = place as u16;
            places[b * ATOMS + a] = place as u16;
        }
        (!terms.is_empty()).then_some(places)
    });
    let places = places.collect();
    (weights, places)
}

/// Adds the curvature of each position to all pairs of its features.
fn gather(
    positions: &Positions,
    unit: &Unit,
    curvatures: &[f32],
    stride: usize,
    places: &[u16],
    matrix: &mut [f32],
    size: usize,
) {
    let block = &positions.atoms[unit.block];
    let (mut first, mut next) = (0, 0);
    let (mut atoms, mut found) = (Vec::with_capacity(12), Vec::with_capacity(128));
    for row in &unit.rows {
        let end = first + row.len();
        while next < end {
            let curvature = curvatures.get(next).copied().unwrap_or(1.0) * stride as f32;
            atoms.clear();
            found.clear();
            atoms.extend(block.position(*row, unit.codes[next]));
            next += stride;
            for (i, &a) in atoms.iter().enumerate() {
                let with = atoms[i..].iter().map(|&b| places[a * ATOMS + b]);
                found.extend(with.filter(|&place| place != NONE).map(usize::from));
            }
            // Ascending: then every pair lies in the lower triangle.
            found.sort_unstable();
            for (i, &high) in found.iter().enumerate() {
                let row = &mut matrix[high * size..][..size];
                for &low in &found[..i] {
                    // A feature that holds twice (a mirror image within the position) meets itself four
                    // times.
                    row[low] += if low == high { 2.0 * curvature } else { curvature };
                }
                row[high] += curvature;
            }
        }
        first = end;
    }
}
