//! The training of the player: games by what is known, a model learnt from all of them, games by that.
//!
//! The first generation plays games out to value positions, each later one values them by what was learnt
//! before it. Each plays twice as many games as the one before.

use crate::{
    MctsGame, Model,
    fit::{self, Loss},
    selfplay::{self, Played, Sample},
};
use std::{mem, sync::Arc};
use yomikiri_core::play::Progress;
use yomikiri_learn::{
    Record, SelfPlay,
    training::{Learnt, VERSION, heading},
};

/// What the model depends on.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// For the games, the initial weights and the order of learning.
    pub seed: u64,
    /// Games of the last generation.
    pub games: u64,
    /// Simulations a move.
    pub simulations: u64,
    /// How often to play and learn.
    pub generations: u64,
    /// How often each position is looked at.
    pub epochs: u64,
}

impl Settings {
    /// The games of each generation.
    pub fn games(&self) -> Vec<u64> {
        (1..=self.generations).map(|number| (self.games >> (self.generations - number)).max(1)).collect()
    }

    /// The heading of the journal of the games.
    pub fn heading(&self) -> String {
        heading("blokus", &format!("player={:08x}", fit::fingerprint()), &self.named())
    }

    fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("seed", self.seed),
            ("games", self.games),
            ("simulations", self.simulations),
            ("generations", self.generations),
            ("epochs", self.epochs),
        ]
    }
}

/// The player while it learns.
pub struct Student {
    settings: Settings,
    mcts: MctsGame,
    /// Positions of all generations.
    samples: Vec<Sample>,
    /// Where those of the last generation begin.
    latest: usize,
    /// What everything comes from.
    record: Record,
}

impl Student {
    /// Who knows nothing yet.
    pub fn new(settings: Settings) -> Self {
        let mut record = Record::default();
        record.set("game", &"blokus");
        record.set("version", &VERSION);
        for (name, value) in settings.named() {
            record.set(name, &value);
        }
        Self { settings, mcts: MctsGame::default(), samples: Vec::new(), latest: 0, record }
    }
}

impl SelfPlay for Student {
    type Played = Played;
    type Report = Loss;

    fn play(&self, seed: u64) -> Played {
        selfplay::game(&self.mcts, self.settings.simulations, seed)
    }

    fn write(&self, played: &Played) -> String {
        played.write()
    }

    fn read(&self, line: &str) -> Option<Played> {
        Played::read(line)
    }

    fn learn(
        &mut self,
        generation: u64,
        played: Vec<Played>,
        progress: &dyn Progress,
    ) -> Result<Learnt<Loss>, String> {
        let games = played.len();
        // Moves are learnt from this generation and the one before.
        let recent = mem::replace(&mut self.latest, self.samples.len());
        self.samples.extend(played.iter().flat_map(Played::samples));
        progress.phase("learning", self.settings.epochs);
        let settings = fit::Settings { epochs: self.settings.epochs, seed: self.settings.seed };
        let (model, loss) = fit::fit(&self.samples, recent, settings, &mut || progress.advance(1));
        let (positions, Loss { result, moves }) = (self.samples.len(), loss);
        self.record.set(
            &format!("generation_{generation}"),
            &format!("{games} games, {positions} positions so far, losses {result:.4} {moves:.4}"),
        );
        let bytes = model.to_bytes(&self.record);
        // What is written is what plays.
        let (model, _) = Model::from_bytes(&bytes).map_err(|error| error.to_string())?;
        self.mcts.model = Some(Arc::new(model));
        Ok(Learnt { model: bytes, positions, report: loss })
    }
}
