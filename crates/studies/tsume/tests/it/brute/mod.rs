//! Sets of up to three pieces with ranging ones, decided forwards: pieces and where they stand, moves made to
//! see what they do, nothing shared with the crate.
//!
//! Files are counted from the left, ranks from the top; the attacker plays upwards.

use rayon::prelude::*;
use std::collections::HashMap;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    On { black: bool, promoted: bool, x: i8, y: i8 },
    Held,
    Unused,
}

/// The king and the pieces of the set; those beyond it are unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    pub king: (i8, i8),
    pub spots: [Spot; 3],
}

const STRAIGHT: [(i8, i8); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: [(i8, i8); 6] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];

type Ways = &'static [(i8, i8)];

/// Steps and slides of a letter.
fn movement(letter: char, promoted: bool) -> (Ways, Ways) {
    match (letter, promoted) {
        ('R', false) => (&[], &STRAIGHT),
        ('R', true) => (&DIAGONAL, &STRAIGHT),
        ('B', false) => (&[], &DIAGONAL),
        ('B', true) => (&STRAIGHT, &DIAGONAL),
        ('S', false) => (&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)], &[]),
        ('N', false) => (&[(-1, -2), (1, -2)], &[]),
        ('L', false) => (&[], &[(0, -1)]),
        ('P', false) => (&[(0, -1)], &[]),
        _ => (&GOLD, &[]),
    }
}

const fn on_board(x: i8, y: i8) -> bool {
    x >= 0 && x < 9 && y >= 0 && y < 9
}

/// Rank as the owner sees it, 0 the farthest.
const fn seen(black: bool, y: i8) -> i8 {
    if black { y } else { 8 - y }
}

/// What is wrong with a position that is mate.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Flaws {
    pub leftover: bool,
    pub choice: bool,
    pub later: bool,
    pub deep: bool,
}

/// A set of pieces.
pub struct Brute {
    pub letters: Vec<char>,
}

impl Brute {
    pub fn new(letters: &str) -> Self {
        Self { letters: letters.chars().collect() }
    }

    fn pieces(&self) -> std::ops::Range<usize> {
        0..self.letters.len()
    }

    /// Whether a piece may be there at all.
    fn may_be(&self, piece: usize, spot: Spot) -> bool {
        let Spot::On { black, promoted, y, .. } = spot else { return true };
        match (self.letters[piece], promoted) {
            ('G', true) => false,
            ('P' | 'L', false) => seen(black, y) > 0,
            ('N', false) => seen(black, y) > 1,
            _ => true,
        }
    }

    /// Whether the pieces stand on squares of their own, where they may, no two pawns of a side in a file.
    pub fn is_valid(&self, pos: &Pos) -> bool {
        let square = |i: usize| match pos.spots[i] {
            Spot::On { x, y, .. } => Some((x, y)),
            _ => None,
        };
        let pawn = |i: usize| match pos.spots[i] {
            Spot::On { black, promoted: false, x, .. } if self.letters[i] == 'P' => Some((black, x)),
            _ => None,
        };
        self.pieces().all(|i| {
            let apart = square(i) != Some(pos.king)
                && (square(i).is_none() || (0..i).all(|j| square(i) != square(j)));
            apart && self.may_be(i, pos.spots[i]) && (pawn(i).is_none() || (0..i).all(|j| pawn(i) != pawn(j)))
        })
    }

    /// What stands where: 0 nothing, 9 the king, else a piece's number and 1.
    fn grid(&self, pos: &Pos) -> [[u8; 9]; 9] {
        let mut grid = [[0; 9]; 9];
        grid[pos.king.0 as usize][pos.king.1 as usize] = 9;
        for i in self.pieces() {
            if let Spot::On { x, y, .. } = pos.spots[i] {
                grid[x as usize][y as usize] = i as u8 + 1;
            }
        }
        grid
    }

