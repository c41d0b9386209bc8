//! Why an enumeration ends without a result.

use super::checkpoint::CheckpointError;
use yomikiri_solve::SolveError;

/// Why an enumeration ends without a result.
#[derive(Debug, thiserror::Error)]
pub enum EnumerationError {
    /// A finished step cannot be kept, or gone on from.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The disk is full.
    #[error(transparent)]
    Disk(#[from] SolveError),
}
