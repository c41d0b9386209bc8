//! How the network learns: the slopes of its cross entropy, from the head back through the chains.

use super::*;
use crate::row::{add_outer, transposed};
use yomikiri_learn::logistic;

/// The matrices that lead back.
#[derive(Clone, Debug)]
pub struct Back {
    pile: Box<Matrix>,
    link: Box<Matrix>,
    chain: Box<Matrix>,
    to_cards: Box<Matrix>,
    under: Box<Matrix>,
    /// By half of the head and by input.
    sums: [[Box<Matrix>; INTO]; HEAD],
    second: [Box<Matrix>; HEAD],
    piles: Chains<MAX_PILES, MAX_CARDS>,
    slots: Chains<MAX_BASES, RANKS>,
}

impl Back {
    pub fn new(network: &Network) -> Self {
        let matrix = |part: Range<usize>| transposed(&network.0[part]);
        let half = |input: usize, half: usize| matrix(sums_part(half, input));
        let second = |k| matrix(SECOND.start + k * WIDTH..SECOND.start + (k + 1) * WIDTH);
        Self {
            pile: matrix(PILE),
            link: matrix(LINK),
            chain: matrix(CHAIN),
            to_cards: matrix(RETURN),
            under: matrix(UNDER),
            sums: std::array::from_fn(|k| std::array::from_fn(|input| half(input, k))),
            second: std::array::from_fn(second),
            piles: Chains::none(),
            slots: Chains::none(),
        }
    }
}

impl Back {
    /// Takes over the weights.
    pub fn follow(&mut self, network: &Network) {
        *self = Self::new(network);
    }
}

impl Network {
    fn matrix_mut(&mut self, part: Range<usize>) -> &mut Matrix {
        (&mut self.0[part]).try_into().expect("as many rows as units")
    }

    /// Adds to a gradient of the cross entropy of a position's value against a target; gives the value. Gradients point to where the cross entropy falls.
    pub fn teach(
        &self,
        back: &mut Back,
        gradient: &mut Self,
        tables: &Tables,
        pos: &Position,
        seen: &mut Seen,
        target: f32,
    ) -> f32 {
        let scene = tables.scene(pos);
        see(self, tables, pos, &scene, seen);
        let value = logistic(self.output(seen));
        teach(self, back, gradient, tables, pos, &scene, seen, target - value);
        value
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn teach(
    network: &Network,
    back: &mut Back,
    gradient: &mut Network,
    tables: &Tables,
    pos: &Position,
    scene: &Scene,
    seen: &Seen,
    error: f32,
) {
    let into = teach_head(network, back, gradient, scene, seen, error);
    let wanted = teach_under(back, gradient, pos, scene, seen, &into[2]);
    // The slots of the bases.
    let slots = &mut back.slots;
    slots.lengths = seen.slots.lengths;
    let mut all = Row::ZERO;
    all.add_times(POOLING, &into[1]);
    for base in 0..MAX_BASES {
        let length = slots.lengths[base];
        for (cell, rank) in slots.cells[base][..length].iter_mut().zip(&scene.next[base]) {
            *cell = all;
            cell.add(&wanted[usize::from(*rank)]);
        }
        if length > 0 {
            slots.cells[base][length - 1].add(&into[3 + base]);
        }
    }
    seen.slots.run_back(slots, &back.chain, gradient.matrix_mut(CHAIN));
    let mut needs = [Row::ZERO; LEVELS];
    for base in 0..MAX_BASES {
        for slot in 0..slots.lengths[base] {
            let slope = &slots.cells[base][slot];
            needs[usize::from(scene.next[base][slot])].add(slope);
            gradient.0[SLOT.start + base * RANKS + slot].add(slope);
        }
    }
    // What the slots need of the piles.
    let ranks = usize::from(tables.variant.ranks());
    let mut copies = [Row::ZERO; LEVELS];
    for rank in 1..=ranks {
        for row in rows(scene, rank, [NEED, NEED_STOCK]) {
            gradient.0[row].add(&needs[rank]);
        }
        if seen.copies[rank] != Row::ZERO {
            let mut sum = [Row::ZERO];
            add_products(&mut sum, &back.link, [&needs[rank]]);
            copies[rank] = sum[0];
        }
    }
    add_outer(gradient.matrix_mut(LINK), &seen.copies, &needs);
    // The piles.
    let piles = &mut back.piles;
    piles.lengths = seen.piles.lengths;
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (cell, card) in piles.cells[chain].iter_mut().zip(pile.cards().iter().rev()) {
            *cell = copies[usize::from(*card)];
        }
        if let Some(last) = pile.height().checked_sub(1) {
            piles.cells[chain][last].add(&into[0]);
        }
    }
    seen.piles.run_back(piles, &back.pile, gradient.matrix_mut(PILE));
    let mut cards = [Row::ZERO; LEVELS];
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (cell, card) in piles.cells[chain].iter().zip(pile.cards().iter().rev()) {
            cards[usize::from(*card)].add(cell);
        }
    }
    for rank in 1..=ranks {
        for row in rows(scene, rank, [CARD, CARD_STOCK]) {
            gradient.0[row].add(&cards[rank]);
        }
    }
}

