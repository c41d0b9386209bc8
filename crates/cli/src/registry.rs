//! The single place that knows the games. A new game adds one line to [`GAMES`].

use crate::{
    args::{Ending, GameArgs, MindArgs},
    commands::{
        bench::{self, ProbeTimes, SearchTimes},
        perft::perft,
        play::Opponent,
        solve::{Job, Solved},
    },
    duo,
    failure::Failure,
    learnt, mini,
    patience::Walk,
    player,
    progress::Progress,
    records::Records,
    solver, table, thinker,
};
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};
use yomikiri_blokus::{Blokus, BlokusFsEvaluation, Openings, Scoring};
use yomikiri_calculation::{Calculation, Deal, Dealt};
use yomikiri_calculation_study::models::Models;
use yomikiri_core::{Explore, Explorer, Game, Notation, ParseError, TwoPlayer, Unknown, laws};
use yomikiri_shogi::{Bits, Shogi, SmallShogi};

/// A game as the commands list and find it.
#[derive(Serialize)]
pub struct Entry {
    pub name: &'static str,
    pub about: &'static str,
    /// The commands that it can be used with.
    pub abilities: &'static [&'static str],
    /// The ways it may end; the first is the default. None where the rules know but one.
    pub endings: &'static [Ending],
    #[serde(skip)]
    open: fn(Ending) -> Box<dyn AnyGame>,
}

const BOTH_ENDINGS: &[Ending] = &[Ending::Capture, Ending::Mate];
const LEARNT: &[&str] =
    &["solve", "probe", "play", "mount", "usi", "train", "evaluate", "report", "perft", "check", "bench"];
const SOLVED: &[&str] = &["solve", "probe", "play", "mount", "usi", "perft", "check", "bench"];
const SEARCHED: &[&str] = &["play", "mount", "usi", "perft", "check", "bench"];
const EXPLORED: &[&str] = &["play", "mount", "perft", "check", "bench"];
const PLAYED: &[&str] = &["play", "mount", "usi", "analyse", "train", "evaluate", "perft", "check", "bench"];
const DUELLED: &[&str] = &["play", "mount", "gtp", "perft", "check", "bench"];
const TRAINED: &[&str] = &["play", "mount", "gtp", "train", "perft", "check", "bench"];
const SIMULATED: &[&str] = &["play", "mount", "simulate", "train", "perft", "check", "bench"];

/// Every game.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "dobutsu",
        about: "Dobutsu Shogi: 3x4 squares, lion, giraffe, elephant and chick",
        abilities: LEARNT,
        endings: BOTH_ENDINGS,
        open: |ending| Box::new(Small { make: Shogi::dobutsu, ending, bench: ("1le/1c1/1C1/EL1 b -", 3) }),
    },
    Entry {
        name: "dobutsu-chicks",
        about: "Dobutsu Shogi with lions and chicks only",
        abilities: SOLVED,
        endings: BOTH_ENDINGS,
        open: |ending| {
            Box::new(Small { make: Shogi::dobutsu_chicks, ending, bench: ("1l1/1c1/1C1/1L1 b -", 50) })
        },
    },
    Entry {
        name: "minishogi",
        about: "Minishogi: 5x5 squares, no knights and lances",
        abilities: PLAYED,
        endings: &[Ending::Mate],
        open: |_| {
            Box::new(Large {
                game: Shogi::minishogi(),
                bench: |_, _| player::bench_minishogi(),
                opponent: mini::opponent,
            })
        },
    },
    Entry {
        name: "goro-goro",
        about: "Goro-goro shogi: 5x6 squares, golds, silvers and three pawns a side",
        abilities: SEARCHED,
        endings: &[Ending::Mate],
        open: |_| {
            let bench = |game: &Shogi<u32>, progress: &Progress| Ok(perft(game, game.start(), 5, progress));
            let opponent: MakeOpponent = |args| thinker::goro_goro(Shogi::goro_goro(), args);
            Box::new(Large { game: Shogi::goro_goro(), bench, opponent })
        },
    },
    Entry {
        name: "goro-goro-plus",
        about: "Goro-goro shogi with a knight and a lance in each hand",
        abilities: SEARCHED,
        endings: &[Ending::Mate],
        open: |_| {
            let bench = |game: &Shogi<u32>, progress: &Progress| Ok(perft(game, game.start(), 4, progress));
            let opponent: MakeOpponent = |args| thinker::goro_goro(Shogi::goro_goro_plus(), args);
            Box::new(Large { game: Shogi::goro_goro_plus(), bench, opponent })
        },
    },
    Entry {
        name: "shogi",
        about: "Shogi: 9x9 squares",
        abilities: SEARCHED,
        endings: &[Ending::Mate],
        open: |_| {
            let bench = |game: &Shogi<u128>, progress: &Progress| Ok(perft(game, game.start(), 4, progress));
            Box::new(Large { game: Shogi::standard(), bench, opponent: thinker::shogi })
        },
    },
    Entry {
        name: "blokus",
        about: "Blokus Duo: 14x14 squares, 21 pieces a side; squares placed are points",
        abilities: TRAINED,
        endings: &[],
        open: |_| Box::new(Duo { game: Blokus::default() }),
    },
    Entry {
        name: "blokus-official",
        about: "Blokus Duo with the bonuses of the official scoring",
        abilities: DUELLED,
        endings: &[],
        open: |_| Box::new(Duo { game: Blokus { scoring: Scoring::Official, ..Blokus::default() } }),
    },
    Entry {
        name: "blokus-fives",
        about: "Blokus Duo with pieces of five squares in each side's first four moves",
        abilities: DUELLED,
        endings: &[],
        open: |_| Box::new(Duo { game: Blokus { openings: Openings::Fives, ..Blokus::default() } }),
    },
    Entry {
        name: "calculation",
        about: "Calculation, a solitaire: four waste piles, the first card of each base laid out",
        abilities: SIMULATED,
        endings: &[],
        open: |_| Box::new(Patience { variant: "calculation", seed: 1, deal: None }),
    },
    Entry {
        name: "calculation-computer",
        about: "Calculation with nothing laid out",
        abilities: EXPLORED,
        endings: &[],
        open: |_| Box::new(Patience { variant: "computer", seed: 1, deal: None }),
    },
    Entry {
        name: "calculation-superhuman",
        about: "Calculation with three waste piles",
        abilities: EXPLORED,
        endings: &[],
        open: |_| Box::new(Patience { variant: "superhuman", seed: 1, deal: None }),
    },
];

