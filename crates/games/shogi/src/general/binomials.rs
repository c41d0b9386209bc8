//! The binomial coefficients that placements are numbered by.

/// The most squares of a board, and one more than the most pieces of a kind.
pub const SQUARES: usize = 64;
const PIECES: usize = 19;

/// By squares, then by pieces, in how many ways these stand on those.
pub type Binomials = [[u64; PIECES]; SQUARES + 1];

/// All of them: the largest, of 64 and 18, is below 2^63.
pub fn binomials() -> Box<Binomials> {
    let mut choose = Box::new([[0u64; PIECES]; SQUARES + 1]);
    for n in 0..=SQUARES {
        choose[n][0] = 1;
        for k in 1..PIECES.min(n + 1) {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    choose
}
