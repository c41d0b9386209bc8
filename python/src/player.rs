//! Players.

use crate::{
    failure::{environment, unusable},
    game::{Game, Position, Title},
    games::Named,
    threads::checked_threads,
};
use pyo3::prelude::*;
use std::{
    io,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use yomikiri_blokus::Blokus;
use yomikiri_blokus_study::{
    BlokusTextPlayer, Budget, LevelSettings, MOVE_TIME, MctsSearcher, Model, Resources,
};
use yomikiri_calculation::Calculation;
use yomikiri_calculation_study::{
    SolitaireOpponent, models::Models, player::PlayerSpec, player_error::PlayerError,
};
use yomikiri_core::play::{Level, Limits, MOST_SECONDS, NoProgress, Opponent, Reply};
use yomikiri_dobutsu::learn;
use yomikiri_search::alphabeta::{EngineOpponent, ThinkingMode, limits_of};
use yomikiri_shogi::{Bits, Ending, Shogi, SmallBoard, SmallShogi};
use yomikiri_shogi_player::{
    PlayerBoard, PositionEvaluation, SearchedGame, evaluation::POINTS, minishogi::Evaluation, searched,
};

/// Bytes that the table of a search takes.
const MEMORY: usize = 64 << 20;

/// A player of a game.
///
/// `level` is its strength from 1 to 9, `seconds` what a move may take instead. In Calculation `name` says
/// who plays instead, by the names of `yomikiri simulate` (`"learnt"` where nothing is said).
#[pyclass(module = "yomikiri", frozen)]
pub struct Player {
    title: Arc<Title>,
    opponent: Mutex<Box<dyn Opponent + Send>>,
}

/// What a player is asked for.
struct Asked<'a> {
    level: Option<Level>,
    time: Option<Duration>,
    name: Option<&'a str>,
    threads: usize,
    seed: u64,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, *, level=None, seconds=None, name=None, threads=1, seed=1))]
    fn new(
        game: &Game,
        level: Option<u8>,
        seconds: Option<f64>,
        name: Option<&str>,
        threads: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let numbered = |level| {
            let wrong = || unusable(format!("level: expected 1 to {}, not {level}", Level::MOST));
            Level::new(level).ok_or_else(wrong)
        };
        let level = level.map(numbered).transpose()?;
        if level.is_some() && seconds.is_some() {
            return Err(unusable("seconds: expected a level or seconds, not both"));
        }
        let time = seconds.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds).ok();
            let time = time.filter(|time| !time.is_zero() && time.as_secs_f64() <= MOST_SECONDS);
            time.ok_or_else(|| {
                unusable(format!(
                    "seconds: expected a number greater than 0, at most {MOST_SECONDS}, not {seconds}"
                ))
            })
        });
        let threads = checked_threads(threads)?;
        let asked = Asked { level, time: time.transpose()?, name, threads, seed };
        Ok(Self { title: game.title.clone(), opponent: Mutex::new(opponent(&game.title, &asked)?) })
    }

    /// The best move that the player finds, and how likely whoever is to move is to win, if the player knows.
    /// A list of positions is a game so far, the present position last: players heed what has been repeated.
    fn best(&self, py: Python<'_>, positions: Positions) -> PyResult<(String, Option<f32>)> {
        let positions = match positions {
            Positions::One(position) => vec![position],
            Positions::Game(positions) => positions,
        };
        if let Some(other) = positions.iter().find(|pos| pos.get().title != self.title) {
            let (theirs, ours) = (&other.get().title, &self.title);
            return Err(unusable(format!(
                "positions: a position of {theirs}, but this is a player of {ours}"
            )));
        }
        if positions.is_empty() {
            return Err(unusable("positions: expected at least one"));
        }
        let path: Vec<String> = positions.iter().map(|pos| pos.get().__str__()).collect();
        let answer = py.detach(|| {
            let mut opponent = self.opponent.lock().unwrap_or_else(PoisonError::into_inner);
            opponent.answer(&path, None, &NoProgress)
        });
        let Reply { mv, probability, .. } = answer.map_err(unusable)?;
        Ok((mv, probability))
    }

    fn __repr__(&self) -> String {
        format!("<Player of {}>", self.title.name)
    }
}

