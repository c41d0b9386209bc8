//! Samples of the first move alone: sequential halving (Karnin, Koren and Somekh 2013).
//!
//! The samples are shared out over as many rounds as it takes to halve the moves down to one; after each
//! round the worse half is dropped. No tree is kept, so that all that is known of the later game is in the
//! play-outs.

use super::{DefaultPolicy, Pick, distinct_moves};
use yomikiri_core::{Canonical, Solitaire};

/// The move chosen after about `budget` play-outs, with its rate of success and the number of play-outs made;
/// `None` where the player is not to move.
pub fn flat<G: Solitaire + Canonical>(
    game: &G,
    pos: &G::Pos,
    budget: u64,
    policy: &impl DefaultPolicy<G>,
    pick: Pick,
) -> Option<(G::Move, f64, u64)> {
    struct Arm<M, P> {
        mv: M,
        pos: P,
        sum: f64,
        playouts: u64,
    }
    let moves = distinct_moves(game, pos);
    let mut arms: Vec<_> =
        moves.into_iter().map(|(mv, pos)| Arm { mv, pos, sum: 0.0, playouts: 0 }).collect();
    // Where all looks the same, chance decides and not the order of the moves.
    for i in (1..arms.len()).rev() {
        arms.swap(i, pick(i as u32 + 1) as usize);
    }
    let rounds = u64::from(arms.len().next_power_of_two().trailing_zeros());
    let mut made = 0;
    while arms.len() > 1 {
        let each = (budget / (rounds * arms.len() as u64)).max(1);
        for arm in &mut arms {
            for _ in 0..each {
                arm.sum += policy.play_out(game, &arm.pos, pick);
            }
            arm.playouts += each;
            made += each;
        }
        arms.sort_by(|a, b| (b.sum / b.playouts as f64).total_cmp(&(a.sum / a.playouts as f64)));
        arms.truncate(arms.len().div_ceil(2));
    }
    let best = arms.first()?;
    Some((best.mv, if best.playouts == 0 { 0.0 } else { best.sum / best.playouts as f64 }, made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::toy::{Dice, Taker, generator};

    #[test]
    fn the_better_move_is_found() {
        let mut pick = generator(1);
        for seed_move in 0..20 {
            let (mv, rate, made) = flat(&Dice, &(5, 3 + seed_move % 2), 200, &Taker, &mut pick).unwrap();
            assert!(!mv && (rate - 1.0).abs() < 1e-12, "passing by makes 7");
            assert!(made <= 200);
        }
        assert!(flat(&Dice, &(0, 0), 10, &Taker, &mut pick).is_none());
    }
}
