//! The network as it plays: its chains in 16-bit integers, and the positions that a turn can lead to all
//! together.
//!
//! Method: chains and their tables as [`ShortRow`]s and [`Weights`], in steps of a 64th and, for the chains
//! from the bottom, which reach further, of a 16th; the head in floats. Positions with the same bases and
//! stock share what is looked up, and a pile that another of them has as well is gone through from the top
//! once. Then all chains of all positions go through their matrix in lock-step, so that one does not wait for
//! another.
//!
//! Why: a search in a second of processor time is worth what looks it can afford, and a look by
//! [`Network::logit`] takes two and a half times as long. Finer steps leave no room for what is far below
//! zero before it is bent: in 256ths one logit in a hundred was off by 0.5 to 1.1, in 64ths by 0.09 to 0.13,
//! and half of them by 0.02 to 0.03, which `learnt` does not feel.
//!
//! Cost: a microsecond a look, half of it products.

use super::{
    FACTS, HEAD, INTO, Input, LEVELS, Network, OVER, OVER_NEAR, OVER_STOCK, POOLING, RANKS, SECOND_BIAS,
    SLOT, SLOT_NEAR, SLOT_STOCK, SLOTS, TO_CARDS, TO_SLOTS, UNDER, UNDER_NEAR, UNDER_STOCK, second, sums,
};
use crate::{
    cell::{Chain, Weights},
    row::add_products,
};
use std::{array, ops::Range};
use yomikiri_calculation::{
    BaseTables, Position,
    variant::{MAX_BASES, MAX_CARDS, MAX_PILES},
};
use yomikiri_learn::ShortRow;
use yomikiri_simd::{Floats, Simd, WIDTH, by_level};

/// A step of the piles from the top and of the slots, which reach from -350, before they are bent, to 110,
/// added up.
const STEP: f32 = 1.0 / 64.0;
/// A step of the piles from the bottom: their states reach 900, and 1,800 added up.
const COARSE: f32 = 1.0 / 16.0;
/// [`POOLING`] in 32768ths of an eighth.
const PART: i16 = (POOLING * 8.0 * 32768.0) as i16;
/// What goes into the head in steps of [`STEP`]: all but the tops of the piles.
const FINE: usize = INTO - 1;

/// The network in integers.
#[derive(Clone, Debug)]
pub struct Quantized {
    /// Tables, where the network has them.
    tables: Vec<ShortRow>,
    over: Weights,
    to_slots: Weights,
    slots: Weights,
    to_cards: Weights,
    under: Weights,
    /// From what goes into the head to its halves: from all but the tops of the piles, and from these.
    fine: [Weights; HEAD],
    coarse: [Weights; HEAD],
    network: Network,
}

/// What positions with the same bases and stock share.
#[derive(Clone, Debug)]
struct Frame {
    /// The first of them.
    first: usize,
    scene: Input,
    /// The ranks in the piles, and how many those are.
    ranks: [u8; LEVELS],
    count: usize,
    facts: [Floats; HEAD],
    /// By rank: what it is looked up to.
    over: [ShortRow; LEVELS],
    slots: [ShortRow; LEVELS],
    under: [ShortRow; LEVELS],
}

/// What is seen of positions; kept, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct QuantizedActivations {
    frames: Vec<Frame>,
    /// How many of the frames are in use.
    used: usize,
    /// By position: its frame, and where its ranks begin in `heard`.
    of: Vec<usize>,
    begin: Vec<usize>,
    over: Strand<MAX_PILES>,
    slots: Strand<MAX_BASES>,
    under: Strand<MAX_PILES>,
    /// By position and rank: its copies in the piles, or the slots that wait for it; and what it says to the
    /// slots, or to the cards.
    heard: Vec<ShortRow>,
    said: Vec<ShortRow>,
    /// By position: what goes into the head, the sums of its halves, and what those come to.
    fine: Vec<ShortRow>,
    coarse: Vec<ShortRow>,
    sums: [Vec<[i32; WIDTH]>; 2],
    head: [Vec<Floats>; HEAD],
}

/// Chains of one kind.
#[derive(Clone, Debug, Default)]
struct Strand<const CHAINS: usize> {
    cells: Vec<ShortRow>,
    /// Those that are to be gone through, and the same with the longest first.
    chains: Vec<Chain>,
    ordered: Vec<Chain>,
    /// By position and pile or base.
    of: Vec<[Chain; CHAINS]>,
}

