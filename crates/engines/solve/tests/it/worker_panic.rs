//! A worker that panics ends the process, with the others waiting for it: they may not wait for ever.

use crate::any_graph::AnyGraph;
use std::{
    env,
    ops::Range,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use yomikiri_core::play::NoProgress;
use yomikiri_core::{ExpandSink, Expansion, Graph, Value};
use yomikiri_solve::{Plan, reach, retrograde};

/// Set for the process that is to fail, to the phase in which it does.
const FAIL: &str = "YOMIKIRI_TEST_WORKER_PANICS_IN";

/// One node, one end, and a bug.
struct Broken {
    in_reach: bool,
}

impl Graph for Broken {
    type Node = u32;

    fn nodes(&self) -> u64 {
        2
    }

    fn interior(&self) -> u64 {
        1
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        vec![(1..2, Value::Loss(0))]
    }

    fn expand(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        assert!(nodes.is_empty() || !self.in_reach, "the bug is in reach");
        for &node in nodes {
            sink.edges(&[1]);
            sink.node(node, Expansion::Decided(Value::Win(1)), 1);
        }
    }

    fn retract(&self, nodes: &[u32], _: &mut impl FnMut(&[u32])) {
        assert!(nodes.is_empty(), "the bug is in retrograde");
    }

    fn fixed(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// What the processes of the other test do; by itself it does nothing.
#[test]
fn broken() {
    if let Ok(phase) = env::var(FAIL) {
        let graph = AnyGraph::new(Broken { in_reach: phase == "reach" });
        let reached = reach(&graph, &[0], &Plan::unbounded(3), &NoProgress).unwrap();
        drop(retrograde(&graph, reached, &Plan::unbounded(3), &NoProgress));
    }
}

#[test]
fn a_panic_ends_the_process_instead_of_a_wait_for_ever() {
    for phase in ["reach", "retrograde"] {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "worker_panic::broken", "--nocapture"])
            .env(FAIL, phase)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_mins(1) {
                child.kill().unwrap();
                panic!("{phase}: the process still waits");
            }
            thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{phase}: {message}");
        assert!(message.contains(&format!("the bug is in {phase}")), "{phase}: {message}");
        assert!(message.contains("the others cannot go on"), "{phase}: {message}");
    }
}
