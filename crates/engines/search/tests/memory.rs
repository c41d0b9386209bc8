//! What a tree search takes of the memory, counted by an allocator.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use yomikiri_core::{
    Random, Side,
    play::{Limits, Stop},
};
use yomikiri_search::mcts::{Options, Playable, Search};

/// The system's allocator, which counts bytes.
struct Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let taken = TAKEN.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(taken, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A game in which any of 100 numbers may be said, forty times; the last wins if it is even.
struct Numbers;

impl Playable for Numbers {
    type Pos = (u32, u32);
    type Move = u32;

    fn numbers(&self) -> usize {
        100
    }

    fn number(&self, mv: u32) -> u32 {
        mv
    }

    fn numbered(&self, number: u32) -> u32 {
        number
    }

    fn key(&self, _: &Self::Pos) -> Option<u64> {
        None
    }

    fn side(&self, pos: &Self::Pos) -> Side {
        if pos.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn play(&self, pos: &mut Self::Pos, mv: u32) {
        *pos = (pos.0 + 1, mv);
    }

    fn moves(&self, pos: &Self::Pos, out: &mut Vec<(u32, f32)>) {
        // One move is likelier than the others, so that much of the tree is below it.
        out.extend((0..100).filter(|_| pos.0 < 40).map(|mv| (mv, if mv == 7 { 1000.0 } else { 1.0 })));
    }

    fn result(&self, pos: &Self::Pos) -> f32 {
        if pos.1.is_multiple_of(2) { 0.0 } else { 1.0 }
    }

    fn value(&self, _: &mut Self::Pos, random: &mut Random, _: &mut Vec<(Side, u32)>) -> f32 {
        random.below(1000) as f32 / 1000.0
    }
}

/// A search takes no more than it is allowed: while the tree grows, after it is full, when a move is made and
/// the tree below it is kept, and when it begins anew.
#[test]
fn memory_is_a_bound() {
    /// What the search holds beside its tree.
    const SLACK: usize = 64 << 10;
    const SIMULATIONS: u64 = 4_000;
    for memory in [1 << 20, 6 << 20] {
        let options = Options { memory, expansion_threshold: 1, stop_early: false, ..Options::default() };
        let before = TAKEN.load(Relaxed);
        MOST.store(before, Relaxed);
        let mut search = Search::new(Numbers, (0, 0), options);
        let mut nodes = Vec::new();
        for _ in 0..4 {
            let found = search.run(Limits::nodes(SIMULATIONS), &Stop::new(), &|_, _| ());
            nodes.push(found.nodes as usize);
            search.advance(7);
            let kept = search.run(Limits::nodes(0), &Stop::new(), &|_, _| ()).nodes as usize;
            assert!(kept > 100 && kept < nodes[0], "{kept} of {nodes:?}");
        }
        search.restart((0, 0));
        search.run(Limits::nodes(SIMULATIONS), &Stop::new(), &|_, _| ());
        let most = MOST.load(Relaxed) - before;
        assert!(most <= memory + SLACK, "{most} bytes of {memory}, {nodes:?}");
        assert!(nodes.iter().all(|nodes| nodes * 36 > memory / 10 * 9), "{memory}: {nodes:?}");
    }
}