    /// The squares that a piece attacks.
    fn attacks(&self, grid: &[[u8; 9]; 9], piece: usize, spot: Spot, mut out: impl FnMut(i8, i8)) {
        let Spot::On { black, promoted, x, y } = spot else { return };
        let (steps, slides) = movement(self.letters[piece], promoted);
        let ahead = if black { 1 } else { -1 };
        for &(dx, dy) in steps {
            let (x, y) = (x + dx, y + dy * ahead);
            if on_board(x, y) {
                out(x, y);
            }
        }
        for &(dx, dy) in slides {
            let (mut x, mut y) = (x + dx, y + dy * ahead);
            while on_board(x, y) {
                out(x, y);
                if grid[x as usize][y as usize] != 0 {
                    break;
                }
                (x, y) = (x + dx, y + dy * ahead);
            }
        }
    }

    /// The pieces that give check.
    pub fn checkers(&self, pos: &Pos) -> Vec<usize> {
        let grid = self.grid(pos);
        let checks = |&i: &usize| {
            let mut hit = false;
            if matches!(pos.spots[i], Spot::On { black: true, .. }) {
                self.attacks(&grid, i, pos.spots[i], |x, y| hit |= (x, y) == pos.king);
            }
            hit
        };
        self.pieces().filter(checks).collect()
    }

    pub fn in_check(&self, pos: &Pos) -> bool {
        !self.checkers(pos).is_empty()
    }

    /// Equal pieces in order.
    pub fn sorted(&self, mut pos: Pos) -> Pos {
        for i in 1..self.letters.len() {
            for j in (1..=i).rev() {
                if self.letters[j] == self.letters[j - 1] && pos.spots[j] < pos.spots[j - 1] {
                    pos.spots.swap(j, j - 1);
                }
            }
        }
        pos
    }

    /// All moves of one side's pieces but the king, whether or not they are legal for the king.
    fn piece_moves(&self, pos: &Pos, black: bool) -> Vec<Pos> {
        let grid = self.grid(pos);
        let mut out = Vec::new();
        for i in self.pieces() {
            let spot = pos.spots[i];
            let Spot::On { black: owner, promoted, y, .. } = spot else { continue };
            if owner != black {
                continue;
            }
            self.attacks(&grid, i, spot, |to_x, to_y| {
                let there = grid[to_x as usize][to_y as usize];
                let mut next = *pos;
                if there == 9 {
                    return;
                }
                if there > 0 {
                    let taken = there as usize - 1;
                    if matches!(pos.spots[taken], Spot::On { black, .. } if black == owner) {
                        return;
                    }
                    next.spots[taken] = if black { Spot::Held } else { Spot::Unused };
                }
                let zone = seen(black, y) < 3 || seen(black, to_y) < 3;
                for promotes in [false, true] {
                    if promotes && (promoted || !zone) {
                        continue;
                    }
                    next.spots[i] = Spot::On { black, promoted: promoted || promotes, x: to_x, y: to_y };
                    if self.is_valid(&next) {
                        out.push(self.sorted(next));
                    }
                }
            });
        }
        out
    }

