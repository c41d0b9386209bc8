//! The training of the evaluation: games by the evaluation made by hand, a network fitted to them, better
//! games by that, and so on.

use super::{
    Evaluation, Minishogi, Model,
    fit::{self, Epoch},
    selfplay::{self, Sample},
};
use crate::ShogiGame;
use std::{io, sync::Arc};
use yomikiri_core::play::Progress;
use yomikiri_learn::{
    SelfPlay,
    training::{Learnt, VERSION, heading},
};
use yomikiri_search::alphabeta::{EnginePlayer, SearchPlayer as _};

/// What the evaluation depends on.
#[derive(Clone, Debug)]
pub struct Settings {
    /// For the games and the initial weights.
    pub seed: u64,
    /// Games of each generation, in their order.
    pub games: Vec<u64>,
    /// Nodes of each move's search.
    pub nodes: u64,
    /// How often each fit goes through all positions.
    pub epochs: u16,
    /// Each fit learns from the games of so many generations, its own the last of them.
    pub memory: u64,
}

impl Settings {
    fn named(&self) -> [(&'static str, String); 5] {
        let games: Vec<String> = self.games.iter().map(u64::to_string).collect();
        [
            ("seed", self.seed.to_string()),
            ("games", games.join(",")),
            ("nodes", self.nodes.to_string()),
            ("epochs", self.epochs.to_string()),
            ("memory", self.memory.to_string()),
        ]
    }
}

/// The player while it learns.
pub struct Student {
    settings: Settings,
    game: Minishogi,
    /// A checksum of what the search does: another search plays other games.
    search: u64,
    /// What the last generations have played, the oldest first, as many as are learnt from.
    generations: Vec<Vec<Sample>>,
    /// What everything comes from, line by line.
    record: Vec<String>,
}

impl Student {
    /// Who plays by the evaluation made by hand.
    ///
    /// # Errors
    /// There is no memory for the table of a search.
    pub fn new(settings: Settings) -> io::Result<Self> {
        let handmade = || ShogiGame::minishogi(Evaluation::Handmade);
        let search = EnginePlayer::new(handmade(), 1 << 20, 1)?.bench();
        let named = settings.named().map(|(name, value)| format!(" --{name} {value}"));
        let record = vec![
            format!("yomikiri {VERSION} train minishogi{}", named.concat()),
            format!("by a search whose bench by the evaluation made by hand is {search} nodes"),
        ];
        Ok(Self { settings, game: handmade(), search, generations: Vec::new(), record })
    }

    /// The heading of the journal of the games.
    pub fn heading(&self) -> String {
        heading("minishogi", &format!("search={}", self.search), &self.settings.named())
    }
}

impl SelfPlay for Student {
    type Played = Vec<Sample>;
    type Report = Epoch;

    fn play(&self, seed: u64) -> Vec<Sample> {
        let settings = selfplay::Settings { nodes: self.settings.nodes, ..selfplay::Settings::default() };
        selfplay::play(&self.game, settings, seed)
    }

    fn write(&self, played: &Vec<Sample>) -> String {
        selfplay::write(&self.game, played)
    }

    fn read(&self, line: &str) -> Option<Vec<Sample>> {
        selfplay::read(&self.game, line)
    }

    fn learn(
        &mut self,
        generation: u64,
        played: Vec<Vec<Sample>>,
        progress: &dyn Progress,
    ) -> Result<Learnt<Epoch>, String> {
        let games = played.len();
        self.generations.push(played.concat());
        let forgotten = self.generations.len().saturating_sub(self.settings.memory as usize);
        self.generations.drain(..forgotten);
        let seen = self.generations.concat();
        if seen.is_empty() {
            return Err("too few games to learn anything from".into());
        }
        progress.phase("learning", u64::from(self.settings.epochs));
        let epochs = usize::from(self.settings.epochs);
        let settings = fit::Settings { epochs, seed: self.settings.seed, ..fit::Settings::default() };
        let mut last = Epoch { number: 0, error: f32::NAN, aside: f32::NAN };
        let network = fit::fit(&seen, settings, &mut |epoch| {
            last = epoch;
            progress.advance(1);
        });
        self.record.push(format!(
            "generation {generation}: {games} games; learnt from {} positions, error {:.5} ({:.5} aside)",
            seen.len(),
            last.error,
            last.aside
        ));
        let model = Model { network, record: self.record.join("\n") };
        let bytes = model.to_bytes();
        self.game = ShogiGame::minishogi(Evaluation::Learnt(Arc::new(model.network)));
        Ok(Learnt { model: bytes, positions: seen.len(), report: last })
    }
}
