//! Numbers of placements: where the pieces besides the kings are, seen by the side to move.
//!
//! A block holds all placements for a pair of kings. It is cut by the *sharing*: how many of each kind either
//! side has in hand, so that what is on the board follows. Within a sharing a number is made kind by kind:
//! the combination of the squares that kings and earlier kinds leave free, then the owner (and, where the
//! kind promotes, the face) of each piece. Nothing is left out and nothing said twice, so a block has no
//! holes but for what the rules bar (two pawns in a file, pieces that could never move) and, where the kings
//! are their own mirror image, for one of two images.

use super::binomials::{Binomials, SQUARES, binomials};
use super::packed::Packed;
use crate::{Bits, Kind, Position, SmallBoard, Square};
use yomikiri_core::Side;

/// The most sharings: what their tables may take, 8 bytes and 16 for each kind.
const SHARINGS: u64 = 1 << 20;

/// A kind whose pieces are placed.
#[derive(Clone, Copy, Debug)]
pub struct PlacedKind {
    pub kind: Kind,
    /// How many there are, of both sides together.
    pub count: u8,
    /// Bits for the owner and, if it promotes, the face of a piece on the board.
    pub bits: u32,
    /// What a step of this kind's part adds to the number of a sharing.
    stride: u64,
}

/// What a sharing says of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    /// In the mover's hand and in the enemy's.
    pub hands: [u8; 2],
    /// On the board.
    pub board: u8,
    /// The squares that kings and earlier kinds leave free.
    free: u8,
    /// Bits for the owner and, if it promotes, the face of each piece, and of all.
    bits: u8,
    pub owner_bits: u8,
    /// The number of what [`Packed`] knows of so many pieces with so many bits.
    owners: u8,
    /// How many combinations of squares there are.
    pub ways: u64,
}

/// Where all pieces besides the kings are, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The squares of each kind, whichever face is up.
    pub kinds: [u64; Kind::UNPROMOTED],
    /// Those of the enemy's pieces, kings or not.
    pub enemies: u64,
    /// Those of the promoted pieces.
    pub promoted: u64,
    /// The number of the sharing.
    pub sharing: u64,
}

/// What differs from a placement: what stands on some squares is taken off, then pieces of two kinds, by
/// their numbers, are put on squares.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    pub off: u64,
    pub put: [(usize, u64); 2],
    /// Those of the squares that get pieces of the enemy, and promoted ones.
    pub enemies: u64,
    pub promoted: u64,
    pub sharing: u64,
}

/// Where the squares of each byte of a set go in a view.
type SeenBytes = [[u64; 256]; SQUARES / 8];

/// The numbers of the placements in a block.
#[derive(Debug)]
pub struct PlacementIndex {
    kinds: Vec<PlacedKind>,
    /// The first number of each sharing, and the length of a block.
    starts: Vec<u64>,
    /// What each sharing says of each kind.
    shares: Vec<Share>,
    choose: Box<Binomials>,
    /// Where the processor packs bits, and no kind has too many pieces.
    packed: Option<Packed>,
    /// Where a square goes: as it is or mirrored, seen by the first side or by the second.
    views: [[u8; SQUARES]; 4],
    /// The same for the bytes of a set.
    seen: Vec<SeenBytes>,
    squares: usize,
    /// All squares, and of how many bytes the set is.
    board: u64,
    bytes: usize,
}

/// A board as one of its four views shows it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub mirrored: bool,
    /// Seen by the second side.
    pub turned: bool,
}

impl View {
    #[inline]
    const fn number(self) -> usize {
        self.turned as usize * 2 + self.mirrored as usize
    }
}

/// How many numbers a block takes, as near as a floating-point number tells it.
pub fn size(squares: usize, kinds: &[(Kind, u8, bool)]) -> f64 {
    fn of(kinds: &[(Kind, u8, bool)], free: u64) -> f64 {
        let Some((&(_, count, promotes), rest)) = kinds.split_first() else { return 1.0 };
        let states: f64 = if promotes { 4.0 } else { 2.0 };
        let on_board = |board: u64| {
            let squares = (0..board).fold(1.0, |all, i| all * (free - i) as f64 / (i + 1) as f64);
            (u64::from(count) - board + 1) as f64
                * squares
                * states.powi(board as i32)
                * of(rest, free - board)
        };
        (0..=u64::from(count).min(free)).map(on_board).sum()
    }
    of(kinds, squares as u64 - 2)
}

