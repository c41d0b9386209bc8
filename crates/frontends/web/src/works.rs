//! What the pages ask of long work: solving, enumerating, simulating, analysing.

use yomikiri_core::{Gap, Mark, Phrase};

/// Long work that readers may ask for.
pub trait Works: Send + Sync {
    /// The kinds of work.
    fn kinds(&self) -> &[WorkKind];

    /// Reads what is asked for, so that the same request has the same words.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    fn order(&self, kind: &str, subject: &str, text: &str) -> Result<Order, Gap>;

    /// Does it; what came of it.
    ///
    /// # Errors
    /// A sentence that says what went wrong. When `watch` says that it is over, anything.
    fn run(&self, order: &Order, watch: &dyn WorkWatch) -> Result<Finding, Gap>;
}

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkKind {
    /// Its name in addresses.
    pub name: &'static str,
    /// What it does.
    pub about: &'static Phrase,
    /// What it may be about; any text if there is nothing to choose from.
    pub subjects: &'static [&'static str],
    /// A subject that shows what is meant.
    pub example: &'static str,
    /// Whether it takes a longer text besides, such as a game's record.
    pub has_text: bool,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// The kind of work.
    pub kind: &'static str,
    /// What it is about.
    pub subject: String,
    /// The text that goes with it.
    pub text: String,
}

/// What came of work.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// What the command prints, in each language.
    Text(Gap),
    /// A game as an engine judges it, position by position.
    Game(Vec<Judged>),
}

/// A position of a game as an engine judges it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The position in the game's notation.
    pub position: String,
    /// The name of the move that was played; none at the end.
    pub played: Option<String>,
    /// The name of the move that the engine likes best, if the game goes on.
    pub best: Option<String>,
    /// The first player's chance of winning, from 0 to 1.
    pub chance: f64,
    /// What is said of the move that was played, if it gave much away.
    pub mark: Option<Mark>,
}

/// Who watches work, and may end it.
pub trait WorkWatch: Sync {
    /// So many steps of a phase are done; of 0 where nobody knows how many there are.
    fn tell(&self, phase: Gap, done: u64, of: u64);

    /// Whether nobody waits for it any more.
    fn is_over(&self) -> bool;
}
