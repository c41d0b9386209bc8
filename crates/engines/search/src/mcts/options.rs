//! What can be set.

/// How the tree is searched. The defaults suit play-outs; `docs/notes/blokus.md` has the matches of the
/// Blokus player, which has others for its estimates.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads.
    pub threads: usize,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// The seed of the play-outs.
    pub seed: u64,
    /// How much a move is explored for its prior weight.
    pub exploration: f32,
    /// After how many visits a move's own mean weighs as much as all that is heard of it as a later move; 0
    /// does without.
    pub trust: f32,
    /// How much less than its position a move promises before anything is known of it.
    pub caution: f32,
    /// After how many visits a position's moves are added to the tree.
    pub ripe: u32,
    /// Whether a position that moves in another order lead to is searched together with the one that is there
    /// already.
    pub merging: bool,
    /// Whether to end as soon as no other move can overtake the first.
    pub hasty: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 512 << 20,
            seed: 1,
            exploration: 0.3,
            trust: 400.0,
            caution: 0.05,
            ripe: 4,
            merging: true,
            hasty: true,
        }
    }
}