impl PlacementIndex {
    /// The index for a board of so many files and squares, and kinds with their counts and whether they
    /// promote; none if a block would have more than 2^62 numbers or the board more than 64 squares.
    pub fn new(files: u8, squares: usize, kinds: &[(Kind, u8, bool)]) -> Option<Self> {
        let sharings = kinds.iter().map(|&(_, count, _)| sharings(count)).try_fold(1u64, u64::checked_mul)?;
        if squares > SQUARES || sharings > SHARINGS || size(squares, kinds) > 2f64.powi(62) {
            return None;
        }
        let mut stride = 1;
        let placed = kinds.iter().map(|&(kind, count, promotes)| {
            let placed = PlacedKind { kind, count, bits: if promotes { 2 } else { 1 }, stride };
            stride *= self::sharings(count);
            placed
        });
        let view = |mirror: bool, turned: bool| {
            let mut view = [0; SQUARES];
            for (square, seen) in (0..squares as u8).zip(&mut view) {
                let square = if turned { squares as u8 - 1 - square } else { square };
                *seen = if mirror { Square(square).mirrored(files).0 } else { square };
            }
            view
        };
        let views = [view(false, false), view(true, false), view(false, true), view(true, true)];
        let choose = binomials();
        let mut index = Self {
            kinds: placed.collect(),
            starts: Vec::new(),
            shares: Vec::new(),
            packed: Packed::new(squares, kinds, &choose),
            choose,
            seen: sets_seen(&views),
            views,
            squares,
            board: u64::MAX >> (SQUARES - squares),
            bytes: squares.div_ceil(8),
        };
        let mut end = 0;
        for sharing in 0..sharings {
            index.starts.push(end);
            end += index.add_sharing(sharing);
        }
        index.starts.push(end);
        Some(index)
    }

    /// The length of a block.
    pub fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The kinds in their order.
    pub fn kinds(&self) -> &[PlacedKind] {
        &self.kinds
    }

    /// Where a square goes in a view.
    #[inline]
    pub fn seen(&self, square: Square, view: View) -> Square {
        Square(self.views[view.number()][square.index() % SQUARES])
    }

    /// Where the squares of a set go in a view.
    #[inline]
    pub fn seen_set(&self, set: u64, view: View) -> u64 {
        let table = &self.seen[view.number()];
        let (mut seen, mut rest) = (0, set);
        for table in &table[..self.bytes] {
            seen |= table[rest as usize % 256];
            rest >>= 8;
        }
        seen
    }

    /// The squares that two kings leave free.
    #[inline]
    pub fn free(&self, kings: [Square; 2]) -> u64 {
        self.board & !(1 << kings[0].0 | 1 << kings[1].0)
    }

    /// Notes what a sharing says of the kinds; how many numbers it has.
    fn add_sharing(&mut self, sharing: u64) -> u64 {
        let mut free = self.squares - 2;
        let mut len = 1;
        for kind in &self.kinds {
            let hands = kind.hands(sharing);
            let board = usize::from(kind.count - hands[0] - hands[1]);
            // None where there are not so many squares.
            let (ways, owner_bits) = (self.choose[free][board], kind.bits * board as u32);
            self.shares.push(Share {
                hands,
                board: board as u8,
                free: free as u8,
                bits: kind.bits as u8,
                owner_bits: owner_bits as u8,
                owners: Packed::owners_of(board, kind.bits),
                ways,
            });
            len *= ways << owner_bits;
            free = free.saturating_sub(board);
        }
        len
    }

    /// The number of a view of a position, whose kings stand on these squares there; none if it has other
    /// pieces than the index.
    pub fn rank(&self, pos: &Position<SmallBoard>, view: View, kings: [Square; 2]) -> Option<u64> {
        let mover = if view.turned { Side::Second } else { Side::First };
        let mut placement = Placement {
            kinds: [0; Kind::UNPROMOTED],
            enemies: self.seen_set(pos.of(mover.other()).word(), view),
            promoted: self.seen_set(pos.promoted().word(), view),
            sharing: 0,
        };
        // Kinds that the index does not know would be passed over.
        let in_hand: u32 = pos.hands.as_flattened().iter().map(|&count| u32::from(count)).sum();
        let known: u32 = self.kinds.iter().map(|kind| u32::from(kind.count)).sum();
        if pos.occupied().word().count_ones() + in_hand != 2 + known {
            return None;
        }
        for (kind, set) in self.kinds.iter().zip(&mut placement.kinds) {
            *set = self.seen_set(pos.of_both_faces(kind.kind).word(), view);
            let hands = [mover, mover.other()].map(|side| u64::from(pos.hand(side, kind.kind)));
            if u64::from(set.count_ones()) + hands[0] + hands[1] != u64::from(kind.count) {
                return None;
            }
            placement.sharing += kind.part(hands);
        }
        Some(self.rank_of(&placement, kings))
    }

