//! Why an enumeration ends without a result.

use super::checkpoint::CheckpointError;
use yomikiri_solve::SolveError;

/// Why an enumeration ends without a result.
#[derive(Debug, thiserror::Error)]
pub enum EnumerationError {
    /// A finished step cannot be kept, or gone on from.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file for what does not fit into memory cannot be had: the disk is full, or there is no such
    /// directory.
    #[error(transparent)]
    Disk(#[from] SolveError),
}
