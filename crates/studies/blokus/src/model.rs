//! What was learnt, as a file.
//!
//! Layout, all numbers little-endian: the magic `YOMIDUO1`; the weights of the prior (f32 each), and their CRC-32; the network as
//! `yomikiri-learn` writes it, with the record of the training and a checksum of its own.

use crate::{
    features::{self, FEATURES},
    prior::Prior,
};
use std::sync::{Arc, LazyLock};
use yomikiri_blokus::{Arena, Move};
use yomikiri_learn::{ModelError, Network, Record};

/// The first bytes of a file.
const MAGIC: &str = "YOMIDUO1";

/// The bytes of a number.
const NUMBER: usize = 4;

/// What the player knows of positions and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How likely the side to move wins.
    pub network: Network,
    /// How likely each move is to be the one to make.
    pub(crate) prior: Prior,
}

static SHIPPED: LazyLock<Arc<Model>> = LazyLock::new(|| {
    let read = Model::from_bytes(include_bytes!("../model/blokus.model"));
    Arc::new(read.expect("the model that comes with the program is whole: a test reads it").0)
});

impl Model {
    /// A model that knows nothing.
    pub fn new(seed: u64) -> Self {
        Self { network: Network::new(FEATURES, seed), prior: Prior::default() }
    }

    /// The model that comes with the program; `yomikiri train blokus` makes it.
    pub fn shipped() -> Arc<Self> {
        SHIPPED.clone()
    }

    /// How likely the side to move is to win.
    #[inline]
    pub fn value(&self, pos: &Arena) -> f32 {
        let mut list = Vec::with_capacity(512);
        features::features(pos, &mut list);
        self.network.value(&list)
    }

    /// Gives each placement of the side to move its weight.
    pub fn weigh(&self, pos: &Arena, moves: &mut [(Move, f32)]) {
        self.prior.weigh(pos, moves);
    }

    /// The bytes of a file.
    pub fn to_bytes(&self, record: &Record) -> Vec<u8> {
        let weights: Vec<u8> = self.prior.weights().flat_map(|weight| weight.to_le_bytes()).collect();
        let sum = crc32fast::hash(&weights).to_le_bytes();
        [MAGIC.as_bytes(), &weights, &sum, &self.network.to_bytes(features::DIGEST, record)].concat()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no model of this game, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Record), ModelError> {
        let foreign = ModelError::Foreign { what: "model of Blokus Duo", format: MAGIC };
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(foreign)?;
        let short = || ModelError::Damaged("it is cut short");
        let (weights, rest) = rest.split_at_checked(Prior::WEIGHTS * NUMBER).ok_or_else(short)?;
        let (sum, rest) = rest.split_first_chunk::<NUMBER>().ok_or_else(short)?;
        if crc32fast::hash(weights) != u32::from_le_bytes(*sum) {
            return Err(ModelError::Damaged("its checksum is not that of its content"));
        }
        let (network, record) = Network::from_bytes(rest, features::DIGEST)?;
        let mut prior = Prior::default();
        for (weight, bytes) in prior.weights_mut().zip(weights.as_chunks::<NUMBER>().0) {
            *weight = f32::from_le_bytes(*bytes);
        }
        Ok((Self { network, prior }, record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::Position;

    #[test]
    fn models_are_read_as_they_are_written() {
        let (mut model, mut record) = (Model::new(3), Record::default());
        record.set("games", &12);
        let pos = Arena::new(&Position::START);
        let mut moves = Vec::new();
        pos.fields[0].placements(&mut moves);
        let targets: Vec<_> =
            moves.iter().enumerate().map(|(i, &mv)| (mv, f32::from(u8::from(i == 5)))).collect();
        model.prior.learn(&pos, &targets, 0.1);
        let (read, found) = Model::from_bytes(&model.to_bytes(&record)).unwrap();
        assert_eq!((&read.prior, &read.network, found), (&model.prior, &model.network.rounded(), record));
    }

    #[test]
    fn damage_is_found() {
        let bytes = Model::new(1).to_bytes(&Record::default());
        for at in [0, 7, 8, 99, 8 + Prior::WEIGHTS * NUMBER, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(
                Model::from_bytes(&damaged).is_err() && Model::from_bytes(&bytes[..at]).is_err(),
                "byte {at}"
            );
        }
    }

    /// What the model that comes with the program thinks of some positions.
    #[test]
    fn the_shipped_model_is_whole() {
        let (pos, model) = (Arena::new(&Position::START), Model::shipped());
        let value = model.value(&pos);
        assert!((0.5..0.9).contains(&value), "who begins is ahead: {value}");
        let mut moves = Vec::new();
        pos.fields[0].placements(&mut moves);
        let mut weighed: Vec<_> = moves.into_iter().map(|mv| (mv, 1.0)).collect();
        model.weigh(&pos, &mut weighed);
        let (best, _) = weighed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.covers().count(), 5, "{best:?}");
    }
}
