//! How the network learns: the slopes of its cross entropy, from the head back through the chains.
//!
//! Checked against differences of the cross entropy itself, part by part (the test below).

use super::{
    Activations, FACTS, HEAD, INTO, Input, LEVELS, Network, OUTPUT, OUTPUT_BIAS, OVER, OVER_NEAR, OVER_STOCK,
    POOLING, RANKS, SECOND_BIAS, SLOT, SLOT_NEAR, SLOT_STOCK, SLOTS, TO_CARDS, TO_SLOTS, UNDER, UNDER_NEAR,
    UNDER_STOCK, second, see, sums,
};
use crate::row::{Chains, Matrix, add_outer, add_products};
use std::{array, ops::Range};
use yomikiri_calculation::{
    BaseTables, Position,
    variant::{MAX_BASES, MAX_CARDS, MAX_PILES},
};
use yomikiri_learn::logistic;
use yomikiri_simd::{Floats, Simd, WIDTH, by_level, transposed};

/// The way back: the matrices transposed, and room for slopes.
#[derive(Clone, Debug)]
pub struct Back {
    over: Box<Matrix>,
    to_slots: Box<Matrix>,
    slots: Box<Matrix>,
    to_cards: Box<Matrix>,
    under: Box<Matrix>,
    /// By half of the head and by input.
    sums: [[Box<Matrix>; INTO]; HEAD],
    second: [Box<Matrix>; HEAD],
    piles: Box<Chains<MAX_PILES, MAX_CARDS>>,
    bases: Box<Chains<MAX_BASES, RANKS>>,
}

impl Back {
    /// The way back through a network as it is.
    pub fn new(network: &Network) -> Self {
        let none = || Box::new([Floats::ZERO; WIDTH]);
        let mut back = Self {
            over: none(),
            to_slots: none(),
            slots: none(),
            to_cards: none(),
            under: none(),
            sums: array::from_fn(|_| array::from_fn(|_| none())),
            second: array::from_fn(|_| none()),
            piles: Box::new(Chains::none()),
            bases: Box::new(Chains::none()),
        };
        back.follow(network);
        back
    }

    /// The way back through a network that has changed.
    pub fn follow(&mut self, network: &Network) {
        let Self { over, to_slots, slots, to_cards, under, .. } = self;
        for (matrix, part) in
            [(over, OVER), (to_slots, TO_SLOTS), (slots, SLOTS), (to_cards, TO_CARDS), (under, UNDER)]
        {
            **matrix = transposed(network.matrix(part));
        }
        for half in 0..HEAD {
            *self.second[half] = transposed(network.matrix(second(half)));
            for (input, matrix) in self.sums[half].iter_mut().enumerate() {
                **matrix = transposed(network.matrix(sums(half, input)));
            }
        }
    }
}

impl Network {
    fn matrix_mut(&mut self, part: Range<usize>) -> &mut Matrix {
        (&mut self.0[part]).try_into().expect("as many rows as units")
    }

    /// Adds to the slopes of what a rank was looked up to.
    #[inline(always)]
    fn add_looked_up<S: Simd>(
        &mut self,
        simd: S,
        scene: &Input,
        rank: usize,
        tables: [Range<usize>; 2],
        slope: &Floats,
    ) {
        for row in scene.rows(rank, tables) {
            self.0[row].add(simd, slope);
        }
    }

    /// Adds to a gradient of the cross entropy of a position's value against a target. Gradients point to
    /// where the cross entropy falls.
    pub fn teach(
        &self,
        gradient: &mut Self,
        base_tables: &BaseTables,
        pos: &Position,
        target: f32,
        (seen, back): (&mut Activations, &mut Back),
    ) {
        let scene = Input::new(base_tables, pos);
        // The derivative of the cross entropy by the logit is simply the error.
        let error = target - logistic(see(self, base_tables, pos, &scene, seen));
        teach(self, gradient, pos, &scene, seen, error, back);
    }
}

by_level! {
    fn teach(
        simd,
        network: &Network,
        gradient: &mut Network,
        pos: &Position,
        scene: &Input,
        seen: &Activations,
        error: f32,
        back: &mut Back,
    ) {
        let into = teach_head(simd, network, gradient, scene, seen, error, back);
        let waiting = teach_under(simd, gradient, pos, scene, seen, &into[2], back);
        let copies = teach_slots(simd, gradient, scene, seen, &into, &waiting, back);
        teach_over(simd, gradient, pos, scene, seen, &into[0], &copies, back);
    }
}

