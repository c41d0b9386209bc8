//! How likely each move is to be the one to make, before anything has been tried.
//!
//! Method: the softmax of a sum of weights: one for each square that the move covers, touches along an edge, or touches at a
//! corner, by the kind of the square ([`Sight`]) and the stage of the game, and one for the piece. So a position is looked
//! at once, and a move costs some twenty additions. The weights are learnt from how often searches visited each move.
//!
//! Cost: finding the moves, weighing and ordering them is a fifth of the search's time, what can be covered not counted.

use crate::sight::{KINDS, STAGES, Sight};
use std::{array, sync::LazyLock};
use yomikiri_blokus::{Arena, Board, Move, SHAPES, Square};

/// Pieces of a player.
const PIECES: usize = 21;

/// What a square may be to a move: covered, touched along an edge, touched at a corner.
const ROLES: usize = 3;

/// Squares of the board with a margin all around.
const PLACES: usize = 16 * 16;

/// More than any square that matters to a move lies before its reference cell.
const BEFORE: usize = 128;

/// The length of a table by role and place, with room on both sides.
const TABLE: usize = BEFORE + ROLES * PLACES + BEFORE;

/// Where a square lies among the places.
const fn place(square: Square) -> usize {
    square.index() + 17
}

/// For each shape, where the squares that matter to it lie in a table, counted from the place of its reference cell.
static SHADOWS: LazyLock<Vec<Vec<u16>>> =
    LazyLock::new(|| SHAPES.iter().map(|(shape, _)| shadow(shape)).collect());

fn shadow(shape: u8) -> Vec<u16> {
    // In the middle of the board nothing is cut off.
    let middle = Square::new(7, 7);
    let covers = Move::place(shape, middle).covers();
    let edges = covers.edges() & !covers;
    let corners = covers.diagonals() & !covers & !edges;
    let at = |role: usize, square| (BEFORE + role * PLACES + place(square) - place(middle)) as u16;
    let roles = [covers, edges, corners].into_iter().enumerate();
    roles.flat_map(|(role, set): (usize, Board)| set.squares().map(move |square| at(role, square))).collect()
}

/// The weights of a stage of the game.
#[derive(Clone, Debug, PartialEq)]
struct Stage {
    kinds: [[f32; KINDS]; ROLES],
    pieces: [f32; PIECES],
}

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior([Stage; STAGES]);

impl Default for Prior {
    fn default() -> Self {
        Self(array::from_fn(|_| Stage { kinds: [[0.0; KINDS]; ROLES], pieces: [0.0; PIECES] }))
    }
}

/// What each square and piece adds to the moves of a position.
struct Outlook<'a> {
    table: [f32; TABLE],
    pieces: &'a [f32; PIECES],
}

impl Outlook<'_> {
    /// The logarithm of a move's odds, but for what all moves have in common.
    #[inline]
    fn logit(&self, mv: Move) -> f32 {
        let Some((shape, square)) = mv.placement() else { return 0.0 };
        let table = &self.table[place(square)..];
        let sum: f32 = SHADOWS[usize::from(shape)].iter().map(|&at| table[usize::from(at)]).sum();
        sum + self.pieces[SHAPES.get(shape).piece.index()]
    }
}

impl Prior {
    /// How many weights there are.
    pub const WEIGHTS: usize = STAGES * (ROLES * KINDS + PIECES);

    /// The weights, one after the other.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.0.iter().flat_map(|stage| stage.kinds.iter().flatten().chain(&stage.pieces))
    }

    /// The same, to be written.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.0.iter_mut().flat_map(|stage| stage.kinds.iter_mut().flatten().chain(&mut stage.pieces))
    }

    fn outlook(&self, sight: &Sight) -> Outlook<'_> {
        let Stage { kinds, pieces } = &self.0[sight.stage];
        let mut table = [0.0; TABLE];
        sight.tell(|kind, square| {
            for (role, weights) in kinds.iter().enumerate() {
                table[BEFORE + role * PLACES + place(square)] = weights[kind];
            }
        });
        Outlook { table, pieces }
    }

    /// Gives each placement of the side to move its weight, the share of which is its probability.
    pub fn weigh(&self, pos: &Arena, moves: &mut [(Move, f32)]) {
        let outlook = self.outlook(&Sight::new(pos));
        for (mv, weight) in moves {
            *weight = outlook.logit(*mv).exp();
        }
    }

    /// Moves the probabilities of some moves, all of those that the side to move has, towards targets. Gives the
    /// cross entropy that was before.
    pub fn learn(&mut self, pos: &Arena, targets: &[(Move, f32)], rate: f32) -> f32 {
        let sight = Sight::new(pos);
        let outlook = self.outlook(&sight);
        let odds: Vec<f32> = targets.iter().map(|(mv, _)| outlook.logit(*mv).exp()).collect();
        let sum: f32 = odds.iter().sum();
        let (mut squares, mut pieces, mut loss) = ([0.0; TABLE], [0.0; PIECES], 0.0);
        for ((mv, target), odds) in targets.iter().zip(odds) {
            let Some((shape, square)) = mv.placement() else { continue };
            // The derivative of the cross entropy by a logit is simply the error.
            let error = target - odds / sum;
            loss -= target * (odds / sum).max(f32::MIN_POSITIVE).ln();
            for &at in &SHADOWS[usize::from(shape)] {
                squares[place(square) + usize::from(at)] += rate * error;
            }
            pieces[SHAPES.get(shape).piece.index()] += rate * error;
        }
        let stage = &mut self.0[sight.stage];
        sight.tell(|kind, square| {
            for (role, weights) in stage.kinds.iter_mut().enumerate() {
                weights[kind] += squares[BEFORE + role * PLACES + place(square)];
            }
        });
        stage.pieces.iter_mut().zip(pieces).for_each(|(weight, change)| *weight += change);
        loss
    }
}
