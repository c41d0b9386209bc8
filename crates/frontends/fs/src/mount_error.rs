//! Why a tree cannot be mounted.

use std::{io, path::PathBuf};

/// Why a tree cannot be mounted.
#[derive(Debug, thiserror::Error)]
pub enum MountError {
    /// The place is no directory, or cannot be looked into.
    #[error("{}: {error}; an empty directory was expected", .directory.display())]
    Directory {
        /// Where the mount should have been.
        directory: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// The directory holds files, which the mount would hide.
    #[error("{} is not empty: what it holds would be hidden", .0.display())]
    NotEmpty(PathBuf),
    /// What was mounted on the directory before is dead.
    #[error(
        "the program of what is mounted on {directory} is dead; `fusermount3 -u {directory}` frees the directory"
    )]
    Dead {
        /// Where the mount is.
        directory: String,
    },
    /// The program that mounts is not there.
    #[error("cannot run {program}, which comes with the package fuse3: {error}")]
    Program {
        /// Its name.
        program: &'static str,
        /// What went wrong.
        error: io::Error,
    },
    /// The program that mounts would not.
    #[error("{program}: {said}")]
    Refused {
        /// Its name.
        program: &'static str,
        /// What it said.
        said: String,
    },
    /// The system failed.
    #[error("the mount failed: {0}")]
    System(#[from] io::Error),
}

impl MountError {
    /// Whether another directory would do.
    pub fn is_of_directory(&self) -> bool {
        matches!(self, Self::Directory { .. } | Self::NotEmpty(_))
    }
}
