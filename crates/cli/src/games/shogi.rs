//! The games of the shogi family that are too large to be read out: minishogi, whose evaluation is learnt,
//! goro-goro shogi, and shogi.

mod minishogi;
mod train;

use super::{player, thinker};
use crate::{
    args::{Ending, MindArgs},
    failure::Failure,
    game::{
        self, Analyse, Analyst, AnyGame, Entry, Evaluate, Evaluated, Opponent, Records, SAMPLE, Training, Usi,
    },
    perft::perft,
    progress::Progress,
};
use std::{
    io::{BufRead, Write},
    path::Path,
};
use yomikiri_core::{Explore, Explorer, Game, Notation, ParseError, Unknown, laws};
use yomikiri_search::alphabeta::{SearchGame, SearchPosition};
use yomikiri_shogi::{Bits, Shogi};
use yomikiri_shogi_player::ShogiGame;

const ENDINGS: &[Ending] = &[Ending::Mate];

pub const GAMES: &[Entry] = &[
    Entry {
        name: "minishogi",
        about: "Minishogi: 5x5 squares, no knights and lances",
        endings: ENDINGS,
        open: |_| {
            Box::new(Large {
                make: Shogi::minishogi,
                in_kanji: false,
                bench: |_, _| player::bench_minishogi(),
                opponent: minishogi::opponent,
                converse: |_, model, input, output| {
                    let mut player = player::minishogi(model, player::TABLE, 1)?;
                    let game = player.game().rules.clone();
                    player::converse(&game, &mut player, input, output)
                },
                is_learnt: true,
            })
        },
    },
    Entry {
        name: "goro-goro",
        about: "Goro-goro shogi: 5x6 squares, golds, silvers and three pawns a side",
        endings: ENDINGS,
        open: |_| {
            Box::new(goro_goro(Shogi::goro_goro, |game, progress| Ok(perft(game, game.start(), 5, progress))))
        },
    },
    Entry {
        name: "goro-goro-plus",
        about: "Goro-goro shogi with a knight and a lance in each hand",
        endings: ENDINGS,
        open: |_| {
            Box::new(goro_goro(Shogi::goro_goro_plus, |game, progress| {
                Ok(perft(game, game.start(), 4, progress))
            }))
        },
    },
    Entry {
        name: "shogi",
        about: "Shogi: 9x9 squares",
        endings: ENDINGS,
        open: |_| {
            Box::new(Large {
                make: Shogi::standard,
                in_kanji: false,
                bench: |game, progress| Ok(perft(game, game.start(), 4, progress)),
                opponent: |_, args| thinker::shogi(args),
                converse: |game, model, input, output| {
                    player::without_file(model)?;
                    // Mating problems, which programs send for `go mate`, have one king only.
                    let game = Shogi::tsume().with_start(game.start());
                    player::converse(
                        &game,
                        &mut player::seat(ShogiGame::standard(), player::TABLE, 1)?,
                        input,
                        output,
                    )
                },
                is_learnt: false,
            })
        },
    },
];

/// Goro-goro shogi, with the workload of `bench`.
fn goro_goro(make: fn() -> Shogi<u32>, bench: Bench<u32>) -> Large<u32> {
    Large {
        make,
        in_kanji: false,
        bench,
        opponent: |game, args| thinker::goro_goro(game, args),
        converse: |game, model, input, output| {
            player::without_file(model)?;
            let searched = ShogiGame::goro_goro(game.clone());
            player::converse(&game, &mut player::seat(searched, player::TABLE, 1)?, input, output)
        },
        is_learnt: false,
    }
}

/// The player that was asked for.
type MakeOpponent<B> = fn(Shogi<B>, &MindArgs) -> Result<Box<dyn Opponent>, Failure>;

/// A conversation in USI.
type Converse<B> =
    fn(Shogi<B>, Option<&Path>, &mut dyn BufRead, &mut (dyn Write + Send)) -> Result<(), Failure>;

/// The workload of `bench`.
type Bench<B> = fn(&Shogi<B>, &Progress) -> Result<u64, Failure>;

/// A game of the shogi family that is too large to be read out.
struct Large<B: Bits> {
    make: fn() -> Shogi<B>,
    in_kanji: bool,
    bench: Bench<B>,
    opponent: MakeOpponent<B>,
    converse: Converse<B>,
    /// Whether its evaluation is learnt.
    is_learnt: bool,
}

impl<B: Bits> Large<B> {
    fn game(&self) -> Shogi<B> {
        let game = (self.make)();
        if self.in_kanji { game.clone().in_kanji().unwrap_or(game) } else { game }
    }
}

impl<B: Bits> AnyGame for Large<B> {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        game::read(&self.game(), pos)
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.game();
        Ok(perft(&game, game::position(&game, from)?, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let game = self.game();
        laws::all(&game, &laws::sample(&game, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        (self.bench)(&self.game(), progress)
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game(), probe: Unknown })
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn use_kanji(&mut self) -> bool {
        self.in_kanji = (self.make)().in_kanji().is_some();
        self.in_kanji
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        (self.opponent)(self.game(), args).map(Some)
    }

    fn usi(&self) -> Option<&dyn Usi> {
        Some(self)
    }

    fn analyse(&self) -> Option<&dyn Analyse> {
        self.is_learnt.then_some(self)
    }

    fn training(&self) -> Option<Training> {
        self.is_learnt.then(Training::of::<train::Args>)
    }

    fn evaluate(&self) -> Option<&dyn Evaluate> {
        self.is_learnt.then_some(self)
    }
}

impl<B: Bits> Usi for Large<B> {
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        (self.converse)(self.game(), model, input, output)
    }
}

impl<B: Bits> Analyse for Large<B> {
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure> {
        Ok(Box::new(minishogi::Analyst::new(player::minishogi(model, player::TABLE, 1)?)))
    }
}

impl<B: Bits> Evaluate for Large<B> {
    fn evaluate(&self, pos: &str, model: Option<&Path>) -> Result<Evaluated, Failure> {
        let player = player::minishogi(model, 1, 1)?;
        let game = player.game();
        let pos = game.rules.parse_pos(pos).map_err(|error| Failure::parse("POS", &error))?;
        Ok(Evaluated::new(&game.rules, &pos, || {
            let score = game.position(&pos).evaluate();
            (score, game.probability(score))
        }))
    }
}
