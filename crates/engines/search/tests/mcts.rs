//! Monte-Carlo tree search on games that are small enough to be known: noughts and crosses, and Nim.

use std::ops::Range;
use yomikiri_core::{
    Random, Side,
    play::{Limits, Stop},
    splitmix,
};
use yomikiri_search::mcts::{Options, Playable, Search, SearchResult};

/// Noughts and crosses.
struct Crosses;

/// Who has which squares, as bits, and who is to move.
#[derive(Clone, Copy, Debug)]
struct Grid([u16; 2], Side);

impl Grid {
    fn parse(text: &str) -> Self {
        let set = |mark| (0..9).filter(|&i| text.as_bytes()[i] == mark).fold(0, |set, i| set | 1 << i);
        let own: [u16; 2] = [set(b'x'), set(b'o')];
        let side = if own[0].count_ones() == own[1].count_ones() { Side::First } else { Side::Second };
        Self(own, side)
    }

    fn winner(self) -> Option<Side> {
        let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let won = |side: Side| lines.iter().any(|line| self.0[side.index()] & line == *line);
        [Side::First, Side::Second].into_iter().find(|&side| won(side))
    }

    fn free(self) -> Vec<u8> {
        let taken = self.0[0] | self.0[1];
        (0..9).filter(|square| taken >> square & 1 == 0).collect()
    }

    /// The value for the side to move, by looking at everything: 1, 0 or -1.
    fn minimax(self) -> i32 {
        if self.winner().is_some() {
            return -1;
        }
        let after = |&square: &u8| {
            let mut next = self;
            Crosses.play(&mut next, square);
            -next.minimax()
        };
        self.free().iter().map(after).max().unwrap_or(0)
    }
}

impl Playable for Crosses {
    type Pos = Grid;
    type Move = u8;

    fn numbers(&self) -> usize {
        9
    }

    fn number(&self, mv: u8) -> u32 {
        mv.into()
    }

    fn numbered(&self, number: u32) -> u8 {
        number as u8
    }

    fn key(&self, pos: &Grid) -> Option<u64> {
        Some(splitmix::mix(u64::from(pos.0[0]) << 16 | u64::from(pos.0[1])))
    }

    fn side(&self, pos: &Grid) -> Side {
        pos.1
    }

    fn play(&self, pos: &mut Grid, mv: u8) {
        pos.0[pos.1.index()] |= 1 << mv;
        pos.1 = pos.1.other();
    }

    fn moves(&self, pos: &Grid, out: &mut Vec<(u8, f32)>) {
        if pos.winner().is_none() {
            out.extend(pos.free().into_iter().map(|square| (square, 1.0)));
        }
    }

    fn result(&self, pos: &Grid) -> f32 {
        match pos.winner() {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        }
    }

    fn value(&self, pos: &mut Grid, random: &mut Random, moves: &mut Vec<(Side, u8)>) -> f32 {
        while pos.winner().is_none() {
            let free = pos.free();
            if free.is_empty() {
                break;
            }
            let mv = free[random.below(free.len())];
            moves.push((pos.1, mv));
            self.play(pos, mv);
        }
        self.result(pos)
    }
}

fn run<G: Playable>(search: &mut Search<G>, simulations: u64) -> SearchResult<G::Move> {
    search.run(Limits::nodes(simulations), &Stop::new(), &|_, _| ())
}

fn crosses(text: &str, options: Options) -> Search<Crosses> {
    Search::new(Crosses, Grid::parse(text), options)
}

/// The value that minimax finds, as a value from 0 to 1.
fn known(grid: Grid) -> f32 {
    (grid.minimax() + 1) as f32 / 2.0
}

