//! Main lines.

use super::{
    backward::Backward,
    found::EnumerationResult,
    moves::{AfterInterposition, SetMoves},
    place,
};
use crate::rules;
use yomikiri_core::Game;
use yomikiri_shogi::{Move, Position, Side, Square};

/// The moves from a position to another, and the plies that are left there.
struct Step {
    moves: Vec<Move>,
    next: Position<u128>,
}

impl<M: SetMoves<N>, const N: usize> Backward<M, N> {
    /// A main line: the attacker's shortest way, the defender's longest, the first move where several are as
    /// good.
    ///
    /// The enumeration gives a piece that was dropped between and taken back to the defender; in the line the
    /// attacker keeps it and does not use it.
    pub fn line(&self, start: &Position<u128>) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut here, mut played) = (start.clone(), start.clone());
        let plies = self.plies(&here).unwrap_or(0) as usize;
        while line.len() < plies {
            let left = (plies - line.len() - 1) as u8;
            let step = self.on_board(&here, left).or_else(|| self.drawn(&here, &played, left));
            let Step { moves, next } = step.expect("a mate has a move that keeps to its length");
            played = moves.iter().fold(played, |pos, &mv| rules().play(&pos, mv));
            line.extend(moves);
            here = next;
        }
        line
    }

    /// A move of the attacker, or one of the defender on the board, after which the mate takes `left` plies.
    fn on_board(&self, here: &Position<u128>, left: u8) -> Option<Step> {
        let mut moves = Vec::new();
        let attacks = here.side() == Side::First;
        if attacks {
            rules().checks(here, &mut moves);
        } else {
            rules().evasions(here, &mut moves);
            moves.retain(|mv| matches!(mv, Move::Board { .. }));
        }
        let keeps = |next: &Position<u128>| if attacks { self.lost_plies(next) } else { self.plies(next) };
        let mut steps = moves.into_iter().map(|mv| Step { moves: vec![mv], next: rules().play(here, mv) });
        steps.find(|step| keeps(&step.next) == Some(left))
    }

    /// A drop between and its capture, after which the mate takes `left - 1` plies. `played` has the hands as
    /// they are.
    fn drawn(&self, here: &Position<u128>, played: &Position<u128>, left: u8) -> Option<Step> {
        let set_pos = self.rules.set_pos(here)?;
        let check = self.rules.check(&set_pos)?;
        let from = Square(place::square(set_pos.at[M::only(check)?]));
        let mut first: Option<AfterInterposition<N>> = None;
        let known = |reply: &_| self.length(reply);
        self.rules.longest_drawn(&set_pos, check, &known, |drawn| {
            first = first.or((drawn.plies + 1 == left).then_some(drawn));
        });
        let drawn = first?.set_pos;
        let checker = M::only(self.rules.check(&drawn)?)?;
        let to = Square(place::square(drawn.at[checker]));
        let next = self.rules.position(&drawn, Side::Second);
        let promote = here.piece(from).map(|piece| piece.kind) != next.piece(to).map(|piece| piece.kind);
        let mut answers = Vec::new();
        rules().evasions(played, &mut answers);
        let drop = answers.into_iter().find(|mv| matches!(mv, Move::Drop { .. }) && mv.to() == to)?;
        Some(Step { moves: vec![drop, Move::Board { from, to, promote }], next })
    }

    /// In how many plies a position with the defender to move and in check is lost.
    fn lost_plies(&self, pos: &Position<u128>) -> Option<u8> {
        let set_pos = self.rules.set_pos(pos)?;
        self.lost(&set_pos, self.rules.check(&set_pos)?)
    }
}
