//! How far long work is.

/// Told how far long work is. Any thread may tell.
pub trait Progress: Sync {
    /// A phase begins, of so many steps; 0 where nobody knows how many.
    fn phase(&self, name: &str, steps: u64);

    /// So many steps of the phase are done, beside those told before.
    fn advance(&self, steps: u64);
}

/// Nobody listens.
pub struct NoProgress;

impl Progress for NoProgress {
    fn phase(&self, _name: &str, _steps: u64) {}

    fn advance(&self, _steps: u64) {}
}
