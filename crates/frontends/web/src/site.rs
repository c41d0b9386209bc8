//! What is served, and to whom.

use crate::{answers::Answers, searches::Searches, source::Source};
use axum::extract::State;
use std::sync::Arc;

/// The games that are served, and to whom.
pub struct Site {
    pub(crate) games: Vec<Arc<dyn Source>>,
    pub(crate) searches: Searches,
    pub(crate) answers: Answers,
    /// Whether only this machine is listened to: `Host` then names it.
    pub(crate) is_local: bool,
}

impl Site {
    /// A site of these games; `is_local` if it listens to this machine only.
    pub fn new(games: Vec<Arc<dyn Source>>, is_local: bool) -> Self {
        Self { games, searches: Searches::new(), answers: Answers::new(), is_local }
    }

    /// A game by its name.
    pub(crate) fn game(&self, name: &str) -> Option<Arc<dyn Source>> {
        self.games.iter().find(|game| game.name() == name).cloned()
    }
}

/// What a handler gets of the site.
pub type Shared = State<Arc<Site>>;
