//! What was learnt, as a file: a model for players, or a checkpoint to go on from.
//!
//! The file holds one array of floats ([`Container`]): the weights, in the order of [`Network`]; in a
//! checkpoint the means of the gradients and of their squares after them.

use crate::network::{Network, ROWS};
use std::array;
use yomikiri_learn::{Adam, Container, ModelError, Numbers, OperationOrder, Parameters, Record};
use yomikiri_simd::WIDTH;

/// What the file of a model is.
const MODEL: &str = "model of Calculation";
/// What that of a checkpoint is.
const CHECKPOINT: &str = "checkpoint of Calculation";
/// Tells what the weights mean; another network has another number.
const DIGEST: u32 = 1;

/// The order of the operations with which the shipped weights were learnt.
pub const ORDER: OperationOrder = OperationOrder::Factors;

/// The bytes of a model.
pub fn to_bytes(network: &Network, record: &Record) -> Vec<u8> {
    write(MODEL, record, &[&network.0])
}

/// Reads a model.
///
/// # Errors
/// Bytes that are no model of this game, or damaged.
pub fn from_bytes(bytes: &[u8]) -> Result<(Network, Record), ModelError> {
    let ([network], record) = read(MODEL, bytes)?;
    Ok((Network(network), record))
}

/// A training that was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The weights.
    pub network: Network,
    /// What is remembered of the gradients.
    pub adam: Adam,
    /// What was to be done and how far it is.
    pub record: Record,
}

/// The key of the steps taken.
const STEPS: &str = "steps";

impl Checkpoint {
    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut record = self.record.clone();
        record.set(STEPS, &self.adam.steps);
        write(CHECKPOINT, &record, &[&self.network.0, &self.adam.mean, &self.adam.square])
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Bytes that are no checkpoint of this game, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let ([network, mean, square], mut record) = read(CHECKPOINT, bytes)?;
        let steps = record.get(STEPS).and_then(|steps| steps.parse().ok());
        let steps = steps.ok_or(ModelError::Damaged("its record lacks the steps taken"))?;
        record.0.retain(|(key, _)| key != STEPS);
        Ok(Self { network: Network(network), adam: Adam::resume(mean, square, steps, ORDER), record })
    }
}

/// The dimensions of so many parts.
fn shape(parts: usize) -> [u32; 3] {
    [parts as u32, ROWS as u32, WIDTH as u32]
}

fn write(kind: &str, record: &Record, parts: &[&Parameters]) -> Vec<u8> {
    let numbers = Numbers::Floats(parts.iter().flat_map(|part| part.numbers()).copied().collect());
    let arrays = vec![(shape(parts.len()).to_vec(), numbers)];
    Container { record: record.to_string(), arrays }.to_bytes(kind, DIGEST)
}

fn read<const PARTS: usize>(
    kind: &'static str,
    bytes: &[u8],
) -> Result<([Parameters; PARTS], Record), ModelError> {
    let container = Container::from_bytes(bytes, kind, DIGEST)?;
    let record = Record::read(&container.record);
    let numbers = container.into_floats(&shape(PARTS))?;
    let part = |at| Parameters::from_numbers(ROWS, &numbers[at * ROWS * WIDTH..(at + 1) * ROWS * WIDTH]);
    Ok((array::from_fn(|at| part(at).expect("the shape is right")), record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_they_are_written() {
        let mut record = Record::default();
        record.set("games", &12);
        let network = Network::new(3);
        assert_eq!(from_bytes(&to_bytes(&network, &record)), Ok((network.clone(), record.clone())));
        let adam = Adam::resume(Network::new(4).0, Network::new(5).0, 7, ORDER);
        let checkpoint = Checkpoint { network, adam, record };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint));
        for at in [0, 9, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Checkpoint::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Checkpoint::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert!(from_bytes(b"hello").unwrap_err().to_string().contains("no model of Calculation"));
    }
}
