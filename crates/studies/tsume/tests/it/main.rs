//! The integration tests: one binary, since each is linked and its generic code compiled anew.

mod against_brute_force;
mod brute;
mod catalogue;
mod collections;
mod composed;
mod difficulties;
mod forward;
mod forward_small;
mod known;
mod lone_king;
mod mates;
mod mating_line;
mod random;
mod ranging;
mod responses;
mod resumed;
mod solver;
