//! The single place that knows the games. A new game adds one line to [`GAMES`].

use crate::{
    args::Ending,
    commands::{
        bench::{self, ProbeTimes},
        perft::perft,
        solve::{Job, Solved},
    },
    failure::Failure,
    progress::Progress,
    solver, table,
};
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};
use yomikiri_core::{
    Explore, Explorer, Game, Notation, ParseError, Probe, ProbeError, TwoPlayer, Value, laws,
};
use yomikiri_shogi::{Bits, Shogi, SmallShogi};

/// A game as the commands list and find it.
#[derive(Serialize)]
pub struct Entry {
    pub name: &'static str,
    pub about: &'static str,
    /// The commands that it can be used with.
    pub abilities: &'static [&'static str],
    /// The ways it may end; the first is the default.
    pub endings: &'static [Ending],
    #[serde(skip)]
    open: fn(Ending) -> Box<dyn AnyGame>,
}

const BOTH_ENDINGS: &[Ending] = &[Ending::Capture, Ending::Mate];
const SOLVED: &[&str] = &["solve", "probe", "play", "perft", "check", "bench"];
const RULES: &[&str] = &["play", "perft", "check"];

/// Every game.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "dobutsu",
        about: "Dobutsu Shogi: 3x4 squares, lion, giraffe, elephant and chick",
        abilities: SOLVED,
        endings: BOTH_ENDINGS,
        open: |ending| small(Shogi::dobutsu(ending.into()), ("1le/1c1/1C1/EL1 b -", 3)),
    },
    Entry {
        name: "dobutsu-chicks",
        about: "Dobutsu Shogi with lions and chicks only",
        abilities: SOLVED,
        endings: BOTH_ENDINGS,
        open: |ending| small(Shogi::dobutsu_chicks(ending.into()), ("1l1/1c1/1C1/1L1 b -", 50)),
    },
    Entry {
        name: "minishogi",
        about: "Minishogi: 5x5 squares, no knights and lances",
        abilities: RULES,
        endings: &[Ending::Mate],
        open: |_| large(Shogi::minishogi()),
    },
    Entry {
        name: "shogi",
        about: "Shogi: 9x9 squares",
        abilities: RULES,
        endings: &[Ending::Mate],
        open: |_| large(Shogi::standard()),
    },
];

/// What `GAME` may be.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|entry| entry.name))
}

impl Entry {
    /// The entry of a name.
    pub fn of(name: &str) -> Result<&'static Self, Failure> {
        let unknown = || Failure::Input(format!("GAME: there is no game named {name}; see `yomikiri games`"));
        GAMES.iter().find(|entry| entry.name == name).ok_or_else(unknown)
    }

    /// The game, with the ending asked for.
    pub fn open(&self, ending: Ending) -> Result<Box<dyn AnyGame>, Failure> {
        if self.endings.contains(&ending) {
            return Ok((self.open)(ending));
        }
        Err(Failure::Input(format!("--ending: {} has no ending named {ending}", self.name)))
    }
}

/// How many positions `check` tries.
const SAMPLE: usize = 20_000;

/// A game with its types forgotten: what the commands need of it.
pub trait AnyGame: Send + Sync {
    /// The position that a text stands for, as the game writes it.
    fn read(&self, pos: &str) -> Result<String, ParseError>;

    /// The number of sequences of exactly `depth` moves.
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError>;

    /// Tries the laws of the game.
    fn check(&self) -> Vec<laws::Law>;

    /// The game with its rules and no values.
    fn rules(&self) -> Box<dyn Explore>;

    /// What can be done with it if it can be read out; otherwise says that it cannot.
    fn solvable(&self) -> Result<&dyn Solvable, Failure>;
}

/// A game that can be read out and have a table.
pub trait Solvable: Send + Sync {
    /// Reads the game out.
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure>;

    /// The fixed workload of `bench`: the number of its nodes.
    fn bench(&self, progress: &Progress) -> Result<u64, Failure>;

