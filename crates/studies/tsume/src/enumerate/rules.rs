//! Positions of a lone king and a set of pieces that do not slide, and what can be done to them.
//!
//! A [`SetPosition`] is the king's square and the place of every piece. Pieces of a kind stand side by side
//! in ascending order of their places, so equal positions are equal scenes. Nothing slides, so what a piece
//! attacks depends on its place alone; check is answered by the king or by taking the one checking piece,
//! never by a drop, and only the piece that moved last can give check. That is what makes moves back cheap:
//! the checking piece is the one to take back.

use super::{
    place::{self, BITS, BLACK_HAND, KindTables, LINES, SQUARES, WHITE_HAND},
    sets::{KindLocationSets, SquareLocationSets},
};
use crate::PieceSet;
use yomikiri_shogi::{Side, Variant, attacks::Tables};

/// A position without the side to move: the king's square, the place of every piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetPosition<const N: usize> {
    /// The square of the defender's king.
    pub king: u8,
    /// The places of the pieces in the order of the set.
    pub at: [u16; N],
}

impl<const N: usize> SetPosition<N> {
    /// All squares with a piece, the king's included.
    #[inline]
    pub fn occupied(&self) -> u128 {
        self.at.iter().fold(1 << self.king, |all, &at| all | place::bit(at))
    }

    /// Whether the attacker holds a piece.
    #[inline]
    pub fn holds(&self) -> bool {
        self.at.contains(&BLACK_HAND)
    }

    /// The places in one number.
    #[inline]
    pub fn key(&self) -> u64 {
        self.at.iter().rev().fold(0, |key, &at| key << BITS | at as u64)
    }

    /// The scene of a king's square and a key.
    #[inline]
    pub fn new(king: u8, key: u64) -> Self {
        let mask = (1 << BITS) - 1;
        Self { king, at: std::array::from_fn(|i| (key >> (i as u32 * BITS) & mask) as u16) }
    }
}

/// How many squares the king has when mirror images are one: files 0 to 4.
pub const KINGS: usize = 45;
const MIDDLE: u8 = 4;

/// The place of a king in a list of [`KINGS`], if its file is one of them.
#[inline]
pub const fn fold(king: u8) -> usize {
    (king / LINES * 5 + king % LINES) as usize
}

/// The king's square of such a place.
#[inline]
pub const fn unfold(index: usize) -> u8 {
    index as u8 / 5 * LINES + index as u8 % 5
}

/// Whether a king there has its mirror image on the same square.
#[inline]
pub const fn in_middle(king: u8) -> bool {
    king % LINES == MIDDLE
}

/// What the pieces of a set can do.
#[derive(Clone, Debug)]
pub struct SetRules<const N: usize> {
    /// The kinds of the set, each once.
    pub men: Vec<KindTables>,
    /// The kind of each piece, as a place in `men`.
    pub group: [u8; N],
    /// The squares next to a king.
    pub around: [u128; SQUARES],
    /// What each kind can do in sets of places, in the order of `men`.
    pub sets: Vec<KindLocationSets>,
    /// Places by square and by side.
    pub ground: SquareLocationSets,
    mirror: [u16; place::PLACES],
}

impl<const N: usize> SetRules<N> {
    /// The world of a set of at most `N` pieces.
    pub fn new(set: &PieceSet) -> Self {
        let variant = Variant::tsume();
        let tables = Tables::<u128>::new(&variant);
        let mut men: Vec<KindTables> = Vec::new();
        let mut group = [0; N];
        for (kind, group) in set.kinds().zip(&mut group) {
            if men.last().is_none_or(|man| man.kind != kind) {
                men.push(KindTables::new(kind, &variant, &tables));
            }
            *group = men.len() as u8 - 1;
        }
        if set.len() < N {
            group[set.len()..].fill(men.len() as u8);
            men.push(KindTables::filler());
        }
        Self {
            sets: men.iter().map(KindLocationSets::new).collect(),
            ground: SquareLocationSets::new(),
            men,
            group,
            around: std::array::from_fn(|king| around(king as u8)),
            mirror: std::array::from_fn(|at| place::mirror(at as u16)),
        }
    }

    /// The kind of a piece.
    #[inline]
    pub fn man(&self, piece: usize) -> &KindTables {
        &self.men[self.group[piece] as usize]
    }

