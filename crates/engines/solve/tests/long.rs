//! Games longer than a cell can tell.

mod chains;

use chains::Chains;
use yomikiri_core::{Graph, Value, play::NoProgress};
use yomikiri_solve::{Plan, SolveError, cell::LONG_PLIES, reach, retrograde, verify};

fn assert_solved(graph: &Chains) {
    let roots: Vec<u32> = (0..graph.chains).map(|chain| chain * graph.length).collect();
    let plan = Plan::unbounded(2);
    let solution = retrograde(graph, reach(graph, &roots, &plan, &NoProgress).unwrap(), &plan, &NoProgress);
    let solution = solution.unwrap();
    assert_eq!(solution.iter().count() as u64, graph.interior());
    for (node, value) in solution.iter() {
        let plies = (graph.length - 1 - node % graph.length) as u16;
        let right = if plies.is_multiple_of(2) { Value::Loss(plies) } else { Value::Win(plies) };
        assert_eq!((value, solution.value(node)), (right, Some(right)), "{node}");
    }
    for (value, count) in solution.histogram() {
        assert_eq!(count, u64::from(graph.chains), "{value:?}");
    }
    assert!(verify(graph, &solution, Value::Loss(0), 2, &NoProgress).unwrap().is_empty());
}

#[test]
fn distances_go_on_where_cells_end() {
    for length in [LONG_PLIES - 1, LONG_PLIES, LONG_PLIES + 1, LONG_PLIES + 2, 400] {
        assert_solved(&Chains { chains: 3, length: length.into() });
    }
}

/// More than are listed of a level that cells tell apart, in two parts of the index space.
#[test]
fn many_nodes_may_be_that_long() {
    assert_solved(&Chains { chains: 6000, length: u32::from(LONG_PLIES) + 40 });
}

#[test]
fn what_no_table_holds_is_refused() {
    let graph = Chains { chains: 1, length: 600 };
    let plan = Plan::unbounded(1);
    let reached = reach(&graph, &[0], &plan, &NoProgress).unwrap();
    assert!(matches!(retrograde(&graph, reached, &plan, &NoProgress), Err(SolveError::TooLong)));
}