    /// The number of a placement, in which all pieces are somewhere.
    #[inline]
    pub fn rank_of(&self, placement: &Placement, kings: [Square; 2]) -> u64 {
        let nothing = Difference {
            off: 0,
            put: [(usize::MAX, 0); 2],
            enemies: 0,
            promoted: 0,
            sharing: placement.sharing,
        };
        self.rank_other(placement, &nothing, self.free(kings))
    }

    /// The number of another placement, told by what differs, and the squares that its kings leave free.
    #[inline(always)]
    pub fn rank_other(&self, placement: &Placement, difference: &Difference, free: u64) -> u64 {
        match &self.packed {
            Some(packed) => self.rank_by(placement, difference, free, |share, set, free, states| {
                packed.rank(set, free, states, share.owners)
            }),
            None => self.rank_by_squares(placement, difference, free),
        }
    }

    /// The same square by square.
    #[inline(never)]
    fn rank_by_squares(&self, placement: &Placement, difference: &Difference, free: u64) -> u64 {
        self.rank_by(placement, difference, free, |share, mut set, free, [enemies, promoted]| {
            let (mut combination, mut owners, mut nth) = (0, 0, 1);
            while set != 0 {
                let square = set.trailing_zeros();
                set &= set - 1;
                combination += self.choose[(free & ((1 << square) - 1)).count_ones() as usize][nth];
                owners = owners << share.bits | enemies >> square & 1 | (promoted >> square & 1) << 1;
                nth += 1;
            }
            (combination, owners)
        })
    }

    /// The same, where it is told which combination of free squares the set of a kind is, and the owners and
    /// faces of its pieces, from the squares of the enemy's pieces and those of promoted ones.
    #[inline(always)]
    fn rank_by(
        &self,
        placement: &Placement,
        difference: &Difference,
        mut free: u64,
        of_kind: impl Fn(&Share, u64, u64, [u64; 2]) -> (u64, u64),
    ) -> u64 {
        let &Difference { off, put: [first, second], enemies, promoted, sharing } = difference;
        let on = |(kind, set): (usize, u64), at| if kind == at { set } else { 0 };
        let states = [placement.enemies & !off | enemies, placement.promoted & !off | promoted];
        let mut number = 0;
        for (at, (share, set)) in self.shares(sharing as usize).iter().zip(&placement.kinds).enumerate() {
            let set = set & !off | on(first, at) | on(second, at);
            let (combination, owners) = of_kind(share, set, free, states);
            number = (number * share.ways + combination) << share.owner_bits | owners;
            free &= !set;
        }
        self.starts[sharing as usize] + number
    }

    /// The sharing that a number in a block belongs to.
    pub fn sharing_of(&self, number: u64) -> usize {
        self.starts.partition_point(|&start| start <= number) - 1
    }

    /// The first number of a sharing.
    pub fn start_of(&self, sharing: usize) -> u64 {
        self.starts[sharing]
    }

    /// What a sharing says of the kinds.
    #[inline]
    pub fn shares(&self, sharing: usize) -> &[Share] {
        &self.shares[sharing * self.kinds.len()..][..self.kinds.len()]
    }

    /// The squares of a combination of those that are free.
    #[inline]
    pub fn combination(&self, mut combination: u64, free: u64, share: &Share) -> u64 {
        let (mut set, mut below) = (0, usize::from(share.free));
        let mut nth = usize::from(share.board);
        while nth > 0 {
            // The last square is the highest place whose combinations below are no more than are left.
            below -= 1;
            while self.choose[below][nth] > combination {
                below -= 1;
            }
            combination -= self.choose[below][nth];
            set |= 1 << nth_square(free, below);
            nth -= 1;
        }
        set
    }

