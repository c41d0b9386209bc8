//! Between positions and nodes.

use super::layout::Layout;
use super::lion_tables::HOME_RANK;
use super::lions::{LION_PAIRS, Lions, OPEN_PAIRS, SQUARES, mirrored};
use super::pairs::{Owner, Pairs, Place};
use crate::{Kind, Piece, Position, Setup, SmallBoard, SmallShogi, Square, Variant};
use std::array;
use yomikiri_core::{Game, Side, TwoPlayer, Value};

/// The kinds, outer to inner.
pub(super) const KINDS: [Kind; 3] = [Kind::CHICK, Kind::ELEPHANT, Kind::GIRAFFE];

/// The numbers of the positions of Dobutsu Shogi, or of what is left of it with some pieces missing.
#[derive(Debug)]
pub struct DenseNumbering {
    pub(super) layout: Layout,
    pub(super) lions: Lions,
    /// Length of a block.
    pub(super) stride: u32,
    /// Number of interior nodes; the ends where the lion can be taken begin here, a block for each lion pair.
    pub(super) interior_len: u32,
    /// First node of the block of completed tries, by lion pair.
    pub(super) try_block: Vec<u32>,
    pub(super) nodes: u32,
}

/// Squares that a kind of the first side attacks, by its square; none if the variant does without it.
pub(super) fn steps(game: &SmallShogi, kind: Kind) -> [u16; SQUARES] {
    let piece = Piece { kind, side: Side::First };
    array::from_fn(|square| match game.variant().face(kind) {
        Some(_) => game.tables.steps(piece, Square(square as u8)) as u16,
        None => 0,
    })
}

impl DenseNumbering {
    /// Whether the board of a variant is the one that the index is made for.
    pub fn has_room_for(variant: &Variant) -> bool {
        (variant.board.files, variant.board.ranks) == (3, 4)
    }

