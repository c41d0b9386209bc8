//! Players: who they are by name, and how they choose.

use crate::{
    best::Best,
    effort::Effort,
    heuristic::Heuristic,
    judge::{Habit, Judge, Turn},
    models::Models,
    playout::Playout,
};
use std::{error::Error, fmt, str::FromStr};
use yomikiri_calculation::{
    Calculation, Move, Position, Stream,
    simple::{self, Taste},
};
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Expectimax, Tree, flat};

/// What a player decided: moves to be made one after the other, before the next card is turned up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The moves, at least one.
    pub moves: Vec<Move>,
    /// How many games or parts of games were played to decide.
    pub playouts: u64,
    /// What the player thinks the chance of winning is, if it thinks.
    pub hope: Option<f64>,
}

/// A player.
pub trait Player: Send + Sync {
    /// Decides in a position where the player is to move, after so many seconds of processor time spent on
    /// this game. All chance that the decision needs is in the stream: the same position and stream give the
    /// same decision, unless the player goes by time.
    fn decide(&self, pos: &Position, stream: Stream, spent: f64) -> Decision;
}

/// Which play-outs a search believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Random moves: no knowledge but the rules.
    Random,
    /// To a base when possible, else random.
    Greedy,
    /// The rules of thumb.
    Heuristic,
    /// A few turns by the learnt values.
    Learnt,
}

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Every legal move equally likely.
    Random,
    /// To a base when possible, else random.
    Greedy,
    /// A few rules of thumb.
    Heuristic,
    /// Monte-Carlo tree search with so many simulations a move.
    Mcts(u64, Policy),
    /// Sequential halving with so many play-outs a move.
    Flat(u64, Policy),
    /// The learnt value of what one turn, or one turn and the next card, lead to.
    Learnt(u8),
    /// Candidates by learnt values, raced over play-outs.
    Best(Effort),
    /// The exact optimum, for small decks.
    Expectimax,
    /// Knows the order of the stock, and looks for a way with a beam of so many positions: a bound, not a
    /// player.
    Clairvoyant(u64),
}

/// What `best` without a number may think.
const BEST: Effort = Effort::Millis(1000);
/// Width of `clairvoyant` without a number.
const WIDTH: u64 = 256;

impl Spec {
    /// What the names of players may be.
    pub const EXPECTED: &'static str = "random, greedy, heuristic, mcts:N, flat:N (both with ,playout=random, greedy, heuristic or \
        learnt), learnt, learnt:2, best, best:N, best:2s, expectimax, clairvoyant or clairvoyant:N";

    /// Whether the player needs learnt weights.
    pub const fn needs_model(self) -> bool {
        match self {
            Self::Mcts(_, policy) | Self::Flat(_, policy) => matches!(policy, Policy::Learnt),
            Self::Learnt(_) | Self::Best(_) | Self::Clairvoyant(_) => true,
            _ => false,
        }
    }

    /// The player of another strength, where there is one.
    #[must_use]
    pub const fn with_budget(self, budget: u64) -> Option<Self> {
        match self {
            Self::Mcts(_, policy) => Some(Self::Mcts(budget, policy)),
            Self::Flat(_, policy) => Some(Self::Flat(budget, policy)),
            Self::Best(_) => Some(Self::Best(Effort::Rounds(budget))),
            Self::Clairvoyant(_) => Some(Self::Clairvoyant(budget)),
            _ => None,
        }
    }
}

/// Why there is no such player: a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(pub String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PlayerError {}

