//! Where the static program takes memory from: musl's own allocator asks the system for every larger
//! piece and gives it back, all threads waiting for one lock.
//!
//! On the Intel Xeon (Sapphire Rapids), quiet, in turns with the program by glibc: `solve dobutsu` took
//! 11.8 s and 10.6 (2.1 s of them the system's, and 0.7), `mcts` 1.08 times as long. By mimalloc it is 10.3
//! and 10.5 s, and 0.99.

use libmimalloc_sys::{mi_option_set, mi_option_t};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How long freed pages stay with the process, in milliseconds: `mi_option_purge_delay` of mimalloc 2.
const PURGE_DELAY: mi_option_t = 15;

/// Gives freed pages back to the system at once, as a bound of memory asks: within 230 MiB the process had
/// 238 at the peak where they stayed for 10 ms, 170 without. `mcts`, which has no such bound, takes 1.2 times
/// as long so.
pub fn keep_nothing_free() {
    // SAFETY: the option is there in this version, and no other thread sets options.
    unsafe { mi_option_set(PURGE_DELAY, 0) }
}
