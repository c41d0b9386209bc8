//! What was learnt, as a file.
//!
//! Layout, all numbers little-endian: the magic `YOMIDUO2`; the length of the record of the training (u32) and the record, `key=value` lines in
//! UTF-8; the weights (f32 each); last the CRC-32 of all that comes before.

use crate::{
    network::{Network, Seen, WEIGHTS},
    prior,
    scene::Scene,
};
use std::{
    cell::RefCell,
    sync::{Arc, LazyLock},
};
use yomikiri_blokus::{Arena, Move};
use yomikiri_learn::{ModelError, Record};

/// The first bytes of a file.
const MAGIC: &str = "YOMIDUO2";

/// The bytes of a number.
const NUMBER: usize = 4;

/// What the player knows of positions and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How likely the side to move wins, and how likely each move is to be the one to make.
    pub(crate) network: Network,
}

static SHIPPED: LazyLock<Arc<Model>> = LazyLock::new(|| {
    let read = Model::from_bytes(include_bytes!("../model/blokus.model"));
    Arc::new(read.expect("the model that comes with the program is whole: a test reads it").0)
});

impl Model {
    /// A model that knows nothing.
    pub fn new(seed: u64) -> Self {
        Self { network: Network::new(seed) }
    }

    /// The model that comes with the program; `yomikiri train blokus` makes it.
    pub fn shipped() -> Arc<Self> {
        SHIPPED.clone()
    }

    /// How likely the side to move is to win.
    pub fn value(&self, pos: &Arena) -> f32 {
        self.look(pos, |scene, seen| self.network.value(scene, seen))
    }

    /// Gives each placement of the side to move its weight.
    pub fn weigh(&self, pos: &Arena, moves: &mut [(Move, f32)]) {
        self.look(pos, |scene, seen| {
            prior::weigh(self, scene, &self.network.worth(scene, seen), moves);
        });
    }

    fn look<T>(&self, pos: &Arena, then: impl FnOnce(&Scene, &Seen) -> T) -> T {
        thread_local! {
            static SEEN: RefCell<Seen> = RefCell::new(Seen::nothing());
        }
        SEEN.with_borrow_mut(|seen| {
            let scene = Scene::new(pos);
            self.network.see(&scene, seen);
            then(&scene, seen)
        })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self, record: &Record) -> Vec<u8> {
        let text = record.to_string();
        let mut bytes = [MAGIC.as_bytes(), &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        bytes.extend(self.network.weights().flat_map(|weight| weight.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no model of this game, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Record), ModelError> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(ModelError::Foreign { what: "model of Blokus Duo", format: MAGIC });
        }
        let short = || ModelError::Damaged("it is cut short");
        let (content, sum) = bytes.split_last_chunk::<NUMBER>().ok_or_else(short)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(ModelError::Damaged("its checksum is not that of its content"));
        }
        let (length, rest) = content[MAGIC.len()..].split_first_chunk::<NUMBER>().ok_or_else(short)?;
        let (text, weights) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(short)?;
        let weights = weights.as_chunks::<NUMBER>().0;
        if weights.len() != WEIGHTS {
            return Err(ModelError::Damaged("it has another number of weights"));
        }
        let mut network = Network::zero();
        for (weight, bytes) in network.weights_mut().zip(weights) {
            *weight = f32::from_le_bytes(*bytes);
        }
        let text = std::str::from_utf8(text).map_err(|_| ModelError::Damaged("its record is no text"))?;
        Ok((Self { network }, Record::read(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::Position;

    #[test]
    fn models_are_read_as_they_are_written() {
        let (model, mut record) = (Model::new(3), Record::default());
        record.set("games", &12);
        let (read, found) = Model::from_bytes(&model.to_bytes(&record)).unwrap();
        assert_eq!((read, found), (model, record));
    }

    #[test]
    fn damage_is_found() {
        let bytes = Model::new(1).to_bytes(&Record::default());
        for at in [0, 7, 8, 12, 99, bytes.len() / 2, bytes.len() - 1] {
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
