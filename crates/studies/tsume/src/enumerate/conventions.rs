//! What counts as a problem: the conventions on which readers of the same tree differ.

use super::{
    place::{self, BLACK_HAND},
    rules::{SetPosition, SetRules},
    store::{StoredMate, flaw},
};
use crate::Cooks;
use std::fmt;

/// Which needless pieces on the board (余剰駒) spoil a problem: a piece that could as well be the defender's,
/// unused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surplus {
    /// One without which there is a mate of the same length.
    #[default]
    SameLength,
    /// One without which there is any mate.
    AnyLength,
    /// None.
    Allowed,
}

/// Whether a feature of the position may be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// It may.
    #[default]
    Any,
    /// Problems that have it are left out.
    None,
}

impl Presence {
    const fn admits(self, present: bool) -> bool {
        matches!(self, Self::Any) || !present
    }
}

/// The conventions by which positions count as problems. The default is what the book's `tsume.md` calls
/// definition D.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Second solutions.
    pub cooks: Cooks,
    /// Whether the attacker may have pieces left in hand at the end (駒余り).
    pub leftover: bool,
    /// Needless pieces on the board.
    pub surplus: Surplus,
    /// Pieces in the attacker's hand at the start.
    pub hand: Presence,
    /// Promoted pieces at the start.
    pub promoted: Presence,
    /// Pieces of the defender beside the king at the start.
    pub defenders: Presence,
    /// Whether the two mirror images of a position count as one.
    pub mirror_once: bool,
}

/// The names of the command line.
///
/// # Stability
/// Files of counts and kept steps have it.
impl fmt::Display for Conventions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let surplus = match self.surplus {
            Surplus::SameLength => "same",
            Surplus::AnyLength => "any",
            Surplus::Allowed => "allowed",
        };
        let [hand, promoted, defenders] =
            [self.hand, self.promoted, self.defenders].map(|presence| match presence {
                Presence::Any => "any",
                Presence::None => "none",
            });
        let (cooks, leftover, mirror) =
            (self.cooks, self.leftover, if self.mirror_once { "one" } else { "both" });
        write!(
            f,
            "cooks={cooks} leftover={leftover} surplus={surplus} hand={hand} promoted={promoted} \
            defenders={defenders} mirror={mirror}"
        )
    }
}

impl Conventions {
    /// Whether no second solution spoils a position, by what is known of it.
    #[inline]
    pub(super) fn is_sound(self, entry: StoredMate) -> bool {
        let spoils = match (entry.plies(), self.cooks) {
            (1, Cooks::LastMoveFree) => 0,
            (1, Cooks::Paper) => flaw::LATER,
            _ => flaw::CHOICE | flaw::LATER | flaw::DEEP,
        };
        entry.flaws() & spoils == 0
    }

    /// Whether a position of the store is a problem, surplus pieces aside.
    #[inline]
    pub(super) fn may_be_problem(self, entry: StoredMate) -> bool {
        self.is_sound(entry) && (self.leftover || entry.flaws() & flaw::LEFTOVER == 0)
    }

    /// Whether the position itself has only what a problem may have.
    #[inline]
    pub(super) fn admits<const N: usize>(self, set_pos: &SetPosition<N>) -> bool {
        let has = |is: &dyn Fn(u16) -> bool| set_pos.at.iter().any(|&at| is(at));
        self.hand.admits(has(&|at| at == BLACK_HAND))
            && self.promoted.admits(has(&place::is_promoted))
            && self.defenders.admits(has(&place::is_white))
    }

    /// Whether a mate by one piece counts as a problem of 0 plies: the hand empty, no piece without which it
    /// is still mate, the checking piece no plain pawn. The last has no reason in the game; the paper's table
    /// says so.
    #[inline]
    pub(super) fn is_problem_mate<const N: usize>(
        self,
        rules: &SetRules<N>,
        set_pos: &SetPosition<N>,
        checker: usize,
        needless: impl Fn(usize) -> bool,
    ) -> bool {
        let by_pawn = rules.man(checker).is_pawn && !place::is_promoted(set_pos.at[checker]);
        let surplus = || {
            let on_board = |&i: &usize| place::on_board(set_pos.at[i]);
            self.surplus != Surplus::Allowed && (0..N).filter(on_board).any(&needless)
        };
        !by_pawn && !set_pos.holds() && self.admits(set_pos) && !surplus()
    }
}
