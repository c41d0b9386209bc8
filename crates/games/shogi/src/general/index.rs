//! Numbers of placements: where the pieces besides the kings are, seen by the side to move.
//!
//! A block holds all placements for a pair of kings. It is cut by the *sharing*: how many of each kind either
//! side has in hand, so that what is on the board follows. Within a sharing a number is made kind by kind:
//! the combination of the squares that kings and earlier kinds leave free, then the owner (and, where the
//! kind promotes, the face) of each piece. Nothing is left out and nothing said twice, so a block has no
//! holes but for what the rules bar (two pawns in a file, pieces that could never move) and, where the kings
//! are their own mirror image, for one of two images.

use crate::{Bits, Kind, Position, SmallBoard, Square};
use yomikiri_core::Side;

/// The most squares of a board, and one more than the most pieces of a kind.
const SQUARES: usize = 64;
const PIECES: usize = 19;

/// The most sharings: what their tables may take, 8 bytes and 4 for each kind.
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
struct Share {
    /// In the mover's hand and in the enemy's.
    hands: [u8; 2],
    /// On the board.
    board: u8,
    /// The squares that kings and earlier kinds leave free.
    free: u8,
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
    choose: Box<[[u64; PIECES]; SQUARES + 1]>,
    /// Where a square goes: as it is or mirrored, seen by the first side or by the second.
    views: [[u8; SQUARES]; 4],
    /// The same for the bytes of a set.
    seen: Vec<SeenBytes>,
    squares: usize,
}

/// A board as one of its four views shows it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub mirrored: bool,
    /// Seen by the second side.
    pub turned: bool,
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
        let mut index = Self {
            kinds: placed.collect(),
            starts: Vec::new(),
            shares: Vec::new(),
            choose: choose(),
            seen: sets_seen(&views),
            views,
            squares,
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
        Square(self.views[usize::from(view.turned) * 2 + usize::from(view.mirrored)][square.index()])
    }

    /// Where the squares of a set go in a view.
    #[inline]
    fn seen_set(&self, set: u64, view: View) -> u64 {
        let table = &self.seen[usize::from(view.turned) * 2 + usize::from(view.mirrored)];
        let bytes = set.to_le_bytes().into_iter().zip(table).take(self.squares.div_ceil(8));
        bytes.fold(0, |seen, (byte, table)| seen | table[usize::from(byte)])
    }

    /// The squares that two kings leave free.
    #[inline]
    fn free(&self, kings: [Square; 2]) -> u64 {
        u64::MAX >> (SQUARES - self.squares) & !(1 << kings[0].0 | 1 << kings[1].0)
    }

    /// Notes what a sharing says of the kinds; how many numbers it has.
    fn add_sharing(&mut self, sharing: u64) -> u64 {
        let mut free = self.squares - 2;
        let mut len = 1;
        for kind in &self.kinds {
            let hands = kind.hands(sharing);
            let board = usize::from(kind.count - hands[0] - hands[1]);
            self.shares.push(Share { hands, board: board as u8, free: free as u8 });
            // None where there are not so many squares.
            len *= self.choose[free][board] << (kind.bits * board as u32);
            free = free.saturating_sub(board);
        }
        len
    }

    /// The number of a view of a position, whose kings stand on these squares there; none if it has other
    /// pieces than the index.
    pub fn rank(&self, pos: &Position<SmallBoard>, view: View, kings: [Square; 2]) -> Option<u64> {
        let mover = if view.turned { Side::Second } else { Side::First };
        let enemies = self.seen_set(pos.of(mover.other()).word(), view);
        let promoted = self.seen_set(pos.promoted().word(), view);
        let (mut free, mut sharing, mut number) = (self.free(kings), 0, 0);
        for kind in &self.kinds {
            let set = self.seen_set(pos.of_both_faces(kind.kind).word(), view);
            let hands = [mover, mover.other()].map(|side| u64::from(pos.hand(side, kind.kind)));
            let board = set.count_ones() as usize;
            if board as u64 + hands[0] + hands[1] != u64::from(kind.count) {
                return None;
            }
            sharing += kind.stride * kind.code(hands);
            let (mut squares, mut placed, mut owners) = (set, 0, 0);
            for nth in 1..=board {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                placed += self.choose[(free & ((1 << square) - 1)).count_ones() as usize][nth];
                let state = enemies >> square & 1 | (promoted >> square & 1) << 1;
                owners = owners << kind.bits | state;
            }
            let left = free.count_ones() as usize;
            number = (number * self.choose[left][board] + placed) << (kind.bits * board as u32) | owners;
            free &= !set;
        }
        Some(self.starts[sharing as usize] + number)
    }

    /// Puts the pieces of a number on a board with its kings, and in the hands; the first side is to move.
    pub fn place(&self, number: u64, kings: [Square; 2], pos: &mut Position<SmallBoard>) {
        let sharing = self.starts.partition_point(|&start| start <= number) - 1;
        let mut rest = number - self.starts[sharing];
        let shares = &self.shares[sharing * self.kinds.len()..][..self.kinds.len()];
        let mut codes = [(0, 0); Kind::UNPROMOTED];
        for ((code, kind), share) in codes.iter_mut().zip(&self.kinds).zip(shares).rev() {
            let bits = kind.bits * u32::from(share.board);
            let ways = self.choose[usize::from(share.free)][usize::from(share.board)];
            let (above, owners) = (rest >> bits, rest & ((1 << bits) - 1));
            *code = (above % ways, owners);
            rest = above / ways;
        }
        let mut free = self.free(kings);
        for ((kind, share), (mut placed, mut owners)) in self.kinds.iter().zip(shares).zip(codes) {
            for (hands, hand) in pos.hands.iter_mut().zip(share.hands) {
                hands[kind.kind.place()] = hand;
            }
            let mut taken = 0;
            let mut below = usize::from(share.free);
            for nth in (1..=usize::from(share.board)).rev() {
                // The last square is the highest place whose combinations below are no more than are left.
                below -= 1;
                while self.choose[below][nth] > placed {
                    below -= 1;
                }
                placed -= self.choose[below][nth];
                let square = nth_square(free, below);
                taken |= 1u64 << square;
                let face = if owners & 2 == 0 || kind.bits == 1 { kind.kind } else { kind.kind.promoted() };
                let side = if owners & 1 == 0 { Side::First } else { Side::Second };
                owners >>= kind.bits;
                pos.put(Square(square), crate::Piece { kind: face, side });
            }
            free &= !taken;
        }
    }
}

impl PlacedKind {
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

/// The binomial coefficients.
fn choose() -> Box<[[u64; PIECES]; SQUARES + 1]> {
    let mut choose = Box::new([[0u64; PIECES]; SQUARES + 1]);
    for n in 0..=SQUARES {
        choose[n][0] = 1;
        for k in 1..PIECES.min(n + 1) {
            choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
        }
    }
    choose
}

/// The square of a set that has so many below it.
#[inline]
fn nth_square(mut set: u64, below: usize) -> u8 {
    for _ in 0..below {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}
