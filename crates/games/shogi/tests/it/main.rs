//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod against_oracle;
mod against_wide_oracle;
mod attacks;
mod dense;
mod fairy_stockfish;
mod general;
mod known_small;
mod notation;
mod oracle;
mod perft;
mod placements;
mod random;
mod random_variants;
mod see;
mod variants;
mod wide_oracle;
