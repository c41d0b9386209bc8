//! The loss of the tables over millions of positions, fast.
//!
//! Method: a list of the features of a position has about 140 entries, and a pass over 99 million such lists
//! adds up fourteen thousand million numbers. But all features are pairs of atoms under two lions, and atoms
//! belong to kinds: with the lions given, a score is
//!
//! ```text
//! score = A(outer, middle) + B(outer, inner) + C(middle, inner)
//! ```
//!
//! where each table is the sum of the features between two kinds (and of those within one). A pass first adds
//! the weights up to a matrix of atoms by atoms for each block, then those to the tables of codes by codes,
//! both small beside the positions; a position is then two table reads and two additions, its share of the
//! gradient two more, and the way back to the weights is the same in reverse. Within a row A is one number, B
//! and C are rows of 256 numbers that stay in the first cache, and the loss is computed for a register of
//! positions at a time.
//!
//! Cost, measured for all 99,485,568 positions: see `docs/notes/learning.md`. Memory: the positions (a byte
//! each), for the second derivative four bytes more each, and half a megabyte a thread.

use super::atoms::ATOMS;
use super::groups;
use super::identities;
use super::rows::{BlockAtoms, CodeAtoms, Positions, Row, TARGETS, Unit};
use super::tables::{Tables, pairs};
use rayon::prelude::*;
use std::sync::Arc;
use yomikiri_learn::{Blocks, Diagonal, Flat, Loss, Objective, Precondition};
use yomikiri_simd::by_level;

/// Codes of a row of a table, with some to spare, so that a byte is always an index.
const CODES: usize = 256;

/// A number for each code of the inner kind.
type Line = [f64; CODES];

/// Which weights add up to which entry of which block's matrix.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The smaller atom.
    pub a: u8,
    /// The other, or the same.
    pub b: u8,
    /// The weight.
    pub weight: u32,
}

/// For each block: the sum of the weights of each pair of atoms; those of single atoms on the diagonal.
type Matrix = Vec<f64>;

/// The loss of some tables over some positions.
#[derive(Debug)]
pub struct TableObjective<'a> {
    positions: &'a Positions,
    tables: &'a Tables,
    loss: Loss,
    /// By block.
    terms: Vec<Vec<Term>>,
    /// By unit and position; empty where the second derivative is 1.
    curvatures: Vec<Vec<f32>>,
    /// The sum of the curvatures when a preconditioner was asked for last.
    curved: f64,
    /// The fit begins near the optimum.
    settled: bool,
    /// The blocks made last, and that sum.
    blocks: Option<(f64, Arc<Blocks>)>,
    /// Directions that change no score; found when they are first asked for.
    flat: Option<Flat>,
}

/// The curvatures have settled when their sum has changed by less than this share from one step to the next.
const SETTLED: f64 = 0.1;
/// Blocks serve until it has changed by this share.
const STALE: f64 = 0.3;

/// What a pass does with the scores of a row's positions, before they are added to the gradient.
#[derive(Clone, Copy)]
enum Task {
    /// Derivatives of the loss by the scores.
    Gradient(Loss),
    /// Products with the curvatures that were remembered; with 1 for least squares.
    Products(Loss),
    /// The curvatures themselves.
    Curvatures(Loss),
}

impl<'a> TableObjective<'a> {
    /// The loss over positions.
    pub fn new(positions: &'a Positions, tables: &'a Tables, loss: Loss) -> Self {
        let terms = positions.lions.iter().map(|&lions| {
            let mut terms = Vec::new();
            for (a, b) in pairs(lions) {
                tables.weights(lions, a, b, |weight| {
                    terms.push(Term { a: a.0, b: b.0, weight: weight as u32 });
                });
            }
            terms
        });
        let curvatures = match loss {
            Loss::Logistic => positions.units.iter().map(|unit| vec![0.0; unit.codes.len()]).collect(),
            Loss::Squares => positions.units.iter().map(|_| Vec::new()).collect(),
        };
        Self {
            positions,
            tables,
            loss,
            terms: terms.collect(),
            curvatures,
            curved: f64::INFINITY,
            settled: false,
            blocks: None,
            flat: None,
        }
    }

    /// Says that the fit begins near the optimum: the preconditioner need not wait for curvatures to settle.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// In how many positions each weight takes part.
    fn counts(&mut self) -> Vec<f64> {
        let mut counts = vec![0.0; self.tables.len()];
        self.pass(Task::Curvatures(Loss::Squares), &vec![0.0; self.tables.len()], &mut counts);
        counts
    }

    /// How many of the weights take part at all.
    pub fn used(&self) -> usize {
        let mut used = vec![false; self.tables.len()];
        self.terms.iter().flatten().for_each(|term| used[term.weight as usize] = true);
        used.into_iter().filter(|&used| used).count()
    }

