//! All mated positions with one square of the king and one checking piece.
//!
//! For each place of a checking piece the squares next to the king that it does not attack must be attacked
//! by other pieces or held by the defender's own, and no piece of the defender may take the checking piece.
//! The other pieces are chosen one after the other, each from the list of its kind, and a choice is given up
//! as soon as what is left of those squares is more than the pieces to come can ever see to; for the last
//! piece the list is already sorted by what it sees to. Most of a set's mates have a piece that is not needed
//! and stands anywhere, so nearly all of the work is writing results down.

use super::{
    moves::{MateVisitor, Share},
    place::{self, PLACES, WHITE_HAND},
    rules::{SetPosition, SetRules, squares},
};

/// Squares next to a king, at most eight, one a bit.
type Zone = u8;

/// Which mates are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// At least those where each piece is unused or needed.
    Minimal,
}

/// Gives every mated position with the king on this square and exactly one checking piece, one of a share.
///
/// With it come the number of the checking piece and a function that says of each other piece whether it
/// would be mate without it.
pub fn mates<const N: usize>(
    rules: &SetRules<N>,
    king: u8,
    which: Which,
    (share, shares): Share,
    out: &mut MateVisitor<'_, N, usize>,
) {
    let zone: Vec<u8> = squares(rules.around[king as usize]).collect();
    let in_zone = |set: u128| -> Zone {
        zone.iter().enumerate().fold(0, |all, (i, &square)| all | ((set >> square & 1) as Zone) << i)
    };
    let sees: Vec<[Zone; PLACES]> = (rules.men.iter())
        .map(|man| {
            std::array::from_fn(|at| {
                let at = at as u16;
                let set = if place::is_black(at) { man.attacks[at as usize] } else { place::bit(at) };
                in_zone(set)
            })
        })
        .collect();
    let checkers = rules.men.iter().enumerate().flat_map(|(group, man)| {
        let checks = move |&at: &u16| {
            man.valid[at as usize] && place::square(at) != king && man.attacks[at as usize] >> king & 1 == 1
        };
        (0..place::WHITE).filter(checks).map(move |checker| (group, checker))
    });
    for (group, checker) in checkers.skip(share).step_by(shares) {
        let need = in_zone(rules.around[king as usize]) & !sees[group][checker as usize];
        Choice::new(rules, king, (group, checker), need, &sees, which).run(out);
    }
}

/// The pieces beside one checking piece.
struct Choice<'a, const N: usize> {
    rules: &'a SetRules<N>,
    king: u8,
    group: usize,
    checker: u16,
    /// The squares that the checking piece leaves to the others.
    need: Zone,
    /// What a kind sees to from a place.
    sees: &'a [[Zone; PLACES]],
    which: Which,
    /// The kinds of the other pieces.
    others: Vec<u8>,
    /// For each kind where such a piece may be and what it sees to, ascending.
    lists: Vec<Vec<(u16, Zone)>>,
    /// Whether the pieces from one on can see to these squares: `[piece][squares]`.
    can: Vec<[bool; 256]>,
    /// The places of the last piece that see to these squares, where they have been asked for.
    last: Vec<Option<Vec<u16>>>,
}

impl<'a, const N: usize> Choice<'a, N> {
    fn new(
        rules: &'a SetRules<N>,
        king: u8,
        (group, checker): (usize, u16),
        need: Zone,
        sees: &'a [[Zone; PLACES]],
        which: Which,
    ) -> Self {
        let mut others = rules.group.to_vec();
        others.remove(others.iter().position(|&g| g as usize == group).expect("the checker is of the set"));
        let target = place::square(checker);
        let lists: Vec<Vec<(u16, Zone)>> = (rules.men.iter().zip(sees))
            .map(|(man, sees)| {
                let may_be = |&at: &u16| {
                    let attacks = man.attacks[at as usize];
                    let on_board = place::on_board(at);
                    let blocked = on_board && (place::square(at) == king || place::square(at) == target);
                    let checks = place::is_black(at) && attacks >> king & 1 == 1;
                    let takes = place::is_white(at) && attacks >> target & 1 == 1;
                    let helps = which == Which::All || at == WHITE_HAND || sees[at as usize] & need != 0;
                    man.valid[at as usize] && !blocked && !checks && !takes && helps
                };
                (0..=WHITE_HAND).filter(may_be).map(|at| (at, sees[at as usize])).collect()
            })
            .collect();
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
        Self { rules, king, group, checker, need, sees, which, others, lists, can, last: vec![None; 256] }
    }

    fn run(&mut self, out: &mut MateVisitor<'_, N, usize>) {
        let mut set_pos = SetPosition { king: self.king, at: [WHITE_HAND; N] };
        if self.can[0][self.need as usize] {
            self.choose(0, self.need, place::bit(self.checker), &mut set_pos, out);
        }
    }

