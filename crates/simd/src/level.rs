//! What the processor has, and what of it is used.

use crate::work::Work;
#[cfg(target_arch = "aarch64")]
use std::arch::is_aarch64_feature_detected;
use std::{env, fmt, sync::OnceLock};

/// The variable that lowers the level: `portable`, `avx2`, `avx512` or `neon`; those of AVX also with
/// `-without-vnni` behind, the last with `-without-dotprod`.
pub const VARIABLE: &str = "YOMIKIRI_SIMD";

/// A set of instructions that the processor has. There is no other way to one than to ask the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx2Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "aarch64")]
    NeonDotprod,
}

/// The levels of this machine but the lowest.
fn above_portable() -> impl Iterator<Item = Kind> {
    #[cfg(target_arch = "x86_64")]
    let kinds = {
        let narrow = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let wide = narrow
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        [
            (Kind::Avx2, narrow),
            (Kind::Avx2Vnni, narrow && is_x86_feature_detected!("avxvnni")),
            (Kind::Avx512, wide),
            (Kind::Avx512Vnni, wide && is_x86_feature_detected!("avx512vnni")),
        ]
    };
    // NEON's lanes are counted from the lowest byte.
    #[cfg(target_arch = "aarch64")]
    let kinds = {
        let neon = cfg!(target_endian = "little");
        [(Kind::Neon, neon), (Kind::NeonDotprod, neon && is_aarch64_feature_detected!("dotprod"))]
    };
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let kinds = [];
    kinds.into_iter().filter_map(|(kind, has): (_, bool)| has.then_some(kind))
}

/// A value of [`VARIABLE`] that is no level of this machine: a sentence.
#[derive(Debug, PartialEq, Eq)]
pub struct LevelError(String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// The levels of this machine, the lowest first.
    pub fn available() -> Vec<Self> {
        [Kind::Portable].into_iter().chain(above_portable()).map(Self).collect()
    }

    /// What this program uses: the highest level, or what [`VARIABLE`] says. Asked for once.
    ///
    /// # Panics
    /// The variable names no level of this machine. Programs ask [`from_environment`](Self::from_environment)
    /// first.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Level> = OnceLock::new();
        *CHOSEN.get_or_init(|| Self::from_environment().unwrap_or_else(|error| panic!("{error}")))
    }

    /// The highest level, or what [`VARIABLE`] says.
    ///
    /// # Errors
    /// The variable names no level of this machine.
    pub fn from_environment() -> Result<Self, LevelError> {
        match env::var_os(VARIABLE) {
            None => Ok(Self::named("", &Self::available()).expect("the portable level is everywhere")),
            Some(word) => Self::of(&word.to_string_lossy()),
        }
    }

    /// The level of this machine with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn of(word: &str) -> Result<Self, LevelError> {
        let levels = Self::available();
        Self::named(word, &levels).filter(|_| !word.is_empty()).ok_or_else(|| {
            let mut names: Vec<&str> = Vec::new();
            for name in levels.iter().flat_map(|level| [level.width(), level.name()]) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            LevelError(format!("{VARIABLE}={word}: expected a level of this machine: {}", names.join(", ")))
        })
    }

    /// The highest of some levels with this name or width; of all, without a word.
    fn named(word: &str, levels: &[Self]) -> Option<Self> {
        let fits = |level: &&Self| word.is_empty() || word == level.width() || word == level.name();
        levels.iter().rfind(fits).copied()
    }

    /// Its name without what it has for products of bytes.
    const fn width(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx2Vnni => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 | Kind::Avx512Vnni => "avx512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon | Kind::NeonDotprod => "neon",
        }
    }

    /// Whether it is the level that every machine has.
    pub(crate) const fn is_portable(self) -> bool {
        matches!(self.0, Kind::Portable)
    }

    /// Its name, as [`VARIABLE`] takes it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2-without-vnni",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512-without-vnni",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon-without-dotprod",
            _ => self.width(),
        }
    }

    /// Does some work at this level.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Out {
        match self.0 {
            #[cfg(not(target_arch = "x86_64"))]
            Kind::Portable => work.at(crate::Plain),
            #[cfg(target_arch = "x86_64")]
            Kind::Portable => work.at(crate::sse2::Sse2),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level was made after the processor had been asked for all that it takes.
            Kind::Avx2Vnni if W::PRODUCTS => unsafe { crate::avx2::run_vnni(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512Vnni if W::PRODUCTS => unsafe { crate::avx512::run_vnni(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx2 | Kind::Avx2Vnni => unsafe { crate::avx2::run(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512 | Kind::Avx512Vnni => unsafe { crate::avx512::run(work) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the level was made after the processor had been asked for all that it takes.
            Kind::NeonDotprod if W::PRODUCTS => unsafe { crate::neon::run_dotprod(work) },
            #[cfg(target_arch = "aarch64")]
            Kind::Neon | Kind::NeonDotprod => crate::neon::run(work),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the processor has of the instructions that matter here, for records of measurements.
pub fn features() -> Vec<&'static str> {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    macro_rules! ask {
        ($has:ident: $($feature:tt)*) => { [$( ($feature, $has!($feature)) ),*] };
    }
    #[cfg(target_arch = "x86_64")]
    let asked = ask!(is_x86_feature_detected: "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "fma" "lzcnt"
        "avxvnni" "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2"
        "avx512vnni" "avx512bitalg" "avx512vpopcntdq");
    #[cfg(target_arch = "aarch64")]
    let asked = ask!(is_aarch64_feature_detected: "neon" "dotprod" "i8mm" "sve" "sve2");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let asked: [(&str, bool); 0] = [];
    asked.into_iter().filter_map(|(feature, has)| has.then_some(feature)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_name() {
        for level in Level::available() {
            assert_eq!(Level::of(level.name()), Ok(level), "{level}");
        }
    }

    #[test]
    fn a_wrong_level_is_told_with_those_that_there_are() {
        for word in ["", "sse9", "AVX2", "portable-without-vnni", "-without-vnni", "neon-without-vnni"] {
            let error = Level::of(word).unwrap_err().to_string();
            assert!(error.starts_with(&format!("YOMIKIRI_SIMD={word}: expected")), "{error}");
            assert!(error.contains("portable"), "{error}");
        }
    }

    #[test]
    fn a_width_without_more_is_the_best_of_it() {
        let levels = Level::available();
        for level in &levels {
            let found = Level::of(level.width()).unwrap();
            assert!(found.0 >= level.0 && found.width() == level.width());
        }
    }
}
