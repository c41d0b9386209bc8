//! What can be set.

/// How the tree is searched. The defaults suit play-outs; `docs/notes/blokus.md` has the matches of the
/// Blokus player, which has others for its estimates.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Bytes that the tree takes at the most, with the table of its transpositions and with what a move of
    /// the game needs to go on with a part of it; 160 KiB where that is more.
    pub memory: usize,
    /// The seed of the play-outs.
    pub seed: u64,
    /// The weight of the term that explores moves by their prior (the constant of PUCT).
    pub exploration: f32,
    /// After how many visits a move's own mean weighs as much as its RAVE mean (Gelly and Silver 2011); 0
    /// does without RAVE.
    pub rave_equivalence: f32,
    /// First-play urgency: how much less than its position a move is worth before its first visit.
    pub fpu_reduction: f32,
    /// After how many visits of a position its moves are added to the tree.
    pub expansion_threshold: u32,
    /// Whether a position that moves in another order lead to is searched together with the one that is there
    /// already.
    pub use_transpositions: bool,
    /// Whether to end as soon as no other move can overtake the first.
    pub stop_early: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 512 << 20,
            seed: 1,
            exploration: 0.3,
            rave_equivalence: 400.0,
            fpu_reduction: 0.05,
            expansion_threshold: 4,
            use_transpositions: true,
            stop_early: true,
        }
    }
}
