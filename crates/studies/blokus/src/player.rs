//! The player: a search that follows a game.

use crate::Duo;
use std::{sync::atomic::AtomicBool, time::Duration};
use yomikiri_blokus::{Blokus, Move, Node};
use yomikiri_core::{Game, TwoPlayer};
use yomikiri_search::mcts::{Candidate, Limits, Options, Search};

/// What a move may cost.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// Each move the same.
    Move(Limits),
    /// What is left for the rest of the game.
    Rest(Duration),
}

/// What the player thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to make.
    pub mv: Move,
    /// What the search has found of the moves, the best first; one that is forced is not searched.
    pub moves: Vec<Candidate<Move>>,
    /// Simulations done.
    pub simulations: u64,
    /// Seconds taken.
    pub seconds: f64,
}

/// A player of Blokus Duo that follows a game move by move.
pub struct Player {
    game: Blokus,
    search: Search<Duo>,
    nodes: Vec<Node>,
}

impl Player {
    /// A player at the start of a game.
    pub fn new(game: Blokus, options: Options) -> Self {
        let start = game.start();
        let search = Search::new(Duo { scoring: game.scoring }, Duo::place(&start.position), options);
        Self { game, search, nodes: vec![start] }
    }

    /// The game that is played.
    pub fn game(&self) -> Blokus {
        self.game
    }

    /// The position, with the moves that led to it.
    pub fn node(&self) -> &Node {
        self.nodes.last().expect("the start is never taken back")
    }

    /// Begins anew, at a node of the game.
    pub fn restart(&mut self, node: Node) {
        self.search.restart(Duo::place(&node.position));
        self.nodes = vec![node];
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let next = self.game.play(self.node(), mv);
        self.nodes.push(next);
        self.search.advance(mv);
    }

    /// Takes the last move back; tells whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.nodes.len() == 1 {
            return false;
        }
        self.nodes.pop();
        self.search.restart(Duo::place(&self.node().position));
        true
    }

    /// Thinks about the position; `None` where the game is over. `heard` is told of progress.
    pub fn think(
        &mut self,
        budget: Budget,
        stop: &AtomicBool,
        heard: &(dyn Fn(u64, u64) + Sync),
    ) -> Option<Thought> {
        if self.game.result(self.node()).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(self.node(), &mut moves);
        if let [mv] = moves[..] {
            return Some(Thought { mv, moves: Vec::new(), simulations: 0, seconds: 0.0 });
        }
        let found = self.search.run(self.limits(budget), stop, heard);
        let mv = found.moves.first()?.mv;
        Some(Thought { mv, moves: found.moves, simulations: found.simulations, seconds: found.seconds })
    }

    /// What this move may cost. Of what is left for the rest the early moves get more: they decide.
    fn limits(&self, budget: Budget) -> Limits {
        match budget {
            Budget::Move(limits) => limits,
            Budget::Rest(left) => {
                let pos = &self.node().position;
                let placed = pos.hands[pos.side.index()].placed();
                let to_come = LONG_GAME.saturating_sub(placed).max(3);
                Limits::time(left / to_come)
            }
        }
    }
}

/// Moves after which little is left to decide.
const LONG_GAME: u32 = 14;
