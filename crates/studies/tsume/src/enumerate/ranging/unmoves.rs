//! Moves back.

use super::{Check, Ranging};
use crate::enumerate::{
    place::{self, BLACK_HAND, WHITE_HAND},
    world::{Scene, squares},
};
use yomikiri_shogi::Side;

impl<const N: usize> Ranging<N> {
    /// Gives every position from which a move of the attacker leads here, once for each move.
    pub(super) fn unmoves_of_attacker(
        &self,
        scene: &Scene<N>,
        check: Check,
        mate: bool,
        mut out: impl FnMut(Scene<N>),
    ) {
        for piece in (0..N).filter(|&i| place::is_black(scene.at[i])) {
            // What checks and has not moved was uncovered: the moved piece came from before it.
            let others = check.without(piece);
            let uncovered = match others.only() {
                None if others.is_none() => !0,
                Some(other) => self.between(place::square(scene.at[other]), scene.king),
                None => continue,
            };
            if others.is_none() && !place::is_promoted(scene.at[piece]) {
                let before = self.world.with(scene, piece, BLACK_HAND);
                let barred = mate && self.world.man(piece).is_pawn;
                if !barred && !self.is_attacked(&before.at, scene.king, before.occupied()) {
                    out(before);
                }
            }
            self.unstep(scene, piece, uncovered, &mut out);
        }
    }

    /// Gives every position from which a move of this piece of the attacker, from one of these squares, leads
    /// here.
    fn unstep(&self, scene: &Scene<N>, piece: usize, sources: u128, out: &mut impl FnMut(Scene<N>)) {
        let to = scene.at[piece];
        let occupied = scene.occupied();
        for &from in &self.world.man(piece).sources[to as usize] {
            let square = place::square(from);
            let way = self.between(square, place::square(to)) | 1 << square;
            if way & occupied != 0
                || sources >> square & 1 == 0
                || (place::is_promoted(to) && self.world.crowds(scene, piece, from))
            {
                continue;
            }
            let mut before = *scene;
            before.at[piece] = from;
            let with_capture = occupied | 1 << square;
            if self.is_attacked(&before.at, scene.king, with_capture) {
                continue;
            }
            for taken in self.world.first_of_each(scene, BLACK_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::Second, promoted, place::square(to));
                    if self.world.man(taken).valid[stood as usize] && !self.world.crowds(scene, taken, stood)
                    {
                        out(self.world.with(&before, taken, stood));
                    }
                }
            }
            if !self.is_attacked(&before.at, scene.king, with_capture & !place::bit(to)) {
                self.world.sort(&mut before.at);
                out(before);
            }
        }
    }

    /// Gives every position in check from which a move of the defender on the board leads here.
    pub(super) fn unmoves_of_defender(&self, scene: &Scene<N>, mut out: impl FnMut(Scene<N>, Check)) {
        let occupied = scene.occupied();
        let free = !occupied & self.world.around[scene.king as usize];
        for from in squares(free) {
            self.keep_if_checked(Scene { king: from, ..*scene }, &mut out);
        }
        for taken in self.world.first_of_each(scene, WHITE_HAND) {
            for promoted in [false, true] {
                let stood = place::place(Side::First, promoted, scene.king);
                if self.world.man(taken).valid[stood as usize] && !self.world.crowds(scene, taken, stood) {
                    let before = self.world.with(scene, taken, stood);
                    for from in squares(free) {
                        self.keep_if_checked(Scene { king: from, ..before }, &mut out);
                    }
                }
            }
        }
        for piece in (0..N).filter(|&i| place::is_white(scene.at[i])) {
            self.undefend(scene, piece, &mut out);
        }
    }

    #[inline]
    fn keep_if_checked(&self, before: Scene<N>, out: &mut impl FnMut(Scene<N>, Check)) {
        let check = self.checkers(&before);
        if check.is_possible() {
            out(before, check);
        }
    }

    /// This piece of the defender has gone between or has taken the checking piece.
    fn undefend(&self, scene: &Scene<N>, piece: usize, out: &mut impl FnMut(Scene<N>, Check)) {
        let to = scene.at[piece];
        let occupied = scene.occupied();
        let shields = self.is_attacked(&scene.at, scene.king, occupied & !place::bit(to));
        for &from in &self.world.man(piece).sources[to as usize] {
            let square = place::square(from);
            let way = self.between(square, place::square(to)) | 1 << square;
            if way & occupied != 0 || (place::is_promoted(to) && self.world.crowds(scene, piece, from)) {
                continue;
            }
            let mut before = *scene;
            before.at[piece] = from;
            for taken in self.world.first_of_each(scene, WHITE_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::First, promoted, place::square(to));
                    if self.sees(taken, stood, scene.king, occupied | 1 << square)
                        && self.world.man(taken).valid[stood as usize]
                        && !self.world.crowds(scene, taken, stood)
                    {
                        self.keep_if_checked(self.world.with(&before, taken, stood), out);
                    }
                }
            }
            if shields {
                self.world.sort(&mut before.at);
                self.keep_if_checked(before, out);
            }
        }
    }

    /// Gives every position in which the only checking piece stands farther away on its line, and from which
    /// it may go to where it stands here.
    pub(super) fn moved_back(&self, scene: &Scene<N>, check: Check, mut out: impl FnMut(Scene<N>, Check)) {
        let Some(checker) = check.only() else { return };
        let to = scene.at[checker];
        for &from in &self.world.man(checker).sources[to as usize] {
            let line = self.between(place::square(from), scene.king);
            let single = |before: &Scene<N>| self.checkers(before);
            if line & place::bit(to) != 0 && scene.occupied() & place::bit(from) == 0 {
                let before = self.world.with(scene, checker, from);
                let check = single(&before);
                if check.only().is_some() {
                    out(before, check);
                }
            }
        }
    }
}
