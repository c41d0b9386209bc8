//! The learnt evaluation in use.
//!
//! Under two lions every pair of atoms has one number: the sum of its entries in the tables (up to three). So
//! a position of four pieces on the board, ten atoms, costs 55 reads of a matrix of 26 KB, where the tables
//! themselves would take 126 reads from 350 KB. All is in 16-bit integers.
//!
//! Carrying the sum along from move to move was weighed and left: a move turns the board round for the side
//! to move, so two sums would have to be carried; a move of a piece changes two to five atoms in each, every
//! one with ten partners: no less than a new sum.

use super::atoms::{ATOMS, Features, SQUARES};
use super::tables::{Family, Tables, pairs};
use yomikiri_learn::{Container, Linear, Loss, ModelError, Record, crc32, unpacked};
use yomikiri_shogi::Square;

/// The evaluation that the program comes with, as `yomikiri train dobutsu` wrote it, packed.
const SHIPPED: &[u8] = include_bytes!("../../model/dobutsu.model.zst");

/// Weights of all of the blog's tables, and how they came to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The weights.
    pub weights: Linear,
    /// What they were fitted to.
    pub loss: Loss,
    /// How.
    pub record: Record,
}

/// What the file is.
const KIND: &str = "model of Dobutsu Shogi";

/// The key of the loss in the record.
const LOSS: &str = "loss";

impl Model {
    /// Rounds weights to 16 bits, as fine as the sums allow.
    pub fn new(weights: &[f64], loss: Loss, mut record: Record) -> Self {
        record.set(LOSS, &loss.name());
        let largest = Matrices::new(&Tables::blog(), weights).largest();
        // A sum of three rounded numbers may exceed the rounded sum by one step and a half.
        let scale = largest / f64::from(i16::MAX - 2);
        Self { weights: Linear::new(weights, if scale > 0.0 { scale as f32 } else { 1.0 }), loss, record }
    }

    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights.to_container(self.record.to_string()).to_bytes(KIND, digest())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Bytes that are no model of this game's.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let container = Container::from_bytes(bytes, KIND, digest())?;
        let record = Record::read(&container.record);
        let weights = Linear::from_container(container)?;
        if weights.weights.len() != Tables::blog().len() {
            return Err(ModelError::Damaged("it has another number of weights"));
        }
        let named = |loss: &Loss| record.get(LOSS) == Some(loss.name());
        let loss = [Loss::Logistic, Loss::Squares].into_iter().find(named);
        let loss = loss.ok_or(ModelError::Damaged("its record does not name a loss"))?;
        Ok(Self { weights, loss, record })
    }

    /// The one that the program comes with.
    ///
    /// # Errors
    /// It was made for other features than those of this build.
    pub fn shipped() -> Result<Self, ModelError> {
        Self::from_bytes(&unpacked(SHIPPED)?)
    }
}

impl Tables {
    /// All of the blog's.
    pub fn blog() -> Self {
        Self::new(&Family::BLOG)
    }
}

/// Tells this definition of the features from others: a checksum over which weights each pair of atoms has,
/// in all positions of the lions that the game goes on from.
fn digest() -> u32 {
    let tables = Tables::blog();
    let mut all = Vec::new();
    for lions in all_lions() {
        for (a, b) in pairs(lions) {
            tables.weights(lions, a, b, |weight| all.extend((weight as u32).to_le_bytes()));
        }
    }
    crc32(&all)
}

/// Every way in which two lions can stand.
fn all_lions() -> impl Iterator<Item = [Square; 2]> {
    let squares = || (0..SQUARES as u8).map(Square);
    squares().flat_map(move |own| squares().filter(move |&other| other != own).map(move |other| [own, other]))
}

/// Entries of a matrix.
const ENTRIES: usize = ATOMS * ATOMS;

/// The number of two lions.
#[inline]
const fn pair(lions: [Square; 2]) -> usize {
    lions[0].index() * SQUARES + lions[1].index()
}

/// For each way in which two lions can stand, the sums of the weights of each pair of atoms.
struct Matrices(Vec<f64>);

impl Matrices {
    fn new(tables: &Tables, weights: &[f64]) -> Self {
        let mut sums = vec![0.0; SQUARES * SQUARES * ENTRIES];
        for lions in all_lions() {
            let matrix = &mut sums[pair(lions) * ENTRIES..][..ENTRIES];
            for (a, b) in pairs(lions) {
                let mut sum = 0.0;
                tables.weights(lions, a, b, |weight| sum += weights[weight]);
                matrix[a.index() * ATOMS + b.index()] = sum;
                matrix[b.index() * ATOMS + a.index()] = sum;
            }
        }
        Self(sums)
    }

    fn largest(&self) -> f64 {
        self.0.iter().fold(0.0, |most, entry| most.max(entry.abs()))
    }
}

/// Scores of positions.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By lions, atom, atom: symmetric.
    matrices: Vec<i16>,
    scale: f64,
    loss: Loss,
}

impl Evaluation {
    /// The evaluation of any tables, rounded as finely as 16 bits allow.
    pub fn of(tables: &Tables, weights: &[f64], loss: Loss) -> Self {
        let sums = Matrices::new(tables, weights);
        let scale = (sums.largest() / f64::from(i16::MAX)).max(f64::MIN_POSITIVE);
        let matrices = sums.0.iter().map(|sum| (sum / scale).round() as i16).collect();
        Self { matrices, scale, loss }
    }

    /// The evaluation of a model, whose integers are added up without another rounding.
    ///
    /// # Errors
    /// Some sum does not fit 16 bits: no such model is written.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        let integers: Vec<f64> = model.weights.weights.iter().copied().map(f64::from).collect();
        let sums = Matrices::new(&Tables::blog(), &integers);
        if sums.largest() > f64::from(i16::MAX) {
            return Err(ModelError::Damaged("its weights are too large"));
        }
        let matrices = sums.0.iter().map(|&sum| sum as i16).collect();
        Ok(Self { matrices, scale: f64::from(model.weights.scale), loss: model.loss })
    }

    /// The score for the side to move, in steps of [`scale`](Self::scale).
    #[inline]
    pub fn score(&self, features: &Features) -> i32 {
        let matrix = &self.matrices[pair(features.lions) * ENTRIES..][..ENTRIES];
        let atoms = features.atoms();
        let mut sum = 0;
        for (i, &a) in atoms.iter().enumerate() {
            let row = &matrix[a.index() * ATOMS..][..ATOMS];
            sum += atoms[i..].iter().map(|&b| i32::from(row[b.index()])).sum::<i32>();
        }
        sum
    }

    /// The matrix under two lions: what each pair of atoms adds to the score.
    pub fn matrix(&self, lions: [Square; 2]) -> Vec<f64> {
        self.matrices[pair(lions) * ENTRIES..][..ENTRIES].iter().copied().map(f64::from).collect()
    }

    /// What it was fitted to.
    pub const fn loss(&self) -> Loss {
        self.loss
    }

    /// What a step of the score is worth: in the logarithm of the odds, or in results from -1 to 1.
    pub const fn scale(&self) -> f64 {
        self.scale
    }

    /// The score as the model has it: the logarithm of the odds of a win, or the result itself.
    pub fn value(&self, features: &Features) -> f64 {
        f64::from(self.score(features)) * self.scale
    }

    /// The share of a win that a score stands for.
    pub fn share(&self, score: i32) -> f64 {
        self.loss.probability(f64::from(score) * self.scale)
    }
}