impl FromStr for Spec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let unknown = || PlayerError(format!("there is no player {text:?}; expected {}", Self::EXPECTED));
        let (main, option) = text.split_once(',').map_or((text, None), |(main, option)| (main, Some(option)));
        let (name, number) = main.split_once(':').map_or((main, None), |(name, number)| (name, Some(number)));
        if name == "best" && option.is_none() {
            return number.map_or(Some(BEST), Effort::parse).map(Self::Best).ok_or_else(|| {
                PlayerError(format!(
                    "{text}: expected rounds of play-outs a turn or processor time a game after the colon, such as 64, 1s or 500ms"
                ))
            });
        }
        let number = number
            .map(|number| match number.replace('_', "").parse::<u64>() {
                Ok(number) if number > 0 => Ok(number),
                _ => Err(PlayerError(format!(
                    "{text}: expected a number from 1 on after the colon, not {number:?}"
                ))),
            })
            .transpose()?;
        let policy =
            match option.map(|option| option.strip_prefix("playout=").ok_or_else(unknown)).transpose()? {
                None | Some("random") => Policy::Random,
                Some("greedy") => Policy::Greedy,
                Some("heuristic") => Policy::Heuristic,
                Some("learnt") => Policy::Learnt,
                Some(other) => {
                    return Err(PlayerError(format!(
                        "there are no play-outs {other:?}; expected random, greedy, heuristic or learnt"
                    )));
                }
            };
        let how_many =
            || PlayerError(format!("{name}: how many a move? expected {name}:N, such as {name}:1000"));
        let spec = match (name, number) {
            ("mcts", number) => return Ok(Self::Mcts(number.ok_or_else(how_many)?, policy)),
            ("flat", number) => return Ok(Self::Flat(number.ok_or_else(how_many)?, policy)),
            ("random", None) => Self::Random,
            ("greedy", None) => Self::Greedy,
            ("heuristic", None) => Self::Heuristic,
            ("learnt", None | Some(1)) => Self::Learnt(1),
            ("learnt", Some(2)) => Self::Learnt(2),
            ("expectimax", None) => Self::Expectimax,
            ("clairvoyant", number) => Self::Clairvoyant(number.unwrap_or(WIDTH)),
            _ => return Err(unknown()),
        };
        if option.is_some() { Err(unknown()) } else { Ok(spec) }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let policy = |policy: Policy| match policy {
            Policy::Random => "",
            Policy::Greedy => ",playout=greedy",
            Policy::Heuristic => ",playout=heuristic",
            Policy::Learnt => ",playout=learnt",
        };
        match *self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Heuristic => f.write_str("heuristic"),
            Self::Mcts(budget, by) => write!(f, "mcts:{budget}{}", policy(by)),
            Self::Flat(budget, by) => write!(f, "flat:{budget}{}", policy(by)),
            Self::Learnt(1) => f.write_str("learnt"),
            Self::Learnt(plies) => write!(f, "learnt:{plies}"),
            Self::Best(effort) => write!(f, "best:{effort}"),
            Self::Expectimax => f.write_str("expectimax"),
            Self::Clairvoyant(width) => write!(f, "clairvoyant:{width}"),
        }
    }
}

/// How many positions the exact player may remember, as many as fit into 2^24 places: 0.7 GB, half a minute.
pub const EXACT_LIMIT: usize = 7 << 21;

/// A player that is ready to play a variant.
pub struct Ready<'a> {
    game: &'a Calculation,
    mind: Mind<'a>,
}

