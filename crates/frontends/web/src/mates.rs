//! What the pages ask of mating problems.

use crate::source::Refusal;
use std::sync::Arc;
use yomikiri_core::{Diagram, Editor, Gap, PageStart, ParseError, Shelf, ShelfFilter};

/// Mating problems that are served: collections to look around in, and whoever knows what mates.
pub trait Mates: Send + Sync {
    /// The collections; the first is where the problem of the day comes from.
    fn collections(&self) -> &[Arc<dyn Collection>];

    /// Whoever sets up problems.
    fn editor(&self) -> &dyn Editor;

    /// The position of a problem that somebody set up, as it is written.
    ///
    /// # Errors
    /// The text is no problem; the sentence says why.
    fn read(&self, text: &str) -> Result<String, ParseError>;

    /// The position of a problem after some moves.
    ///
    /// # Errors
    /// Text that is no problem, or no move there.
    fn standing(&self, problem: &str, moves: &[String]) -> Result<Standing, ParseError>;

    /// What becomes of the attacker's move that is the last of these.
    ///
    /// # Errors
    /// Text that is no problem, or no check there; it took too long, or `is_over` said that nobody waits.
    fn respond(
        &self,
        problem: &str,
        moves: &[String],
        is_over: &dyn Fn() -> bool,
    ) -> Result<MateResponse, Refusal>;

    /// Whether a problem is sound, and if not, why.
    ///
    /// # Errors
    /// Text that is no problem; it took too long, or `is_over` said that nobody waits.
    fn check(&self, problem: &str, is_over: &dyn Fn() -> bool) -> Result<Soundness, Refusal>;

    /// The same as the command line's `tsume check --json` tells it, of a problem as somebody wrote it; what
    /// is not found out in time is told as unknown.
    ///
    /// # Errors
    /// Text that is no problem.
    fn check_json(&self, text: &str, is_over: &dyn Fn() -> bool) -> Result<String, Refusal>;

    /// Whether a problem that somebody wrote is mate and how, as `tsume solve --shortest --json` tells it;
    /// what is not found out in time is told as unknown.
    ///
    /// # Errors
    /// Text that is no problem.
    fn solve_json(&self, text: &str, is_over: &dyn Fn() -> bool) -> Result<String, Refusal>;

    /// What `tsume show --json` says of a problem.
    fn json(&self, problem: &Problem) -> String;
}

/// A collection of problems.
pub trait Collection: Send + Sync {
    /// Its name in addresses.
    fn name(&self) -> &str;

    /// How many problems there are of each length and set, in the order of the pages.
    ///
    /// # Errors
    /// It cannot be read.
    fn shelves(&self) -> Result<&[Shelf], Refusal>;

    /// At most so many problems, in order.
    ///
    /// # Errors
    /// It cannot be read, or a problem in it cannot be understood.
    fn page(&self, filter: &ShelfFilter, start: PageStart, most: usize) -> Result<Vec<Problem>, Refusal>;

    /// Those of the problems, in order, of which all is true that `conditions` say, in the words of the
    /// command line's `--where`: at most so many, out of no more than are looked at in the time that a reader
    /// waits, or before `is_over` said that nobody does.
    ///
    /// # Errors
    /// As of [`page`](Self::page); what is no condition.
    fn search(
        &self,
        wanted: (&ShelfFilter, &str),
        start: PageStart,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Found, Refusal>;

    /// The first problem with at least such a number.
    ///
    /// # Errors
    /// It cannot be read, or the problem cannot be understood.
    fn problem_from(&self, number: u64) -> Result<Option<Problem>, Refusal>;

    /// The largest number.
    ///
    /// # Errors
    /// It cannot be read.
    fn last(&self) -> Result<u64, Refusal>;
}

/// What a search through a collection has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The problems, in order.
    pub problems: Vec<Problem>,
    /// Where the search was given up: it goes on there.
    pub rest: Option<PageStart>,
}

/// A problem of a collection.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its number in the collection.
    pub number: u64,
    /// The position as it is written.
    pub position: String,
    /// The plies of the solution, where it is known.
    pub plies: Option<u32>,
    /// The main line; empty where it is not known.
    pub solution: Vec<MoveName>,
    /// Letters of the set; empty where there is none.
    pub set: String,
    /// What it costs the solver, where the collection tells it.
    pub effort: Option<u64>,
    /// The board.
    pub picture: Diagram,
}

/// A move as addresses name it, and as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// In addresses.
    pub name: String,
    /// In print.
    pub printed: String,
}

/// A problem after some moves.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The board, with the last move marked.
    pub picture: Diagram,
    /// The checks, if the attacker is to move.
    pub checks: Vec<MoveName>,
    /// Whether the position was given as one that is mate already.
    pub is_mated: bool,
    /// The moves that led here.
    pub played: Vec<MoveName>,
}

/// What becomes of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateResponse {
    /// It is mate.
    Mate,
    /// It mates as soon as can be; a longest defence.
    Defence(String),
    /// It mates in so many plies, where so many are enough.
    TooLong(u32, u32),
    /// It does not mate: an answer after which there is none.
    Refuted(MoveName),
    /// There was no mate before it either.
    NoMate,
}

/// What is wrong with a problem, if anything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Soundness {
    /// Whether nothing is.
    pub is_sound: bool,
    /// The length; none without a mate.
    pub plies: Option<u32>,
    /// The main line.
    pub line: Vec<MoveName>,
    /// Second solutions: the ply at which one begins, the move in print, and in how many plies it mates.
    pub cooks: Vec<(u32, String, u32)>,
    /// Pieces left in the attacker's hand, in each language.
    pub leftover: Vec<Gap>,
}
