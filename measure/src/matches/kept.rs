//! Pairs that were played, in a file, one a line: an interrupted match goes on, and shares of a match, played
//! by machines that know nothing of each other, are put together by `yomikiri merge`.
//!
//! A journal. The heading says what is played: `yomikiri-match 1 game=G a=A b=B seed=S plies=N`, or of a file
//! of openings `openings=CHECKSUM` for the last; every other line is the number of a pair and what is
//! kept of it, a JSON object.

use super::{Cost, args::Args, game::Played};
use serde_json::{Value, json};
use std::{collections::HashSet, fs};
use yomikiri_files::{Entries, Journal, Shard, journal};
use yomikiri_stats::GameScore;

/// A pair that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// For engine A.
    pub scores: [GameScore; 2],
    /// What each engine's moves have cost.
    pub cost: [Cost; 2],
    /// What is told of its games.
    pub games: Value,
}

impl Pair {
    /// The two games of a pair.
    pub fn new(number: usize, games: &[Played; 2]) -> Self {
        let mut cost = [Cost::default(); 2];
        for game in games {
            cost.iter_mut().zip(game.cost).for_each(|(cost, more)| cost.add(more));
        }
        let told = [0, 1].map(|first| games[first].record(number, first));
        Self { scores: [games[0].score, games[1].score], cost, games: Value::from(told.to_vec()) }
    }

    fn line(&self, number: usize) -> String {
        let cost = self.cost.map(|Cost { seconds, moves }| json!([seconds, moves]));
        format!("{number} {}", json!({ "games": self.games, "cost": cost }))
    }

    /// Reads what [`Self::line`] writes; `None` if it is not that.
    fn read(line: &str) -> Option<(usize, Self)> {
        let (number, told) = journal::numbered(line)?;
        let told: Value = serde_json::from_str(told).ok()?;
        let cost = |side: usize| {
            let [seconds, moves] = [0, 1].map(|field| &told["cost"][side][field]);
            Some(Cost { seconds: seconds.as_f64()?, moves: moves.as_u64()? as u32 })
        };
        let score = |game: usize| score(told["games"][game]["score_a"].as_f64()?);
        let (scores, cost) = ([score(0)?, score(1)?], [cost(0)?, cost(1)?]);
        Some((number as usize, Self { scores, cost, games: told["games"].clone() }))
    }
}

/// The score that is worth so many points.
fn score(points: f64) -> Option<GameScore> {
    [GameScore::Zero, GameScore::Half, GameScore::One]
        .into_iter()
        .find(|score| score.points().total_cmp(&points).is_eq())
}

/// Pairs that are there, and the file that keeps more, if there is one.
pub struct Kept {
    journal: Option<Journal>,
    /// Each with its number, in the order in which they were played.
    pub pairs: Vec<(usize, Pair)>,
}

impl Kept {
    /// Opens the file that a match is to be kept in, or begins it.
    pub fn open(args: &Args) -> Result<Self, String> {
        let Some(path) = &args.out else { return Ok(Self { journal: None, pairs: Vec::new() }) };
        let heading = Shard::heading_of(args.shard, &heading(args)?, &(0..args.pairs as u64));
        let opened = Journal::open(path, &heading).map_err(|error| format!("--out: {error}"));
        let (journal, Entries { lines, damaged }) = opened?;
        for line in damaged {
            eprintln!("{}: line {line} is damaged; its pair is played again", path.display());
        }
        let mut numbers = HashSet::new();
        let pairs = lines.iter().filter_map(|line| Pair::read(line));
        let pairs = pairs.filter(|(number, _)| *number < args.pairs && numbers.insert(*number)).collect();
        Ok(Self { journal: Some(journal), pairs })
    }

    /// The pairs that are to be played and are not there, ascending.
    pub fn missing(&self, args: &Args) -> Vec<usize> {
        let there: HashSet<usize> = self.pairs.iter().map(|(number, _)| *number).collect();
        let pieces = args.shard.unwrap_or(Shard::WHOLE).pieces(0..args.pairs as u64);
        pieces.map(|pair| pair as usize).filter(|pair| !there.contains(pair)).collect()
    }

    /// Keeps a pair.
    pub fn keep(&mut self, number: usize, pair: Pair) -> Result<(), String> {
        if let Some(journal) = &mut self.journal {
            journal.keep(&[pair.line(number)]).map_err(|error| format!("--out: {error}"))?;
        }
        self.pairs.push((number, pair));
        Ok(())
    }
}

/// What the pairs of a match depend on.
fn heading(args: &Args) -> Result<String, String> {
    let openings = match &args.openings {
        None => format!("plies={}", args.plies),
        Some(path) => {
            let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            format!("openings={:08x}", crc32fast::hash(&text))
        }
    };
    let [a, b] = [0, 1].map(|side| args.engines[side].text.as_str());
    // What engines that move at random draw follows from the seed, whatever the openings.
    Ok(format!("yomikiri-match 1 game={} a={a} b={b} seed={} {openings}", args.game, args.seed))
}
