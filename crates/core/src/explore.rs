//! One face for every window: what is shown of a position, derived from the rules and from whoever knows the
//! values.

use crate::{
    Diagram, Drawing, Game, Gap, Language, Notation, Panel, ParseError, Placement, Settled, Side, TwoPlayer,
    Value, Wdl, move_between, moves_of,
};
use std::{cmp::Reverse, collections::HashSet, error::Error, fmt, sync::Arc};

/// Why a value could not be had: the environment failed (a damaged or missing file), not the question.
#[derive(Clone, Debug)]
pub struct ProbeError {
    told: Gap,
    cause: Arc<dyn Error + Send + Sync>,
}

impl ProbeError {
    /// A failure, as it is told to people.
    pub fn new(told: impl Into<Gap>, cause: impl Error + Send + Sync + 'static) -> Self {
        Self { told: told.into(), cause: Arc::new(cause) }
    }

    /// The failure as a sentence.
    pub const fn told(&self) -> &Gap {
        &self.told
    }

    /// The same failure, told with what only whoever asks knows of its cause.
    #[must_use]
    pub fn told_as(self, told: impl Into<Gap>) -> Self {
        Self { told: told.into(), ..self }
    }

    /// What has failed, if it is of such a kind.
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.cause.downcast_ref()
    }
}

/// In English.
impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told.in_language(Language::English))
    }
}

impl Error for ProbeError {}

/// Someone who knows the values of a game's positions: a table, or a solver on the spot.
pub trait Probe<G: Game>: Send + Sync {
    /// The value of the position; `None` if it is not among those known.
    ///
    /// # Errors
    /// The source is damaged; never a wrong answer.
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError>;

    /// The values of several positions, each as [`probe`](Self::probe) gives it: who looks many up together
    /// may be faster than one after the other.
    ///
    /// # Errors
    /// As of [`probe`](Self::probe).
    fn probe_all(&self, game: &G, positions: &[G::Pos]) -> Result<Vec<Option<Value>>, ProbeError> {
        positions.iter().map(|pos| self.probe(game, pos)).collect()
    }

    /// Whether the position has this value. Who stores losses and finds other values from them tells this
    /// sooner than what the value is.
    ///
    /// # Errors
    /// As of [`probe`](Self::probe).
    fn has_value(&self, game: &G, pos: &G::Pos, value: Value) -> Result<bool, ProbeError> {
        Ok(self.probe(game, pos)? == Some(value))
    }

    /// How good the position looks to the side to move, greater is better, for whoever judges what it does
    /// not know; an opponent's estimate is the negative.
    fn estimate(&self, _game: &G, _pos: &G::Pos) -> Option<i32> {
        None
    }
}

/// Whoever knows values knows them behind a pointer too.
macro_rules! probe_behind {
    ($($pointer:ty),*) => {
        $(impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for $pointer {
            fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
                (**self).probe(game, pos)
            }

            fn probe_all(&self, game: &G, positions: &[G::Pos]) -> Result<Vec<Option<Value>>, ProbeError> {
                (**self).probe_all(game, positions)
            }

            fn has_value(&self, game: &G, pos: &G::Pos, value: Value) -> Result<bool, ProbeError> {
                (**self).has_value(game, pos, value)
            }

            fn estimate(&self, game: &G, pos: &G::Pos) -> Option<i32> {
                (**self).estimate(game, pos)
            }
        })*
    };
}

probe_behind!(Box<P>, Arc<P>, &P);

/// Who knows nothing: a game with no more than its rules.
pub struct Unknown;

impl<G: Game> Probe<G> for Unknown {
    fn probe(&self, _game: &G, _pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(None)
    }
}

/// A move as it is offered to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's name.
    pub name: String,
    /// The position it leads to.
    pub position: String,
    /// What the choice is worth to the mover, if known: `Win(3)` wins in three plies, this move included.
    pub value: Option<Value>,
    /// How good it looks to the mover, if anyone judges.
    pub estimate: Option<i32>,
}

