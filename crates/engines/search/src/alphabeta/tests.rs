//! The search against plain minimax, on games small enough to be read out.

use super::{Engine, PastPosition, Score, SearchOptions, SearchPosition, Technique, Techniques};
use std::collections::HashMap;
use yomikiri_core::{
    Value, Wdl,
    play::{Limits, Stop},
};

/// A number that looks random.
fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32
}

/// A random graph in layers: a position is met at one distance from the root only, on several ways.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Layers {
    seed: u64,
    layer: u64,
    node: u64,
}

impl Layers {
    fn number(&self) -> u64 {
        mix(self.seed ^ self.layer << 16 ^ self.node << 32)
    }
}

impl SearchPosition for Layers {
    type Move = u16;

    fn key(&self) -> u64 {
        mix(self.number() + 1)
    }

    fn moves(&self, out: &mut Vec<u16>) {
        let count =
            if self.layer > 0 && self.number().is_multiple_of(19) { 0 } else { self.number() % 5 + 1 };
        out.extend(1..=count as u16);
    }

    fn after(&self, mv: u16) -> Self {
        Self { layer: self.layer + 1, node: mix(self.number() + u64::from(mv)) % 12, ..*self }
    }

    fn evaluate(&self) -> i32 {
        (mix(self.number() + 2) % 401) as i32 - 200
    }

    fn code(mv: u16) -> u16 {
        mv
    }
}

fn minimax(pos: &Layers, depth: u32, ply: usize) -> i32 {
    let mut moves = Vec::new();
    pos.moves(&mut moves);
    match depth {
        _ if moves.is_empty() => super::score::of_end(Value::Loss(0), ply),
        0 => pos.evaluate(),
        _ => moves.iter().map(|&mv| -minimax(&pos.after(mv), depth - 1, ply + 1)).max().unwrap_or(0),
    }
}

fn search<P: SearchPosition>(
    pos: &P,
    past: &[PastPosition],
    techniques: Techniques,
    options: &SearchOptions<P::Move>,
) -> (Score, Vec<P::Move>) {
    let mut engine = Engine::new(1 << 16, 1).unwrap();
    engine.set_techniques(techniques);
    let found = engine.search(pos, past, options, &Stop::new(), &mut |_| {});
    (found.score, found.moves)
}

#[test]
fn without_techniques_every_depth_has_the_score_of_plain_minimax() {
    for techniques in
        [Techniques::NONE, Techniques::NONE.with(Technique::Aspiration).with(Technique::Histories)]
    {
        for seed in 0..400 {
            let pos = Layers { seed, layer: 0, node: 0 };
            for depth in 1..=7 {
                let options = Limits::depth(depth).into();
                let expected = Score::of(minimax(&pos, depth, 0));
                let (score, moves) = search(&pos, &[], techniques, &options);
                assert_eq!(score, expected, "{seed} {depth}");
                let end = moves.iter().fold(pos.clone(), |pos, &mv| pos.after(mv));
                let value = minimax(&end, depth - moves.len() as u32, moves.len());
                let sign = if moves.len().is_multiple_of(2) { 1 } else { -1 };
                assert!(
                    Score::of(sign * value) == expected || moves.len() < depth as usize,
                    "{seed} {depth}"
                );
            }
        }
    }
}

/// Two heaps; a move takes one to three from one of them; who cannot move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heaps([u8; 2]);

impl SearchPosition for Heaps {
    type Move = (u8, u8);

    fn key(&self) -> u64 {
        mix(u64::from(self.0[0]) << 8 | u64::from(self.0[1]))
    }

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for heap in 0..2 {
            out.extend((1..=3.min(self.0[usize::from(heap)])).map(|take| (heap, take)));
        }
    }

    fn after(&self, (heap, take): (u8, u8)) -> Self {
        let mut next = *self;
        next.0[usize::from(heap)] -= take;
        next
    }

    fn evaluate(&self) -> i32 {
        0
    }

    fn code((heap, take): (u8, u8)) -> u16 {
        u16::from(heap) * 4 + u16::from(take)
    }
}

