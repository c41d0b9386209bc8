//! The end of a line: only moves after which an evaluation would mislead are followed.

use super::{
    board::Board,
    picker::is_losing,
    score::{self, DEEPEST, INFINITE, MATE},
    table::{Bound, Entry},
    technique::Technique,
    worker::{NO_EVALUATION, Worker, evaluate},
};

/// What the evaluation may be wrong by, in percent of the unit.
const MARGIN: i32 = 150;

/// Quiet answers to a check that are tried if one has been found that does not lose at once.
const QUIET_ANSWERS: usize = 3;

impl<B: Board> Worker<'_, B> {
    /// The score of a position when only noisy moves are followed; `level` counts them.
    pub fn quiesce<const PV: bool>(
        &mut self,
        board: &B,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        level: usize,
    ) -> i32 {
        if self.tick() {
            return 0;
        }
        self.best[ply].clear();
        self.deepest = self.deepest.max(ply);
        let key = board.key();
        if level == 0
            && ply > 0
            && let Some(cycle) = self.line.cycle(key, B::OCCURRENCES)
        {
            return score::of_repetition(board.repeated(cycle), ply);
        }
        let in_check = board.in_check();
        if !in_check && board.is_over() {
            return score::of_end(board.ended(), ply);
        }
        if ply >= DEEPEST {
            return evaluate(board);
        }
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry.filter(|entry| !PV && entry.decides(ply, beta)) {
            return entry.score_at(ply);
        }
        let techniques = self.shared.techniques;
        let (old_alpha, mut best, mut eval) = (alpha, -INFINITE, NO_EVALUATION);
        if !in_check {
            let known = entry.map(|entry| i32::from(entry.eval)).filter(|&eval| eval != NO_EVALUATION);
            eval = known.unwrap_or_else(|| evaluate(board));
            best = eval;
            if level == 0 && self.wins_at_once(board, entry) {
                return MATE - ply as i32 - 1;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let base = self.moves.len();
        if in_check {
            board.moves(&mut self.moves);
            if self.moves.len() == base {
                return score::of_end(board.ended(), ply);
            }
        } else {
            board.noisy_moves(&mut self.moves);
        }
        let mut best_code = 0;
        let mut picker = self.picker(board, base, ply, entry.map_or(0, |entry| entry.best));
        let (mut quiet, floor) = (0, eval + MARGIN * B::UNIT / 100);
        while let Some((mv, rating)) = self.pick(board, &mut picker) {
            self.fetch(board, mv);
            let noisy = board.is_noisy(mv);
            if !in_check {
                let reached = floor + board.gain(mv);
                if noisy && techniques.has(Technique::Futility) && reached <= alpha && !board.gives_check(mv)
                {
                    best = best.max(reached);
                    continue;
                }
                if techniques.has(Technique::ExchangePruning) && is_losing(board, mv, rating) {
                    continue;
                }
            } else if !noisy && techniques.has(Technique::LateMovePruning) {
                quiet += 1;
                if quiet > QUIET_ANSWERS && !score::is_decided(best) {
                    continue;
                }
            }
            self.frames[ply].slot = Some(board.slot(mv));
            let score = -self.quiesce::<PV>(&board.after(mv), -beta, -alpha, ply + 1, level + 1);
            if self.over {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_code = B::code(mv);
                    if PV {
                        self.prolong(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.drop_moves(base);
        if self.over {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let score = score::to_table(best, ply) as i16;
        self.shared.table.put(key, Entry { best: best_code, score, eval: eval as i16, depth: 0, bound });
        best
    }
}
