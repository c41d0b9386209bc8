//! Positions to learn from, by rows of the dense index.
//!
//! Within a row only the inner kind varies, so a position is a byte, its code; the row says how many of its
//! positions are won, drawn and lost, in this order. All 99,485,568 take 120 MB, where lists of their
//! features would take 80 GB.
//!
//! They lie in *units*, some outer codes of one block each: the pieces of work that the threads share. What
//! is summed up is summed up by unit and then over the units in order, so that the result does not depend on
//! the number of threads.

use super::atoms::{ATOMS, Atom, KINDS};
use super::identities::told;
use rayon::prelude::*;
use std::ops::Range;
use yomikiri_core::{Value, Wdl, splitmix};
use yomikiri_shogi::{DenseGraph, Nest, Side, Square};
use yomikiri_solve::Solution;

/// The atoms of a code: at most two pieces on the board, two hands.
#[derive(Clone, Copy, Debug, Default)]
pub struct CodeAtoms {
    atoms: [u8; 4],
    count: u8,
}

impl CodeAtoms {
    /// The atoms' indices.
    #[inline(always)]
    pub fn get(&self) -> &[u8] {
        &self.atoms[..usize::from(self.count).min(4)]
    }

    fn push(&mut self, atom: Atom) {
        self.atoms[usize::from(self.count)] = atom.0;
        self.count += 1;
    }
}

/// The atoms of all codes in a block, by kind: outer, middle, inner.
#[derive(Debug)]
pub struct BlockAtoms(pub [Vec<CodeAtoms>; 3]);

impl BlockAtoms {
    /// The atoms of a position of a row, by its inner code.
    pub fn position(&self, row: Row, inner: u8) -> impl Iterator<Item = usize> {
        let codes = [usize::from(row.outer), usize::from(row.middle), usize::from(inner)];
        codes
            .into_iter()
            .zip(&self.0)
            .flat_map(|(code, kind)| kind[code].get().iter().copied().map(usize::from))
    }

    /// Of a block of a graph.
    pub fn new(graph: &DenseGraph, block: usize) -> Self {
        let of = |nest, hand_of: usize| {
            let codes = 0..graph.code_count(nest) as u16;
            let atoms = codes.map(|code| {
                let mut atoms = CodeAtoms::default();
                let mut hands = [0; 2];
                for (piece, square) in graph.pieces(block, nest, code) {
                    match square {
                        Some(square) => atoms.push(Atom::board(piece, square)),
                        None => hands[piece.side.index()] += 1,
                    }
                }
                for side in [Side::First, Side::Second] {
                    atoms.push(Atom::hand(KINDS[hand_of], side, hands[side.index()]));
                }
                atoms
            });
            atoms.collect()
        };
        // The index nests the chicks outermost, the giraffes innermost.
        Self([of(Nest::Outer, 2), of(Nest::Middle, 0), of(Nest::Inner, 1)])
    }
}

/// A row: its codes, and how many of its positions are won, drawn, lost.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Code of the outer kind.
    pub outer: u16,
    /// Code of the middle kind.
    pub middle: u8,
    /// Won, drawn, lost.
    pub results: [u8; 3],
}

impl Row {
    /// Number of positions.
    #[expect(clippy::len_without_is_empty, reason = "no row is empty")]
    pub fn len(self) -> usize {
        self.results.iter().copied().map(usize::from).sum()
    }
}

/// The positions of some outer codes of a block.
#[derive(Debug)]
pub struct Unit {
    /// The block.
    pub block: usize,
    /// The rows, by outer and then by middle code.
    pub rows: Vec<Row>,
    /// The inner codes of all rows.
    pub codes: Vec<u8>,
}

/// Outer codes of a unit: four units a block in the full game.
const OUTERS: usize = 201;

/// All positions in pieces of work: a block, and so many outer codes of it.
pub fn runs(graph: &DenseGraph, outers: usize) -> Vec<(usize, Range<usize>)> {
    let all = graph.code_count(Nest::Outer);
    let of_block = |block| (0..all).step_by(outers).map(move |from| (block, from..all.min(from + outers)));
    (0..DenseGraph::BLOCKS).flat_map(of_block).collect()
}

/// Shares of a win: won, drawn, lost.
pub const TARGETS: [f64; 3] = [1.0, 0.5, 0.0];

/// Positions with their results.
#[derive(Debug)]
pub struct Positions {
    /// The squares of the lions, by block.
    pub lions: Vec<[Square; 2]>,
    /// What codes mean, by block.
    pub atoms: Vec<BlockAtoms>,
    /// The units.
    pub units: Vec<Unit>,
    len: u64,
}

/// Which positions to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// All.
    All,
    /// Each with this probability, by a seed.
    Sample {
        /// The probability.
        share: f64,
        /// The seed.
        seed: u64,
    },
}