/// A position, or a game so far.
#[derive(FromPyObject)]
enum Positions<'py> {
    One(Bound<'py, Position>),
    Game(Vec<Bound<'py, Position>>),
}

/// Whoever plays a game.
fn opponent(title: &Title, asked: &Asked) -> PyResult<Box<dyn Opponent + Send>> {
    if let (Some(player), Named::Shogi(..) | Named::Blokus(_)) = (asked.name, title.named) {
        let name = &title.name;
        return Err(unusable(format!(
            "name: {name} has one player, which takes a level; {player:?} is none"
        )));
    }
    match title.named {
        Named::Shogi(variant, ending) if variant.board.len() <= SmallBoard::SIZE => {
            let rules = Shogi::new(variant.clone(), ending);
            let searched = small(&rules)?;
            engine(rules, searched, asked)
        }
        Named::Shogi(variant, ending) => {
            let rules = Shogi::new(variant.clone(), ending);
            let searched = u128::by_material(to_mate(&rules));
            engine(rules, searched, asked)
        }
        Named::Blokus(game) => Ok(blokus(game, asked)),
        Named::Calculation(rules) => Ok(Box::new(solitary(rules, asked)?)),
    }
}

/// The same game to the mate, as it is searched whatever ends it.
fn to_mate<B: Bits>(rules: &Shogi<B>) -> Shogi<B> {
    Shogi::new(rules.variant().clone(), Ending::Mate)
}

/// A game on a small board as it is searched: by what has been learnt of it, or by material.
fn small(rules: &SmallShogi) -> PyResult<SearchedGame<SmallBoard>> {
    let rules = to_mate(rules);
    match rules.variant().name {
        "dobutsu" => {
            let model = learn::Model::shipped().map_err(environment)?;
            let learnt = learn::Evaluation::new(&model).map_err(environment)?;
            let evaluate: PositionEvaluation<SmallBoard> =
                Box::new(move |pos| (f64::from(POINTS) * learnt.value(&learn::Features::of(pos))) as i32);
            Ok(searched::dobutsu(rules, Some(evaluate)))
        }
        "dobutsu-chicks" => Ok(searched::dobutsu(rules, None)),
        "minishogi" => Evaluation::built_in().map(searched::minishogi).map_err(environment),
        "goro-goro" | "goro-goro-plus" => Ok(searched::goro_goro(rules)),
        _ => Ok(SmallBoard::by_material(rules)),
    }
}

/// A player of the shogi family.
fn engine<B: Bits>(
    rules: Shogi<B>,
    game: SearchedGame<B>,
    asked: &Asked,
) -> PyResult<Box<dyn Opponent + Send>> {
    let failed = |error: io::Error| environment(format!("the memory of the search: {error}"));
    let player = game.player(MEMORY, asked.threads).map_err(failed)?;
    let limits = ThinkingMode::Limits(limits_of(None, asked.time));
    let thinking = asked.level.map_or(limits, |level| ThinkingMode::Level(level, asked.seed));
    Ok(Box::new(EngineOpponent::new(rules, player, thinking)))
}

/// A player of Blokus Duo.
fn blokus(game: Blokus, asked: &Asked) -> Box<dyn Opponent + Send> {
    let resources = Resources { threads: asked.threads, memory: MEMORY, seed: asked.seed };
    let searcher = MctsSearcher::new(game, Some(Model::shipped()), resources);
    let settings = asked.level.map(LevelSettings::of);
    let (searcher, limits) = match settings {
        Some(settings) => (searcher.erring(settings), settings.limits()),
        None => (searcher, Limits::time(asked.time.unwrap_or(MOVE_TIME))),
    };
    let player = yomikiri_blokus_study::Player::new(game, Box::new(searcher));
    Box::new(BlokusTextPlayer::new(player, Budget::Move(limits)))
}

/// The learnt values of Calculation, read once.
pub fn models() -> PyResult<&'static Models> {
    static MODELS: OnceLock<Result<Models, String>> = OnceLock::new();
    let read = || Models::shipped().map_err(|error| error.to_string());
    MODELS.get_or_init(read).as_ref().map_err(environment)
}

/// A player of Calculation: a level, or one that is named.
fn solitary(rules: Calculation, asked: &Asked) -> PyResult<SolitaireOpponent> {
    if asked.time.is_some() || (asked.level.is_some() && asked.name.is_some()) {
        let message = "players of Calculation have a level or a name, such as \"learnt\" or \"best:1s\"";
        return Err(unusable(message));
    }
    let named = || asked.name.unwrap_or("learnt").parse::<PlayerSpec>();
    let spec = asked.level.map_or_else(named, |level| Ok(PlayerSpec::Level(level)));
    let wrong = |error: PlayerError| unusable(format!("name: {error}"));
    SolitaireOpponent::new(rules, spec.map_err(wrong)?, models()?, asked.seed).map_err(wrong)
}
