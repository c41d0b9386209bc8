//! The games by their names: those of `yomikiri games`.

use crate::{
    failure::unusable,
    rules::{AnyRules, Rules},
};
use pyo3::prelude::*;
use std::sync::Arc;
use yomikiri_blokus::{Blokus, Openings, Scoring};
use yomikiri_calculation::{Calculation, Deal, Dealt, Variant};
use yomikiri_core::Side;
use yomikiri_shogi::{Ending, Shogi, SmallShogi};

/// What makes a game, besides its name.
pub struct Options<'a> {
    pub ending: Option<&'a str>,
    pub seed: u64,
    pub deal: Option<&'a str>,
}

/// A game and what it is called.
pub struct Opened {
    /// The ending, for a game that has one.
    pub ending: Option<&'static str>,
    /// The cards in their order, for a solitaire.
    pub deal: Option<String>,
    pub rules: Arc<dyn AnyRules>,
}

const NAMES: [&str; 12] = [
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

/// The names of the games that this package knows.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    NAMES.to_vec()
}

/// The rules of a game on a small board, which can be solved; `None` for other names.
pub fn small(name: &str, ending: Ending) -> Option<SmallShogi> {
    match name {
        "dobutsu" => Some(Shogi::dobutsu(ending)),
        "dobutsu-chicks" => Some(Shogi::dobutsu_chicks(ending)),
        _ => None,
    }
}

/// The rules of Blokus Duo; `None` for other names.
pub fn blokus(name: &str) -> Option<Blokus> {
    match name {
        "blokus" => Some(Blokus::default()),
        "blokus-official" => Some(Blokus { scoring: Scoring::Official, ..Blokus::default() }),
        "blokus-fives" => Some(Blokus { openings: Openings::Fives, ..Blokus::default() }),
        _ => None,
    }
}

/// The rules of Calculation; `None` for other names.
pub fn calculation(name: &str) -> Option<Calculation> {
    let variant = match name {
        "calculation" => "calculation",
        "calculation-computer" => "computer",
        "calculation-superhuman" => "superhuman",
        _ => return None,
    };
    Some(Calculation::new(variant.parse::<Variant>().unwrap_or_default()))
}

/// The ending of a word.
pub fn ending(word: &str) -> PyResult<Ending> {
    [Ending::Capture, Ending::Mate]
        .into_iter()
        .find(|ending| ending.word() == word)
        .ok_or_else(|| unusable(format!("ending: expected \"capture\" or \"mate\", not {word:?}")))
}

/// Opens a game.
///
/// # Errors
/// A name that is none, an ending that the game has not, a deal that is none of the game.
pub fn open(name: &str, options: &Options) -> PyResult<Opened> {
    if let Some(deal) = options.deal.filter(|_| calculation(name).is_none()) {
        return Err(unusable(format!("deal: {name} is no solitaire; the deal {deal:?} has no meaning")));
    }
    let asked = options.ending.map(ending).transpose()?;
    if let Some(game) = small(name, asked.unwrap_or(Ending::Capture)) {
        return Ok(Opened { ending: Some(game.ending().word()), deal: None, rules: of_two(game) });
    }
    let (ending, deal, rules): (_, _, Arc<dyn AnyRules>) = match name {
        "minishogi" => (Some(Ending::Mate), None, of_two(Shogi::minishogi())),
        "goro-goro" => (Some(Ending::Mate), None, of_two(Shogi::goro_goro())),
        "goro-goro-plus" => (Some(Ending::Mate), None, of_two(Shogi::goro_goro_plus())),
        "shogi" => (Some(Ending::Mate), None, of_two(Shogi::standard())),
        _ => match (blokus(name), calculation(name)) {
            (Some(game), _) => (
                None,
                None,
                Arc::new(Rules::of_two(game).with_points(|game, node| {
                    let points =
                        [Side::First, Side::Second].map(|side| game.scoring.of(&node.position, side));
                    Some(points)
                })),
            ),
            (_, Some(game)) => {
                let deal = dealt(&game, options)?;
                let text = deal.to_string();
                (None, Some(text), Arc::new(Rules::of_solitaire(Dealt::new(game, deal))))
            }
            _ => {
                return Err(unusable(format!(
                    "there is no game named {name:?}; expected one of {}",
                    NAMES.join(", ")
                )));
            }
        },
    };
    match asked {
        Some(asked) if ending != Some(asked) => {
            Err(unusable(format!("ending: {name} has no ending named {}", asked.word())))
        }
        _ => Ok(Opened { ending: ending.map(Ending::word), deal, rules }),
    }
}

fn of_two<G: yomikiri_core::Notation + yomikiri_core::TwoPlayer + 'static>(game: G) -> Arc<dyn AnyRules> {
    Arc::new(Rules::of_two(game))
}

/// The deal asked for, or the first of the seed.
fn dealt(game: &Calculation, options: &Options) -> PyResult<Deal> {
    match options.deal {
        None => Ok(Deal::of_game(*game.variant(), options.seed, 0)),
        Some(text) => Deal::parse(*game.variant(), text).map_err(|error| unusable(format!("deal: {error}"))),
    }
}
