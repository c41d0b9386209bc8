//! Games read out behind objects, against a slow and obvious solver.

use std::{collections::HashSet, sync::Arc};
use yomikiri_core::{
    BruteForce, Canonical, Notation, Probe, ProbeError, TwoPlayer, Value, Wdl, play::NoProgress,
};
use yomikiri_dobutsu::{ReadOutGame, solver};
use yomikiri_shogi::{Ending, Position, Shogi, SmallBoard, SmallShogi};
use yomikiri_solve::Plan;

fn game(start: &str, ending: Ending) -> SmallShogi {
    let game = Shogi::dobutsu(ending);
    let pos = game.parse_pos(start).unwrap();
    game.with_start(pos)
}

fn read_out(game: SmallShogi, threads: usize) -> Box<dyn ReadOutGame> {
    let unsolved = solver::dense(game).unsolved().unwrap();
    unsolved.read_out(&Plan::unbounded(threads), &NoProgress).unwrap()
}

/// Values and counts are those of the oracle, for starts inside and outside the graph.
#[test]
fn values_and_counts_agree_with_the_oracle() {
    let starts = [
        "1l1/1c1/1C1/1L1 b -",
        "1l1/3/3/1L1 w -",
        // The lion of the side to move is in the far rank already.
        "L1l/3/3/3 b -",
        "L2/3/2l/1C1 b c",
        "2g/L2/3/2l w -",
    ];
    for (start, ending) in
        starts.into_iter().flat_map(|start| [Ending::Capture, Ending::Mate].map(|ending| (start, ending)))
    {
        let game = game(start, ending);
        let oracle = BruteForce::new(&game);
        let read_out = read_out(game.clone(), 2);
        let mut classes = [HashSet::new(), HashSet::new()];
        let mut results = [HashSet::new(), HashSet::new(), HashSet::new()];
        for (pos, value) in oracle.iter() {
            let found = read_out.probe(&game, pos).unwrap();
            assert_eq!(found, Some(value), "{start} {}", game.show_pos(pos));
            let is_open = game.result(pos).is_none();
            classes[usize::from(is_open)].insert(game.canonical(pos));
            if is_open {
                results[value.wdl() as usize].insert(game.canonical(pos));
            }
        }
        let [over, open] = classes.map(|class| class.len() as u64);
        let tally = read_out.tally();
        assert_eq!(tally.reachable, over + open, "{start}");
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let values = tally.histogram.iter().filter(|(value, _)| value.wdl() == wdl);
            let counted: u64 = values.map(|&(_, count)| count).sum();
            assert_eq!(counted, results[wdl as usize].len() as u64, "{start} {wdl:?}");
        }
        assert_eq!(read_out.mismatches(2, &NoProgress).unwrap(), 0, "{start}");
    }
}

/// The graph has no room for other pieces, nor for what they can come to.
#[test]
fn positions_with_other_pieces_are_not_known() {
    let read_out = read_out(game("1l1/1c1/1C1/1L1 b -", Ending::Capture), 2);
    for text in ["1l1/3/1C1/1L1 b -", "gle/1c1/1C1/ELG b -"] {
        let pos = read_out.game().parse_pos(text).unwrap();
        assert_eq!(read_out.probe(read_out.game(), &pos).unwrap(), None, "{text}");
    }
}

/// What has been read out, for several who ask.
#[derive(Clone)]
struct Known(Arc<dyn ReadOutGame>);

impl Probe<SmallShogi> for Known {
    fn probe(&self, game: &SmallShogi, pos: &Position<SmallBoard>) -> Result<Option<Value>, ProbeError> {
        self.0.probe(game, pos)
    }
}

/// What cannot be reached from the start, solved around what can, has the value that reading out gives it.
#[test]
fn surroundings_agree_with_reading_out() {
    surroundings_agree(12);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_surroundings_agree_with_reading_out() {
    surroundings_agree(3);
}

/// Of one in so many numbers.
fn surroundings_agree(step: usize) {
    for ending in [Ending::Capture, Ending::Mate] {
        let start = game("1l1/1c1/1C1/1L1 b -", ending);
        let numbered = solver::dense(start.clone());
        let known = Known(read_out(start.clone(), 2).into());
        let positions = (0..16_000).step_by(step).filter_map(|number| numbered.position(number));
        let is_known = |pos: &_| known.probe(&start, pos).unwrap().is_some();
        let unknown = positions.filter(|pos| start.result(pos).is_none() && !is_known(pos));
        let mut cases = 0;
        for pos in unknown {
            let there = start.clone().with_start(pos.clone());
            let around = Box::new(known.clone());
            let solved = solver::dense(there.clone()).solve_around(around, 1000).unwrap().unwrap();
            let expected = read_out(there, 1).probe(&start, &pos).unwrap();
            assert_eq!(solved.probe(&start, &pos).unwrap(), expected, "{}", start.show_pos(&pos));
            cases += 1;
        }
        assert!(cases > 30, "{cases}");
    }
}
