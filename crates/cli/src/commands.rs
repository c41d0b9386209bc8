//! One file a command: its arguments, its output for people, its output for programs.

pub mod analyse;
pub mod bench;
pub mod check;
pub mod evaluate;
mod explore;
#[cfg(feature = "pages")]
pub mod export_site;
pub mod games;
pub mod generate;
pub mod gtp;
pub mod merge;
#[cfg(all(feature = "mount", target_os = "linux"))]
pub mod mount;
pub mod perft;
pub mod play;
pub mod probe;
pub mod report;
#[cfg(feature = "pages")]
pub mod serve;
pub mod simulate;
pub mod solve;
pub mod tables;
pub mod train;
pub mod usi;
