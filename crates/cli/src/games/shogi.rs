//! The games of the shogi family that are played by search: minishogi, whose evaluation is learnt, goro-goro
//! shogi, shogi, and for `variant.rs` those that are known by their rules alone.

mod minishogi;
mod train;

use super::{
    about, analyst,
    engine::{self, EngineBoard},
    guide,
};
use crate::{
    args::{Ending, MindArgs},
    failure::Failure,
    game::{
        self, Analyse, Analyst, AnyGame, Entry, Evaluate, Evaluated, Guide, Records, SAMPLE, Tabled,
        Training, Usi,
    },
    perft::perft,
    progress::Progress,
};
use std::{
    io::{BufRead, Write},
    path::Path,
    sync::OnceLock,
};
use yomikiri_core::{
    Editor, Explore, Game, Language, Notation, ParseError, Unknown, laws::Law, play::Opponent,
};
use yomikiri_dobutsu::NumberedGame;
use yomikiri_shogi::{Bits, Shogi, SmallBoard, SmallShogi};
use yomikiri_shogi_player::{PlayerBoard, SearchedGame, searched};

const ENDINGS: &[Ending] = &[Ending::Mate];

pub const GAMES: &[Entry] = &[
    Entry {
        name: "minishogi",
        about: about::MINISHOGI,
        endings: ENDINGS,
        open: &|_| {
            Box::new(Searched {
                perft_depth: None,
                is_learnt: true,
                ..Searched::new(Shogi::minishogi, |_, model| minishogi::searched(model))
            })
        },
    },
    Entry {
        name: "goro-goro",
        about: about::GORO_GORO,
        endings: ENDINGS,
        open: &|_| Box::new(Searched { perft_depth: Some(5), ..Searched::new(Shogi::goro_goro, goro_goro) }),
    },
    Entry {
        name: "goro-goro-plus",
        about: about::GORO_GORO_PLUS,
        endings: ENDINGS,
        open: &|_| Box::new(Searched::new(Shogi::goro_goro_plus, goro_goro)),
    },
    Entry {
        name: "shogi",
        about: about::SHOGI,
        endings: ENDINGS,
        open: &|_| {
            Box::new(Searched {
                // Mating problems, which programs send for `go mate`, have one king only.
                rules_of_usi: |game| Shogi::tsume().with_start(game.start()),
                ..Searched::new(Shogi::standard, |_, model| {
                    engine::without_file(model)?;
                    Ok(PlayerBoard::by_material(Shogi::standard()))
                })
            })
        },
    },
];

fn goro_goro(game: SmallShogi, model: Option<&Path>) -> Result<SearchedGame<SmallBoard>, Failure> {
    engine::without_file(model)?;
    Ok(searched::goro_goro(game))
}

/// Makes the game as the engine searches it, with the evaluation of a file or its own.
type MakeSearchGame<B> = fn(Shogi<B>, Option<&Path>) -> Result<SearchedGame<B>, Failure>;

/// A game of the shogi family that an engine searches.
pub struct Searched<B: Bits> {
    make: Box<dyn Fn() -> Shogi<B> + Send + Sync>,
    in_kanji: bool,
    /// The workload of `bench`: sequences of so many moves are counted, or else positions searched.
    perft_depth: Option<u32>,
    search_game: MakeSearchGame<B>,
    /// The rules of a conversation in USI.
    rules_of_usi: fn(Shogi<B>) -> Shogi<B>,
    /// Whether its evaluation is learnt.
    is_learnt: bool,
    /// The game as one that can be read out, if it can.
    tabled: fn(&Self) -> Option<&dyn Tabled>,
    /// The numbers of its positions, made when one is drawn.
    pub(super) numbered: OnceLock<Box<dyn NumberedGame>>,
}

impl<B: Bits> Searched<B> {
    /// A game whose bench counts sequences of four moves, and that has no evaluation in files.
    pub fn new(make: impl Fn() -> Shogi<B> + Send + Sync + 'static, search_game: MakeSearchGame<B>) -> Self {
        Self {
            make: Box::new(make),
            in_kanji: false,
            perft_depth: Some(4),
            search_game,
            rules_of_usi: |game| game,
            is_learnt: false,
            tabled: |_| None,
            numbered: OnceLock::new(),
        }
    }

    /// The same as a game that can be read out, if it can.
    pub fn with_tabled(self, tabled: fn(&Self) -> Option<&dyn Tabled>) -> Self {
        Self { tabled, ..self }
    }

    /// Its rules, with pieces as they are to be drawn.
    pub fn game(&self) -> Shogi<B> {
        let game = (self.make)();
        if self.in_kanji { game.clone().in_kanji().unwrap_or(game) } else { game }
    }
}

impl<B: EngineBoard> AnyGame for Searched<B> {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.game();
        Ok(perft(&game, game::position(&game, from)?, depth, progress, B::perft))
    }

    fn check(&self, progress: &Progress) -> Vec<Law> {
        B::laws(&self.game(), SAMPLE, progress)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let game = self.game();
        match self.perft_depth {
            Some(depth) => Ok(perft(&game, game.start(), depth, progress, B::perft)),
            None => Ok(engine::player((self.search_game)(game, None)?, 1, 1)?.bench()),
        }
    }

    fn explore(&self) -> Box<dyn Explore> {
        B::explore(self.game(), Box::new(Unknown))
    }

    fn editor(&self) -> Option<Box<dyn Editor>> {
        Some(Box::new(self.game()))
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        (self.tabled)(self)
    }

    fn guide(&self, language: Language) -> Guide {
        guide::shogi::guide(&self.game(), language)
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn use_kanji(&mut self) -> bool {
        self.in_kanji = (self.make)().in_kanji().is_some();
        self.in_kanji
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        let game = self.game();
        let searched = (self.search_game)(game.clone(), args.model.as_deref())?;
        engine::opponent(game, searched, args).map(Some)
    }

    fn levels(&self) -> Vec<String> {
        (self.search_game)(self.game(), None).map_or_else(|_| Vec::new(), |game| engine::levels(&game))
    }

    fn usi(&self) -> Option<&dyn Usi> {
        Some(self)
    }

    fn analyse(&self) -> Option<&dyn Analyse> {
        Some(self)
    }

    fn training(&self) -> Option<Training> {
        self.is_learnt.then(Training::of::<train::Args>)
    }

    fn evaluate(&self) -> Option<&dyn Evaluate> {
        self.is_learnt.then_some(self)
    }
}

impl<B: EngineBoard> Usi for Searched<B> {
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        let game = self.game();
        let searched = (self.search_game)(game.clone(), model)?;
        engine::converse(&(self.rules_of_usi)(game), searched, input, output)
    }
}

impl<B: Bits> Analyse for Searched<B> {
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure> {
        let game = self.game();
        analyst::analyst(game.clone(), (self.search_game)(game, model)?)
    }
}

impl<B: Bits> Evaluate for Searched<B> {
    fn evaluate(&self, pos: &str, model: Option<&Path>) -> Result<Evaluated, Failure> {
        let game = (self.search_game)(self.game(), model)?;
        let pos = game.rules().parse_pos(pos).map_err(|error| Failure::parse("POS", &error))?;
        Ok(Evaluated::new(game.rules(), &pos, || {
            let score = game.evaluate(&pos);
            (score, game.probability(score))
        }))
    }
}