/// The plies to the end under best play; odd where the side to move wins.
fn distance(heaps: Heaps, known: &mut HashMap<Heaps, u32>) -> u32 {
    if let Some(&plies) = known.get(&heaps) {
        return plies;
    }
    let mut moves = Vec::new();
    heaps.moves(&mut moves);
    let next: Vec<u32> = moves.into_iter().map(|mv| distance(heaps.after(mv), known)).collect();
    let win = next.iter().filter(|&plies| plies % 2 == 0).min();
    let plies = win.or_else(|| next.iter().max()).map_or(0, |plies| plies + 1);
    known.insert(heaps, plies);
    plies
}

#[test]
fn a_game_that_can_be_read_out_is_read_out_with_every_technique() {
    let mut known = HashMap::new();
    for left in 0..9 {
        for right in 0..7 {
            let heaps = Heaps([left, right]);
            let plies = distance(heaps, &mut known);
            let expected = if plies % 2 == 1 { Score::Win(plies) } else { Score::Loss(plies) };
            let options = Limits::depth(24).into();
            let (score, moves) = search(&heaps, &[], Techniques::ALL, &options);
            assert_eq!(score, expected, "{heaps:?}");
            assert_eq!(moves.is_empty(), plies == 0);
        }
    }
}

#[test]
fn a_game_that_may_take_no_more_plies_is_drawn() {
    let mut known = HashMap::new();
    for heaps in (0..6).flat_map(|left| (0..5).map(move |right| Heaps([left, right]))) {
        let plies = distance(heaps, &mut known);
        for limit in 1..8 {
            let expected = match plies {
                _ if plies > limit => Score::Points(0),
                _ if plies % 2 == 1 => Score::Win(plies),
                _ => Score::Loss(plies),
            };
            let options = SearchOptions { plies: Some(limit as usize), ..Limits::depth(24).into() };
            let (score, _) = search(&heaps, &[], Techniques::ALL, &options);
            assert_eq!(score, expected, "{heaps:?}, at most {limit} plies");
        }
    }
}

/// A walk around a ring of five places, ahead or back; at a place of its own the walker may also step off,
/// which loses. The third occurrence of a position ends the game, lost by the side that is to move then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ring(u8);

impl SearchPosition for Ring {
    type Move = u8;

    fn occurrences(&self) -> usize {
        3
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.0))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.0 != 10 {
            out.push((self.0 + 1) % 4);
        }
    }

    fn after(&self, mv: u8) -> Self {
        Self(mv)
    }

    fn evaluate(&self) -> i32 {
        7
    }

    fn code(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn repetition_result(&self, cycle: &[PastPosition]) -> Wdl {
        assert_eq!(cycle.len() % 4, 0);
        if self.0.is_multiple_of(2) { Wdl::Loss } else { Wdl::Win }
    }
}

#[test]
fn a_repetition_is_worth_what_the_rules_say() {
    let options = Limits::depth(8).into();
    let losing = search(&Ring(0), &[], Techniques::NONE, &options).0;
    let winning = search(&Ring(1), &[], Techniques::NONE, &options).0;
    assert_eq!(
        (losing.points() < -20_000, winning.points() > 20_000),
        (true, true),
        "{losing:?} {winning:?}"
    );
    // The position after the only move has occurred twice already.
    let past = [1, 2, 3, 0, 1, 2, 3].map(|at| Ring(at).as_past());
    let third = search(&Ring(0), &past, Techniques::NONE, &Limits::depth(1).into()).0;
    assert!(third.points() < -20_000, "{third:?}");
}

