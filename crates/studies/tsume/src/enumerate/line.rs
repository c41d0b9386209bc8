//! Main lines.

use super::{
    backward::Backward,
    moves::{AfterInterposition, SetMoves},
    place,
};
use crate::rules;
use yomikiri_core::Game;
use yomikiri_shogi::{Move, Position, Side, Square};

/// What a main line asks of an enumeration, with the number of pieces forgotten, so that lines are compiled
/// once.
pub trait MateDistances {
    /// In how many plies a position with the attacker to move is mate.
    fn mate_plies(&self, pos: &Position<u128>) -> Option<u8>;
    /// In how many plies a position with the defender to move and in check is lost.
    fn lost_plies(&self, pos: &Position<u128>) -> Option<u8>;
    /// A drop between and its capture, after which the defender is lost in `plies`.
    fn capture(&self, pos: &Position<u128>, plies: u8) -> Option<Capture>;
}

/// What has become of a drop between.
pub struct Capture {
    /// Where the checking piece came from.
    from: Square,
    /// Where it took.
    to: Square,
    /// The position behind it.
    next: Position<u128>,
}

/// The moves from a position to another.
struct Step {
    moves: Vec<Move>,
    next: Position<u128>,
}

/// A main line: the attacker's shortest way, the defender's longest, the first move where several are as
/// good.
///
/// The enumeration gives a piece that was dropped between and taken back to the defender; in the line the
/// attacker keeps it and does not use it.
pub fn line(distances: &dyn MateDistances, start: &Position<u128>) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut here, mut played) = (start.clone(), start.clone());
    let plies = distances.mate_plies(&here).unwrap_or(0) as usize;
    while line.len() < plies {
        let left = (plies - line.len() - 1) as u8;
        let step = on_board(distances, &here, left).or_else(|| drawn(distances, &here, &played, left));
        let Step { moves, next } = step.expect("a mate has a move that keeps to its length");
        played = moves.iter().fold(played, |pos, &mv| rules().play(&pos, mv));
        line.extend(moves);
        here = next;
    }
    line
}

/// A move of the attacker, or one of the defender on the board, after which the mate takes `left` plies.
fn on_board(distances: &dyn MateDistances, here: &Position<u128>, left: u8) -> Option<Step> {
    let mut moves = Vec::new();
    let attacks = here.side() == Side::First;
    if attacks {
        rules().checks(here, &mut moves);
    } else {
        rules().evasions(here, &mut moves);
        moves.retain(|mv| matches!(mv, Move::Board { .. }));
    }
    let keeps = |next: &Position<u128>| {
        if attacks { distances.lost_plies(next) } else { distances.mate_plies(next) }
    };
    let mut steps = moves.into_iter().map(|mv| Step { moves: vec![mv], next: rules().play(here, mv) });
    steps.find(|step| keeps(&step.next) == Some(left))
}

/// A drop between and its capture, after which the mate takes `left - 1` plies. `played` has the hands as
/// they are.
fn drawn(
    distances: &dyn MateDistances,
    here: &Position<u128>,
    played: &Position<u128>,
    left: u8,
) -> Option<Step> {
    let Capture { from, to, next } = distances.capture(here, left.checked_sub(1)?)?;
    let promote = here.piece(from).map(|piece| piece.kind) != next.piece(to).map(|piece| piece.kind);
    let mut answers = Vec::new();
    rules().evasions(played, &mut answers);
    let drop = answers.into_iter().find(|mv| matches!(mv, Move::Drop { .. }) && mv.to() == to)?;
    Some(Step { moves: vec![drop, Move::Board { from, to, promote }], next })
}

impl<M: SetMoves<N>, const N: usize> MateDistances for Backward<M, N> {
    fn mate_plies(&self, pos: &Position<u128>) -> Option<u8> {
        self.length(&self.rules.set_pos(pos)?)
    }

    fn lost_plies(&self, pos: &Position<u128>) -> Option<u8> {
        let set_pos = self.rules.set_pos(pos)?;
        self.lost(&set_pos, self.rules.check(&set_pos)?)
    }

    fn capture(&self, pos: &Position<u128>, plies: u8) -> Option<Capture> {
        let set_pos = self.rules.set_pos(pos)?;
        let check = self.rules.check(&set_pos)?;
        let mut first: Option<AfterInterposition<N>> = None;
        let known = |reply: &_| self.length(reply);
        self.rules.longest_drawn(&set_pos, check, &known, &mut |drawn| {
            first = first.or((drawn.plies == plies).then_some(drawn));
        });
        let drawn = first?.set_pos;
        let square = |at: u16| Square(place::square(at));
        Some(Capture {
            from: square(set_pos.at[M::only(check)?]),
            to: square(drawn.at[M::only(self.rules.check(&drawn)?)?]),
            next: self.rules.position(&drawn, Side::Second),
        })
    }
}