    /// The squares that a piece attacks.
    #[inline]
    pub fn attacks(&self, piece: usize, at: u16) -> u128 {
        self.man(piece).attacks[at as usize]
    }

    /// The squares that the attacker's pieces attack.
    #[inline]
    pub fn attacked(&self, set_pos: &SetPosition<N>) -> u128 {
        let attack = |i| if place::is_black(set_pos.at[i]) { self.attacks(i, set_pos.at[i]) } else { 0 };
        (0..N).fold(0, |all, i| all | attack(i))
    }

    /// The one piece that checks the king, if there is exactly one.
    #[inline]
    pub fn checker(&self, set_pos: &SetPosition<N>) -> Option<usize> {
        let checks = |&i: &usize| {
            place::is_black(set_pos.at[i]) && self.attacks(i, set_pos.at[i]) >> set_pos.king & 1 == 1
        };
        let mut checkers = (0..N).filter(checks);
        let checker = checkers.next()?;
        checkers.next().is_none().then_some(checker)
    }

    /// The same scene with a piece elsewhere.
    #[inline]
    #[must_use]
    pub fn with(&self, set_pos: &SetPosition<N>, piece: usize, at: u16) -> SetPosition<N> {
        let mut set_pos = *set_pos;
        set_pos.at[piece] = at;
        self.sort(&mut set_pos.at);
        set_pos
    }

    /// Puts the pieces of each kind in ascending order.
    #[inline]
    pub fn sort(&self, at: &mut [u16; N]) {
        for i in 1..N {
            for j in (1..=i).rev() {
                if self.group[j] != self.group[j - 1] || at[j] >= at[j - 1] {
                    break;
                }
                at.swap(j, j - 1);
            }
        }
    }

    /// The mirror image.
    #[inline]
    #[must_use]
    pub fn mirrored(&self, set_pos: &SetPosition<N>) -> SetPosition<N> {
        let mut at = set_pos.at.map(|at| self.mirror[at as usize]);
        self.sort(&mut at);
        SetPosition { king: place::mirror_square(set_pos.king), at }
    }

    /// The one of the two mirror images that stands for both: the king on the left, or the lower key in the
    /// middle.
    #[inline]
    #[must_use]
    pub fn canonical(&self, set_pos: &SetPosition<N>) -> SetPosition<N> {
        match (set_pos.king % LINES).cmp(&MIDDLE) {
            std::cmp::Ordering::Less => *set_pos,
            std::cmp::Ordering::Equal => {
                let mirrored = self.mirrored(set_pos);
                if mirrored.key() < set_pos.key() { mirrored } else { *set_pos }
            }
            std::cmp::Ordering::Greater => self.mirrored(set_pos),
        }
    }

    /// How many positions a canonical scene stands for.
    #[inline]
    pub fn weight(&self, set_pos: &SetPosition<N>) -> u64 {
        if in_middle(set_pos.king) && self.mirrored(set_pos) == *set_pos { 1 } else { 2 }
    }

    /// The pieces of a set that are in a place, each kind once.
    #[inline]
    pub fn first_of_each(&self, set_pos: &SetPosition<N>, at: u16) -> impl Iterator<Item = usize> {
        let new = move |&i: &usize| {
            set_pos.at[i] == at && (i == 0 || self.group[i - 1] != self.group[i] || set_pos.at[i - 1] != at)
        };
        (0..N).filter(new)
    }

    /// Whether another plain pawn of the same side stands in the file of a piece that may be a plain pawn.
    #[inline]
    pub fn crowds(&self, set_pos: &SetPosition<N>, piece: usize, at: u16) -> bool {
        if !self.man(piece).is_pawn || place::is_promoted(at) {
            return false;
        }
        let file = place::square(at) % LINES;
        let same = |&i: &usize| {
            let other = set_pos.at[i];
            i != piece
                && self.group[i] == self.group[piece]
                && place::on_board(other)
                && !place::is_promoted(other)
                && place::is_black(other) == place::is_black(at)
                && place::square(other) % LINES == file
        };
        (0..N).any(|i| same(&i))
    }

