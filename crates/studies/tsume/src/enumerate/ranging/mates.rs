//! All mated positions with one square of the king.
//!
//! For each place from which a piece may give check, the squares next to the king that it cannot attack must
//! be attacked by other pieces or held by the defender's own. What a piece attacks on an empty board is the
//! most it can attack; by that measure the other pieces are chosen one after the other, and a choice is given
//! up as soon as what is left of those squares is more than the pieces to come can see to. What remains is
//! tried: whether there is an answer, and whether it is mate wherever the checking piece is drawn.

use super::{Check, Ranging};
use crate::enumerate::{
    moves::Moves,
    place::{self, PLACES, WHITE_HAND},
    world::{Scene, squares},
};

/// Squares next to a king, at most eight, one a bit.
type Zone = u8;

/// Gives every mated position with the king on this square, what gives check, and a function that says of
/// each piece whether it would be mate without it.
pub fn mates<const N: usize>(
    ranging: &Ranging<N>,
    king: u8,
    mut out: impl FnMut(&Scene<N>, Check, &dyn Fn(usize) -> bool),
) {
    let around = ranging.world.around[king as usize];
    let zone: Vec<u8> = squares(around).collect();
    let in_zone = |set: u128| -> Zone {
        zone.iter().enumerate().fold(0, |all, (i, &square)| all | ((set >> square & 1) as Zone) << i)
    };
    let sees = |at: u16, attacks: u128| in_zone(if place::is_black(at) { attacks } else { place::bit(at) });
    let lists: Vec<Vec<(u16, Zone)>> = (ranging.world.men.iter())
        .map(|man| {
            let may_be = |&at: &u16| man.valid[at as usize] && place::bit(at) != 1 << king;
            (0..PLACES as u16).filter(may_be).map(|at| (at, sees(at, man.attacks[at as usize]))).collect()
        })
        .collect();
    for (group, man) in ranging.world.men.iter().enumerate() {
        for &(checker, seen) in &lists[group] {
            if place::is_black(checker) && man.attacks[checker as usize] >> king & 1 == 1 {
                let mut choice = Choice::new(ranging, king, group, checker, &lists);
                choice.run(in_zone(around) & !seen, &mut out);
            }
        }
    }
}

/// The pieces beside one checking piece.
struct Choice<'a, const N: usize> {
    ranging: &'a Ranging<N>,
    king: u8,
    group: usize,
    checker: u16,
    /// For each kind where such a piece may be and the most that it sees to, ascending.
    lists: &'a [Vec<(u16, Zone)>],
    /// The kinds of the other pieces.
    others: Vec<u8>,
    /// Whether the pieces from one on can see to these squares: `[piece][squares]`.
    can: Vec<[bool; 256]>,
}

impl<'a, const N: usize> Choice<'a, N> {
    fn new(
        ranging: &'a Ranging<N>,
        king: u8,
        group: usize,
        checker: u16,
        lists: &'a [Vec<(u16, Zone)>],
    ) -> Self {
        let mut others = ranging.world.group.to_vec();
        others.remove(others.iter().position(|&g| g as usize == group).expect("the checker is of the set"));
        let mut can = vec![[false; 256]; others.len() + 1];
        can[others.len()][0] = true;
        for piece in (0..others.len()).rev() {
            let mut seen: Vec<Zone> = lists[others[piece] as usize].iter().map(|&(_, seen)| seen).collect();
            seen.sort_unstable();
            seen.dedup();
            for need in 0..256 {
                can[piece][need] = seen.iter().any(|&seen| can[piece + 1][need & !seen as usize]);
            }
        }
        Self { ranging, king, group, checker, lists, others, can }
    }

    fn run(&mut self, need: Zone, out: &mut impl FnMut(&Scene<N>, Check, &dyn Fn(usize) -> bool)) {
        let mut scene = Scene { king: self.king, at: [WHITE_HAND; N] };
        if self.can[0][need as usize] {
            self.choose(0, need, place::bit(self.checker), &mut scene, out);
        }
    }

    /// Chooses the pieces from `piece` on; those before are in the scene, the checking piece is not yet.
    fn choose(
        &self,
        piece: usize,
        need: Zone,
        occupied: u128,
        scene: &mut Scene<N>,
        out: &mut impl FnMut(&Scene<N>, Check, &dyn Fn(usize) -> bool),
    ) {
        if piece == self.others.len() {
            self.give(scene, out);
            return;
        }
        let group = self.others[piece] as usize;
        let same = piece > 0 && self.others[piece - 1] as usize == group;
        let least = if same { scene.at[piece - 1] } else { 0 };
        let list = &self.lists[group];
        for &(at, seen) in &list[list.partition_point(|&(at, _)| at < least)..] {
            let need = need & !seen;
            if self.can[piece + 1][need as usize] && occupied & place::bit(at) == 0 {
                scene.at[piece] = at;
                self.choose(piece + 1, need, occupied | place::bit(at), scene, out);
            }
        }
    }

    /// Gives the position with the checking piece where it belongs, if it is mate. Where two pieces give
    /// check, it is found twice and given once.
    fn give(&self, others: &Scene<N>, out: &mut impl FnMut(&Scene<N>, Check, &dyn Fn(usize) -> bool)) {
        let ranging = self.ranging;
        let slot = self.others.iter().take_while(|&&g| (g as usize) < self.group).count();
        let mut scene = *others;
        scene.at.copy_within(slot..N - 1, slot + 1);
        scene.at[slot] = self.checker;
        ranging.world.sort(&mut scene.at);
        let check = ranging.checkers(&scene);
        let given = check.is_possible() && scene.at[check.first()] == self.checker;
        if given && ranging.world.pawns_stand_alone(&scene) && is_mate(ranging, &scene, check) {
            let without = |piece| ranging.world.with(&scene, piece, WHITE_HAND);
            let needless = |piece| {
                let scene = without(piece);
                ranging.check(&scene).is_some_and(|check| is_mate(ranging, &scene, check))
            };
            out(&scene, check, &needless);
        }
    }
}

fn is_mate<const N: usize>(ranging: &Ranging<N>, scene: &Scene<N>, check: Check) -> bool {
    ranging.lost(scene, check, &|_| None) == Some(0)
}
