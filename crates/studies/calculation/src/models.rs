//! The weights that come with the program, and those of the user.

use crate::{model, network::Quantized, player_error::PlayerError};
use std::sync::Arc;
use yomikiri_calculation::Variant;
use yomikiri_learn::{ModelError, Record, crc32, unpacked};

yomikiri_core::phrases! { words;
    NO_WEIGHTS: "there are no learnt weights for {} with {} waste piles; train some with `yomikiri train calculation`",
        "{}(捨て札の山{})のための重みがありません。`yomikiri train calculation`で学習できます";
}

/// Weights for variants.
#[derive(Debug, Default)]
pub struct Models {
    /// With their number of waste piles.
    networks: Vec<(usize, Arc<Quantized>)>,
    checksum: u32,
}

/// The weights that come with the program, packed. `docs/notes/calculation-values.md` says how they were
/// made.
const SHIPPED: &[u8] = include_bytes!("../model/calculation.model.zst");

/// With how many waste piles those were taught.
const PILES: [usize; 2] = [3, 4];

impl Models {
    /// The weights that come with the program.
    ///
    /// # Errors
    /// They are for other features than those of this build.
    pub fn shipped() -> Result<Self, ModelError> {
        let (mut models, bytes) = (Self::default(), Self::shipped_bytes()?);
        models.add_to_each(&PILES, &bytes)?;
        Ok(models)
    }

    /// The file of the weights that come with the program.
    pub(crate) fn shipped_bytes() -> Result<Vec<u8>, ModelError> {
        unpacked(SHIPPED)
    }

    /// Weights for all variants with so many waste piles, in place of those that are there.
    ///
    /// # Errors
    /// Bytes that are no model for this game.
    pub fn add(&mut self, piles: usize, bytes: &[u8]) -> Result<Record, ModelError> {
        self.add_to_each(&[piles], bytes)
    }

    /// The same weights for several numbers of waste piles: they are read and quantised once.
    fn add_to_each(&mut self, numbers_of_piles: &[usize], bytes: &[u8]) -> Result<Record, ModelError> {
        let (network, record) = model::from_bytes(bytes)?;
        let network = Arc::new(Quantized::new(&network));
        // Not of all the bytes: with the checksum at its end every file has the same.
        let content = crc32(&bytes[..bytes.len() - size_of::<u32>()]);
        for &piles in numbers_of_piles {
            self.networks.retain(|(known, _)| *known != piles);
            self.networks.push((piles, network.clone()));
            self.checksum = self.checksum.rotate_left(1) ^ content;
        }
        Ok(record)
    }

    /// Tells these weights from others.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The weights for a variant.
    ///
    /// # Errors
    /// There are none.
    pub fn network(&self, variant: &Variant) -> Result<&Quantized, PlayerError> {
        let found = self.networks.iter().find(|(piles, _)| *piles == variant.piles());
        found
            .map(|(_, network)| &**network)
            .ok_or_else(|| PlayerError(NO_WEIGHTS.with(variant.to_string()).and(variant.piles())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;

    #[test]
    fn weights_are_told_from_others() {
        let checksums = [1, 2].map(|seed| {
            let mut models = Models::default();
            models.add(3, &model::to_bytes(&Network::new(seed), &Record::default())).unwrap();
            models.checksum()
        });
        assert_ne!(checksums[0], checksums[1]);
    }

    #[test]
    fn what_is_shipped_is_small_and_can_be_read() {
        let models = Models::shipped().unwrap();
        for name in ["calculation", "computer", "superhuman"] {
            assert!(models.network(&name.parse().unwrap()).is_ok());
        }
        assert!(SHIPPED.len() < 1_000_000);
        let error = models.network(&"piles=2".parse().unwrap()).unwrap_err().to_string();
        assert!(error.contains("no learnt weights"), "{error}");
    }
}