    /// The attacker's moves that give check.
    pub fn checks(&self, pos: &Pos) -> Vec<Pos> {
        let mut out = self.piece_moves(pos, true);
        out.retain(|next| self.in_check(next));
        for i in self.pieces() {
            let same = |&j: &usize| pos.spots[j] == Spot::Held && self.letters[j] == self.letters[i];
            if pos.spots[i] != Spot::Held || (0..i).any(|j| same(&j)) {
                continue;
            }
            for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
                let mut next = *pos;
                next.spots[i] = Spot::On { black: true, promoted: false, x, y };
                if self.is_valid(&next) && self.in_check(&next) {
                    if self.letters[i] == 'P' && self.replies(&next).is_empty() {
                        continue;
                    }
                    out.push(self.sorted(next));
                }
            }
        }
        out
    }

    /// The defender's moves on the board out of check.
    pub fn replies(&self, pos: &Pos) -> Vec<Pos> {
        let mut out = self.piece_moves(pos, false);
        for (dx, dy) in STRAIGHT.into_iter().chain(DIAGONAL) {
            let king = (pos.king.0 + dx, pos.king.1 + dy);
            if !on_board(king.0, king.1) {
                continue;
            }
            let mut next = Pos { king, ..*pos };
            let there = self.grid(pos)[king.0 as usize][king.1 as usize];
            if there > 0 {
                let taken = there as usize - 1;
                if matches!(pos.spots[taken], Spot::On { black: false, .. }) {
                    continue;
                }
                next.spots[taken] = Spot::Unused;
            }
            out.push(self.sorted(next));
        }
        out.retain(|next| !self.in_check(next));
        out
    }

    /// For each square on which a drop answers a check: the positions with the checking piece there.
    pub fn draws(&self, pos: &Pos) -> Vec<Vec<Pos>> {
        let checkers = self.checkers(pos);
        let [checker] = checkers[..] else { return Vec::new() };
        let Spot::On { promoted, x, y, .. } = pos.spots[checker] else { unreachable!() };
        let (dx, dy) = (pos.king.0 - x, pos.king.1 - y);
        if (dx != 0 && dy != 0 && dx.abs() != dy.abs()) || dx.abs().max(dy.abs()) < 2 {
            return Vec::new();
        }
        let drawn = |i: i8| {
            let (to_x, to_y) = (x + i * dx.signum(), y + i * dy.signum());
            let ways =
                [false, true].into_iter().filter(|&promotes| !(promotes && (promoted || y.min(to_y) > 2)));
            let ways = ways.map(|promotes| {
                let mut next = *pos;
                next.spots[checker] =
                    Spot::On { black: true, promoted: promoted || promotes, x: to_x, y: to_y };
                next
            });
            ways.filter(|next| self.is_valid(next) && self.in_check(next))
                .map(|next| self.sorted(next))
                .collect()
        };
        (1..dx.abs().max(dy.abs())).map(drawn).collect()
    }

    /// In how many plies a position in check is lost, if it is known what is mate with the attacker to move.
    pub fn lost(&self, pos: &Pos, mate: &impl Fn(&Pos) -> Option<u8>) -> Option<u8> {
        let mut answered = 0;
        for reply in self.replies(pos) {
            answered = answered.max(mate(&reply)? + 1);
        }
        let mut plies = answered;
        for ways in self.draws(pos) {
            let left = ways.iter().filter_map(|way| self.lost(way, mate)).min()?;
            if left > answered {
                plies = plies.max(left + 2);
            }
        }
        Some(plies)
    }

    /// All places of a piece.
    pub fn spots() -> Vec<Spot> {
        let sides = [(true, false), (true, true), (false, false), (false, true)];
        let squares =
            |(black, promoted)| (0..81).map(move |i| Spot::On { black, promoted, x: i % 9, y: i / 9 });
        sides.into_iter().flat_map(squares).chain([Spot::Held, Spot::Unused]).collect()
    }

    /// All positions with a piece of the attacker, the king on the left or in the middle, that are wanted.
    fn positions(&self, wanted: impl Fn(&Pos) -> bool + Sync) -> Vec<Pos> {
        let kings: Vec<(i8, i8)> = (0..5).flat_map(|x| (0..9).map(move |y| (x, y))).collect();
        let spots = Self::spots();
        let of_king = |&king: &(i8, i8)| {
            let mut all = vec![Pos { king, spots: [Spot::Unused; 3] }];
            for i in self.pieces() {
                let with = |pos: Pos| {
                    spots.iter().map(move |&spot| {
                        let mut next = pos;
                        next.spots[i] = spot;
                        next
                    })
                };
                all = all.into_iter().flat_map(with).collect();
            }
            let armed = |spot: &Spot| matches!(spot, Spot::Held | Spot::On { black: true, .. });
            all.retain(|pos| {
                pos.spots.iter().any(armed) && self.is_valid(pos) && self.sorted(*pos) == *pos && wanted(pos)
            });
            all
        };
        kings.par_iter().flat_map_iter(of_king).collect()
    }

    /// The position, or its mirror image if its king is on the right.
    pub fn folded(&self, pos: Pos) -> Pos {
        if pos.king.0 > 4 { self.mirrored(pos) } else { pos }
    }

    pub fn mirrored(&self, mut pos: Pos) -> Pos {
        pos.king.0 = 8 - pos.king.0;
        for spot in &mut pos.spots {
            if let Spot::On { x, .. } = spot {
                *x = 8 - *x;
            }
        }
        self.sorted(pos)
    }
}

/// A position in check: in how many plies it is lost, its answers and what is left after drops between.
struct Checked {
    pos: Pos,
    lost: Option<u8>,
    replies: Vec<Option<u32>>,
    draws: Vec<Vec<u32>>,
    flaws: Option<Flaws>,
}

