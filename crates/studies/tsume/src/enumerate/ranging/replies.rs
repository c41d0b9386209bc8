//! The defender's moves on the board.

use super::{Check, Ranging};
use crate::enumerate::{
    place::{self, WHITE_HAND},
    world::{Scene, squares},
};
use yomikiri_shogi::Side;

impl<const N: usize> Ranging<N> {
    /// Tries the moves out of check until one does not satisfy; whether all do.
    #[inline]
    pub(super) fn replies(
        &self,
        scene: &Scene<N>,
        check: Check,
        mut satisfies: impl FnMut(Scene<N>) -> bool,
    ) -> bool {
        let white = |i: usize| place::is_white(scene.at[i]);
        let own = (0..N).filter(|&i| white(i)).fold(0, |all, i| all | place::bit(scene.at[i]));
        self.flights(scene, own, &mut satisfies)
            && check.only().is_none_or(|checker| {
                (0..N).filter(|&i| white(i)).all(|i| self.defences(scene, own, checker, i, &mut satisfies))
            })
    }

    /// Tries the king's moves.
    #[inline]
    fn flights(&self, scene: &Scene<N>, own: u128, satisfies: &mut impl FnMut(Scene<N>) -> bool) -> bool {
        let others = scene.occupied() & !(1 << scene.king);
        let safe = |&to: &u8| !self.is_attacked(&scene.at, to, others);
        squares(self.world.around[scene.king as usize] & !own).filter(safe).all(|to| {
            let next = Scene { king: to, ..*scene };
            match (0..N).find(|&i| place::bit(scene.at[i]) == 1 << to) {
                Some(taken) => satisfies(self.world.with(&next, taken, WHITE_HAND)),
                None => satisfies(next),
            }
        })
    }

    /// Tries the moves of a piece that take the checking piece or go between.
    fn defences(
        &self,
        scene: &Scene<N>,
        own: u128,
        checker: usize,
        piece: usize,
        satisfies: &mut impl FnMut(Scene<N>) -> bool,
    ) -> bool {
        let (from, source) = (scene.at[piece], place::square(scene.at[checker]));
        let targets = self.between(source, scene.king) | 1 << source;
        let occupied = scene.occupied();
        squares(self.world.attacks(piece, from) & targets & !own).all(|to| {
            if self.between(place::square(from), to) & occupied != 0 {
                return true;
            }
            let mut next = *scene;
            if to == source {
                next.at[checker] = WHITE_HAND;
            }
            if self.is_attacked(&next.at, scene.king, occupied & !place::bit(from) | 1 << to) {
                return true;
            }
            [false, true].into_iter().all(|promoted| {
                let at = place::place(Side::Second, promoted, to);
                !self.world.man(piece).reaches(from, at) || satisfies(self.world.with(&next, piece, at))
            })
        })
    }
}
