//! Temporal differences: what the positions of a game should have been worth.

/// A position of a game as it was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What the best choice was thought to be worth when the move to this position was made.
    pub best: f32,
    /// Whether the move was that choice; if not, what came of it says nothing about the positions before.
    pub greedy: bool,
}

/// The return of each position after a game that was worth `outcome`, the last position first to be known: in
/// part what was thought of the next one, in part its own return (TD(λ), Sutton 1988; 0 looks at the next
/// position only, 1 at the outcome only).
pub fn returns(steps: &[Step], outcome: f32, lambda: f32, out: &mut Vec<f32>) {
    out.clear();
    out.resize(steps.len(), outcome);
    for i in (0..steps.len().saturating_sub(1)).rev() {
        let next = steps[i + 1];
        out[i] = if next.greedy { (1.0 - lambda) * next.best + lambda * out[i + 1] } else { next.best };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_mix_thought_and_outcome() {
        let step = |best, greedy| Step { best, greedy };
        let mut out = Vec::new();
        let steps = [step(0.1, true), step(0.2, true), step(0.4, true)];
        returns(&steps, 1.0, 1.0, &mut out);
        assert_eq!(out, [1.0, 1.0, 1.0]);
        returns(&steps, 1.0, 0.0, &mut out);
        assert_eq!(out, [0.2, 0.4, 1.0]);
        returns(&steps, 1.0, 0.5, &mut out);
        assert_eq!(out, [0.1 + 0.5 * 0.7, 0.7, 1.0]);
        returns(&[step(0.1, true), step(0.9, false), step(0.4, true)], 0.0, 0.5, &mut out);
        assert_eq!(out, [0.9, 0.2, 0.0]);
        returns(&[], 1.0, 0.5, &mut out);
        assert!(out.is_empty());
    }
}
