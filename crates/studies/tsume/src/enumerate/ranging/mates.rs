//! All mated positions with one square of the king.
//!
//! For each place from which a piece may give check, the squares next to the king that it cannot attack must
//! be attacked by other pieces or held by the defender's own. What a piece attacks on an empty board is the
//! most it can attack; by that measure the other pieces are chosen one after the other, and a choice is given
//! up as soon as what is left of those squares is more than the pieces to come can see to. What remains is
//! tried: whether there is an answer, and whether it is mate wherever the checking piece is drawn.

use super::{Check, SlidingMoves};
use crate::enumerate::{
    moves::{MateVisitor, SetMoves, Share},
    place::{self, PLACES, WHITE_HAND},
    rules::{SetPosition, squares},
};

/// Squares next to a king, at most eight, one a bit.
type Zone = u8;

/// Gives every mated position with the king on this square, what gives check, and a function that says of
/// each piece whether it would be mate without it, of the checking pieces of a share.
pub fn mates<const N: usize>(
    ranging: &SlidingMoves<N>,
    king: u8,
    (share, shares): Share,
    out: &mut MateVisitor<'_, N, Check>,
) {
    let around = ranging.rules.around[king as usize];
    let zone: Vec<u8> = squares(around).collect();
    let in_zone = |set: u128| -> Zone {
        zone.iter().enumerate().fold(0, |all, (i, &square)| all | ((set >> square & 1) as Zone) << i)
    };
    let sees = |at: u16, attacks: u128| in_zone(if place::is_black(at) { attacks } else { place::bit(at) });
    let lists: Vec<Vec<(u16, Zone)>> = (ranging.rules.men.iter())
        .map(|man| {
            let may_be = |&at: &u16| man.valid[at as usize] && place::bit(at) != 1 << king;
            (0..PLACES as u16).filter(may_be).map(|at| (at, sees(at, man.attacks[at as usize]))).collect()
        })
        .collect();
    let checkers = ranging.rules.men.iter().enumerate().flat_map(|(group, man)| {
        let checks =
            move |&&(at, _): &&(u16, Zone)| place::is_black(at) && man.attacks[at as usize] >> king & 1 == 1;
        lists[group].iter().filter(checks).map(move |&(checker, seen)| (group, checker, seen))
    });
    for (group, checker, seen) in checkers.skip(share).step_by(shares) {
        Choice::new(ranging, king, group, checker, &lists).run(in_zone(around) & !seen, out);
    }
}

/// The pieces beside one checking piece.
struct Choice<'a, const N: usize> {
    ranging: &'a SlidingMoves<N>,
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
        ranging: &'a SlidingMoves<N>,
        king: u8,
        group: usize,
        checker: u16,
        lists: &'a [Vec<(u16, Zone)>],
    ) -> Self {
        let mut others = ranging.rules.group.to_vec();
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

    fn run(&mut self, need: Zone, out: &mut MateVisitor<'_, N, Check>) {
        let mut set_pos = SetPosition { king: self.king, at: [WHITE_HAND; N] };
        if self.can[0][need as usize] {
            self.choose(0, need, place::bit(self.checker), &mut set_pos, out);
        }
    }

    /// Chooses the pieces from `piece` on; those before are in the scene, the checking piece is not yet.
    fn choose(
        &self,
        piece: usize,
        need: Zone,
        occupied: u128,
        set_pos: &mut SetPosition<N>,
        out: &mut MateVisitor<'_, N, Check>,
    ) {
        if piece == self.others.len() {
            self.give(set_pos, out);
            return;
        }
        let group = self.others[piece] as usize;
        let same = piece > 0 && self.others[piece - 1] as usize == group;
        let least = if same { set_pos.at[piece - 1] } else { 0 };
        let list = &self.lists[group];
        for &(at, seen) in &list[list.partition_point(|&(at, _)| at < least)..] {
            let need = need & !seen;
            if self.can[piece + 1][need as usize] && occupied & place::bit(at) == 0 {
                set_pos.at[piece] = at;
                self.choose(piece + 1, need, occupied | place::bit(at), set_pos, out);
            }
        }
    }

    /// Gives the position with the checking piece where it belongs, if it is mate. Where two pieces give
    /// check, it is found twice and given once.
    fn give(&self, others: &SetPosition<N>, out: &mut MateVisitor<'_, N, Check>) {
        let ranging = self.ranging;
        let slot = self.others.iter().take_while(|&&g| (g as usize) < self.group).count();
        let mut set_pos = *others;
        set_pos.at.copy_within(slot..N - 1, slot + 1);
        set_pos.at[slot] = self.checker;
        ranging.rules.sort(&mut set_pos.at);
        let check = ranging.checkers(&set_pos);
        let given = check.is_possible() && set_pos.at[check.first()] == self.checker;
        if given && ranging.rules.pawns_stand_alone(&set_pos) && is_mate(ranging, &set_pos, check) {
            let without = |piece| ranging.rules.with(&set_pos, piece, WHITE_HAND);
            let needless = |piece| {
                let set_pos = without(piece);
                ranging.check(&set_pos).is_some_and(|check| is_mate(ranging, &set_pos, check))
            };
            out(&set_pos, check, &needless);
        }
    }
}

fn is_mate<const N: usize>(ranging: &SlidingMoves<N>, set_pos: &SetPosition<N>, check: Check) -> bool {
    ranging.lost(set_pos, check, &|_| None) == Some(0)
}