impl Choice {
    /// Whether no more is known of its worth than how good it looks: of a solitaire, the chance of winning in
    /// percent.
    pub const fn is_estimated(&self) -> bool {
        self.value.is_none() && self.estimate.is_some()
    }
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Its value, if known.
    pub value: Option<Value>,
    /// How good it looks, if anyone judges.
    pub estimate: Option<i32>,
    /// Whether the game is over here.
    pub over: bool,
}

impl Worth {
    /// What a move into a position of this worth is worth to the side that makes it.
    fn before(self) -> Self {
        Self { value: self.value.map(Value::before), estimate: self.estimate.map(|good| -good), ..self }
    }
}

/// All that a window shows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The position in the game's notation.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// Its value for the side to move, if known.
    pub value: Option<Value>,
    /// How good it looks to the side to move, if anyone judges.
    pub estimate: Option<i32>,
    /// Whether the game is over here.
    pub over: bool,
    /// What the game shows of the position besides.
    pub panels: Vec<Panel>,
    /// The legal moves, best first.
    pub moves: Vec<Choice>,
}

/// A game tree to walk in, as an object.
///
/// ```
/// use yomikiri_core::{BruteForce, Explore, Explorer, Value, toy::Maze};
///
/// // From 0 a move leads to 1 or 2, from 1 to 2; who stands at 2 has lost.
/// let game = Maze { edges: &[&[1, 2], &[2], &[]] };
/// let tree = Explorer { probe: BruteForce::new(&game), game };
/// let node = tree.open("0").unwrap();
/// let view = node.view().unwrap();
/// assert_eq!((view.value, view.moves[0].name.as_str()), (Some(Value::Win(1)), "2"));
/// assert_eq!(node.line().unwrap(), ["2"]);
/// assert!(node.step("2").unwrap().view().unwrap().over);
/// ```
pub trait Explore: Send + Sync {
    /// The position a game begins with.
    fn start(&self) -> Box<dyn GameNode + '_>;

    /// The position that a text stands for: read once, for all that is asked of it.
    ///
    /// # Errors
    /// Text that is no position.
    fn open(&self, pos: &str) -> Result<Box<dyn GameNode + '_>, ParseError>;

    /// The [views](GameNode::view) of many positions, looked up together, without panels, which are for those
    /// who look at one; of a text that is no position, why.
    ///
    /// # Errors
    /// Values that cannot be had.
    fn views(&self, positions: &[&str]) -> Result<Vec<Result<View, ParseError>>, ProbeError>;
}

