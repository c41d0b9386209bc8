//! The model file: weights with how they came to be.
//!
//! Layout, version 2, all numbers little-endian: the magic `YOMILRN2`; the digest of the features (u32);
//! their number (u32); 1, where networks had the width of a layer (u32); the length of the
//! training record (u32) and the record, `key=value` lines in UTF-8; the weights; last the CRC-32 of all that
//! comes before.
//!
//! The weights: the scale (f32), and each in steps of it (16-bit integers).

use crate::linear::Linear;
use std::fmt;

/// The version of the format.
pub const FORMAT: &str = "YOMILRN2";

/// What there is to know about a training: keys and values, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record(pub Vec<(String, String)>);

impl Record {
    /// Adds an entry, and replaces one of the same key.
    pub fn set(&mut self, key: &str, value: &impl ToString) {
        self.0.retain(|(known, _)| known != key);
        self.0.push((key.into(), value.to_string()));
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Self {
        let entries = text.lines().filter_map(|line| line.split_once('='));
        Self(entries.map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Record {
    /// A line for each entry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(key, value)| writeln!(f, "{key}={value}"))
    }
}

/// Why a file is no model: a sentence.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// Not such a file at all.
    #[error("this is no {what} of Yomikiri: it does not begin with {format}")]
    Foreign {
        /// What was expected.
        what: &'static str,
        /// How such a file begins.
        format: &'static str,
    },
    /// Cut short, or changed.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// For other features than those asked for.
    #[error(
        "the weights were trained for other features (digest {found:08x}, expected {expected:08x}); train it anew"
    )]
    Features {
        /// The digest in the file.
        found: u32,
        /// The digest of the features that are there.
        expected: u32,
    },
}

impl Linear {
    /// The model as a file.
    pub fn to_bytes(&self, digest: u32, record: &Record) -> Vec<u8> {
        let mut out = head(FORMAT, digest, self.weights.len(), 1, record);
        out.extend(self.scale.to_le_bytes());
        out.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        seal(out)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Bytes that are no model, a damaged one, or one for other features.
    pub fn from_bytes(bytes: &[u8], digest: u32) -> Result<(Self, Record), ModelError> {
        let mut reader = checked(bytes, FORMAT, "model")?;
        let (features, record) = reader.heading(digest, 1)?;
        let scale = reader.float()?;
        let (weights, _) = reader.take(2 * features)?.as_chunks::<2>();
        let weights = weights.iter().map(|two| i16::from_le_bytes(*two)).collect();
        reader.end()?;
        Ok((Self { scale, weights }, record))
    }
}

/// Weights as they are, in a file: the magic of its format, the record as above, the weights (f32 each), the
/// CRC-32. For networks that are more than rows of features; the format tells their shape.
pub fn write_floats<'a>(format: &str, record: &Record, weights: impl Iterator<Item = &'a f32>) -> Vec<u8> {
    let mut out = format.as_bytes().to_vec();
    tell(record, &mut out);
    out.extend(weights.flat_map(|weight| weight.to_le_bytes()));
    seal(out)
}

/// Reads so many weights of such a file; `what` is expected, for the error.
///
/// # Errors
/// Bytes that are no such file, or a damaged one.
pub fn read_floats(
    bytes: &[u8],
    format: &'static str,
    what: &'static str,
    count: usize,
) -> Result<(Vec<f32>, Record), ModelError> {
    let mut reader = checked(bytes, format, what)?;
    let record = reader.record()?;
    let weights = (0..count).map(|_| reader.float()).collect::<Result<_, _>>()?;
    reader.end()?;
    Ok((weights, record))
}

/// How a file begins.
pub(crate) fn head(format: &str, digest: u32, features: usize, width: usize, record: &Record) -> Vec<u8> {
    let mut out = format.as_bytes().to_vec();
    for number in [digest, features as u32, width as u32] {
        out.extend(number.to_le_bytes());
    }
    tell(record, &mut out);
    out
}

/// A record with its length.
fn tell(record: &Record, out: &mut Vec<u8>) {
    let text = record.to_string();
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text.as_bytes());
}

/// A file with its checksum.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32fast::hash(&bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

/// What comes after the magic of a sealed file, if it is one.
pub(crate) fn checked<'a>(
    bytes: &'a [u8],
    format: &'static str,
    what: &'static str,
) -> Result<Reader<'a>, ModelError> {
    let foreign = ModelError::Foreign { what, format };
    let Some((whole, crc)) = bytes.split_last_chunk::<4>() else { return Err(foreign) };
    let Some(body) = whole.strip_prefix(format.as_bytes()) else { return Err(foreign) };
    if crc32fast::hash(whole) != u32::from_le_bytes(*crc) {
        return Err(ModelError::Damaged("its checksum is not that of its content"));
    }
    Ok(Reader(body))
}

