//! The file of a learnt evaluation.
//!
//! Layout, version 1, numbers little-endian: the line `yomikiri minishogi model 1`; a line with the number of
//! features and of hidden numbers; lines that tell how it was made, up to an empty one; the rows of the first
//! layer, its bias, the two rows of the second layer (16 bits each), the second layer's bias (32 bits); the
//! CRC-32 of all before it.

use super::{
    Network,
    features::FEATURES,
    network::{HIDDEN, Row},
};
use std::{io, path::Path};

/// The first line.
const MAGIC: &str = "yomikiri minishogi model 1";

/// The longest file, in bytes: the weights, and a record of any sense.
const LONGEST: u64 = ((FEATURES + 3) * size_of::<Row>()) as u64 + (1 << 20);

/// The evaluation that the program comes with, as `yomikiri train minishogi` wrote it.
const BUILT_IN: &[u8] = include_bytes!("../../model/minishogi.model");

/// Why a file is no evaluation.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It is something else.
    #[error("not a model of minishogi (the first line should be `{MAGIC}`)")]
    Foreign,
    /// It is a model of another shape.
    #[error("a model of shape `{found}`, expected `{}`", shape())]
    Shape {
        /// The shape that the file tells.
        found: String,
    },
    /// It is not what was written.
    #[error("damaged: {0}; `yomikiri train minishogi` makes a new one")]
    Damaged(&'static str),
}

/// A network and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The weights.
    pub network: Network,
    /// The command, the seed, the games: lines for a person.
    pub record: String,
}

fn shape() -> String {
    format!("{FEATURES} {HIDDEN}")
}

impl Model {
    /// The evaluation that the program comes with.
    ///
    /// # Errors
    /// The program was built with a damaged one.
    pub fn built_in() -> Result<Self, ModelError> {
        Self::from_bytes(BUILT_IN)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no model, or is damaged.
    pub fn read(path: &Path) -> Result<Self, ModelError> {
        Self::from_bytes(&yomikiri_files::read(path, LONGEST)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no model, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.ok_or(ModelError::Foreign)?;
        let short = ModelError::Damaged("it ends too early");
        let end = rest.windows(2).position(|pair| pair == b"\n\n").ok_or(short)?;
        let head = String::from_utf8_lossy(&rest[..end]);
        let (found, record) = head.split_once('\n').unwrap_or((&head, ""));
        if found != shape() {
            return Err(ModelError::Shape { found: found.chars().take(40).collect() });
        }
        let weights = &rest[end + 2..];
        if weights.len() != (FEATURES + 3) * size_of::<Row>() + 8 {
            return Err(ModelError::Damaged("its length is not that of its shape"));
        }
        let (summed, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(summed).to_le_bytes() != sum {
            return Err(ModelError::Damaged("its checksum is not that of its content"));
        }
        let mut rows = weights.chunks_exact(size_of::<Row>()).map(row);
        let mut row = || rows.next().expect("the length is right");
        let network = Network {
            rows: (0..FEATURES).map(|_| row()).collect(),
            bias: row(),
            output: [row(), row()],
            output_bias: i32::from_le_bytes(
                weights[weights.len() - 8..][..4].try_into().expect("four bytes"),
            ),
        };
        Ok(Self { network, record: record.to_owned() })
    }

    /// The bytes of a file. A line of the record that is empty is left out: it would end the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let record = self.record.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        let mut bytes = format!("{MAGIC}\n{}\n{record}\n\n", shape()).into_bytes();
        let Network { rows, bias, output, output_bias } = &self.network;
        for weight in rows.iter().chain([bias]).chain(output).flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(output_bias.to_le_bytes());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

fn row(bytes: &[u8]) -> Row {
    let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    std::array::from_fn(|_| numbers.next().expect("a row's bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn model() -> Model {
        let row = |seed: usize| std::array::from_fn(|at| ((seed * 31 + at * 7) % 400) as i16 - 200);
        let network = Network {
            rows: (0..FEATURES).map(row).collect(),
            bias: row(1),
            output: [row(2), row(3)],
            output_bias: -12345,
        };
        Model { network, record: "seed 1\ngames 2".into() }
    }

    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.model");
        fs::write(&path, model().to_bytes()).unwrap();
        assert_eq!(Model::read(&path).unwrap(), model());
        let bytes = model().to_bytes();
        for at in (0..bytes.len()).step_by(1009).chain([bytes.len() - 1, bytes.len() - 9]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 16;
            assert!(Model::from_bytes(&damaged).is_err(), "{at}");
            assert!(Model::from_bytes(&bytes[..at]).is_err(), "{at}");
        }
        assert!(matches!(Model::from_bytes(b"GIF89a"), Err(ModelError::Foreign)));
        let other = String::from_utf8_lossy(&bytes[..60]).replace(&shape(), "7 8").into_bytes();
        assert!(matches!(Model::from_bytes(&other), Err(ModelError::Shape { .. } | ModelError::Damaged(_))));
        assert!(
            Model::read(&directory.path().join("none")).unwrap_err().to_string().contains("No such file")
        );
    }

    #[test]
    fn the_built_in_evaluation_is_whole() {
        assert!(Model::built_in().is_ok());
    }
}