/// A position with the attacker to move.
pub struct Attack {
    pub pos: Pos,
    pub mate: Option<u8>,
    checks: Vec<u32>,
    pub flaws: Flaws,
}

/// Everything decided.
pub struct Decided {
    pub brute: Brute,
    pub attacks: Vec<Attack>,
    index: HashMap<Pos, u32>,
    checked: Vec<Checked>,
}

impl Decided {
    pub fn new(letters: &str) -> Self {
        let brute = Brute::new(letters);
        let positions = brute.positions(|pos| !brute.in_check(pos));
        let with_checks: Vec<(Pos, Vec<Pos>)> = positions
            .into_par_iter()
            .map(|pos| (pos, brute.checks(&pos)))
            .filter(|(_, checks)| !checks.is_empty())
            .collect();
        let index: HashMap<Pos, u32> =
            with_checks.iter().enumerate().map(|(i, (pos, _))| (*pos, i as u32)).collect();
        let mut all = Self { brute, attacks: Vec::new(), index, checked: Vec::new() };
        let mut numbers = HashMap::new();
        for (pos, checks) in with_checks {
            let checks = checks.into_iter().map(|next| all.number(next, &mut numbers)).collect();
            all.attacks.push(Attack { pos, mate: None, checks, flaws: Flaws::default() });
        }
        all.decide();
        all
    }

    /// The number of a position in check; new ones are taken up with what may follow.
    fn number(&mut self, pos: Pos, numbers: &mut HashMap<Pos, u32>) -> u32 {
        if let Some(&number) = numbers.get(&pos) {
            return number;
        }
        let replies = self
            .brute
            .replies(&pos)
            .into_iter()
            .map(|next| self.index.get(&self.brute.folded(next)).copied());
        let replies = replies.collect();
        let draws = self.brute.draws(&pos);
        let draws =
            draws.into_iter().map(|ways| ways.into_iter().map(|way| self.number(way, numbers)).collect());
        let draws = draws.collect();
        let number = self.checked.len() as u32;
        self.checked.push(Checked { pos, lost: None, replies, draws, flaws: None });
        numbers.insert(pos, number);
        number
    }

    /// The longest answer on the board, if all are mate.
    fn answered(&self, checked: &Checked) -> Option<u8> {
        let mate = |reply: &Option<u32>| Some(self.attacks[(*reply)? as usize].mate? + 1);
        checked.replies.iter().map(mate).try_fold(0, |longest, plies| Some(longest.max(plies?)))
    }

    /// In how many plies what is left after a drop is lost, the shortest way.
    fn left(&self, ways: &[u32]) -> Option<u8> {
        ways.iter().filter_map(|&way| self.checked[way as usize].lost).min()
    }

    fn lost(&self, checked: &Checked) -> Option<u8> {
        let answered = self.answered(checked)?;
        let mut plies = answered;
        for ways in &checked.draws {
            let left = self.left(ways)?;
            if left > answered {
                plies = plies.max(left + 2);
            }
        }
        Some(plies)
    }

    fn decide(&mut self) {
        for plies in (0..62).step_by(2) {
            loop {
                let new = |checked: &Checked| checked.lost.is_none() && self.lost(checked) == Some(plies);
                let found: Vec<usize> =
                    (0..self.checked.len()).into_par_iter().filter(|&i| new(&self.checked[i])).collect();
                if found.is_empty() {
                    break;
                }
                for i in found {
                    self.checked[i].lost = Some(plies);
                }
            }
            let checked = &self.checked;
            self.attacks.par_iter_mut().for_each(|attack| {
                let mates = |&next: &u32| checked[next as usize].lost == Some(plies);
                if attack.mate.is_none() && attack.checks.iter().any(mates) {
                    attack.mate = Some(plies + 1);
                }
            });
        }
    }

    /// Finds the flaws of all mates, short ones first.
    pub fn find_flaws(&mut self, strict: bool) {
        self.checked.iter_mut().for_each(|checked| checked.flaws = None);
        for plies in (1..62).step_by(2) {
            for i in 0..self.attacks.len() {
                if self.attacks[i].mate == Some(plies) {
                    self.attacks[i].flaws = self.flaws_of_attack(i, plies, strict);
                }
            }
        }
    }

