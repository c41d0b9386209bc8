//! Trees of games as files: asked directly, and through the kernel.

mod games;
mod mount;
mod tree;
mod walker;
