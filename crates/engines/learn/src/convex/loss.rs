//! What a wrong score costs.
//!
//! A target is a result as a share of a win: 1, one half for a draw, 0.
//!
//! The logistic loss needs an exponential and a logarithm a sample; both are polynomials here, without
//! branches or calls, so that the compiler takes as many samples at a time as a register holds. (No fused
//! multiplications: the same bits on every machine.) They err by less than 1e-13 (tested against the standard
//! library), far below the 1e-6 to which a gradient is driven.

/// A loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The score is the logarithm of the odds of a win: cross entropy.
    Logistic,
    /// The score is the result itself, from -1 to 1: half the squared error.
    Squares,
}

/// From any number to a probability.
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

impl Loss {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Squares => "squares",
        }
    }

    /// The share of a win that a score stands for.
    pub fn probability(self, score: f64) -> f64 {
        match self {
            Self::Logistic => 1.0 / (1.0 + (-score).exp()),
            Self::Squares => (0.5 * (1.0 + score)).clamp(0.0, 1.0),
        }
    }

    /// The losses of some scores, summed up; each score gives way to the loss's slope there, and if asked the
    /// curvatures are written too.
    #[inline(always)]
    pub fn slopes(self, scores: &mut [f64], targets: &[f64], mut curvatures: Option<&mut [f32]>) -> f64 {
        let mut sums = [0.0; LANES];
        let (chunks, rest) = scores.as_chunks_mut::<LANES>();
        let (target_chunks, target_rest) = targets.as_chunks::<LANES>();
        for (i, (chunk, targets)) in chunks.iter_mut().zip(target_chunks).enumerate() {
            let curves = self.chunk(chunk, targets, &mut sums);
            if let Some(out) = curvatures.as_deref_mut() {
                out[i * LANES..][..LANES].copy_from_slice(&curves);
            }
        }
        if !rest.is_empty() {
            let (mut last, mut last_targets, mut last_sums) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
            last[..rest.len()].copy_from_slice(rest);
            last_targets[..rest.len()].copy_from_slice(target_rest);
            let curves = self.chunk(&mut last, &last_targets, &mut last_sums);
            rest.copy_from_slice(&last[..rest.len()]);
            for i in 0..rest.len() {
                sums[i] += last_sums[i];
            }
            if let Some(out) = curvatures {
                let from = out.len() - rest.len();
                out[from..].copy_from_slice(&curves[..rest.len()]);
            }
        }
        sums.iter().sum()
    }

    #[inline(always)]
    fn chunk(
        self,
        scores: &mut [f64; LANES],
        targets: &[f64; LANES],
        sums: &mut [f64; LANES],
    ) -> [f32; LANES] {
        let mut curves = [1.0; LANES];
        for i in 0..LANES {
            let (score, target) = (scores[i], targets[i]);
            match self {
                Self::Logistic => {
                    let small = exp(-score.abs());
                    let low = small / (1.0 + small);
                    let probability = if score < 0.0 { low } else { 1.0 - low };
                    sums[i] += score.max(0.0) - target * score + log_1_plus(small);
                    scores[i] = probability - target;
                    curves[i] = (low * (1.0 - low)) as f32;
                }
                Self::Squares => {
                    let error = score - (2.0 * target - 1.0);
                    sums[i] += 0.5 * error * error;
                    scores[i] = error;
                }
            }
        }
        curves
    }
}

/// Samples at a time.
const LANES: usize = 8;

/// One over the factorials, for the series of the exponential: of a number of at most 0.35 the first term
/// left out is 1e-15.
const FACTORIALS: [f64; 13] = {
    let mut factorials = [1.0; 13];
    let mut i = 1;
    while i < 13 {
        factorials[i] = factorials[i - 1] / i as f64;
        i += 1;
    }
    factorials
};

/// e to a power from -700 to 0; powers below count as -700.
#[inline(always)]
fn exp(power: f64) -> f64 {
    // Adding it rounds to whole numbers and leaves them in the low bits.
    const ROUND: f64 = (3u64 << 51) as f64;
    const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let power = power.max(-700.0);
    let shifted = power * std::f64::consts::LOG2_E + ROUND;
    let twos = shifted - ROUND;
    let rest = power - twos * LN_2_HIGH - twos * LN_2_LOW;
    let mut sum = 0.0;
    for factor in FACTORIALS.iter().rev() {
        sum = rest * sum + factor;
    }
    sum * f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}

/// The logarithm of 1 + x, for x from 0 to 1.
#[inline(always)]
fn log_1_plus(x: f64) -> f64 {
    // Twice the area tangent of s, at most 1/3: the first term left out is 1e-15.
    let s = x / (2.0 + x);
    let square = s * s;
    let mut sum = 1.0 / 29.0;
    for odd in [27.0, 25.0, 23.0, 21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0f64] {
        sum = square * sum + odd.recip();
    }
    2.0 * s * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_what_they_stand_for() {
        for i in 0..=140_000 {
            let power = -f64::from(i) / 200.0;
            assert!((exp(power) / power.exp() - 1.0).abs() < 1e-13, "{power}");
            let x = f64::from(i) / 140_000.0;
            assert!((log_1_plus(x) - x.ln_1p()).abs() < 1e-14, "{x}");
        }
        assert!(exp(-1e9) < 1e-300);
    }

    /// Also for numbers of samples that fill no register.
    #[test]
    fn slopes_and_curvatures_are_derivatives() {
        let loss = |kind: Loss, score: f64, target: f64| kind.slopes(&mut [score], &[target], None);
        for kind in [Loss::Logistic, Loss::Squares] {
            for count in 1..20 {
                let scores: Vec<f64> = (0..count).map(|i| f64::from(i * 7 % 19) - 9.3).collect();
                let targets: Vec<f64> = (0..count).map(|i| f64::from(i % 3) / 2.0).collect();
                let (mut slopes, mut curves) = (scores.clone(), vec![0.0f32; scores.len()]);
                let whole = kind.slopes(&mut slopes, &targets, Some(&mut curves));
                let mut sum = 0.0;
                for i in 0..scores.len() {
                    let (score, target) = (scores[i], targets[i]);
                    sum += loss(kind, score, target);
                    let h = 1e-5;
                    let slope = (loss(kind, score + h, target) - loss(kind, score - h, target)) / (2.0 * h);
                    assert!((slope - slopes[i]).abs() < 1e-8, "{kind:?} {score} {target}");
                    let at = |score: f64| {
                        let mut slope = [score];
                        kind.slopes(&mut slope, &[target], None);
                        slope[0]
                    };
                    let curve = (at(score + h) - at(score - h)) / (2.0 * h);
                    assert!((curve - f64::from(curves[i])).abs() < 1e-6, "{kind:?} {score}");
                }
                assert!((whole - sum).abs() < 1e-9);
            }
        }
    }
}