/// Back through the piles from the bottom; by rank the slopes by what the slots of the bases say.
#[inline(always)]
fn teach_under(
    back: &mut Back,
    gradient: &mut Network,
    pos: &Position,
    scene: &Scene,
    seen: &Seen,
    into: &Row,
) -> [Row; LEVELS] {
    let piles = &mut back.piles;
    piles.lengths = seen.under.lengths;
    for chain in 0..MAX_PILES {
        let length = piles.lengths[chain];
        piles.cells[chain][..length].fill(Row::ZERO);
        if length > 0 {
            piles.cells[chain][length - 1] = *into;
        }
    }
    seen.under.run_back(piles, &back.under, gradient.matrix_mut(UNDER));
    let (mut cards, mut held) = ([Row::ZERO; LEVELS], [false; LEVELS]);
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (cell, card) in piles.cells[chain].iter().zip(pile.cards()) {
            cards[usize::from(*card)].add(cell);
            held[usize::from(*card)] = true;
        }
    }
    let mut wanted = [Row::ZERO; LEVELS];
    for rank in (1..LEVELS).filter(|&rank| held[rank]) {
        for row in rows(scene, rank, [UNDER_CARD, UNDER_STOCK]) {
            gradient.0[row].add(&cards[rank]);
        }
        let mut sum = [Row::ZERO];
        add_products(&mut sum, &back.to_cards, [&cards[rank]]);
        wanted[rank] = sum[0];
    }
    add_outer(gradient.matrix_mut(RETURN), &seen.wanted, &cards);
    wanted
}

#[inline(always)]
fn teach_head(
    network: &Network,
    back: &Back,
    gradient: &mut Network,
    scene: &Scene,
    seen: &Seen,
    error: f32,
) -> [Row; INTO] {
    gradient.0[OUTPUT.start].add_times(error, &seen.second.bent());
    gradient.0[OUTPUT.start + 1].0[0] += error;
    let mut second = Row::ZERO;
    second.add_times(error, &network.0[OUTPUT.start]);
    let second = second.unbent(&seen.second);
    gradient.0[SECOND_BIAS.start].add(&second);
    let mut into = [Row::ZERO; INTO];
    for k in 0..HEAD {
        let start = SECOND.start + k * WIDTH;
        add_outer(gradient.matrix_mut(start..start + WIDTH), &[seen.head[k].bent()], &[second]);
        let mut head = [Row::ZERO];
        add_products(&mut head, &back.second[k], [&second]);
        let head = head[0].unbent(&seen.head[k]);
        for &fact in &scene.facts[..scene.held] {
            gradient.0[FACTS.start + usize::from(fact) * HEAD + k].add(&head);
        }
        for input in 0..INTO {
            add_outer(gradient.matrix_mut(sums_part(k, input)), &[seen.into[input]], &[head]);
            let mut sum = [into[input]];
            add_products(&mut sum, &back.sums[k][input], [&head]);
            into[input] = sum[0];
        }
    }
    into
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_calculation::{Calculation, Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    /// Every part of the gradient is the slope of the cross entropy.
    #[test]
    fn the_gradient_is_the_slope() {
        for (text, turns) in [("superhuman", 25), ("computer", 40), ("ranks=6,piles=2", 5)] {
            let tables = Tables::new(text.parse().unwrap());
            let game = Calculation::new(tables.variant);
            let mut stream = Stream::new(3, 1, Purpose::Deal);
            let mut pos = game.start();
            for _ in 0..turns {
                pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                while pos.turned != 0 {
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    game.make(&mut pos, moves[stream.below(moves.len() as u32) as usize]);
                }
            }
            let mut network = Network::new(5);
            let (mut seen, mut gradient) = (Seen::nothing(), Network::zero());
            network.teach(&mut Back::new(&network), &mut gradient, &tables, &pos, &mut seen, 0.8);
            for part in [CARD, CARD_STOCK, NEED, NEED_STOCK, SLOT, PILE, LINK, CHAIN, UNDER_CARD, UNDER_STOCK, RETURN, UNDER, FACTS, SUMS, SECOND, SECOND_BIAS, OUTPUT] {
                // The largest slopes of the part, which rounding hides least.
                let mut weights: Vec<_> = part.flat_map(|row| (0..WIDTH).map(move |unit| (row, unit))).collect();
                let slope = |&(row, unit): &(usize, usize)| gradient.0[row].0[unit];
                weights.sort_by(|a, b| slope(b).abs().total_cmp(&slope(a).abs()));
                for weight @ &(row, unit) in weights.iter().take(12).step_by(3) {
                    let mut loss = |nudge: f32| {
                        let old = network.0[row].0[unit];
                        network.0[row].0[unit] = old + nudge;
                        let value = f64::from(logistic(network.logit(&tables, &pos, &mut seen)));
                        network.0[row].0[unit] = old;
                        -(0.8 * value.ln() + 0.2 * (1.0 - value).ln())
                    };
                    let nudge = 2e-3;
                    let expected = (loss(-nudge) - loss(nudge)) / f64::from(2.0 * nudge);
                    let found = f64::from(slope(weight));
                    assert!((found - expected).abs() < 0.03 * expected.abs() + 1e-3, "{text}: {found} {expected} {row} {unit}");
                }
            }
        }
    }
}