/// A position of a game tree.
pub trait GameNode {
    /// The position in the game's notation.
    fn position(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// What the position is worth, without looking at the moves.
    ///
    /// # Errors
    /// Values that cannot be had.
    fn worth(&self) -> Result<Worth, ProbeError>;

    /// What the game shows of the position besides.
    fn panels(&self) -> Vec<Panel>;

    /// The names of the legal moves, in the order of generation: without asking what they are worth.
    fn names(&self) -> Vec<String>;

    /// The same moves, each with the spots that it covers; none in a game whose pieces cover one spot.
    fn covers(&self) -> Vec<(String, Vec<String>)>;

    /// The same moves, each with how its piece lies; none in a game whose pieces are not turned.
    fn placements(&self) -> Vec<(String, Placement)>;

    /// The legal moves, best first.
    ///
    /// # Errors
    /// Values that cannot be had.
    fn choices(&self) -> Result<Vec<Choice>, ProbeError>;

    /// All that is to be seen of the position: worth, panels and choices.
    ///
    /// # Errors
    /// Values that cannot be had.
    fn view(&self) -> Result<View, ProbeError> {
        let Worth { value, estimate, over } = self.worth()?;
        let (moves, position, side, panels) = (self.choices()?, self.position(), self.side(), self.panels());
        Ok(View { position, side, value, estimate, over, panels, moves })
    }

    /// A best line from the position to the end of the game, or, where neither side can force it, to the
    /// first repetition: the names of the moves, none where the position's value or its distance is not
    /// known. It is no part of the view because it takes as long as the views of all positions on it.
    ///
    /// # Errors
    /// Values that cannot be had.
    fn line(&self) -> Result<Vec<String>, ProbeError>;

    /// The position that a move, written in any way the game reads, leads to.
    ///
    /// # Errors
    /// Text that is no move, or a move that is not legal here, with the reason.
    fn step(&self, mv: &str) -> Result<Box<dyn GameNode + '_>, ParseError>;

    /// The name of the move that leads to a position.
    ///
    /// # Errors
    /// Text that is no position, or one that no move leads to.
    fn move_to(&self, position: &str) -> Result<String, ParseError>;

    /// The name of the move that a text means, as people type it ([`Notation::read_move`]).
    ///
    /// # Errors
    /// Text that is no move, or a move that is not legal here, with the reason.
    fn read(&self, mv: &str) -> Result<String, ParseError>;

    /// The move of a name as books print it ([`Notation::print_move`]); the name itself where they print
    /// that, or where it is none of a legal move.
    fn print(&self, mv: &str) -> String;

    /// The board as characters, with the move marked by which it was reached.
    fn drawing(&self) -> Drawing;

    /// The same on several lines; with ANSI colours if asked.
    fn draw(&self, colour: bool) -> String {
        self.drawing().text(colour)
    }

    /// The board as a picture, with the move marked by which it was reached; `None` for a game without
    /// pictures.
    fn diagram(&self) -> Option<Diagram>;
}

/// A position with the rules and whoever knows the values: what is the same for all game trees.
struct Node<'a, T: Tree> {
    tree: &'a T,
    pos: <T::Game as Game>::Pos,
    /// The move that led here, if it was stepped to.
    last: Option<<T::Game as Game>::Move>,
}

/// The rules of a game and whoever knows the values: where game trees differ.
trait Tree: Send + Sync {
    type Game: Notation;

    fn game(&self) -> &Self::Game;
    fn side(&self, pos: &<Self::Game as Game>::Pos) -> Side;
    fn worth(&self, pos: &<Self::Game as Game>::Pos) -> Result<Worth, ProbeError>;
    fn choices(&self, pos: &<Self::Game as Game>::Pos) -> Result<Vec<Choice>, ProbeError>;
    fn line(&self, pos: &<Self::Game as Game>::Pos) -> Result<Vec<String>, ProbeError>;

    /// Worth and choices of each position.
    fn look_ups(
        &self,
        positions: &[<Self::Game as Game>::Pos],
    ) -> Result<Vec<(Worth, Vec<Choice>)>, ProbeError> {
        positions.iter().map(|pos| Ok((self.worth(pos)?, self.choices(pos)?))).collect()
    }
}

impl<T: Tree> Explore for T {
    fn start(&self) -> Box<dyn GameNode + '_> {
        Box::new(Node { tree: self, pos: self.game().start(), last: None })
    }

    fn open(&self, pos: &str) -> Result<Box<dyn GameNode + '_>, ParseError> {
        Ok(Box::new(Node { tree: self, pos: self.game().parse_pos(pos)?, last: None }))
    }

    fn views(&self, positions: &[&str]) -> Result<Vec<Result<View, ParseError>>, ProbeError> {
        let game = self.game();
        let parsed: Vec<_> = positions.iter().map(|text| game.parse_pos(text)).collect();
        let read: Vec<_> = parsed.iter().filter_map(|pos| pos.as_ref().ok().cloned()).collect();
        let mut told = self.look_ups(&read)?.into_iter();
        let view = |pos: Result<_, ParseError>| {
            let pos = pos?;
            let (Worth { value, estimate, over }, moves) = told.next().expect("one for each position");
            let (position, side, panels) = (game.show_pos(&pos), self.side(&pos), Vec::new());
            Ok(View { position, side, value, estimate, over, panels, moves })
        };
        Ok(parsed.into_iter().map(view).collect())
    }
}

