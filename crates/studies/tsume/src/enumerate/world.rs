//! Positions of a lone king and a set of pieces that do not slide, and what can be done to them.
//!
//! A [`Scene`] is the king's square and the place of every piece. Pieces of a kind stand side by side in
//! ascending order of their places, so equal positions are equal scenes. Nothing slides, so what a piece
//! attacks depends on its place alone; check is answered by the king or by taking the one checking piece,
//! never by a drop, and only the piece that moved last can give check. That is what makes moves back cheap:
//! the checking piece is the one to take back.

use super::{
    place::{self, BITS, BLACK_HAND, LINES, Man, SQUARES, WHITE_HAND},
    sets::{Ground, Sets},
};
use crate::PieceSet;
use yomikiri_shogi::{Side, Variant, attacks::Tables};

/// A position without the side to move: the king's square, the place of every piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scene<const N: usize> {
    /// The square of the defender's king.
    pub king: u8,
    /// The places of the pieces in the order of the set.
    pub at: [u16; N],
}

impl<const N: usize> Scene<N> {
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
pub struct World<const N: usize> {
    /// The kinds of the set, each once.
    pub men: Vec<Man>,
    /// The kind of each piece, as a place in `men`.
    pub group: [u8; N],
    /// The squares next to a king.
    pub around: [u128; SQUARES],
    /// What each kind can do in sets of places, in the order of `men`.
    pub sets: Vec<Sets>,
    /// Places by square and by side.
    pub ground: Ground,
    mirror: [u16; place::PLACES],
}

impl<const N: usize> World<N> {
    /// The world of a set of `N` pieces.
    pub fn new(set: &PieceSet) -> Self {
        let variant = Variant::tsume();
        let tables = Tables::<u128>::new(&variant);
        let mut men: Vec<Man> = Vec::new();
        let mut group = [0; N];
        for (kind, group) in set.kinds().zip(&mut group) {
            if men.last().is_none_or(|man| man.kind != kind) {
                men.push(Man::new(kind, &variant, &tables));
            }
            *group = men.len() as u8 - 1;
        }
        Self {
            sets: men.iter().map(Sets::new).collect(),
            ground: Ground::new(),
            men,
            group,
            around: std::array::from_fn(|king| around(king as u8)),
            mirror: std::array::from_fn(|at| place::mirror(at as u16)),
        }
    }

    /// The kind of a piece.
    #[inline]
    pub fn man(&self, piece: usize) -> &Man {
        &self.men[self.group[piece] as usize]
    }

    /// The squares that a piece attacks.
    #[inline]
    pub fn attacks(&self, piece: usize, at: u16) -> u128 {
        self.man(piece).attacks[at as usize]
    }

    /// The squares that the attacker's pieces attack.
    #[inline]
    pub fn attacked(&self, scene: &Scene<N>) -> u128 {
        let attack = |i| if place::is_black(scene.at[i]) { self.attacks(i, scene.at[i]) } else { 0 };
        (0..N).fold(0, |all, i| all | attack(i))
    }

    /// The one piece that checks the king, if there is exactly one.
    #[inline]
    pub fn checker(&self, scene: &Scene<N>) -> Option<usize> {
        let checks =
            |&i: &usize| place::is_black(scene.at[i]) && self.attacks(i, scene.at[i]) >> scene.king & 1 == 1;
        let mut checkers = (0..N).filter(checks);
        let checker = checkers.next()?;
        checkers.next().is_none().then_some(checker)
    }

