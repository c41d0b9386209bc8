//! A random game with cycles and a stock, small enough to be solved by going round it until nothing changes.

use crate::{AndOrGame, DfPn, Role, Stock, Verdict};
use std::collections::HashMap;
use yomikiri_core::Random;

/// Two kinds of tokens, up to three of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tokens(pub [u8; 2]);

impl Stock for Tokens {
    fn covers(self, other: Self) -> bool {
        (0..2).all(|k| self.0[k] >= other.0[k])
    }
    fn join(self, other: Self) -> Self {
        Self([0, 1].map(|k| self.0[k].max(other.0[k])))
    }
    fn meet(self, other: Self) -> Self {
        Self([0, 1].map(|k| self.0[k].min(other.0[k])))
    }
    fn bits(self) -> u32 {
        u32::from(self.0[0]) << 8 | u32::from(self.0[1])
    }
    fn from_bits(bits: u32) -> Self {
        Self([(bits >> 8) as u8, bits as u8])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Place {
    node: u16,
    tokens: Tokens,
}

/// A step to a node. The attacker's may spend or gain a token; the defender's may need that the attacker does
/// not hold all tokens of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    to: u16,
    change: i8,
    kind: u8,
}

const MOST: u8 = 2;

/// Even nodes are the attacker's, odd ones the defender's.
struct Toy {
    steps: Vec<Vec<Step>>,
}

/// A generator of numbers, for tests that come out the same every time.
impl Toy {
    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let nodes = 8 + 2 * random.below(20) as u16;
        let steps = (0..nodes).map(|node| {
            let count = if node % 2 == 0 { random.below(4) } else { random.below(4).max(random.below(2)) };
            let step = |_| {
                let to = 2 * random.below(usize::from(nodes) / 2) as u16 + (node + 1) % 2;
                let change = if random.below(2) == 0 { 0 } else { random.below(3) as i8 - 1 };
                Step { to, change, kind: random.below(2) as u8 }
            };
            (0..count).map(step).collect::<Vec<_>>()
        });
        let mut toy = Self { steps: steps.collect() };
        toy.steps.iter_mut().for_each(Vec::dedup);
        toy
    }

    fn moves(&self, pos: Place) -> Vec<Step> {
        let held = |step: &Step| pos.tokens.0[step.kind as usize];
        let fits = |step: &&Step| match step.change {
            -1 if pos.node.is_multiple_of(2) => held(step) > 0,
            1 if pos.node.is_multiple_of(2) => true,
            // The defender needs a token that the attacker has not.
            1 | -1 => held(step) < MOST,
            _ => true,
        };
        self.steps[pos.node as usize].iter().filter(fits).copied().collect()
    }

    /// All places with the plies in which the attacker wins, by going round until nothing changes.
    fn solve(&self) -> HashMap<Place, u32> {
        let mut won = HashMap::new();
        for plies in 0.. {
            let mut found = Vec::new();
            for place in self.places() {
                if won.contains_key(&place) {
                    continue;
                }
                let moves = self.moves(place);
                let mut lengths = moves.iter().map(|&mv| won.get(&self.play(&place, mv)));
                let wins = if place.node % 2 == 0 {
                    lengths.any(|length| length.is_some_and(|&length| length + 1 == plies))
                } else {
                    lengths.all(|length| length.is_some())
                };
                if wins && (plies > 0 || place.node % 2 == 1) {
                    found.push(place);
                }
            }
            if found.is_empty() && plies > 1 {
                return won;
            }
            won.extend(found.into_iter().map(|place| (place, plies)));
        }
        unreachable!("the lengths end")
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        (0..self.steps.len() as u16).flat_map(|node| {
            (0..=MOST).flat_map(move |a| (0..=MOST).map(move |b| Place { node, tokens: Tokens([a, b]) }))
        })
    }
}

impl AndOrGame for Toy {
    type Pos = Place;
    type Move = Step;
    type Stock = Tokens;
    type Scratch = ();

    fn attacks(&self, pos: &Place, out: &mut Vec<Step>) {
        out.extend(self.moves(*pos));
    }

    fn defences(&self, pos: &Place, out: &mut Vec<Step>) {
        out.extend(self.moves(*pos));
    }

    fn play(&self, pos: &Place, mv: Step) -> Place {
        Place { node: mv.to, tokens: self.stock_after(pos, pos.tokens, mv) }
    }

