//! What a simulation came to, for programs and for people.

use serde::Serialize;
use yomikiri_calculation_study::Tally;

/// The fields of `--json`.
#[derive(Serialize)]
pub struct Report {
    pub variant: String,
    pub player: String,
    pub games: u64,
    pub wins: u64,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub playouts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Rival>,
}

/// A sequential test.
#[derive(Serialize)]
pub struct Test {
    pub low: f64,
    pub high: f64,
    pub ratio: f64,
    /// `low`, `high` or `open`.
    pub verdict: &'static str,
}

/// The second player on the same deals.
#[derive(Serialize)]
pub struct Rival {
    pub player: String,
    pub wins: u64,
    pub rate: f64,
    pub difference: f64,
    pub difference_low: f64,
    pub difference_high: f64,
    pub first_alone: u64,
    pub second_alone: u64,
    pub p_value: f64,
}

/// A report with the sums behind it.
pub struct Measured {
    pub report: Report,
    pub tally: Tally,
}

/// A share as a person reads it: in percent, or in powers of ten where percents are all zeros.
pub fn share(rate: f64) -> String {
    if rate > 0.0 && rate < 1e-4 { format!("{rate:.3e}") } else { format!("{:.3}%", 100.0 * rate) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_readable_at_any_size() {
        assert_eq!(
            [0.0, 5.33e-7, 0.0018, 0.985, 1.0].map(share),
            ["0.000%", "5.330e-7", "0.180%", "98.500%", "100.000%"]
        );
    }
}