    /// One pass: from weights to scores, a task, and back to what each weight gets.
    fn pass(&mut self, task: Task, weights: &[f64], out: &mut [f64]) -> f64 {
        let positions = self.positions;
        let matrices: Vec<Matrix> = self.terms.iter().map(|terms| fused(terms, weights)).collect();
        let inner: Vec<InnerTables> = (0..matrices.len())
            .into_par_iter()
            .map(|block| InnerTables::new(&positions.atoms[block], &matrices[block]))
            .collect();
        let gathered: Vec<(f64, Matrix)> = positions
            .units
            .par_iter()
            .zip(&mut self.curvatures)
            .map(|(unit, curvatures)| {
                let (atoms, block) = (&positions.atoms[unit.block], unit.block);
                let mut worker = Worker::new(Forward::new(atoms, &matrices[block], &inner[block]));
                let loss = go_through(&mut worker, unit, curvatures, task);
                (loss, worker.gathered)
            })
            .collect();
        out.fill(0.0);
        let mut loss = 0.0;
        for (unit, (unit_loss, matrix)) in positions.units.iter().zip(gathered) {
            loss += unit_loss;
            for term in &self.terms[unit.block] {
                let (a, b) = (usize::from(term.a), usize::from(term.b));
                // A pair is gathered under whichever of its atoms belongs to the kind that comes first.
                let twin = if a == b { 0.0 } else { matrix[b * ATOMS + a] };
                out[term.weight as usize] += matrix[a * ATOMS + b] + twin;
            }
        }
        loss
    }
}

impl Objective for TableObjective<'_> {
    fn weights(&self) -> usize {
        self.tables.len()
    }

    fn evaluate(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64 {
        self.pass(Task::Gradient(self.loss), weights, gradient)
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        self.pass(Task::Products(self.loss), direction, product);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        self.pass(Task::Curvatures(self.loss), &vec![0.0; self.tables.len()], diagonal);
    }

    /// Blocks once the curvatures have settled: from a start far away they would have to be made anew at each
    /// step.
    fn preconditioner(&mut self, ridge: f64) -> Box<dyn Precondition> {
        let curved = self.curvatures.iter().flatten().map(|&curve| f64::from(curve)).sum::<f64>();
        let near = |other: f64, share: f64| (curved - other).abs() <= share * curved;
        let settled =
            self.settled || self.is_quadratic() || near(std::mem::replace(&mut self.curved, curved), SETTLED);
        let known = self.blocks.as_ref().filter(|(then, _)| near(*then, STALE));
        if let Some((_, blocks)) = known {
            return Box::new(Arc::clone(blocks));
        }
        let mut diagonal = vec![0.0; self.tables.len()];
        self.diagonal(&mut diagonal);
        if !settled {
            return Box::new(Diagonal::new(diagonal, ridge));
        }
        for entry in &mut diagonal {
            *entry += ridge;
        }
        let found = groups::blocks(self.positions, self.tables, &self.terms, &self.curvatures);
        let blocks = Arc::new(Blocks::new(found, &diagonal));
        self.blocks = Some((curved, Arc::clone(&blocks)));
        Box::new(blocks)
    }

    fn straighten(&mut self, step: &mut [f64]) {
        let flat = self.flat.take().unwrap_or_else(|| {
            let counts = self.counts();
            let has_positions = |weight| counts[weight] > 0.0;
            let directions = identities::flat(self.tables, self.positions.pieces(), has_positions);
            Flat::new(self.tables.len(), directions)
        });
        flat.project(step);
        self.flat = Some(flat);
    }

    fn is_quadratic(&self) -> bool {
        self.loss == Loss::Squares
    }
}

/// The matrix of a block, symmetric.
fn fused(terms: &[Term], weights: &[f64]) -> Matrix {
    let mut matrix = vec![0.0; ATOMS * ATOMS];
    for term in terms {
        let (a, b) = (usize::from(term.a), usize::from(term.b));
        matrix[a * ATOMS + b] += weights[term.weight as usize];
        if a != b {
            matrix[b * ATOMS + a] += weights[term.weight as usize];
        }
    }
    matrix
}

/// What the atoms of a code add up to among themselves.
fn within(matrix: &[f64], code: CodeAtoms) -> f64 {
    let atoms = code.get();
    let pairs = atoms.iter().enumerate().flat_map(|(i, &a)| atoms[i..].iter().map(move |&b| (a, b)));
    pairs.map(|(a, b)| matrix[usize::from(a) * ATOMS + usize::from(b)]).sum()
}

