//! The container: the one form of model files. Arrays of numbers with how they came to be.
//!
//! Layout, version 1, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the magic `YOMODEL` and the version, a byte |
//! | 4, then so many | the kind, such as `model of minishogi`, in UTF-8 |
//! | 4 | the digest of what the numbers mean: the features, the layers |
//! | 4, then so many | the record: how it was made, lines in UTF-8 |
//! | 4 | how many arrays there are; each follows the one before |
//! | 1 | of an array: the type of its numbers, 0 for f32, 1 for i16, 2 for i32 |
//! | 4, then 4 each | its dimensions: how many, and each |
//! | the rest | its numbers, the last dimension the quickest |
//! | 4 | the CRC-32 of all that comes before |
//!
//! Until version 1 each game had a form of its own; those are refused by name.

use std::fmt;

/// The largest model that comes with the program, in bytes.
const LARGEST: usize = 16 << 20;

/// How a file begins.
const MAGIC: &[u8; 7] = b"YOMODEL";

/// The version of the layout.
const VERSION: u8 = 1;

/// How the files of each game began before there was one form.
const OLD: [&[u8]; 5] = [b"YOMILRN", b"YOMIDUO", b"YOMICAL", b"YOMICAC", b"yomikiri minishogi model"];

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

/// Why a file is not the model that was asked for: a sentence.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// Not such a file at all.
    #[error("this is no {0} of Yomikiri")]
    Foreign(&'static str),
    /// Of another game, or of another use.
    #[error("this is a {found}, expected a {expected}")]
    Kind {
        /// What it is.
        found: String,
        /// What was asked for.
        expected: &'static str,
    },
    /// In a form that is no longer read, or not yet.
    #[error("this file was written by {0} version of Yomikiri, in another form; train it anew")]
    Version(&'static str),
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

/// The numbers of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Single floats, all of them finite.
    Floats(Vec<f32>),
    /// 16-bit integers.
    Shorts(Vec<i16>),
    /// 32-bit integers.
    Ints(Vec<i32>),
}

impl Numbers {
    const fn len(&self) -> usize {
        match self {
            Self::Floats(numbers) => numbers.len(),
            Self::Shorts(numbers) => numbers.len(),
            Self::Ints(numbers) => numbers.len(),
        }
    }
}

/// A model as a file holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container {
    /// How it was made: lines of text.
    pub record: String,
    /// The arrays with their dimensions.
    pub arrays: Vec<(Vec<u32>, Numbers)>,
}