    /// The same scene with a piece elsewhere.
    #[inline]
    #[must_use]
    pub fn with(&self, scene: &Scene<N>, piece: usize, at: u16) -> Scene<N> {
        let mut scene = *scene;
        scene.at[piece] = at;
        self.sort(&mut scene.at);
        scene
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
    pub fn mirrored(&self, scene: &Scene<N>) -> Scene<N> {
        let mut at = scene.at.map(|at| self.mirror[at as usize]);
        self.sort(&mut at);
        Scene { king: place::mirror_square(scene.king), at }
    }

    /// The one of the two mirror images that stands for both: the king on the left, or the lower key in the
    /// middle.
    #[inline]
    #[must_use]
    pub fn canonical(&self, scene: &Scene<N>) -> Scene<N> {
        match (scene.king % LINES).cmp(&MIDDLE) {
            std::cmp::Ordering::Less => *scene,
            std::cmp::Ordering::Equal => {
                let mirrored = self.mirrored(scene);
                if mirrored.key() < scene.key() { mirrored } else { *scene }
            }
            std::cmp::Ordering::Greater => self.mirrored(scene),
        }
    }

    /// How many positions a canonical scene stands for.
    #[inline]
    pub fn weight(&self, scene: &Scene<N>) -> u64 {
        if in_middle(scene.king) && self.mirrored(scene) == *scene { 1 } else { 2 }
    }

    /// The pieces of a set that are in a place, each kind once.
    #[inline]
    pub fn first_of_each(&self, scene: &Scene<N>, at: u16) -> impl Iterator<Item = usize> {
        let new = move |&i: &usize| {
            scene.at[i] == at && (i == 0 || self.group[i - 1] != self.group[i] || scene.at[i - 1] != at)
        };
        (0..N).filter(new)
    }

    /// Whether another plain pawn of the same side stands in the file of a piece that may be a plain pawn.
    #[inline]
    pub fn crowds(&self, scene: &Scene<N>, piece: usize, at: u16) -> bool {
        if !self.man(piece).is_pawn || place::is_promoted(at) {
            return false;
        }
        let file = place::square(at) % LINES;
        let same = |&i: &usize| {
            let other = scene.at[i];
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
    pub fn pawns_stand_alone(&self, scene: &Scene<N>) -> bool {
        let mut files = [0u16; 2];
        for (i, &at) in scene.at.iter().enumerate() {
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
        scene: &Scene<N>,
        checker: usize,
        mate: bool,
        mut out: impl FnMut(Scene<N>),
    ) {
        let man = self.man(checker);
        let to = scene.at[checker];
        if !(place::is_promoted(to) || mate && man.is_pawn) {
            out(self.with(scene, checker, BLACK_HAND));
        }
        let occupied = scene.occupied();
        for &from in &man.sources[to as usize] {
            let in_check = man.attacks[from as usize] >> scene.king & 1 == 1;
            let blocked = occupied & place::bit(from) != 0;
            if in_check || blocked || (place::is_promoted(to) && self.crowds(scene, checker, from)) {
                continue;
            }
            let mut before = *scene;
            before.at[checker] = from;
            for taken in self.first_of_each(scene, BLACK_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::Second, promoted, place::square(to));
                    if self.man(taken).valid[stood as usize] && !self.crowds(scene, taken, stood) {
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
    pub fn defenders_unmoves(&self, scene: &Scene<N>, mut out: impl FnMut(Scene<N>, usize)) {
        let occupied = scene.occupied();
        let free = !occupied & self.around[scene.king as usize];
        for from in squares(self.attacked(scene) & free) {
            self.keep_if_checked(Scene { king: from, ..*scene }, &mut out);
        }
        for taken in self.first_of_each(scene, WHITE_HAND) {
            for promoted in [false, true] {
                let stood = place::place(Side::First, promoted, scene.king);
                if self.man(taken).valid[stood as usize] && !self.crowds(scene, taken, stood) {
                    let before = self.with(scene, taken, stood);
                    for from in squares(free) {
                        self.keep_if_checked(Scene { king: from, ..before }, &mut out);
                    }
                }
            }
            for taker in (0..N).filter(|&i| place::is_white(scene.at[i])) {
                self.untake(scene, taker, taken, occupied, &mut out);
            }
        }
    }

    #[inline]
    fn keep_if_checked(&self, before: Scene<N>, out: &mut impl FnMut(Scene<N>, usize)) {
        if let Some(checker) = self.checker(&before) {
            out(before, checker);
        }
    }

    /// The defender's piece `taker` has taken the checking piece `taken`.
    fn untake(
        &self,
        scene: &Scene<N>,
        taker: usize,
        taken: usize,
        occupied: u128,
        out: &mut impl FnMut(Scene<N>, usize),
    ) {
        let to = scene.at[taker];
        for promoted in [false, true] {
            let stood = place::place(Side::First, promoted, place::square(to));
            let checked = self.attacks(taken, stood) >> scene.king & 1 == 1;
            if !checked || !self.man(taken).valid[stood as usize] || self.crowds(scene, taken, stood) {
                continue;
            }
            for &from in &self.man(taker).sources[to as usize] {
                let blocked = occupied & place::bit(from) != 0;
                if blocked || (place::is_promoted(to) && self.crowds(scene, taker, from)) {
                    continue;
                }
                let mut before = *scene;
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
        scene: &Scene<N>,
        checker: usize,
        mut satisfies: impl FnMut(Scene<N>) -> bool,
    ) -> bool {
        let white = (0..N).filter(|&i| place::is_white(scene.at[i]));
        let own = white.clone().fold(0, |all, i| all | place::bit(scene.at[i]));
        let occupied = scene.occupied();
        let flight = self.around[scene.king as usize] & !own & !self.attacked(scene);
        for to in squares(flight & !occupied) {
            if !satisfies(Scene { king: to, ..*scene }) {
                return false;
            }
        }
        for to in squares(flight & occupied) {
            let taken = (0..N).find(|&i| place::is_black(scene.at[i]) && place::square(scene.at[i]) == to);
            let taken = taken.expect("what stands next to the king and is not its own is the attacker's");
            if !satisfies(self.with(&Scene { king: to, ..*scene }, taken, WHITE_HAND)) {
                return false;
            }
        }
        let target = place::square(scene.at[checker]);
        let takes = |&i: &usize| self.attacks(i, scene.at[i]) >> target & 1 == 1;
        for taker in white.filter(takes) {
            for promoted in [false, true] {
                let to = place::place(Side::Second, promoted, target);
                if self.man(taker).reaches(scene.at[taker], to) {
                    let mut next = *scene;
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

fn around(king: u8) -> u128 {
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
    use crate::rules;
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
    fn scene<const N: usize>(world: &World<N>, numbers: &mut Numbers) -> Scene<N> {
        loop {
            let king = numbers.below(81) as u8;
            let mut scene = Scene { king, at: [WHITE_HAND; N] };
            for i in 0..N {
                scene.at[i] = numbers.below(place::PLACES as u64) as u16;
                if place::on_board(scene.at[i]) && numbers.below(3) > 0 {
                    let near: Vec<u8> = squares(around(king)).collect();
                    let square = near[numbers.below(near.len() as u64) as usize];
                    scene.at[i] = scene.at[i] / 81 * 81 + u16::from(square);
                }
            }
            world.sort(&mut scene.at);
            let valid = (0..N).all(|i| world.man(i).valid[scene.at[i] as usize]);
            let distinct = 1 + scene.at.iter().filter(|&&at| place::on_board(at)).count() as u32;
            if valid && scene.occupied().count_ones() == distinct && world.pawns_stand_alone(&scene) {
                return scene;
            }
        }
    }

    /// Every position that the attacker's checks, or the defender's answers to a check, lead to by the rules.
    fn after<const N: usize>(world: &World<N>, scene: &Scene<N>, side: Side) -> Vec<Scene<N>> {
        let pos = world.position(scene, side);
        assert_eq!(world.scene(&pos), Some(*scene));
        let mut moves = Vec::new();
        match side {
            Side::First => rules().checks(&pos, &mut moves),
            Side::Second => rules().evasions(&pos, &mut moves),
        }
        // What the defender drops does not come between where nothing slides, so there are no drops to leave
        // out.
        let next = |&mv| world.scene(&rules().play(&pos, mv)).expect("pieces stay in the set");
        moves.iter().map(next).collect()
    }

    fn moves_and_moves_back_agree<const N: usize>(set: &str) {
        let world = World::<N>::new(&set.parse().unwrap());
        let mut numbers = Numbers(set.len() as u64);
        let mut seen = 0;
        for _ in 0..6000 {
            let scene = scene(&world, &mut numbers);
            seen += match world.checker(&scene) {
                Some(checker) => in_check(&world, &scene, checker),
                None if world.attacked(&scene) >> scene.king & 1 == 0 => not_in_check(&world, &scene),
                None => 0,
            };
        }
        assert!(seen > 1000, "{seen} moves of {set} were compared");
    }

    /// The defender's answers are those of the rules, and each position before leads here.
    fn in_check<const N: usize>(world: &World<N>, scene: &Scene<N>, checker: usize) -> usize {
        let mut answers = Vec::new();
        world.all_replies(scene, checker, |reply| {
            answers.push(reply);
            true
        });
        let by_rules = after(world, scene, Side::Second);
        let mate = by_rules.is_empty();
        assert_eq!(answers.len(), by_rules.len(), "{scene:?}");
        assert_eq!(
            answers.iter().collect::<HashSet<_>>(),
            by_rules.iter().collect::<HashSet<_>>(),
            "{scene:?}"
        );
        for answer in &answers {
            let mut before = Vec::new();
            world.defenders_unmoves(answer, |scene, _| before.push(scene));
            assert_eq!(before.iter().filter(|&before| before == scene).count(), 1, "{scene:?} to {answer:?}");
        }
        let mut before = Vec::new();
        world.attackers_unmoves(scene, checker, mate, |scene| before.push(scene));
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "each once: {scene:?}");
        for before in &before {
            assert!(after(world, before, Side::First).contains(scene), "{before:?} to {scene:?}");
        }
        answers.len() + before.len()
    }

    /// Each check of the rules is taken back, and each position before leads here.
    fn not_in_check<const N: usize>(world: &World<N>, scene: &Scene<N>) -> usize {
        let checks = after(world, scene, Side::First);
        for next in &checks {
            let checker = world.checker(next).expect("one piece checks");
            let mate = world.all_replies(next, checker, |_| false);
            let mut before = Vec::new();
            world.attackers_unmoves(next, checker, mate, |scene| before.push(scene));
            assert_eq!(before.iter().filter(|&before| before == scene).count(), 1, "{scene:?} to {next:?}");
        }
        let mut before = Vec::new();
        world.defenders_unmoves(scene, |scene, _| before.push(scene));
        for before in &before {
            assert!(after(world, before, Side::Second).contains(scene), "{before:?} to {scene:?}");
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
        let world = World::<4>::new(&"SSPP".parse().unwrap());
        let mut numbers = Numbers(1);
        for _ in 0..5000 {
            let scene = scene(&world, &mut numbers);
            let image = world.mirrored(&scene);
            assert_eq!(world.mirrored(&image), scene);
            assert_eq!(world.canonical(&image), world.canonical(&scene));
            assert_eq!(world.weight(&world.canonical(&scene)), 1 + u64::from(image != scene));
            assert_eq!(Scene::new(scene.king, scene.key()), scene);
        }
    }

    #[test]
    fn only_pawns_mind_their_file() {
        let world = World::<2>::new(&"NP".parse().unwrap());
        assert_eq!(world.men.iter().map(|man| man.kind).collect::<Vec<_>>(), [Kind::KNIGHT, Kind::PAWN]);
        assert_eq!(world.men.iter().map(|man| man.is_pawn).collect::<Vec<_>>(), [false, true]);
    }
}
