//! Who knows the order of the stock, and is no player: what it wins can be won.
//!
//! A beam of positions goes through the stock card by card; of all that they lead to, the best by learnt
//! values are kept. A deal for which a way is found can be won; one for which none is found perhaps can. The
//! beam begins narrow and widens only where it fails.

use crate::{
    network::Quantized,
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use std::collections::HashSet;
use yomikiri_calculation::{Calculation, Deal, Position};
use yomikiri_core::{Canonical, Game};

/// Whether a way to win this deal is found with a beam of at most `width` positions; with the cards that the
/// best way places.
pub fn wins(game: &Calculation, network: &Quantized, deal: &Deal, width: u64) -> (bool, u32) {
    let mut narrow = 8.min(width);
    loop {
        let (won, placed) = beam(game, network, deal, narrow as usize);
        if won || narrow >= width {
            return (won, placed);
        }
        narrow = (narrow * 8).min(width);
    }
}

fn beam(game: &Calculation, network: &Quantized, deal: &Deal, width: usize) -> (bool, u32) {
    let values = ValueFunction::new(game, network);
    let mut turn = Turn::default();
    let mut beam = vec![game.start()];
    for &card in deal.cards() {
        let mut next: Vec<(f32, Position)> = Vec::new();
        for pos in &mut beam {
            pos.turn(card);
            values.evaluate(pos, TurnFilter::Undominated, &mut turn);
            for outcome in &turn.outcomes {
                let after = turn.after(game, outcome);
                if outcome.logit == f32::INFINITY {
                    return (true, game.variant().cards() as u32);
                }
                next.push((outcome.logit, after));
            }
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut seen = HashSet::new();
        beam.clear();
        for (_, pos) in next {
            if beam.len() == width {
                break;
            }
            let pos = game.canonical(&pos);
            if seen.insert(pos) {
                beam.push(pos);
            }
        }
    }
    (false, beam.iter().map(Position::placed).max().unwrap_or(0))
}
