//! What is served, and to whom.

use crate::{
    answers::Answers, jobs::Jobs, mates::Mates, rates::Rates, responses::Responses, searches::Searches,
    source::Source, works::Works,
};
use axum::extract::State;
use std::{sync::Arc, time::Duration};

/// The games that are served, and to whom.
pub struct Site {
    pub(crate) games: Vec<Arc<dyn Source>>,
    /// Mating problems, if there are any.
    pub(crate) mates: Option<Arc<dyn Mates>>,
    /// Long work, if it is done here.
    pub(crate) jobs: Option<Jobs>,
    pub(crate) searches: Searches,
    /// Those who play, apart from the work on pages, which is short: nobody's page waits for another's game.
    pub(crate) players: Searches,
    pub(crate) answers: Answers,
    pub(crate) responses: Responses,
    /// How much each client asks, where it is not this machine.
    pub(crate) rates: Rates,
    /// Whether only this machine is listened to: `Host` then names it.
    pub(crate) is_local: bool,
}

impl Site {
    /// A site of these games; `is_local` if it listens to this machine only.
    pub fn new(games: Vec<Arc<dyn Source>>, is_local: bool) -> Self {
        Self {
            games,
            mates: None,
            jobs: None,
            searches: Searches::new(0),
            players: Searches::new(1),
            answers: Answers::new(),
            responses: Responses::new(),
            rates: Rates::new(),
            is_local,
        }
    }

    /// The site with mating problems as well.
    #[must_use]
    pub fn with_mates(self, mates: Arc<dyn Mates>) -> Self {
        Self { mates: Some(mates), ..self }
    }

    /// The site with long work as well, which is for whoever sits at this machine: elsewhere it is left out.
    /// Work that nobody looks at for so long is ended.
    #[must_use]
    pub fn with_works(self, works: Arc<dyn Works>, patience: Duration) -> Self {
        let jobs = self.is_local.then(|| Jobs::new(works, patience));
        Self { jobs, ..self }
    }

    /// A game by its name; one of one player also by its name, a colon and a deal.
    pub(crate) fn game(&self, name: &str) -> Option<Arc<dyn Source>> {
        let named = |name: &str| self.games.iter().find(|game| game.name() == name).cloned();
        named(name).or_else(|| name.split_once(':').and_then(|(game, deal)| named(game)?.dealt(deal)))
    }
}

/// What a handler gets of the site.
pub type Shared = State<Arc<Site>>;