    /// The numbers of all positions with the pieces of the game's start position, fewer than the set holds or
    /// not.
    ///
    /// # Panics
    /// The game is not of the family: a board of 3 x 4, lion, elephant, giraffe and a chick that promotes.
    pub fn of(game: &SmallShogi) -> Self {
        assert!(Self::has_room_for(game.variant()), "the index is made for 3 x 4 squares");
        let start = game.start().setup();
        let pairs = |kind: Kind| {
            let on_board =
                start.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind).count();
            let count = on_board as u8 + start.hands[0][kind.place()] + start.hands[1][kind.place()];
            Pairs::new(count, kind == Kind::CHICK)
        };
        let layout = Layout::new(KINDS.map(pairs));
        let lion = steps(game, Kind::LION);
        let lions = Lions::new(&lion);
        debug_assert_eq!(lions.pairs.len(), LION_PAIRS);
        let stride = layout.len();
        let interior_len = OPEN_PAIRS as u32 * stride;
        let mut nodes = interior_len + LION_PAIRS as u32 * stride;
        let mut try_block = vec![u32::MAX; LION_PAIRS];
        for (number, pair) in lions.pairs.iter().enumerate() {
            if HOME_RANK >> pair.enemy & 1 == 1 && lion[pair.mover as usize] >> pair.enemy & 1 == 0 {
                try_block[number] = nodes;
                nodes += stride;
            }
        }
        Self { layout, lions, stride, interior_len, try_block, nodes }
    }

    /// How many nodes there are where the game goes on; they are the first.
    pub fn interior(&self) -> u64 {
        u64::from(self.interior_len)
    }

    /// The lion pair of a node's block, in whichever region.
    pub(super) fn lion_pair(&self, node: u32) -> usize {
        let block = node / self.stride;
        match block as usize {
            open if open < OPEN_PAIRS => open,
            taken if taken < OPEN_PAIRS + LION_PAIRS => taken - OPEN_PAIRS,
            _ => {
                let first = block * self.stride;
                self.try_block.iter().position(|&block| block == first).expect("a block of completed tries")
            }
        }
    }

    /// The codes of a node, outer to inner.
    pub(super) fn codes(&self, node: u32) -> [u16; 3] {
        let index = node % self.stride;
        let (outer, middle, _) = self.layout.find(index);
        let row = self.layout.row(outer, middle);
        [outer, middle, self.layout.inner(row.taken, index - row.first)]
    }

    /// The index in its block of a position seen by the first side, whose squares go through `view`.
    fn index(&self, setup: &Setup, labels: &[u8; SQUARES], view: impl Fn(u8) -> u8) -> Option<u32> {
        let mut codes = [0; 3];
        for ((code, kind), pairs) in codes.iter_mut().zip(KINDS).zip(&self.layout.kinds) {
            let on_board = setup.board.iter().zip(0u8..).filter_map(|(piece, square)| {
                let piece = piece.filter(|piece| piece.kind.unpromoted() == kind)?;
                let label = labels[view(square) as usize];
                let owner = if piece.side == Side::First { Owner::Mover } else { Owner::Enemy };
                Some(Place::Board { promoted: piece.kind.is_promoted(), owner, label })
            });
            let in_hand = |side: Side, owner| {
                std::iter::repeat_n(Place::Hand(owner), usize::from(setup.hands[side.index()][kind.place()]))
            };
            let mut places: Vec<Place> = on_board
                .chain(in_hand(Side::First, Owner::Mover))
                .chain(in_hand(Side::Second, Owner::Enemy))
                .collect();
            places.resize(2.max(places.len()), Place::Absent);
            *code = pairs.find(&places)?;
        }
        let row = self.layout.row(codes[0], codes[1]);
        Some(row.first + self.layout.rank(row.taken, codes[2]))
    }

    /// The node of a position, or of its mirror image; `None` if pieces of the game are missing.
    pub fn node(&self, game: &SmallShogi, pos: &Position<SmallBoard>) -> Option<u32> {
        let pos = pos.normalised();
        let setup = pos.setup();
        let lion = |side| {
            let lion = Some(Piece { kind: Kind::LION, side });
            setup.board.iter().position(|&piece| piece == lion).expect("both lions are on the board") as u8
        };
        let (mover, enemy) = (lion(Side::First), lion(Side::Second));
        let (number, mirror) = self.lions.find(mover, enemy);
        let pair = &self.lions.pairs[number];
        let index = if mirror {
            self.index(&setup, &pair.labels, mirrored)?
        } else {
            let index = self.index(&setup, &pair.labels, |square| square)?;
            if pair.symmetric { index.min(self.index(&setup, &pair.labels, mirrored)?) } else { index }
        };
        let block = match game.result(&pos) {
            Some(Value::Win(_)) => self.interior_len + number as u32 * self.stride,
            Some(_) if HOME_RANK >> enemy & 1 == 1 => self.try_block[number],
            _ if number < OPEN_PAIRS => number as u32 * self.stride,
            _ => return None,
        };
        Some(block + index)
    }

    /// The position that a node stands for; `None` for a hole.
    pub fn position(&self, game: &SmallShogi, node: u32) -> Option<Position<SmallBoard>> {
        if node >= self.nodes {
            return None;
        }
        let pair = &self.lions.pairs[self.lion_pair(node)];
        let mut setup = Setup::empty(game.variant());
        setup.board[pair.mover as usize] = Some(Piece { kind: Kind::LION, side: Side::First });
        setup.board[pair.enemy as usize] = Some(Piece { kind: Kind::LION, side: Side::Second });
        for ((code, kind), pairs) in self.codes(node).into_iter().zip(KINDS).zip(&self.layout.kinds) {
            for place in pairs.places(code) {
                let side = |owner| if owner == Owner::Mover { Side::First } else { Side::Second };
                match place {
                    Place::Board { promoted, owner, label } => {
                        let kind = if promoted { kind.promoted() } else { kind };
                        let square = pair.squares[label as usize] as usize;
                        setup.board[square] = Some(Piece { kind, side: side(owner) });
                    }
                    Place::Hand(owner) => setup.hands[side(owner).index()][kind.place()] += 1,
                    Place::Absent => {}
                }
            }
        }
        Position::new(&setup, game.variant()).ok()
    }
}

impl Pairs {
    /// The code of the places of all pieces of the kind; `None` if there are too many or too few.
    fn find(&self, places: &[Place]) -> Option<u16> {
        let &[a, b] = places else { return None };
        let code = self.code(a, b);
        (code != super::pairs::NONE).then_some(code)
    }
}
