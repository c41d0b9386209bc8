//! Every number of the census on small variants, against a slow oracle.

use crate::oracle::{self, Board, CAPTURE, Rules};
use std::collections::{BTreeMap, HashMap, HashSet};
use yomikiri_cluster::{Peers, Work, read_out};
use yomikiri_core::play::NoProgress;
use yomikiri_core::{Game, Notation, Numbered, Value, Wdl};
use yomikiri_dobutsu::{Census, Extent, Moves, Needed, Tally, Together, Without, census, placements, solver};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Found, Plan};

const NO_DEAD_DROPS: Rules = Rules { mate: false, last_rank_drops: false };

fn game(start: &str) -> SmallShogi {
    let game = Shogi::dobutsu(Ending::Capture);
    let start = game.parse_pos(start).unwrap();
    game.with_start(start)
}

fn computed(game: &SmallShogi, threads: usize) -> Census {
    let (graph, plan) = (DenseGraph::of(game), Plan::unbounded(threads));
    let unsolved = solver::unsolved_dense(game.clone()).unwrap();
    let Found { solution, interior, ends, .. } =
        solver::read_out_dense(unsolved, &plan, &NoProgress).unwrap().found;
    census(game, &graph, Extent::of(interior, &ends), &solution, &plan, &NoProgress).unwrap()
}

/// The census as so many workers make it, each over its own parts, with room for so many chunks.
fn computed_together(game: &SmallShogi, threads: usize, chunks: usize) -> Census {
    let graph = DenseGraph::of(game);
    let roots = &[graph.node(game, &game.start()).unwrap()];
    let together = Together::new(game, &graph);
    let plan = &Plan { chunks, ..Plan::unbounded(threads) };
    let (checkpoints, verify, census) = (None, Some(Value::Draw), Some(&together as _));
    let (graph, digest, progress) = (&graph, 0, &NoProgress);
    let work = Work { graph, roots, digest, checkpoints, plan, progress, verify, census };
    let told = read_out(&work, Peers::alone(threads)).unwrap().unwrap();
    assert_eq!(told.mismatches, Some(0));
    together.census(Extent::of(told.found.interior, &told.found.ends)).unwrap()
}

/// A solved game, slowly.
struct Slow {
    solution: oracle::Solution,
    /// The positions where the game goes on.
    open: Vec<Board>,
}

impl Slow {
    fn of(start: &str) -> Self {
        let solution = oracle::solve(Board::parse(start), CAPTURE, true);
        let open = solution.boards.iter().copied().filter(|board| board.result(CAPTURE).is_none()).collect();
        Self { solution, open }
    }

    fn value(&self, board: &Board) -> Value {
        self.solution.value(&board.fold())
    }

    fn extent(&self) -> Extent {
        let ends = |wanted| {
            self.solution.boards.iter().filter(|board| board.result(CAPTURE) == Some(wanted)).count() as u64
        };
        Extent {
            nonterminal: self.open.len() as u64,
            captures: ends(Value::Win(1)),
            tries: ends(Value::Loss(0)),
        }
    }

    fn tally(&self) -> Tally {
        let all: HashSet<Board> = self.open.iter().copied().collect();
        let lost = |board: &Board| all.contains(board) && self.value(board).wdl() == Wdl::Loss;
        let mut tally = Tally::default();
        for board in &self.open {
            let (value, next) = (self.value(board), board.successors(CAPTURE));
            let wdl = value.wdl() as usize;
            tally.positions[wdl] += 1;
            tally.moves_of[wdl] += next.len() as u64;
            for next in &next {
                let count = match next.result(CAPTURE) {
                    Some(Value::Win(_)) => &mut tally.moves.to_capture,
                    Some(_) => &mut tally.moves.to_try,
                    None => &mut tally.moves.to_open,
                };
                *count += 1;
            }
            tally.distinct_moves += next.iter().map(Board::fold).collect::<HashSet<_>>().len() as u64;
            tally.symmetric += u64::from(board.mirror() == *board);
            tally.wins_in_1 += u64::from(value == Value::Win(1));
            tally.losses_in_2 += u64::from(value == Value::Loss(2));
            if let Value::Win(plies) = value {
                tally.longest_win = tally.longest_win.max(Some(plies));
            }
            let passed = board.flip().fold();
            if lost(board) && lost(&passed) {
                tally.zugzwangs += 1;
                tally.own_zugzwangs += u64::from(passed == *board);
            }
        }
        tally.by_moves = self.by_moves();
        tally
    }

    fn by_moves(&self) -> Vec<u64> {
        let mut counts = BTreeMap::new();
        for board in &self.open {
            *counts.entry(board.successors(CAPTURE).len()).or_insert(0) += 1;
        }
        let most = counts.last_key_value().map_or(0, |(&moves, _)| moves);
        (0..=most).map(|moves| counts.get(&moves).copied().unwrap_or(0)).collect()
    }

    fn needed(&self) -> Needed {
        let mut needed = Needed::default();
        for board in &self.open {
            let wdl = self.value(board).wdl();
            let others = board.successors(NO_DEAD_DROPS);
            if others.iter().all(|next| self.value(next).before().wdl() != wdl) {
                needed.to_win += u64::from(wdl == Wdl::Win);
                needed.to_draw += u64::from(wdl == Wdl::Draw);
            }
        }
        needed
    }

