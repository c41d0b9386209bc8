//! Players: who they are by name, and how they choose.

use crate::{
    best::Best,
    decision::{Decision, Player, closing},
    effort::Effort,
    heuristic::Heuristic,
    models::Models,
    player_error::PlayerError,
    playout::Playout,
    tuning::TUNING,
    turn::{Turn, TurnFilter},
    value::ValueFunction,
};
use std::{fmt, str::FromStr};
use yomikiri_calculation::{
    Calculation, Move, Position, Stream, Variant,
    simple::{self, PlayoutPolicy},
};
use yomikiri_core::{
    Game, Random, grouped,
    play::{Level, draw_by_worth},
    positive,
};
use yomikiri_learn::logistic;
use yomikiri_search::solitaire::{Expectimax, Tree, flat};

yomikiri_core::phrases! { words;
    NO_PLAYER: "there is no player {}; expected {}", "{}というプレイヤーはありません。{}のいずれかを指定してください";
    NO_EFFORT: "{}: expected rounds of play-outs a turn or processor time a game after the colon, such as 64, 1s or 500ms",
        "{}: コロンの後には1手あたりの試行回数か1回あたりのCPU時間が必要です(64, 1s, 500msなど)";
    NO_NUMBER: "{}: expected a number from 1 on after the colon, not {}",
        "{}: コロンの後には1以上の数が必要ですが、{}です";
    OUT_OF_RANGE: "{}: expected a number from 1 to {} after the colon, not {}",
        "{}: コロンの後には1から{}までの数が必要ですが、{}です";
    NO_PLAYOUTS: "there are no play-outs {}; expected random, greedy, heuristic or learnt",
        "{}という試行はありません。random, greedy, heuristic, learntのいずれかを指定してください";
    HOW_MANY: "{}: how many a move? expected {}:N, such as {}:1000", "{}: 1手あたりの回数が必要です({}:N、例えば{}:1000)";
    CLAIRVOYANT: "clairvoyant knows the stock: it can be simulated, but does not play",
        "clairvoyantは山札を知っているので、シミュレーションはできますがプレイはしません";
    TOO_LARGE: "expectimax: more than {} positions can be reached, too many for exact values; try ranks=4, or fewer bases or piles",
        "expectimax: 到達できる局面が{}を超えるので、正確な値は求められません。ranks=4にするか、台札や捨て札の山を減らしてください";
    PLAYERS: "random, greedy, heuristic, mcts:N, flat:N (both with ,playout=random, greedy, heuristic or learnt), learnt, learnt:2, level:1 to level:9, best, best:N, best:2s, expectimax, clairvoyant or clairvoyant:N",
        "random, greedy, heuristic, mcts:N, flat:N(この2つには,playout=random, greedy, heuristic, learntを付けられる), learnt, learnt:2, level:1からlevel:9, best, best:N, best:2s, expectimax, clairvoyant, clairvoyant:N";
}

