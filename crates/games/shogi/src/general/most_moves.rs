//! A bound on the moves of a position.

use crate::{Bits, Kind, Piece, SmallBoard, SmallShogi, Square};
use yomikiri_core::Side;

/// Some kings and some pieces of each kind, as a number with a digit for each.
struct Counts {
    /// The kinds, how many pieces there are of each, and what one counts in the number.
    kinds: Vec<(Kind, usize, usize)>,
    /// How many numbers there are.
    len: usize,
}

impl Counts {
    fn new(kinds: impl Iterator<Item = (Kind, usize)>) -> Self {
        let mut len = 1;
        let mut next = |(kind, count)| {
            let one = len;
            len *= count + 1;
            (kind, count, one)
        };
        let kinds = kinds.map(&mut next).collect();
        Self { kinds, len }
    }

    /// How many there are of each kind, and how many there may be.
    fn of(&self, number: usize) -> impl Iterator<Item = (Kind, usize, usize)> {
        self.kinds.iter().map(move |&(kind, most, one)| (kind, number / one % (most + 1), most))
    }
}

/// A bound on the moves of a position that lead to different ones: the mover's pieces stand where together
/// they go farthest on an otherwise empty board, each on a square of its own, and the others are in hand, as
/// many of them as make it most.
pub(super) fn most_moves(game: &SmallShogi, kinds: &[(Kind, u8, bool)]) -> usize {
    let (variant, squares) = (game.variant(), game.variant().board.len());
    let king = std::iter::once((Kind::ROYAL, 1));
    let counts = Counts::new(king.chain(kinds.iter().map(|&(kind, count, _)| (kind, usize::from(count)))));
    let drops = |number: usize| -> usize {
        let on_board: usize = counts.of(number).map(|(_, here, _)| here).sum();
        // The other king stands on the board too.
        let free = squares.saturating_sub(on_board + 1);
        let held = |drop: &Kind| {
            counts.of(number).any(|(kind, here, most)| kind == drop.unpromoted() && here < most)
        };
        let places = |drop| game.tables.drops(Piece { kind: drop, side: Side::First }).count() as usize;
        let dropped = variant.drop_kinds().filter(held).map(|drop| places(drop).min(free));
        if variant.drops { dropped.sum() } else { 0 }
    };
    let most = most_steps(game, &counts).into_iter().enumerate();
    most.filter_map(|(number, steps)| Some(steps? + drops(number))).max().unwrap_or(0)
}

/// The most moves of pieces on the board, for each number of pieces of each kind; none without the king.
fn most_steps(game: &SmallShogi, counts: &Counts) -> Vec<Option<usize>> {
    let mut most = vec![None; counts.len];
    most[0] = Some(0);
    for square in game.variant().board.squares() {
        let steps: Vec<usize> = counts.kinds.iter().map(|&(kind, ..)| steps(game, kind, square)).collect();
        // From the largest number on: a square takes one piece.
        for number in (0..counts.len).rev() {
            let Some(before) = most[number] else { continue };
            for ((_, here, limit), (&(.., one), steps)) in
                counts.of(number).zip(counts.kinds.iter().zip(&steps))
            {
                if here < limit {
                    let next = &mut most[number + one];
                    *next = (*next).max(Some(before + steps));
                }
            }
        }
    }
    // The king is the first digit, of two values.
    most.iter_mut().step_by(2).for_each(|without| *without = None);
    most
}

/// The most moves that a piece of a kind has from a square, on either of its faces.
fn steps(game: &SmallShogi, kind: Kind, from: Square) -> usize {
    let faces = [Some(kind), Some(kind.promoted()).filter(|_| game.variant().promotes(kind))];
    let steps = |kind| {
        let piece = Piece { kind, side: Side::First };
        let to = game.tables.attacks(piece, from, SmallBoard::EMPTY);
        game.turning(piece, from, to, game.tables.promotion(piece, from)).len() as usize
    };
    faces.into_iter().flatten().map(steps).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Ending, GeneralGraph, Variant,
        general::{placed, tests::any_node},
        variants,
    };
    use yomikiri_core::{Game, Graph, Random};

    /// The most moves of the placements of some nodes.
    fn most_of(game: &SmallShogi, graph: &GeneralGraph, nodes: impl Iterator<Item = u64>) -> usize {
        let mut moves = Vec::new();
        let count = |node| {
            moves.clear();
            game.moves(&graph.unchecked(node), &mut moves);
            moves.len()
        };
        nodes.map(count).max().unwrap()
    }

    #[test]
    fn no_placement_has_more_moves() {
        let mut random = Random::new(3);
        for variant in variants::shipped().iter().filter(|variant| variant.board.len() <= SmallBoard::SIZE) {
            let game = SmallShogi::new(variant.clone(), Ending::Mate);
            let Ok(graph) = GeneralGraph::of(&game) else { continue };
            let most = most_of(&game, &graph, (0..20_000).map(|_| any_node(&mut random, &graph)));
            assert!(most <= most_moves(&game, &placed(&game)), "{}: {most}", variant.name);
        }
    }

    /// Of all placements of a small variant one has two thirds of as many: the bound does not see that kings
    /// keep apart.
    #[test]
    fn the_bound_is_near() {
        for (name, over) in [("shogi-3x3-rook", 9), ("shogi-3x3-bishop", 9)] {
            let game = SmallShogi::new(Variant::named(name), Ending::Mate);
            let graph = GeneralGraph::of(&game).unwrap();
            let most = most_of(&game, &graph, 0..graph.interior());
            let bound = most_moves(&game, &placed(&game));
            assert!(most <= bound && bound <= most + over, "{name}: {most}, {bound}");
        }
    }
}
