//! The games by their names: those of `yomikiri games`, and the variants of shogi of a file.

use crate::{
    failure::{environment, unusable},
    rules::{AnyRules, Rules},
};
use pyo3::prelude::*;
use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};
use yomikiri_blokus::{Blokus, Openings, Scoring};
use yomikiri_calculation::{self as calculation, Calculation, Deal, Dealt};
use yomikiri_core::{Notation, Side, TwoPlayer};
use yomikiri_shogi::{Bits as _, Ending, Shogi, SmallBoard, Variant, variants};

/// What makes a game, besides its name.
pub struct Options<'a> {
    pub ending: Option<&'a str>,
    pub seed: u64,
    pub deal: Option<&'a str>,
    /// A file of variants, of which the name is one.
    pub file: Option<&'a Path>,
}

/// What the name of a game stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Shogi(&'static Variant, Ending),
    Blokus(Blokus),
    Calculation(Calculation),
}

/// A game and what it is called.
pub struct Opened {
    pub named: Named,
    /// The cards in their order, for a solitaire.
    pub deal: Option<String>,
    pub rules: Arc<dyn AnyRules>,
}

/// The games that come before the other variants of shogi.
const FIRST: [&str; 12] = [
    "dobutsu",
    "dobutsu-chicks",
    "minishogi",
    "goro-goro",
    "goro-goro-plus",
    "shogi",
    "blokus",
    "blokus-official",
    "blokus-fives",
    "calculation",
    "calculation-computer",
    "calculation-superhuman",
];

/// The longest file of variants, in bytes.
const LIMIT: u64 = 1 << 20;

/// The names of the games that this package knows.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    let others = variants::shipped().iter().map(|variant| variant.name);
    FIRST.into_iter().chain(others.filter(|name| !FIRST.contains(name))).collect()
}

/// Opens a game.
///
/// # Errors
/// A name that is none, an ending that the game has not, a deal that is none of the game, a file that cannot
/// be read.
pub fn open(name: &str, options: &Options) -> PyResult<Opened> {
    let named = match options.file {
        None => named(name)?,
        Some(file) => Named::Shogi(of_file(name, file)?, Ending::Mate),
    };
    let named = ended(name, named, options)?;
    if let (Some(deal), Named::Shogi(..) | Named::Blokus(_)) = (options.deal, &named) {
        return Err(unusable(format!("deal: {name} is no solitaire; the deal {deal:?} has no meaning")));
    }
    let (deal, rules) = match named {
        Named::Shogi(variant, ending) if variant.board.len() <= SmallBoard::SIZE => {
            (None, of_two(Shogi::<SmallBoard>::new(variant.clone(), ending)))
        }
        Named::Shogi(variant, ending) => (None, of_two(Shogi::<u128>::new(variant.clone(), ending))),
        Named::Blokus(game) => (None, of_points(game)),
        Named::Calculation(game) => {
            let deal = dealt(&game, options)?;
            let text = deal.to_string();
            (Some(text), Arc::new(Rules::of_solitaire(Dealt::new(game, deal))) as Arc<dyn AnyRules>)
        }
    };
    Ok(Opened { named, deal, rules })
}

/// What a name stands for, by the usual ending.
fn named(name: &str) -> PyResult<Named> {
    let solitaire = |variant: &str| {
        let variant = variant.parse::<calculation::Variant>().map_err(unusable)?;
        Ok(Named::Calculation(Calculation::new(variant)))
    };
    match name {
        "blokus" => Ok(Named::Blokus(Blokus::default())),
        "blokus-official" => Ok(Named::Blokus(Blokus { scoring: Scoring::Official, ..Blokus::default() })),
        "blokus-fives" => Ok(Named::Blokus(Blokus { openings: Openings::Fives, ..Blokus::default() })),
        "calculation" => solitaire("calculation"),
        "calculation-computer" => solitaire("computer"),
        "calculation-superhuman" => solitaire("superhuman"),
        _ => {
            let known = variants::shipped().iter().find(|variant| variant.name == name);
            let known = known.ok_or_else(|| {
                let names = games().join(", ");
                unusable(format!("there is no game named {name:?}; expected one of {names}"))
            })?;
            Ok(Named::Shogi(known, endings(known)[0]))
        }
    }
}

/// How a variant of shogi may end, the usual way first.
fn endings(variant: &Variant) -> &'static [Ending] {
    match variant.name {
        "dobutsu" | "dobutsu-chicks" => &[Ending::Capture, Ending::Mate],
        "minishogi" | "goro-goro" | "goro-goro-plus" | "shogi" => &[Ending::Mate],
        _ => &[Ending::Mate, Ending::Capture],
    }
}

/// The same game with the ending asked for.
fn ended(name: &str, named: Named, options: &Options) -> PyResult<Named> {
    let Some(word) = options.ending else { return Ok(named) };
    let asked = [Ending::Capture, Ending::Mate].into_iter().find(|ending| ending.word() == word);
    let asked =
        asked.ok_or_else(|| unusable(format!("ending: expected \"capture\" or \"mate\", not {word:?}")))?;
    match named {
        Named::Shogi(variant, _) if endings(variant).contains(&asked) => Ok(Named::Shogi(variant, asked)),
        _ => Err(unusable(format!("ending: {name} has no ending named {word}"))),
    }
}

/// A variant of a file. What is read stays in memory until the program ends, so a text that has been read is
/// not read again.
fn of_file(name: &str, file: &Path) -> PyResult<&'static Variant> {
    static READ: Mutex<Option<HashMap<String, &'static [Variant]>>> = Mutex::new(None);
    let refused = |error: &dyn std::fmt::Display| unusable(format!("variants: {}: {error}", file.display()));
    let bytes = yomikiri_files::read(file, LIMIT)
        .map_err(|error| environment(format!("variants: {}: {error}", file.display())))?;
    let text = String::from_utf8(bytes).map_err(|_| refused(&"this is no text in UTF-8"))?;
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let variants = if let Some(variants) = known.get(&text) {
        *variants
    } else {
        let variants: &[Variant] = variants::read(&text).map_err(|error| refused(&error))?.leak();
        known.insert(text, variants);
        variants
    };
    if let Some(taken) = variants.iter().find(|variant| games().contains(&variant.name)) {
        return Err(refused(&format!("[{}]: there is a game of this name", taken.name)));
    }
    let names = || variants.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ");
    let found = variants.iter().find(|variant| variant.name == name);
    found.ok_or_else(|| refused(&format!("there is no game named {name:?}; expected one of {}", names())))
}

fn of_two<G: Notation + TwoPlayer + 'static>(game: G) -> Arc<dyn AnyRules> {
    Arc::new(Rules::of_two(game))
}

/// A game whose points are told.
fn of_points(game: Blokus) -> Arc<dyn AnyRules> {
    Arc::new(Rules::of_two(game).with_points(|game, node| {
        Some([Side::First, Side::Second].map(|side| game.scoring.of(&node.position, side)))
    }))
}

/// The deal asked for, or the first of the seed.
fn dealt(game: &Calculation, options: &Options) -> PyResult<Deal> {
    match options.deal {
        None => Ok(Deal::of_game(*game.variant(), options.seed, 0)),
        Some(text) => Deal::parse(*game.variant(), text).map_err(|error| unusable(format!("deal: {error}"))),
    }
}
