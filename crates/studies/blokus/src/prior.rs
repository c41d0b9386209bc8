//! How likely each move is to be the one to make, before anything has been tried.
//!
//! Method: the softmax of a sum over the squares that the move covers, touches along an edge, or touches at a
//! corner, of what the network says that each is worth (`Network::worth`), and a weight for the piece. So a
//! position is looked at once, and a move costs some twenty additions. The weights are learnt from how often
//! searches visited each move.

use crate::{
    convolution::{PLACES, place},
    input::{Input, PIECES},
    network::{Network, ROLES, SquareLogits},
};
use std::sync::LazyLock;
use yomikiri_blokus::{Board, Move, SHAPES, Square};

/// More than any square that matters to a move lies before its reference cell.
const BEFORE: usize = 128;

/// The length of a table by role and place, with room on both sides.
const TABLE: usize = BEFORE + ROLES * PLACES + BEFORE;

/// For each shape, where the squares that matter to it lie in a table, counted from the place of its
/// reference cell.
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

/// What each square and piece adds to the moves of a position.
struct MoveLogits {
    table: [f32; TABLE],
    pieces: [f32; PIECES],
}

impl MoveLogits {
    fn new(network: &Network, input: &Input, worth: &SquareLogits) -> Self {
        let mut table = [0.0; TABLE];
        for &at in input.open() {
            let worth = worth[usize::from(at)];
            for (role, worth) in worth.into_iter().enumerate() {
                table[BEFORE + role * PLACES + input.place(usize::from(at))] = worth;
            }
        }
        Self { table, pieces: std::array::from_fn(|piece| network.piece(input, piece)) }
    }

    /// The logarithm of a move's odds, but for what all moves have in common.
    #[inline]
    fn logit(&self, mv: Move) -> f32 {
        let Some((shape, square)) = mv.placement() else { return 0.0 };
        let table = &self.table[place(square)..];
        let sum: f32 = SHADOWS[usize::from(shape)].iter().map(|&at| table[usize::from(at)]).sum();
        sum + self.pieces[SHAPES.get(shape).piece.index()]
    }
}

/// What moves teach about the worth of squares and pieces.
pub struct MoveGradient {
    /// By place of the input.
    pub worth: SquareLogits,
    /// By piece.
    pub pieces: [f32; PIECES],
}

/// Gives each placement of the side to move its weight, the share of which is its probability.
pub fn weigh(network: &Network, input: &Input, worth: &SquareLogits, moves: &mut [(Move, f32)]) {
    let logits = MoveLogits::new(network, input, worth);
    for (mv, weight) in moves {
        *weight = logits.logit(*mv).exp();
    }
}

/// The cross entropy of targets with some odds.
pub fn cross_entropy(targets: &[(Move, f32)], odds: &[(Move, f32)]) -> f32 {
    let sum: f32 = odds.iter().map(|(_, odds)| odds).sum();
    let terms = targets.iter().zip(odds).filter(|((_, share), _)| *share > 0.0);
    -terms.map(|((_, share), (_, odds))| share * (odds / sum).ln()).sum::<f32>()
}

/// The gradient of the cross entropy of all moves of a position with targets, towards where it falls.
pub fn move_gradient(
    network: &Network,
    input: &Input,
    worth: &SquareLogits,
    targets: &[(Move, f32)],
) -> MoveGradient {
    let logits = MoveLogits::new(network, input, worth);
    let odds: Vec<f32> = targets.iter().map(|(mv, _)| logits.logit(*mv).exp()).collect();
    let sum: f32 = odds.iter().sum();
    let (mut squares, mut pieces) = ([0.0; TABLE], [0.0; PIECES]);
    for ((mv, target), odds) in targets.iter().zip(odds) {
        let Some((shape, square)) = mv.placement() else { continue };
        // The derivative of the cross entropy by a logit is simply the error.
        let error = target - odds / sum;
        for &at in &SHADOWS[usize::from(shape)] {
            squares[place(square) + usize::from(at)] += error;
        }
        pieces[SHAPES.get(shape).piece.index()] += error;
    }
    let mut worth = [[0.0; ROLES]; PLACES];
    for &at in input.open() {
        let place = input.place(usize::from(at));
        worth[usize::from(at)] = std::array::from_fn(|role| squares[BEFORE + role * PLACES + place]);
    }
    MoveGradient { worth, pieces }
}