/// Back through the head; the slopes by what goes into it.
#[inline(always)]
fn teach_head<S: Simd>(
    simd: S,
    network: &Network,
    gradient: &mut Network,
    scene: &Input,
    seen: &Activations,
    error: f32,
    back: &Back,
) -> [Floats; INTO] {
    gradient.0[OUTPUT.start].add_times(simd, error, &seen.second.bent(simd));
    gradient.0[OUTPUT_BIAS.start].0[0] += error;
    let mut slope = Floats::ZERO;
    slope.add_times(simd, error, &network.0[OUTPUT.start]);
    let slope = slope.unbent(simd, &seen.second);
    gradient.0[SECOND_BIAS.start].add(simd, &slope);
    let mut into = [Floats::ZERO; INTO];
    for half in 0..HEAD {
        add_outer(simd, gradient.matrix_mut(second(half)), &[seen.head[half].bent(simd)], &[slope]);
        let mut units = [Floats::ZERO];
        add_products(simd, &mut units, &back.second[half], [&slope]);
        let units = units[0].unbent(simd, &seen.head[half]);
        for &fact in scene.facts() {
            gradient.0[FACTS.start + usize::from(fact) * HEAD + half].add(simd, &units);
        }
        for (input, into) in into.iter_mut().enumerate() {
            add_outer(simd, gradient.matrix_mut(sums(half, input)), &[seen.into[input]], &[units]);
            let mut sum = [*into];
            add_products(simd, &mut sum, &back.sums[half][input], [&units]);
            *into = sum[0];
        }
    }
    into
}

/// Back down the piles; by rank the slopes by what the slots say.
#[inline(always)]
fn teach_under<S: Simd>(
    simd: S,
    gradient: &mut Network,
    pos: &Position,
    scene: &Input,
    seen: &Activations,
    into: &Floats,
    back: &mut Back,
) -> [Floats; LEVELS] {
    for (chain, pile) in pos.piles.iter().enumerate() {
        back.piles.begin(chain, pile.cards().iter(), |_| Floats::ZERO);
        back.piles.add_to_last(simd, chain, into);
    }
    seen.under.run_back(simd, &mut back.piles, &back.under, gradient.matrix_mut(UNDER));
    let mut cards = [Floats::ZERO; LEVELS];
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (slope, &card) in back.piles.states(chain).iter().zip(pile.cards()) {
            cards[usize::from(card)].add(simd, slope);
        }
    }
    let mut waiting = [Floats::ZERO; LEVELS];
    for rank in (1..LEVELS).filter(|&rank| scene.piles[rank] > 0) {
        gradient.add_looked_up(simd, scene, rank, [UNDER_NEAR, UNDER_STOCK], &cards[rank]);
        let mut sum = [Floats::ZERO];
        add_products(simd, &mut sum, &back.to_cards, [&cards[rank]]);
        waiting[rank] = sum[0];
    }
    add_outer(simd, gradient.matrix_mut(TO_CARDS), &seen.waiting, &cards);
    waiting
}

/// Back from the last slots to the next; by rank the slopes by its copies in the piles.
#[inline(always)]
fn teach_slots<S: Simd>(
    simd: S,
    gradient: &mut Network,
    scene: &Input,
    seen: &Activations,
    into: &[Floats; INTO],
    waiting: &[Floats; LEVELS],
    back: &mut Back,
) -> [Floats; LEVELS] {
    let mut all = Floats::ZERO;
    all.add_times(simd, POOLING, &into[1]);
    for (base, next) in scene.next.iter().enumerate() {
        back.bases.begin(base, next[..scene.left[base]].iter(), |&rank| {
            let mut sum = all;
            sum.add(simd, &waiting[usize::from(rank)]);
            sum
        });
        back.bases.add_to_last(simd, base, &into[3 + base]);
    }
    seen.slots.run_back(simd, &mut back.bases, &back.slots, gradient.matrix_mut(SLOTS));
    let mut needs = [Floats::ZERO; LEVELS];
    for (base, next) in scene.next.iter().enumerate() {
        for (slot, (slope, &rank)) in back.bases.states(base).iter().zip(next).enumerate() {
            needs[usize::from(rank)].add(simd, slope);
            gradient.0[SLOT.start + base * RANKS + slot].add(simd, slope);
        }
    }
    let mut copies = [Floats::ZERO; LEVELS];
    for rank in 1..LEVELS {
        gradient.add_looked_up(simd, scene, rank, [SLOT_NEAR, SLOT_STOCK], &needs[rank]);
        if scene.piles[rank] > 0 {
            let mut sum = [Floats::ZERO];
            add_products(simd, &mut sum, &back.to_slots, [&needs[rank]]);
            copies[rank] = sum[0];
        }
    }
    add_outer(simd, gradient.matrix_mut(TO_SLOTS), &seen.copies, &needs);
    copies
}

