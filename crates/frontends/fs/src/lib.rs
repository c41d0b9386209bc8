//! Game trees as files: directories are positions, their names are moves.
//!
//! [`Tree`] answers what a file system is asked, from any game behind core's `Explore`, and knows nothing of
//! the kernel; the rest of the crate takes the kernel's questions to it. The design follows BlokusFS (2015),
//! which showed Blokus Duo in this way.

#[cfg(target_os = "linux")]
mod device;
mod file;
#[cfg(target_os = "linux")]
mod mount;
#[cfg(target_os = "linux")]
mod mount_error;
mod names;
mod nodes;
mod place;
#[cfg(target_os = "linux")]
mod pruner;
mod refusal;
mod tree;
#[cfg(target_os = "linux")]
mod window;

pub use file::File;
#[cfg(target_os = "linux")]
pub use mount::mount;
#[cfg(target_os = "linux")]
pub use mount_error::MountError;
pub use nodes::{Ino, ROOT};
pub use refusal::Refusal;
pub use tree::{Item, Kind, LONGEST_NAME, Node, Tree, TreeOptions};