/// What `GAME` may be for a command; none for a command that no game is for.
pub fn names_for(command: &str) -> Option<PossibleValuesParser> {
    let able: Vec<_> =
        GAMES.iter().filter(|entry| entry.abilities.contains(&command)).map(|entry| entry.name).collect();
    (!able.is_empty()).then(|| PossibleValuesParser::new(able))
}

/// The game of a name, with the ending asked for.
pub fn open(name: &str, ending: Option<Ending>) -> Result<Box<dyn AnyGame>, Failure> {
    let unknown = || Failure::Input(format!("GAME: there is no game named {name}; see `yomikiri games`"));
    let entry = GAMES.iter().find(|entry| entry.name == name).ok_or_else(unknown)?;
    match ending {
        Some(ending) if !entry.endings.contains(&ending) => {
            Err(Failure::Input(format!("--ending: {name} has no ending named {ending}")))
        }
        _ => Ok((entry.open)(ending.unwrap_or_default())),
    }
}

/// What can be done with a game because it can be read out; `command` asks for it.
pub fn tabled<'a>(game: &'a dyn AnyGame, args: &GameArgs, command: &str) -> Result<&'a dyn Tabled, Failure> {
    let refused =
        || Failure::Input(format!("GAME: {} is not a game for `{command}`; see `yomikiri games`", args.game));
    game.tabled().ok_or_else(refused)
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

    /// The fixed workload of `bench`: the number of its nodes.
    fn bench(&self, progress: &Progress) -> Result<u64, Failure>;

    /// The game with what it knows by itself, without a table.
    fn explore(&self) -> Box<dyn Explore>;

    /// The game as one whose games can be saved.
    fn records(&self) -> Box<dyn Records>;

    /// Draws the board in kanji from now on, if the game has kanji.
    fn use_kanji(&mut self) -> bool {
        false
    }

    /// The game as BlokusFS shows it, if it does.
    #[cfg(target_os = "linux")]
    fn as_blokusfs(&self) -> Option<Box<dyn Explore>> {
        None
    }

    /// What can be done with the game because it can be read out.
    fn tabled(&self) -> Option<&dyn Tabled> {
        None
    }

    /// The player in a game against a person, if there is one that searches.
    fn opponent(&self, _args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        Ok(None)
    }

    /// A player by its name, if the game has such.
    fn named(&self, _name: &str, _args: &MindArgs) -> Option<Result<Box<dyn Opponent>, Failure>> {
        None
    }

    /// What can be done with the game because there is a player of it.
    fn duel(&self) -> Option<&dyn Duel> {
        None
    }
}

/// A game with a player that searches.
pub trait Duel {
    /// The player behind the Go Text Protocol.
    fn gtp(&self, args: &MindArgs) -> Result<Box<dyn yomikiri_gtp::Player>, Failure>;

