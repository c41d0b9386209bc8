//! The end of a line: only moves after which an evaluation would mislead are followed.

use super::{
    picker::is_losing,
    position::SearchPosition,
    score::{self, DEEPEST, INFINITE, MATE},
    table::{Bound, Entry},
    technique::Technique,
    worker::{NO_EVALUATION, Worker, evaluate},
};

/// What the evaluation may be wrong by, in percent of the unit.
const MARGIN: i32 = 165;

/// Quiet answers to a check that are tried if one has been found that does not lose at once.
const QUIET_ANSWERS: usize = 3;

impl<P: SearchPosition> Worker<'_, P> {
    /// The score of a position when only noisy moves are followed; `level` counts them.
    pub fn quiesce<const PV: bool>(
        &mut self,
        pos: &P,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        level: usize,
    ) -> i32 {
        let ended = if self.tick() { Some(0) } else { self.score_of_last_ply(pos, ply) };
        if let Some(score) = ended {
            return score;
        }
        self.best[ply].clear();
        self.deepest = self.deepest.max(ply);
        let key = pos.key();
        if level == 0
            && ply > 0
            && let Some(cycle) = self.stack.cycle(key)
        {
            return score::of_repetition(pos.repetition_result(cycle), ply);
        }
        let in_check = pos.in_check();
        if !in_check && pos.is_over() {
            return score::of_end(pos.terminal_value(), ply);
        }
        if ply >= DEEPEST {
            return evaluate(pos);
        }
        let key = self.shared.options.table_key(key, ply);
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry.filter(|entry| !PV && entry.decides(ply, beta)) {
            return entry.score_at(ply);
        }
        let techniques = self.shared.techniques;
        let (old_alpha, mut best, mut eval) = (alpha, -INFINITE, NO_EVALUATION);
        if !in_check {
            let known = entry.map(|entry| i32::from(entry.eval)).filter(|&eval| eval != NO_EVALUATION);
            eval = known.unwrap_or_else(|| evaluate(pos));
            best = eval;
            if level == 0 && self.wins_at_once(pos, entry) {
                return MATE - ply as i32 - 1;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let base = self.moves.len();
        if in_check {
            pos.moves(&mut self.moves);
            if self.moves.len() == base {
                return score::of_end(pos.terminal_value(), ply);
            }
        } else {
            pos.noisy_moves(&mut self.moves);
        }
        let mut best_code = 0;
        let mut picker = self.picker(pos, base, ply, entry.map_or(0, |entry| entry.best));
        let (mut quiet, floor) = (0, eval + MARGIN * P::PAWN / 100);
        while let Some((mv, rating)) = self.pick(pos, &mut picker) {
            self.fetch(pos, mv, ply);
            let noisy = pos.is_noisy(mv);
            if !in_check {
                let reached = floor + pos.gain(mv);
                if noisy && techniques.has(Technique::Futility) && reached <= alpha && !pos.gives_check(mv) {
                    best = best.max(reached);
                    continue;
                }
                if techniques.has(Technique::ExchangePruning) && is_losing(pos, mv, rating) {
                    continue;
                }
            } else if !noisy && techniques.has(Technique::LateMovePruning) {
                quiet += 1;
                if quiet > QUIET_ANSWERS && !score::is_decided(best) {
                    continue;
                }
            }
            self.frames[ply].slot = Some(pos.slot(mv));
            let score = -self.quiesce::<PV>(&pos.after(mv), -beta, -alpha, ply + 1, level + 1);
            if self.over {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_code = P::code(mv);
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