enum Mind<'a> {
    Simple(Taste),
    Heuristic(Heuristic),
    Mcts(u64, Playout<'a>),
    Flat(u64, Playout<'a>),
    Learnt(Judge<'a>, u8),
    Best(Best<'a>),
    Exact(std::sync::Mutex<Expectimax<'a, Calculation>>),
}

impl<'a> Ready<'a> {
    /// Makes a player ready.
    ///
    /// # Errors
    /// No weights for this variant; a deck too large for the exact player; a player that must know the stock,
    /// which is no player.
    pub fn new(spec: Spec, game: &'a Calculation, models: &'a Models) -> Result<Self, PlayerError> {
        let judge = || Ok::<_, PlayerError>(Judge::new(game, models.network(game.variant())?));
        let playout = |policy| {
            Ok::<_, PlayerError>(match policy {
                Policy::Random => Playout::Simple(Taste::Any),
                Policy::Greedy => Playout::Simple(Taste::Bases),
                Policy::Heuristic => Playout::Heuristic(Heuristic::new(game)),
                Policy::Learnt => Playout::Learnt { judge: judge()?, turns: crate::best::TURNS },
            })
        };
        let mind = match spec {
            Spec::Random => Mind::Simple(Taste::Any),
            Spec::Greedy => Mind::Simple(Taste::Bases),
            Spec::Heuristic => Mind::Heuristic(Heuristic::new(game)),
            Spec::Mcts(budget, policy) => Mind::Mcts(budget, playout(policy)?),
            Spec::Flat(budget, policy) => Mind::Flat(budget, playout(policy)?),
            Spec::Learnt(plies) => Mind::Learnt(judge()?, plies),
            Spec::Best(effort) => Mind::Best(Best::new(judge()?, effort)),
            Spec::Expectimax => Mind::Exact(std::sync::Mutex::new(exact(game)?)),
            Spec::Clairvoyant(_) => {
                return Err(PlayerError(
                    "clairvoyant knows the stock: it can be simulated, but does not play".into(),
                ));
            }
        };
        Ok(Self { game, mind })
    }
}

/// The exact values of a small deck.
///
/// # Errors
/// A deck that is too large.
pub fn exact(game: &Calculation) -> Result<Expectimax<'_, Calculation>, PlayerError> {
    use yomikiri_core::Game;
    let mut exact = Expectimax::new(game, EXACT_LIMIT);
    exact
        .value(&game.start())
        .map_err(|error| PlayerError(format!("expectimax: {error}; try ranks=4, or fewer bases or piles")))?;
    Ok(exact)
}

/// Exploration of the tree search: success is rare at first, and a large term would drown it.
const EXPLORATION: f64 = 0.3;

impl Player for Ready<'_> {
    fn decide(&self, pos: &Position, mut stream: Stream, spent: f64) -> Decision {
        let game = self.game;
        let mut pick = |bound: u32| stream.below(bound);
        let one =
            |mv: Option<Move>, playouts, hope| Decision { moves: mv.into_iter().collect(), playouts, hope };
        match &self.mind {
            Mind::Simple(taste) => one(simple::choose(game, pos, *taste, &mut pick), 0, None),
            Mind::Heuristic(heuristic) => one(heuristic.choose(game, pos, &mut pick), 0, None),
            Mind::Mcts(budget, playout) => {
                let mut tree = Tree::new(game, playout, EXPLORATION, pos);
                tree.search(*budget, &mut pick);
                let best = tree.best(&mut pick);
                one(best.map(|(mv, _)| mv), *budget, best.map(|(_, rate)| rate))
            }
            Mind::Flat(budget, playout) => {
                let best = flat(game, pos, *budget, playout, &mut pick);
                one(
                    best.map(|(mv, ..)| mv),
                    best.map_or(0, |(_, _, made)| made),
                    best.map(|(_, rate, _)| rate),
                )
            }
            Mind::Learnt(judge, plies) => Turn::kept(|turns| learnt(judge, pos, *plies, turns)),
            Mind::Best(best) => best.decide(pos, stream, spent),
            Mind::Exact(exact) => {
                let mut exact = exact.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                // All positions are known since the start was asked for.
                let best = exact.best(pos).ok().flatten();
                one(best.map(|(mv, _)| mv), 0, best.map(|(_, value)| value))
            }
        }
    }
}

/// The best turn by learnt values; with two plies, by what the next turn can make of each card that may come.
fn learnt(judge: &Judge, pos: &Position, plies: u8, [turn, next]: [&mut Turn; 2]) -> Decision {
    if pos.turned == 0 {
        return closing(judge.game, pos);
    }
    judge.look(pos, Habit::Free, turn);
    if plies > 1 && pos.hidden() > 0 {
        // The second ply is for those that are good at first sight.
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        turn.prospects.truncate(SECOND_LOOKS);
        for i in 0..turn.prospects.len() {
            let after = turn.after(judge.game, &turn.prospects[i]);
            let hope = expected(judge, &after, next);
            turn.prospects[i].logit = (hope / (1.0 - hope)).ln() as f32;
        }
    }
    let best = turn.best();
    let moves = best.map(|best| turn.moves(best)).unwrap_or_default();
    Decision { moves, playouts: 0, hope: best.map(|best| f64::from(logistic(best.logit))) }
}

/// How many prospects the second ply looks at.
const SECOND_LOOKS: usize = 8;

/// The mean over the next card of the best that a turn can make of it.
fn expected(judge: &Judge, pos: &Position, turn: &mut Turn) -> f64 {
    judge.mean_of_next(pos, |next| {
        judge.look(next, Habit::Free, turn);
        turn.best().map_or(0.0, |best| f64::from(logistic(best.logit)))
    })
}

/// The way to the end when the stock is empty: the first move that keeps it open, or any.
pub fn closing(game: &Calculation, pos: &Position) -> Decision {
    use yomikiri_core::Game;
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let open = moves.iter().copied().find(|&mv| game.can_finish(&game.play(pos, mv)));
    let hope = Some(f64::from(u8::from(open.is_some())));
    Decision { moves: open.or(moves.first().copied()).into_iter().collect(), playouts: 0, hope }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "heuristic",
            "mcts:1000",
            "mcts:10,playout=greedy",
            "flat:7,playout=learnt",
            "learnt",
            "learnt:2",
            "best:64",
            "best:1s",
            "best:250ms",
            "expectimax",
            "clairvoyant:32",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("best".parse::<Spec>(), Ok(Spec::Best(BEST)));
        assert_eq!("mcts:10_000,playout=random".parse::<Spec>(), Ok(Spec::Mcts(10_000, Policy::Random)));
    }

    #[test]
    fn what_is_no_player_is_told() {
        for (text, expected) in [
            ("alphazero", "there is no player \"alphazero\"; expected random"),
            ("mcts", "mcts: how many a move?"),
            ("mcts:0", "expected a number from 1 on"),
            ("flat:9,playout=odd", "there are no play-outs \"odd\""),
            ("best:0s", "expected rounds of play-outs a turn or processor time"),
            ("best:9,playout=greedy", "there is no player"),
            ("learnt:3", "there is no player"),
            ("random,playout=greedy", "there is no player"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
