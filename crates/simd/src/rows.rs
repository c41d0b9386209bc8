//! Rows in memory, each of which begins where a line does.

/// How many.
pub const WIDTH: usize = 32;

/// Numbers of the units of a layer, or their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Floats(pub [f32; WIDTH]);

/// A half of a row of 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The first sixteen.
    First,
    /// The others.
    Second,
}

/// The weights of two inputs for sixteen units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Pairs(pub [[i16; 2]; 16]);

/// The weights of four inputs for sixteen units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Quads(pub [[i8; 4]; 16]);
