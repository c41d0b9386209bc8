//! One game of a match.

use super::{engine::Engine, referee::Referee};
use yomikiri_core::Side;
use yomikiri_stats::GameScore;

/// A game that was played.
pub struct Played {
    /// For engine A.
    pub score: GameScore,
    /// How it ended.
    pub end: String,
    pub moves: Vec<String>,
    /// Processor seconds and moves of each engine.
    pub cost: [(f64, u32); 2],
}

/// The name of the game that GTP engines are told.
const GTP_NAME: &str = "Blokus Duo";

/// What a USI engine says in place of a move.
const RESIGNS: &str = "resign";

/// Plays a game of a pair from an opening; `first` is the engine that has the first side.
pub fn play(
    referee: &dyn Referee,
    engines: &mut [Engine; 2],
    pair: usize,
    first: usize,
    opening: &[String],
) -> Result<Played, String> {
    let mut moves = opening.to_vec();
    let mut cost = [(0.0, 0); 2];
    let end_of = |score, end, moves, cost| Ok(Played { score, end, moves, cost });
    for who in 0..2 {
        if let Err(why) = engines[who].begin(GTP_NAME, (2 * pair + first) as u64) {
            let end = forfeited(engines, who, &why)?;
            return end_of(lost_by(who), end, moves, cost);
        }
    }
    let (mut state, mut told) = (referee.begin(), Vec::new());
    for mv in &moves {
        told.push((state.side().index(), referee.write(mv)));
        state.play(mv)?;
    }
    loop {
        if let Some(end) = state.end() {
            let score = match end.winner {
                None => GameScore::Half,
                Some(side) if engine_of(side, first) == 0 => GameScore::One,
                Some(_) => GameScore::Zero,
            };
            return end_of(score, end.why, moves, cost);
        }
        let side = state.side();
        let who = engine_of(side, first);
        let answer = engines[who].choose(&told, side.index(), || state.legal());
        let mv = answer.and_then(|(text, seconds)| {
            cost[who].0 += seconds;
            cost[who].1 += 1;
            if text == RESIGNS { Ok(text) } else { state.read(&text) }
        });
        match mv {
            Ok(mv) if mv == RESIGNS => {
                return end_of(lost_by(who), format!("engine {} resigns", ["A", "B"][who]), moves, cost);
            }
            Ok(mv) => {
                state.play(&mv)?;
                told.push((side.index(), referee.write(&mv)));
                moves.push(mv);
            }
            Err(why) => {
                let end = forfeited(engines, who, &why)?;
                return end_of(lost_by(who), end, moves, cost);
            }
        }
    }
}

/// The score of a game that an engine has lost.
const fn lost_by(who: usize) -> GameScore {
    if who == 0 { GameScore::Zero } else { GameScore::One }
}

/// How a game has ended that an engine cannot go on with; the engine is started anew for the next one.
fn forfeited(engines: &mut [Engine; 2], who: usize, why: &str) -> Result<String, String> {
    let end = format!("engine {} forfeits: {why}", ["A", "B"][who]);
    eprintln!("{end}");
    engines[who].restart()?;
    Ok(end)
}

fn engine_of(side: Side, first: usize) -> usize {
    side.index() ^ first
}
