//! Sets with rooks, bishops and lances.
//!
//! Attacks depend on what stands between, a move may uncover a check or give two, and a check from afar can
//! be answered by a piece between. The world is closed: there are only the pieces of the set, and the
//! defender holds all others. Set or not, he always has one that may be dropped on any empty square: of the
//! twelve rooks, bishops, golds and silvers, which may go anywhere, a set leaves him six.
//!
//! # The convention on interpositions
//! A move of a piece on the board between is an answer like any other. A *drop* between, on a square s, is
//! worth what the attacker gets by taking it at once with the checking piece, promoting or not as he likes
//! (and is allowed): the position with the checking piece on s and the defender to move. The dropped piece
//! goes back to the defender; it is neither used nor missed. Let b be the longest answer on the board (0 if
//! there is none), and p(s) the plies in which the position with the checking piece on s is lost, in the way
//! that is shortest. All of them must be lost; else the drop is a defence and the position is not lost. Then
//! the drop on s is
//! - *futile* (無駄合い) if p(s) is at most b: it gains nothing but the two plies of its own. It is no answer and
//!   counts nothing. A position is mate if it has no answer on the board and is mate wherever the checking
//!   piece is drawn.
//! - an answer like any other, of 2 + p(s) plies, if p(s) is more than b: drawing the piece near has gained
//!   time. The attacker is left with the piece in hand, so where it is a longest answer the problem has a
//!   piece left over (駒余り), and is a problem only to a [`Conventions`](super::Conventions) that allows it.
//!
//! That is the narrow sense of the word, on which composers agree: taken for nothing by the checking piece,
//! two plies longer, the captured piece not needed. What is disputed among them (a drop that must be taken by
//! another piece; one that lengthens the mate by four plies and leaves pieces over) is an answer here, or a
//! defence. To a check by two pieces, and to one from the next square or by a knight, there is no drop.
//!
//! # What follows
//! Every mate of this world is a mate by the rules: the attacker plays as here, takes each drop with the
//! checking piece, and has only more in hand, the defender less, than here. A pawn that is dropped to check
//! stands next to the king, so whether its drop mates does not depend on hands. A mate by the rules is
//! missed, or thought longer, where the attacker must take what is dropped with another piece, not at once or
//! not at all, or use it. So of two moves that mate by the rules this world may see one and call the problem
//! sound.
//!
//! | file | what |
//! |---|---|
//! | `sight` | what pieces attack past others |
//! | `replies` | the defender's moves on the board |
//! | `draws` | interpositions |
//! | `unmoves` | moves back |
//! | `mates` | all mates |

mod draws;
mod mates;
mod replies;
mod sight;
mod unmoves;

pub use sight::{Check, SlidingMoves};

use super::{
    moves::{AfterInterposition, MateVisitor, SetMoves, Share},
    rules::{SetPosition, SetRules},
};
use crate::PieceSet;
use std::ops::Deref;

impl<const N: usize> Deref for SlidingMoves<N> {
    type Target = SetRules<N>;

    #[inline]
    fn deref(&self) -> &SetRules<N> {
        &self.rules
    }
}

impl<const N: usize> SetMoves<N> for SlidingMoves<N> {
    type Check = Check;

    fn new(set: &PieceSet) -> Self {
        Self::of(SetRules::new(set))
    }

    #[inline]
    fn check(&self, set_pos: &SetPosition<N>) -> Option<Check> {
        Some(self.checkers(set_pos)).filter(|check| check.is_possible())
    }

    #[inline]
    fn only(check: Check) -> Option<usize> {
        check.only()
    }

    fn mates(&self, king: u8, share: Share, out: &mut MateVisitor<'_, N, Check>) {
        mates::mates(self, king, share, out);
    }

    fn attackers_unmoves(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        mate: bool,
        out: &mut dyn FnMut(SetPosition<N>),
    ) {
        self.unmoves_of_attacker(set_pos, check, mate, out);
    }

    fn defenders_unmoves(&self, set_pos: &SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, Check)) {
        self.unmoves_of_defender(set_pos, out);
    }

    fn all_replies(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        self.replies(set_pos, check, satisfies)
    }

    fn lost(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
    ) -> Option<u8> {
        self.worth(set_pos, check, known, &mut |_, _| {})
    }

    fn longest_drawn(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
        out: &mut dyn FnMut(AfterInterposition<N>),
    ) {
        let mut draws = Vec::new();
        let longest = self.worth(set_pos, check, known, &mut |answered, drawn| draws.push((answered, drawn)));
        let is_longest = |&(answered, drawn): &(u8, AfterInterposition<N>)| {
            drawn.plies > answered && longest == Some(drawn.plies + 2)
        };
        draws.into_iter().filter(is_longest).for_each(|(_, drawn)| out(drawn));
    }

    fn undrawn(&self, set_pos: &SetPosition<N>, check: Check, out: &mut dyn FnMut(SetPosition<N>, Check)) {
        self.moved_back(set_pos, check, out);
    }
}
