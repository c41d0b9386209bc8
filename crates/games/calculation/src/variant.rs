//! What can differ from one Calculation to another.

use crate::rank::{KING, Rank};
use std::{collections::HashSet, error::Error, fmt, str::FromStr};

/// The most bases, hence copies of each rank.
pub const MAX_BASES: usize = 4;
/// The most waste piles.
pub const MAX_PILES: usize = 6;
/// The most cards.
pub const MAX_CARDS: usize = MAX_BASES * KING as usize;

/// The parameters of a game, checked: every base takes every rank once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    ranks: Rank,
    bases: u8,
    steps: [u8; MAX_BASES],
    piles: u8,
    lead: u8,
}

/// Why there is no such variant: a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError(String);

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for VariantError {}

/// The variants with names of their own, in the order of their ease.
pub const NAMED: [(&str, Variant); 3] = [
    ("calculation", Variant::CALCULATION),
    ("computer", Variant { lead: 0, ..Variant::CALCULATION }),
    ("superhuman", Variant { piles: 3, ..Variant::CALCULATION }),
];

impl Variant {
    /// 計算: the first card of each base is laid out, four waste piles.
    pub const CALCULATION: Self = Self { ranks: KING, bases: 4, steps: [1, 2, 3, 4], piles: 4, lead: 1 };

    /// A variant of so many ranks; the bases with these steps, so many waste piles, and the first `lead`
    /// cards of each base laid out at the start.
    ///
    /// # Errors
    /// A parameter out of its range; a step that does not visit every rank.
    pub fn new(ranks: Rank, steps: &[u8], piles: u8, lead: u8) -> Result<Self, VariantError> {
        let error = |message: String| Err(VariantError(message));
        if !(2..=KING).contains(&ranks) {
            return error(format!("ranks={ranks}: expected 2 to {KING}"));
        }
        if steps.is_empty() || steps.len() > MAX_BASES {
            return error(format!("{} bases: expected 1 to {MAX_BASES}", steps.len()));
        }
        if let Some(step) = steps.iter().find(|&&step| step == 0 || step >= ranks || gcd(step, ranks) > 1) {
            return error(format!(
                "steps: a base of step {step} does not come to all of {ranks} ranks; expected a step from 1 to {} that has \
                no divisor in common with {ranks}",
                ranks - 1
            ));
        }
        if piles == 0 || usize::from(piles) > MAX_PILES {
            return error(format!("piles={piles}: expected 1 to {MAX_PILES} waste piles"));
        }
        if lead >= ranks {
            return error(format!("lead={lead}: expected 0 to {} of {ranks} ranks laid out", ranks - 1));
        }
        let mut all = [0; MAX_BASES];
        all[..steps.len()].copy_from_slice(steps);
        Ok(Self { ranks, bases: steps.len() as u8, steps: all, piles, lead })
    }

    /// The highest rank, which closes a base.
    pub const fn ranks(&self) -> Rank {
        self.ranks
    }

    /// How many bases there are, and copies of each rank.
    pub const fn bases(&self) -> usize {
        self.bases as usize
    }

    /// The step of each base.
    pub fn steps(&self) -> &[u8] {
        &self.steps[..self.bases()]
    }

    /// How many waste piles there are.
    pub const fn piles(&self) -> usize {
        self.piles as usize
    }

    /// How many cards of each base are laid out at the start.
    pub const fn lead(&self) -> u8 {
        self.lead
    }

    /// How many cards there are.
    pub const fn cards(&self) -> usize {
        self.ranks as usize * self.bases as usize
    }

    /// How many cards the stock holds at the start.
    pub const fn stock(&self) -> usize {
        (self.ranks - self.lead) as usize * self.bases as usize
    }

    /// The rank that a base takes when it has `count` cards; 0 when it is closed.
    pub fn needs(&self, base: usize, count: u8) -> Rank {
        if count >= self.ranks {
            return 0;
        }
        let multiple = u32::from(self.steps[base]) * (u32::from(count) + 1);
        // 1 to `ranks` instead of 0 to `ranks - 1`.
        ((multiple - 1) % u32::from(self.ranks)) as Rank + 1
    }

