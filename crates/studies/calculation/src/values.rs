//! What positions are worth, by the network as it learns or as it plays.

use crate::network::{Network, Quantized, Seen, View};
use yomikiri_calculation::{Outlook, Position};

/// Who values positions.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// The network in floats, as it learns.
    Exact(&'a Network),
    /// The network in integers, as it plays.
    Quick(&'a Quantized),
}

impl<'a> From<&'a Network> for Values<'a> {
    fn from(network: &'a Network) -> Self {
        Self::Exact(network)
    }
}

impl<'a> From<&'a Quantized> for Values<'a> {
    fn from(quantized: &'a Quantized) -> Self {
        Self::Quick(quantized)
    }
}

/// Positions to be valued, with room for what is seen of them; kept, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The positions, without a card turned up.
    pub positions: Vec<Position>,
    /// The logits of the chances of winning.
    pub logits: Vec<f32>,
    seen: Option<Box<Seen>>,
    view: View,
}

impl Values<'_> {
    /// Values the positions.
    pub fn look(self, outlook: &Outlook, sight: &mut Sight) {
        let Sight { positions, logits, seen, view } = sight;
        match self {
            Self::Quick(quantized) => quantized.logits(outlook, positions, view, logits),
            Self::Exact(network) => {
                let seen = seen.get_or_insert_with(Seen::nothing);
                logits.clear();
                logits.extend(positions.iter().map(|pos| network.logit(outlook, pos, seen)));
            }
        }
    }
}
