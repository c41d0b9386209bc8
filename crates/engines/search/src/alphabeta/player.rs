//! An engine with a game's evaluation, as the protocols know it.

use super::{Control, Found, Info, Limits, Techniques};
use std::path::Path;
use yomikiri_core::{Game, Wdl};

/// A game so far.
#[derive(Debug)]
pub struct Record<G: Game> {
    /// The positions, the present one last.
    pub positions: Vec<G::Pos>,
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone() }
    }
}

impl<G: Game> Record<G> {
    /// A game that has not begun.
    pub fn new(start: G::Pos) -> Self {
        Self { positions: vec![start] }
    }

    /// A move is made.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let next = game.play(self.now(), mv);
        self.positions.push(next);
    }

    /// The present position.
    ///
    /// # Panics
    /// Somebody took the start away.
    pub fn now(&self) -> &G::Pos {
        self.positions.last().expect("a record has its start")
    }
}

/// An engine with a game's evaluation.
pub trait Player<G: Game>: Send {
    /// Takes a table of so many mebibytes.
    ///
    /// # Errors
    /// There is not so much memory; the player keeps what it has.
    fn set_table(&mut self, mebibytes: usize) -> Result<(), String>;

    /// Thinks with so many threads.
    fn set_threads(&mut self, threads: usize);

    /// Leaves techniques of the search out.
    fn set_techniques(&mut self, techniques: Techniques);

    /// Takes the evaluation from a file, or its own if there is none; says what it took.
    ///
    /// # Errors
    /// The file cannot be used, and why; the player keeps what it has.
    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String>;

    /// Another game begins.
    fn new_game(&mut self);

    /// How the game has ended for the side to move, if it has: no move, or a repetition.
    fn ended(&self, record: &Record<G>) -> Option<Wdl>;

    /// Thinks about the present position.
    fn search(
        &mut self,
        record: &Record<G>,
        limits: &Limits<G::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<G::Move>),
    ) -> Found<G::Move>;

    /// Does a fixed workload; the nodes it took are a checksum of what the search does.
    fn bench(&mut self) -> u64;
}
