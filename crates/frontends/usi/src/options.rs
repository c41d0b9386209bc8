//! The options that a program may set.

use std::fmt::Write;
use yomikiri_core::play::Level;
use yomikiri_search::alphabeta::{Technique, Techniques};

/// An option's kind, with its default.
enum Kind {
    Spin { default: u64, least: u64, most: u64 },
    Check(bool),
    Text(&'static str),
}

/// The table's size in mebibytes.
pub const HASH: &str = "USI_Hash";
pub const THREADS: &str = "Threads";
pub const PONDER: &str = "USI_Ponder";
pub const MULTI_PV: &str = "MultiPV";
pub const EVAL_FILE: &str = "EvalFile";
pub const RESIGN_VALUE: &str = "ResignValue";
pub const MAX_MOVES: &str = "MaxMovesToDraw";
pub const MARGIN: &str = "TimeMargin";
pub const LEVEL: &str = "Level";
pub const SEED: &str = "Seed";
/// Techniques of the search to leave out: for experiments, so no program is told of it.
pub const WITHOUT: &str = "Without";

/// What stands for an empty text.
const NOTHING: &str = "<empty>";

const OPTIONS: [(&str, Kind); 11] = [
    (HASH, Kind::Spin { default: 64, least: 1, most: 1 << 20 }),
    (THREADS, Kind::Spin { default: 1, least: 1, most: 512 }),
    (PONDER, Kind::Check(false)),
    (MULTI_PV, Kind::Spin { default: 1, least: 1, most: 1000 }),
    (EVAL_FILE, Kind::Text(NOTHING)),
    (RESIGN_VALUE, Kind::Spin { default: 99_999, least: 1, most: 99_999 }),
    (MAX_MOVES, Kind::Spin { default: 0, least: 0, most: 100_000 }),
    (MARGIN, Kind::Spin { default: 30, least: 0, most: 60_000 }),
    (LEVEL, Kind::Spin { default: 0, least: 0, most: Level::MOST as u64 }),
    (SEED, Kind::Spin { default: 0, least: 0, most: u32::MAX as u64 }),
    (WITHOUT, Kind::Text(NOTHING)),
];

/// The values of the options that the conversation itself minds.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many lines are told.
    pub lines: usize,
    /// So many points behind, the game is given up.
    pub resign: i32,
    /// After so many moves of a game it is a draw; 0 if never.
    pub longest: usize,
    /// Milliseconds between the engine and the clock.
    pub margin: u64,
    /// How strong the player is; none for as strong as it can.
    pub level: Option<Level>,
}

impl Default for Options {
    fn default() -> Self {
        Self { lines: 1, resign: 99_999, longest: 0, margin: 30, level: None }
    }
}

/// A change that an option asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It concerns only the conversation, or nobody.
    None,
    Table(usize),
    Threads(usize),
    Evaluation(Option<String>),
    Techniques(Techniques),
    /// What is random of a level from now on; another each time where there is none.
    Seed(Option<u64>),
}

/// The lines that introduce the options to a program.
pub fn introduction() -> String {
    let mut text = String::new();
    for (name, kind) in OPTIONS.iter().filter(|(name, _)| *name != WITHOUT) {
        let line = match kind {
            Kind::Spin { default, least, most } => format!("spin default {default} min {least} max {most}"),
            Kind::Check(default) => format!("check default {default}"),
            Kind::Text(default) => format!("string default {default}"),
        };
        writeln!(text, "option name {name} type {line}").expect("a string takes all");
    }
    text
}

impl Options {
    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or the value is none for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let known = OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((name, kind)) = known else {
            let names: Vec<_> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(format!("no option `{name}`; there are {}", names.join(", ")));
        };
        let number = match kind {
            Kind::Spin { least, most, .. } => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(&number));
                number.ok_or_else(|| {
                    format!("{name}: expected a number from {least} to {most}, found `{value}`")
                })?
            }
            Kind::Check(_) if !["true", "false"].contains(&value) => {
                return Err(format!("{name}: expected `true` or `false`, found `{value}`"));
            }
            _ => 0,
        };
        let text = Some(value).filter(|text| !text.is_empty() && *text != NOTHING);
        match *name {
            HASH => return Ok(Change::Table(number as usize)),
            THREADS => return Ok(Change::Threads(number as usize)),
            EVAL_FILE => return Ok(Change::Evaluation(text.map(str::to_owned))),
            WITHOUT => return techniques(text.unwrap_or_default()).map(Change::Techniques),
            SEED => return Ok(Change::Seed(Some(number).filter(|&seed| seed > 0))),
            LEVEL => self.level = Level::new(number as u8),
            MULTI_PV => self.lines = number as usize,
            RESIGN_VALUE => self.resign = number as i32,
            MAX_MOVES => self.longest = number as usize,
            MARGIN => self.margin = number,
            // That it may ponder is told by `go ponder`.
            _ => {}
        }
        Ok(Change::None)
    }
}

/// All techniques but those named, with commas between.
fn techniques(names: &str) -> Result<Techniques, String> {
    let names = names.split([',', ' ']).filter(|name| !name.is_empty());
    names.into_iter().try_fold(Techniques::ALL, |all, name| {
        let technique =
            Technique::ALL.into_iter().find(|technique| format!("{technique:?}").eq_ignore_ascii_case(name));
        let known = Technique::ALL.map(|technique| format!("{technique:?}")).join(", ");
        let technique =
            technique.ok_or_else(|| format!("{WITHOUT}: no technique `{name}`; there are {known}"))?;
        Ok(all.without(technique))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused() {
        let mut options = Options::default();
        assert_eq!(options.set("usi_hash", "128"), Ok(Change::Table(128)));
        assert_eq!(options.set("EvalFile", "<empty>"), Ok(Change::Evaluation(None)));
        assert_eq!(options.set("EvalFile", "a b"), Ok(Change::Evaluation(Some("a b".into()))));
        assert_eq!(options.set("MultiPV", "3"), Ok(Change::None));
        assert_eq!(options.lines, 3);
        assert_eq!(options.set("Level", "4"), Ok(Change::None));
        assert_eq!(options.level, Level::new(4));
        assert_eq!(options.set("Level", "0"), Ok(Change::None));
        assert_eq!(options.level, None);
        assert_eq!(options.set("Seed", "7"), Ok(Change::Seed(Some(7))));
        assert_eq!(options.set("Seed", "0"), Ok(Change::Seed(None)));
        let expected = Techniques::ALL.without(Technique::NullMove).without(Technique::Razoring);
        assert_eq!(options.set("Without", "nullmove,Razoring"), Ok(Change::Techniques(expected)));
        for (name, value, part) in [
            ("Threads", "0", "expected a number from 1 to 512"),
            ("Threads", "-1", "found `-1`"),
            ("USI_Ponder", "yes", "expected `true` or `false`"),
            ("Level", "10", "expected a number from 0 to 9"),
            ("USI_Variant", "minishogi", "no option `USI_Variant`"),
            ("Without", "luck", "no technique `luck`"),
        ] {
            assert!(options.set(name, value).unwrap_err().contains(part), "{name} {value}");
        }
        // Programs are told of all but the one for experiments.
        assert_eq!(introduction().lines().count(), OPTIONS.len() - 1);
        assert!(!introduction().contains(WITHOUT));
    }
}
