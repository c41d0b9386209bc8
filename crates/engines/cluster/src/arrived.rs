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
    /// The bytes of all of them.
    pub bytes: u64,
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
    /// Nothing yet, for so many parts.
    pub fn new(parts: usize) -> Self {
        Self { chunks: vec![Vec::new(); parts], ..Self::default() }
    }

    /// Keeps what arrives.
    pub fn keep(&mut self) -> impl FnMut(usize, Body) + '_ {
        |about, body| match body {
            Body::Nodes(coded) => {
                self.bytes += coded.len() as u64;
                self.chunks[about].push(coded);
            }
            Body::Packed(packed) => self.packed.push((about, packed)),
            Body::Question(question) => self.ask(about, question),
            Body::Answer(told) => self.answers.push((about, told)),
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
        for coded in mem::take(&mut self.chunks[part]) {
            self.bytes -= coded.len() as u64;
            chunk::decode(&coded, &mut told);
            give(&told);
        }
    }
}