/// Every position that random games pass through is proven, and to the right value, with any number of
/// threads.
#[test]
fn proofs_are_right() {
    proofs_of_games_are_right(0..12);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn proofs_of_more_games_are_right() {
    proofs_of_games_are_right(12..60);
}

fn proofs_of_games_are_right(seeds: Range<u64>) {
    for (seed, threads) in seeds.map(|seed| (seed, 1 + seed as usize % 3)) {
        let mut random = Random::new(seed);
        let mut pos = Grid::parse(".........");
        while pos.winner().is_none() && !pos.free().is_empty() {
            let mut search = Search::new(Crosses, pos, Options { threads, seed, ..Options::default() });
            let found = run(&mut search, 200_000);
            let best = found.moves[0];
            assert_eq!(search.value(), Some(known(pos)), "{:?}", pos.0);
            assert!(best.proven || found.moves.iter().any(|other| other.proven), "{found:?}");
            for candidate in found.moves.iter().filter(|candidate| candidate.proven) {
                let mut next = pos;
                Crosses.play(&mut next, candidate.mv);
                assert!((candidate.value - (1.0 - known(next))).abs() < 1e-6);
            }
            let mut next = pos;
            Crosses.play(&mut next, best.mv);
            assert_eq!(pos.minimax(), -next.minimax(), "the best move keeps the value");
            let free = pos.free();
            Crosses.play(&mut pos, free[random.below(free.len())]);
        }
    }
}

#[test]
fn one_thread_gives_the_same_answer_every_time() {
    let visits = || run(&mut crosses("x...o....", Options::default()), 300).moves;
    assert_eq!(visits(), visits());
    let other = run(&mut crosses("x...o....", Options { seed: 2, ..Options::default() }), 300).moves;
    assert_ne!(visits(), other);
}

/// Whether what is proven to lose, however often visited, is no reason to stop.
#[test]
fn a_search_ends_early_where_the_rest_cannot_change_its_move() {
    let (mut early, mut refuted) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut grid = Grid::parse(".........");
        for _ in 0..random.below(4) {
            let free = grid.free();
            Crosses.play(&mut grid, free[random.below(free.len())]);
        }
        let budget = 64 + random.below(1000) as u64;
        let found = run(&mut Search::new(Crosses, grid, Options { seed, ..Options::default() }), budget);
        let [first, second] = [found.moves[0], found.moves[1]];
        let left = budget - found.simulations;
        if left > 0 && !first.proven && !second.proven {
            assert!(u64::from(first.visits) > u64::from(second.visits) + left, "{grid:?} {found:?}");
            early += 1;
            refuted += u32::from(found.moves.iter().any(|mv| mv.visits > first.visits));
        }
    }
    assert!(early > 10 && refuted > 0, "{early} {refuted}");
}

#[test]
fn what_was_found_below_a_move_is_kept() {
    let mut search = crosses(".........", Options { stop_early: false, ..Options::default() });
    let found = run(&mut search, 500);
    let best = found.moves[0];
    assert_eq!(found.moves.iter().map(|candidate| u64::from(candidate.visits)).sum::<u64>(), 500);
    search.advance(best.mv);
    let value = search.value().unwrap();
    assert!((value - (1.0 - best.value)).abs() < 1e-6);
    let after = run(&mut search, 100);
    let visits: u32 = after.moves.iter().map(|candidate| candidate.visits).sum();
    assert!(visits > 100 && visits <= 100 + best.visits, "{visits}");
    // Into a part of the tree that does not exist, and on.
    search.restart(Grid::parse("xo......."));
    search.advance(8);
    assert_eq!(run(&mut search, 10).moves.len(), 6);
}

/// Orders of moves meet: noughts and crosses has 5,478 positions with 16,167 moves, but half a million ways
/// to them. The same moves are the best, and what is kept after a move is still a graph.
#[test]
fn orders_of_moves_meet() {
    for rave_equivalence in [0.0, 400.0] {
        let search = |use_transpositions| {
            crosses(
                ".........",
                Options { use_transpositions, rave_equivalence, stop_early: false, ..Options::default() },
            )
        };
        let (mut merged, mut apart) = (search(true), search(false));
        let nodes = [&mut merged, &mut apart].map(|search| run(search, 300_000).nodes);
        assert!(nodes[0] <= 16_167 && nodes[1] > 3 * nodes[0], "{nodes:?}");
        let best = run(&mut merged, 0).moves[0];
        let value = (best.mv, best.value);
        merged.advance(value.0);
        let kept = run(&mut merged, 0).nodes;
        assert!(kept > 1_000 && kept <= nodes[0], "{kept} of {nodes:?}");
        assert!((merged.value().unwrap() - (1.0 - value.1)).abs() < 1e-6);
        let found = run(&mut merged, 200_000);
        assert_eq!(merged.value(), Some(known(*merged.position())), "{:?}", found.moves[0]);
    }
}