    /// Chooses the pieces from `piece` on; those before are in the scene, the checking piece is not yet.
    fn choose(
        &mut self,
        piece: usize,
        need: Zone,
        occupied: u128,
        set_pos: &mut SetPosition<N>,
        out: &mut MateVisitor<'_, N, usize>,
    ) {
        if piece == self.others.len() {
            self.give(set_pos, out);
            return;
        }
        let group = self.others[piece] as usize;
        let same = piece > 0 && self.others[piece - 1] as usize == group;
        let least = if same { set_pos.at[piece - 1] } else { 0 };
        if piece + 1 == self.others.len() {
            let list = self.last[need as usize].take().unwrap_or_else(|| self.that_see(group, need));
            for &at in &list[list.partition_point(|&at| at < least)..] {
                if occupied & place::bit(at) == 0 {
                    set_pos.at[piece] = at;
                    self.give(set_pos, out);
                }
            }
            self.last[need as usize] = Some(list);
            return;
        }
        for i in self.lists[group].partition_point(|&(at, _)| at < least)..self.lists[group].len() {
            let (at, seen) = self.lists[group][i];
            let helps = self.which == Which::All || at == WHITE_HAND || need & seen != 0;
            let need = need & !seen;
            if helps && self.can[piece + 1][need as usize] && occupied & place::bit(at) == 0 {
                set_pos.at[piece] = at;
                self.choose(piece + 1, need, occupied | place::bit(at), set_pos, out);
            }
        }
    }

    /// The places of a kind that see to all of these squares.
    fn that_see(&self, group: usize, need: Zone) -> Vec<u16> {
        let list = self.lists[group].iter();
        let helps = |at| need != 0 || self.which == Which::All || at == WHITE_HAND;
        list.filter(|&&(at, seen)| need & !seen == 0 && helps(at)).map(|&(at, _)| at).collect()
    }

    /// Gives the position with the checking piece where it belongs, unless two pawns share a file.
    fn give(&self, others: &SetPosition<N>, out: &mut MateVisitor<'_, N, usize>) {
        let mut set_pos = *others;
        let after = self.others.iter().take_while(|&&g| (g as usize) < self.group).count();
        let run = self.others[after..].iter().take_while(|&&g| g as usize == self.group).count();
        let before = others.at[after..after + run].iter().take_while(|&&at| at < self.checker).count();
        let checker = after + before;
        for i in (checker + 1..N).rev() {
            set_pos.at[i] = others.at[i - 1];
        }
        set_pos.at[checker] = self.checker;
        if self.rules.pawns_stand_alone(&set_pos) {
            out(&set_pos, checker, &|piece| self.mates_without(&set_pos, checker, piece));
        }
    }

    /// Whether it is mate without a piece.
    fn mates_without(&self, set_pos: &SetPosition<N>, checker: usize, piece: usize) -> bool {
        let others = (0..N).filter(|&i| i != checker && i != piece);
        let seen =
            others.fold(0, |seen, i| seen | self.sees[self.rules.group[i] as usize][set_pos.at[i] as usize]);
        piece != checker && self.need & !seen == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::moves::WHOLE;
    use yomikiri_shogi::Side;

    /// Whether the king has no way out of check, by looking at each square and each piece.
    fn is_mate<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>) -> bool {
        let black: Vec<usize> = (0..N).filter(|&i| place::is_black(set_pos.at[i])).collect();
        let white: Vec<usize> = (0..N).filter(|&i| place::is_white(set_pos.at[i])).collect();
        let attacks = |i: usize, square: u8| rules.attacks(i, set_pos.at[i]) >> square & 1 == 1;
        let checkers: Vec<usize> = black.iter().copied().filter(|&i| attacks(i, set_pos.king)).collect();
        let blocked = |square| white.iter().any(|&i| place::square(set_pos.at[i]) == square);
        let seen = |square| black.iter().any(|&i| attacks(i, square));
        let fled =
            squares(rules.around[set_pos.king as usize]).any(|square| !blocked(square) && !seen(square));
        let taken =
            checkers.len() == 1 && white.iter().any(|&i| attacks(i, place::square(set_pos.at[checkers[0]])));
        !checkers.is_empty() && !fled && !taken
    }

    /// Mates without a piece that could be missing, the attacker's hand empty. Such a mate has only pieces
    /// that see to the king's squares.
    #[derive(Debug, Default, PartialEq, Eq)]
    struct Minimal {
        /// Given by one piece that is no plain pawn.
        by_one: u32,
        by_plain_pawn: u32,
        by_several: u32,
        /// Of those by several pieces: the defender could take the first of them (and would still be in
        /// check).
        first_is_attacked: u32,
    }

    fn minimal<const N: usize>(set: &str) -> Minimal {
        let rules = SetRules::<N>::new(&set.parse().unwrap());
        let mut counts = Minimal::default();
        for king in 0..81 {
            let mut set_pos = SetPosition { king, at: [WHITE_HAND; N] };
            place_all(&rules, &mut set_pos, 0, &mut counts);
        }
        counts
    }

