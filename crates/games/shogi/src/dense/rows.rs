//! The index laid open: which positions a row of nodes holds, and what their codes mean.
//!
//! Whoever computes something for all positions that is a sum over pairs of pieces does so by rows: the lions
//! and the codes of two kinds are the same for the whole row, and only the code of the inner kind varies.

use super::DenseGraph;
use super::lions::OPEN_PAIRS;
use super::numbering::KINDS;
use super::pairs::{Owner, Place};
use crate::{Piece, Square};
use std::ops::Range;
use yomikiri_core::Side;

/// Consecutive nodes in which only the inner kind varies.
#[derive(Clone, Copy, Debug)]
pub struct NodeRow<'a> {
    /// Code of the middle kind.
    pub middle: u16,
    /// The first node.
    pub first: u32,
    /// The code of the inner kind of each node.
    pub inner: &'a [u8],
}

/// The kinds by which the index is nested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nest {
    /// The kind whose code comes first.
    Outer,
    /// The second.
    Middle,
    /// The one that varies within a row.
    Inner,
}

impl Nest {
    /// From the outside in.
    pub const ALL: [Self; 3] = [Self::Outer, Self::Middle, Self::Inner];
}

impl DenseGraph {
    /// Blocks in which the game goes on: one for each way in which the lions can stand.
    pub const BLOCKS: usize = OPEN_PAIRS;

    /// The squares of the lions in a block: that of the side to move, which moves up the board, and the
    /// other's.
    pub fn lions(&self, block: usize) -> [Square; 2] {
        let pair = &self.numbering.lions.pairs[block];
        [Square(pair.mover), Square(pair.enemy)]
    }

    /// Number of codes of a kind.
    pub fn code_count(&self, nest: Nest) -> usize {
        self.numbering.layout.kinds[nest as usize].len()
    }

    /// The pieces of a code in a block, as the side to move sees them (its own are the first player's): on a
    /// square, or in hand.
    pub fn pieces(
        &self,
        block: usize,
        nest: Nest,
        code: u16,
    ) -> impl Iterator<Item = (Piece, Option<Square>)> + '_ {
        let pair = &self.numbering.lions.pairs[block];
        let side = |owner| if owner == Owner::Mover { Side::First } else { Side::Second };
        let kind = KINDS[nest as usize];
        self.numbering.layout.kinds[nest as usize].places(code).into_iter().filter_map(move |place| {
            match place {
                Place::Board { promoted, owner, label } => {
                    let kind = if promoted { kind.promoted() } else { kind };
                    Some((Piece { kind, side: side(owner) }, Some(Square(pair.squares[label as usize]))))
                }
                Place::Hand(owner) => Some((Piece { kind, side: side(owner) }, None)),
                Place::Absent => None,
            }
        })
    }

    /// The rows of a block with a code of the outer kind, by ascending node.
    pub fn rows(&self, block: usize, outer: u16) -> impl Iterator<Item = NodeRow<'_>> {
        let from = block as u32 * self.numbering.stride;
        let Range { start, end } = self.numbering.layout.run(outer);
        let mut next = start;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let (_, middle, end) = self.numbering.layout.find(next);
                let inner =
                    self.numbering.layout.inners(self.numbering.layout.row(outer, middle).taken, end - next);
                let row = NodeRow { middle, first: from + next, inner };
                next = end;
                row
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Shogi};
    use yomikiri_core::Numbered;

    #[test]
    fn rows_hold_every_node_once_and_their_codes_are_its_pieces() {
        let game = Shogi::dobutsu(Ending::Capture);
        let graph = DenseGraph::of(&game);
        let mut next = 0;
        for block in 0..DenseGraph::BLOCKS {
            for outer in 0..graph.code_count(Nest::Outer) as u16 {
                for row in graph.rows(block, outer) {
                    assert_eq!(row.first, next);
                    next += row.inner.len() as u32;
                    // A few nodes of each hundredth row.
                    if row.first % 100 != 7 {
                        continue;
                    }
                    for (node, &inner) in (row.first..).zip(row.inner).step_by(9) {
                        let setup = graph.position(&game, node).unwrap().setup();
                        let mut hands = [[0; 8]; 2];
                        let mut on_board = 2;
                        let codes =
                            [(Nest::Outer, outer), (Nest::Middle, row.middle), (Nest::Inner, inner.into())];
                        for (nest, code) in codes {
                            for (piece, square) in graph.pieces(block, nest, code) {
                                match square {
                                    Some(square) => {
                                        assert_eq!(setup.board[square.index()], Some(piece));
                                        on_board += 1;
                                    }
                                    None => hands[piece.side.index()][piece.kind.place()] += 1,
                                }
                            }
                        }
                        assert_eq!(hands, setup.hands);
                        assert_eq!(on_board, setup.board.iter().flatten().count());
                    }
                }
            }
        }
        assert_eq!(u64::from(next), yomikiri_core::Graph::interior(&graph));
    }
}
