//! The player of a game as the opponent of a person.

use super::{Bound, GameHistory, Info, Score, SearchOptions, SearchPlayer, SearchResult};
use std::{cmp::Reverse, time::Duration};
use yomikiri_core::{
    Game, Notation, ParseError, Random, TwoPlayer, phrases,
    play::{Clock, Level, Limits, MoveTime, Opponent, Progress, RepetitionEnd, Reply, Stop, Thinking},
};

/// What is kept of a clock for what lies between the player and it.
const MARGIN: Duration = Duration::from_millis(50);

/// Nodes for each move that is proposed to a person who plays against a level.
const NODES_OF_HINT: u64 = 100_000;

/// How a player thinks about each of its moves.
#[derive(Clone, Copy, Debug)]
pub enum ThinkingMode {
    /// As well as it can, within limits.
    Limits(Limits),
    /// As a level does. What is random in it follows from the seed and the position.
    Level(Level, u64),
}

/// A player with how it thinks.
pub struct EngineOpponent<R: Game> {
    /// The rules of the game that is played, which may let it go on where the player's are done with it.
    rules: R,
    player: Box<dyn SearchPlayer<R>>,
    mode: ThinkingMode,
}

impl<R: Notation + TwoPlayer> EngineOpponent<R> {
    /// A player in a game by these rules, which write positions and moves as its own do.
    pub fn new(rules: R, player: Box<dyn SearchPlayer<R>>, mode: ThinkingMode) -> Self {
        Self { rules, player, mode }
    }

    /// The positions so far, none of them for a game that is over: the player's rules may not know such a
    /// one.
    fn history(&self, path: &[String]) -> Result<GameHistory<R>, ParseError> {
        let last = path.last().map(|pos| self.rules.parse_pos(pos)).transpose()?;
        if last.is_some_and(|pos| self.rules.result(&pos).is_some()) {
            return Err(ParseError::new(phrases::GAME_IS_OVER));
        }
        let positions = path.iter().map(|pos| self.player.rules().parse_pos(pos));
        Ok(GameHistory { positions: positions.collect::<Result<_, _>>()? })
    }

    /// The lines of a search that asks for so many, the best first. Where the player is done with the game
    /// and the rules are not (mated, but not taken yet), the line is whatever move comes first.
    fn lines(
        &mut self,
        path: &[String],
        (limits, lines): (Limits, usize),
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        let history = self.history(path)?;
        progress.phase("thinking", 0);
        let (stop, mut told) = (Stop::new(), Vec::<Info<R::Move>>::new());
        let mut limits = limits;
        if let Some(clock) = clock {
            let MoveTime { soft, hard } = clock.move_time(MARGIN);
            let most = limits.time.take().unwrap_or(Duration::MAX);
            stop.limit(MoveTime { soft: soft.min(most), hard: hard.min(most) });
        }
        let options = SearchOptions { lines, ..limits.into() };
        let found = self.player.search(&history, &options, &stop, &mut |info| {
            progress.advance(1);
            if info.bound == Bound::Exact {
                told.retain(|other| (other.depth, other.moves[0]) != (info.depth, info.moves[0]));
                told.push(info.clone());
            }
        });
        if found.moves.is_empty() {
            return self.any(&history, found.score).map(|reply| vec![reply]);
        }
        let thinking = |depth| Thinking {
            depth: Some(depth),
            nodes: found.nodes,
            time: stop.elapsed(),
            ..Thinking::default()
        };
        let compared = compared(told);
        if lines == 1 || compared.is_empty() {
            return Ok(vec![self.reply(&history, found.score, &found.moves, &thinking(found.depth))]);
        }
        let reply = |info: &Info<_>| self.reply(&history, info.score, &info.moves, &thinking(info.depth));
        Ok(compared.iter().take(lines).map(reply).collect())
    }

