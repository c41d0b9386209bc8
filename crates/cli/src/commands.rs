//! One file a command: its arguments, its output for people, its output for programs.

pub mod analyse;
pub mod bench;
pub mod check;
pub mod evaluate;
pub mod games;
pub mod gtp;
#[cfg(target_os = "linux")]
pub mod mount;
pub mod perft;
pub mod play;
pub mod probe;
pub mod report;
pub mod simulate;
pub mod solve;
pub mod train;
pub mod tsume;
pub mod usi;

use crate::failure::Failure;
use serde::Serialize;
use std::io::Write;

/// One object on one line.
fn json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(|error| Failure::Environment(error.to_string()))?;
    Ok(writeln!(out, "{line}")?)
}
