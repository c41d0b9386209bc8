//! A game that takes as many plies as one likes.

use std::ops::Range;
use yomikiri_core::{ExpandSink, Expansion, Graph, Value};

/// Chains of nodes, each with one move to the next; the last of a chain has none and is lost.
pub struct Chains {
    pub chains: u32,
    pub length: u32,
}

impl Graph for Chains {
    type Node = u32;

    fn nodes(&self) -> u64 {
        self.interior()
    }

    fn interior(&self) -> u64 {
        u64::from(self.chains * self.length)
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        Vec::new()
    }

    fn expand(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        for &node in nodes {
            if (node + 1).is_multiple_of(self.length) {
                sink.node(node, Expansion::Decided(Value::Loss(0)), 0);
            } else {
                sink.edges(&[node + 1]);
                sink.node(node, Expansion::Open(1), 1);
            }
        }
    }

    fn retract(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        for &node in nodes.iter().filter(|node| !node.is_multiple_of(self.length)) {
            sink(&[node - 1]);
        }
    }

    fn fixed(&self) -> Vec<u32> {
        Vec::new()
    }
}
