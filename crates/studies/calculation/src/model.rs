//! What was learnt, as a file: a model for players, or a checkpoint to go on from.
//!
//! Layout, all numbers little-endian: the magic `YOMICAL1` (a checkpoint: `YOMICAC1`); the length of the record of the training (u32) and the record, `key=value` lines in
//! UTF-8; the weights (f32 each; in a checkpoint the means of the gradients and of their squares after them); last the CRC-32 of all that comes before.

use crate::{
    descent::Descent,
    network::{Network, WEIGHTS},
};
use yomikiri_learn::{ModelError, Record};

/// The first bytes of a model.
const MODEL: &str = "YOMICAL1";
/// The first bytes of a checkpoint.
const CHECKPOINT: &str = "YOMICAC1";
/// The bytes of a number.
const NUMBER: usize = 4;

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
    let text = record.to_string();
    let mut bytes = [magic.as_bytes(), &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    for part in parts {
        bytes.extend(part.weights().flat_map(f32::to_le_bytes));
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn read<const PARTS: usize>(
    magic: &'static str,
    what: &'static str,
    bytes: &[u8],
) -> Result<([Network; PARTS], Record), ModelError> {
    if !bytes.starts_with(magic.as_bytes()) {
        return Err(ModelError::Foreign { what, format: magic });
    }
    let short = || ModelError::Damaged("it is cut short");
    let (content, sum) = bytes.split_last_chunk::<NUMBER>().ok_or_else(short)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(ModelError::Damaged("its checksum is not that of its content"));
    }
    let (length, rest) =
        content.get(magic.len()..).and_then(<[u8]>::split_first_chunk::<NUMBER>).ok_or_else(short)?;
    let (text, weights) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(short)?;
    let weights = weights.as_chunks::<NUMBER>().0;
    if weights.len() != PARTS * WEIGHTS {
        return Err(ModelError::Damaged("it has another number of weights"));
    }
    let parts = std::array::from_fn(|part| {
        let mut network = Network::zero();
        for (weight, bytes) in network.weights_mut().zip(&weights[part * WEIGHTS..]) {
            *weight = f32::from_le_bytes(*bytes);
        }
        network
    });
    let text = std::str::from_utf8(text).map_err(|_| ModelError::Damaged("its record is no text"))?;
    Ok((parts, Record::read(text)))
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