/// What some atoms, by index, add up to with each other atom.
fn rows_of(matrix: &[f64], code: CodeAtoms) -> [f64; ATOMS] {
    let mut sum = [0.0; ATOMS];
    for &a in code.get() {
        let row = &matrix[usize::from(a) * ATOMS..][..ATOMS];
        sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }
    sum
}

/// The sum over a code's atoms.
#[inline(always)]
fn sum_over(numbers: &[f64; ATOMS], code: CodeAtoms) -> f64 {
    code.get().iter().map(|&atom| numbers[usize::from(atom)]).sum()
}

/// Scores of the positions of a block, a row at a time.
pub struct Forward<'a> {
    atoms: &'a BlockAtoms,
    matrix: &'a [f64],
    tables: &'a InnerTables,
    /// Of the outer code at hand: with each middle code (and within both), and with each inner code.
    outer_middle: Line,
    outer_inner: Line,
}

/// What is the same for all outer codes of a block.
pub struct InnerTables {
    /// Within each code of the middle kind.
    middle: Vec<f64>,
    /// By middle code: with each inner code, and within it.
    inner: Vec<Line>,
}

impl InnerTables {
    /// Of a block and its matrix.
    pub fn new(BlockAtoms([_, middle, inner]): &BlockAtoms, matrix: &[f64]) -> Self {
        let alone: Vec<f64> = inner.iter().map(|&code| within(matrix, code)).collect();
        let line = |&code: &CodeAtoms| {
            let with = rows_of(matrix, code);
            let mut line = [0.0; CODES];
            for ((entry, &other), alone) in line.iter_mut().zip(inner).zip(&alone) {
                *entry = alone + sum_over(&with, other);
            }
            line
        };
        Self {
            middle: middle.iter().map(|&code| within(matrix, code)).collect(),
            inner: middle.iter().map(line).collect(),
        }
    }
}

impl<'a> Forward<'a> {
    /// For a block and its matrix.
    pub fn new(atoms: &'a BlockAtoms, matrix: &'a [f64], tables: &'a InnerTables) -> Self {
        Self { atoms, matrix, tables, outer_middle: [0.0; CODES], outer_inner: [0.0; CODES] }
    }

    /// Prepares for an outer code.
    pub fn open(&mut self, outer: u16) {
        let BlockAtoms([outers, middle, inner]) = self.atoms;
        let outer = outers[usize::from(outer)];
        let (with, alone) = (rows_of(self.matrix, outer), within(self.matrix, outer));
        for ((entry, &code), within) in self.outer_middle.iter_mut().zip(middle).zip(&self.tables.middle) {
            *entry = alone + within + sum_over(&with, code);
        }
        for (entry, &code) in self.outer_inner.iter_mut().zip(inner) {
            *entry = sum_over(&with, code);
        }
    }

    /// The scores of some positions of a row.
    #[inline(always)]
    pub fn scores(&self, middle: u8, codes: &[u8], scores: &mut [f64]) {
        let (first, second) = (&self.outer_inner, &self.tables.inner[usize::from(middle)]);
        let shared = self.outer_middle[usize::from(middle)];
        for (score, &code) in scores.iter_mut().zip(codes) {
            *score = shared + first[usize::from(code)] + second[usize::from(code)];
        }
    }
}

by_level! {
    /// [`Worker::unit`] by the registers of the level.
    fn go_through(_simd, worker: &mut Worker<'_>, unit: &Unit, curvatures: &mut [f32], task: Task) -> f64 {
        worker.unit(unit, curvatures, task)
    }
}

/// A unit in work: scores, and what is gathered on the way back.
struct Worker<'a> {
    forward: Forward<'a>,
    /// What is gathered for the outer code at hand with each middle and with each inner code.
    to_outer_middle: Line,
    to_outer_inner: Line,
    /// What is gathered for all outer codes, by middle and inner code, and by middle code.
    to_inner: Vec<Line>,
    to_middle: Line,
    /// What is gathered for pairs of atoms.
    gathered: Matrix,
}

impl<'a> Worker<'a> {
    fn new(forward: Forward<'a>) -> Self {
        let line = [0.0; CODES];
        Self {
            to_inner: vec![line; forward.tables.inner.len()],
            forward,
            to_outer_middle: line,
            to_outer_inner: line,
            to_middle: line,
            gathered: vec![0.0; ATOMS * ATOMS],
        }
    }

