//! Iterative deepening at the root: deeper and deeper, for each of the lines asked for, within a window
//! around the last score.

use super::{
    node::Window,
    position::SearchPosition,
    score::{self, INFINITE, Score},
    table::Bound,
    technique::Technique,
    worker::Worker,
};
use std::{cmp::Reverse, sync::atomic::Ordering::Relaxed, time::Duration};

/// Half the window around the last score, in percent of the unit.
const WINDOW: i32 = 34;

/// The deepest iteration.
const LAST: u32 = 120;

/// What a search tells on the way.
#[derive(Clone, Debug)]
pub struct Info<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply of a line that was looked at.
    pub deepest: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// In what sense the score is known.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The best line.
    pub moves: Vec<M>,
}

/// One of the best lines at the root.
#[derive(Clone, Debug)]
pub struct RootLine<M> {
    pub moves: Vec<M>,
    pub score: i32,
    /// The iteration that found it.
    pub depth: u32,
}

impl<P: SearchPosition> Worker<'_, P> {
    /// Searches deeper and deeper. Gives the lines of the last iteration that was finished, bettered by what
    /// the one after it had found; they are as many as asked for, or as there are moves.
    pub fn iterate(
        &mut self,
        pos: &P,
        choices: &[P::Move],
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Vec<RootLine<P::Move>> {
        let options = self.shared.options;
        let lines = options.lines.clamp(1, choices.len());
        let mut found: Vec<RootLine<P::Move>> = Vec::new();
        let others: Vec<u16> = {
            let mut all = Vec::new();
            pos.moves(&mut all);
            all.retain(|mv| !choices.contains(mv));
            all.into_iter().map(P::code).collect()
        };
        let (mut changes, mut last_best) = (0.0, 0);
        for depth in 1..=options.limits.depth.map_or(LAST, |depth| depth.min(LAST)) {
            // Of two helpers one is always an iteration ahead, so that not all do the same.
            let ahead = (self.number % 2) as u32;
            self.barred.clone_from(&others);
            self.deepest = 0;
            changes *= 0.5;
            for at in 0..lines {
                self.root_best = found.get(at).map_or(0, |line| P::code(line.moves[0]));
                let known = found.get(at).map(|line| line.score);
                let line = self.widen(pos, (depth + ahead) as i32, known, at, report);
                if let Some(line) = line {
                    self.barred.push(P::code(line.moves[0]));
                    // Of the iteration before, another line may have begun with this move.
                    found.retain(|other| other.moves[0] != line.moves[0]);
                    found.insert(at.min(found.len()), line);
                    found.truncate(lines);
                }
                if self.over {
                    // The line at which the search ended may not have been searched to its end.
                    self.put_in_order(&mut found[..at], report);
                    return found;
                }
            }
            self.put_in_order(&mut found, report);
            let best = P::code(found[0].moves[0]);
            changes += f64::from(u8::from(best != last_best));
            last_best = best;
            if self.number == 0 && self.is_enough(&found[0], choices.len(), changes) {
                break;
            }
        }
        found
    }

    /// Sorts lines, and tells them anew if they were not in order: the first line told is to be the best.
    fn put_in_order(&self, lines: &mut [RootLine<P::Move>], report: &mut dyn FnMut(&Info<P::Move>)) {
        if lines.is_sorted_by_key(|line| Reverse(line.score)) {
            return;
        }
        lines.sort_by_key(|line| Reverse(line.score));
        for (at, line) in lines.iter().enumerate().filter(|_| self.number == 0) {
            self.tell(line, Bound::Exact, at, report);
        }
    }

    /// Whether another iteration would be of no use.
    fn is_enough(&self, best: &RootLine<P::Move>, choices: usize, changes: f64) -> bool {
        let stop = self.shared.stop;
        let mate = score::is_mate(best.score) && best.depth >= 2 * (score::MATE - best.score.abs()) as u32;
        let share = if choices == 1 { 0.1 } else { 0.7 + 0.5 * changes };
        stop.is_enough(share) || (mate && stop.is_timed())
    }

    /// One line of an iteration, in a window that grows until the score lies in it.
    fn widen(
        &mut self,
        pos: &P,
        depth: i32,
        known: Option<i32>,
        at: usize,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<RootLine<P::Move>> {
        let mut half = WINDOW * P::PAWN / 100;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if let Some(known) = known.filter(|known| depth >= 4 && !score::is_decided(*known))
            && self.shared.techniques.has(Technique::Aspiration)
        {
            (alpha, beta) = (known - half, known + half);
        }
        let mut line: Option<RootLine<P::Move>> = None;
        loop {
            // Nothing has been found yet, even if the search ends before it looks at a move.
            self.best[0].clear();
            let score = self.node::<true>(pos, Window { alpha, beta, depth, ply: 0, cut: false });
            let moves = self.best[0].clone();
            // A line of an unfinished search counts if its first move was searched to the end and is above
            // the window's lower end, which is so whenever there is one.
            if let Some(score) = (!moves.is_empty()).then_some(score) {
                let score = if self.over { known.unwrap_or(self.root_score) } else { score };
                line = Some(RootLine { moves, score, depth: depth as u32 });
            }
            if self.over {
                return line;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            if self.number == 0
                && let Some(line) = &line
            {
                self.tell(line, bound, at, report);
            }
            half *= 2;
            match bound {
                Bound::Exact => return line,
                _ if half > 10 * P::PAWN || score::is_decided(score) => (alpha, beta) = (-INFINITE, INFINITE),
                Bound::Upper => (alpha, beta) = (score - half, i32::midpoint(alpha, beta)),
                Bound::Lower => beta = score + half,
            }
        }
    }

    fn tell(
        &self,
        line: &RootLine<P::Move>,
        bound: Bound,
        at: usize,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        self.publish();
        report(&Info {
            depth: line.depth,
            deepest: self.deepest,
            line: at + 1,
            score: Score::of(line.score),
            bound,
            nodes: self.shared.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum(),
            time: self.shared.stop.elapsed(),
            fullness: self.shared.table.fullness(),
            moves: line.moves.clone(),
        });
    }
}