impl Container {
    /// The bytes of a file of some kind; the digest tells the meaning of its numbers from others.
    ///
    /// # Panics
    /// An array has other dimensions than it has numbers.
    pub fn to_bytes(&self, kind: &str, digest: u32) -> Vec<u8> {
        let mut out = [MAGIC.as_slice(), &[VERSION]].concat();
        write_text(kind, &mut out);
        out.extend(digest.to_le_bytes());
        write_text(&self.record, &mut out);
        out.extend((self.arrays.len() as u32).to_le_bytes());
        for (shape, numbers) in &self.arrays {
            assert_eq!(count(shape), Some(numbers.len()), "as many numbers as the shape says");
            out.push(match numbers {
                Numbers::Floats(_) => 0,
                Numbers::Shorts(_) => 1,
                Numbers::Ints(_) => 2,
            });
            out.extend((shape.len() as u32).to_le_bytes());
            out.extend(shape.iter().flat_map(|size| size.to_le_bytes()));
            match numbers {
                Numbers::Floats(numbers) => write_numbers(numbers, f32::to_le_bytes, &mut out),
                Numbers::Shorts(numbers) => write_numbers(numbers, i16::to_le_bytes, &mut out),
                Numbers::Ints(numbers) => write_numbers(numbers, i32::to_le_bytes, &mut out),
            }
        }
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Reads the bytes of a file of this kind and digest.
    ///
    /// # Errors
    /// Bytes that are no such file, a damaged one, or one of another kind, version or digest.
    pub fn from_bytes(bytes: &[u8], kind: &'static str, digest: u32) -> Result<Self, ModelError> {
        if OLD.iter().any(|magic| bytes.starts_with(magic)) {
            return Err(ModelError::Version("an older"));
        }
        let body = bytes.strip_prefix(MAGIC).ok_or(ModelError::Foreign(kind))?;
        let (whole, sum) = bytes.split_last_chunk::<4>().ok_or(ModelError::Foreign(kind))?;
        if body.first().is_some_and(|&version| version > VERSION) {
            return Err(ModelError::Version("a newer"));
        }
        if crc32fast::hash(whole) != u32::from_le_bytes(*sum) {
            return Err(ModelError::Damaged("its checksum is not that of its content"));
        }
        let mut reader = Reader(&whole[MAGIC.len()..]);
        if reader.take(1)? != [VERSION] {
            return Err(ModelError::Version("an older"));
        }
        let found = reader.text()?;
        if found != kind {
            return Err(ModelError::Kind { found: found.chars().take(60).collect(), expected: kind });
        }
        let found = reader.word()?;
        if found != digest {
            return Err(ModelError::Features { found, expected: digest });
        }
        let record = reader.text()?.to_owned();
        let arrays = (0..reader.word()?).map(|_| reader.array()).collect::<Result<_, _>>()?;
        if !reader.0.is_empty() {
            return Err(ModelError::Damaged("it is longer than it should be"));
        }
        Ok(Self { record, arrays })
    }

    /// The only array, of floats in these dimensions.
    ///
    /// # Errors
    /// There are others.
    pub fn into_floats(self, shape: &[u32]) -> Result<Vec<f32>, ModelError> {
        match <[_; 1]>::try_from(self.arrays) {
            Ok([(found, Numbers::Floats(numbers))]) if found == shape => Ok(numbers),
            _ => Err(ModelError::Damaged("its shape is not that of the network")),
        }
    }
}

/// The file of a model that comes with the program packed, by `zstd --ultra -22`: integers of 16 bits take
/// half of their room by it, and a fifth where most of them are small.
///
/// # Errors
/// It is damaged.
pub fn unpacked(packed: &[u8]) -> Result<Vec<u8>, ModelError> {
    zstd::bulk::decompress(packed, LARGEST).map_err(|_| ModelError::Damaged("it cannot be unpacked"))
}

/// How many numbers a shape has.
fn count(shape: &[u32]) -> Option<usize> {
    shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size as usize))
}

/// A text with its length.
fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text.as_bytes());
}

fn write_numbers<T: Copy, const SIZE: usize>(
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; SIZE],
    out: &mut Vec<u8>,
) {
    out.extend(numbers.iter().flat_map(|&number| bytes(number)));
}

/// What is left to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ModelError::Damaged("it is cut short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, ModelError> {
        let (word, rest) = self.0.split_first_chunk().ok_or(ModelError::Damaged("it is cut short"))?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn text(&mut self) -> Result<&'a str, ModelError> {
        let length = self.word()?;
        let text = self.take(length as usize)?;
        std::str::from_utf8(text).map_err(|_| ModelError::Damaged("its record is no text"))
    }

    fn array(&mut self) -> Result<(Vec<u32>, Numbers), ModelError> {
        let kind = self.take(1)?[0];
        let dimensions = self.word()?;
        let shape = (0..dimensions).map(|_| self.word()).collect::<Result<Vec<u32>, _>>()?;
        let size = if kind == 1 { 2 } else { 4 };
        let bytes = count(&shape).and_then(|count| count.checked_mul(size));
        let bytes = self.take(bytes.ok_or(ModelError::Damaged("an array is too large"))?)?;
        let (twos, fours) = (bytes.as_chunks::<2>().0.iter(), bytes.as_chunks::<4>().0.iter());
        let numbers = match kind {
            0 => Numbers::Floats(
                fours.map(|four| finite(f32::from_le_bytes(*four))).collect::<Result<_, _>>()?,
            ),
            1 => Numbers::Shorts(twos.map(|two| i16::from_le_bytes(*two)).collect()),
            2 => Numbers::Ints(fours.map(|four| i32::from_le_bytes(*four)).collect()),
            _ => return Err(ModelError::Damaged("an array is of no known type")),
        };
        Ok((shape, numbers))
    }
}

