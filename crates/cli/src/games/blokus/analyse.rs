//! Whoever looks at games of Blokus Duo with the player's tree search.

use super::player::model;
use crate::{
    failure::Failure,
    game::{Analyst, Judged},
};
use std::{path::Path, time::Duration};
use yomikiri_blokus::{Blokus, Node, code, sgf};
use yomikiri_blokus_study::{Budget, MctsSearcher, Player, Resources};
use yomikiri_core::{
    Notation, ParseError, Side, TwoPlayer, phrases,
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
        self.nodes = sgf::read(self.game, text)?;
        Ok(self.nodes.len())
    }

    fn judge(&mut self, ply: usize, nodes: u64, time: Option<Duration>) -> Judged {
        let node = self.nodes[ply].clone();
        let side = self.game.side(&node);
        let limits = time.map_or_else(|| Limits::nodes(nodes), Limits::time);
        let next = self.nodes.get(ply + 1);
        let played = next.and_then(|next| next.path.moves().last().copied()).map(code::write);
        let (played, judged) = (played.is_some(), Judged::new(ply, side, self.game.show_pos(&node), played));
        // Each position is looked at anew, as if it were the first of the game.
        self.player.restart(node.clone());
        let Some(thought) = self.player.think(Budget::Move(limits), &Stop::new(), &|_, _| ()) else {
            let chance = self.game.result(&node).map_or(0.5, |value| value.wdl().points());
            return Judged { probability: first(side, chance), ..judged };
        };
        let line = vec![code::write(thought.mv)];
        let Some(value) = thought.value else {
            // A forced move is not thought about: the position after it tells what this one is worth.
            let probability = if played { self.judge(ply + 1, nodes, time).probability } else { 0.5 };
            return Judged { probability, line, ..judged };
        };
        Judged { probability: first(side, value.into()), line, ..judged }
    }
}

/// The first player's chance where the side to move has this one.
fn first(side: Side, chance: f64) -> f64 {
    if side == Side::First { chance } else { 1.0 - chance }
}