    /// Puts the pieces of a number on a board with its kings, and in the hands; the first side is to move.
    pub fn place(&self, number: u64, kings: [Square; 2], pos: &mut Position<SmallBoard>) {
        let sharing = self.sharing_of(number);
        let mut rest = number - self.starts[sharing];
        let shares = self.shares(sharing);
        let mut codes = [(0, 0); Kind::UNPROMOTED];
        for ((code, kind), share) in codes.iter_mut().zip(&self.kinds).zip(shares).rev() {
            let bits = kind.bits * u32::from(share.board);
            let (above, owners) = (rest >> bits, rest & ((1 << bits) - 1));
            *code = (above % share.ways, owners);
            rest = above / share.ways;
        }
        let mut free = self.free(kings);
        for ((kind, share), (combination, mut owners)) in self.kinds.iter().zip(shares).zip(codes) {
            for (hands, hand) in pos.hands.iter_mut().zip(share.hands) {
                hands[kind.kind.place()] = hand;
            }
            let taken = self.combination(combination, free, share);
            free &= !taken;
            let mut left = taken;
            while left != 0 {
                // The lowest bits are the last square's.
                let square = Square(left.ilog2() as u8);
                left &= !(1 << square.0);
                let face = if owners & 2 == 0 || kind.bits == 1 { kind.kind } else { kind.kind.promoted() };
                let side = if owners & 1 == 0 { Side::First } else { Side::Second };
                owners >>= kind.bits;
                pos.put(square, crate::Piece { kind: face, side });
            }
        }
    }
}

impl PlacedKind {
    /// What this kind adds to the number of a sharing: so many are in the mover's hand and in the enemy's.
    #[inline]
    pub const fn part(&self, hands: [u64; 2]) -> u64 {
        self.stride * self.code(hands)
    }

    /// The part of a sharing's number: so many are in the mover's hand and in the enemy's.
    #[inline]
    const fn code(&self, [mover, enemy]: [u64; 2]) -> u64 {
        mover * (2 * self.count as u64 + 3 - mover) / 2 + enemy
    }

    /// The hands of a sharing.
    fn hands(&self, sharing: u64) -> [u8; 2] {
        let code = sharing / self.stride % sharings(self.count);
        let all = (0..=u64::from(self.count)).rev();
        let mover = all.into_iter().find(|&mover| self.code([mover, 0]) <= code).unwrap_or(0);
        [mover as u8, (code - self.code([mover, 0])) as u8]
    }
}

/// Where the squares of each byte of a set go in each view.
fn sets_seen(views: &[[u8; SQUARES]; 4]) -> Vec<SeenBytes> {
    let mut seen = vec![[[0; 256]; SQUARES / 8]; views.len()];
    for (seen, view) in seen.iter_mut().zip(views) {
        for (bytes, squares) in seen.iter_mut().zip(view.chunks_exact(8)) {
            for (byte, set) in bytes.iter_mut().enumerate() {
                *set = (0..8).filter(|bit| byte >> bit & 1 == 1).fold(0, |set, bit| set | 1 << squares[bit]);
            }
        }
    }
    seen
}

/// In how many ways some pieces may be in two hands or not.
const fn sharings(count: u8) -> u64 {
    (count as u64 + 1) * (count as u64 + 2) / 2
}

/// The square of a set that has so many below it.
#[inline]
fn nth_square(mut set: u64, below: usize) -> u8 {
    for _ in 0..below {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, GeneralGraph, SmallShogi, general::tests::any_node, variants};
    use yomikiri_core::Random;

    /// With packed bits and without the number of a placement is the one that it was made from.
    #[test]
    fn a_placement_has_its_number_however_it_is_found() {
        let mut random = Random::new(3);
        for variant in variants::shipped().iter().filter(|variant| variant.board.len() <= SmallBoard::SIZE) {
            let Ok(mut graph) = GeneralGraph::of(&SmallShogi::new(variant.clone(), Ending::Mate)) else {
                continue;
            };
            for packs in [true, false] {
                if !packs {
                    graph.index.packed = None;
                }
                for _ in 0..2_000 {
                    let node = any_node(&mut random, &graph);
                    let pos = graph.unchecked(node);
                    let kings = [Side::First, Side::Second].map(|side| pos.royal(side).unwrap());
                    let rank = graph.index.rank(&pos, View { mirrored: false, turned: false }, kings);
                    assert_eq!(rank, Some(node % graph.stride), "{} {node}", variant.name);
                }
            }
        }
    }
}