/// Back up the piles.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn teach_over<S: Simd>(
    simd: S,
    gradient: &mut Network,
    pos: &Position,
    scene: &Input,
    seen: &Activations,
    into: &Floats,
    copies: &[Floats; LEVELS],
    back: &mut Back,
) {
    for (chain, pile) in pos.piles.iter().enumerate() {
        back.piles.begin(chain, pile.cards().iter().rev(), |&card| copies[usize::from(card)]);
        back.piles.add_to_last(simd, chain, into);
    }
    seen.over.run_back(simd, &mut back.piles, &back.over, gradient.matrix_mut(OVER));
    let mut cards = [Floats::ZERO; LEVELS];
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (slope, &card) in back.piles.states(chain).iter().zip(pile.cards().iter().rev()) {
            cards[usize::from(card)].add(simd, slope);
        }
    }
    for rank in (1..LEVELS).filter(|&rank| scene.piles[rank] > 0) {
        gradient.add_looked_up(simd, scene, rank, [OVER_NEAR, OVER_STOCK], &cards[rank]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_calculation::{Calculation, Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    /// A position some random turns from the start.
    fn position(game: &Calculation, turns: u32) -> Position {
        let mut stream = Stream::new(3, 1, Purpose::Deal);
        let (mut pos, mut moves) = (game.start(), Vec::new());
        for _ in 0..turns {
            pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
            while pos.turned != 0 {
                moves.clear();
                game.moves(&pos, &mut moves);
                game.make(&mut pos, moves[stream.below(moves.len() as u32) as usize]);
            }
        }
        pos
    }

    /// A row in doubles.
    type Long = [f64; WIDTH];

    /// The weights in doubles, one of them nudged.
    struct Slow<'a> {
        network: &'a Network,
        nudged: [usize; 2],
        nudge: f64,
    }

    impl Slow<'_> {
        fn row(&self, row: usize) -> Long {
            let nudged = |unit| if self.nudged == [row, unit] { self.nudge } else { 0.0 };
            array::from_fn(|unit| f64::from(self.network.0[row].0[unit]) + nudged(unit))
        }

        fn add_rows(&self, sum: &mut Long, rows: impl IntoIterator<Item = usize>) {
            for row in rows {
                add(sum, &self.row(row));
            }
        }

        fn add_product(&self, sum: &mut Long, part: Range<usize>, input: &Long) {
            for (row, input) in part.zip(input) {
                add(sum, &self.row(row).map(|weight| input * weight));
            }
        }

        /// The states of a chain.
        fn chain(&self, part: &Range<usize>, inputs: Vec<Long>) -> Vec<Long> {
            let mut states: Vec<Long> = Vec::new();
            for mut sum in inputs {
                if let Some(before) = states.last() {
                    self.add_product(&mut sum, part.clone(), before);
                }
                states.push(bent(&sum));
            }
            states
        }

        fn looked_up(&self, scene: &Input, rank: usize, tables: [Range<usize>; 2]) -> Long {
            let mut sum = NONE;
            self.add_rows(&mut sum, scene.rows(rank, tables));
            sum
        }

        /// The logit, written down in doubles.
        fn logit(&self, base_tables: &BaseTables, pos: &Position) -> f64 {
            let scene = Input::new(base_tables, pos);
            let (mut into, mut copies, mut waiting) = ([NONE; INTO], [NONE; LEVELS], [NONE; LEVELS]);
            for pile in &pos.piles {
                let cards: Vec<_> = pile.cards().iter().rev().map(|&card| usize::from(card)).collect();
                let look = |&card: &usize| self.looked_up(&scene, card, [OVER_NEAR, OVER_STOCK]);
                let states = self.chain(&OVER, cards.iter().map(look).collect());
                cards.iter().zip(&states).for_each(|(&card, state)| add(&mut copies[card], state));
                add(&mut into[0], states.last().unwrap_or(&NONE));
            }
            for (base, next) in scene.next.iter().enumerate() {
                let ranks = next.iter().map(|&rank| usize::from(rank)).take_while(|&rank| rank != 0);
                let need = |(slot, rank)| {
                    let mut sum = self.looked_up(&scene, rank, [SLOT_NEAR, SLOT_STOCK]);
                    self.add_product(&mut sum, TO_SLOTS, &copies[rank]);
                    self.add_rows(&mut sum, [SLOT.start + base * RANKS + slot]);
                    sum
                };
                let states = self.chain(&SLOTS, ranks.clone().enumerate().map(need).collect());
                for (rank, state) in ranks.zip(&states) {
                    add(&mut waiting[rank], state);
                    add(&mut into[1], &state.map(|unit| f64::from(POOLING) * unit));
                }
                into[3 + base] = *states.last().unwrap_or(&NONE);
            }
            for pile in &pos.piles {
                let card = |&card: &u8| {
                    let rank = usize::from(card);
                    let mut sum = self.looked_up(&scene, rank, [UNDER_NEAR, UNDER_STOCK]);
                    self.add_product(&mut sum, TO_CARDS, &waiting[rank]);
                    sum
                };
                let states = self.chain(&UNDER, pile.cards().iter().map(card).collect());
                add(&mut into[2], states.last().unwrap_or(&NONE));
            }
            self.head(&scene, &into)
        }

        fn head(&self, scene: &Input, into: &[Long; INTO]) -> f64 {
            let mut last = self.row(SECOND_BIAS.start);
            for half in 0..HEAD {
                let facts = scene.facts().iter().map(|&fact| FACTS.start + usize::from(fact) * HEAD + half);
                let mut units = NONE;
                self.add_rows(&mut units, facts);
                for (input, into) in into.iter().enumerate() {
                    self.add_product(&mut units, sums(half, input), into);
                }
                self.add_product(&mut last, second(half), &bent(&units));
            }
            let products =
                bent(&last).into_iter().zip(self.row(OUTPUT.start)).map(|(unit, weight)| unit * weight);
            self.row(OUTPUT_BIAS.start)[0] + products.sum::<f64>()
        }
    }

    const NONE: Long = [0.0; WIDTH];

    fn add(sum: &mut Long, other: &Long) {
        sum.iter_mut().zip(other).for_each(|(sum, term)| *sum += term);
    }

    fn bent(sum: &Long) -> Long {
        sum.map(|unit| unit.max(f64::from(yomikiri_simd::LEAK) * unit))
    }

    /// Every part of the gradient is the slope of the cross entropy, by differences in doubles: so small that
    /// hardly ever a unit bends between them.
    #[test]
    fn the_gradient_is_the_slope() {
        for (text, turns) in [("superhuman", 25), ("computer", 40), ("ranks=6,piles=2", 5)] {
            let base_tables = BaseTables::new(text.parse().unwrap());
            let pos = position(&Calculation::new(*base_tables.variant()), turns);
            let network = Network::new(5);
            let (mut seen, mut gradient, mut back) =
                (Activations::new(), Network::zero(), Back::new(&network));
            network.teach(&mut gradient, &base_tables, &pos, 0.8, (&mut seen, &mut back));
            let plain = Slow { network: &network, nudged: [0; 2], nudge: 0.0 }.logit(&base_tables, &pos);
            assert!((plain - f64::from(network.logit(&base_tables, &pos, &mut seen))).abs() < 1e-5);
            for part in [
                OVER_NEAR,
                OVER_STOCK,
                SLOT_NEAR,
                SLOT_STOCK,
                SLOT,
                OVER,
                TO_SLOTS,
                SLOTS,
                UNDER_NEAR,
                UNDER_STOCK,
                TO_CARDS,
                UNDER,
                FACTS,
                sums(0, 0),
                sums(1, 3),
                second(1),
                SECOND_BIAS,
                OUTPUT,
                OUTPUT_BIAS,
            ] {
                // The largest slopes of the part.
                let mut weights: Vec<_> =
                    part.flat_map(|row| (0..WIDTH).map(move |unit| [row, unit])).collect();
                let slope = |&[row, unit]: &[usize; 2]| f64::from(gradient.0[row].0[unit]);
                weights.sort_by(|a, b| slope(b).abs().total_cmp(&slope(a).abs()));
                for nudged in weights.into_iter().take(12).step_by(3) {
                    let loss = |nudge| {
                        let logit = Slow { network: &network, nudged, nudge }.logit(&base_tables, &pos);
                        let value = 1.0 / (1.0 + (-logit).exp());
                        -(0.8 * value.ln() + 0.2 * (1.0 - value).ln())
                    };
                    let nudge = 1e-6;
                    let expected = (loss(-nudge) - loss(nudge)) / (2.0 * nudge);
                    let found = slope(&nudged);
                    let error = (found - expected).abs();
                    assert!(error < 1e-3 * expected.abs() + 1e-6, "{text}: {found} {expected} {nudged:?}");
                }
            }
        }
    }
}