impl<const CHAINS: usize> Strand<CHAINS> {
    fn clear(&mut self) {
        self.cells.clear();
        self.chains.clear();
        self.of.clear();
    }

    #[inline(always)]
    fn add(&mut self, cells: impl Iterator<Item = ShortRow>) -> Chain {
        let start = self.cells.len();
        self.cells.extend(cells);
        let chain = Chain::new(start, self.cells.len() - start);
        self.chains.push(chain);
        chain
    }

    fn run(&mut self, weights: &Weights) {
        let mut ends = [0; MAX_CARDS + 2];
        self.chains.iter().for_each(|chain| ends[chain.length()] += 1);
        for length in (0..=MAX_CARDS).rev() {
            ends[length] += ends[length + 1];
        }
        self.ordered.resize(self.chains.len(), Chain::default());
        for &chain in &self.chains {
            ends[chain.length()] -= 1;
            self.ordered[ends[chain.length()]] = chain;
        }
        weights.run(&mut self.cells, &self.ordered);
    }
}

impl Quantized {
    /// The same in integers.
    pub fn new(network: &Network) -> Self {
        let step = |row: usize| if row < UNDER_NEAR.start { STEP } else { COARSE };
        let tables = (0..UNDER_STOCK.end).map(|row| ShortRow::new(&network.0[row].0, step(row))).collect();
        let weights = |part: Range<usize>, gain| Weights::new(&[network.matrix(part)], gain);
        let fine = |half| {
            let inputs: [_; FINE] = array::from_fn(|input| network.matrix(sums(half, from_fine(input))));
            Weights::new(&inputs, 1.0)
        };
        Self {
            tables,
            over: weights(OVER, 1.0),
            to_slots: weights(TO_SLOTS, 1.0),
            slots: weights(SLOTS, 1.0),
            to_cards: weights(TO_CARDS, STEP / COARSE),
            under: weights(UNDER, 1.0),
            fine: array::from_fn(fine),
            coarse: array::from_fn(|half| weights(sums(half, 2), 1.0)),
            network: network.clone(),
        }
    }

    /// The network.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The logits of the chances of winning, for positions without a card turned up.
    pub fn logits(
        &self,
        base_tables: &BaseTables,
        positions: &[Position],
        view: &mut QuantizedActivations,
        logits: &mut Vec<f32>,
    ) {
        logits.clear();
        if positions.is_empty() {
            return;
        }
        frames(self, base_tables, positions, view);
        lay_piles(positions, view);
        view.over.run(&self.over);
        hear_piles(positions, view);
        self.to_slots.add_products(&view.heard, &mut view.said);
        lay_slots(self, positions, view);
        view.slots.run(&self.slots);
        hear_slots(view);
        self.to_cards.add_products(&view.heard, &mut view.said);
        lay_piles_again(positions, view);
        view.under.run(&self.under);
        finish(view);
        self.add_up(base_tables, positions, view);
        answer(&self.network, &view.head, logits);
    }

    /// The sums of the head.
    fn add_up(&self, base_tables: &BaseTables, positions: &[Position], view: &mut QuantizedActivations) {
        for half in 0..HEAD {
            let [fine, coarse] = &mut view.sums;
            self.fine[half].add_up(&view.fine, fine);
            self.coarse[half].add_up(&view.coarse, coarse);
            let worth = [STEP * self.fine[half].worth(), COARSE * self.coarse[half].worth()];
            head(self, base_tables, positions, half, worth, view);
        }
    }

    #[inline(always)]
    fn looked_up(&self, scene: &Input, rank: usize, tables: [Range<usize>; 2]) -> ShortRow {
        let mut sum = ShortRow::ZERO;
        scene.rows(rank, tables).into_iter().for_each(|row| sum.add(&self.tables[row]));
        sum
    }
}

by_level! {
    /// A half of the head, from the sums and what those are worth.
    fn head(
        simd,
        quantized: &Quantized,
        base_tables: &BaseTables,
        positions: &[Position],
        half: usize,
        worth: [f32; 2],
        view: &mut QuantizedActivations,
    ) {
        view.head[half].clear();
        let [fine, coarse] = &view.sums;
        for (i, (fine, coarse)) in fine.iter().zip(coarse).enumerate() {
            let mut sum = view.frames[view.of[i]].facts[half];
            let empty = Input::emptiness(base_tables, &positions[i]);
            sum.add(simd, &quantized.network.0[FACTS.start + empty * HEAD + half]);
            sum.add_times(simd, worth[0], &Floats(fine.map(|sum| sum as f32)));
            sum.add_times(simd, worth[1], &Floats(coarse.map(|sum| sum as f32)));
            view.head[half].push(sum.bent(simd));
        }
    }
}

