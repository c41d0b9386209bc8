//! Moves of the enemy's pieces of the outer kinds taken back, by code: what of them depends on no other kind.
//!
//! In the long tail of a solve's levels a position or two of a row are taken back at a time, and finding the
//! rows that they come from was an eighth of the whole.

use super::lion_tables::{NOWHERE, Steps, slots, squares};
use super::lions::{LionPair, ViewChange};
use super::pairs::{NONE, Owner, Pairs, Place};

/// A move of an enemy piece of an outer kind taken back.
#[derive(Clone, Copy, Debug)]
pub struct OuterUnmove {
    /// Square that it comes from; 0 for a drop.
    pub from: u16,
    /// Square on which the piece stands now.
    pub at: u16,
    /// Label of that square, where a captured piece of another kind can be put back; [`NOWHERE`] for a drop,
    /// and where one of the same kind has been put back.
    pub label: u8,
    /// The code before, in the other side's view, and in the mirrored one if there is a second.
    pub seen: [u16; 2],
}

/// The moves taken back of each code of a kind.
#[derive(Debug, Default)]
pub struct OuterUnmoves {
    starts: Vec<u32>,
    unmoves: Vec<OuterUnmove>,
}

/// What the moves of a kind depend on.
pub struct OuterKind<'a> {
    /// The codes.
    pub pairs: &'a Pairs,
    /// Its number: 0 or 1.
    pub kind: usize,
    pub pair: &'a LionPair,
    pub steps: &'a Steps,
    /// Whether a piece that promotes may be dropped on its far rank.
    pub far_drops: bool,
    /// The changes of view where no lion moves: one or two.
    pub views: &'a [ViewChange],
}

impl OuterUnmoves {
    /// Tabulates a kind.
    pub fn new(of: &OuterKind<'_>) -> Self {
        let mut table = Self { starts: vec![0], unmoves: Vec::new() };
        for code in 0..of.pairs.len() as u16 {
            for (piece, other) in slots(of.pairs, code) {
                if let Place::Board { promoted, owner: Owner::Enemy, label } = piece {
                    of.find_steps(promoted, label, other, &mut table.unmoves);
                    of.find_drop(promoted, label, other, &mut table.unmoves);
                }
            }
            table.starts.push(table.unmoves.len() as u32);
        }
        table
    }

    /// Those of a code.
    #[inline]
    pub fn of(&self, code: u16) -> &[OuterUnmove] {
        let [start, end] = [0, 1].map(|next| self.starts[usize::from(code) + next] as usize);
        &self.unmoves[start..end]
    }
}

impl OuterKind<'_> {
    fn find_steps(&self, promoted: bool, label: u8, other: Place, out: &mut Vec<OuterUnmove>) {
        let Self { pairs, kind, pair, steps, .. } = *self;
        let at = pair.squares[usize::from(label)];
        let far = pairs.promotes() && at >= 9;
        // On its far rank a piece that promotes stands promoted after a step, whatever it was before.
        let before: &[bool] = match (promoted, far) {
            (false, true) => &[],
            (true, true) => &[false, true],
            (true, false) => &[true],
            (false, false) => &[false],
        };
        let lions = 1 << pair.mover | 1 << pair.enemy;
        for &promoted in before {
            // Who attacks `at` from below attacks like the mover's piece on `at`, the other view round.
            for from in squares(steps.attacks(kind, promoted, Owner::Mover, at) & !lions) {
                let reach = steps.attacks(kind, promoted, Owner::Enemy, from);
                let back =
                    Place::Board { promoted, owner: Owner::Enemy, label: pair.labels[usize::from(from)] };
                let code = pairs.code(back, other);
                if reach >> pair.mover & 1 == 0 && code != NONE {
                    out.push(self.unmove(1 << from, at, label, code));
                    let forms = [false, true].into_iter().take(1 + usize::from(pairs.promotes()));
                    let restored = forms.map(|form| pairs.restored(Owner::Enemy, form, code, label));
                    let restored = restored.filter(|&code| code != NONE);
                    out.extend(restored.map(|code| self.unmove(1 << from, at, NOWHERE, code)));
                }
            }
        }
    }

    fn find_drop(&self, promoted: bool, label: u8, other: Place, out: &mut Vec<OuterUnmove>) {
        let at = self.pair.squares[usize::from(label)];
        let far = self.pairs.promotes() && at >= 9;
        if !promoted && (self.far_drops || !far) {
            out.push(self.unmove(0, at, NOWHERE, self.pairs.code(Place::Hand(Owner::Enemy), other)));
        }
    }

    fn unmove(&self, from: u16, at: u8, label: u8, code: u16) -> OuterUnmove {
        let seen = |view: &ViewChange| view.codes[self.kind][usize::from(code)];
        let twin = self.views.len() - 1;
        OuterUnmove { from, at: 1 << at, label, seen: [0, twin].map(|view| seen(&self.views[view])) }
    }
}