fn finite(weight: f32) -> Result<f32, ModelError> {
    if weight.is_finite() { Ok(weight) } else { Err(ModelError::Damaged("a weight is not a finite number")) }
}

/// What is left to be read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ModelError::Damaged("it is cut short"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// What comes first: the number of features, if they are those expected, and the record.
    pub fn heading(&mut self, digest: u32, width: usize) -> Result<(usize, Record), ModelError> {
        let found = self.word()?;
        if found != digest {
            return Err(ModelError::Features { found, expected: digest });
        }
        let (features, hidden) = (self.word()?, self.word()?);
        if hidden as usize != width {
            return Err(ModelError::Damaged("its hidden layer has another width"));
        }
        Ok((features as usize, self.record()?))
    }

    /// The record with its length.
    pub fn record(&mut self) -> Result<Record, ModelError> {
        let length = self.word()?;
        let text = std::str::from_utf8(self.take(length as usize)?)
            .map_err(|_| ModelError::Damaged("its training record is no text"))?;
        Ok(Record::read(text))
    }

    pub fn word(&mut self) -> Result<u32, ModelError> {
        let (word, rest) = self.0.split_first_chunk().ok_or(ModelError::Damaged("it is cut short"))?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    /// A weight. One that is not finite would make whatever comes of it no number, and every move as good as
    /// another.
    pub fn float(&mut self) -> Result<f32, ModelError> {
        finite(f32::from_bits(self.word()?))
    }

    /// Nothing may come after.
    pub fn end(&self) -> Result<(), ModelError> {
        if self.0.is_empty() { Ok(()) } else { Err(ModelError::Damaged("it is longer than it should be")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> (Linear, Vec<u8>) {
        let weights: Vec<f64> = (0..9).map(|i| (f64::from(i) * 1.7).sin()).collect();
        let mut record = Record::default();
        record.set("games", &1);
        record.set("seed", &7);
        record.set("games", &12);
        let model = Linear::new(&weights, 1e-3);
        (model.clone(), model.to_bytes(0xabcd, &record))
    }

    #[test]
    fn models_are_read_as_they_are_written() {
        let (model, bytes) = written();
        let (read, record) = Linear::from_bytes(&bytes, 0xabcd).unwrap();
        assert_eq!(read, model);
        assert_eq!(
            (record.get("games"), record.get("seed"), record.get("none")),
            (Some("12"), Some("7"), None)
        );
        // What is read is written the same again.
        assert_eq!(read.to_bytes(0xabcd, &record), bytes);
    }

    #[test]
    fn weights_are_kept_to_half_a_step() {
        let weights: Vec<f64> = (0..9).map(|i| (f64::from(i) * 1.7).sin()).collect();
        let model = Linear::new(&weights, 1e-3);
        assert!(weights.iter().zip(model.floats()).all(|(weight, read)| (weight - read).abs() <= 0.5001e-3));
    }

    #[test]
    fn a_model_of_another_shape_is_refused() {
        let bytes = seal(head(FORMAT, 5, 9, 32, &Record::default()));
        assert_eq!(
            Linear::from_bytes(&bytes, 5),
            Err(ModelError::Damaged("its hidden layer has another width"))
        );
    }

    #[test]
    fn floats_are_read_as_they_are_written() {
        let weights = [1.5, -0.25, 1e-30];
        let bytes = write_floats("FORMAT", &Record::default(), weights.iter());
        let read = |bytes: &[u8], count| read_floats(bytes, "FORMAT", "thing", count);
        assert_eq!(read(&bytes, 3), Ok((weights.to_vec(), Record::default())));
        assert!(read(&bytes, 2).is_err() && read(&bytes, 4).is_err());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(read(&damaged, 3).is_err() && read(&bytes[..at], 3).is_err(), "byte {at}");
        }
    }

    #[test]
    fn weights_that_are_not_finite_are_refused() {
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let bytes = write_floats("FORMAT", &Record::default(), [1.5, wrong].iter());
            let read = read_floats(&bytes, "FORMAT", "thing", 2);
            assert_eq!(read, Err(ModelError::Damaged("a weight is not a finite number")));
            let linear = Linear { scale: wrong, weights: vec![1, 2] };
            assert!(Linear::from_bytes(&linear.to_bytes(1, &Record::default()), 1).is_err());
        }
    }

    #[test]
    fn every_damage_is_found() {
        let (_, bytes) = written();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Linear::from_bytes(&damaged, 0xabcd).is_err(), "byte {at}");
            assert!(Linear::from_bytes(&bytes[..at], 0xabcd).is_err(), "cut at {at}");
        }
        let other = Linear::from_bytes(&bytes, 0xabce).unwrap_err();
        assert!(other.to_string().contains("trained for other features"), "{other}");
        let foreign = Linear::from_bytes(b"hello", 0).unwrap_err().to_string();
        assert_eq!(foreign, "this is no model of Yomikiri: it does not begin with YOMILRN2");
    }
}