#[test]
fn a_full_tree_is_searched_on() {
    // Room for a few thousand nodes is the least there can be: Nim with large heaps fills it.
    let mut search = Search::new(
        Nim,
        ([200, 200, 200], Side::First),
        Options { memory: 0, expansion_threshold: 1, stop_early: false, ..Options::default() },
    );
    let found = run(&mut search, 3_000);
    assert!(found.nodes <= 1 << 12);
    assert_eq!(found.simulations, 3_000);
}

#[test]
fn limits_end_a_search() {
    let began = std::time::Instant::now();
    let mut search =
        Search::new(Nim, ([90, 91, 92], Side::Second), Options { stop_early: false, ..Options::default() });
    let time = std::time::Duration::from_millis(50);
    let found = search.run(Limits::time(time), &Stop::new(), &|_, _| ());
    assert!(found.simulations > 0 && began.elapsed() >= time);
    let stop = Stop::new();
    stop.stop();
    let stopped = search.run(Limits::default(), &stop, &|_, _| ());
    assert!(!stopped.moves.is_empty());
    let mut over = crosses("xxxoo....", Options::default());
    assert!(run(&mut over, 10).moves.is_empty());
}

/// Nim with three heaps: who takes the last piece wins.
struct Nim;

impl Playable for Nim {
    type Pos = ([u8; 3], Side);
    /// A heap, and what is left of it.
    type Move = (u8, u8);

    fn numbers(&self) -> usize {
        3 << 8
    }

    fn number(&self, (heap, left): (u8, u8)) -> u32 {
        u32::from(heap) << 8 | u32::from(left)
    }

    fn numbered(&self, number: u32) -> (u8, u8) {
        ((number >> 8) as u8, number as u8)
    }

    fn key(&self, ([a, b, c], side): &Self::Pos) -> Option<u64> {
        Some(splitmix::mix(u64::from_le_bytes([*a, *b, *c, side.index() as u8, 0, 0, 0, 0])))
    }

    fn side(&self, pos: &Self::Pos) -> Side {
        pos.1
    }

    fn play(&self, pos: &mut Self::Pos, (heap, left): (u8, u8)) {
        pos.0[usize::from(heap)] = left;
        pos.1 = pos.1.other();
    }

    fn moves(&self, pos: &Self::Pos, out: &mut Vec<((u8, u8), f32)>) {
        for (heap, &count) in (0..).zip(&pos.0) {
            out.extend((0..count).map(|left| ((heap, left), 1.0)));
        }
    }

    fn result(&self, pos: &Self::Pos) -> f32 {
        if pos.1 == Side::First { 0.0 } else { 1.0 }
    }

    fn value(&self, pos: &mut Self::Pos, random: &mut Random, out: &mut Vec<(Side, (u8, u8))>) -> f32 {
        let mut moves = Vec::new();
        loop {
            moves.clear();
            self.moves(pos, &mut moves);
            if moves.is_empty() {
                return self.result(pos);
            }
            let (mv, _) = moves[random.below(moves.len())];
            out.push((pos.1, mv));
            self.play(pos, mv);
        }
    }
}

/// Heaps whose exclusive or is 0 are lost, all others are won by making it so: with what is heard of later
/// moves, and without, where positions are given few moves at first.
#[test]
fn nim_is_won_as_it_is_known_to_be() {
    let heard = [[3, 4, 5], [1, 6, 3], [7, 2, 2], [2, 30, 1]].map(|heaps| (heaps, 400.0));
    // What is heard misleads here: the same move is good in one position and bad in the next.
    let unheard = [[3, 4, 5], [1, 6, 3], [7, 2, 2], [2, 30, 1], [5, 5, 3]].map(|heaps| (heaps, 0.0));
    for (heaps, rave_equivalence) in heard.into_iter().chain(unheard) {
        let options = Options { rave_equivalence, stop_early: false, ..Options::default() };
        let mut search = Search::new(Nim, (heaps, Side::Second), options);
        let (heap, left) = run(&mut search, 200_000).moves[0].mv;
        let mut after = heaps;
        after[usize::from(heap)] = left;
        assert_eq!(
            after[0] ^ after[1] ^ after[2],
            0,
            "{heaps:?}, rave_equivalence {rave_equivalence}: {after:?}"
        );
    }
}
