//! Dobutsu Shogi and its variant with chicks: solved by table, with an evaluation learnt from the table.

mod learnt;
mod report;
#[cfg(feature = "pages")]
mod site;
mod train;

use super::{
    about, analyst, engine, guide,
    solver::{self, Number},
    tabled::Readable,
};
#[cfg(feature = "pages")]
use crate::game::SiteGame;
use crate::{
    args::{Ending, MindArgs},
    failure::Failure,
    game::{
        Analyse, Analyst, AnyGame, Entry, Evaluate, Evaluated, Guide, Page, Records, Report, SAMPLE,
        StudySettings, Tabled, Training, Usi,
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
use yomikiri_shogi::{RulesBoard, Shogi, SmallShogi};
#[cfg(feature = "pages")]
use yomikiri_web::Census;

const ENDINGS: &[Ending] = &[Ending::Capture, Ending::Mate];

pub const GAMES: &[Entry] = &[
    Entry {
        name: "dobutsu",
        about: about::DOBUTSU,
        endings: ENDINGS,
        open: &|ending| {
            let bench = ("1le/1c1/1C1/EL1 b -", 3);
            Box::new(SolvedShogi {
                make: Shogi::dobutsu,
                ending,
                bench,
                is_learnt: true,
                numbered: OnceLock::new(),
            })
        },
    },
    Entry {
        name: "dobutsu-chicks",
        about: about::DOBUTSU_CHICKS,
        endings: ENDINGS,
        open: &|ending| {
            let bench = ("1l1/1c1/1C1/1L1 b -", 50);
            Box::new(SolvedShogi {
                make: Shogi::dobutsu_chicks,
                ending,
                bench,
                is_learnt: false,
                numbered: OnceLock::new(),
            })
        },
    },
];

/// A game of the shogi family on a small board.
struct SolvedShogi {
    make: fn(yomikiri_shogi::Ending) -> SmallShogi,
    ending: Ending,
    /// What `bench` reads out, and how often.
    bench: (&'static str, u32),
    /// Whether there is an evaluation learnt from all its values.
    is_learnt: bool,
    /// The numbers of its positions, made when one is drawn.
    numbered: OnceLock<Box<dyn NumberedGame>>,
}

impl SolvedShogi {
    fn game(&self) -> SmallShogi {
        (self.make)(match self.ending {
            Ending::Capture => yomikiri_shogi::Ending::Capture,
            Ending::Mate => yomikiri_shogi::Ending::Mate,
        })
    }

    /// The player that searches, to the mate whatever ends the game.
    fn searching(&self, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
        let game = self.game();
        let searched = learnt::searched(&game, args.model.as_deref())?;
        engine::opponent(game, searched, args)
    }
}

impl AnyGame for SolvedShogi {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.rules_from(from)?;
        Ok(perft(&game, game.start(), depth, progress, RulesBoard::perft))
    }

    fn check(&self, progress: &Progress) -> Vec<Law> {
        RulesBoard::laws(&self.game(), SAMPLE, progress)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let (from, rounds) = self.bench;
        let game = self.rules_from(Some(from)).map_err(|error| Failure::parse("bench", &error))?;
        solver::bench(self.number(), &game, rounds, progress)
    }

    fn explore(&self) -> Box<dyn Explore> {
        RulesBoard::explore(self.game(), Box::new(Unknown))
    }

    fn guide(&self, language: Language) -> Guide {
        guide::shogi::guide(&self.game(), language)
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn editor(&self) -> Option<Box<dyn Editor>> {
        Some(Box::new(self.game()))
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        Some(self)
    }

    fn levels(&self) -> Vec<String> {
        learnt::searched(&self.game(), None).map_or_else(|_| Vec::new(), |game| engine::levels(&game))
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

    #[cfg(feature = "pages")]
    fn site(&self) -> Option<&dyn SiteGame> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        self.is_learnt.then_some(self)
    }

    /// Only where something is asked of it: otherwise the table plays.
    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        args.search_option().map(|_| self.searching(args)).transpose()
    }

    fn named(&self, name: &str, args: &MindArgs) -> Option<Result<Box<dyn Opponent>, Failure>> {
        if name == "search" {
            return Some(self.searching(args));
        }
        let known = self.is_learnt && self.ending == Ending::Capture;
        let refused = |option| {
            let message =
                format!("{option}: learnt:N looks N plies ahead, whatever that takes; search obeys it");
            Err(Failure::input(message))
        };
        known.then(|| args.search_option().map_or_else(|| learnt::opponent(self.game(), name), refused))
    }
}

impl Readable for SolvedShogi {
    fn rules(&self) -> SmallShogi {
        self.game()
    }

    fn usual(&self) -> (Ending, Option<&Path>) {
        (Ending::Capture, None)
    }

    fn number(&self) -> Number {
        |game| Ok(yomikiri_dobutsu::solver::dense(game))
    }

    fn numbered(&self) -> &OnceLock<Box<dyn NumberedGame>> {
        &self.numbered
    }
}

#[cfg(feature = "pages")]
impl SiteGame for SolvedShogi {
    fn write_site(
        &self,
        dir: &Path,
        results_only: bool,
        progress: &Progress,
    ) -> Result<(Box<dyn Explore>, Census), Failure> {
        let game = self.game();
        let probe = site::write(game.clone(), dir, results_only, progress)?;
        let census = site::census(&probe);
        Ok((RulesBoard::explore(game, Box::new(probe)), census))
    }
}

impl Usi for SolvedShogi {
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        let game = self.game();
        engine::converse(&game, learnt::searched(&game, model)?, input, output)
    }
}

impl Analyse for SolvedShogi {
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure> {
        let game = self.game();
        let searched = learnt::searched(&game, model)?;
        analyst::analyst(game, searched)
    }
}

impl Evaluate for SolvedShogi {
    fn evaluate(&self, pos: &str, model: Option<&Path>) -> Result<Evaluated, Failure> {
        let game = self.game();
        let pos = game.parse_pos(pos).map_err(|error| Failure::parse("POS", &error))?;
        let evaluation = learnt::evaluation(model)?;
        Ok(Evaluated::new(&game, &pos, || learnt::judge(&evaluation, &pos)))
    }
}

impl Report for SolvedShogi {
    fn report(&self, study: &StudySettings<'_>) -> Result<Page, Failure> {
        report::page(self.game(), study)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{progress::Progress, threads::cores};
    use yomikiri_core::{
        Random, Wdl,
        play::{Level, Stop},
    };
    use yomikiri_dobutsu::learn::SolvedGame;
    use yomikiri_search::alphabeta::{GameHistory, SearchOptions};

    /// The strongest level, without the table, from won positions against a defence that makes no mistake.
    #[test]
    #[ignore = "reads the whole game out: cargo xtask test --full"]
    fn the_strongest_level_keeps_what_is_won() {
        let game = Shogi::dobutsu(yomikiri_shogi::Ending::Mate);
        let read_out = solver::study(game.clone(), cores(), &Progress::new()).unwrap();
        let (game, graph, solution) = read_out.parts();
        let solved = SolvedGame { game, graph, solution };
        let mut player = engine::player(learnt::searched(game, None).unwrap(), engine::TABLE, 1).unwrap();
        let positions = solved.sample(Wdl::Win, 50, 29);
        let strongest = Level::all().last().unwrap();
        let (mut random, mut kept) = (Random::new(1), 0);
        for (number, start) in positions.iter().enumerate() {
            player.new_game();
            let choose = |past: &[_]| {
                let (history, options) = (GameHistory { positions: past.to_vec() }, SearchOptions::default());
                let found =
                    player.search_at(strongest, &history, &options, &mut random, &Stop::new(), &mut |_| {});
                found.moves.first().copied()
            };
            kept += usize::from(solved.keeps(choose, start, number as u64));
        }
        // Of a thousand, a few wins of seventy plies and more may slip into a draw.
        assert!(positions.len() > 20 && kept + 1 >= positions.len(), "{kept} of {}", positions.len());
    }
}