impl Pick {
    /// About so many positions of a number of them; all, if there are no more.
    pub fn about(count: u64, all: u64, seed: u64) -> Self {
        if count < all { Self::Sample { share: count as f64 / all as f64, seed } } else { Self::All }
    }

    /// What an assessment leaves out: the positions that were picked, none where those are all.
    pub fn excluded(self) -> Option<Self> {
        (self != Self::All).then_some(self)
    }

    /// Whether a node is taken.
    pub fn takes(self, node: u32) -> bool {
        match self {
            Self::All => true,
            Self::Sample { share, seed } => {
                let number =
                    splitmix::mix(seed.wrapping_add(splitmix::STEP.wrapping_mul(u64::from(node) + 1)));
                ((number >> 11) as f64) < share * (1u64 << 53) as f64
            }
        }
    }
}

impl Positions {
    /// The positions of a solved game that are picked, those that the game goes on from.
    pub fn new(graph: &DenseGraph, solution: &Solution, pick: Pick) -> Self {
        let units: Vec<Unit> = runs(graph, OUTERS)
            .into_par_iter()
            .map(|(block, outers)| Unit::new(graph, solution, pick, block, outers))
            .filter(|unit| !unit.rows.is_empty())
            .collect();
        let len = units.iter().map(|unit| unit.codes.len() as u64).sum();
        Self {
            lions: (0..DenseGraph::BLOCKS).map(|block| graph.lions(block)).collect(),
            atoms: (0..DenseGraph::BLOCKS).map(|block| BlockAtoms::new(graph, block)).collect(),
            units,
            len,
        }
    }

    /// Number of positions.
    #[expect(clippy::len_without_is_empty, reason = "nothing can be learnt from none")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// How many pieces of each kind the game has.
    pub fn pieces(&self) -> [f64; KINDS.len()] {
        let mut pieces = [0.0; KINDS.len()];
        if let Some(unit) = self.units.first() {
            for atom in self.atoms[unit.block].position(unit.rows[0], unit.codes[0]) {
                let (kind, number, _) = told(Atom(atom as u8));
                pieces[kind] += number;
            }
        }
        pieces
    }

    /// How many features hold in all positions together: what a pass over lists of features would add up.
    pub fn hits(&self, tables: &super::Tables) -> u64 {
        let per_pair = |&lions: &[Square; 2]| {
            let mut count = vec![0u64; ATOMS * ATOMS];
            for (a, b) in super::tables::pairs(lions) {
                let mut hits = 0;
                tables.weights(lions, a, b, |_| hits += 1);
                count[a.index() * ATOMS + b.index()] = hits;
                count[b.index() * ATOMS + a.index()] = hits;
            }
            count
        };
        let counts: Vec<Vec<u64>> = self.lions.iter().map(per_pair).collect();
        let of_unit = |unit: &Unit| {
            let (block, counts) = (&self.atoms[unit.block], &counts[unit.block]);
            let (mut rest, mut sum, mut atoms) = (unit.codes.as_slice(), 0, Vec::new());
            for &row in &unit.rows {
                let (codes, others) = rest.split_at(row.len());
                rest = others;
                for &inner in codes {
                    atoms.clear();
                    atoms.extend(block.position(row, inner));
                    for (i, &a) in atoms.iter().enumerate() {
                        sum += atoms[i..].iter().map(|&b| counts[a * ATOMS + b]).sum::<u64>();
                    }
                }
            }
            sum
        };
        self.units.par_iter().map(of_unit).sum()
    }
}

impl Unit {
    fn new(graph: &DenseGraph, solution: &Solution, pick: Pick, block: usize, outers: Range<usize>) -> Self {
        let mut unit = Self { block, rows: Vec::new(), codes: Vec::new() };
        let mut by_result: [Vec<u8>; 3] = Default::default();
        for outer in outers {
            for row in graph.rows(block, outer as u16) {
                by_result.iter_mut().for_each(Vec::clear);
                for (node, &inner) in (row.first..).zip(row.inner) {
                    if let Some(value) = solution.value(node).filter(|_| pick.takes(node)) {
                        by_result[place(value)].push(inner);
                    }
                }
                let results = [0, 1, 2].map(|result| by_result[result].len() as u8);
                if results != [0; 3] {
                    unit.rows.push(Row { outer: outer as u16, middle: row.middle as u8, results });
                    unit.codes.extend(by_result.iter().flatten());
                }
            }
        }
        unit.rows.shrink_to_fit();
        unit.codes.shrink_to_fit();
        unit
    }
}

/// Where a result is in the order of [`TARGETS`].
pub fn place(value: Value) -> usize {
    match value.wdl() {
        Wdl::Win => 0,
        Wdl::Draw => 1,
        Wdl::Loss => 2,
    }
}
