//! The results file: finished games, one a line, so that an experiment can be interrupted and gone on with.
//!
//! A journal. The heading says what is played: `yomikiri-simulation 1 variant=V player=P seed=S model=M`, and
//! of a share of the games ` shard=3/16 pieces=0..1000`; every other line is a game: `game won placed plies
//! playouts cpu_seconds`. A game whose line is damaged is played again: nothing that was finished is lost.

use crate::game::Row;
use std::{collections::BTreeMap, fmt, path::Path};
use yomikiri_files::{Journal, JournalError, Shard};

/// What is played: results of one experiment are of no use to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The variant.
    pub variant: String,
    /// The player.
    pub player: String,
    /// The master seed.
    pub seed: u64,
    /// A checksum of the player's weights; 0 if it has none.
    pub model: u32,
    /// Which share of how many games, if not all.
    pub share: Option<(Shard, u64)>,
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, player, seed, model, share } = self;
        let work =
            format!("yomikiri-simulation 1 variant={variant} player={player} seed={seed} model={model:08x}");
        match share {
            None => f.write_str(&work),
            Some((shard, games)) => f.write_str(&shard.heading(&work, &(0..*games))),
        }
    }
}

/// A results file that is being written.
pub struct Results {
    journal: Journal,
    /// The games that are there already, by number.
    pub rows: BTreeMap<u64, Row>,
    /// The numbers of damaged lines, counted from 1.
    pub damaged: Vec<usize>,
}

impl Results {
    /// Opens a results file, or begins one.
    ///
    /// # Errors
    /// A file of another experiment; a file that cannot be read or written.
    pub fn open(path: &Path, experiment: &Experiment) -> Result<Self, JournalError> {
        let (journal, entries) = Journal::open(path, &experiment.to_string())?;
        let rows = entries.lines.iter().filter_map(|line| row(line)).map(|row| (row.game, row)).collect();
        Ok(Self { journal, rows, damaged: entries.damaged })
    }

    /// Keeps finished games.
    ///
    /// # Errors
    /// A full disk, and the like.
    pub fn keep(&mut self, rows: &[Row]) -> Result<(), JournalError> {
        let lines: Vec<_> = rows.iter().map(line).collect();
        self.journal.keep(&lines)?;
        self.rows.extend(rows.iter().map(|row| (row.game, *row)));
        Ok(())
    }
}

fn line(row: &Row) -> String {
    let Row { game, won, placed, plies, playouts, cpu_seconds } = row;
    format!("{game} {} {placed} {plies} {playouts} {cpu_seconds:.6}", u8::from(*won))
}

fn row(line: &str) -> Option<Row> {
    let mut words = line.split(' ');
    let row = Row {
        game: words.next()?.parse().ok()?,
        won: words.next()? == "1",
        placed: words.next()?.parse().ok()?,
        plies: words.next()?.parse().ok()?,
        playouts: words.next()?.parse().ok()?,
        cpu_seconds: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn experiment() -> Experiment {
        Experiment { variant: "computer".into(), player: "mcts:10".into(), seed: 3, model: 0, share: None }
    }

    fn rows(games: std::ops::Range<u64>) -> Vec<Row> {
        let row = |game| Row {
            game,
            won: game % 3 == 0,
            placed: 52,
            plies: 99,
            playouts: 10 * game,
            cpu_seconds: 0.25 * game as f64,
        };
        games.map(row).collect()
    }

    #[test]
    fn games_are_there_when_the_file_is_opened_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        Results::open(&path, &experiment()).unwrap().keep(&rows(0..5)).unwrap();
        let mut again = Results::open(&path, &experiment()).unwrap();
        assert_eq!(again.rows.values().copied().collect::<Vec<_>>(), rows(0..5));
        again.keep(&rows(5..7)).unwrap();
        drop(again);
        assert_eq!(Results::open(&path, &experiment()).unwrap().rows.len(), 7);
    }

    #[test]
    fn a_damaged_line_is_told_and_the_others_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        Results::open(&path, &experiment()).unwrap().keep(&rows(0..5)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("2 0 52", "2 1 52")).unwrap();
        let opened = Results::open(&path, &experiment()).unwrap();
        assert_eq!(opened.damaged, [4]);
        assert_eq!(opened.rows.keys().copied().collect::<Vec<_>>(), [0, 1, 3, 4]);
    }

    #[test]
    fn another_experiment_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        Results::open(&path, &experiment()).unwrap();
        let error = Results::open(&path, &Experiment { seed: 4, ..experiment() }).err().unwrap().to_string();
        assert!(error.ends_with("seed=3, not seed=4"), "{error}");
    }
}
