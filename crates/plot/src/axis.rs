//! The horizontal axis.

/// How values are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios; values below 1 are taken for 1.
    Logarithmic,
}

impl Scale {
    pub(crate) fn of(self, x: f64) -> f64 {
        match self {
            Self::Linear => x,
            Self::Logarithmic => x.max(1.0).log10(),
        }
    }

    /// The value that stands at a place.
    pub(crate) fn back(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Logarithmic => 10f64.powf(place),
        }
    }
}

/// The horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it tells, with its unit.
    pub label: String,
    /// How it is laid out.
    pub scale: Scale,
}

/// Marks of a linear axis, at most.
const MARKS: f64 = 10.0;

/// Powers of ten on a logarithmic axis that are too few to be the only marks.
const DECADES: f64 = 2.0;

impl Axis {
    /// The least and the greatest of some values, on the scale; one apart where there is but one.
    pub(crate) fn ends(&self, values: impl Iterator<Item = f64>) -> (f64, f64) {
        let scaled = values.map(|x| self.scale.of(x));
        let (least, most) = scaled.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        match (least.is_finite(), most > least) {
            (false, _) => (0.0, 1.0),
            (_, true) => (least, most),
            _ => (least - 0.5, least + 0.5),
        }
    }

    /// Round values between two ends of the scale: powers of ten, with 2 and 5 times one where there are few,
    /// or steps of 1, 2 or 5 times one.
    pub(crate) fn marks(&self, (least, most): (f64, f64)) -> Vec<f64> {
        match self.scale {
            Scale::Logarithmic => {
                let times: &[f64] = if most - least <= DECADES { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let powers = (least.floor() as i32..=most.floor() as i32).map(|power| 10f64.powi(power));
                let marks = powers.flat_map(|power| times.iter().map(move |time| time * power));
                let inside = least - 1e-9..=most + 1e-9;
                marks.filter(|mark| inside.contains(&mark.log10())).collect()
            }
            Scale::Linear => {
                let power = 10f64.powf(((most - least) / MARKS).log10().floor());
                let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
                let fits = |step: &f64| (most - least) / step <= MARKS;
                let step = steps.into_iter().find(fits).unwrap_or(10.0 * power);
                let (first, last) = ((least / step).ceil() as i64, (most / step + 1e-9).floor() as i64);
                (first..=last).map(|i| i as f64 * step).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round() {
        let axis = |scale| Axis { label: String::new(), scale };
        assert_eq!(axis(Scale::Linear).marks((0.0, 78.0)), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0]);
        assert_eq!(
            axis(Scale::Linear).marks((1.0, 173.0)),
            [20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 140.0, 160.0]
        );
        assert_eq!(axis(Scale::Logarithmic).marks((1.0, 3.5)), [10.0, 100.0, 1000.0]);
        assert_eq!(axis(Scale::Logarithmic).marks((0.0, 1.0)), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(axis(Scale::Linear).ends(std::iter::empty()), (0.0, 1.0));
        assert_eq!(axis(Scale::Linear).ends([3.0].into_iter()), (2.5, 3.5));
    }
}
