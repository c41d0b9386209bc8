//! Variants as files, in the format of Fairy-Stockfish's `variants.ini`.
//!
//! What makes sense for the shogi family is read: boards of up to nine files and ranks, pieces by name or by
//! Betza's notation ([`betza`]), promotion by type and turning back, drops, tries, repetition, inheritance.
//! Any other key, and any value that the rules kernel does not know, is an error that names the key and its
//! line, so that nothing is played by half of its rules. `docs/book/src/games/variants.md` lists the keys,
//! and where the rules differ from Fairy-Stockfish's.
//!
//! The variants that come with the crate are read from such a file, once.
//!
//! ```
//! let text = "[wide:dobutsu]\nmaxFile = 4\nstartFen = 1gle/2c1/1C2/ELG1[] w 0 1\n";
//! let variants = yomikiri_shogi::variants::read(text)?;
//! assert_eq!((variants[0].name, variants[0].board.files), ("wide", 4));
//!
//! let error = yomikiri_shogi::variants::read("[wide:dobutsu]\nblastOnCapture = true\n").unwrap_err();
//! assert_eq!(error.to_string(), "line 2: blastOnCapture: no key that is supported");
//! # Ok::<(), yomikiri_shogi::VariantError>(())
//! ```

pub mod betza;
mod fen;
mod ini;
mod letters;
mod pieces;
mod rules;

use crate::Variant;
use ini::Section;
use std::{error::Error, fmt, sync::LazyLock};

/// The file of the variants that come with the crate.
pub const SHIPPED: &str = include_str!("../../data/variants.ini");

/// The names by which Fairy-Stockfish knows variants that have another name here.
const SYNONYMS: [(&str, &str); 4] = [
    ("gorogoro", "goro-goro"),
    ("gorogoroshogi", "goro-goro"),
    ("gorogoroplus", "goro-goro-plus"),
    ("judkinsshogi", "judkins"),
];

impl Variant {
    /// A variant that comes with the crate (`data/variants.ini`).
    ///
    /// # Panics
    /// None has this name.
    pub fn named(name: &str) -> Self {
        let variant = shipped().iter().find(|variant| variant.name == name);
        variant.unwrap_or_else(|| panic!("no variant named {name} comes with the program")).clone()
    }

    /// Dobutsu Shogi.
    pub fn dobutsu() -> Self {
        Self::named("dobutsu")
    }

    /// Dobutsu Shogi with lions and chicks only.
    pub fn dobutsu_chicks() -> Self {
        Self::named("dobutsu-chicks")
    }

    /// Shogi.
    pub fn shogi() -> Self {
        Self::named("shogi")
    }

    /// Shogi where one side may be without a king: the rules of mating problems. It begins with one of them.
    pub fn tsume() -> Self {
        let start = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
        Self { name: "tsume", lone_royal: true, start, ..Self::shogi() }
    }

    /// Minishogi: 5 files and 5 ranks, no knights and lances, promotion in the last rank.
    pub fn minishogi() -> Self {
        Self::named("minishogi")
    }

    /// Goro-goro shogi: 5 files and 6 ranks, kings, golds, silvers and three pawns a side, promotion in the
    /// last two ranks.
    pub fn goro_goro() -> Self {
        Self::named("goro-goro")
    }

    /// Goro-goro shogi plus: each side begins with a knight and a lance in hand.
    pub fn goro_goro_plus() -> Self {
        Self::named("goro-goro-plus")
    }
}

/// Why a file of variants cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl VariantError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl Error for VariantError {}

/// The variants that come with the crate, in the order of their file.
pub fn shipped() -> &'static [Variant] {
    static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
        let sections = SHIPPED_SECTIONS.iter();
        sections.map(rules::read).collect::<Result<_, _>>().expect("the shipped variants are variants")
    });
    &VARIANTS
}

static SHIPPED_SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let sections = ini::sections(SHIPPED).expect("the shipped file is of the format");
    inherited(sections, &[]).expect("shipped variants inherit from those before them")
});

/// Reads the variants of a file, which may inherit from those that come with the crate and from those before
/// them in the file. Their texts stay in memory until the program ends: variants are read once, and every
/// position's messages borrow from them.
///
/// # Errors
/// The line that is not of the format, or that says what the rules kernel does not know.
pub fn read(text: &str) -> Result<Vec<Variant>, VariantError> {
    let sections = inherited(ini::sections(text)?, &SHIPPED_SECTIONS)?;
    if let Some(again) =
        sections.iter().find(|section| shipped().iter().any(|known| known.name == section.name))
    {
        return Err(VariantError::new(again.line, format!("[{}]: there is a game of this name", again.name)));
    }
    sections.iter().map(rules::read).collect()
}

/// Sections with what they inherit.
fn inherited(sections: Vec<Section>, known: &[Section]) -> Result<Vec<Section>, VariantError> {
    let mut whole: Vec<Section> = Vec::with_capacity(sections.len());
    for mut section in sections {
        if let Some(parent) = section.parent.clone() {
            let name =
                SYNONYMS.iter().find(|(synonym, _)| *synonym == parent).map_or(&*parent, |(_, name)| name);
            let found = known.iter().chain(&whole).find(|other| other.name == name).ok_or_else(|| {
                let message = format!("[{}:{parent}]: no variant {parent} before it", section.name);
                VariantError::new(section.line, message)
            })?;
            let mut found = found.clone();
            if known.iter().any(|other| other.name == name) {
                // Lines of another file would mislead.
                found.settings.iter_mut().for_each(|setting| setting.line = section.line);
            }
            section.inherit(&found);
            letters::translate(&mut section, &found);
        }
        whole.push(section);
    }
    Ok(whole)
}
