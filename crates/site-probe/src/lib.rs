//! Looks up positions of a solved game on a static site: rules, numbers of positions and values as a browser
//! runs them.
//!
//! `yomikiri export-site` packs the values of a game by [`Packing`], pages that a host of files serves by
//! range requests. The page of the site fetches them and draws; all that must be right is asked of this
//! crate, compiled to WebAssembly: which positions and moves there are, in which byte of which page a value
//! stands ([`Prober::places`]) and what it means ([`Prober::look`]). So the browser knows the rules and the
//! dense index of `yomikiri-shogi`, and no copy of them.
//!
//! The module is committed with the program (`cargo xtask wasm` makes it), so that building needs neither the
//! target nor a tool. It has a plain interface (`abi`): numbers, and texts in its memory.

#[cfg(target_family = "wasm")]
pub mod abi;
mod json;
mod packing;
mod prober;
mod wire;
mod words;

pub use packing::{PAGE, Packing, Place};
pub use prober::Prober;
pub use wire::write;
