//! Calculation, a solitaire, and its variants: played by the values learnt, and measured by many games.

mod simulate;
mod train;

use super::{about, guide};
use crate::{
    args::MindArgs,
    failure::Failure,
    game::{AnyGame, Entry, Guide, Records, SAMPLE, Simulate, Solitaire, Training},
    perft::perft,
    progress::Progress,
};
use std::sync::OnceLock;
use yomikiri_calculation::{Calculation, Deal, Dealt};
use yomikiri_calculation_study::{Estimates, SolitaireOpponent, models::Models, player, player::PlayerSpec};
use yomikiri_core::{
    Explore, Game, Language, Notation, ParseError, SolitaireExplorer, Unknown,
    laws::Law,
    play::{Level, Opponent},
};

pub const GAMES: &[Entry] = &[
    Entry {
        name: "calculation",
        about: about::CALCULATION,
        endings: &[],
        open: &|_| Box::new(DealtCalculation { is_simulated: true, ..DealtCalculation::of("calculation") }),
    },
    Entry {
        name: "calculation-computer",
        about: about::CALCULATION_COMPUTER,
        endings: &[],
        open: &|_| Box::new(DealtCalculation::of("computer")),
    },
    Entry {
        name: "calculation-superhuman",
        about: about::CALCULATION_SUPERHUMAN,
        endings: &[],
        open: &|_| Box::new(DealtCalculation::of("superhuman")),
    },
];

/// How many plies `bench` looks ahead in a deal of Calculation.
const BENCH: u32 = 9;

/// Calculation, with a deal: moves make a tree only where chance has spoken.
#[derive(Clone)]
struct DealtCalculation {
    variant: &'static str,
    /// Whether its players are told apart by many games, and its values learnt.
    is_simulated: bool,
    /// The deal is the first of this seed, where none is given.
    seed: u64,
    deal: Option<Deal>,
}

impl DealtCalculation {
    const fn of(variant: &'static str) -> Self {
        Self { variant, is_simulated: false, seed: 1, deal: None }
    }

    fn rules(&self) -> Calculation {
        Calculation::new(self.variant.parse().unwrap_or_default())
    }

    fn dealt(&self) -> Dealt {
        let rules = self.rules();
        let deal = self.deal.clone().unwrap_or_else(|| Deal::of_game(*rules.variant(), self.seed, 0));
        Dealt::new(rules, deal)
    }

    /// The game with a deal that leads to a position: where none was asked for, the seed deals what the
    /// position has left.
    fn with_deal_for(mut self, pos: &str) -> Result<Self, ParseError> {
        let rules = self.rules();
        let pos = rules.parse_pos(pos)?;
        if self.deal.is_none() && self.dealt().parse_pos(&rules.show_pos(&pos)).is_err() {
            self.deal = Some(Deal::of_rest(*rules.variant(), &pos, self.seed));
        }
        Ok(self)
    }
}

impl AnyGame for DealtCalculation {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let Some(from) = from else {
            let dealt = self.dealt();
            return Ok(perft(&dealt, dealt.start(), depth, progress, yomikiri_core::perft));
        };
        let dealt = self.clone().with_deal_for(from)?.dealt();
        Ok(perft(&dealt, dealt.parse_pos(from)?, depth, progress, yomikiri_core::perft))
    }

    fn check(&self, progress: &Progress) -> Vec<Law> {
        self.rules().laws(SAMPLE, progress)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let dealt = self.dealt();
        Ok(perft(&dealt, dealt.start(), BENCH, progress, yomikiri_core::perft))
    }

    fn explore(&self) -> Box<dyn Explore> {
        let game = self.dealt();
        match shipped() {
            Ok(probe) => Box::new(SolitaireExplorer { game, probe }),
            // Weights that do not fit the build would fail their test; without them there are no estimates.
            Err(_) => Box::new(SolitaireExplorer { game, probe: Unknown }),
        }
    }

    fn guide(&self, language: Language) -> Guide {
        guide::calculation::guide(*self.rules().variant(), language)
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.dealt())
    }

    /// Only at a level: otherwise the learnt values play.
    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        let Some(level) = args.level() else {
            let refused = |option| {
                Err(Failure::input(format!(
                    "{option}: Calculation is played by learnt values, which take --level alone"
                )))
            };
            return args.search_option().map_or(Ok(None), refused);
        };
        let known = shipped().as_ref().map_err(|error| Failure::environment(error.clone()))?;
        let spec = PlayerSpec::Level(level);
        let player = SolitaireOpponent::new(self.rules(), spec, &known.models, args.seed());
        let told = |error| Failure::input(format!("--level: {error}"));
        Ok(Some(Box::new(player.map_err(told)?)))
    }

    fn levels(&self) -> Vec<String> {
        Level::all().map(player::level_in_words).collect()
    }

    fn solitaire(&self) -> Option<&dyn Solitaire> {
        Some(self)
    }

    fn simulate(&self) -> Option<&dyn Simulate> {
        if self.is_simulated { Some(&simulate::Calculations) } else { None }
    }

    fn training(&self) -> Option<Training> {
        self.is_simulated.then(Training::of::<train::Args>)
    }
}

/// The learnt values, read once.
fn shipped() -> &'static Result<Estimates, String> {
    static ESTIMATES: OnceLock<Result<Estimates, String>> = OnceLock::new();
    ESTIMATES.get_or_init(|| Models::shipped().map(Estimates::new).map_err(|error| error.to_string()))
}

impl Solitaire for DealtCalculation {
    fn dealt(&self, seed: u64, deal: Option<&str>, from: Option<&str>) -> Result<Box<dyn AnyGame>, Failure> {
        let mut game = Self { seed, ..self.clone() };
        if let Some(text) = deal {
            let deal = Deal::parse(*game.rules().variant(), text);
            game.deal = Some(deal.map_err(|error| Failure::parse("--deal", &error))?);
        }
        if let Some(from) = from {
            game = game.with_deal_for(from).map_err(|error| Failure::parse("--from", &error))?;
        }
        Ok(Box::new(game))
    }
}