    /// Whether no two plain pawns of a side share a file.
    #[inline]
    pub fn pawns_stand_alone(&self, set_pos: &SetPosition<N>) -> bool {
        let mut files = [0u16; 2];
        for (i, &at) in set_pos.at.iter().enumerate() {
            if self.man(i).is_pawn && place::on_board(at) && !place::is_promoted(at) {
                let (side, file) = (usize::from(place::is_white(at)), place::file_bit(place::square(at)));
                if files[side] & file != 0 {
                    return false;
                }
                files[side] |= file;
            }
        }
        true
    }

    /// Gives every position from which a move of the attacker leads here. `checker` is the one piece that
    /// gives check, so it has moved. A pawn that mates was not dropped.
    pub fn attackers_unmoves(
        &self,
        set_pos: &SetPosition<N>,
        checker: usize,
        mate: bool,
        out: &mut dyn FnMut(SetPosition<N>),
    ) {
        let man = self.man(checker);
        let to = set_pos.at[checker];
        if !(place::is_promoted(to) || mate && man.is_pawn) {
            out(self.with(set_pos, checker, BLACK_HAND));
        }
        let occupied = set_pos.occupied();
        for &from in &man.sources[to as usize] {
            let in_check = man.attacks[from as usize] >> set_pos.king & 1 == 1;
            let blocked = occupied & place::bit(from) != 0;
            if in_check || blocked || (place::is_promoted(to) && self.crowds(set_pos, checker, from)) {
                continue;
            }
            let mut before = *set_pos;
            before.at[checker] = from;
            for taken in self.first_of_each(set_pos, BLACK_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::Second, promoted, place::square(to));
                    if self.man(taken).valid[stood as usize] && !self.crowds(set_pos, taken, stood) {
                        out(self.with(&before, taken, stood));
                    }
                }
            }
            self.sort(&mut before.at);
            out(before);
        }
    }

    /// Gives every position, checked by exactly one piece, from which a move of the defender leads here, with
    /// that piece.
    pub fn defenders_unmoves(&self, set_pos: &SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, usize)) {
        let occupied = set_pos.occupied();
        let free = !occupied & self.around[set_pos.king as usize];
        for from in squares(self.attacked(set_pos) & free) {
            self.keep_if_checked(SetPosition { king: from, ..*set_pos }, out);
        }
        for taken in self.first_of_each(set_pos, WHITE_HAND) {
            for promoted in [false, true] {
                let stood = place::place(Side::First, promoted, set_pos.king);
                if self.man(taken).valid[stood as usize] && !self.crowds(set_pos, taken, stood) {
                    let before = self.with(set_pos, taken, stood);
                    for from in squares(free) {
                        self.keep_if_checked(SetPosition { king: from, ..before }, out);
                    }
                }
            }
            for taker in (0..N).filter(|&i| place::is_white(set_pos.at[i])) {
                self.untake(set_pos, taker, taken, occupied, out);
            }
        }
    }

    #[inline]
    fn keep_if_checked(&self, before: SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, usize)) {
        if let Some(checker) = self.checker(&before) {
            out(before, checker);
        }
    }

    /// The defender's piece `taker` has taken the checking piece `taken`.
    fn untake(
        &self,
        set_pos: &SetPosition<N>,
        taker: usize,
        taken: usize,
        occupied: u128,
        out: &mut dyn FnMut(SetPosition<N>, usize),
    ) {
        let to = set_pos.at[taker];
        for promoted in [false, true] {
            let stood = place::place(Side::First, promoted, place::square(to));
            let checked = self.attacks(taken, stood) >> set_pos.king & 1 == 1;
            if !checked || !self.man(taken).valid[stood as usize] || self.crowds(set_pos, taken, stood) {
                continue;
            }
            for &from in &self.man(taker).sources[to as usize] {
                let blocked = occupied & place::bit(from) != 0;
                if blocked || (place::is_promoted(to) && self.crowds(set_pos, taker, from)) {
                    continue;
                }
                let mut before = *set_pos;
                (before.at[taker], before.at[taken]) = (from, stood);
                self.sort(&mut before.at);
                self.keep_if_checked(before, out);
            }
        }
    }

    /// Tries the defender's moves out of check by one piece until one does not satisfy; whether all do.
    #[inline]
    pub fn all_replies(
        &self,
        set_pos: &SetPosition<N>,
        checker: usize,
        mut satisfies: impl FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        let white = (0..N).filter(|&i| place::is_white(set_pos.at[i]));
        let own = white.clone().fold(0, |all, i| all | place::bit(set_pos.at[i]));
        let occupied = set_pos.occupied();
        let flight = self.around[set_pos.king as usize] & !own & !self.attacked(set_pos);
        for to in squares(flight & !occupied) {
            if !satisfies(SetPosition { king: to, ..*set_pos }) {
                return false;
            }
        }
        for to in squares(flight & occupied) {
            let taken =
                (0..N).find(|&i| place::is_black(set_pos.at[i]) && place::square(set_pos.at[i]) == to);
            let taken = taken.expect("what stands next to the king and is not its own is the attacker's");
            if !satisfies(self.with(&SetPosition { king: to, ..*set_pos }, taken, WHITE_HAND)) {
                return false;
            }
        }
        let target = place::square(set_pos.at[checker]);
        let takes = |&i: &usize| self.attacks(i, set_pos.at[i]) >> target & 1 == 1;
        for taker in white.filter(takes) {
            for promoted in [false, true] {
                let to = place::place(Side::Second, promoted, target);
                if self.man(taker).reaches(set_pos.at[taker], to) {
                    let mut next = *set_pos;
                    (next.at[taker], next.at[checker]) = (to, WHITE_HAND);
                    self.sort(&mut next.at);
                    if !satisfies(next) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The squares of a set in ascending order.
#[inline]
pub fn squares(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

/// The squares next to a king.
pub fn around(king: u8) -> u128 {
    let (file, rank) = ((king % LINES) as i8, (king / LINES) as i8);
    let near = |square: &u8| {
        let (f, r) = ((square % LINES) as i8, (square / LINES) as i8);
        *square != king && (f - file).abs() <= 1 && (r - rank).abs() <= 1
    };
    (0..SQUARES as u8).filter(near).fold(0, |set, square| set | 1 << square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::Game;
    use yomikiri_shogi::Kind;

    /// A small generator of numbers, the same every time.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }
    }

    /// A scene that could be on a board: most pieces near the king, the others anywhere.
    fn set_pos<const N: usize>(rules: &SetRules<N>, numbers: &mut Numbers) -> SetPosition<N> {
        loop {
            let king = numbers.below(81) as u8;
            let mut set_pos = SetPosition { king, at: [WHITE_HAND; N] };
            for i in 0..N {
                set_pos.at[i] = numbers.below(place::PLACES as u64) as u16;
                if place::on_board(set_pos.at[i]) && numbers.below(3) > 0 {
                    let near: Vec<u8> = squares(around(king)).collect();
                    let square = near[numbers.below(near.len() as u64) as usize];
                    set_pos.at[i] = set_pos.at[i] / 81 * 81 + u16::from(square);
                }
            }
            rules.sort(&mut set_pos.at);
            let valid = (0..N).all(|i| rules.man(i).valid[set_pos.at[i] as usize]);
            let distinct = 1 + set_pos.at.iter().filter(|&&at| place::on_board(at)).count() as u32;
            if valid && set_pos.occupied().count_ones() == distinct && rules.pawns_stand_alone(&set_pos) {
                return set_pos;
            }
        }
    }

    /// Every position that the attacker's checks, or the defender's answers to a check, lead to by the rules.
    fn after<const N: usize>(
        rules: &SetRules<N>,
        set_pos: &SetPosition<N>,
        side: Side,
    ) -> Vec<SetPosition<N>> {
        let pos = rules.position(set_pos, side);
        assert_eq!(rules.set_pos(&pos), Some(*set_pos));
        let mut moves = Vec::new();
        match side {
            Side::First => crate::rules().checks(&pos, &mut moves),
            Side::Second => crate::rules().evasions(&pos, &mut moves),
        }
        // What the defender drops does not come between where nothing slides, so there are no drops to leave
        // out.
        let next = |&mv| rules.set_pos(&crate::rules().play(&pos, mv)).expect("pieces stay in the set");
        moves.iter().map(next).collect()
    }

    fn moves_and_moves_back_agree<const N: usize>(set: &str) {
        let rules = SetRules::<N>::new(&set.parse().unwrap());
        let mut numbers = Numbers(set.len() as u64);
        let mut seen = 0;
        for _ in 0..6000 {
            let set_pos = set_pos(&rules, &mut numbers);
            seen += match rules.checker(&set_pos) {
                Some(checker) => in_check(&rules, &set_pos, checker),
                None if rules.attacked(&set_pos) >> set_pos.king & 1 == 0 => not_in_check(&rules, &set_pos),
                None => 0,
            };
        }
        assert!(seen > 1000, "{seen} moves of {set} were compared");
    }

    /// The defender's answers are those of the rules, and each position before leads here.
    fn in_check<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>, checker: usize) -> usize {
        let mut answers = Vec::new();
        rules.all_replies(set_pos, checker, |reply| {
            answers.push(reply);
            true
        });
        let by_rules = after(rules, set_pos, Side::Second);
        let mate = by_rules.is_empty();
        assert_eq!(answers.len(), by_rules.len(), "{set_pos:?}");
        assert_eq!(
            answers.iter().collect::<HashSet<_>>(),
            by_rules.iter().collect::<HashSet<_>>(),
            "{set_pos:?}"
        );
        for answer in &answers {
            let mut before = Vec::new();
            rules.defenders_unmoves(answer, &mut |set_pos, _| before.push(set_pos));
            assert_eq!(
                before.iter().filter(|&before| before == set_pos).count(),
                1,
                "{set_pos:?} to {answer:?}"
            );
        }
        let mut before = Vec::new();
        rules.attackers_unmoves(set_pos, checker, mate, &mut |set_pos| before.push(set_pos));
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "each once: {set_pos:?}");
        for before in &before {
            assert!(after(rules, before, Side::First).contains(set_pos), "{before:?} to {set_pos:?}");
        }
        answers.len() + before.len()
    }

    /// Each check of the rules is taken back, and each position before leads here.
    fn not_in_check<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>) -> usize {
        let checks = after(rules, set_pos, Side::First);
        for next in &checks {
            let checker = rules.checker(next).expect("one piece checks");
            let mate = rules.all_replies(next, checker, |_| false);
            let mut before = Vec::new();
            rules.attackers_unmoves(next, checker, mate, &mut |set_pos| before.push(set_pos));
            assert_eq!(
                before.iter().filter(|&before| before == set_pos).count(),
                1,
                "{set_pos:?} to {next:?}"
            );
        }
        let mut before = Vec::new();
        rules.defenders_unmoves(set_pos, &mut |set_pos, _| before.push(set_pos));
        for before in &before {
            assert!(after(rules, before, Side::Second).contains(set_pos), "{before:?} to {set_pos:?}");
        }
        checks.len() + before.len()
    }

    #[test]
    fn moves_and_moves_back_agree_with_the_rules() {
        moves_and_moves_back_agree::<3>("SNP");
        moves_and_moves_back_agree::<4>("GSNP");
        moves_and_moves_back_agree::<4>("PPPP");
        moves_and_moves_back_agree::<4>("NNNN");
        moves_and_moves_back_agree::<5>("GSPPP");
    }

    #[test]
    fn mirror_images_have_one_canonical_scene() {
        let rules = SetRules::<4>::new(&"SSPP".parse().unwrap());
        let mut numbers = Numbers(1);
        for _ in 0..5000 {
            let set_pos = set_pos(&rules, &mut numbers);
            let image = rules.mirrored(&set_pos);
            assert_eq!(rules.mirrored(&image), set_pos);
            assert_eq!(rules.canonical(&image), rules.canonical(&set_pos));
            assert_eq!(rules.weight(&rules.canonical(&set_pos)), 1 + u64::from(image != set_pos));
            assert_eq!(SetPosition::new(set_pos.king, set_pos.key()), set_pos);
        }
    }

    #[test]
    fn only_pawns_mind_their_file() {
        let rules = SetRules::<2>::new(&"NP".parse().unwrap());
        assert_eq!(rules.men.iter().map(|man| man.kind).collect::<Vec<_>>(), [Kind::KNIGHT, Kind::PAWN]);
        assert_eq!(rules.men.iter().map(|man| man.is_pawn).collect::<Vec<_>>(), [false, true]);
    }
}
