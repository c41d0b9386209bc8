//! How well scores tell the results of all positions.

use super::fit::{Forward, InnerTables};
use super::rows::{BlockAtoms, Pick, TARGETS, place, runs};
use super::{Evaluation, atoms::ATOMS};
use rayon::prelude::*;
use yomikiri_core::Value;
use yomikiri_learn::Loss;
use yomikiri_shogi::{DenseGraph, Nest, Side};
use yomikiri_solve::Solution;

/// Bins of predicted probability.
pub const BINS: usize = 20;
/// More plies than any win takes.
pub const PLIES: usize = 192;
/// Own elephants, giraffes and chicks (hens too), on the board or in hand: 0 to 2 each.
pub const MATERIALS: usize = 27;

/// Positions, and what the score said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Won, drawn, lost.
    pub results: [u64; 3],
    /// Won ones with a score above zero, and lost ones with a score below.
    pub right: u64,
    /// The sum of the shares of a win that the scores stand for.
    pub predicted: f64,
}

impl Count {
    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The share of won and lost positions whose result the sign of the score tells.
    pub fn accuracy(&self) -> f64 {
        self.right as f64 / (self.results[0] + self.results[2]) as f64
    }

    /// The mean share of a win, as it was predicted and as it is.
    pub fn means(&self) -> (f64, f64) {
        let won: f64 = self.results.iter().zip(TARGETS).map(|(&count, target)| count as f64 * target).sum();
        let positions = self.positions() as f64;
        (self.predicted / positions, won / positions)
    }

    fn add(&mut self, result: usize, score: f64, probability: f64) {
        self.results[result] += 1;
        self.right += u64::from(result == 0 && score > 0.0 || result == 2 && score < 0.0);
        self.predicted += probability;
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &Self) {
        for (sum, count) in self.results.iter_mut().zip(other.results) {
            *sum += count;
        }
        self.right += other.right;
        self.predicted += other.predicted;
    }
}

/// How well an evaluation does, over all positions or those that were not learnt from.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// All positions.
    pub all: Count,
    /// The sum of the losses.
    pub loss: f64,
    /// By true distance in plies; the draws at 0.
    pub by_plies: Vec<Count>,
    /// By own pieces: elephants times nine, giraffes times three, chicks.
    pub by_material: Vec<Count>,
    /// By predicted probability.
    pub by_probability: Vec<Count>,
}

impl Default for Assessment {
    fn default() -> Self {
        let counts = |count| vec![Count::default(); count];
        Self {
            all: Count::default(),
            loss: 0.0,
            by_plies: counts(PLIES),
            by_material: counts(MATERIALS),
            by_probability: counts(BINS),
        }
    }
}

/// How many outer codes a thread takes at a time.
const OUTERS: usize = 101;

impl Assessment {
    /// Looks at all positions of a solved game but those that are left out.
    pub fn new(
        graph: &DenseGraph,
        solution: &Solution,
        evaluation: &Evaluation,
        without: Option<Pick>,
    ) -> Self {
        let blocks: Vec<_> = (0..DenseGraph::BLOCKS)
            .into_par_iter()
            .map(|block| {
                let (atoms, matrix) = (BlockAtoms::new(graph, block), evaluation.matrix(graph.lions(block)));
                let tables = InnerTables::new(&atoms, &matrix);
                (atoms, matrix, tables)
            })
            .collect();
        debug_assert!(blocks.iter().all(|(_, matrix, _)| matrix.len() == ATOMS * ATOMS));
        let owned = Nest::ALL.map(|nest| own(graph, nest));
        let parts: Vec<Self> = runs(graph, OUTERS)
            .into_par_iter()
            .map(|(block, outers)| {
                let (atoms, matrix, tables) = &blocks[block];
                let mut forward = Forward::new(atoms, matrix, tables);
                let mut part = Self::default();
                for outer in outers {
                    forward.open(outer as u16);
                    part.outer(graph, solution, (block, outer as u16), &forward, &owned, evaluation, without);
                }
                part
            })
            .collect();
        parts.iter().fold(Self::default(), |mut sum, part| {
            sum.merge(part);
            sum
        })
    }

    /// Looks at the positions of an outer code.
    #[expect(clippy::too_many_arguments, reason = "one loop's body, taken out to be read")]
    fn outer(
        &mut self,
        graph: &DenseGraph,
        solution: &Solution,
        (block, outer): (usize, u16),
        forward: &Forward,
        owned: &[Vec<u8>; 3],
        evaluation: &Evaluation,
        without: Option<Pick>,
    ) {
        let mut scores = [0.0; 256];
        for row in graph.rows(block, outer) {
            forward.scores(row.middle as u8, row.inner, &mut scores[..row.inner.len()]);
            // The index nests chicks, elephants, giraffes; the material counts elephants, giraffes, chicks.
            let of_row = 9 * owned[1][usize::from(row.middle)] + owned[0][usize::from(outer)];
            for ((node, &inner), &score) in (row.first..).zip(row.inner).zip(&scores) {
                let Some(value) = solution.value(node) else { continue };
                if without.is_some_and(|pick| pick.takes(node)) {
                    continue;
                }
                let material = of_row + 3 * owned[2][usize::from(inner)];
                self.add(value, score * evaluation.scale(), evaluation.loss(), usize::from(material));
            }
        }
    }

    fn add(&mut self, value: Value, score: f64, loss: Loss, material: usize) {
        let (result, probability) = (place(value), loss.probability(score));
        self.loss += loss.slopes(&mut [score], &[TARGETS[result]], None);
        let plies = value.plies().map_or(0, usize::from);
        let bin = ((probability * BINS as f64) as usize).min(BINS - 1);
        for count in [
            &mut self.all,
            &mut self.by_plies[plies],
            &mut self.by_material[material],
            &mut self.by_probability[bin],
        ] {
            count.add(result, score, probability);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        self.loss += other.loss;
        let lists = [
            (&mut self.by_plies, &other.by_plies),
            (&mut self.by_material, &other.by_material),
            (&mut self.by_probability, &other.by_probability),
        ];
        for (sums, counts) in lists {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| sum.merge(count));
        }
    }
}

/// By code of a kind: how many pieces the side to move has.
fn own(graph: &DenseGraph, nest: Nest) -> Vec<u8> {
    let codes = 0..graph.code_count(nest) as u16;
    let of = |code| graph.pieces(0, nest, code).filter(|(piece, _)| piece.side == Side::First).count() as u8;
    codes.map(of).collect()
}
