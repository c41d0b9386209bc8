//! A fixed piece of work, timed beside what is measured: what this machine gives at this moment.

use std::{hint::black_box, thread, time::Instant};

/// Seconds that the reference takes on all cores at once.
pub struct Reference {
    /// Random reads in memory that no cache holds, each waiting for the one before.
    pub reads: f64,
    /// Steps of a generator in registers.
    pub steps: f64,
}

/// Words of 32 bits: 256 MiB.
const WORDS: usize = 1 << 26;
const READS: u32 = 8_000_000;
const STEPS: u32 = 500_000_000;

/// Times both, a second or so together.
pub fn measure() -> Reference {
    let memory: Vec<u32> = (0..WORDS as u32).map(|i| i.wrapping_mul(0x9e37_79b1) ^ i >> 7).collect();
    let reads = on_all_cores(|seed| {
        (0..READS).fold(seed, |at, i| step(u64::from(memory[at as usize % WORDS]) ^ at ^ u64::from(i)))
    });
    let steps = on_all_cores(|seed| (0..STEPS).fold(seed, |state, _| step(state)));
    Reference { reads, steps }
}

/// The time that all cores need to do the work once each.
fn on_all_cores(work: impl Fn(u64) -> u64 + Sync) -> f64 {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let began = Instant::now();
    thread::scope(|scope| {
        for seed in 1..=threads {
            let work = &work;
            scope.spawn(move || black_box(work(black_box(seed))));
        }
    });
    began.elapsed().as_secs_f64()
}

/// Xorshift.
fn step(mut state: u64) -> u64 {
    state ^= state << 13;
    state ^= state >> 7;
    state ^ state << 17
}