/// The inputs of the head without the tops of the piles.
const fn from_fine(input: usize) -> usize {
    if input < 2 { input } else { input + 1 }
}

by_level! {
    /// What positions share.
    fn frames(simd, quantized: &Quantized, base_tables: &BaseTables, positions: &[Position], view: &mut QuantizedActivations) {
        view.used = 0;
        view.of.clear();
        view.begin.clear();
        let mut begin = 0;
        for (i, pos) in positions.iter().enumerate() {
            let same = |frame: &Frame| {
                let other = &positions[frame.first];
                other.bases == pos.bases && other.stock == pos.stock
            };
            let known = view.frames[..view.used].iter().position(same);
            view.of.push(known.unwrap_or(view.used));
            if known.is_none() {
                if view.used == view.frames.len() {
                    view.frames.push(Frame::none(base_tables, pos));
                }
                view.frames[view.used].begin(simd, quantized, base_tables, pos, i);
                view.used += 1;
            }
            view.begin.push(begin);
            begin += view.frames[view.of[i]].count;
        }
    }
}

impl Frame {
    /// Room for one.
    fn none(base_tables: &BaseTables, pos: &Position) -> Self {
        let [over, slots, under] = [[ShortRow::ZERO; LEVELS]; 3];
        let scene = Input::of_bases(base_tables, pos);
        Self {
            first: 0,
            scene,
            ranks: [0; LEVELS],
            count: 0,
            facts: [Floats::ZERO; HEAD],
            over,
            slots,
            under,
        }
    }

    /// Looks up what the bases and the stock of a position mean.
    #[inline(always)]
    fn begin<S: Simd>(
        &mut self,
        simd: S,
        quantized: &Quantized,
        base_tables: &BaseTables,
        pos: &Position,
        first: usize,
    ) {
        self.first = first;
        self.scene = Input::of_bases(base_tables, pos);
        let mut facts = [Floats::ZERO; HEAD];
        for &fact in self.scene.facts() {
            for (half, sum) in facts.iter_mut().enumerate() {
                sum.add(simd, &quantized.network.0[FACTS.start + usize::from(fact) * HEAD + half]);
            }
        }
        self.facts = facts;
        self.count = 0;
        for rank in 1..=usize::from(base_tables.variant().ranks()) {
            self.slots[rank] = quantized.looked_up(&self.scene, rank, [SLOT_NEAR, SLOT_STOCK]);
            if self.scene.piles[rank] > 0 {
                self.over[rank] = quantized.looked_up(&self.scene, rank, [OVER_NEAR, OVER_STOCK]);
                self.under[rank] = quantized.looked_up(&self.scene, rank, [UNDER_NEAR, UNDER_STOCK]);
                self.ranks[self.count] = rank as u8;
                self.count += 1;
            }
        }
    }

    /// The ranks in the piles.
    #[inline(always)]
    fn ranks(&self) -> impl Iterator<Item = usize> {
        self.ranks[..self.count].iter().map(|&rank| usize::from(rank))
    }
}

/// The piles from the top, each once.
fn lay_piles(positions: &[Position], view: &mut QuantizedActivations) {
    view.over.clear();
    for (i, pos) in positions.iter().enumerate() {
        let of = view.of[i];
        let frame = &view.frames[of];
        let mut chains = [Chain::default(); MAX_PILES];
        for (pile, cards) in pos.piles.iter().enumerate() {
            // A pile that is as it was is so in the first or in the second of its frame.
            let known = (frame.first..i)
                .filter(|&other| view.of[other] == of)
                .take(2)
                .find(|&other| positions[other].piles[pile] == *cards);
            chains[pile] = match known {
                Some(other) => view.over.of[other][pile],
                None if cards.height() == 0 => Chain::default(),
                None => view.over.add(cards.cards().iter().rev().map(|&card| frame.over[usize::from(card)])),
            };
        }
        view.over.of.push(chains);
    }
}

