//! The file of a learnt evaluation: four arrays of integers ([`Container`]), the rows of the first layer, its
//! bias, the rows of the second layer, the second layer's bias; and lines that tell how it was made.

use super::{
    Network,
    features::FEATURES,
    network::{HIDDEN, LARGEST_BIAS, LARGEST_WEIGHT, Row},
};
use std::path::Path;
use yomikiri_learn::{Container, ModelError, Numbers, unpacked};

/// What the file is.
const KIND: &str = "model of minishogi";

/// Tells what the weights mean; other features or another network have another number.
const DIGEST: u32 = 2;

/// The longest file, in bytes: the weights, and a record of any sense.
const LONGEST: u64 = ((FEATURES + 3) * size_of::<Row>()) as u64 + (1 << 20);

/// The evaluation that the program comes with, as `yomikiri train minishogi` wrote it, packed.
const BUILT_IN: &[u8] = include_bytes!("../../model/minishogi.model.zst");

/// A network and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The weights.
    pub network: Network,
    /// The command, the seed, the games: lines for a person.
    pub record: String,
}

impl Model {
    /// The evaluation that the program comes with.
    ///
    /// # Errors
    /// The program was built with a damaged one.
    pub fn built_in() -> Result<Self, ModelError> {
        Self::from_bytes(&unpacked(BUILT_IN)?)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no model, or is damaged: a sentence.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = yomikiri_files::read(path, LONGEST).map_err(|error| error.to_string())?;
        Self::from_bytes(&bytes).map_err(|error| error.to_string())
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no model, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let Container { record, arrays } = Container::from_bytes(bytes, KIND, DIGEST)?;
        let shapes: Vec<&[u32]> = arrays.iter().map(|(shape, _)| shape.as_slice()).collect();
        if shapes != shapes_of_network() {
            return Err(WRONG_SHAPE);
        }
        let [(_, rows), (_, bias), (_, output), (_, output_bias)] =
            <[_; 4]>::try_from(arrays).map_err(|_| WRONG_SHAPE)?;
        let [rows, bias, output] = [rows, bias, output].map(rows_of);
        let (Some(rows), Some(bias), Some(output), Numbers::Ints(output_bias)) =
            (rows, bias, output, output_bias)
        else {
            return Err(WRONG_SHAPE);
        };
        let is_small = |weight: &i16| weight.unsigned_abs() <= LARGEST_WEIGHT;
        if !output.as_flattened().iter().all(is_small) || output_bias[0].unsigned_abs() > LARGEST_BIAS {
            return Err(TOO_LARGE);
        }
        let network = Network {
            rows: rows.into(),
            bias: bias[0],
            output: [output[0], output[1]],
            output_bias: output_bias[0],
        };
        Ok(Self { network, record })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Network { rows, bias, output, output_bias } = &self.network;
        let numbers = [
            Numbers::Shorts(rows.as_flattened().to_vec()),
            Numbers::Shorts(bias.to_vec()),
            Numbers::Shorts(output.as_flattened().to_vec()),
            Numbers::Ints(vec![*output_bias]),
        ];
        let shapes = shapes_of_network().map(<[u32]>::to_vec);
        let arrays = shapes.into_iter().zip(numbers).collect();
        Container { record: self.record.clone(), arrays }.to_bytes(KIND, DIGEST)
    }
}

const WRONG_SHAPE: ModelError = ModelError::Damaged("its shape is not that of the network");
const TOO_LARGE: ModelError = ModelError::Damaged("its weights are too large for the network");

/// The dimensions of the arrays.
const fn shapes_of_network() -> [&'static [u32]; 4] {
    const WIDTH: u32 = HIDDEN as u32;
    [&[FEATURES as u32, WIDTH], &[WIDTH], &[2, WIDTH], &[1]]
}

/// Integers of 16 bits in rows.
fn rows_of(numbers: Numbers) -> Option<Vec<Row>> {
    let Numbers::Shorts(numbers) = numbers else { return None };
    Some(numbers.as_chunks().0.to_vec())
}

#[cfg(test)]
mod tests {
    use super::{super::network::random_network, *};
    use std::fs;

    fn model() -> Model {
        Model { network: random_network(), record: "seed 1\ngames 2".into() }
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
        assert!(matches!(Model::from_bytes(b"GIF89a"), Err(ModelError::Foreign(_))));
        let other =
            Container { arrays: vec![(vec![7], Numbers::Shorts(vec![0; 7]))], ..Container::default() };
        assert_eq!(Model::from_bytes(&other.to_bytes(KIND, DIGEST)), Err(WRONG_SHAPE));
        for (weight, bias) in [(128, 5), (-32_768, 5), (48, i32::MIN), (48, i32::MAX)] {
            let mut other = model();
            (other.network.output[1][7], other.network.output_bias) = (weight, bias);
            assert_eq!(Model::from_bytes(&other.to_bytes()), Err(TOO_LARGE));
        }
        assert!(Model::read(&directory.path().join("none")).unwrap_err().contains("No such file"));
    }

    #[test]
    fn the_built_in_evaluation_is_whole() {
        assert!(Model::built_in().is_ok());
    }
}
