//! Why the tree does not answer.

use yomikiri_core::ExploreError;

/// Why a question has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is nothing of that name, or no such attribute.
    #[error("no such file or directory")]
    Missing,
    /// The name is longer than any.
    #[error("the name is too long")]
    NameTooLong,
    /// A file was taken for a directory.
    #[error("not a directory")]
    NotADirectory,
    /// A directory was taken for a file.
    #[error("is a directory")]
    IsADirectory,
    /// The number is not one of those that the kernel holds.
    #[error("stale inode number")]
    Stale,
    /// As many directories have been listed as may be.
    #[error("the budget of listings is spent")]
    Spent,
    /// The game could not tell: the source of its values failed.
    #[error(transparent)]
    Game(#[from] ExploreError),
}