by_level! {
    /// The copies of each rank in the piles, added up.
    fn hear_piles(_simd, positions: &[Position], view: &mut QuantizedActivations) {
        view.heard.clear();
        view.said.clear();
        for (i, pos) in positions.iter().enumerate() {
            let mut copies = [ShortRow::ZERO; LEVELS];
            for (pile, chain) in pos.piles.iter().zip(&view.over.of[i]) {
                for (state, &card) in chain.of(&view.over.cells).iter().zip(pile.cards().iter().rev()) {
                    copies[usize::from(card)].add(state);
                }
            }
            let frame = &view.frames[view.of[i]];
            view.heard.extend(frame.ranks().map(|rank| copies[rank]));
            view.said.extend(frame.ranks().map(|rank| frame.slots[rank]));
        }
    }
}

by_level! {
    /// The bases, from the next slot to the last.
    fn lay_slots(_simd, quantized: &Quantized, positions: &[Position], view: &mut QuantizedActivations) {
        view.slots.clear();
        for i in 0..positions.len() {
            let frame = &view.frames[view.of[i]];
            let mut needs = frame.slots;
            for (rank, said) in frame.ranks().zip(&view.said[view.begin[i]..]) {
                needs[rank] = *said;
            }
            let mut chains = [Chain::default(); MAX_BASES];
            for (base, chain) in chains.iter_mut().enumerate() {
                let slots = &quantized.tables[SLOT.start + base * RANKS..];
                let left = &frame.scene.next[base][..frame.scene.left[base]];
                *chain = view.slots.add(left.iter().enumerate().map(|(slot, &rank)| {
                    let mut sum = needs[usize::from(rank)];
                    sum.add(&slots[slot]);
                    sum
                }));
            }
            view.slots.of.push(chains);
        }
    }
}

by_level! {
    /// The slots that wait for each rank, added up; and all.
    fn hear_slots(_simd, view: &mut QuantizedActivations) {
        view.heard.clear();
        view.said.clear();
        view.fine.clear();
        for (i, chains) in view.slots.of.iter().enumerate() {
            let frame = &view.frames[view.of[i]];
            let mut waiting = [ShortRow::ZERO; LEVELS];
            let mut all = ShortRow::ZERO;
            for (next, chain) in frame.scene.next.iter().zip(chains) {
                for (state, &rank) in chain.of(&view.slots.cells).iter().zip(next) {
                    all.add_eighth(state);
                    waiting[usize::from(rank)].add(state);
                }
            }
            view.heard.extend(frame.ranks().map(|rank| waiting[rank]));
            view.said.extend(frame.ranks().map(|rank| frame.under[rank]));
            let mut bottoms = ShortRow::ZERO;
            for chain in &view.over.of[i] {
                bottoms.add(&chain.last(&view.over.cells));
            }
            view.fine.extend([bottoms, all.times(PART)]);
            view.fine.extend(chains.iter().map(|chain| chain.last(&view.slots.cells)));
        }
    }
}

/// The piles from the bottom.
fn lay_piles_again(positions: &[Position], view: &mut QuantizedActivations) {
    view.under.clear();
    for (i, pos) in positions.iter().enumerate() {
        let mut cards = [ShortRow::ZERO; LEVELS];
        for (rank, said) in view.frames[view.of[i]].ranks().zip(&view.said[view.begin[i]..]) {
            cards[rank] = *said;
        }
        let mut chains = [Chain::default(); MAX_PILES];
        for (chain, pile) in chains.iter_mut().zip(&pos.piles).filter(|(_, pile)| pile.height() > 0) {
            *chain = view.under.add(pile.cards().iter().map(|&card| cards[usize::from(card)]));
        }
        view.under.of.push(chains);
    }
}

by_level! {
    /// The tops of the piles.
    fn finish(_simd, view: &mut QuantizedActivations) {
        view.coarse.clear();
        for chains in &view.under.of {
            let mut tops = ShortRow::ZERO;
            for chain in chains {
                tops.add(&chain.last(&view.under.cells));
            }
            view.coarse.push(tops);
        }
    }
}

by_level! {
    /// The logits, from the halves of the head.
    fn answer(simd, network: &Network, head: &[Vec<Floats>; HEAD], logits: &mut Vec<f32>) {
        let [one, two] = head;
        match S::ROWS {
            4.. => answer_by::<S, 4>(simd, network, [one, two], logits),
            _ => answer_by::<S, 1>(simd, network, [one, two], logits),
        }
    }
}