#[test]
fn limits_are_kept() {
    let pos = Layers { seed: 3, layer: 0, node: 0 };
    let mut engine = Engine::new(1 << 16, 1).unwrap();
    let options = Limits::nodes(1000).into();
    let found = engine.search(&pos, &[], &options, &Stop::new(), &mut |_| {});
    assert_eq!(found.nodes, 1000);
    let stopped = Stop::new();
    stopped.stop();
    let found = engine.search(&pos, &[], &SearchOptions::default(), &stopped, &mut |_| {});
    assert!(!found.moves.is_empty() && found.nodes < 2000, "{found:?}");
    let mut moves = Vec::new();
    pos.moves(&mut moves);
    for &mv in &moves {
        let options = SearchOptions { moves: vec![mv], ..Limits::depth(4).into() };
        assert_eq!(engine.search(&pos, &[], &options, &Stop::new(), &mut |_| {}).moves[0], mv);
    }
}

#[test]
fn several_lines_are_those_of_the_best_moves() {
    for seed in 0..40 {
        let pos = Layers { seed, layer: 0, node: 0 };
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        let mut expected: Vec<i32> = moves.iter().map(|&mv| -minimax(&pos.after(mv), 4, 1)).collect();
        expected.sort_unstable_by_key(|score| std::cmp::Reverse(*score));
        let mut engine = Engine::new(1 << 16, 1).unwrap();
        engine.set_techniques(Techniques::NONE);
        let options = SearchOptions { lines: 3, ..Limits::depth(5).into() };
        let mut told = Vec::new();
        engine.search(&pos, &[], &options, &Stop::new(), &mut |info| {
            if info.depth == 5 {
                told.push(info.score);
            }
        });
        told.sort_unstable_by_key(|score| std::cmp::Reverse(score.points()));
        expected.truncate(3);
        assert_eq!(told, expected.into_iter().map(Score::of).collect::<Vec<_>>(), "{seed}");
    }
}

/// A search that ends where the next iteration begins has found what the one before did.
#[test]
fn an_iteration_that_hardly_began_changes_no_line() {
    for seed in 0..20 {
        let pos = Layers { seed, layer: 0, node: 0 };
        let found = |limits: Limits| {
            let mut engine = Engine::new(1 << 16, 1).unwrap();
            engine.search(&pos, &[], &SearchOptions { lines: 3, ..limits.into() }, &Stop::new(), &mut |_| {})
        };
        for depth in 1..5 {
            let whole = found(Limits::depth(depth));
            let ended = found(Limits::nodes(whole.nodes));
            assert_eq!((ended.moves, ended.score), (whole.moves, whole.score), "{seed}, depth {depth}");
        }
    }
}

#[test]
fn threads_agree_on_what_can_be_read_out() {
    let mut known = HashMap::new();
    for left in 3..9 {
        let heaps = Heaps([left, 8]);
        let plies = distance(heaps, &mut known);
        let mut engine = Engine::new(1 << 12, 3).unwrap();
        let options = Limits::depth(30).into();
        let found = engine.search(&heaps, &[], &options, &Stop::new(), &mut |_| {});
        let expected = if plies % 2 == 1 { Score::Win(plies) } else { Score::Loss(plies) };
        assert_eq!(found.score, expected, "{heaps:?}");
    }
}

/// What is prepared for the first search changes none; only what ends a game forgets what was found.
#[test]
fn an_engine_forgets_where_it_is_told_to_and_nowhere_else() {
    let pos = Layers { seed: 5, layer: 0, node: 0 };
    let options = Limits { depth: Some(8), ..Limits::default() }.into();
    let mut engine = Engine::new(1 << 16, 1).unwrap();
    let nodes = |engine: &mut Engine| engine.search(&pos, &[], &options, &Stop::new(), &mut |_| {}).nodes;
    let first = nodes(&mut engine);
    engine.prepare();
    let again = nodes(&mut engine);
    assert!(again < first, "{again} nodes after {first}");
    for _ in 0..2 {
        engine.clear();
        engine.prepare();
        assert_eq!(nodes(&mut engine), first);
    }
    let mut prepared = Engine::new(1 << 16, 1).unwrap();
    prepared.prepare();
    assert_eq!(nodes(&mut prepared), first);
}
