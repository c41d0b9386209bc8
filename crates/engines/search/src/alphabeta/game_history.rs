//! The positions of a game, as a player is told them.

use yomikiri_core::Game;

/// A game so far.
#[derive(Debug)]
pub struct GameHistory<G: Game> {
    /// The positions, the present one last.
    pub positions: Vec<G::Pos>,
}

impl<G: Game> Clone for GameHistory<G> {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone() }
    }
}

impl<G: Game> GameHistory<G> {
    /// A game that has not begun.
    pub fn new(start: G::Pos) -> Self {
        Self { positions: vec![start] }
    }

    /// A move is made.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let next = game.play(self.current(), mv);
        self.positions.push(next);
    }

    /// The present position.
    ///
    /// # Panics
    /// Somebody took the start away.
    pub fn current(&self) -> &G::Pos {
        self.positions.last().expect("a history has its start")
    }
}