    fn key(&self, pos: &Place) -> u64 {
        (u64::from(pos.node) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn key_after(&self, _pos: &Place, _key: u64, mv: Step) -> u64 {
        (u64::from(mv.to) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn stock(&self, pos: &Place) -> Tokens {
        pos.tokens
    }

    fn stock_after(&self, pos: &Place, mut tokens: Tokens, mv: Step) -> Tokens {
        if pos.node.is_multiple_of(2) {
            let held = &mut tokens.0[mv.kind as usize];
            *held = held.saturating_add_signed(mv.change).min(MOST);
        }
        tokens
    }

    fn stock_before(&self, pos: &Place, mv: Step, after: Tokens) -> Tokens {
        let mut tokens = after;
        let held = &mut tokens.0[mv.kind as usize];
        if pos.node.is_multiple_of(2) {
            *held = held.saturating_add_signed(-mv.change).min(MOST);
        } else if mv.change != 0 {
            *held = (*held).min(MOST - 1);
        }
        tokens
    }

    fn exclusive(&self, pos: &Place) -> Tokens {
        let mut tokens = Tokens([0, 0]);
        for step in &self.steps[pos.node as usize] {
            if step.change != 0 && pos.tokens.0[step.kind as usize] == MOST {
                tokens.0[step.kind as usize] = MOST;
            }
        }
        tokens
    }

    fn unavailing(&self, pos: &Place) -> Tokens {
        let mut tokens = Tokens([MOST, MOST]);
        for step in &self.steps[pos.node as usize] {
            if step.change == -1 && pos.tokens.0[step.kind as usize] == 0 {
                tokens.0[step.kind as usize] = 0;
            }
        }
        tokens
    }

    fn decisive(&self, pos: &Place, attacks: &[Step], (): &mut ()) -> Option<Step> {
        let ends = |&step: &Step| {
            let mut defences = Vec::new();
            self.defences(&self.play(pos, step), &mut defences);
            defences.is_empty()
        };
        attacks.iter().copied().find(ends)
    }

    fn begin(&self, (): &mut ()) {}

    fn estimate(&self, _pos: &Place, _: (usize, Step), _role: Role, (): &mut ()) -> (u32, u32) {
        (1, 1)
    }

    fn queue(&self, _pos: &Place, mv: Step, _role: Role, (): &mut ()) -> Option<u16> {
        Some(mv.to)
    }

    fn is_alike(&self, mv: Step) -> bool {
        mv.kind == 1
    }
}

fn role(place: Place) -> Role {
    if place.node.is_multiple_of(2) { Role::Attacker } else { Role::Defender }
}

#[test]
fn every_place_of_random_games_is_judged_right_with_and_without_a_bound() {
    every_place_is_judged_right(1300, 1);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn every_place_of_more_random_games_is_judged_right() {
    every_place_is_judged_right(4000, 1);
}

#[test]
fn several_threads_judge_right_too() {
    every_place_is_judged_right(60, 3);
}

fn every_place_is_judged_right(games: u64, threads: usize) {
    for seed in 0..games {
        let toy = Toy::random(seed);
        let won = toy.solve();
        let places: Vec<_> = toy.places().collect();
        let bytes = if seed % 2 == 0 { 1 << 14 } else { 1 << 20 };
        let mut dfpn = DfPn::new(toy, bytes).unwrap();
        dfpn.set_threads(threads);
        dfpn.alone = 0;
        for (at, &place) in places.iter().enumerate() {
            if at % 7 == 0 {
                dfpn.clear();
            }
            let verdict = dfpn.prove(&place, role(place), None, &mut |_| true);
            let expected = won.get(&place);
            match verdict {
                Verdict::Proven(plies) => assert!(expected.is_some_and(|&e| e <= plies), "{seed} {place:?}"),
                Verdict::Disproven => assert_eq!(expected, None, "{seed} {place:?}"),
                Verdict::Unknown => panic!("nobody stopped the search"),
            }
            for bound in [0, 1, 2, 3, 4, 5, 6, 7, 9, 12] {
                let verdict = dfpn.prove(&place, role(place), Some(bound), &mut |_| true);
                let within = expected.is_some_and(|&plies| plies <= bound);
                assert_eq!(
                    verdict != Verdict::Disproven,
                    within,
                    "{seed} {place:?} within {bound}: {expected:?}"
                );
            }
        }
    }
}

/// No shorter than the truth, and a line of the game to its end.
fn check_line(toy: &Toy, start: Place, line: &[Step], truth: u32, seed: u64) {
    let mut here = start;
    for step in line {
        assert!(toy.moves(here).contains(step), "{seed} {start:?}: {line:?}");
        here = toy.play(&here, *step);
    }
    let is_over = role(here) == Role::Defender && toy.moves(here).is_empty();
    assert!(is_over, "{seed} {start:?}: {line:?} ends too soon");
    assert!(line.len() as u32 >= truth, "{seed} {start:?}: {line:?}, but the defender can last {truth}");
}

#[test]
fn lines_are_branches_of_a_proof_and_no_shorter_than_the_truth() {
    let mut longer = 0;
    for seed in 0..3000 {
        let toy = Toy::random(seed);
        let won = toy.solve();
        let places: Vec<_> = toy.places().filter(|&place| role(place) == Role::Attacker).collect();
        // Small tables forget most of a proof.
        let mut dfpn = DfPn::new(Toy::random(seed), if seed % 2 == 0 { 1 << 14 } else { 1 << 20 }).unwrap();
        for place in places {
            let Some(&truth) = won.get(&place) else { continue };
            let bounds = [None, Some(truth + 2), Some(truth)];
            for bound in bounds {
                let Verdict::Proven(plies) = dfpn.prove(&place, Role::Attacker, bound, &mut |_| true) else {
                    panic!("{seed} {place:?} is won");
                };
                let line = dfpn.line(&place, plies, &mut |_| true).expect("nobody stops it");
                check_line(&toy, place, &line, truth, seed);
                longer += usize::from(line.len() as u32 > truth);
                if bound == Some(truth) {
                    assert_eq!(line.len() as u32, truth, "{seed} {place:?}");
                }
            }
        }
    }
    assert!(longer > 0, "no proof was longer than the shortest: the test tests little");
}
