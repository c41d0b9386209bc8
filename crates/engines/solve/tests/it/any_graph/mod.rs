//! Graphs of the tests as one type: what reads a graph out is compiled for each type of graph, which takes
//! the compiler longer than all these tests take.

use std::ops::Range;
use yomikiri_core::{EdgeSink, ExpandSink, Expansion, Graph, Value};

/// A graph with nodes of 32 bits, told apart from others when the tests run.
pub struct AnyGraph(Box<dyn Behind>);

impl AnyGraph {
    pub fn new(graph: impl Graph<Node = u32> + 'static) -> Self {
        Self(Box::new(graph))
    }
}

/// A graph behind a pointer.
trait Behind: Sync {
    fn nodes(&self) -> u64;
    fn interior(&self) -> u64;
    fn ends(&self) -> Vec<(Range<u64>, Value)>;
    fn expand(&self, nodes: &[u32], sink: &mut dyn ExpandSink<u32>);
    fn expand_unordered(&self, nodes: &[u32], sink: &mut dyn ExpandSink<u32>);
    fn retract(&self, nodes: &[u32], sink: &mut dyn FnMut(&[u32]));
    fn retract_unordered(&self, nodes: &[u32], counted: bool, sink: &mut dyn EdgeSink<u32>);
    fn is_folded(&self) -> bool;
    fn fixed(&self) -> Vec<u32>;
}

impl<G: Graph<Node = u32>> Behind for G {
    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn interior(&self) -> u64 {
        self.interior()
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        self.ends()
    }

    fn expand(&self, nodes: &[u32], sink: &mut dyn ExpandSink<u32>) {
        self.expand(nodes, &mut Through(sink));
    }

    fn expand_unordered(&self, nodes: &[u32], sink: &mut dyn ExpandSink<u32>) {
        self.expand_unordered(nodes, &mut Through(sink));
    }

    fn retract(&self, nodes: &[u32], mut sink: &mut dyn FnMut(&[u32])) {
        self.retract(nodes, &mut sink);
    }

    fn retract_unordered(&self, nodes: &[u32], counted: bool, sink: &mut dyn EdgeSink<u32>) {
        self.retract_unordered(nodes, counted, &mut Through(sink));
    }

    fn is_folded(&self) -> bool {
        self.is_folded()
    }

    fn fixed(&self) -> Vec<u32> {
        self.fixed()
    }
}

/// A sink behind a pointer.
struct Through<'s, S: ?Sized>(&'s mut S);

impl<S: EdgeSink<u32> + ?Sized> EdgeSink<u32> for Through<'_, S> {
    fn edges(&mut self, targets: &[u32]) {
        self.0.edges(targets);
    }

    fn edge_sets(&mut self, first: u64, sets: &[u64]) {
        self.0.edge_sets(first, sets);
    }
}

impl<S: ExpandSink<u32> + ?Sized> ExpandSink<u32> for Through<'_, S> {
    fn node(&mut self, node: u32, expansion: Expansion, edges: u32) {
        self.0.node(node, expansion, edges);
    }
}

impl Graph for AnyGraph {
    type Node = u32;

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn interior(&self) -> u64 {
        self.0.interior()
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        self.0.ends()
    }

    fn expand(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        self.0.expand(nodes, sink);
    }

    fn expand_unordered(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        self.0.expand_unordered(nodes, sink);
    }

    fn retract(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        self.0.retract(nodes, sink);
    }

    fn retract_unordered(&self, nodes: &[u32], counted: bool, sink: &mut impl EdgeSink<u32>) {
        self.0.retract_unordered(nodes, counted, sink);
    }

    fn is_folded(&self) -> bool {
        self.0.is_folded()
    }

    fn fixed(&self) -> Vec<u32> {
        self.0.fixed()
    }
}
