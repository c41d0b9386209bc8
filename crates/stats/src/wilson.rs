//! The interval of a rate.

/// The quantile of the normal distribution that leaves 2.5% on either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The interval of Wilson (1927) for a proportion: as right for 5 wins in ten million as for 999 in a
/// thousand, where the usual one, the rate plus or minus two standard errors, is not.
///
/// 0 to 1 if there were no games.
pub fn wilson(wins: u64, games: u64, z: f64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (games as f64, wins as f64 / games as f64);
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends the interval closes exactly, which rounding must not spoil.
    let low = if wins == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if wins == games { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds are the rates at which the observed one is exactly `z` standard errors away.
    #[test]
    fn the_bounds_solve_their_equation() {
        for (wins, games) in [(5, 10_000_000), (533, 1_000_000_000), (1, 10), (985, 1000), (9, 10)] {
            let (low, high) = wilson(wins, games, Z95);
            let rate = wins as f64 / games as f64;
            assert!(low < rate && rate < high);
            for bound in [low, high] {
                let errors = (rate - bound).abs() / (bound * (1.0 - bound) / games as f64).sqrt();
                assert!((errors - Z95).abs() < 1e-6, "{wins} of {games}: {errors}");
            }
        }
    }

    #[test]
    fn nothing_and_everything_have_bounds_too() {
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        let (low, high) = wilson(0, 100, Z95);
        assert!(low <= 0.0 && (high - 0.0370).abs() < 1e-4);
        let (low, high) = wilson(100, 100, Z95);
        assert!(high >= 1.0 && (low - 0.9630).abs() < 1e-4);
    }
}
