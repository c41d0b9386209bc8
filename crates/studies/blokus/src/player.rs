//! The player: a searcher that follows a game.

use crate::{
    LevelSettings, MctsGame, Model,
    ending::{Ending, is_near_end},
    input::mix,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use yomikiri_blokus::{Blokus, Move, Node, PlayoutState};
use yomikiri_core::{
    Game, Random, TwoPlayer,
    play::{Limits, Stop, draw_by_worth},
};
use yomikiri_search::mcts::{Candidate, Options, Playable, Search};

/// What a move takes where nobody says otherwise. The command line takes it for the mean of a game
/// ([`Budget::Mean`]), since its player follows the game; Python, whose player is asked for positions, takes
/// it for each move alike ([`Budget::Move`]).
pub const MOVE_TIME: Duration = Duration::from_millis(700);

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Each move the same.
    Move(Limits),
    /// So much for a move on the mean of the game: more where the game is decided, less where the end is read
    /// out.
    Mean(Duration),
    /// What is left for the rest of the game.
    Rest(Duration),
}

/// Moves of a player after which little is left to decide.
const LONG_GAME: u32 = 14;

/// How often a player is asked in a game.
const MOVES: u32 = 16;

impl Budget {
    /// What a player's next move may cost after so many that took so long.
    pub fn limits(self, placed: u32, spent: Duration) -> Limits {
        match self {
            Self::Move(limits) => limits,
            Self::Mean(time) => Self::Rest((time * MOVES).saturating_sub(spent)).limits(placed, spent),
            Self::Rest(left) => Limits::time(left / LONG_GAME.saturating_sub(placed).max(3)),
        }
    }
}

/// What is thought of a position.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move to make, in which a level may err.
    pub mv: Move,
    /// The best move that was found.
    pub best: Move,
    /// How good the position is for the side to move, from 0 to 1, if that was asked at all.
    pub value: Option<f32>,
    /// Simulations, or positions looked at.
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// What was found of the moves, the best first, as far as the searcher tells.
    pub moves: Vec<Candidate<Move>>,
}

/// Told of progress: how much is done, and how much there is to do in all if that is known.
pub type OnProgress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Whoever finds moves.
pub trait Searcher: Send {
    /// The game is at this node now, whatever was before.
    fn restart(&mut self, node: &Node);

    /// A legal move was made, which led to this node.
    fn follow(&mut self, mv: Move, node: &Node);

    /// Finds a move where there are several.
    fn think(&mut self, node: &Node, limits: Limits, stop: &Stop, on_progress: OnProgress) -> Decision;
}

/// A player of Blokus Duo that follows a game move by move.
pub struct Player {
    game: Blokus,
    searcher: Box<dyn Searcher>,
    /// The nodes of the game so far, each with what had been spent when it was reached: a move that is taken
    /// back gives its time back too.
    nodes: Vec<(Node, [Duration; 2])>,
    /// Time taken for each side's moves since the game began.
    spent: [Duration; 2],
}

impl Player {
    /// A player at the start of a game.
    pub fn new(game: Blokus, searcher: Box<dyn Searcher>) -> Self {
        let spent = [Duration::ZERO; 2];
        Self { game, searcher, nodes: vec![(game.start(), spent)], spent }
    }

    /// The game that is played.
    pub fn game(&self) -> Blokus {
        self.game
    }

    /// The position, with the moves that led to it.
    pub fn node(&self) -> &Node {
        &self.nodes.last().expect("the start is never taken back").0
    }

    /// Begins anew, at a node of the game.
    pub fn restart(&mut self, node: Node) {
        self.searcher.restart(&node);
        self.spent = [Duration::ZERO; 2];
        self.nodes = vec![(node, self.spent)];
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let next = self.game.play(self.node(), mv);
        self.searcher.follow(mv, &next);
        self.nodes.push((next, self.spent));
    }

    /// Takes the last move back, with the time that was spent on it; tells whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.nodes.len() == 1 {
            return false;
        }
        self.nodes.pop();
        let (node, spent) = self.nodes.last().expect("the start is never taken back").clone();
        self.spent = spent;
        self.searcher.restart(&node);
        true
    }

    /// Thinks about the position; `None` where the game is over. A forced move costs nothing.
    pub fn think(&mut self, budget: Budget, stop: &Stop, on_progress: OnProgress) -> Option<Decision> {
        let node = self.node().clone();
        if self.game.result(&node).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(&node, &mut moves);
        if let [mv] = moves[..] {
            return Some(Decision { mv, best: mv, value: None, nodes: 0, seconds: 0.0, moves: Vec::new() });
        }
        let side = node.position.side.index();
        let limits = budget.limits(node.position.hands[side].placed(), self.spent[side]);
        let thought = self.searcher.think(&node, limits, stop, on_progress);
        self.spent[side] += Duration::from_secs_f64(thought.seconds);
        Some(thought)
    }
}

/// What a simulator may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Threads.
    pub threads: usize,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// The seed of whatever is random.
    pub seed: u64,
}

/// Finds moves by simulations, and by reading where the end is near.
pub struct MctsSearcher {
    mcts: MctsGame,
    search: Search<MctsGame>,
    ending: Ending,
    seed: u64,
    /// How a level errs; 0 for the best move that is found.
    temperature: f64,
}

impl MctsSearcher {
    /// A searcher for a game, at its start. Without a model it knows only what play-outs tell.
    pub fn new(game: Blokus, model: Option<Arc<Model>>, resources: Resources) -> Self {
        let mcts = MctsGame { game, model };
        let Resources { threads, memory, seed } = resources;
        let options = Options { threads, memory, seed, ..mcts.options() };
        let search = Search::new(mcts.clone(), PlayoutState::new(&game.start().position), options);
        Self { mcts, search, ending: Ending::new(game.scoring), seed, temperature: 0.0 }
    }

