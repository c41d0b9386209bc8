//! What the pages ask of long work: solving, enumerating, simulating, analysing.

/// Long work that readers may ask for.
pub trait Works: Send + Sync {
    /// The kinds of work.
    fn kinds(&self) -> &[WorkKind];

    /// Reads what is asked for, so that the same request has the same words.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    fn order(&self, kind: &str, subject: &str, text: &str) -> Result<Order, String>;

    /// Does it; what came of it, as text.
    ///
    /// # Errors
    /// A sentence that says what went wrong. When `watch` says that it is over, anything.
    fn run(&self, order: &Order, watch: &dyn WorkWatch) -> Result<String, String>;
}

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkKind {
    /// Its name in addresses.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
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

/// Who watches work, and may end it.
pub trait WorkWatch: Sync {
    /// So many steps of a phase are done; of 0 where nobody knows how many there are.
    fn tell(&self, phase: &str, done: u64, of: u64);

    /// Whether nobody waits for it any more.
    fn is_over(&self) -> bool;
}