impl<T: Tree> GameNode for Node<'_, T> {
    fn position(&self) -> String {
        self.tree.game().show_pos(&self.pos)
    }

    fn side(&self) -> Side {
        self.tree.side(&self.pos)
    }

    fn worth(&self) -> Result<Worth, ProbeError> {
        self.tree.worth(&self.pos)
    }

    fn panels(&self) -> Vec<Panel> {
        self.tree.game().panels(&self.pos)
    }

    fn names(&self) -> Vec<String> {
        let game = self.tree.game();
        moves_of(game, &self.pos).into_iter().map(|mv| game.show_move(&self.pos, mv)).collect()
    }

    fn covers(&self) -> Vec<(String, Vec<String>)> {
        let (game, pos) = (self.tree.game(), &self.pos);
        let cover =
            |mv| Some((game.show_move(pos, mv), game.covers(pos, mv))).filter(|(_, spots)| !spots.is_empty());
        moves_of(game, pos).into_iter().filter_map(cover).collect()
    }

    fn placements(&self) -> Vec<(String, Placement)> {
        let (game, pos) = (self.tree.game(), &self.pos);
        let placement = |mv| Some((game.show_move(pos, mv), game.placement(pos, mv)?));
        moves_of(game, pos).into_iter().filter_map(placement).collect()
    }

    fn choices(&self) -> Result<Vec<Choice>, ProbeError> {
        self.tree.choices(&self.pos)
    }

    fn line(&self) -> Result<Vec<String>, ProbeError> {
        self.tree.line(&self.pos)
    }

    fn step(&self, mv: &str) -> Result<Box<dyn GameNode + '_>, ParseError> {
        let (tree, game) = (self.tree, self.tree.game());
        let mv = game.parse_move(&self.pos, mv)?;
        Ok(Box::new(Node { tree, pos: game.play(&self.pos, mv), last: Some(mv) }))
    }

    fn move_to(&self, position: &str) -> Result<String, ParseError> {
        let game = self.tree.game();
        let mv = move_between(game, &self.pos, &game.parse_pos(position)?)?;
        Ok(game.show_move(&self.pos, mv))
    }

    fn read(&self, mv: &str) -> Result<String, ParseError> {
        let game = self.tree.game();
        Ok(game.show_move(&self.pos, game.read_move(&self.pos, self.last, mv)?))
    }

    fn print(&self, mv: &str) -> String {
        let game = self.tree.game();
        let printed = game.parse_move(&self.pos, mv).ok();
        let printed = printed.and_then(|mv| game.print_move(&self.pos, self.last, mv));
        printed.unwrap_or_else(|| mv.to_owned())
    }

    fn drawing(&self) -> Drawing {
        self.tree.game().drawing(&self.pos, self.last)
    }

    fn diagram(&self) -> Option<Diagram> {
        self.tree.game().diagram(&self.pos, self.last)
    }
}

/// Why there is no view.
#[derive(Clone, Debug)]
pub enum ExploreError {
    /// The text is no position or no move.
    Parse(ParseError),
    /// The source of values failed.
    Probe(ProbeError),
}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Probe(error) => error.fmt(f),
        }
    }
}

impl Error for ExploreError {}

impl From<ParseError> for ExploreError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<ProbeError> for ExploreError {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

/// The tree of a game of two sides, by its rules and a source of values.
pub struct Explorer<G, P> {
    /// The rules.
    pub game: G,
    /// Who knows the values.
    pub probe: P,
}

/// A legal move, where it leads, and what that is worth to the side to move there.
type Ranked<G> = (<G as Game>::Move, <G as Game>::Pos, Worth);

impl<G: TwoPlayer, P: Probe<G>> Explorer<G, P> {
    /// What any position is worth: the rules know the ends of the game, the probe knows the rest.
    fn worth_of(&self, pos: &G::Pos) -> Result<Worth, ProbeError> {
        let end = self.game.result(pos);
        let value = match end {
            Some(value) => Some(value),
            None => self.probe.probe(&self.game, pos)?,
        };
        Ok(Worth { value, estimate: self.probe.estimate(&self.game, pos), over: end.is_some() })
    }