/// A weight that is not finite would make whatever comes of it no number, and every move as good as another.
fn finite(number: f32) -> Result<f32, ModelError> {
    if number.is_finite() { Ok(number) } else { Err(ModelError::Damaged("a weight is not a finite number")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "model of tests";

    fn container() -> Container {
        let mut record = Record::default();
        record.set("games", &1);
        record.set("seed", &7);
        record.set("games", &12);
        let arrays = vec![
            (vec![3], Numbers::Floats(vec![1.5, -0.25, 1e-30])),
            (vec![2, 2], Numbers::Shorts(vec![1, -2, 300, i16::MIN])),
            (vec![1], Numbers::Ints(vec![-70_000])),
        ];
        Container { record: record.to_string(), arrays }
    }

    #[test]
    fn models_are_read_as_they_are_written() {
        let bytes = container().to_bytes(KIND, 0xabcd);
        let read = Container::from_bytes(&bytes, KIND, 0xabcd).unwrap();
        assert_eq!(read, container());
        let record = Record::read(&read.record);
        let values = ["games", "seed", "none"].map(|key| record.get(key));
        assert_eq!(values, [Some("12"), Some("7"), None]);
        assert_eq!(read.to_bytes(KIND, 0xabcd), bytes);
    }

    #[test]
    fn what_was_packed_is_read_and_damage_is_told() {
        let bytes = container().to_bytes(KIND, 0xabcd);
        let packed = zstd::bulk::compress(&bytes, 22).unwrap();
        assert_eq!(unpacked(&packed), Ok(bytes));
        for wrong in [&packed[..packed.len() - 1], b"hello"] {
            assert_eq!(unpacked(wrong), Err(ModelError::Damaged("it cannot be unpacked")));
        }
    }

    #[test]
    fn every_damage_is_found() {
        let bytes = container().to_bytes(KIND, 0xabcd);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Container::from_bytes(&damaged, KIND, 0xabcd).is_err(), "byte {at}");
            assert!(Container::from_bytes(&bytes[..at], KIND, 0xabcd).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_is_something_else_is_told() {
        let told = |bytes: &[u8], kind| Container::from_bytes(bytes, kind, 0xabce).unwrap_err().to_string();
        let bytes = container().to_bytes(KIND, 0xabcd);
        assert!(told(&bytes, KIND).contains("trained for other features"));
        assert_eq!(told(&bytes, "model of chess"), "this is a model of tests, expected a model of chess");
        assert_eq!(told(b"hello", KIND), "this is no model of tests of Yomikiri");
        for magic in OLD {
            assert!(told(&[magic, b"2 and so on"].concat(), KIND).contains("by an older version"));
        }
        let mut newer = bytes;
        newer[MAGIC.len()] = VERSION + 1;
        assert!(told(&newer, KIND).contains("by a newer version"));
    }

    #[test]
    fn weights_that_are_not_finite_are_refused() {
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let arrays = vec![(vec![2], Numbers::Floats(vec![1.5, wrong]))];
            let bytes = Container { arrays, ..Container::default() }.to_bytes(KIND, 1);
            let read = Container::from_bytes(&bytes, KIND, 1);
            assert_eq!(read, Err(ModelError::Damaged("a weight is not a finite number")));
        }
    }

    #[test]
    fn floats_have_the_shape_that_is_asked_for() {
        let arrays = vec![(vec![2, 1], Numbers::Floats(vec![1.5, 2.5]))];
        let container = Container { arrays, ..Container::default() };
        assert_eq!(container.clone().into_floats(&[2, 1]), Ok(vec![1.5, 2.5]));
        assert!(container.clone().into_floats(&[2]).is_err() && container.into_floats(&[3, 1]).is_err());
    }
}
