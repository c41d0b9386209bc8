//! The checkpoint: what a training needs to go on as if it had never stopped.
//!
//! Layout, version 1, all numbers little-endian: the magic `YOMITRN1`; the digest of the features (u32); their number (u32); the width
//! of the hidden layer (u32); the length of the record (u32) and the record, `key=value` lines in UTF-8; the bias row, the output
//! row and the output's bias (f32); the sum of all squared errors (f64); by feature its row, the squared errors it has seen and its
//! factor (f32); last the CRC-32 of all that comes before. Nothing is rounded.

use crate::{
    file::{ModelError, Record, checked, head, seal},
    network::{HIDDEN, Network},
    pace::{Heard, Pace},
};

/// The version of the format.
const FORMAT: &str = "YOMITRN1";

/// A training that was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The weights.
    pub network: Network,
    /// The rates of the features.
    pub pace: Pace,
    /// What was to be done and how far it is: known to the trainer alone.
    pub record: Record,
}

impl Checkpoint {
    /// As a file.
    pub fn to_bytes(&self, digest: u32) -> Vec<u8> {
        let (network, pace) = (&self.network, &self.pace);
        let mut out = head(FORMAT, digest, network.features(), HIDDEN, &self.record);
        let floats = network.bias.0.iter().chain(&network.output.0).chain([&network.output_bias]);
        floats.for_each(|float| out.extend(float.to_le_bytes()));
        out.extend(pace.errors.to_le_bytes());
        for (row, heard) in network.rows.iter().zip(&pace.features) {
            let floats = row.0.iter().chain([&heard.errors, &heard.factor]);
            floats.for_each(|float| out.extend(float.to_le_bytes()));
        }
        seal(out)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Bytes that are no checkpoint, a damaged one, or one for other features.
    pub fn from_bytes(bytes: &[u8], digest: u32) -> Result<Self, ModelError> {
        let mut reader = checked(bytes, FORMAT, "checkpoint of a training")?;
        let (features, record) = reader.heading(digest, HIDDEN)?;
        let (bias, output, output_bias) = (reader.row()?, reader.row()?, reader.float()?);
        let errors = f64::from_bits(u64::from(reader.word()?) | u64::from(reader.word()?) << 32);
        let mut network = Network { rows: Vec::new(), bias, output, output_bias };
        let mut pace = Pace { features: Vec::new(), errors };
        for _ in 0..features {
            network.rows.push(reader.row()?);
            pace.features.push(Heard { errors: reader.float()?, factor: reader.float()? });
        }
        reader.end()?;
        Ok(Self { network, pace, record })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_read_as_they_are_written() {
        let (mut network, mut pace) = (Network::new(9, 1), Pace::new(9));
        pace.learn(&mut network, &[1, 5], 1.0, 0.1);
        pace.refresh();
        let mut record = Record::default();
        record.set("games", &12);
        let checkpoint = Checkpoint { network, pace, record };
        let bytes = checkpoint.to_bytes(7);
        assert_eq!(Checkpoint::from_bytes(&bytes, 7), Ok(checkpoint));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Checkpoint::from_bytes(&damaged, 7).is_err(), "byte {at}");
            assert!(Checkpoint::from_bytes(&bytes[..at], 7).is_err(), "cut at {at}");
        }
        let foreign = Checkpoint::from_bytes(b"hello", 7).unwrap_err().to_string();
        assert_eq!(
            foreign,
            "this is no checkpoint of a training of Yomikiri: it does not begin with YOMITRN1"
        );
    }
}