    /// What a position is worth if it has this value.
    fn worth_if(&self, pos: &G::Pos, value: Value) -> Result<Option<Worth>, ProbeError> {
        let end = self.game.result(pos);
        let is_it = match end {
            Some(end) => end == value,
            None => self.probe.has_value(&self.game, pos, value)?,
        };
        let estimate = || self.probe.estimate(&self.game, pos);
        Ok(is_it.then(|| Worth { value: Some(value), estimate: estimate(), over: end.is_some() }))
    }

    /// The same of many positions, looked up together.
    fn worths(&self, positions: &[G::Pos]) -> Result<Vec<Worth>, ProbeError> {
        let ends: Vec<_> = positions.iter().map(|pos| self.game.result(pos)).collect();
        let open = positions.iter().zip(&ends).filter(|(_, end)| end.is_none());
        let open: Vec<_> = open.map(|(pos, _)| pos.clone()).collect();
        let mut values = self.probe.probe_all(&self.game, &open)?.into_iter();
        let worth = |(pos, end): (&G::Pos, Option<Value>)| Worth {
            value: end.or_else(|| values.next().flatten()),
            estimate: self.probe.estimate(&self.game, pos),
            over: end.is_some(),
        };
        Ok(positions.iter().zip(ends).map(worth).collect())
    }

    /// The legal moves, those worth most to the mover first, equals in the order of generation. Behind
    /// those that win come draws and moves of unknown value in the order of their estimates, that of a draw
    /// being nothing, and then those that are known to lose.
    fn ranked(&self, pos: &G::Pos) -> Result<Vec<Ranked<G>>, ProbeError> {
        let moves = moves_of(&self.game, pos);
        let next: Vec<_> = moves.iter().map(|&mv| self.game.play(pos, mv)).collect();
        let worths = self.worths(&next)?;
        Ok(rank(moves.into_iter().zip(next).zip(worths).map(|((mv, next), worth)| (mv, next, worth))))
    }

    /// The first of the ranked moves: where nothing is estimated, the first that keeps the value. No other is
    /// better, so that those behind it need not be looked up; and of those before it, only that they do not
    /// keep it.
    fn best(&self, pos: &G::Pos, worth: Worth) -> Result<Option<Ranked<G>>, ProbeError> {
        if worth.estimate.is_none()
            && let Some(kept) = worth.value.and_then(Value::after)
        {
            for mv in moves_of(&self.game, pos) {
                let next = self.game.play(pos, mv);
                if let Some(after) = self.worth_if(&next, kept)? {
                    return Ok(Some((mv, next, after)));
                }
            }
        }
        Ok(self.ranked(pos)?.into_iter().next())
    }
}

/// Orders moves that are told with the worth of the position behind them by what they are worth to the mover.
fn rank<M, P>(moves: impl Iterator<Item = (M, P, Worth)>) -> Vec<(M, P, Worth)> {
    // Of what is no better by its estimate a draw is sure.
    let hope = |worth: &Worth| {
        let Worth { value, estimate, .. } = worth.before();
        match value.map(Value::wdl) {
            Some(Wdl::Win) => (2, None, value, estimate),
            Some(Wdl::Draw) => (1, Some(0), value, None),
            None => (1, estimate, None, None),
            Some(Wdl::Loss) => (0, None, value, estimate),
        }
    };
    let mut ranked: Vec<_> = moves.collect();
    ranked.sort_by_key(|(_, _, worth)| Reverse(hope(worth)));
    ranked
}

impl<G: Notation + TwoPlayer, P: Probe<G>> Explorer<G, P> {
    /// A move as it is offered.
    fn choice(&self, pos: &G::Pos, (mv, next, worth): Ranked<G>) -> Choice {
        let Worth { value, estimate, .. } = worth.before();
        Choice { name: self.game.show_move(pos, mv), position: self.game.show_pos(&next), value, estimate }
    }
}

impl<G: Notation + TwoPlayer, P: Probe<G>> Tree for Explorer<G, P> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn side(&self, pos: &G::Pos) -> Side {
        self.game.side(pos)
    }

