//! Games of the player against itself, to learn from.
//!
//! Method: a game begins with up to eight moves at random; of the moves after those, in the first part of the game, one in three
//! is drawn as often as the search visited it; all others are the best that the search found. So no two games are
//! alike, and most of what is seen is good play.

use crate::Duo;
use std::sync::atomic::AtomicBool;
use yomikiri_blokus::{Arena, Blokus, Move, Node, Position};
use yomikiri_core::{Game, Side, TwoPlayer, Value};
use yomikiri_search::{
    Random,
    mcts::{Candidate, Limits, Options, Search},
};

/// A position of a game, with what was found there and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search thought of it, for the side to move, from 0 to 1.
    pub thought: f32,
    /// How the game ended for the side to move: 1, 1/2 or 0.
    pub result: f32,
    /// The moves that the search visited, and how often.
    pub visits: Vec<(Move, u16)>,
}

/// At most so many moves less one begin a game.
const OPENING: usize = 9;

/// Pieces on the board from which on every move is the best that was found.
const EARNEST: u32 = 12;

/// One in so many moves before is drawn.
const DRAWN: usize = 3;

/// Bytes of the search tree.
const MEMORY: usize = 64 << 20;

/// Plays a game with so many simulations a move. The same seed gives the same game.
pub fn game(duo: &Duo, simulations: u64, seed: u64) -> Vec<Sample> {
    let (game, mut random) = (Blokus::default(), Random::new(seed));
    let mut node = opening(game, &mut random);
    let options = Options { seed, memory: MEMORY, hasty: false, ..duo.options() };
    let mut search = Search::new(duo.clone(), Arena::new(&node.position), options);
    let mut samples = Vec::new();
    while game.result(&node).is_none() {
        let found = search.run(Limits::simulations(simulations), &AtomicBool::new(false), &|_, _| ());
        let position = node.position;
        let placed: u32 = position.hands.iter().map(|hand| hand.placed()).sum();
        let drawn = placed < EARNEST && random.below(DRAWN) == 0;
        let mv = if drawn { draw(&found.moves, &mut random) } else { found.moves[0].mv };
        if mv != Move::PASS {
            let visited = found.moves.iter().filter(|found| found.visits > 0);
            let visits =
                visited.map(|found| (found.mv, found.visits.min(u32::from(u16::MAX)) as u16)).collect();
            samples.push(Sample { position, thought: search.value().unwrap_or(0.5), result: 0.5, visits });
        }
        search.advance(mv);
        node = game.play(&node, mv);
    }
    let winner = winner(game, &node);
    for sample in &mut samples {
        sample.result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == sample.position.side)));
    }
    samples
}

fn opening(game: Blokus, random: &mut Random) -> Node {
    let mut node = game.start();
    let mut arena = Arena::new(&node.position);
    for _ in 0..random.below(OPENING) {
        let Some(mv) = arena.draw(|| (random.next() >> 32) as u32) else { break };
        arena.play(mv);
        node = game.play(&node, mv);
    }
    node
}

/// A move, as likely as it was visited.
fn draw(moves: &[Candidate<Move>], random: &mut Random) -> Move {
    let visits: usize = moves.iter().map(|found| found.visits as usize).sum();
    let mut at = random.below(visits);
    let drawn = moves.iter().find(|found| {
        let here = at < found.visits as usize;
        at = at.saturating_sub(found.visits as usize);
        here
    });
    drawn.unwrap_or(&moves[0]).mv
}

fn winner(game: Blokus, end: &Node) -> Option<Side> {
    match game.result(end) {
        Some(Value::Win(_)) => Some(end.position.side),
        Some(Value::Loss(_)) => Some(end.position.side.other()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_as_they_were_and_never_alike() {
        let duo = Duo::default();
        let games: Vec<_> = [1, 1, 2].map(|seed| game(&duo, 30, seed)).into();
        assert_eq!(games[0], games[1]);
        assert_ne!(games[0], games[2]);
        for sample in games.iter().flatten() {
            assert!((0.0..=1.0).contains(&sample.thought) && [0.0, 0.5, 1.0].contains(&sample.result));
            let visits: u32 = sample.visits.iter().map(|(_, count)| u32::from(*count)).sum();
            assert!(visits >= 29, "{visits}");
            let mut legal = Vec::new();
            Blokus::default().moves_of(&sample.position, &mut legal);
            assert!(sample.visits.iter().all(|(mv, _)| legal.contains(mv)));
        }
    }
}
