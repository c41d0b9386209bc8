//! Sets whose pieces do not slide: [`World`] knows all their moves.

use super::{
    mates::{Which, mates},
    moves::Moves,
    world::{Scene, World},
};
use crate::PieceSet;
use std::ops::Deref;

/// The moves of a set without ranging pieces. One piece gives check, the one that moved.
#[derive(Clone, Debug)]
pub struct Steps<const N: usize>(World<N>);

impl<const N: usize> Deref for Steps<N> {
    type Target = World<N>;

    #[inline]
    fn deref(&self) -> &World<N> {
        &self.0
    }
}

impl<const N: usize> Moves<N> for Steps<N> {
    /// The checking piece.
    type Check = usize;

    fn new(set: &PieceSet) -> Self {
        Self(World::new(set))
    }

    #[inline]
    fn check(&self, scene: &Scene<N>) -> Option<usize> {
        self.0.checker(scene)
    }

    #[inline]
    fn only(check: usize) -> Option<usize> {
        Some(check)
    }

    fn mates(&self, king: u8, out: impl FnMut(&Scene<N>, usize, &dyn Fn(usize) -> bool)) {
        mates(&self.0, king, Which::All, out);
    }

    #[inline]
    fn attackers_unmoves(&self, scene: &Scene<N>, checker: usize, mate: bool, out: impl FnMut(Scene<N>)) {
        self.0.attackers_unmoves(scene, checker, mate, out);
    }

    #[inline]
    fn defenders_unmoves(&self, scene: &Scene<N>, out: impl FnMut(Scene<N>, usize)) {
        self.0.defenders_unmoves(scene, out);
    }

    #[inline]
    fn all_replies(&self, scene: &Scene<N>, checker: usize, satisfies: impl FnMut(Scene<N>) -> bool) -> bool {
        self.0.all_replies(scene, checker, satisfies)
    }

    #[inline]
    fn mates_within(&self, scene: &Scene<N>, plies: u8) -> bool {
        self.0.mates_within(scene, plies)
    }
}
