//! Where the games of a pair begin.

use super::{args::Args, referee::Referee};
use std::fs;
use yomikiri_core::Random;

/// The openings of all pairs, each as moves from the start. Random ones are different for every pair.
pub fn all(args: &Args, referee: &dyn Referee) -> Result<Vec<Vec<String>>, String> {
    match &args.openings {
        None => (0..args.pairs).map(|pair| random(args, referee, pair)).collect(),
        Some(path) => {
            let failed = |error| format!("{}: {error}", path.display());
            let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
            let lines: Vec<_> =
                text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
            if lines.is_empty() {
                return Err(failed("no openings".into()));
            }
            (0..args.pairs).map(|pair| read(lines[pair % lines.len()], referee).map_err(failed)).collect()
        }
    }
}

/// Legal moves drawn at random, until the game goes on after all of them.
fn random(args: &Args, referee: &dyn Referee, pair: usize) -> Result<Vec<String>, String> {
    let mut random = Random::new(args.seed.wrapping_mul(1_000_003) ^ pair as u64);
    for _ in 0..1_000 {
        let (mut state, mut moves) = (referee.begin(), Vec::new());
        while moves.len() < args.plies && state.end().is_none() {
            let mut legal = state.openings();
            let mv = legal.swap_remove(random.below(legal.len()));
            state.play(&mv)?;
            moves.push(mv);
        }
        if state.end().is_none() {
            return Ok(moves);
        }
    }
    Err(format!("no game goes on after {} random plies", args.plies))
}

fn read(line: &str, referee: &dyn Referee) -> Result<Vec<String>, String> {
    let moves: Vec<String> =
        line.split('\t').next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let mut state = referee.begin();
    moves.iter().try_for_each(|mv| state.play(mv))?;
    match state.end() {
        None => Ok(moves),
        Some(end) => Err(format!("the game is over after {line}: {}", end.why)),
    }
}