    /// How many copies of each rank, by rank, the stock holds at the start.
    pub fn full_stock(&self) -> [u8; KING as usize + 1] {
        let mut counts = [0; KING as usize + 1];
        for base in 0..self.bases() {
            for count in self.lead..self.ranks {
                counts[usize::from(self.needs(base, count))] += 1;
            }
        }
        counts
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::CALCULATION
    }
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The first steps, at most [`MAX_BASES`] or as many as asked for, that come to all ranks.
fn usual_steps(ranks: Rank, bases: Option<u8>) -> Result<Vec<u8>, VariantError> {
    let fit: Vec<u8> = (1..ranks).filter(|&step| gcd(step, ranks) == 1).take(MAX_BASES).collect();
    match bases {
        None => Ok(fit),
        Some(bases) if bases >= 1 && usize::from(bases) <= fit.len() => {
            Ok(fit[..usize::from(bases)].to_vec())
        }
        Some(bases) => Err(VariantError(format!(
            "bases={bases}: with {ranks} ranks expected 1 to {}, or the steps of each, such as steps=1-1",
            fit.len()
        ))),
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    /// A name, or parameters such as `piles=3,lead=0`; those left out are as in 計算, as far as the ranks
    /// allow.
    fn from_str(text: &str) -> Result<Self, VariantError> {
        if let Some((_, variant)) = NAMED.iter().find(|(name, _)| *name == text.trim()) {
            return Ok(*variant);
        }
        let (mut ranks, mut bases, mut steps, mut piles, mut lead) = (KING, None, None, 4, 1);
        let mut keys = HashSet::new();
        for part in text.split(',') {
            let unknown = || {
                VariantError(format!(
                    "{:?} is no variant: expected calculation, computer, superhuman, or parameters such as \
                    piles=3,lead=0 (ranks, bases, steps=1-2-3-4, piles, lead)",
                    part.trim()
                ))
            };
            let (key, value) = part.split_once('=').ok_or_else(unknown)?;
            if !keys.insert(key.trim()) {
                return Err(VariantError(format!("{}: given twice", key.trim())));
            }
            let number = |value: &str| {
                let wrong = || VariantError(format!("{}={}: expected a number", key.trim(), value.trim()));
                value.trim().parse::<u8>().map_err(|_| wrong())
            };
            match key.trim() {
                "ranks" => ranks = number(value)?,
                "bases" => bases = Some(number(value)?),
                "steps" => steps = Some(value.split('-').map(number).collect::<Result<Vec<_>, _>>()?),
                "piles" => piles = number(value)?,
                "lead" => lead = number(value)?,
                _ => return Err(unknown()),
            }
        }
        // The ranks are checked before steps are made for them.
        Self::new(ranks, &[1], piles, lead.min(ranks.saturating_sub(1)))?;
        match (&steps, bases) {
            (Some(steps), Some(bases)) if steps.len() != usize::from(bases) => {
                let message = format!("bases={bases}: steps are given for {} bases", steps.len());
                return Err(VariantError(message));
            }
            _ => {}
        }
        let steps = steps.map_or_else(|| usual_steps(ranks, bases), Ok)?;
        Self::new(ranks, &steps, piles, lead)
    }
}

impl fmt::Display for Variant {
    /// The name, or all parameters: what is read as this variant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, variant)| variant == self) {
            return f.write_str(name);
        }
        let steps: Vec<_> = self.steps().iter().map(u8::to_string).collect();
        write!(f, "ranks={},steps={},piles={},lead={}", self.ranks, steps.join("-"), self.piles, self.lead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_take_multiples_up_to_the_king() {
        let third: Vec<_> = (0..=13).map(|count| Variant::CALCULATION.needs(2, count)).collect();
        assert_eq!(third, [3, 6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13, 0]);
        for base in 0..4 {
            let mut ranks: Vec<_> = (0..13).map(|count| Variant::CALCULATION.needs(base, count)).collect();
            assert_eq!(ranks.last(), Some(&KING));
            ranks.sort_unstable();
            assert_eq!(ranks, (1..=13).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_stock_lacks_what_is_laid_out() {
        assert_eq!(Variant::CALCULATION.full_stock()[1..], [3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
        for text in ["computer", "superhuman", "lead=12", "ranks=6", "ranks=5,lead=0,piles=2"] {
            let variant: Variant = text.parse().unwrap();
            let total: u32 = variant.full_stock().iter().map(|&count| u32::from(count)).sum();
            assert_eq!(total as usize, variant.stock(), "{text}");
        }
    }

    #[test]
    fn variants_are_read_as_they_are_written() {
        for text in ["calculation", "computer", "superhuman", "ranks=5,steps=1-2-3,piles=2,lead=0"] {
            assert_eq!(text.parse::<Variant>().unwrap().to_string(), text);
        }
        assert_eq!("piles=3".parse::<Variant>().unwrap().to_string(), "superhuman");
        assert_eq!("ranks=6".parse::<Variant>().unwrap().steps(), [1, 5]);
    }

    #[test]
    fn what_is_no_variant_is_told() {
        for (text, expected) in [
            ("piles=0", "piles=0: expected 1 to 6 waste piles"),
            ("piles=3,lead=0,piles=4", "piles: given twice"),
            ("steps=1-2-3-13", "a base of step 13 does not come to all of 13 ranks"),
            ("ranks=6,steps=1-2", "a base of step 2"),
            ("ranks=1", "ranks=1: expected 2 to 13"),
            ("ranks=300", "ranks=300: expected a number"),
            ("lead=13", "lead=13: expected 0 to 12"),
            ("bases=5", "bases=5: with 13 ranks expected 1 to 4"),
            ("bases=2,steps=1-2-3", "bases=2: steps are given for 3 bases"),
            ("Computer", "\"Computer\" is no variant"),
            ("", "\"\" is no variant"),
        ] {
            let error = text.parse::<Variant>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