    /// The same searcher, erring as a level does.
    #[must_use]
    pub fn erring(self, settings: LevelSettings) -> Self {
        Self { temperature: settings.temperature, ..self }
    }

    /// A move of a level: any legal one, drawn by how often it was looked at and how likely it seemed before
    /// that. What is random follows from the seed and the moves that led here.
    fn drawn(&self, node: &Node, found: &[Candidate<Move>]) -> Option<Move> {
        let mut moves = Vec::new();
        self.mcts.moves(self.search.position(), &mut moves);
        let all: f32 = moves.iter().map(|(_, weight)| weight).sum();
        let visits = |mv| found.iter().find(|found| found.mv == mv).map_or(0, |found| found.visits);
        let worth = |&(mv, weight): &(Move, f32)| f64::from(weight / all + visits(mv) as f32).ln();
        let worths: Vec<f64> = moves.iter().map(worth).collect();
        let path = node.path.moves().iter().fold(self.seed, |key, mv| mix(key, u64::from(mv.number())));
        let drawn = draw_by_worth(&worths, self.temperature, &mut Random::new(path))?;
        Some(moves[drawn].0)
    }
}

impl Searcher for MctsSearcher {
    fn restart(&mut self, node: &Node) {
        self.search.restart(PlayoutState::new(&node.position));
    }

    fn follow(&mut self, mv: Move, _node: &Node) {
        self.search.advance(mv);
    }

    fn think(&mut self, node: &Node, limits: Limits, stop: &Stop, on_progress: OnProgress) -> Decision {
        let began = Instant::now();
        // Reading the end out takes its time behind the search.
        let time = limits.time.into_iter().chain(stop.left()).min().filter(|_| is_near_end(&node.position));
        let searching = limits.time.map(|limit| time.map_or(limit, |time| time.mul_f64(SEARCHING)));
        let found = self.search.run(Limits { time: searching, ..limits }, stop, on_progress);
        let best = found.moves.first();
        let mv = best.map_or(Move::PASS, |best| best.mv);
        // Who plays without much thought does not read the end out either.
        let careful = found.simulations >= CAREFUL && best.is_some_and(|best| !best.proven);
        let left = time.map_or(MOST_READ, |time| {
            time.saturating_sub(began.elapsed()).as_millis() as u64 * READ_A_MILLISECOND
        });
        let limit = (READ * found.simulations).min(MOST_READ).min(left);
        let best = if careful { self.ending.choose(&node.position, &found.moves, limit) } else { mv };
        let drawn = (self.temperature > 0.0).then(|| self.drawn(node, &found.moves)).flatten();
        let (mv, value, moves) = (drawn.unwrap_or(best), self.search.value(), found.moves);
        Decision { mv, best, value, nodes: found.simulations, seconds: began.elapsed().as_secs_f64(), moves }
    }
}

/// Simulations from which on the end of the game is read out too.
const CAREFUL: u64 = 500;

/// Positions of the end that are looked at for each simulation: in games of 8,000 a move that is as much time
/// again.
const READ: u64 = 3;

/// And no more than this: a third of a second.
const MOST_READ: u64 = 200_000;

/// And no more for each millisecond that is left of a move's time: half of what processors do.
const READ_A_MILLISECOND: u64 = 300;

/// The part of a move's time that goes into simulations where the end may be read out.
const SEARCHING: f64 = 0.75;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Takes all the time that it is given, without waiting, and tells how much that was.
    struct Spender(Arc<Mutex<Vec<Duration>>>);

    impl Searcher for Spender {
        fn restart(&mut self, _: &Node) {}

        fn follow(&mut self, _: Move, _: &Node) {}

        fn think(&mut self, node: &Node, limits: Limits, _: &Stop, _: OnProgress) -> Decision {
            let time = limits.time.unwrap();
            self.0.lock().unwrap().push(time);
            let mut moves = Vec::new();
            Blokus::default().moves(node, &mut moves);
            let mv = moves[0];
            Decision { mv, best: mv, value: None, nodes: 1, seconds: time.as_secs_f64(), moves: Vec::new() }
        }
    }

    /// A move that was taken back has cost nothing, at the start and later.
    #[test]
    fn what_is_taken_back_has_cost_nothing() {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let mut player = Player::new(Blokus::default(), Box::new(Spender(asked.clone())));
        let budget = Budget::Mean(Duration::from_millis(700));
        let make = |player: &mut Player| {
            let found = player.think(budget, &Stop::new(), &|_, _| ()).unwrap();
            player.play(found.mv);
            std::mem::take(&mut *asked.lock().unwrap())[0]
        };
        for _ in 0..2 {
            let first = make(&mut player);
            for _ in 0..20 {
                assert!(player.undo());
                assert_eq!(make(&mut player), first);
            }
            make(&mut player);
        }
        assert!(make(&mut player) <= Duration::from_millis(700 * 16 / 12), "moves that stand have cost time");
    }

    /// Who uses all that it may has used so much on the mean when the game is over; early moves may cost
    /// more.
    #[test]
    fn a_mean_is_kept_to() {
        let time = Duration::from_secs(1);
        let (mut spent, mut last) = (Duration::ZERO, time * MOVES);
        for placed in 0..MOVES {
            let next = Budget::Mean(time).limits(placed, spent).time.unwrap();
            assert!(next <= last + Duration::from_micros(1) && (placed > 0 || next > time));
            (spent, last) = (spent + next, next);
        }
        assert!(spent <= time * MOVES && spent > time * (MOVES - 1));
    }
}
