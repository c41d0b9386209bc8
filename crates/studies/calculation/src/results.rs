//! The results file: finished games, one a line, so that an experiment can be interrupted and gone on with.
//!
//! Plain text. The first line says what is played:
//! `yomikiri-simulation 1 variant=V player=P seed=S model=M`, with a checksum; every other line is a game:
//! `game won placed plies playouts cpu_seconds`, with a checksum. The checksum is the CRC-32 of the line before it, in eight hexadecimal digits
//! after a space. Lines are only ever appended. What a sudden end leaves of a last line is cut off; a damaged line in the
//! middle is told and its game played again: nothing that was finished is lost.

use crate::game::Row;
use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

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
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, player, seed, model } = self;
        write!(f, "yomikiri-simulation 1 variant={variant} player={player} seed={seed} model={model:08x}")
    }
}

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Another experiment's file, or no such file at all.
    #[error("{}: {message}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// A results file that is being written.
pub struct Results {
    file: fs::File,
    path: PathBuf,
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
    pub fn open(path: &Path, experiment: &Experiment) -> Result<Self, ResultsError> {
        let io = |error| ResultsError::Io { path: path.into(), error };
        let mut options = fs::OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => foreign(path, "this is no results file of a simulation"),
            _ => io(error),
        })?;
        let mut results = Self { file, path: path.into(), rows: BTreeMap::new(), damaged: Vec::new() };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        match lines.next() {
            None if text.is_empty() || sealed(&experiment.to_string()).starts_with(&text) => {
                results.cut(0)?;
                results.append(&[experiment.to_string()])?;
            }
            None => return Err(foreign(path, "this is no results file of a simulation")),
            Some((_, first)) => results.check(first, experiment)?,
        }
        for (number, line) in lines {
            match checked(line).and_then(row) {
                Some(row) => {
                    results.rows.insert(row.game, row);
                }
                None => results.damaged.push(number + 1),
            }
        }
        if whole > 0 {
            results.cut(whole as u64)?;
        }
        Ok(results)
    }

    fn check(&self, line: &str, experiment: &Experiment) -> Result<(), ResultsError> {
        let expected = experiment.to_string();
        match checked(line) {
            Some(found) if found == expected => Ok(()),
            Some(found) if found.starts_with("yomikiri-simulation") => {
                let mut pairs = found.split(' ').zip(expected.split(' '));
                let (found, expected) = pairs.find(|(a, b)| a != b).unwrap_or_default();
                let message = format!("these are results of another experiment: {found}, not {expected}");
                Err(foreign(&self.path, &message))
            }
            _ => Err(foreign(
                &self.path,
                "this is no results file of a simulation, or its first line is damaged",
            )),
        }
    }

    /// Leaves so many bytes and goes on after them.
    fn cut(&mut self, length: u64) -> Result<(), ResultsError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }

    fn append(&mut self, lines: &[String]) -> Result<(), ResultsError> {
        let text: String = lines.iter().map(|line| sealed(line)).collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }

    /// Keeps finished games.
    ///
    /// # Errors
    /// A full disk, and the like.
    pub fn keep(&mut self, rows: &[Row]) -> Result<(), ResultsError> {
        let lines: Vec<_> = rows.iter().map(line).collect();
        self.append(&lines)?;
        self.rows.extend(rows.iter().map(|row| (row.game, *row)));
        Ok(())
    }
}

fn foreign(path: &Path, message: &str) -> ResultsError {
    ResultsError::Foreign { path: path.into(), message: message.into() }
}

/// A line with its checksum.
fn sealed(line: &str) -> String {
    format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()))
}

/// A line without its checksum, if that is right.
fn checked(line: &str) -> Option<&str> {
    let (line, sum) = line.rsplit_once(' ')?;
    (u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(line.as_bytes())).then_some(line)
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

    fn experiment() -> Experiment {
        Experiment { variant: "computer".into(), player: "mcts:10".into(), seed: 3, model: 0 }
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
        assert_eq!(Results::open(&path, &experiment()).unwrap().rows.len(), 7);
    }

    #[test]
    fn a_sudden_end_anywhere_loses_one_game_at_most() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        Results::open(&path, &experiment()).unwrap().keep(&rows(0..5)).unwrap();
        let bytes = fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let mut cut = Results::open(&path, &experiment()).unwrap();
            let lines = String::from_utf8_lossy(&bytes[..length]).matches('\n').count();
            let whole = lines.saturating_sub(1);
            assert_eq!((cut.rows.len(), cut.damaged.len()), (whole, 0), "{length}");
            let missing = rows(whole as u64..5);
            cut.keep(&missing).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
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
        let other = Experiment { seed: 4, ..experiment() };
        let error = Results::open(&path, &other).err().unwrap().to_string();
        assert!(error.ends_with("these are results of another experiment: seed=3, not seed=4"), "{error}");
        fs::write(&path, "a letter to my aunt\n").unwrap();
        assert!(matches!(Results::open(&path, &other), Err(ResultsError::Foreign { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "a letter to my aunt\n");
    }
}
