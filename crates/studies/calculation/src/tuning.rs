//! The numbers of the strongest player.
//!
//! Where nothing else is said they were chosen on the stored samples of thousands of races, by what the
//! candidate that wins them comes to in samples that the race has not seen; then by games
//! (`docs/notes/calculation-search.md`).

/// What [`Best`](crate::best::Best) looks at, how long, and how much is left to chance.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Turns that a play-out takes before what is reached is valued.
    pub playout_turns: u32,
    /// Late is with fewer cards hidden than this: learnt values are so far off there that play-outs go on to
    /// the end.
    pub late_hidden: u32,
    /// Play-outs that the value at first sight counts for, early.
    pub prior_weight: f64,
    /// The same, late.
    pub late_prior_weight: f64,
    /// Candidates that are raced, at most.
    pub candidates: usize,
    /// How far below the best a candidate may be at first sight, in logits.
    pub margin: f32,
    /// The standard deviation between the play-outs of two candidates, as a chance of winning, in a game that
    /// is as open as can be.
    pub spread: f64,
    /// The improvement that a candidate of such a game must promise, as a chance of winning, times the
    /// seconds of a share.
    pub price: f64,
    /// The improvement that is looked for where rounds are counted instead of seconds.
    pub improvement: f64,
    /// How open a game counts at least, from 0 to 1, that is won or lost as good as certainly.
    pub openness: f64,
    /// The most rounds that are worth their time.
    pub rounds: u64,
    /// With so many cards hidden, or fewer, the best turn is exact and there is no race.
    pub exact_hidden: u32,
    /// Looks that the exact end may take where rounds are counted: in one game of a hundred it would take
    /// millions.
    pub exact_looks: u64,
    /// Looks that it may take for each round where there is a race if they are not enough.
    pub exact_looks_a_round: u64,
    /// With so many cards hidden, or fewer, late play-outs end with an exact value.
    pub tail_hidden: u32,
    /// Looks that this may take.
    pub tail_looks: u32,
    /// Shares of the time that is left that a turn may take.
    pub shares: f64,
    /// Shares of a late turn for one of a turn before: what is gained late is ten times as much, and
    /// play-outs are four times as long.
    pub late_shares: f64,
    /// Late turns more than there are that the time is shared among: the last races would take all.
    pub reserved_turns: u32,
    /// The part of the time that goes into races, from 0 to 1: the exact end may have the rest.
    pub racing_share: f64,
}

/// The numbers that it plays with.
pub const TUNING: Tuning = Tuning {
    playout_turns: 6,
    late_hidden: 18,
    prior_weight: 2.0,
    late_prior_weight: 1.0,
    candidates: 12,
    margin: 1.5,
    spread: 0.16,
    price: 6e-6,
    improvement: 0.001,
    openness: 0.01,
    rounds: 1000,
    exact_hidden: 4,
    exact_looks: 3000,
    exact_looks_a_round: 100,
    tail_hidden: 2,
    tail_looks: 20,
    shares: 2.0,
    late_shares: 4.0,
    reserved_turns: 2,
    racing_share: 0.92,
};
