//! Blokus Duo, its scorings and openings: played by Monte-Carlo tree search with what was learnt.

mod analyse;
mod player;
mod train;

use super::{about, guide};
use crate::{
    args::MindArgs,
    failure::Failure,
    game::{self, Analyse, Analyst, AnyGame, Entry, Gtp, Guide, Records, SearchTimes, Training},
    perft::perft,
    progress::Progress,
};
use std::path::Path;
use yomikiri_blokus::{Blokus, BlokusFsEvaluation, Openings, Scoring};
use yomikiri_blokus_study::{BlokusTextPlayer, LevelSettings};
use yomikiri_core::{
    Explore, Explorer, Game, Language, ParseError,
    laws::Law,
    play::{Level, Opponent, TextPlayer},
};

pub const GAMES: &[Entry] = &[
    Entry {
        name: "blokus",
        about: about::BLOKUS,
        endings: &[],
        open: &|_| Box::new(BlokusDuo { game: Blokus::default(), is_learnt: true }),
    },
    Entry {
        name: "blokus-official",
        about: about::BLOKUS_OFFICIAL,
        endings: &[],
        open: &|_| {
            let game = Blokus { scoring: Scoring::Official, ..Blokus::default() };
            Box::new(BlokusDuo { game, is_learnt: false })
        },
    },
    Entry {
        name: "blokus-fives",
        about: about::BLOKUS_FIVES,
        endings: &[],
        open: &|_| {
            let game = Blokus { openings: Openings::Fives, ..Blokus::default() };
            Box::new(BlokusDuo { game, is_learnt: false })
        },
    },
];

/// How many positions `check` tries: each has hundreds of moves.
const SAMPLE: usize = 2_000;

/// How many plies `bench` looks ahead.
const BENCH: u32 = 3;

/// Blokus Duo.
struct BlokusDuo {
    game: Blokus,
    /// Whether it is the game whose values are learnt.
    is_learnt: bool,
}

impl BlokusDuo {
    fn player(&self, args: &MindArgs) -> Result<Box<BlokusTextPlayer>, Failure> {
        Ok(Box::new(BlokusTextPlayer::new(player::player(self.game, args)?, player::budget(args))))
    }
}

impl AnyGame for BlokusDuo {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        Ok(perft(&self.game, game::position(&self.game, from)?, depth, progress, yomikiri_core::perft))
    }

    fn check(&self, progress: &Progress) -> Vec<Law> {
        self.game.laws(SAMPLE, progress)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        Ok(perft(&self.game, self.game.start(), BENCH, progress, yomikiri_core::perft))
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game, probe: BlokusFsEvaluation })
    }

    fn guide(&self, language: Language) -> Guide {
        guide::blokus::guide(self.game, language)
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game)
    }

    #[cfg(all(feature = "mount", target_os = "linux"))]
    fn as_blokusfs(&self) -> Option<Box<dyn Explore>> {
        let game = Blokus { openings: Openings::Fives, ..self.game };
        Some(Box::new(Explorer { game, probe: BlokusFsEvaluation }))
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        Ok(Some(self.player(args)?))
    }

    fn levels(&self) -> Vec<String> {
        Level::all().map(|level| LevelSettings::of(level).to_string()).collect()
    }

    fn gtp(&self) -> Option<&dyn Gtp> {
        Some(self)
    }

    fn analyse(&self) -> Option<&dyn Analyse> {
        Some(self)
    }

    fn training(&self) -> Option<Training> {
        self.is_learnt.then(Training::of::<train::Args>)
    }
}

impl Analyse for BlokusDuo {
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure> {
        Ok(Box::new(analyse::BlokusAnalyst::new(self.game, model)?))
    }
}

impl Gtp for BlokusDuo {
    fn player(&self, args: &MindArgs) -> Result<Box<dyn TextPlayer>, Failure> {
        Ok(self.player(args)?)
    }

    fn time_search(&self, progress: &Progress) -> SearchTimes {
        player::time_search(self.game, progress)
    }
}
