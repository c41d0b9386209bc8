//! Work that needs more memory than there is, is refused before it is begun.

use crate::failure::Failure;
use yomikiri_files::memory::{addresses, available};

yomikiri_core::phrases! { words;
    TOO_LITTLE: "not enough memory: this may take {} MiB, and {} MiB are available; nothing was begun",
        "メモリーが足りません。{} MiB必要ですが、空きは{} MiBです。何も始めていません";
}

/// From so many bytes on one is told what will be taken.
pub const TOLD: u64 = 256 << 20;

/// Refuses work that needs more memory than there is.
pub fn ensure(need: u64) -> Result<(), Failure> {
    ensure_there(need, available())
}

/// Refuses work that maps more than the process may.
pub fn ensure_addresses(need: u64) -> Result<(), Failure> {
    ensure_there(need, addresses())
}

fn ensure_there(need: u64, available: Option<u64>) -> Result<(), Failure> {
    match available {
        Some(available) if available < need => {
            Err(Failure::environment(TOO_LITTLE.with(need.div_ceil(1 << 20)).and(available >> 20)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_with_figures() {
        ensure(0).unwrap();
        if available().is_some() {
            let refused = ensure(u64::MAX).unwrap_err().to_string();
            assert!(refused.contains("MiB are available"), "{refused}");
        }
    }
}