    /// Goes through the positions of a unit; the loss.
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, curvatures: &mut [f32], task: Task) -> f64 {
        let (mut codes, mut curvatures) = (unit.codes.as_slice(), curvatures);
        let mut loss = 0.0;
        for rows in unit.rows.chunk_by(|a, b| a.outer == b.outer) {
            let outer = rows[0].outer;
            self.forward.open(outer);
            self.to_outer_middle.fill(0.0);
            self.to_outer_inner.fill(0.0);
            let count = rows.iter().map(|row| row.len()).sum();
            let (run, other_codes) = codes.split_at(count);
            let (curves, others) = if curvatures.is_empty() {
                (None, curvatures)
            } else {
                let (run, others) = curvatures.split_at_mut(count);
                (Some(run), others)
            };
            loss += self.run(rows, run, curves, task);
            (codes, curvatures) = (other_codes, others);
            self.close(outer);
        }
        self.finish();
        loss
    }

    /// All rows of an outer code.
    #[inline(always)]
    fn run(&mut self, rows: &[Row], codes: &[u8], mut curvatures: Option<&mut [f32]>, task: Task) -> f64 {
        let mut rest = codes;
        let (mut scores, mut targets) = ([0.0; CODES], [0.0; CODES]);
        let (mut loss, mut done) = (0.0, 0);
        for row in rows {
            let count = row.len();
            let (codes, others) = rest.split_at(count);
            rest = others;
            let scores = &mut scores[..count];
            self.forward.scores(row.middle, codes, scores);
            let curves = curvatures.as_deref_mut().map(|curves| &mut curves[done..done + count]);
            done += count;
            match task {
                Task::Gradient(kind) => {
                    let mut from = 0;
                    for (target, results) in TARGETS.into_iter().zip(row.results) {
                        targets[from..from + usize::from(results)].fill(target);
                        from += usize::from(results);
                    }
                    // Told apart here, so that the loop inside has no choice to make.
                    loss += match kind {
                        Loss::Logistic => Loss::Logistic.slopes(scores, &targets[..count], curves),
                        Loss::Squares => Loss::Squares.slopes(scores, &targets[..count], None),
                    };
                }
                Task::Products(Loss::Logistic) => {
                    let curves = curves.into_iter().flatten();
                    scores.iter_mut().zip(curves).for_each(|(score, curve)| *score *= f64::from(*curve));
                }
                Task::Products(Loss::Squares) => {}
                Task::Curvatures(Loss::Logistic) => {
                    let curves = curves.into_iter().flatten();
                    scores.iter_mut().zip(curves).for_each(|(score, curve)| *score = f64::from(*curve));
                }
                Task::Curvatures(Loss::Squares) => scores.fill(1.0),
            }
            let to_inner = &mut self.to_inner[usize::from(row.middle)];
            for (&code, &score) in codes.iter().zip(&*scores) {
                self.to_outer_inner[usize::from(code)] += score;
                to_inner[usize::from(code)] += score;
            }
            self.to_outer_middle[usize::from(row.middle)] += scores.iter().sum::<f64>();
        }
        loss
    }

    /// Hands on what an outer code has gathered.
    fn close(&mut self, outer: u16) {
        let BlockAtoms([outers, middle, inner]) = self.forward.atoms;
        let mut with = [0.0; ATOMS];
        let mut whole = 0.0;
        for ((&code, gathered), to_middle) in
            middle.iter().zip(&self.to_outer_middle).zip(&mut self.to_middle)
        {
            code.get().iter().for_each(|&atom| with[usize::from(atom)] += gathered);
            *to_middle += gathered;
            whole += gathered;
        }
        for (&code, gathered) in inner.iter().zip(&self.to_outer_inner) {
            code.get().iter().for_each(|&atom| with[usize::from(atom)] += gathered);
        }
        self.add(outers[usize::from(outer)], &with, whole);
    }

    /// Hands on what the other kinds have gathered.
    fn finish(&mut self) {
        let BlockAtoms([_, middle, inner]) = self.forward.atoms;
        let mut alone = [0.0; CODES];
        for (m, &code) in middle.iter().enumerate() {
            let line = self.to_inner[m];
            let mut with = [0.0; ATOMS];
            for ((&other, gathered), alone) in inner.iter().zip(&line).zip(&mut alone) {
                other.get().iter().for_each(|&atom| with[usize::from(atom)] += gathered);
                *alone += gathered;
            }
            self.add(code, &with, self.to_middle[m]);
        }
        for (&code, gathered) in inner.iter().zip(alone) {
            self.add(code, &[0.0; ATOMS], gathered);
        }
    }

    /// Adds for a code: a number for each other atom, and one for the atoms of the code among themselves.
    fn add(&mut self, code: CodeAtoms, with: &[f64; ATOMS], alone: f64) {
        let atoms = code.get();
        for (i, &a) in atoms.iter().enumerate() {
            let row = &mut self.gathered[usize::from(a) * ATOMS..][..ATOMS];
            row.iter_mut().zip(with).for_each(|(sum, number)| *sum += number);
            atoms[i..].iter().for_each(|&b| row[usize::from(b)] += alone);
        }
    }
}