    /// How fast its search is: a fixed workload.
    fn time_search(&self) -> SearchTimes;
}

/// A game that can be read out into a table.
pub trait Tabled: Sync {
    /// Reads the game out.
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure>;

    /// How long look-ups in a table take.
    fn time_probes(&self, table: &Path) -> Result<ProbeTimes, Failure>;

    /// The game with the values of a table.
    fn with_table(&self, table: &Path) -> Result<Box<dyn Explore>, Failure>;

    /// The game with the values of all that can be reached from a position which is not in the table, if that
    /// is little enough to be solved while a person waits.
    fn solved_from(&self, pos: &str, table: &Path) -> Result<Option<Box<dyn Explore>>, Failure>;
}

/// How many positions `bench` looks up.
const LOOK_UPS: usize = 10_000;

/// A game of the shogi family on a small board.
struct Small {
    make: fn(yomikiri_shogi::Ending) -> SmallShogi,
    ending: Ending,
    /// What `bench` reads out, and how often.
    bench: (&'static str, u32),
}

impl Small {
    fn game(&self) -> SmallShogi {
        (self.make)(match self.ending {
            Ending::Capture => yomikiri_shogi::Ending::Capture,
            Ending::Mate => yomikiri_shogi::Ending::Mate,
        })
    }

