//! The weights that come with the program, and those of the user.

use crate::{model, network::Network, player::PlayerError};
use yomikiri_calculation::Variant;
use yomikiri_learn::{ModelError, Record};

/// Weights for variants.
#[derive(Debug, Default)]
pub struct Models {
    /// With their number of waste piles.
    networks: Vec<(usize, Network)>,
    checksum: u32,
}

/// The weights that come with the program, with the number of waste piles that they are for. `docs/calculation.md` says how they were
/// made.
pub const SHIPPED: [(usize, &[u8]); 2] =
    [(3, include_bytes!("../weights/three-piles.model")), (4, include_bytes!("../weights/four-piles.model"))];

impl Models {
    /// The weights that come with the program.
    ///
    /// # Errors
    /// They are for other features than those of this build.
    pub fn shipped() -> Result<Self, ModelError> {
        let mut models = Self::default();
        for (piles, bytes) in SHIPPED {
            models.add(piles, bytes)?;
        }
        Ok(models)
    }

    /// Weights for all variants with so many waste piles, in place of those that are there.
    ///
    /// # Errors
    /// Bytes that are no model for this game.
    pub fn add(&mut self, piles: usize, bytes: &[u8]) -> Result<Record, ModelError> {
        let (network, record) = model::from_bytes(bytes)?;
        self.networks.retain(|(known, _)| *known != piles);
        self.networks.push((piles, network));
        self.checksum = self.checksum.rotate_left(1) ^ crc32fast::hash(bytes);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Habit, Judge, Turn};
    use yomikiri_calculation::{Calculation, Deal, Found};
    use yomikiri_core::Game;

    #[test]
    fn what_is_shipped_is_small_and_can_be_read() {
        let models = Models::shipped().unwrap();
        for name in ["calculation", "computer", "superhuman"] {
            assert!(models.network(&name.parse().unwrap()).is_ok());
        }
        assert!(SHIPPED.iter().all(|(_, bytes)| bytes.len() < 1_000_000));
        let error = models.network(&"piles=2".parse().unwrap()).unwrap_err().to_string();
        assert!(error.contains("no learnt weights"), "{error}");
    }

    #[test]
    fn sums_of_what_is_shipped_fit_into_integers() {
        for (piles, bytes) in SHIPPED {
            let (network, _) = read(bytes).unwrap();
            let variant = if piles == 3 { "superhuman" } else { "computer" }.parse().unwrap();
            let game = Calculation::new(variant);
            let integers = network;
            let judge = Judge::new(&game, &integers);
            let (mut turn, mut found, mut most) = (Turn::default(), Found::default(), 0f32);
            for number in 0..300 {
                let mut pos = game.start();
                for &card in Deal::of_game(variant, 6, number).cards() {
                    pos.turn(card);
                    judge.look(&pos, Habit::Free, &mut turn);
                    pos = turn.after(&game, turn.best().unwrap());
                    judge.features().all(&pos, &mut found);
                    most = network.sum(found.take()).0.iter().fold(most, |most, sum| most.max(sum.abs()));
                }
            }
            // 32 is where they would wrap around; candidates that are not chosen may lie further out.
            assert!(most < 24.0, "{piles} piles: {most}");
        }
    }
}
