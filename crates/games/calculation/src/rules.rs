//! The rules.
//!
//! The next card is turned up by chance as soon as the last one is placed. Whatever could be done before can
//! be done after, and with more knowledge, so that nothing is lost to a player.

use crate::{
    moves::Move,
    packed::PackedPosition,
    pile::Pile,
    position::Position,
    rank::{KING, Rank},
    variant::{MAX_BASES, MAX_PILES, Variant},
};
use yomikiri_core::{
    Canonical, Game, Keyed, Odds, Solitaire,
    laws::{self, Law},
    play::Progress,
};

/// Calculation, in one of its variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calculation {
    variant: Variant,
    /// What each base takes.
    needs: Needs,
}

/// What bases take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Needs {
    /// By base and count: the rank that is taken next, 0 for none.
    next: [[Rank; KING as usize + 1]; MAX_BASES],
    /// By rank and base: the count from which on the base has its card; 0 if it takes none.
    until: [[u8; MAX_BASES]; KING as usize + 1],
}

impl Default for Needs {
    fn default() -> Self {
        Self::of(Variant::default())
    }
}

impl Needs {
    fn of(variant: Variant) -> Self {
        let mut next = [[0; KING as usize + 1]; MAX_BASES];
        let mut until = [[0; MAX_BASES]; KING as usize + 1];
        for base in 0..variant.bases() {
            for count in 0..variant.ranks() {
                let rank = variant.needs(base, count);
                next[base][usize::from(count)] = rank;
                until[usize::from(rank)][base] = count + 1;
            }
        }
        Self { next, until }
    }
}

impl Calculation {
    /// The game of a variant.
    pub fn new(variant: Variant) -> Self {
        Self { variant, needs: Needs::of(variant) }
    }

    /// The variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The laws of the core, tried on so many positions of random games: compiled here, where the rules are.
    pub fn laws(&self, positions: usize, progress: &dyn Progress) -> Vec<Law> {
        laws::solitaire(self, &laws::sample_solitaire(self, positions, 1), progress)
    }

    /// The rank that a base takes next; 0 if it is closed or not there.
    #[inline]
    pub fn needs(&self, pos: &Position, base: usize) -> Rank {
        self.takes(base, pos.bases[base])
    }

    /// The rank that a base takes when it has so many cards; 0 if it is closed or not there.
    #[inline]
    pub(crate) const fn takes(&self, base: usize, count: u8) -> Rank {
        self.needs.next[base][count as usize]
    }

    /// How many bases still need a card of this rank: as many copies are not yet on the bases.
    #[inline]
    pub fn missing(&self, pos: &Position, card: Rank) -> usize {
        let until = self.needs.until[usize::from(card)];
        until.into_iter().zip(pos.bases).filter(|(until, count)| count < until).count()
    }

    /// Whether all cards are on the bases.
    #[inline]
    pub fn is_won(&self, pos: &Position) -> bool {
        pos.placed() == self.variant.cards() as u32
    }

    /// Calls `each` with every base that takes a card of this rank now.
    #[inline]
    pub fn takers(&self, pos: &Position, card: Rank, mut each: impl FnMut(u8)) {
        for base in 0..MAX_BASES {
            if card != 0 && self.needs(pos, base) == card {
                each(base as u8);
            }
        }
    }

    /// Calls `each` with every legal move, in the order of [`Game::moves`].
    #[inline]
    pub fn each_move(&self, pos: &Position, mut each: impl FnMut(Move)) {
        if pos.turned != 0 {
            self.takers(pos, pos.turned, |base| each(Move::ToBase(base)));
            (0..self.variant.piles() as u8).for_each(|pile| each(Move::ToPile(pile)));
        } else if pos.hidden() > 0 {
            return;
        }
        for pile in 0..self.variant.piles() {
            self.takers(pos, pos.piles[pile].top(), |base| each(Move::FromPile { pile: pile as u8, base }));
        }
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&self, pos: &mut Position, mv: Move) {
        match mv {
            Move::ToBase(base) => {
                pos.bases[usize::from(base)] += 1;
                pos.turned = 0;
            }
            Move::ToPile(pile) => {
                pos.piles[usize::from(pile)].push(pos.turned);
                pos.turned = 0;
            }
            Move::FromPile { pile, base } => {
                pos.piles[usize::from(pile)].pop();
                pos.bases[usize::from(base)] += 1;
            }
        }
    }
}

impl Game for Calculation {
    type Pos = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut bases = [0; MAX_BASES];
        bases[..self.variant.bases()].fill(self.variant.lead());
        Position { bases, turned: 0, stock: self.variant.full_stock(), piles: [Pile::EMPTY; MAX_PILES] }
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.each_move(pos, |mv| out.push(mv));
    }

    fn play(&self, pos: &Position, mv: Move) -> Position {
        let mut next = *pos;
        self.make(&mut next, mv);
        next
    }
}

impl Solitaire for Calculation {
    fn payoff(&self, pos: &Position) -> Option<f64> {
        if self.is_won(pos) {
            return Some(1.0);
        }
        if pos.turned != 0 || pos.hidden() > 0 {
            return None;
        }
        let mut stuck = true;
        self.each_move(pos, |_| stuck = false);
        stuck.then_some(0.0)
    }

    fn chances(&self, pos: &Position, out: &mut Vec<(Position, Odds)>) {
        if pos.turned != 0 {
            return;
        }
        let of = pos.hidden();
        for card in 1..=self.variant.ranks() {
            let ways = u32::from(pos.stock[usize::from(card)]);
            if ways > 0 {
                let mut next = *pos;
                next.turn(card);
                out.push((next, Odds { ways, of }));
            }
        }
    }

    fn happen(&self, pos: &Position, pick: &mut dyn FnMut(u32) -> u32) -> Option<Position> {
        if pos.turned != 0 || pos.hidden() == 0 {
            return None;
        }
        let mut next = *pos;
        next.turn(nth(&pos.stock, pick(pos.hidden())));
        Some(next)
    }
}

/// The rank of the card with this number, when all are sorted by rank.
///
/// # Panics
/// If there are not so many cards.
#[inline]
pub fn nth(stock: &crate::position::Counts, number: u32) -> Rank {
    let mut left = number;
    for (rank, &count) in stock.iter().enumerate() {
        if left < u32::from(count) {
            return rank as Rank;
        }
        left -= u32::from(count);
    }
    panic!("card {number} of a stock of fewer");
}

impl Keyed for Calculation {
    type Key = PackedPosition;

    fn key(&self, pos: &Position) -> PackedPosition {
        self.canonical(pos).packed()
    }
}

impl Canonical for Calculation {
    /// The order of the waste piles means nothing.
    fn canonical(&self, pos: &Position) -> Position {
        let mut sorted = *pos;
        sorted.piles[..self.variant.piles()].sort_unstable_by(|a, b| b.cmp(a));
        sorted
    }
}
