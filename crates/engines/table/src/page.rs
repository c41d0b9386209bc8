//! Pages and blocks: what is stored of a range of nodes.
//!
//! A page is the byte lengths of its blocks, each one byte (or two, low byte first, if one is longer than
//! 255: the first byte of the page is 1 or 2 and says which), then the blocks.

use crate::coder::{Decoder, Encoder};
use crate::format::BLOCK;
use crate::model::{Before, Counts, Intervals, Model, Symbol};
use std::ops::Range;
use yomikiri_core::{Context, Contexts, Value};

/// Nodes of a page.
pub const PAGE: u64 = 64 * BLOCK;
/// The most blocks of a page.
const BLOCKS: usize = (PAGE / BLOCK) as usize;

/// The longest page, in bytes: its lengths at two bytes each, and for each block what a symbol takes at the
/// most (28 bits) and the end of a message.
pub const LONGEST: usize = 1 + 2 * BLOCKS + 4 * (PAGE as usize + BLOCKS);

/// How many pages there are.
pub fn count_of(graph: &impl Contexts) -> usize {
    graph.interior().div_ceil(PAGE) as usize
}

/// The nodes of a page.
pub fn nodes_of(page: usize, interior: u64) -> Range<u64> {
    let first = page as u64 * PAGE;
    first..(first + PAGE).min(interior)
}

/// The symbol that stores a value.
pub fn symbol(context: &Context, value: Option<Value>) -> Symbol {
    match (value, context.decided) {
        (None, _) => Symbol::Unreached,
        (Some(Value::Loss(plies)), None) => Symbol::Lost((plies / 2) as u8),
        _ => Symbol::Other,
    }
}

/// Walks through the blocks of a page, each for `block` nodes: `items` are what is told of its nodes,
/// ascending.
pub fn each_block<T>(
    items: &[T],
    node: impl Fn(&T) -> u64,
    nodes: Range<u64>,
    block: u64,
    mut visit: impl FnMut(&[T]),
) {
    let mut rest = items;
    for end in nodes.step_by(block as usize).map(|first| first + block) {
        let (block, others) = rest.split_at(rest.partition_point(|item| node(item) < end));
        visit(block);
        rest = others;
    }
}

/// Walks through the contexts of a page, block by block.
fn each_context_block(
    graph: &impl Contexts,
    nodes: Range<u64>,
    contexts: &mut Vec<Context>,
    visit: impl FnMut(&[Context]),
) {
    contexts.clear();
    graph.contexts(nodes.clone(), contexts);
    each_block(contexts, |context| context.node, nodes, BLOCK, visit);
}

/// Counts the symbols of a page.
pub fn count(
    graph: &impl Contexts,
    nodes: Range<u64>,
    value: &impl Fn(u64) -> Option<Value>,
    contexts: &mut Vec<Context>,
    counts: &mut Counts,
) {
    each_context_block(graph, nodes, contexts, |block| {
        let mut before = Before::NOTHING;
        for context in block {
            let symbol = symbol(context, value(context.node));
            counts.add(context, &before, symbol);
            before.push(context, symbol);
        }
    });
}

/// Codes a page.
pub fn encode(
    graph: &impl Contexts,
    nodes: Range<u64>,
    value: &impl Fn(u64) -> Option<Value>,
    contexts: &mut Vec<Context>,
    model: &Model,
) -> Vec<u8> {
    let (mut blocks, mut intervals) = (Blocks::default(), Intervals::NONE);
    each_context_block(graph, nodes, contexts, |block| {
        // First all that is looked up, then the coder: each of its steps waits for the one before, and what
        // is looked up would wait with it.
        let mut before = Before::NOTHING;
        for context in block {
            let symbol = symbol(context, value(context.node));
            model.intervals(context, &before, symbol, &mut intervals);
            before.push(context, symbol);
        }
        blocks.push(|coder| intervals.encode(coder));
    });
    blocks.into_page(BLOCK)
}

/// The coded blocks of a page, one behind the other, and their lengths in bytes.
#[derive(Default)]
pub struct Blocks {
    lengths: Vec<u16>,
    body: Vec<u8>,
}

impl Blocks {
    /// Codes the next block.
    pub fn push(&mut self, code: impl FnOnce(&mut Encoder)) {
        let start = self.body.len();
        let mut coder = Encoder::new(&mut self.body);
        code(&mut coder);
        coder.finish();
        self.lengths.push((self.body.len() - start) as u16);
    }

    /// The page of these blocks, each for `block` nodes.
    pub fn into_page(mut self, block: u64) -> Vec<u8> {
        self.lengths.resize((PAGE / block) as usize, 0);
        let wide = self.lengths.iter().any(|&length| length > 255);
        let mut page = vec![1 + u8::from(wide)];
        for length in self.lengths {
            page.extend_from_slice(&length.to_le_bytes()[..=usize::from(wide)]);
        }
        page.extend(self.body);
        page
    }
}

/// The bytes of a node's block, and of all that follows in the page; `None` if the page is not made like one.
pub fn block(page: &[u8], node: u64, block: u64) -> Option<&[u8]> {
    let (number, blocks) = ((node % PAGE / block) as usize, (PAGE / block) as usize);
    let width = usize::from(*page.first().filter(|width| (1..=2).contains(*width))?);
    let (lengths, body) = page[1..].split_at_checked(blocks * width)?;
    let before = &lengths[..number * width];
    let start: usize = match width {
        1 => before.iter().map(|&length| usize::from(length)).sum(),
        _ => before.chunks_exact(2).map(|l| usize::from(u16::from_le_bytes([l[0], l[1]]))).sum(),
    };
    body.get(start..)
}

/// The symbols of a block's plausible nodes, from its first node on, out of its bytes.
pub fn decode(
    graph: &impl Contexts,
    mut coder: Decoder,
    nodes: Range<u64>,
    model: &Model,
    mut give: impl FnMut(&Context, Symbol),
) {
    let mut before = Before::NOTHING;
    graph.each_context(nodes, |context| {
        let symbol = model.decode(&mut coder, &context, &before);
        before.push(&context, symbol);
        give(&context, symbol);
    });
}
