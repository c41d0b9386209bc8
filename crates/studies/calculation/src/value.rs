//! What positions and turns are worth by a network.
//!
//! All that a turn can lead to is valued together ([`Quantized::logits`]).

use crate::{
    network::{Quantized, QuantizedActivations},
    turn::{SETTINGS, Turn, TurnFilter, TurnGenerator},
};
use std::sync::Arc;
use yomikiri_calculation::{BaseTables, Calculation, Position};

/// The rules of a variant with their tables, to be kept: the tables take longer than a look.
#[derive(Clone, Debug)]
pub struct GameTables {
    game: Calculation,
    base_tables: BaseTables,
}

impl GameTables {
    /// The tables of a game.
    pub fn new(game: &Calculation) -> Self {
        Self { game: *game, base_tables: BaseTables::new(*game.variant()) }
    }

    /// The rules.
    pub const fn game(&self) -> &Calculation {
        &self.game
    }
}

/// Values by a network.
#[derive(Clone, Debug)]
pub struct ValueFunction<'a> {
    tables: Arc<GameTables>,
    network: &'a Quantized,
    settings: usize,
}

impl<'a> ValueFunction<'a> {
    /// Values by these weights, with tables of their own.
    pub fn new(game: &Calculation, network: &'a Quantized) -> Self {
        Self::with_tables(Arc::new(GameTables::new(game)), network)
    }

    /// Values by these weights, with tables that are there.
    pub const fn with_tables(tables: Arc<GameTables>, network: &'a Quantized) -> Self {
        Self { tables, network, settings: SETTINGS }
    }

    /// The rules.
    pub fn game(&self) -> &Calculation {
        &self.tables.game
    }

    /// What there is to be valued.
    pub fn turns(&self) -> TurnGenerator<'_> {
        TurnGenerator { game: self.game() }
    }

    /// Looks at no more than so many settings of a turn.
    #[must_use]
    pub fn with_settings(self, settings: usize) -> Self {
        Self { settings, ..self }
    }

    /// The value of a position without a card turned up.
    pub fn logit(&self, pos: &Position) -> f32 {
        let mut logits = Vec::new();
        self.network.logits(
            &self.tables.base_tables,
            &[*pos],
            &mut QuantizedActivations::default(),
            &mut logits,
        );
        logits[0]
    }

    /// The mean over the cards that may be turned up next of what each makes of a position.
    pub fn mean_of_next(&self, pos: &Position, mut value: impl FnMut(&Position) -> f64) -> f64 {
        let mut sum = 0.0;
        for card in 1..=self.game().variant().ranks() {
            let ways = pos.stock[usize::from(card)];
            if ways > 0 {
                let mut next = *pos;
                next.turn(card);
                sum += f64::from(ways) * value(&next);
            }
        }
        sum / f64::from(pos.hidden())
    }

    /// Looks at a position with a card turned up: finds what the turn can lead to, and its values.
    pub fn evaluate(&self, pos: &Position, filter: TurnFilter, turn: &mut Turn) {
        self.turns().find(pos, filter, self.settings, turn);
        self.value(turn);
    }

    /// Values what was found. Where the stock is empty the game itself is asked: a turn that wins has an
    /// infinite logit, one that loses an infinite one below zero; after one that wins the others are not
    /// asked, and count as lost.
    pub fn value(&self, turn: &mut Turn) {
        let Turn { settings, outcomes, positions, logits, activations } = turn;
        if settings[0].pos.hidden() > 0 {
            self.network.logits(&self.tables.base_tables, positions, activations, logits);
            for (outcome, logit) in outcomes.iter_mut().zip(logits) {
                outcome.logit = *logit;
            }
            return;
        }
        let mut won = false;
        for (outcome, after) in outcomes.iter_mut().zip(positions) {
            let wins = !won && self.game().can_finish(after);
            outcome.logit = if wins { f32::INFINITY } else { f32::NEG_INFINITY };
            won |= wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use yomikiri_calculation::{Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    #[test]
    fn prospects_are_what_their_moves_lead_to() {
        for text in ["calculation", "computer", "superhuman", "ranks=6,piles=2"] {
            let game = Calculation::new(text.parse().unwrap());
            let network = Quantized::new(&Network::new(5));
            let mut turn = Turn::default();
            for number in 0..20 {
                let values = ValueFunction::new(&game, &network);
                let mut stream = Stream::new(2, number, Purpose::Deal);
                let mut pos = game.start();
                while pos.hidden() > 0 {
                    pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                    values.evaluate(&pos, TurnFilter::Everything, &mut turn);
                    for outcome in &turn.outcomes {
                        let after = turn.after(&game, outcome);
                        let walked = turn.moves(outcome).into_iter().fold(pos, |pos, mv| game.play(&pos, mv));
                        assert_eq!(walked, after);
                        if pos.hidden() > 0 {
                            let anew = values.logit(&after);
                            assert_eq!(outcome.logit.to_bits(), anew.to_bits(), "{text}: {after:?}");
                        }
                    }
                    let choice = stream.below(turn.outcomes.len() as u32) as usize;
                    pos = turn.after(&game, &turn.outcomes[choice]);
                }
            }
        }
    }

    /// Which pile is which means nothing, nearly to the bit.
    #[test]
    fn the_order_of_the_piles_means_nothing() {
        use yomikiri_core::Canonical;
        let game = Calculation::new("superhuman".parse().unwrap());
        let network = Quantized::new(&Network::new(5));
        let values = ValueFunction::new(&game, &network);
        let mut turn = Turn::default();
        let mut stream = Stream::new(3, 1, Purpose::Deal);
        let mut pos = game.start();
        while pos.hidden() > 1 {
            pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
            values.evaluate(&pos, TurnFilter::Everything, &mut turn);
            pos = turn.after(&game, turn.best().unwrap());
            let sorted = values.logit(&game.canonical(&pos));
            assert!((values.logit(&pos) - sorted).abs() < 1e-4 * (1.0 + sorted.abs()), "{pos:?}");
        }
    }
}
