//! The slow and obvious judge: every position that can come about is written down, and the lengths of the mates are found
//! by going round the list until nothing changes. No pruning, no hands that stand for others, no proof numbers.

use std::collections::{HashMap, HashSet};
use yomikiri_core::Game;
use yomikiri_shogi::{Kind, Move, Piece, Position, Setup, Side, Square};
use yomikiri_tsume::rules;

/// A position, and what can be played there.
type Node = Vec<(Move, usize)>;

/// All positions that come about by checks and answers.
pub struct Judge {
    places: HashMap<Position<u128>, usize>,
    nodes: Vec<Node>,
    sides: Vec<Side>,
    /// In how many plies the attacker mates.
    pub lengths: Vec<Option<u32>>,
}

impl Judge {
    /// Judges a position, if no more than `most` come about.
    pub fn new(pos: &Position<u128>, most: usize) -> Option<Self> {
        let mut judge =
            Self { places: HashMap::new(), nodes: Vec::new(), sides: Vec::new(), lengths: Vec::new() };
        let mut open = vec![pos.clone()];
        judge.places.insert(pos.clone(), 0);
        while judge.nodes.len() < open.len() {
            let here = open[judge.nodes.len()].clone();
            let mut moves = Vec::new();
            match here.side() {
                Side::First => rules().checks(&here, &mut moves),
                Side::Second => rules().evasions(&here, &mut moves),
            }
            let mut node = Vec::new();
            for mv in moves {
                let next = rules().play(&here, mv);
                let fresh = judge.places.len();
                let place = *judge.places.entry(next.clone()).or_insert(fresh);
                if place == fresh {
                    open.push(next);
                }
                node.push((mv, place));
            }
            judge.nodes.push(node);
            judge.sides.push(here.side());
            if open.len() > most {
                return None;
            }
        }
        judge.go_round();
        Some(judge)
    }

    fn go_round(&mut self) {
        self.lengths = vec![None; self.nodes.len()];
        for plies in 0.. {
            let mates = |place: &usize| {
                let after = |&(_, next): &(Move, usize)| self.lengths[next].is_some_and(|less| less < plies);
                self.lengths[*place].is_none()
                    && match self.sides[*place] {
                        Side::First => self.nodes[*place].iter().any(after),
                        Side::Second => self.nodes[*place].iter().all(after),
                    }
            };
            let found: Vec<usize> = (0..self.nodes.len()).filter(mates).collect();
            if found.is_empty() && plies > 0 {
                return;
            }
            for place in found {
                self.lengths[place] = Some(plies);
            }
        }
    }

    /// All positions with their lengths.
    pub fn positions(&self) -> impl Iterator<Item = (&Position<u128>, Option<u32>)> {
        self.places.iter().map(|(pos, &place)| (pos, self.lengths[place]))
    }

    /// By definition D: the number of second solutions on the longest lines, and whether a piece is ever left over.
    pub fn flaws(&self, pos: &Position<u128>) -> (usize, bool) {
        let (mut seen, mut cooks, mut leftover) = (HashSet::new(), 0, false);
        let mut ways = vec![self.places[pos]];
        while let Some(here) = ways.pop() {
            if !seen.insert(here) {
                continue;
            }
            let plies = self.lengths[here].expect("a longest line ends with mate");
            let mating: Vec<usize> = self.nodes[here]
                .iter()
                .map(|&(_, next)| next)
                .filter(|&next| self.lengths[next].is_some())
                .collect();
            let main = *mating.iter().find(|&&next| self.lengths[next] == Some(plies - 1)).unwrap();
            if plies == 1 {
                let mated = |next: &&usize| self.lengths[**next] == Some(0);
                cooks += mating.len() - mating.iter().filter(mated).count();
                leftover |= mating.iter().filter(mated).any(|&next| self.holds_something(next));
                continue;
            }
            cooks += mating.len() - 1;
            let longest = self.nodes[main].iter().filter(|(_, next)| self.lengths[*next] == Some(plies - 2));
            ways.extend(longest.map(|&(_, next)| next));
        }
        (cooks, leftover)
    }

    fn holds_something(&self, place: usize) -> bool {
        let (pos, _) = self.places.iter().find(|&(_, &other)| other == place).unwrap();
        rules().variant().hand_kinds().any(|kind| pos.hand(Side::First, kind) > 0)
    }
}

/// A generator of numbers, for tests that come out the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    /// A lone king and a few pieces of these kinds around it, most of them the attacker's; the rest in the defender's
    /// hand. Not every try is a position.
    pub fn position(&mut self, kinds: &[Kind]) -> Option<Position<u128>> {
        let variant = rules().variant();
        let mut setup = Setup::empty(variant);
        let king = [self.below(9) as i8, self.below(4) as i8];
        let place = |[file, rank]: [i8; 2]| variant.board.square(file, rank).map(Square::index);
        setup.board[place(king)?] = Some(Piece { kind: Kind::KING, side: Side::Second });
        for _ in 0..2 + self.below(3) {
            let kind = kinds[self.below(kinds.len() as u64) as usize];
            if self.below(4) == 0 {
                setup.hands[Side::First.index()][kind.place()] += 1;
                continue;
            }
            let [file, rank] = [0, 1].map(|i| king[i] + self.below(7) as i8 - 3);
            let kind = if self.below(3) == 0 && kind != Kind::GOLD { kind.promoted() } else { kind };
            let side = if self.below(4) == 0 { Side::Second } else { Side::First };
            let square = place([file, rank]).filter(|&at| setup.board[at].is_none())?;
            setup.board[square] = Some(Piece { kind, side });
        }
        for (place, rule) in variant.pieces.iter().enumerate().skip(1) {
            let on_board =
                setup.board.iter().flatten().filter(|piece| piece.kind.place() == place).count() as u8;
            let held = on_board + setup.hands[Side::First.index()][place];
            setup.hands[Side::Second.index()][place] = rule.count.checked_sub(held)?;
        }
        let pos = Position::new(&setup, variant).ok()?;
        (!rules().in_check(&pos, Side::Second)).then_some(pos)
    }
}