    /// Sweeps over the same positions without dead drops until nothing changes.
    fn without(&self, start: &Board) -> Without {
        let mut values: HashMap<Board, Value> = HashMap::new();
        // The ends that moves lead to, and the other positions.
        let split = |board: &Board| {
            let (ends, open): (Vec<Board>, Vec<Board>) =
                board.successors(NO_DEAD_DROPS).iter().partition(|next| next.result(CAPTURE).is_some());
            let ends: Vec<Value> = ends.iter().filter_map(|next| next.result(CAPTURE)).collect();
            (*board, ends, open.iter().map(Board::fold).collect::<Vec<_>>())
        };
        let mut undecided: Vec<_> = self.open.iter().map(split).collect();
        for plies in 1..=180 {
            let decide = |(board, ends, open): &(Board, Vec<Value>, Vec<Board>)| {
                let mut next =
                    ends.iter().copied().map(Some).chain(open.iter().map(|b| values.get(b).copied()));
                let won = next.clone().any(|value| matches!(value, Some(Value::Loss(_))));
                let lost = next.all(|value| matches!(value, Some(Value::Win(_))));
                // Moves that leave the lion to be taken lose in two plies, which is the second sweep.
                match (won, lost && plies > 1) {
                    (true, _) => Some((*board, Value::Win(plies))),
                    (_, true) => Some((*board, Value::Loss(plies))),
                    _ => None,
                }
            };
            let fresh: Vec<(Board, Value)> = undecided.iter().filter_map(decide).collect();
            if fresh.is_empty() && plies > 2 {
                break;
            }
            values.extend(fresh);
            undecided.retain(|(board, ..)| !values.contains_key(board));
        }
        let value = |board: &Board| values.get(&board.fold()).copied().unwrap_or(Value::Draw);
        let mut positions = [[0; 3]; 3];
        for board in &self.open {
            positions[self.value(board).wdl() as usize][value(board).wdl() as usize] += 1;
        }
        Without { positions, start: Some(value(start)) }
    }

    fn checks(&self) -> Vec<u64> {
        let in_check = |board: &Board| board.flip().can_take_lion();
        let mut won: HashSet<Board> = HashSet::new();
        let mut lengths = Vec::new();
        loop {
            let refuted = |board: &Board| board.can_take_lion() || won.contains(&board.fold());
            let lost = |board: &Board| {
                board.result(CAPTURE).is_none()
                    && in_check(board)
                    && (self.value(board) == Value::Loss(2) || board.successors(CAPTURE).iter().all(refuted))
            };
            // Nobody wins by continuous check who does not win.
            let winning = self.open.iter().filter(|board| self.value(board).wdl() == Wdl::Win);
            let open = winning.filter(|board| !won.contains(*board));
            let fresh: Vec<Board> =
                open.filter(|board| board.successors(CAPTURE).iter().any(lost)).copied().collect();
            if fresh.is_empty() {
                return lengths;
            }
            lengths.push(fresh.len() as u64);
            won.extend(fresh);
        }
    }
}

fn agrees(start: &str) {
    let game = game(start);
    let (census, slow) = (computed(&game, 2), Slow::of(start));
    assert_eq!(census, computed(&game, 1), "threads make no difference");
    for (threads, chunks) in [(1, usize::MAX), (2, 0), (3, 100)] {
        assert_eq!(census, computed_together(&game, threads, chunks), "{threads} threads, {chunks} chunks");
    }
    assert_eq!(census.extent, slow.extent());
    assert_eq!(census.tally, slow.tally());
    assert_eq!(census.checks, slow.checks());
    assert_eq!(census.needed, slow.needed());
    let board = Board::parse(start);
    assert_eq!(census.without, slow.without(&board));
    assert_eq!(census.start, Some(slow.value(&board)));
    let mut replies: Vec<Value> = census.replies.iter().map(|&(_, value)| value).collect();
    let mut expected: Vec<Value> =
        board.successors(CAPTURE).iter().map(|next| slow.value(next).before()).collect();
    replies.sort_unstable();
    expected.sort_unstable();
    assert_eq!(replies, expected);
    assert!(census.figures().iter().all(|figure| figure.published.is_none()));
    let Moves { to_capture, to_try, to_open } = census.tally.moves;
    assert_eq!(census.tally.moves.total(), to_capture + to_try + to_open);
}

#[test]
fn lions_and_chicks() {
    agrees("1l1/1c1/1C1/1L1 b -");
}

#[test]
fn lions_and_one_chick_a_side_in_hand() {
    agrees("1l1/3/3/1L1 b Cc");
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn lions_giraffes_and_elephants() {
    agrees("gle/3/3/ELG b -");
}

/// Every way to put letters on squares, one piece after another.
fn placed(start: &str) -> Vec<u64> {
    let count = |letter: char| start.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count();
    let mut boards: HashMap<Board, usize> = HashMap::from([(Board::parse("3/3/3/3 b -"), 0)]);
    for (letters, place, pieces) in
        [("L", 3, 1), ("l", 3, 1), ("Ee", 0, count('e')), ("Gg", 1, count('g')), ("CcHh", 2, count('c'))]
    {
        for _ in 0..pieces {
            let mut next = HashMap::new();
            for (board, held) in boards {
                for (square, letter) in (0..12).flat_map(|s| letters.bytes().map(move |l| (s, l))) {
                    if board.cells[square] == b'.' {
                        let mut board = board;
                        board.cells[square] = letter;
                        next.insert(board, held);
                    }
                }
                for owner in (0..2).filter(|_| place < 3) {
                    let mut board = board;
                    board.hands[owner][place] += 1;
                    next.insert(board, held + 1);
                }
            }
            boards = next;
        }
    }
    let most = boards.values().copied().max().unwrap();
    (0..=most).map(|held| boards.values().filter(|&&h| h == held).count() as u64).collect()
}

#[test]
fn placements_are_those_that_can_be_set_up() {
    for start in ["1l1/1c1/1C1/1L1 b -", "1le/1c1/3/1L1 b -", "gl1/3/3/1LG b -"] {
        assert_eq!(placements(&game(start)), placed(start), "{start}");
    }
}
