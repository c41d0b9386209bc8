//! Games longer than a cell can tell.

use crate::{any_graph::AnyGraph, chains::Chains};
use std::ops::Range;
use yomikiri_core::{ExpandSink, Expansion, Graph, Value, play::NoProgress};
use yomikiri_solve::{Plan, SolveError, cell::LONG_PLIES, reach, retrograde, verify};

fn assert_solved(Chains { chains, length }: Chains, plan: &Plan) {
    let graph = &AnyGraph::new(Chains { chains, length });
    let roots: Vec<u32> = (0..chains).map(|chain| chain * length).collect();
    let solution = retrograde(graph, reach(graph, &roots, plan, &NoProgress).unwrap(), plan, &NoProgress);
    let solution = solution.unwrap();
    assert_eq!(solution.iter().count() as u64, graph.interior());
    for (node, value) in solution.iter() {
        let plies = (length - 1 - node % length) as u16;
        let right = if plies.is_multiple_of(2) { Value::Loss(plies) } else { Value::Win(plies) };
        assert_eq!((value, solution.value(node)), (right, Some(right)), "{node}");
    }
    for (value, count) in solution.histogram() {
        assert_eq!(count, u64::from(chains), "{value:?}");
    }
    assert!(verify(graph, &solution, Value::Loss(0), 2, &NoProgress).unwrap().is_empty());
}

#[test]
fn distances_go_on_where_cells_end() {
    for length in [LONG_PLIES - 1, LONG_PLIES, LONG_PLIES + 1, LONG_PLIES + 2, 400] {
        assert_solved(Chains { chains: 3, length: length.into() }, &Plan::unbounded(2));
    }
}

/// More than are listed of a level that cells tell apart, in two parts of the index space.
#[test]
fn many_nodes_may_be_that_long() {
    assert_solved(Chains { chains: 6000, length: u32::from(LONG_PLIES) + 40 }, &Plan::unbounded(2));
}

/// A chain that many chains lead into: most nodes are at distances that cells do not tell apart, many at
/// each.
#[derive(Clone, Copy)]
struct Broom {
    /// Nodes of the chain, the last of which is lost. They come first, the lost one before all.
    handle: u32,
    /// Chains that lead into it, each of so many nodes; those of a distance are beside each other.
    bristles: u32,
    length: u32,
}

impl Broom {
    fn distance(&self, node: u32) -> u32 {
        node.checked_sub(self.handle).map_or(node, |node| self.handle + node / self.bristles)
    }
}

impl Graph for Broom {
    type Node = u32;

    fn nodes(&self) -> u64 {
        self.interior()
    }

    fn interior(&self) -> u64 {
        u64::from(self.handle + self.bristles * self.length)
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        Vec::new()
    }

    fn expand(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        for &node in nodes {
            if node == 0 {
                sink.node(node, Expansion::Decided(Value::Loss(0)), 0);
                continue;
            }
            let is_in_bristles = node >= self.handle + self.bristles;
            sink.edges(&[if is_in_bristles {
                node - self.bristles
            } else {
                (node - 1).min(self.handle - 1)
            }]);
            sink.node(node, Expansion::Open(1), 1);
        }
    }

    fn retract(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        for &node in nodes {
            if node + 1 < self.handle {
                sink(&[node + 1]);
            } else if node + 1 == self.handle {
                (0..self.bristles).for_each(|bristle| sink(&[self.handle + bristle]));
            } else if u64::from(node + self.bristles) < self.interior() {
                sink(&[node + self.bristles]);
            }
        }
    }

    fn fixed(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// Where there is no room for what is on its way, a level is applied to a part in turns.
#[test]
fn levels_that_cells_do_not_tell_apart_arrive_in_turns() {
    let broom = Broom { handle: u32::from(LONG_PLIES) - 1, bristles: 150_000, length: 12 };
    let roots: Vec<u32> = (broom.interior() as u32 - broom.bristles..broom.interior() as u32).collect();
    let graph = AnyGraph::new(broom);
    for chunks in [usize::MAX, 1, 0] {
        let plan = Plan { chunks, ..Plan::unbounded(2) };
        let reached = reach(&graph, &roots, &plan, &NoProgress).unwrap();
        let solution = retrograde(&graph, reached, &plan, &NoProgress).unwrap();
        assert_eq!(solution.iter().count() as u64, graph.interior());
        for (node, value) in solution.iter() {
            assert_eq!(value.plies(), Some(broom.distance(node) as u16), "{node}, {chunks} chunks");
        }
    }
}

#[test]
fn what_no_table_holds_is_refused() {
    let graph = AnyGraph::new(Chains { chains: 1, length: 600 });
    let plan = Plan::unbounded(1);
    let reached = reach(&graph, &[0], &plan, &NoProgress).unwrap();
    assert!(matches!(retrograde(&graph, reached, &plan, &NoProgress), Err(SolveError::TooLong)));
}