    fn worth(&self, pos: &G::Pos) -> Result<Worth, ProbeError> {
        self.worth_of(pos)
    }

    fn choices(&self, pos: &G::Pos) -> Result<Vec<Choice>, ProbeError> {
        Ok(self.ranked(pos)?.into_iter().map(|ranked| self.choice(pos, ranked)).collect())
    }

    /// The positions and all that a move leads to are looked up at once.
    fn look_ups(&self, positions: &[G::Pos]) -> Result<Vec<(Worth, Vec<Choice>)>, ProbeError> {
        let moves: Vec<_> = positions.iter().map(|pos| moves_of(&self.game, pos)).collect();
        let mut all = positions.to_vec();
        for (pos, moves) in positions.iter().zip(&moves) {
            all.extend(moves.iter().map(|&mv| self.game.play(pos, mv)));
        }
        let worths = self.worths(&all)?;
        let mut told = all.into_iter().zip(worths);
        let own: Vec<Worth> = told.by_ref().take(positions.len()).map(|(_, worth)| worth).collect();
        let look_up = |((pos, moves), worth): ((&G::Pos, Vec<G::Move>), Worth)| {
            let next = moves.into_iter().zip(told.by_ref()).map(|(mv, (next, worth))| (mv, next, worth));
            (worth, rank(next).into_iter().map(|ranked| self.choice(pos, ranked)).collect())
        };
        Ok(positions.iter().zip(moves).zip(own).map(look_up).collect())
    }

    /// Best play by both sides. Every position is met at most once, so that the line ends even in a drawn
    /// game.
    fn line(&self, pos: &G::Pos) -> Result<Vec<String>, ProbeError> {
        // Where the position itself is unknown its successors may still be known by chance: no line can be
        // the best.
        // Without distances the winner may go round in circles: neither can it be there.
        let mut worth = self.worth_of(pos)?;
        if worth.value.is_none_or(Value::is_untold) {
            return Ok(Vec::new());
        }
        let (mut line, mut seen, mut here) = (Vec::new(), HashSet::from([pos.clone()]), pos.clone());
        while let Some((mv, next, after @ Worth { value: Some(_), .. })) = self.best(&here, worth)? {
            line.push(self.game.show_move(&here, mv));
            if !seen.insert(next.clone()) {
                break;
            }
            (here, worth) = (next, after);
        }
        Ok(line)
    }
}

/// The tree of a solitaire whose chance is settled: what it shows of a move's worth is what a player can
/// know, which is not what shows after the move.
pub struct SolitaireExplorer<G, P> {
    /// The rules.
    pub game: G,
    /// Who estimates positions before and after chance has moved.
    pub probe: P,
}

impl<G: Notation + Settled, P: Probe<G>> SolitaireExplorer<G, P> {
    /// Won or lost, where the game is over.
    fn end(&self, pos: &G::Pos) -> Option<Value> {
        self.game.won(pos).map(|won| if won { Value::Win(0) } else { Value::Loss(0) })
    }
}