    fn flaws_of_attack(&mut self, i: usize, plies: u8, strict: bool) -> Flaws {
        let mut flaws = Flaws::default();
        let mut ways = 0;
        for at in 0..self.attacks[i].checks.len() {
            let next = self.attacks[i].checks[at] as usize;
            let Some(lost) = self.checked[next].lost else { continue };
            flaws.later |= lost + 1 > plies;
            if lost + 1 == plies {
                ways += 1;
                let further = self.flaws_of_checked(next, strict);
                flaws.leftover |= further.leftover;
                flaws.deep |= further.deep;
            }
        }
        flaws.choice = ways > 1;
        flaws
    }

    fn flaws_of_checked(&mut self, i: usize, strict: bool) -> Flaws {
        if let Some(flaws) = self.checked[i].flaws {
            return flaws;
        }
        let plies = self.checked[i].lost.expect("a lost position");
        let mut flaws = Flaws::default();
        if plies == 0 {
            flaws.leftover = self.checked[i].pos.spots.contains(&Spot::Held);
        }
        for reply in self.checked[i].replies.iter().flatten() {
            let attack = &self.attacks[*reply as usize];
            if attack.mate.is_some_and(|mate| mate + 1 == plies) {
                flaws.leftover |= attack.flaws.leftover;
                flaws.deep |= !is_sound(attack, strict);
            }
        }
        let answered = self.answered(&self.checked[i]).expect("a lost position");
        for ways in self.checked[i].draws.clone() {
            let left = self.left(&ways).expect("a lost position");
            if left > answered && left + 2 == plies {
                flaws.leftover = true;
                flaws.deep |=
                    ways.iter().filter(|&&way| self.checked[way as usize].lost.is_some()).count() > 1;
                for way in ways {
                    if self.checked[way as usize].lost == Some(left) {
                        flaws.deep |= self.flaws_of_checked(way as usize, strict).deep;
                    }
                }
            }
        }
        self.checked[i].flaws = Some(flaws);
        flaws
    }

    /// In how many plies a position is mate, the attacker to move.
    fn mate(&self, pos: Pos) -> Option<u8> {
        let number = self.index.get(&self.brute.folded(self.brute.sorted(pos)))?;
        self.attacks[*number as usize].mate
    }

    /// Whether a mate is a problem; pieces left over may be allowed.
    pub fn is_problem(&self, attack: &Attack, strict: bool, leftover: bool) -> bool {
        let needless = |&i: &usize| {
            let mut without = attack.pos;
            without.spots[i] = Spot::Unused;
            matches!(attack.pos.spots[i], Spot::On { .. }) && self.mate(without) == attack.mate
        };
        is_sound(attack, strict)
            && (leftover || !attack.flaws.leftover)
            && !self.brute.pieces().any(|i| needless(&i))
    }

    /// Whether it is mate, whatever else is known.
    fn is_mate(&self, pos: &Pos) -> bool {
        self.brute.in_check(pos)
            && self.brute.replies(pos).is_empty()
            && self.brute.draws(pos).iter().all(|ways| ways.iter().any(|way| self.is_mate(way)))
    }

    /// The number of minimal mates by one piece that is no plain pawn, nothing in hand, whether or not a move
    /// leads there.
    pub fn minimal_mates(&self) -> u64 {
        let counts = |pos: &Pos| {
            let [checker] = self.brute.checkers(pos)[..] else { return false };
            let by_pawn = self.brute.letters[checker] == 'P'
                && matches!(pos.spots[checker], Spot::On { promoted: false, .. });
            let needless = |i: usize| {
                let mut without = *pos;
                without.spots[i] = Spot::Unused;
                matches!(pos.spots[i], Spot::On { .. }) && self.is_mate(&without)
            };
            let bare = !by_pawn && !pos.spots.contains(&Spot::Held);
            bare && self.is_mate(pos) && !self.brute.pieces().any(needless)
        };
        let mates = self.brute.positions(counts);
        mates.iter().map(|pos| if pos.king.0 < 4 { 2 } else { 1 }).sum()
    }
}

fn is_sound(attack: &Attack, strict: bool) -> bool {
    let Flaws { choice, later, deep, .. } = attack.flaws;
    if attack.mate == Some(1) && !strict { !later } else { !(choice || later || deep) }
}