/// A word between quotation marks.
fn quoted(word: &str) -> String {
    format!("{word:?}")
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
pub enum PlayerSpec {
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
    /// A move drawn by its learnt value, which matters the less the weaker the level.
    Level(Level),
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
/// The most simulations of `mcts`, and the widest beam of `clairvoyant`: each takes about a gigabyte a
/// thread.
const MOST_SIMULATIONS: u64 = 1_000_000;
const MOST_WIDTH: u64 = 100_000;

/// The largest number of a player whose numbers cost memory.
fn largest(name: &str) -> Option<u64> {
    match name {
        "mcts" => Some(MOST_SIMULATIONS),
        "clairvoyant" => Some(MOST_WIDTH),
        _ => None,
    }
}

impl PlayerSpec {
    /// Whether the player needs learnt weights.
    pub const fn needs_model(self) -> bool {
        match self {
            Self::Mcts(_, policy) | Self::Flat(_, policy) => matches!(policy, Policy::Learnt),
            Self::Learnt(_) | Self::Level(_) | Self::Best(_) | Self::Clairvoyant(_) => true,
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

    /// What the budget of [`PlayerSpec::with_budget`] counts.
    pub const fn budget_unit(self) -> Option<&'static str> {
        match self {
            Self::Mcts(..) => Some("simulations a move"),
            Self::Flat(..) => Some("play-outs a move"),
            Self::Best(_) => Some("rounds of play-outs a turn"),
            Self::Clairvoyant(_) => Some("positions in the beam"),
            _ => None,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let unknown = || PlayerError(NO_PLAYER.with(quoted(text)).and(PLAYERS));
        let (main, option) = text.split_once(',').map_or((text, None), |(main, option)| (main, Some(option)));
        let (name, number) = main.split_once(':').map_or((main, None), |(name, number)| (name, Some(number)));
        if name == "best" && option.is_none() {
            let effort = number.map_or(Some(BEST), Effort::parse);
            return effort.map(Self::Best).ok_or_else(|| PlayerError(NO_EFFORT.with(text)));
        }
        let most = largest(name);
        let wrong = |number| {
            PlayerError(match most {
                Some(most) => OUT_OF_RANGE.with(text).and(grouped(most)).and(quoted(number)),
                None => NO_NUMBER.with(text).and(quoted(number)),
            })
        };
        let in_range = |number: &u64| most.is_none_or(|most| *number <= most);
        let read = |number| positive(number).filter(in_range).ok_or_else(|| wrong(number));
        let number = number.map(read).transpose()?;
        let policy =
            match option.map(|option| option.strip_prefix("playout=").ok_or_else(unknown)).transpose()? {
                None | Some("random") => Policy::Random,
                Some("greedy") => Policy::Greedy,
                Some("heuristic") => Policy::Heuristic,
                Some("learnt") => Policy::Learnt,
                Some(other) => return Err(PlayerError(NO_PLAYOUTS.with(quoted(other)))),
            };
        let how_many = || PlayerError(HOW_MANY.with(name).and(name).and(name));
        let spec = match (name, number) {
            ("mcts", number) => return Ok(Self::Mcts(number.ok_or_else(how_many)?, policy)),
            ("flat", number) => return Ok(Self::Flat(number.ok_or_else(how_many)?, policy)),
            ("random", None) => Self::Random,
            ("greedy", None) => Self::Greedy,
            ("heuristic", None) => Self::Heuristic,
            ("learnt", None | Some(1)) => Self::Learnt(1),
            ("learnt", Some(2)) => Self::Learnt(2),
            ("level", Some(level)) => {
                let level = u8::try_from(level).ok().and_then(Level::new);
                Self::Level(level.ok_or_else(unknown)?)
            }
            ("expectimax", None) => Self::Expectimax,
            ("clairvoyant", number) => Self::Clairvoyant(number.unwrap_or(WIDTH)),
            _ => return Err(unknown()),
        };
        if option.is_some() { Err(unknown()) } else { Ok(spec) }
    }
}

impl fmt::Display for PlayerSpec {
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
            Self::Level(level) => write!(f, "level:{}", level.number()),
            Self::Best(effort) => write!(f, "best:{effort}"),
            Self::Expectimax => f.write_str("expectimax"),
            Self::Clairvoyant(width) => write!(f, "clairvoyant:{width}"),
        }
    }
}

/// How many positions the exact player may remember, as many as fit into 2^24 places: 0.7 GB, half a minute.
pub const EXACT_LIMIT: usize = 7 << 21;

/// A player that is ready to play a variant.
pub struct ReadyPlayer<'a> {
    game: Calculation,
    strategy: Strategy<'a>,
}

enum Strategy<'a> {
    Simple(PlayoutPolicy),
    Heuristic(Heuristic),
    Mcts(u64, Playout<'a>),
    Flat(u64, Playout<'a>),
    Learnt(ValueFunction<'a>, u8),
    Level(ValueFunction<'a>, f64),
    Best(Best<'a>),
    Exact(std::sync::Mutex<Expectimax<Calculation>>),
}

impl<'a> ReadyPlayer<'a> {
    /// Makes a player ready.
    ///
    /// # Errors
    /// No weights for this variant; a deck too large for the exact player; a player that must know the stock,
    /// which is no player.
    pub fn new(spec: PlayerSpec, game: &Calculation, models: &'a Models) -> Result<Self, PlayerError> {
        let values = || Ok::<_, PlayerError>(ValueFunction::new(game, models.network(game.variant())?));
        let playout = |policy| {
            Ok::<_, PlayerError>(match policy {
                Policy::Random => Playout::Simple(PlayoutPolicy::Any),
                Policy::Greedy => Playout::Simple(PlayoutPolicy::Bases),
                Policy::Heuristic => Playout::Heuristic(Heuristic::new(game)),
                Policy::Learnt => Playout::Learnt { values: values()?, turns: TUNING.playout_turns },
            })
        };
        let strategy = match spec {
            PlayerSpec::Random => Strategy::Simple(PlayoutPolicy::Any),
            PlayerSpec::Greedy => Strategy::Simple(PlayoutPolicy::Bases),
            PlayerSpec::Heuristic => Strategy::Heuristic(Heuristic::new(game)),
            PlayerSpec::Mcts(budget, policy) => Strategy::Mcts(budget, playout(policy)?),
            PlayerSpec::Flat(budget, policy) => Strategy::Flat(budget, playout(policy)?),
            PlayerSpec::Learnt(plies) => Strategy::Learnt(values()?, plies),
            PlayerSpec::Level(level) => Strategy::Level(values()?, *level.of(&TEMPERATURES)),
            PlayerSpec::Best(effort) => Strategy::Best(Best::new(values()?, effort)),
            PlayerSpec::Expectimax => Strategy::Exact(std::sync::Mutex::new(exact(game)?)),
            PlayerSpec::Clairvoyant(_) => {
                return Err(PlayerError(CLAIRVOYANT.into()));
            }
        };
        Ok(Self { game: *game, strategy })
    }
}

/// The exact values of a small deck.
///
/// # Errors
/// A deck that is too large.
pub fn exact(game: &Calculation) -> Result<Expectimax<Calculation>, PlayerError> {
    let too_large = || PlayerError(TOO_LARGE.with(grouped(EXACT_LIMIT as u64)));
    // To find so many takes a minute and much memory.
    if least_positions(*game.variant()) > EXACT_LIMIT as f64 {
        return Err(too_large());
    }
    let mut exact = Expectimax::new(*game, EXACT_LIMIT);
    exact.value(&game.start()).map_err(|_| too_large())?;
    Ok(exact)
}

/// A number of positions that can be reached for certain: those with all cards so far on the waste piles.
///
/// `k` cards come in any order that the stock has, and lie in `n` piles in each of the ways to cut that
/// sequence into `n`; piles in another order are the same position.
fn least_positions(variant: Variant) -> f64 {
    // Sequences of `k` cards by how many choices of places there are: the product, over the ranks, of the
    // sums of x^j / j!, whose coefficient of x^k is a number of sequences divided by k!.
    let mut sequences = vec![1.0];
    for copies in variant.full_stock() {
        let mut longer = vec![0.0; sequences.len() + usize::from(copies)];
        for (length, ways) in sequences.iter().enumerate() {
            for more in 0..=usize::from(copies) {
                longer[length + more] += ways / factorial(more);
            }
        }
        sequences = longer;
    }
    let piles = variant.piles();
    let cuts = |cards: usize| factorial(cards + piles - 1) / factorial(cards) / factorial(piles - 1);
    let of_length = |(cards, ways): (usize, &f64)| ways * factorial(cards) * cuts(cards);
    sequences.iter().enumerate().map(of_length).sum::<f64>() / factorial(piles)
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// Exploration of the tree search: success is rare at first, and a large term would drown it.
const EXPLORATION: f64 = 0.3;

impl Player for ReadyPlayer<'_> {
    fn decide(&self, pos: &Position, mut stream: Stream, spent: f64) -> Decision {
        let game = &self.game;
        let mut pick = |bound: u32| stream.below(bound);
        let one = |mv: Option<Move>, playouts, probability| Decision {
            moves: mv.into_iter().collect(),
            playouts,
            probability,
        };
        match &self.strategy {
            Strategy::Simple(policy) => one(simple::choose(game, pos, *policy, &mut pick), 0, None),
            Strategy::Heuristic(heuristic) => one(heuristic.choose(game, pos, &mut pick), 0, None),
            Strategy::Mcts(budget, playout) => {
                let mut tree = Tree::new(game, playout, EXPLORATION, pos);
                tree.search(*budget, &mut pick);
                let best = tree.best(&mut pick);
                one(best.map(|(mv, _)| mv), *budget, best.map(|(_, rate)| rate))
            }
            Strategy::Flat(budget, playout) => {
                let best = flat(game, pos, *budget, playout, &mut pick);
                one(
                    best.map(|(mv, ..)| mv),
                    best.map_or(0, |(_, _, made)| made),
                    best.map(|(_, rate, _)| rate),
                )
            }
            Strategy::Learnt(values, plies) => Turn::kept(|turns| learnt(values, pos, *plies, turns)),
            Strategy::Level(values, temperature) => {
                let mut random = Random::new(u64::from(pick(u32::MAX)) << 32 | u64::from(pick(u32::MAX)));
                Turn::kept(|[turn, _]| drawn(values, pos, *temperature, turn, &mut random))
            }
            Strategy::Best(best) => best.decide(pos, stream, spent),
            Strategy::Exact(exact) => {
                let mut exact = exact.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                // All positions that can be reached are known since the start was asked for. Others that are
                // given add up, until there is no room for more.
                let best = exact.best(pos).or_else(|_| {
                    exact.clear();
                    exact.best(pos)
                });
                let best = best.ok().flatten();
                one(best.map(|(mv, _)| mv), 0, best.map(|(_, value)| value))
            }
        }
    }
}

/// The best turn by learnt values; with two plies, by what the next turn can make of each card that may come.
fn learnt(values: &ValueFunction, pos: &Position, plies: u8, [turn, next]: [&mut Turn; 2]) -> Decision {
    if pos.turned == 0 {
        return closing(values.game(), pos);
    }
    values.evaluate(pos, TurnFilter::Everything, turn);
    if plies > 1 && pos.hidden() > 0 {
        // The second ply is for those that are good at first sight.
        turn.outcomes.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        turn.outcomes.truncate(SECOND_LOOKS);
        for i in 0..turn.outcomes.len() {
            let after = turn.after(values.game(), &turn.outcomes[i]);
            let hope = expected(values, &after, next);
            turn.outcomes[i].logit = (hope / (1.0 - hope)).ln() as f32;
        }
    }
    let best = turn.best();
    let moves = best.map(|best| turn.moves(best)).unwrap_or_default();
    Decision { moves, playouts: 0, probability: best.map(|best| f64::from(logistic(best.logit))) }
}

/// How levels err: a move is made less often by a factor of e where its learnt odds are less by this many
/// factors of e; 0 for the best. `docs/notes/levels.md` has by how much each level beats the one before.
const TEMPERATURES: [f64; Level::MOST as usize] = [50.0, 8.0, 3.2, 1.55, 1.07, 0.75, 0.53, 0.36, 0.0];

/// How a level errs, in words.
pub fn level_in_words(level: Level) -> String {
    match *level.of(&TEMPERATURES) {
        0.0 => "learnt values, the best move".into(),
        heat => format!("learnt values, temperature {heat}"),
    }
}

/// The logit of an end that can be won for certain, and, negated, of one that cannot.
const CERTAIN: f64 = 20.0;

/// A legal move drawn by what the best turn is worth that goes on with it.
fn drawn(
    values: &ValueFunction,
    pos: &Position,
    temperature: f64,
    turn: &mut Turn,
    random: &mut Random,
) -> Decision {
    let mut moves = Vec::new();
    values.game().moves(pos, &mut moves);
    let worths: Vec<f64> =
        moves.iter().map(|&mv| worth(values, &values.game().play(pos, mv), turn)).collect();
    let drawn = draw_by_worth(&worths, temperature, random);
    Decision {
        moves: drawn.map(|drawn| moves[drawn]).into_iter().collect(),
        playouts: 0,
        probability: drawn.map(|drawn| f64::from(logistic(worths[drawn] as f32))),
    }
}

/// The logit of winning from a position, as far as the learnt values know; finite, so that moves can be
/// drawn by it.
fn worth(values: &ValueFunction, pos: &Position, turn: &mut Turn) -> f64 {
    if pos.turned != 0 {
        values.evaluate(pos, TurnFilter::Everything, turn);
        turn.best().map_or(-CERTAIN, |best| f64::from(best.logit).clamp(-CERTAIN, CERTAIN))
    } else if pos.hidden() == 0 {
        if values.game().can_finish(pos) { CERTAIN } else { -CERTAIN }
    } else {
        values.logit(pos).into()
    }
}

/// How many outcomes the second ply looks at.
const SECOND_LOOKS: usize = 8;

/// The mean over the next card of the best that a turn can make of it.
fn expected(values: &ValueFunction, pos: &Position, turn: &mut Turn) -> f64 {
    values.mean_of_next(pos, |next| {
        values.evaluate(next, TurnFilter::Everything, turn);
        turn.best().map_or(0.0, |best| f64::from(logistic(best.logit)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Network, Quantized};
    use yomikiri_calculation::Deal;

    #[test]
    fn decks_that_are_too_large_for_exact_values_are_refused_at_once() {
        let game = |text: &str| Calculation::new(text.parse().unwrap());
        // Never more than there are, and not far fewer.
        for text in
            ["ranks=4,piles=1", "ranks=5,bases=1,piles=2", "ranks=5,bases=2,piles=1", "ranks=3,piles=3"]
        {
            let game = game(text);
            let (least, found) = (least_positions(*game.variant()), exact(&game).unwrap().positions() as f64);
            assert!((found / 5.0..found).contains(&least), "{text}: {least} of {found}");
        }
        // Cards A, B, C and C: of none to four there are 1, 3, 7, 12 and 12 sequences.
        let variant = Variant::new(3, &[1, 2], 1, 1).unwrap();
        assert!((least_positions(variant) - 35.0).abs() < 1e-9);
        for text in ["calculation", "superhuman", "computer", "ranks=7", "ranks=13,bases=2"] {
            let game = game(text);
            assert!(least_positions(*game.variant()) > EXACT_LIMIT as f64, "{text}");
            assert!(exact(&game).is_err_and(|error| error.to_string().contains("expectimax")), "{text}");
        }
    }

    /// With the last card turned up, too, moves are drawn by what they are worth: one that gives a won game
    /// away hardly ever.
    #[test]
    fn the_last_card_is_placed_by_what_that_is_worth() {
        let game = Calculation::new("ranks=5,bases=3,piles=1".parse().unwrap());
        let network = Quantized::new(&Network::new(3));
        let values = ValueFunction::new(&game, &network);
        let (mut turn, mut random, mut open) = (Turn::default(), Random::new(1), 0);
        for number in 0..500 {
            let mut pos = game.start();
            for &card in Deal::of_game(*game.variant(), 4, number).cards() {
                pos.turn(card);
                if pos.hidden() == 0 {
                    break;
                }
                values.evaluate(&pos, TurnFilter::Undominated, &mut turn);
                pos = turn.after(&game, turn.best().unwrap());
            }
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            let worths: Vec<f64> =
                moves.iter().map(|&mv| worth(&values, &game.play(&pos, mv), &mut turn)).collect();
            assert!(worths.iter().all(|worth| worth.abs() <= CERTAIN), "{worths:?}");
            let is_won = |&worth: &f64| worth > 0.0;
            if worths.iter().any(is_won) && !worths.iter().all(is_won) {
                open += 1;
                let decision = drawn(&values, &pos, 1.0, &mut turn, &mut random);
                assert!(decision.probability > Some(0.5), "{worths:?}: {decision:?}");
            }
        }
        assert!(open > 20, "{open}");
    }

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "heuristic",
            "mcts:1000",
            "mcts:1000000",
            "mcts:10,playout=greedy",
            "flat:7,playout=learnt",
            "learnt",
            "learnt:2",
            "level:1",
            "level:9",
            "best:64",
            "best:1s",
            "best:250ms",
            "expectimax",
            "clairvoyant:32",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!("best".parse::<PlayerSpec>(), Ok(PlayerSpec::Best(BEST)));
        assert_eq!(
            "mcts:10_000,playout=random".parse::<PlayerSpec>(),
            Ok(PlayerSpec::Mcts(10_000, Policy::Random))
        );
    }

    #[test]
    fn what_is_no_player_is_told() {
        for (text, expected) in [
            ("alphazero", "there is no player \"alphazero\"; expected random"),
            ("mcts", "mcts: how many a move?"),
            ("mcts:0", "mcts:0: expected a number from 1 to 1,000,000 after the colon, not \"0\""),
            ("mcts:10000000000", "expected a number from 1 to 1,000,000 after the colon"),
            ("mcts:1000001,playout=greedy", "expected a number from 1 to 1,000,000 after the colon"),
            ("clairvoyant:100_001", "expected a number from 1 to 100,000 after the colon"),
            ("flat:0", "expected a number from 1 on"),
            ("flat:9,playout=odd", "there are no play-outs \"odd\""),
            ("best:0s", "expected rounds of play-outs a turn or processor time"),
            ("best:9,playout=greedy", "there is no player"),
            ("learnt:3", "there is no player"),
            ("level:10", "there is no player"),
            ("level", "there is no player"),
            ("random,playout=greedy", "there is no player"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
