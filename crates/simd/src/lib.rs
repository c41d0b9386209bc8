//! Registers of the processor behind one interface, chosen when the program runs.
//!
//! A [`Level`] is what the processor has: portable code, AVX2, AVX-512 or NEON, all but the first with or
//! without instructions for products of bytes (VNNI, dotprod). Only this crate makes one, after it has asked
//! the processor; so a level is the proof that its instructions are there, and so is the token that [`Simd`]
//! is implemented for. [`by_level!`] makes of a function with a token one that runs at [`Level::chosen`].
//!
//! Why not by the flags of the compiler: a binary for one kind of processor does not run on an older one, and
//! a binary for an old one leaves nine tenths of a new one's speed (the book's `simd.md`). All levels are
//! compiled for every x86-64, whatever it is built for, so that the same code is looked at everywhere.
//!
//! Everything is 512 bits wide ([`Simd`]): one register of AVX-512, two of AVX2, four of SSE2 or NEON, an
//! array elsewhere. Every operation gives the same bits at every level; the arrays of [`Plain`] are what the
//! tests compare with.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod floats;
mod level;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod narrow;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pack;
mod plain;
mod products;
mod registers;
mod rows;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod work;

pub use floats::{Halves, LEAK, plus_times, transposed};
pub use level::{Level, LevelError, VARIABLE, features};
pub use pack::Packer;
pub use plain::Plain;
pub use products::{add_pairs, add_quads};
pub use registers::{Row, Simd, Words};
pub use rows::{Floats, Half, Pairs, Quads, WIDTH};
pub use work::Work;
