//! What is served, and to whom.

use crate::{answers::Answers, searches::Searches, source::Source};
use axum::extract::State;
use std::sync::Arc;

/// The games that are served, and to whom.
pub struct Site {
    pub(crate) games: Vec<Arc<dyn Source>>,
    pub(crate) searches: Searches,
    /// Those who play, apart from the work on pages, which is short: nobody's page waits for another's game.
    pub(crate) players: Searches,
    pub(crate) answers: Answers,
    /// Whether only this machine is listened to: `Host` then names it.
    pub(crate) is_local: bool,
}

impl Site {
    /// A site of these games; `is_local` if it listens to this machine only.
    pub fn new(games: Vec<Arc<dyn Source>>, is_local: bool) -> Self {
        Self {
            games,
            searches: Searches::new(0),
            players: Searches::new(1),
            answers: Answers::new(),
            is_local,
        }
    }

    /// A game by its name.
    pub(crate) fn game(&self, name: &str) -> Option<Arc<dyn Source>> {
        self.games.iter().find(|game| game.name() == name).cloned()
    }
}

/// What a handler gets of the site.
pub type Shared = State<Arc<Site>>;
