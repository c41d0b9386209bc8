//! Between positions and nodes.

use super::DenseGraph;
use super::lion_tables::{HOME_RANK, Steps};
use super::lions::{LION_PAIRS, OPEN_PAIRS, SQUARES, mirrored};
use super::pairs::{Owner, Pairs, Place};
use crate::{Kind, Piece, Position, Setup, SmallShogi, Square};
use std::array;
use yomikiri_core::{Game, Graph, Numbered, Side, TwoPlayer, Value};

/// The kinds, outer to inner.
pub(super) const KINDS: [Kind; 3] = [Kind::CHICK, Kind::ELEPHANT, Kind::GIRAFFE];

impl DenseGraph {
    /// The graph of all positions with the pieces of the game's start position, fewer than the set holds or
    /// not.
    ///
    /// # Panics
    /// The game is not of the family: a board of 3 x 4, lion, elephant, giraffe and a chick that promotes.
    pub fn of(game: &SmallShogi) -> Self {
        let variant = game.variant();
        assert_eq!((variant.board.files, variant.board.ranks), (3, 4), "the index is made for 3 x 4 squares");
        let steps = |kind| {
            let piece = Piece { kind, side: Side::First };
            array::from_fn(|square| match variant.face(kind) {
                Some(_) => game.tables.steps(piece, Square(square as u8)),
                None => 0,
            })
        };
        let kinds = KINDS.map(|kind| [steps(kind), steps(kind.promoted())]);
        let start = game.start().setup();
        let counts = KINDS.map(|kind| {
            let on_board =
                start.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind).count();
            on_board as u8 + start.hands[0][kind.place()] + start.hands[1][kind.place()]
        });
        let steps = Steps::new(steps(Kind::LION), kinds);
        Self::new(steps, counts, game.ending(), variant.dead_drops)
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
}

impl Pairs {
    /// The code of the places of all pieces of the kind; `None` if there are too many or too few.
    fn find(&self, places: &[Place]) -> Option<u16> {
        let &[a, b] = places else { return None };
        let code = self.code(a, b);
        (code != super::pairs::NONE).then_some(code)
    }
}

impl Numbered<SmallShogi> for DenseGraph {
    fn node(&self, game: &SmallShogi, pos: &Position<u16>) -> Option<u32> {
        let pos = pos.normalised();
        let setup = pos.setup();
        let lion = |side| {
            let lion = Some(Piece { kind: Kind::LION, side });
            setup.board.iter().position(|&piece| piece == lion).expect("both lions are on the board") as u8
        };
        let (mover, enemy) = (lion(Side::First), lion(Side::Second));
        let (number, mirror) = self.tables.lions.find(mover, enemy);
        let pair = &self.tables.lions.pairs[number];
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

    fn position(&self, game: &SmallShogi, node: u32) -> Option<Position<u16>> {
        if u64::from(node) >= self.nodes() {
            return None;
        }
        let pair = &self.tables.lions.pairs[self.lion_pair(node)];
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
