//! What the player knows, and the file of it.
//!
//! The file holds the weights as one array of floats ([`Container`]), in the order of [`Network`].

use crate::{
    cache::EvaluationCache,
    input::{Input, mix},
    network::{Evaluation, Network, ROWS},
    prior,
    quantized::Quantized,
};
use std::{
    cell::RefCell,
    sync::{Arc, LazyLock},
};
use yomikiri_blokus::{Move, PlayoutState};
use yomikiri_learn::{Container, ModelError, Numbers, Parameters, Record, unpacked};
use yomikiri_simd::WIDTH;

/// What the file is.
const KIND: &str = "model of Blokus Duo";

/// Tells what the weights mean; another network has another number.
const DIGEST: u32 = 3;

/// The dimensions of the weights.
const SHAPE: [u32; 2] = [ROWS as u32, WIDTH as u32];

/// What the player knows of positions and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How likely the side to move wins, and how likely each move is to be the one to make.
    pub(crate) network: Network,
    /// Its layers as they play.
    quantized: Quantized,
    /// Tells it from other models in what is remembered.
    seed: u64,
}

static SHIPPED: LazyLock<Arc<Model>> = LazyLock::new(|| {
    let read =
        unpacked(include_bytes!("../model/blokus.model.zst")).and_then(|bytes| Model::from_bytes(&bytes));
    Arc::new(read.expect("the model that comes with the program is whole: a test reads it").0)
});

impl Model {
    /// A model that knows nothing.
    pub fn new(seed: u64) -> Self {
        Self::of(Network::new(seed))
    }

    /// What a network knows.
    pub(crate) fn of(network: Network) -> Self {
        let seed = network.0.numbers().fold(0, |seed, weight| mix(seed, u64::from(weight.to_bits())));
        Self { quantized: Quantized::new(&network), network, seed }
    }

    /// The model that comes with the program; `yomikiri train blokus` makes it.
    pub fn shipped() -> Arc<Self> {
        SHIPPED.clone()
    }

    /// How likely the side to move is to win.
    pub fn value(&self, pos: &PlayoutState) -> f32 {
        self.look(pos, |_, evaluation| evaluation.value)
    }

    /// Gives each placement of the side to move its weight.
    pub fn weigh(&self, pos: &PlayoutState, moves: &mut [(Move, f32)]) {
        self.look(pos, |input, evaluation| prior::weigh(&self.network, input, &evaluation.worth, moves));
    }

    fn look<T>(&self, pos: &PlayoutState, then: impl FnOnce(&Input, &Evaluation) -> T) -> T {
        thread_local! {
            static CACHE: RefCell<EvaluationCache> = RefCell::new(EvaluationCache::default());
        }
        let input = Input::new(pos);
        CACHE.with_borrow_mut(|cache| {
            let key = input.key(self.seed);
            then(
                &input,
                cache.get_or_insert_with(key, |view| self.quantized.look(&self.network, &input, view)),
            )
        })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self, record: &Record) -> Vec<u8> {
        let weights = Numbers::Floats(self.network.0.numbers().copied().collect());
        let container = Container { record: record.to_string(), arrays: vec![(SHAPE.to_vec(), weights)] };
        container.to_bytes(KIND, DIGEST)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no model of this game, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Record), ModelError> {
        let container = Container::from_bytes(bytes, KIND, DIGEST)?;
        let record = Record::read(&container.record);
        let weights = Parameters::from_numbers(ROWS, &container.into_floats(&SHAPE)?);
        Ok((Self::of(Network(weights.expect("the shape is right"))), record))
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
        let (pos, model) = (PlayoutState::new(&Position::START), Model::shipped());
        let value = model.value(&pos);
        assert!((0.3..0.8).contains(&value), "nobody is far ahead: {value}");
        let mut moves = Vec::new();
        pos.fields[0].placements(&mut moves);
        let mut weighed: Vec<_> = moves.into_iter().map(|mv| (mv, 1.0)).collect();
        model.weigh(&pos, &mut weighed);
        let (best, _) = weighed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.covers().count(), 5, "{best:?}");
    }
}
