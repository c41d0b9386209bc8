//! The player of a game as the opponent of a person.

use super::{Bound, EnginePlayer, GameHistory, Info, Score, SearchGame, SearchOptions};
use std::{cmp::Reverse, time::Duration};
use yomikiri_core::{
    Game, Notation, ParseError,
    play::{Clock, Limits, MoveTime, Opponent, Progress, RepetitionEnd, Reply, Stop, Thinking},
};

/// What is kept of a clock for what lies between the player and it.
const MARGIN: Duration = Duration::from_millis(50);

/// A player with the limits of each of its moves.
pub struct EngineOpponent<G: SearchGame> {
    /// The rules of the game that is played, which may let it go on where the player's are done with it.
    rules: G::Rules,
    player: EnginePlayer<G>,
    limits: Limits,
}

/// The move of a game's rules.
type MoveOf<G> = <<G as SearchGame>::Rules as Game>::Move;

impl<G: SearchGame<Rules: Notation>> EngineOpponent<G> {
    /// A player in a game by these rules, which write positions and moves as its own do.
    pub fn new(rules: G::Rules, player: EnginePlayer<G>, limits: Limits) -> Self {
        Self { rules, player, limits }
    }

    fn history(&self, path: &[String]) -> Result<GameHistory<G::Rules>, ParseError> {
        let positions = path.iter().map(|pos| self.player.game().rules().parse_pos(pos));
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
        let (stop, mut told) = (Stop::new(), Vec::<Info<MoveOf<G>>>::new());
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
                told.retain(|other| other.moves[0] != info.moves[0]);
                told.push(info.clone());
            }
        });
        let Some(&best) = found.moves.first() else {
            let mut moves = Vec::new();
            self.rules.moves(history.current(), &mut moves);
            let mv = moves.into_iter().next().ok_or_else(|| ParseError::new("the game is over"))?;
            return Ok(vec![self.reply(&history, found.score, &[mv], &Thinking::default())]);
        };
        // Lines of other iterations are worth less: their scores are of another depth.
        told.retain(|info| info.moves[0] != best && info.depth + 1 >= found.depth);
        told.sort_by_key(|info| Reverse(info.score.points()));
        let thinking = |depth| Thinking {
            depth: Some(depth),
            nodes: found.nodes,
            time: stop.elapsed(),
            ..Thinking::default()
        };
        let first = self.reply(&history, found.score, &found.moves, &thinking(found.depth));
        let others = told.iter().take(lines - 1);
        let others = others.map(|info| self.reply(&history, info.score, &info.moves, &thinking(info.depth)));
        Ok([first].into_iter().chain(others).collect())
    }

    /// A line with its score.
    fn reply(
        &self,
        history: &GameHistory<G::Rules>,
        score: Score,
        moves: &[MoveOf<G>],
        thinking: &Thinking,
    ) -> Reply {
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

impl<G: SearchGame<Rules: Notation>> Opponent for EngineOpponent<G> {
    fn answer(
        &mut self,
        path: &[String],
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        let lines = self.lines(path, (self.limits, 1), clock, progress)?;
        lines.into_iter().next().ok_or_else(|| ParseError::new("the game is over"))
    }

    /// Each line costs as much as a move.
    fn candidates(
        &mut self,
        path: &[String],
        count: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        let count = count.max(1);
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_mul(count as u64));
        self.lines(path, (Limits { nodes, ..self.limits }, count), None, progress)
    }

    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        self.player.repetition_end(&self.history(path).ok()?)
    }
}