    /// How long look-ups in a table take.
    fn time_probes(&self, table: &Path) -> Result<ProbeTimes, Failure>;

    /// The game with the values of a table.
    fn with_table(&self, table: &Path) -> Result<Box<dyn Explore>, Failure>;

    /// The game with the values of all that can be reached from a position which is not in the table, if that is
    /// little enough to be solved while a person waits.
    fn solved_from(&self, pos: &str, table: &Path) -> Result<Option<Box<dyn Explore>>, Failure>;
}

/// A game of the shogi family.
struct Family<B: Bits> {
    game: Shogi<B>,
    solvable: Option<Small>,
}

/// A game on a board that is small enough to be read out, with what `bench` reads out, and how often.
fn small(game: SmallShogi, bench: (&'static str, u32)) -> Box<dyn AnyGame> {
    Box::new(Family { solvable: Some(Small { game: game.clone(), bench }), game })
}

/// A game that is too large to be read out.
fn large<B: Bits>(game: Shogi<B>) -> Box<dyn AnyGame> {
    Box::new(Family { game, solvable: None })
}

/// A game from its start or from a position.
fn game_from<B: Bits>(game: &Shogi<B>, from: Option<&str>) -> Result<Shogi<B>, ParseError> {
    let start = from.map(|text| game.parse_pos(text)).transpose()?;
    Ok(match start {
        None => game.clone(),
        Some(start) => game.clone().with_start(start),
    })
}

/// One who knows no values.
struct Nobody;

impl<G: Game> Probe<G> for Nobody {
    fn probe(&self, _: &G, _: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(None)
    }
}

impl<B: Bits> AnyGame for Family<B> {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        Ok(self.game.show_pos(&self.game.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        Ok(perft(&game_from(&self.game, from)?, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        laws::all(&self.game, &laws::sample(&self.game, SAMPLE, 1))
    }

    fn rules(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game.clone(), probe: Nobody })
    }

    fn solvable(&self) -> Result<&dyn Solvable, Failure> {
        let name = self.game.variant().name;
        let refused = || Failure::Input(format!("GAME: {name} is too large to be read out and has no table"));
        self.solvable.as_ref().map(|small| small as &dyn Solvable).ok_or_else(refused)
    }
}

/// How many positions `bench` looks up.
const LOOK_UPS: usize = 10_000;

/// A game on a small board, which has a dense graph.
struct Small {
    game: SmallShogi,
    bench: (&'static str, u32),
}

impl Solvable for Small {
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
        let game = game_from(&self.game, job.from.as_deref());
        solver::small(game.map_err(|error| Failure::parse("--from", &error))?, job, progress)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let (from, rounds) = self.bench;
        let game = game_from(&self.game, Some(from)).map_err(|error| Failure::parse("bench", &error))?;
        solver::bench(&game, rounds, progress)
    }

    fn time_probes(&self, path: &Path) -> Result<ProbeTimes, Failure> {
        let game = &self.game;
        let mut sample = laws::sample(game, LOOK_UPS, 1);
        sample.retain(|pos| game.result(pos).is_none());
        // Neighbours of a walk are neighbours in the table too: out of their order, each look-up is one by itself.
        sample.sort_by_cached_key(|pos| {
            let mut hasher = DefaultHasher::new();
            pos.hash(&mut hasher);
            hasher.finish()
        });
        bench::time_probes(game, &table::open(game, path)?, &sample)
    }

    fn with_table(&self, path: &Path) -> Result<Box<dyn Explore>, Failure> {
        let probe = table::open(&self.game, path)?;
        Ok(Box::new(Explorer { game: self.game.clone(), probe }))
    }

    fn solved_from(&self, pos: &str, path: &Path) -> Result<Option<Box<dyn Explore>>, Failure> {
        let game = game_from(&self.game, Some(pos)).map_err(|error| Failure::parse("POS", &error))?;
        let probe = table::on_the_spot(&game, path)?;
        Ok(probe.map(|probe| Box::new(Explorer { game, probe }) as Box<dyn Explore>))
    }
}
