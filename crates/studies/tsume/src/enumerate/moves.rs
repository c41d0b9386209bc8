//! What the driver asks about moves, answered in two ways: [`StepMoves`](super::steps::StepMoves), where
//! nothing slides, and [`SlidingMoves`](super::ranging::SlidingMoves).

use super::rules::{SetPosition, SetRules};
use crate::PieceSet;
use std::ops::Deref;

/// A share of the mates with one square of the king, and how many shares there are: those by every such
/// checking piece.
pub type Share = (usize, usize);

/// All in one share.
pub const WHOLE: Share = (0, 1);

/// Takes mated positions, what gives check, and a function that says of each piece whether it would be mate
/// without it.
pub type MateVisitor<'a, const N: usize, C> = dyn FnMut(&SetPosition<N>, C, &dyn Fn(usize) -> bool) + 'a;

/// The moves of a set's pieces, forth and back.
///
/// What is found is handed on through pointers: a call is little beside a look-up, and with a type for each
/// caller the moves were compiled three to eight times for each number of pieces.
pub trait SetMoves<const N: usize>: Deref<Target = SetRules<N>> + Send + Sync {
    /// What gives check.
    type Check: Copy;

    /// The moves of a set of at most `N` pieces.
    fn new(set: &PieceSet) -> Self;

    /// What gives check, if a move of the attacker can have left it so.
    fn check(&self, set_pos: &SetPosition<N>) -> Option<Self::Check>;

    /// The checking piece, if there is only one.
    fn only(check: Self::Check) -> Option<usize>;

    /// Gives every mated position with the king on this square, what gives check, and a function that says of
    /// each piece whether it would be mate without it; of all of them a share.
    fn mates(&self, king: u8, share: Share, out: &mut MateVisitor<'_, N, Self::Check>);

    /// Gives every position from which a move of the attacker leads here, once for each move. A pawn that
    /// mates was not dropped.
    fn attackers_unmoves(
        &self,
        set_pos: &SetPosition<N>,
        check: Self::Check,
        mate: bool,
        out: &mut dyn FnMut(SetPosition<N>),
    );

    /// Gives every position in check from which a move of the defender on the board leads here.
    fn defenders_unmoves(&self, set_pos: &SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, Self::Check));

    /// Tries the defender's moves on the board until one does not satisfy; whether all do.
    fn all_replies(
        &self,
        set_pos: &SetPosition<N>,
        check: Self::Check,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool;

    /// The longest answer on the board, in plies, if all lead to what is known to be mate; 0 if there is no
    /// answer.
    #[inline]
    fn answered(
        &self,
        set_pos: &SetPosition<N>,
        check: Self::Check,
        known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
    ) -> Option<u8> {
        let mut plies = 0;
        let all = self.all_replies(set_pos, check, &mut |reply| {
            let mate = known(&reply);
            plies = plies.max(mate.map_or(0, |mate| mate + 1));
            mate.is_some()
        });
        all.then_some(plies)
    }

    /// In how many plies a position is lost: 0 if it is mate.
    #[inline]
    fn lost(
        &self,
        set_pos: &SetPosition<N>,
        check: Self::Check,
        known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
    ) -> Option<u8> {
        self.answered(set_pos, check, known)
    }

    /// Whether the attacker mates in `plies` or less, without a store. Where all mates are stored nobody
    /// asks.
    #[inline]
    fn mates_within(&self, _scene: &SetPosition<N>, _plies: u8) -> bool {
        false
    }

    /// Gives what remains of a lost position after each interposition that is one of the longest answers.
    fn longest_drawn(
        &self,
        _scene: &SetPosition<N>,
        _check: Self::Check,
        _known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
        _out: &mut dyn FnMut(AfterInterposition<N>),
    ) {
    }

    /// Gives every position in which an interposition draws the checking piece to where it stands here.
    fn undrawn(
        &self,
        _scene: &SetPosition<N>,
        _check: Self::Check,
        _out: &mut dyn FnMut(SetPosition<N>, Self::Check),
    ) {
    }
}

/// A position after a dropped piece has been taken by the checking piece, the defender to move.
#[derive(Clone, Copy, Debug)]
pub struct AfterInterposition<const N: usize> {
    /// The position, the dropped piece back in the defender's hand.
    pub set_pos: SetPosition<N>,
    /// In how many plies it is lost.
    pub plies: u8,
    /// Whether the attacker mates both by promoting and by not promoting.
    pub choice: bool,
}