/// The same for some positions at a time.
#[inline(always)]
fn answer_by<S: Simd, const TOGETHER: usize>(
    simd: S,
    network: &Network,
    [one, two]: [&[Floats]; HEAD],
    logits: &mut Vec<f32>,
) {
    let bias = network.0[SECOND_BIAS.start];
    let halves = [0, 1].map(|half| network.matrix(second(half)));
    let ((ones, one), (twos, two)) = (one.as_chunks::<TOGETHER>(), two.as_chunks::<TOGETHER>());
    for (one, two) in ones.iter().zip(twos) {
        let mut last = [bias; TOGETHER];
        add_products(simd, &mut last, halves[0], one.each_ref());
        add_products(simd, &mut last, halves[1], two.each_ref());
        for last in &last {
            logits.push(network.worth(simd, last));
        }
    }
    for (one, two) in one.iter().zip(two) {
        let mut last = [bias];
        add_products(simd, &mut last, halves[0], [one]);
        add_products(simd, &mut last, halves[1], [two]);
        logits.push(network.worth(simd, &last[0]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Activations;
    use crate::{
        turn::{Turn, TurnFilter},
        value::ValueFunction,
    };
    use yomikiri_calculation::{Calculation, Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    /// What a look sees in some games, turn by turn.
    fn turns(values: &ValueFunction, numbers: Range<u64>) -> Vec<Vec<Position>> {
        let (mut turn, mut turns) = (Turn::default(), Vec::new());
        for number in numbers {
            let mut stream = Stream::new(2, number, Purpose::Deal);
            let mut pos = values.game().start();
            while pos.hidden() > 1 {
                pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                values.evaluate(&pos, TurnFilter::Everything, &mut turn);
                turns.push(turn.outcomes.iter().map(|outcome| turn.after(values.game(), outcome)).collect());
                pos = turn.after(values.game(), turn.best().expect("a pile"));
            }
        }
        turns
    }

    /// More cells than 16 bits count are told apart: a look at thousands of positions says of each what a
    /// look at it alone says.
    #[test]
    fn many_positions_are_looked_at_together() {
        let game = Calculation::new("superhuman".parse().unwrap());
        let quantized = Quantized::new(&Network::new(5));
        let values = ValueFunction::new(&game, &quantized);
        let all: Vec<Position> = turns(&values, 0..40).concat();
        let (mut together, mut view) = (Vec::new(), QuantizedActivations::default());
        quantized.logits(&BaseTables::new(*game.variant()), &all, &mut view, &mut together);
        let cells = [view.over.cells.len(), view.slots.cells.len(), view.under.cells.len()];
        assert!(cells.iter().all(|&cells| cells > 1 << 16), "{cells:?} of {}", all.len());
        for (pos, logit) in all.iter().zip(&together) {
            assert_eq!(values.logit(pos).to_bits(), logit.to_bits());
        }
    }

    /// Integers say what floats say, but for a little; alone what they say together, to the bit.
    #[test]
    fn integers_say_what_floats_say() {
        let (network, _) =
            crate::model::from_bytes(&crate::models::Models::shipped_bytes().unwrap()).unwrap();
        let quantized = Quantized::new(&network);
        let (mut view, mut seen) = (QuantizedActivations::default(), Activations::new());
        let (mut together, mut alone) = (Vec::new(), Vec::new());
        for text in ["superhuman", "calculation", "computer"] {
            let game = Calculation::new(text.parse().unwrap());
            let base_tables = BaseTables::new(*game.variant());
            let mut errors = Vec::new();
            for turn in turns(&ValueFunction::new(&game, &quantized), 0..20) {
                quantized.logits(&base_tables, &turn, &mut view, &mut together);
                assert_eq!(together.len(), turn.len());
                for (pos, found) in turn.iter().zip(&together) {
                    quantized.logits(&base_tables, &[*pos], &mut view, &mut alone);
                    assert_eq!(alone[0].to_bits(), found.to_bits());
                    let exact = network.logit(&base_tables, pos, &mut seen);
                    // What is as good as won or lost may be so by any number.
                    errors.extend((exact.abs() < 6.0).then_some((found - exact).abs()));
                }
            }
            errors.sort_by(f32::total_cmp);
            let [half, most] = [0.5, 0.99].map(|part| errors[(part * errors.len() as f32) as usize]);
            assert!(
                errors.len() > 2000 && half < 0.04 && most < 0.2,
                "{text}: {} {half} {most}",
                errors.len()
            );
        }
    }
}