    fn place_all<const N: usize>(
        rules: &SetRules<N>,
        set_pos: &mut SetPosition<N>,
        piece: usize,
        counts: &mut Minimal,
    ) {
        if piece == N {
            count(rules, set_pos, counts);
            return;
        }
        let near = rules.around[set_pos.king as usize] | 1 << set_pos.king;
        let man = rules.man(piece);
        let least =
            if piece > 0 && rules.group[piece - 1] == rules.group[piece] { set_pos.at[piece - 1] } else { 0 };
        let occupied = set_pos.at[..piece].iter().fold(1 << set_pos.king, |all, &at| all | place::bit(at));
        for at in (least..place::WHITE).chain(place::WHITE.max(least)..place::BLACK_HAND).chain([WHITE_HAND])
        {
            let sees = if place::is_black(at) { man.attacks[at as usize] } else { place::bit(at) };
            if man.valid[at as usize]
                && occupied & place::bit(at) == 0
                && (at == WHITE_HAND || sees & near != 0)
            {
                set_pos.at[piece] = at;
                place_all(rules, set_pos, piece + 1, counts);
            }
        }
    }

    fn count<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>, counts: &mut Minimal) {
        let needless =
            |i: usize| place::on_board(set_pos.at[i]) && is_mate(rules, &rules.with(set_pos, i, WHITE_HAND));
        if !rules.pawns_stand_alone(set_pos) || !is_mate(rules, set_pos) || (0..N).any(needless) {
            return;
        }
        let mut answers = Vec::new();
        crate::rules().evasions(&rules.position(set_pos, Side::Second), &mut answers);
        assert!(answers.is_empty(), "the rules know an answer in {set_pos:?}");
        let Some(checker) = rules.checker(set_pos) else {
            let first =
                (0..N).find(|&i| place::is_black(set_pos.at[i]) && sees(rules, set_pos, i, set_pos.king));
            let square = place::square(set_pos.at[first.expect("a mated king is in check")]);
            let takes = |i: usize| place::is_white(set_pos.at[i]) && sees(rules, set_pos, i, square);
            counts.by_several += 1;
            counts.first_is_attacked += u32::from((0..N).any(takes));
            return;
        };
        if rules.man(checker).is_pawn && !place::is_promoted(set_pos.at[checker]) {
            counts.by_plain_pawn += 1;
        } else {
            counts.by_one += 1;
        }
    }

    fn sees<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>, piece: usize, square: u8) -> bool {
        rules.attacks(piece, set_pos.at[piece]) >> square & 1 == 1
    }

    /// The figures of `data/known/tsume.tsv`, but for mates by several pieces: there those are missing in
    /// which the defender could take the first of the checking pieces, which is no way out of check by two.
    /// `docs/notes/tsume.md` says more.
    #[test]
    fn minimal_mates_are_as_many_as_known() {
        let known = |set: &str, quantity: &str| -> u32 {
            let row = |line: &str| {
                let fields: Vec<&str> = line.split('\t').collect();
                (fields[0] == set && fields[2] == quantity).then(|| fields[3].parse().unwrap())
            };
            include_str!("../../../../../data/known/tsume.tsv").lines().skip(2).find_map(row).unwrap()
        };
        for (set, counts, several) in [
            ("GGP", minimal::<3>("GGP"), 237),
            ("SSP", minimal::<3>("SSP"), 1030),
            ("SNN", minimal::<3>("SNN"), 649),
            ("SNP", minimal::<3>("SNP"), 1266),
            ("NNNN", minimal::<4>("NNNN"), 8556),
        ] {
            assert_eq!(counts.by_one, known(set, "minimal_mates_single_check_nonpawn"), "{set}");
            assert_eq!(counts.by_plain_pawn, known(set, "minimal_mates_checker_unpromoted_pawn"), "{set}");
            assert_eq!(counts.by_several, several, "{set}");
            let without = counts.by_several - counts.first_is_attacked;
            assert_eq!(without, known(set, "minimal_mates_double_check"), "{set}");
        }
    }

    /// Every mate by one piece comes exactly once.
    #[test]
    fn no_mate_is_missed() {
        let rules = SetRules::<2>::new(&"GP".parse().unwrap());
        for king in [0, 4, 9, 40, 76, 80] {
            let mut found = Vec::new();
            mates(&rules, king, Which::All, WHOLE, &mut |set_pos, checker, _| {
                assert_eq!(rules.checker(set_pos), Some(checker));
                found.push(set_pos.at);
            });
            found.sort_unstable();
            let mut all = Vec::new();
            for at in (0..PLACES as u16).flat_map(|a| (0..PLACES as u16).map(move |b| [a, b])) {
                let set_pos = SetPosition { king, at };
                let valid = (0..2).all(|i| rules.man(i).valid[at[i] as usize]);
                let apart = set_pos.occupied().count_ones() as usize
                    == 1 + at.iter().filter(|&&at| place::on_board(at)).count();
                if valid && apart && rules.checker(&set_pos).is_some() && is_mate(&rules, &set_pos) {
                    all.push(at);
                }
            }
            assert_eq!(found, all, "the king on {king}");
        }
    }
}
