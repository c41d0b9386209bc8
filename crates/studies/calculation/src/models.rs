//! The weights that come with the program, and those of the user.

use crate::player::PlayerError;
use yomikiri_calculation::{Features, Variant};
use yomikiri_learn::{ModelError, Network, Record};

/// Weights for variants.
#[derive(Debug, Default)]
pub struct Models {
    /// With their number of waste piles.
    networks: Vec<(usize, Network)>,
}

/// A network with how it came to be.
///
/// # Errors
/// Bytes that are no model for this game.
pub fn read(bytes: &[u8]) -> Result<(Network, Record), ModelError> {
    Network::from_bytes(bytes, Features::DIGEST)
}

impl Models {
    /// Weights for all variants with so many waste piles.
    pub fn add(&mut self, piles: usize, network: Network) {
        self.networks.retain(|(known, _)| *known != piles);
        self.networks.push((piles, network));
    }

    /// The weights for a variant.
    ///
    /// # Errors
    /// There are none.
    pub fn network(&self, variant: &Variant) -> Result<&Network, PlayerError> {
        let found = self.networks.iter().find(|(piles, _)| *piles == variant.piles());
        found.map(|(_, network)| network).ok_or_else(|| {
            PlayerError(format!(
                "there are no learnt weights for {variant} with {} waste piles; train some with `yomikiri train calculation`",
                variant.piles()
            ))
        })
    }
}
