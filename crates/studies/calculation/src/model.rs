//! What was learnt, as a file: a model for players, or a checkpoint to go on from.
//!
//! The file holds single floats (`yomikiri_learn::write_floats`): the weights, in the order of [`Network`];
//! in a checkpoint the means of the gradients and of their squares after them.

use crate::{
    descent::Descent,
    network::{Network, WEIGHTS},
};
use yomikiri_learn::{ModelError, Record, read_floats, write_floats};

/// The first bytes of a model.
const MODEL: &str = "YOMICAL1";
/// The first bytes of a checkpoint.
const CHECKPOINT: &str = "YOMICAC1";

/// The bytes of a model.
pub fn to_bytes(network: &Network, record: &Record) -> Vec<u8> {
    write(MODEL, record, &[network])
}

/// Reads a model.
///
/// # Errors
/// Bytes that are no model of this game, or damaged.
pub fn from_bytes(bytes: &[u8]) -> Result<(Network, Record), ModelError> {
    let ([network], record) = read(MODEL, "model of Calculation", bytes)?;
    Ok((network, record))
}

/// A training that was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The weights.
    pub network: Network,
    /// What is remembered of the gradients.
    pub descent: Descent,
    /// What was to be done and how far it is.
    pub record: Record,
}

/// The key of the steps taken.
const STEPS: &str = "steps";

impl Checkpoint {
    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut record = self.record.clone();
        record.set(STEPS, &self.descent.steps);
        write(CHECKPOINT, &record, &[&self.network, &self.descent.mean, &self.descent.square])
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Bytes that are no checkpoint of this game, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let ([network, mean, square], mut record) = read(CHECKPOINT, "checkpoint of Calculation", bytes)?;
        let steps = record.get(STEPS).and_then(|steps| steps.parse().ok());
        let steps = steps.ok_or(ModelError::Damaged("its record lacks the steps taken"))?;
        record.0.retain(|(key, _)| key != STEPS);
        Ok(Self { network, descent: Descent { mean, square, steps }, record })
    }
}

fn write(magic: &str, record: &Record, parts: &[&Network]) -> Vec<u8> {
    write_floats(magic, record, parts.iter().flat_map(|part| part.weights()))
}

fn read<const PARTS: usize>(
    magic: &'static str,
    what: &'static str,
    bytes: &[u8],
) -> Result<([Network; PARTS], Record), ModelError> {
    let (weights, record) = read_floats(bytes, magic, what, PARTS * WEIGHTS)?;
    let mut parts = [(); PARTS].map(|()| Network::zero());
    let places = parts.iter_mut().flat_map(Network::weights_mut);
    places.zip(weights).for_each(|(weight, read)| *weight = read);
    Ok((parts, record))
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
        let descent = Descent { mean: Network::new(4), square: Network::new(5), steps: 7 };
        let checkpoint = Checkpoint { network, descent, record };
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
