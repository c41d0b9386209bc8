//! How many random games a second one core plays: `cargo run --release -p yomikiri-calculation
//! --example speed`. The second argument `scalar` asks for the yardstick: a plain loop, game by game, that
//! every level has to beat.

use std::{env, time::Instant};
use yomikiri_calculation::{
    Purpose, Stream, Variant, bulk,
    simple::{Finished, PlayoutPolicy},
};

fn main() {
    let mut args = env::args().skip(1);
    let games = args.next().and_then(|text| text.parse().ok()).unwrap_or(2_000_000_u64);
    let scalar = args.next().is_some_and(|word| word == "scalar");
    let variant = Variant::CALCULATION;
    for policy in [PlayoutPolicy::Any, PlayoutPolicy::Bases] {
        let began = Instant::now();
        let (mut played, mut wins, mut plies) = (0_u64, 0_u64, 0_u64);
        let mut each = |game: Finished| {
            played += 1;
            wins += u64::from(game.won);
            plies += u64::from(game.plies);
        };
        if scalar {
            (0..games).for_each(|number| each(play(variant, policy, 1, number)));
        } else {
            bulk::play(variant, policy, 1, 0..games, &mut |_, game| each(game));
        }
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{policy:?}: {wins} of {played} won, {:.1} plies a game, {:.2} million games a second",
            plies as f64 / played as f64,
            played as f64 / seconds / 1e6
        );
    }
}

/// A game by a plain loop over bases and piles.
fn play(variant: Variant, policy: PlayoutPolicy, seed: u64, number: u64) -> Finished {
    let (mut deal, mut choice) =
        (Stream::new(seed, number, Purpose::Deal), Stream::new(seed, number, Purpose::Choice));
    let (bases, ranks) = (variant.bases(), variant.ranks());
    let (mut stock, mut hidden) = (variant.full_stock(), variant.stock() as u32);
    let mut needs = [0; 4];
    (0..bases).for_each(|base| needs[base] = variant.needs(base, variant.lead()));
    let mut piles = [([0_u8; 64], 0_usize); 6];
    let piles = &mut piles[..variant.piles()];
    let (mut turned, mut placed, mut plies) = (0, (variant.cards() - variant.stock()) as u8, 0);
    loop {
        if turned == 0 && hidden > 0 {
            let mut left = deal.below(hidden);
            turned = (1..=ranks)
                .find(|&rank| {
                    let copies = u32::from(stock[usize::from(rank)]);
                    let found = left < copies;
                    left = left.wrapping_sub(copies);
                    found
                })
                .unwrap_or(0);
            stock[usize::from(turned)] -= 1;
            hidden -= 1;
        }
        // In the order of the rules: from the hand to a base, onto a pile, from a pile to a base.
        let (mut moves, mut count) = ([(0_usize, 0_usize); 64], 0);
        let mut add = |from, to| {
            moves[count] = (from, to);
            count += 1;
        };
        let hand = piles.len();
        (0..bases).filter(|&base| turned != 0 && needs[base] == turned).for_each(|base| add(hand, base));
        let tops = |add: &mut dyn FnMut(usize, usize)| {
            for (pile, (cards, height)) in piles.iter().enumerate().filter(|(_, pile)| pile.1 > 0) {
                let top = cards[height - 1];
                (0..bases).filter(|&base| needs[base] == top).for_each(|base| add(pile, base));
            }
        };
        let mut any = false;
        tops(&mut |_, _| any = true);
        any |= (0..bases).any(|base| turned != 0 && needs[base] == turned);
        if turned != 0 && !(policy == PlayoutPolicy::Bases && any) {
            (0..hand).for_each(|pile| add(hand, 4 + pile));
        }
        tops(&mut add);
        if count == 0 {
            break;
        }
        let (from, to) = moves[choice.below(count as u32) as usize];
        let card = if from == hand {
            std::mem::take(&mut turned)
        } else {
            piles[from].1 -= 1;
            piles[from].0[piles[from].1]
        };
        if to < 4 {
            placed += 1;
            let next = needs[to] + variant.steps()[to];
            needs[to] = match (card == ranks, next > ranks) {
                (true, _) => 0xff,
                (false, true) => next - ranks,
                (false, false) => next,
            };
        } else {
            let (cards, height) = &mut piles[to - 4];
            cards[*height] = card;
            *height += 1;
        }
        plies += 1;
    }
    Finished { won: usize::from(placed) == variant.cards(), placed, plies }
}