    /// The game, from the start or from a position.
    fn game_from(&self, from: Option<&str>) -> Result<SmallShogi, ParseError> {
        let game = self.game();
        match from {
            None => Ok(game),
            Some(text) => {
                let pos = game.parse_pos(text)?;
                Ok(game.with_start(pos))
            }
        }
    }
}

impl AnyGame for Small {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        let game = self.game();
        Ok(game.show_pos(&game.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.game_from(from)?;
        Ok(perft(&game, game.start(), depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let game = self.game();
        laws::all(&game, &laws::sample(&game, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let (from, rounds) = self.bench;
        let game = self.game_from(Some(from)).map_err(|error| Failure::parse("bench", &error))?;
        solver::bench(&game, rounds, progress)
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game(), probe: Unknown })
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        Some(self)
    }

    /// Only where something is asked of it: otherwise the table plays.
    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        (!args.is_default()).then(|| thinker::dobutsu(self.game(), args)).transpose()
    }

    fn named(&self, name: &str, args: &MindArgs) -> Option<Result<Box<dyn Opponent>, Failure>> {
        if name == "search" {
            return Some(thinker::dobutsu(self.game(), args));
        }
        let known = self.ending == Ending::Capture && self.game().variant().name == "dobutsu";
        known.then(|| learnt::opponent(self.game(), name))
    }
}

impl Tabled for Small {
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
        let game = self.game_from(job.from.as_deref()).map_err(|error| Failure::parse("--from", &error))?;
        solver::small(game, job, progress)
    }

    fn time_probes(&self, path: &Path) -> Result<ProbeTimes, Failure> {
        let game = self.game();
        let mut sample = laws::sample(&game, LOOK_UPS, 1);
        sample.retain(|pos| game.result(pos).is_none());
        // Neighbours of a walk are neighbours in the table too: out of their order, each look-up is one by
        // itself.
        sample.sort_by_cached_key(|pos| {
            let mut hasher = DefaultHasher::new();
            pos.hash(&mut hasher);
            hasher.finish()
        });
        bench::time_probes(&game, &table::open(&game, path)?, &sample)
    }

    fn with_table(&self, path: &Path) -> Result<Box<dyn Explore>, Failure> {
        let game = self.game();
        let probe = table::open(&game, path)?;
        Ok(Box::new(Explorer { game, probe }))
    }

    fn solved_from(&self, pos: &str, path: &Path) -> Result<Option<Box<dyn Explore>>, Failure> {
        let game = self.game_from(Some(pos)).map_err(|error| Failure::parse("POS", &error))?;
        let probe = table::on_the_spot(&game, path)?;
        Ok(probe.map(|probe| Box::new(Explorer { game, probe }) as Box<dyn Explore>))
    }
}

/// Makes the player that was asked for.
type MakeOpponent = fn(&MindArgs) -> Result<Box<dyn Opponent>, Failure>;

/// A game of the shogi family that is too large to be read out.
struct Large<B: Bits> {
    game: Shogi<B>,
    /// The workload of `bench`.
    bench: fn(&Shogi<B>, &Progress) -> Result<u64, Failure>,
    /// The player.
    opponent: MakeOpponent,
}

impl<B: Bits> AnyGame for Large<B> {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        Ok(self.game.show_pos(&self.game.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let from = from.map_or_else(|| Ok(self.game.start()), |from| self.game.parse_pos(from))?;
        Ok(perft(&self.game, from, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        laws::all(&self.game, &laws::sample(&self.game, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        (self.bench)(&self.game, progress)
    }

    fn use_kanji(&mut self) -> bool {
        self.game.clone().in_kanji().map(|game| self.game = game).is_some()
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        (self.opponent)(args).map(Some)
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game.clone(), probe: Unknown })
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game.clone())
    }
}

/// How many positions of Blokus Duo `check` tries: each has hundreds of moves.
const DUO_SAMPLE: usize = 2_000;

/// How many plies `bench` looks ahead in Blokus Duo.
const DUO_BENCH: u32 = 3;

/// Blokus Duo.
struct Duo {
    game: Blokus,
}

impl AnyGame for Duo {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        Ok(self.game.show_pos(&self.game.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let from = self.game.parse_pos(from.unwrap_or_default())?;
        Ok(perft(&self.game, from, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let sample = laws::sample(&self.game, DUO_SAMPLE, 1);
        laws::without_unmoves(&self.game, &sample)
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        Ok(perft(&self.game, self.game.start(), DUO_BENCH, progress))
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game, probe: BlokusFsEvaluation })
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game)
    }

    #[cfg(target_os = "linux")]
    fn as_blokusfs(&self) -> Option<Box<dyn Explore>> {
        let game = Blokus { openings: Openings::Fives, ..self.game };
        Some(Box::new(Explorer { game, probe: BlokusFsEvaluation }))
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        Ok(Some(Box::new(duo::Duo::new(duo::player(self.game, args)?, duo::budget(args)))))
    }

    fn duel(&self) -> Option<&dyn Duel> {
        Some(self)
    }
}

impl Duel for Duo {
    fn gtp(&self, args: &MindArgs) -> Result<Box<dyn yomikiri_gtp::Player>, Failure> {
        Ok(Box::new(duo::Duo::new(duo::player(self.game, args)?, duo::budget(args))))
    }

    fn time_search(&self) -> SearchTimes {
        duo::time_search(self.game)
    }
}

/// How many plies `bench` looks ahead in a deal of Calculation.
const PATIENCE_BENCH: u32 = 9;

/// Calculation, with a deal: moves make a tree only where chance has spoken.
#[derive(Clone)]
pub struct Patience {
    pub variant: &'static str,
    /// The deal is the first of this seed, where none is given.
    pub seed: u64,
    pub deal: Option<Deal>,
}

impl Patience {
    /// The variant of a game's name.
    pub fn variant_of(game: &str) -> Option<&'static str> {
        match game {
            "calculation" => Some("calculation"),
            "calculation-computer" => Some("computer"),
            "calculation-superhuman" => Some("superhuman"),
            _ => None,
        }
    }

    pub fn rules(&self) -> Calculation {
        Calculation::new(self.variant.parse().unwrap_or_default())
    }

    fn dealt(&self) -> Dealt {
        let rules = self.rules();
        let deal = self.deal.clone().unwrap_or_else(|| Deal::of_game(*rules.variant(), self.seed, 0));
        Dealt::new(rules, deal)
    }

    /// The game with a deal that leads to a position: where none was asked for, the seed deals what the
    /// position has left.
    pub fn with_deal_for(mut self, pos: &str) -> Result<Self, ParseError> {
        let rules = self.rules();
        let pos = rules.parse_pos(pos)?;
        if self.deal.is_none() && self.dealt().parse_pos(&rules.show_pos(&pos)).is_err() {
            self.deal = Some(Deal::of_rest(*rules.variant(), &pos, self.seed));
        }
        Ok(self)
    }
}

impl AnyGame for Patience {
    fn read(&self, pos: &str) -> Result<String, ParseError> {
        let dealt = self.dealt();
        Ok(dealt.show_pos(&dealt.parse_pos(pos)?))
    }

    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let Some(from) = from else {
            let dealt = self.dealt();
            return Ok(perft(&dealt, dealt.start(), depth, progress));
        };
        let dealt = self.clone().with_deal_for(from)?.dealt();
        Ok(perft(&dealt, dealt.parse_pos(from)?, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let rules = self.rules();
        laws::solitaire(&rules, &laws::sample_solitaire(&rules, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let dealt = self.dealt();
        Ok(perft(&dealt, dealt.start(), PATIENCE_BENCH, progress))
    }

    fn explore(&self) -> Box<dyn Explore> {
        // Weights that do not fit the build would fail their test; without weights there are no estimates.
        Box::new(Walk::new(self.dealt(), Models::shipped().unwrap_or_default()))
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.dealt())
    }
}