    /// The move that a level makes. It costs what it costs on every machine, so a clock does not matter.
    fn answer_at(
        &mut self,
        level: Level,
        seed: u64,
        path: &[String],
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        let history = self.history(path)?;
        progress.phase("thinking", 0);
        let plies = (history.positions.len() as u64).rotate_left(32);
        let key = self.player.key(history.current());
        let mut random = Random::new(seed ^ plies ^ key);
        let (stop, options) = (Stop::new(), SearchOptions::default());
        let report = &mut |_: &_| progress.advance(1);
        let found: SearchResult<_> =
            self.player.search_at(level, &history, &options, &mut random, &stop, report);
        if found.moves.is_empty() {
            return self.any(&history, found.score);
        }
        let thinking = Thinking {
            depth: Some(found.depth),
            nodes: found.nodes,
            time: stop.elapsed(),
            ..Thinking::default()
        };
        Ok(self.reply(&history, found.score, &found.moves, &thinking))
    }

    /// Whatever move comes first.
    fn any(&self, history: &GameHistory<R>, score: Score) -> Result<Reply, ParseError> {
        let mut moves = Vec::new();
        self.rules.moves(history.current(), &mut moves);
        let mv = moves.into_iter().next().ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))?;
        Ok(self.reply(history, score, &[mv], &Thinking::default()))
    }

    /// A line with its score.
    fn reply(&self, history: &GameHistory<R>, score: Score, moves: &[R::Move], thinking: &Thinking) -> Reply {
        let (mut line, mut pos) = (Vec::new(), history.current().clone());
        for &mv in moves {
            line.push(self.rules.show_move(&pos, mv));
            pos = self.rules.play(&pos, mv);
        }
        let probability = Some(self.player.probability(score) as f32);
        let (score, mate) = match score {
            Score::Points(points) => (Some(points), None),
            Score::Win(plies) => (None, Some(plies as i32)),
            Score::Loss(plies) => (None, Some(-(plies as i32))),
        };
        Reply {
            mv: line[0].clone(),
            probability,
            thinking: Thinking { score, mate, line, ..thinking.clone() },
        }
    }
}

/// The lines of one iteration, the best first: scores of other depths do not compare. It is the deepest of
/// those that told as many lines as any.
fn compared<M>(told: Vec<Info<M>>) -> Vec<Info<M>> {
    let lines = |depth| told.iter().filter(|info| info.depth == depth).count();
    let depth = told.iter().map(|info| info.depth).max_by_key(|&depth| (lines(depth), depth));
    let mut whole: Vec<_> = told.into_iter().filter(|info| Some(info.depth) == depth).collect();
    whole.sort_by_key(|info| Reverse(info.score.points()));
    whole
}

impl<R: Notation + TwoPlayer> Opponent for EngineOpponent<R> {
    fn answer(
        &mut self,
        path: &[String],
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        match self.mode {
            ThinkingMode::Limits(limits) => {
                let lines = self.lines(path, (limits, 1), clock, progress)?;
                lines.into_iter().next().ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))
            }
            ThinkingMode::Level(level, seed) => self.answer_at(level, seed, path, progress),
        }
    }

    /// Each line costs as many nodes as a move; a time is for all of them.
    fn candidates(
        &mut self,
        path: &[String],
        count: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        let count = count.max(1);
        let limits = match self.mode {
            ThinkingMode::Limits(limits) => limits,
            ThinkingMode::Level(..) => Limits::nodes(NODES_OF_HINT),
        };
        let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(count as u64));
        self.lines(path, (Limits { nodes, ..limits }, count), None, progress)
    }

    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        self.player.repetition_end(&self.history(path).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(depth: u32, mv: u8, points: i32) -> Info<u8> {
        Info {
            depth,
            deepest: 0,
            line: 1,
            score: Score::Points(points),
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            fullness: 0,
            moves: vec![mv],
        }
    }

    #[test]
    fn lines_are_compared_within_an_iteration() {
        // The third iteration was broken off behind its first line, which is worth less than it had seemed.
        let told = vec![
            info(1, 7, 50),
            info(1, 8, 60),
            info(2, 8, 70),
            info(2, 7, 30),
            info(2, 9, 40),
            info(3, 8, 10),
        ];
        let order: Vec<_> = compared(told).iter().map(|info| (info.depth, info.moves[0])).collect();
        assert_eq!(order, [(2, 8), (2, 9), (2, 7)]);
        assert!(compared(Vec::<Info<u8>>::new()).is_empty());
    }
}
