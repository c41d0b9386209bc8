//! The yardstick: alpha-beta with the published evaluation of BlokusFS.

use crate::{Decision, OnProgress, Searcher};
use std::{io, time::Instant};
use yomikiri_blokus::{Blokus, Move, Node, Position, evaluate};
use yomikiri_core::{
    Value,
    play::{Limits, MoveTime, Stop},
};
use yomikiri_search::alphabeta::{Engine, SearchPosition, Technique, Techniques};

/// A position with the rules it is played by.
#[derive(Clone, Debug)]
pub struct AlphaBetaPosition {
    /// The rules.
    pub game: Blokus,
    /// The position.
    pub position: Position,
}

impl SearchPosition for AlphaBetaPosition {
    type Move = Move;

    /// The evaluation counts 16 points for a piece of five squares, and squares of room beside.
    const PAWN: i32 = 16;

    fn key(&self) -> u64 {
        let Position { covered, hands, side, monomino_last } = &self.position;
        let words = covered.iter().flat_map(|set| set.words());
        let rest = [u64::from(hands[0].bits()) << 32 | u64::from(hands[1].bits())];
        let flags = *side as u64 | u64::from(monomino_last[0]) << 1 | u64::from(monomino_last[1]) << 2;
        words.chain(rest).fold(flags, |key, word| {
            let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.game.moves_of(&self.position, out);
    }

    fn after(&self, mv: Move) -> Self {
        Self { game: self.game, position: self.game.after(&self.position, mv) }
    }

    fn evaluate(&self) -> i32 {
        evaluate(&self.position)
    }

    fn code(mv: Move) -> u16 {
        mv.number() as u16 + 1
    }

    fn terminal_value(&self) -> Value {
        self.game.result_of(&self.position).unwrap_or(Value::Draw)
    }

    fn is_over(&self) -> bool {
        let side = self.position.side;
        !self.position.can_place(side) && !self.position.can_place(side.other())
    }

    /// Pieces lie where they lie: moves are alike if they are the same.
    fn slots(&self) -> usize {
        Move::NUMBERS
    }

    fn slot(&self, mv: Move) -> usize {
        mv.number() as usize
    }

    fn initial_rating(&self, mv: Move) -> i32 {
        if mv == Move::PASS { 0 } else { (evaluate(&self.position.after(mv)) * -8).clamp(-4_000, 4_000) }
    }
}

/// Finds moves by reading a fixed number of plies ahead.
pub struct AlphaBetaSearcher {
    game: Blokus,
    engine: Engine,
    depth: u32,
}

/// Bytes of the table.
const TABLE: usize = 256 << 20;

impl AlphaBetaSearcher {
    /// A searcher for a game that reads so many plies ahead, or fewer where time is short.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: Blokus, depth: u32, threads: usize) -> io::Result<Self> {
        let mut engine = Engine::new(TABLE, threads)?;
        // Nothing that may overlook a move within the depth: a yardstick has marks at equal distances.
        engine.set_techniques(Techniques::NONE.with(Technique::Aspiration).with(Technique::Histories));
        Ok(Self { game, engine, depth })
    }
}

impl Searcher for AlphaBetaSearcher {
    fn restart(&mut self, _node: &Node) {
        self.engine.clear();
    }

    fn follow(&mut self, _mv: Move, _node: &Node) {}

    fn think(&mut self, node: &Node, limits: Limits, stop: &Stop, _on_progress: OnProgress) -> Decision {
        let began = Instant::now();
        if let Some(time) = limits.time {
            stop.limit(MoveTime { soft: time.mul_f64(SOFT), hard: time });
        }
        let board = AlphaBetaPosition { game: self.game, position: node.position };
        let found = self.engine.search(&board, &[], &Limits::depth(self.depth).into(), stop, &mut |_| ());
        let mv = found.moves.first().copied().unwrap_or(Move::PASS);
        let seconds = began.elapsed().as_secs_f64();
        Decision { mv, best: mv, value: None, nodes: found.nodes, seconds, moves: Vec::new() }
    }
}

/// The share of the time after which no further ply is begun.
const SOFT: f64 = 0.5;
