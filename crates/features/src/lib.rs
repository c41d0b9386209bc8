//! One set of features of the crates from elsewhere, whatever is built of Yomikiri.
//!
//! Cargo gives a crate the features that the packages it is asked for want together. The program, the package
//! for Python and the tests want different ones of a few crates far below, such as `syn`, so that most of
//! what lies above them was built up to three times (docs/notes/build.md). Whatever depends on this crate
//! wants all of them. There is nothing else in it; `cargo xtask lint` compares the features.
