//! Sets whose pieces do not slide: [`SetRules`] knows all their moves.

use super::{
    mates::{Which, mates},
    moves::{MateVisitor, SetMoves, Share},
    rules::{SetPosition, SetRules},
};
use crate::PieceSet;
use std::ops::Deref;

/// The moves of a set without ranging pieces. One piece gives check, the one that moved.
#[derive(Clone, Debug)]
pub struct StepMoves<const N: usize>(pub SetRules<N>);

impl<const N: usize> Deref for StepMoves<N> {
    type Target = SetRules<N>;

    #[inline]
    fn deref(&self) -> &SetRules<N> {
        &self.0
    }
}

impl<const N: usize> SetMoves<N> for StepMoves<N> {
    /// The checking piece.
    type Check = usize;

    fn new(set: &PieceSet) -> Self {
        Self(SetRules::new(set))
    }

    #[inline]
    fn check(&self, set_pos: &SetPosition<N>) -> Option<usize> {
        self.0.checker(set_pos)
    }

    #[inline]
    fn only(check: usize) -> Option<usize> {
        Some(check)
    }

    fn mates(&self, king: u8, share: Share, out: &mut MateVisitor<'_, N, usize>) {
        mates(&self.0, king, Which::All, share, out);
    }

    #[inline]
    fn attackers_unmoves(
        &self,
        set_pos: &SetPosition<N>,
        checker: usize,
        mate: bool,
        out: &mut dyn FnMut(SetPosition<N>),
    ) {
        self.0.attackers_unmoves(set_pos, checker, mate, out);
    }

    #[inline]
    fn defenders_unmoves(&self, set_pos: &SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, usize)) {
        self.0.defenders_unmoves(set_pos, out);
    }

    #[inline]
    fn all_replies(
        &self,
        set_pos: &SetPosition<N>,
        checker: usize,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        self.0.all_replies(set_pos, checker, satisfies)
    }

    #[inline]
    fn mates_within(&self, set_pos: &SetPosition<N>, plies: u8) -> bool {
        self.0.mates_within(set_pos, plies)
    }
}
