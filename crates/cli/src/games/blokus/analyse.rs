//! Whoever looks at games of Blokus Duo with the player's tree search.

use super::player::model;
use crate::{
    failure::Failure,
    game::{Analyst, Judged},
};
use std::{path::Path, time::Duration};
use yomikiri_blokus::{Blokus, Move, Node, code, sgf};
use yomikiri_blokus_study::{Budget, MctsSearcher, Player, Resources};
use yomikiri_core::{
    Game, Notation, ParseError, TwoPlayer, phrases,
    play::{Limits, Stop},
};

/// Simulations for each position, if nothing else is asked for.
const SIMULATIONS: u64 = 20_000;

/// Bytes of the search tree.
const MEMORY: usize = 512 << 20;

/// Looks at a game.
pub struct BlokusAnalyst {
    game: Blokus,
    player: Player,
    nodes: Vec<Node>,
}

impl BlokusAnalyst {
    /// Whoever looks at games with the model of a file or the one that comes with the program.
    pub fn new(game: Blokus, file: Option<&Path>) -> Result<Self, Failure> {
        let resources = Resources { threads: 1, memory: MEMORY, seed: 1 };
        let searcher = MctsSearcher::new(game, Some(model(file)?), resources);
        Ok(Self { game, player: Player::new(game, Box::new(searcher)), nodes: Vec::new() })
    }
}

impl Analyst for BlokusAnalyst {
    fn usual_nodes(&self) -> u64 {
        SIMULATIONS
    }

    fn load(&mut self, record: &[u8]) -> Result<usize, ParseError> {
        let text = str::from_utf8(record).map_err(|_| ParseError::new(phrases::NO_UTF8))?;
        self.nodes = sgf::read(self.game, text)?.nodes;
        Ok(self.nodes.len())
    }

    fn judge(&mut self, ply: usize, nodes: u64, time: Option<Duration>) -> Judged {
        let node = self.nodes[ply].clone();
        let side = self.game.side(&node);
        let limits = time.map_or_else(|| Limits::nodes(nodes), Limits::time);
        let next = self.nodes.get(ply + 1);
        let played = next.and_then(|next| next.path.moves().last().copied()).map(code::write);
        let judged = Judged::new(ply, side, self.game.show_pos(&node), played);
        let (probability, best) = self.look(node, limits);
        Judged { probability, line: best.map(code::write).into_iter().collect(), ..judged }
    }
}

impl BlokusAnalyst {
    /// The first player's chance, and the best move where the game is not over. A forced move is not thought
    /// about: the position after it tells what the one before is worth.
    fn look(&mut self, mut node: Node, limits: Limits) -> (f64, Option<Move>) {
        let mut first_move = None;
        loop {
            let side = self.game.side(&node);
            if let Some(value) = self.game.result(&node) {
                return (Judged::of_first(side, value.wdl().points()), first_move);
            }
            // Each position is looked at anew, as if it were the first of the game.
            self.player.restart(node.clone());
            let thought = self.player.think(Budget::Move(limits), &Stop::new(), &|_, _| ());
            let thought = thought.expect("a game that is not over has a move");
            let best = *first_move.get_or_insert(thought.mv);
            match thought.value {
                Some(value) => return (Judged::of_first(side, value.into()), Some(best)),
                None => node = self.game.play(&node, thought.mv),
            }
        }
    }
}