impl<G: Notation + Settled, P: Probe<G>> Tree for SolitaireExplorer<G, P> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn side(&self, _pos: &G::Pos) -> Side {
        Side::First
    }

    fn worth(&self, pos: &G::Pos) -> Result<Worth, ProbeError> {
        let value = self.end(pos);
        Ok(Worth { value, estimate: self.probe.estimate(&self.game, pos), over: value.is_some() })
    }

    fn choices(&self, pos: &G::Pos) -> Result<Vec<Choice>, ProbeError> {
        let choice = |mv| {
            let next = self.game.play(pos, mv);
            Choice {
                name: self.game.show_move(pos, mv),
                position: self.game.show_pos(&next),
                // Of the same player, one move earlier.
                value: self.end(&next).map(|end| end.before().turned()),
                estimate: self.probe.estimate(&self.game, &self.game.play_unseen(pos, mv)),
            }
        };
        let mut choices: Vec<_> = moves_of(&self.game, pos).into_iter().map(choice).collect();
        choices.sort_by_key(|choice| Reverse(choice.estimate));
        Ok(choices)
    }

    /// Nobody knows how the game is best played on.
    fn line(&self, _pos: &G::Pos) -> Result<Vec<String>, ProbeError> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BruteForce, Random, toy::Maze};
    use std::collections::BTreeSet;

    fn explorer(edges: &'static [&'static [u8]]) -> Explorer<Maze, BruteForce<Maze>> {
        let game = Maze { edges };
        let probe = BruteForce::new(&game);
        Explorer { game, probe }
    }

    #[test]
    fn the_winner_hurries_and_the_loser_resists() {
        // From 0 the mover may win at once (5), or slowly (1 -> 2 or 3 -> ...); from 1 both ways lose, 3 more
        // slowly.
        let explorer = explorer(&[&[1, 5], &[2, 3], &[5], &[4], &[6], &[], &[5]]);
        let view = explorer.open("0").unwrap().view().unwrap();
        assert_eq!(view.value, Some(Value::Win(1)));
        assert_eq!(explorer.open("0").unwrap().line().unwrap(), ["5"]);
        let values: Vec<_> = view.moves.iter().map(|choice| (choice.name.as_str(), choice.value)).collect();
        assert_eq!(values, [("5", Some(Value::Win(1))), ("1", Some(Value::Win(5)))]);
        let lost = explorer.open("1").unwrap().view().unwrap();
        assert_eq!(
            (lost.value, explorer.open("1").unwrap().line().unwrap()),
            (Some(Value::Loss(4)), ["3", "4", "6", "5"].map(String::from).to_vec())
        );
    }

    #[test]
    fn a_draw_is_worth_nothing_beside_what_is_only_estimated() {
        let worth = |value, estimate| Worth { value, estimate, over: false };
        let told = [
            ("bad", worth(None, Some(3))),
            ("lost", worth(Some(Value::Win(1)), Some(-9))),
            ("drawn", worth(Some(Value::Draw), Some(4))),
            ("good", worth(None, Some(-6))),
            ("even", worth(None, Some(0))),
            ("unknown", worth(None, None)),
            ("won", worth(Some(Value::Loss(2)), Some(1))),
        ];
        let ranked = rank(told.into_iter().map(|(name, worth)| (name, (), worth)));
        let order: Vec<_> = ranked.into_iter().map(|(name, ..)| name).collect();
        assert_eq!(order, ["won", "good", "drawn", "even", "bad", "unknown", "lost"]);
    }

    /// The first of the ranked moves, again and again.
    fn slow_line(explorer: &Explorer<Maze, BruteForce<Maze>>, from: u8) -> Vec<String> {
        let (mut line, mut seen, mut here) = (Vec::new(), vec![from], from);
        while let Some((mv, next, _)) = explorer.ranked(&here).unwrap().into_iter().next() {
            line.push(explorer.game.show_move(&here, mv));
            if seen.contains(&next) {
                break;
            }
            seen.push(next);
            here = next;
        }
        line
    }

    #[test]
    fn a_line_takes_the_first_of_the_ranked_moves() {
        let mut random = Random::new(1);
        let mut longest = 0;
        for _ in 0..300 {
            let edges: Vec<&[u8]> = (0..12)
                .map(|_| {
                    let moves = (0..random.below(4)).map(|_| random.below(12) as u8);
                    &*Vec::leak(moves.collect::<BTreeSet<_>>().into_iter().collect())
                })
                .collect();
            let explorer = explorer(Vec::leak(edges));
            for (&pos, _) in explorer.probe.iter() {
                let line = Tree::line(&explorer, &pos).unwrap();
                assert_eq!(line, slow_line(&explorer, pos));
                longest = longest.max(line.len());
            }
        }
        assert!(longest > 6, "{longest}");
    }

    #[test]
    fn a_drawn_line_ends_where_a_position_returns() {
        let explorer = explorer(&[&[1], &[2], &[0, 3], &[4], &[]]);
        let view = explorer.open("0").unwrap().view().unwrap();
        assert_eq!((view.value, view.over), (Some(Value::Draw), false));
        assert_eq!(explorer.open("0").unwrap().line().unwrap(), ["1", "2", "0"]);
    }

    #[test]
    fn the_end_has_neither_moves_nor_line() {
        let explorer = explorer(&[&[1], &[]]);
        let view = explorer.open("1").unwrap().view().unwrap();
        assert!(view.over && view.moves.is_empty() && explorer.open("1").unwrap().line().unwrap().is_empty());
        assert_eq!(view.value, Some(Value::Loss(0)));
        assert!(explorer.open("x").is_err());
        let start = explorer.start();
        assert!(start.step("0").is_err());
        assert_eq!(start.step("1").unwrap().position(), "1");
    }

    #[test]
    fn unknown_values_come_last_and_give_no_line() {
        let game = Maze { edges: &[&[1, 2], &[2], &[]] };
        let explorer = Explorer { game, probe: Unknown };
        let view = explorer.open("0").unwrap().view().unwrap();
        assert_eq!((view.value, explorer.open("0").unwrap().line().unwrap().len()), (None, 0));
        assert_eq!(view.moves[0].name, "2");
        assert_eq!(view.moves[1].value, None);
    }

    /// Likes high numbers, and knows nothing.
    struct Fancy;

    impl Probe<Maze> for Fancy {
        fn probe(&self, _game: &Maze, _pos: &u8) -> Result<Option<Value>, ProbeError> {
            Ok(None)
        }

        fn estimate(&self, _game: &Maze, pos: &u8) -> Option<i32> {
            Some(i32::from(*pos))
        }
    }

    #[test]
    fn estimates_order_what_is_not_known() {
        let explorer = Explorer { game: Maze { edges: &[&[2, 1, 3], &[3], &[3], &[]] }, probe: Fancy };
        let view = explorer.open("0").unwrap().view().unwrap();
        let moves: Vec<_> = view.moves.iter().map(|choice| (choice.name.as_str(), choice.estimate)).collect();
        // The end is known, and the mover would have the opponent stand where it looks worst.
        assert_eq!(moves, [("3", Some(-3)), ("1", Some(-1)), ("2", Some(-2))]);
        assert_eq!((view.value, view.estimate, view.over), (None, Some(0), false));
        assert_eq!(explorer.open("3").unwrap().view().unwrap().value, Some(Value::Loss(0)));
    }

    #[test]
    fn the_parts_of_a_view_agree_with_it() {
        let explorer = explorer(&[&[1, 5], &[2, 3], &[5], &[4], &[6], &[], &[5]]);
        for pos in ["0", "1", "5"] {
            let node = explorer.open(pos).unwrap();
            let view = node.view().unwrap();
            let worth = Worth { value: view.value, estimate: view.estimate, over: view.over };
            assert_eq!(node.worth().unwrap(), worth);
            assert_eq!((node.panels(), node.side()), (view.panels, view.side));
            let mut names = node.names();
            names.sort_unstable();
            let mut shown: Vec<_> = view.moves.iter().map(|choice| choice.name.clone()).collect();
            shown.sort_unstable();
            assert_eq!(names, shown);
            assert_eq!(node.choices().unwrap(), view.moves);
        }
    }

    #[test]
    fn views_of_many_positions_are_those_of_each() {
        let explorer = explorer(&[&[1, 5], &[2, 3], &[5], &[4], &[6], &[], &[5]]);
        let texts = ["3", "0", "lion", "5", "0"];
        let views = explorer.views(&texts).unwrap();
        for (text, view) in texts.into_iter().zip(views) {
            let alone = explorer.open(text).map(|node| node.view().unwrap());
            assert_eq!(view, alone.map(|view| View { panels: Vec::new(), ..view }), "{text}");
        }
    }
}
