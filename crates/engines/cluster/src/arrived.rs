//! What has come to a worker and waits until it is wanted.

use crate::{
    chunk,
    network::{Body, Question},
};
use std::mem;

/// What has come from others and waits.
#[derive(Default)]
pub struct Arrived {
    /// Chunks of nodes, coded, by part.
    chunks: Vec<Vec<Vec<u8>>>,
    /// Their bytes, by part.
    waiting: Vec<u64>,
    /// The bytes of all of them.
    pub bytes: u64,
    /// How many came in this round.
    pub taken: u64,
    /// By worker, how many chunks it had sent and been sent when it told that it was idle in this round.
    pub idle: Vec<Option<[u64; 2]>>,
    /// Whether a worker has ended this round.
    pub is_over: bool,
    /// What is packed, and of which part or from whom.
    pub packed: Vec<(usize, Vec<u8>)>,
    /// Questions, and about which part.
    pub questions: Vec<(usize, Question)>,
    /// The bytes of all of them.
    pub question_bytes: u64,
    /// Answers, and to which question.
    pub answers: Vec<(usize, Vec<u8>)>,
}

impl Arrived {
    /// Nothing yet, for so many parts, from so many workers.
    pub fn new(parts: usize, workers: usize) -> Self {
        Self {
            chunks: vec![Vec::new(); parts],
            waiting: vec![0; parts],
            idle: vec![None; workers],
            ..Self::default()
        }
    }

    /// Forgets what was told of the round before.
    pub fn begin_round(&mut self) {
        (self.taken, self.is_over) = (0, false);
        self.idle.fill(None);
    }

    /// How many bytes of nodes wait for a part.
    pub fn waiting(&self, part: usize) -> u64 {
        self.waiting[part]
    }

    /// Whether all workers have told that they are idle, and all that they have sent has come.
    ///
    /// What they have told is of different moments, so that of three or more workers one may have been sent
    /// something since. Then another round follows.
    pub fn are_all_idle(&self) -> bool {
        let told: Option<Vec<[u64; 2]>> = self.idle.iter().copied().collect();
        told.is_some_and(|told| {
            let [sent, taken] = [0, 1].map(|at| told.iter().map(|told| told[at]).sum::<u64>());
            sent == taken
        })
    }

    /// Keeps what arrives.
    pub fn keep(&mut self) -> impl FnMut(usize, Body) + '_ {
        |about, body| match body {
            Body::Nodes(coded) => {
                self.bytes += coded.len() as u64;
                self.waiting[about] += coded.len() as u64;
                self.taken += 1;
                self.chunks[about].push(coded);
            }
            Body::Packed(packed) => self.packed.push((about, packed)),
            Body::Question(question) => self.ask(about, question),
            Body::Answer(told) => self.answers.push((about, told)),
            Body::Idle(told) => self.idle[about] = Some(told),
            Body::Over => self.is_over = true,
            Body::Figures(_) => {}
        }
    }

    /// Keeps a question about nodes of a part.
    pub fn ask(&mut self, part: usize, question: Question) {
        self.question_bytes += question.places.len() as u64;
        self.questions.push((part, question));
    }

    /// Takes the nodes that have arrived for a part, as entries of chunks.
    pub fn take(&mut self, part: usize, mut give: impl FnMut(&[u32])) {
        let mut told = Vec::new();
        self.waiting[part] = 0;
        for coded in mem::take(&mut self.chunks[part]) {
            self.bytes -= coded.len() as u64;
            chunk::decode(&coded, &mut told);
            give(&told);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round is over when all workers have told that they are idle and nothing is on its way between them;
    /// the next round begins with nothing told.
    #[test]
    fn all_are_idle_when_all_that_was_sent_has_come() {
        let mut arrived = Arrived::new(1, 2);
        let mut are_all_idle = |worker, told| {
            arrived.keep()(worker, Body::Idle(told));
            arrived.are_all_idle()
        };
        assert!(!are_all_idle(0, [0, 0]), "the other has told nothing");
        assert!(are_all_idle(1, [0, 0]));
        assert!(!are_all_idle(1, [3, 0]), "three chunks are on their way");
        assert!(!are_all_idle(0, [2, 3]), "two go back");
        assert!(are_all_idle(1, [3, 2]));
        arrived.begin_round();
        assert!(!arrived.are_all_idle());
    }
}
