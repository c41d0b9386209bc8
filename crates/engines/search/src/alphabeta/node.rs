//! A node of the tree: principal-variation search, what is not searched at all, what is searched less or more
//! deep.
//!
//! Margins are in percent of the position's unit, reductions in 1024ths of a ply. Their numbers are what
//! 16,800 games of minishogi at 2,500 nodes a move made of those set by hand, all of them changed at once at
//! random (SPSA, Spall 1992): +69 Elo (48 to 91) at 3,000 nodes (`docs/notes/minishogi.md`).

use super::{
    history::bonus,
    picker::{Picker, is_special},
    position::SearchPosition,
    score::{self, DEEPEST, INFINITE, MATE},
    table::{Bound, Entry},
    technique::Technique,
    worker::{NO_EVALUATION, Worker, evaluate},
};
use std::sync::LazyLock;

/// Depths that the table of reductions tells apart, and numbers of moves.
const LEVELS: usize = 64;

/// A ply, as reductions are counted.
const PLY: i32 = 1024;

/// Near the leaves, moves of which experience tells less than this for each ply that is left are not
/// searched.
const BAD_EXPERIENCE: i32 = -5457;

/// How much less deep a move is searched at first, by depth and by how many moves were tried.
static REDUCTIONS: LazyLock<[[i16; LEVELS]; LEVELS]> = LazyLock::new(|| {
    let ln = |number: usize| (number.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|count| (861.0 + ln(depth) * ln(count) * 445.0) as i16))
});

fn reduction(depth: i32, count: usize) -> i32 {
    i32::from(REDUCTIONS[(depth as usize).min(LEVELS - 1)][count.min(LEVELS - 1)])
}

/// What a node is searched with.
#[derive(Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    /// The score is expected to be at least beta.
    pub cut: bool,
}

/// What a node knows before its moves are tried.
struct NodeContext {
    key: u64,
    in_check: bool,
    entry: Option<Entry>,
    /// The static evaluation.
    eval: i32,
    /// The evaluation, bettered by what the table knows.
    estimate: i32,
    /// The evaluation is better than two plies before.
    improving: bool,
}

impl<P: SearchPosition> Worker<'_, P> {
    /// The score of a position for the side to move, searched so deep; exact within the window.
    pub fn node<const PV: bool>(&mut self, pos: &P, mut window: Window) -> i32 {
        let Window { ply, .. } = window;
        if window.depth <= 0 {
            return self.quiesce::<PV>(pos, window.alpha, window.beta, ply, 0);
        }
        let ended = if self.tick() { Some(0) } else { self.score_of_last_ply(pos, ply) };
        if let Some(score) = ended {
            return score;
        }
        self.best[ply].clear();
        self.frames[ply + 1].killers = [0; 2];
        let key = pos.key();
        if ply > 0 {
            if let Some(cycle) = self.stack.cycle(key) {
                return score::of_repetition(pos.repetition_result(cycle), ply);
            }
            if ply >= DEEPEST {
                return evaluate(pos);
            }
            window.alpha = window.alpha.max(ply as i32 - MATE);
            window.beta = window.beta.min(MATE - ply as i32 - 1);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = self.shared.options.table_key(key, ply);
        let excluded = self.frames[ply].excluded;
        let entry = if excluded == 0 { self.shared.table.get(key) } else { None };
        if let Some(entry) = entry.filter(|entry| !PV && i32::from(entry.depth) >= window.depth)
            && entry.decides(ply, window.beta)
        {
            return entry.score_at(ply);
        }
        let context = self.context(pos, key, entry, ply);
        if !context.in_check && excluded == 0 && ply > 0 {
            if self.wins_at_once(pos, entry) {
                return MATE - ply as i32 - 1;
            }
            if !PV && let Some(score) = self.cut_short(pos, window, &context) {
                return score;
            }
        }
        self.stack.push(pos.as_past());
        let score = self.try_moves::<PV>(pos, window, &context);
        self.stack.pop();
        score
    }

    /// The score where the game may take no more plies: a draw, unless it is over by itself.
    #[inline]
    pub fn score_of_last_ply(&mut self, pos: &P, ply: usize) -> Option<i32> {
        let is_last = self.shared.options.plies.is_some_and(|plies| ply > 0 && ply >= plies);
        is_last.then(|| {
            self.best[ply].clear();
            self.deepest = self.deepest.max(ply);
            let base = self.moves.len();
            pos.moves(&mut self.moves);
            let is_over = self.moves.len() == base;
            self.moves.truncate(base);
            if is_over {
                return score::of_end(pos.terminal_value(), ply);
            }
            let cycle = self.stack.cycle(pos.key());
            cycle.map_or(0, |cycle| score::of_repetition(pos.repetition_result(cycle), ply))
        })
    }

    fn context(&mut self, pos: &P, key: u64, entry: Option<Entry>, ply: usize) -> NodeContext {
        let in_check = pos.in_check();
        let (mut eval, mut estimate, mut improving) = (NO_EVALUATION, NO_EVALUATION, false);
        if !in_check {
            let known = entry.map(|entry| i32::from(entry.eval)).filter(|&eval| eval != NO_EVALUATION);
            eval = known.unwrap_or_else(|| evaluate(pos));
            estimate = eval;
            if let Some(entry) = entry.filter(|entry| entry.decides(ply, eval + 1)) {
                estimate = entry.score_at(ply);
            }
            improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        }
        self.frames[ply].eval = eval;
        NodeContext { key, in_check, entry, eval, estimate, improving }
    }

    /// The score of a position that needs no search of its moves.
    fn cut_short(&mut self, pos: &P, window: Window, context: &NodeContext) -> Option<i32> {
        let Window { alpha, beta, depth, ply, .. } = window;
        let &NodeContext { eval, estimate, improving, .. } = context;
        let techniques = self.shared.techniques;
        let points = |percent: i32| percent * P::PAWN / 100;
        if score::is_decided(alpha) || score::is_decided(beta) {
            return None;
        }
        if techniques.has(Technique::Razoring) && depth <= 3 && estimate + points(200 + 200 * depth) <= alpha
        {
            let score = self.quiesce::<false>(pos, alpha, beta, ply, 0);
            if score <= alpha || self.over {
                return Some(score);
            }
        }
        let margin = points(82 * (depth - i32::from(improving)).max(0));
        if techniques.has(Technique::Futility)
            && depth <= 7
            && estimate - margin >= beta
            && !score::is_decided(estimate)
        {
            return Some(estimate);
        }
        let passed_before = ply > 0 && self.frames[ply - 1].slot.is_none();
        if techniques.has(Technique::NullMove)
            && depth >= 3
            && estimate >= beta
            && eval >= beta
            && !passed_before
        {
            let score = self.try_pass(pos, window, estimate);
            if score.is_some() {
                return score;
            }
        }
        if techniques.has(Technique::ProbCut) && depth >= 5 {
            self.try_captures(pos, window, context)
        } else {
            None
        }
    }

    /// The score if even a pass holds beta.
    fn try_pass(&mut self, pos: &P, window: Window, estimate: i32) -> Option<i32> {
        let Window { beta, depth, ply, cut, .. } = window;
        let passed = pos.null_move()?;
        let less = (300 + 20 * depth + ((estimate - beta) * 52 / P::PAWN).min(300)) / 100;
        self.frames[ply].slot = None;
        self.stack.push(pos.as_past());
        let window = Window { alpha: -beta, beta: 1 - beta, depth: depth - less, ply: ply + 1, cut: !cut };
        let score = -self.node::<false>(&passed, window);
        self.stack.pop();
        if self.over {
            return Some(0);
        }
        // That a pass forces an end of the game proves nothing of the distance.
        (score >= beta).then_some(if score::is_decided(score) { beta } else { score })
    }

    /// The score if a noisy move holds far more than beta in a search less deep: then it will hold beta.
    fn try_captures(&mut self, pos: &P, window: Window, context: &NodeContext) -> Option<i32> {
        let Window { beta, depth, ply, cut, .. } = window;
        let bar = beta + 198 * P::PAWN / 100;
        let has_little_hope =
            |entry: &Entry| i32::from(entry.depth) >= depth - 3 && entry.score_at(ply) < bar;
        if context.entry.as_ref().is_some_and(has_little_hope) {
            return None;
        }
        let base = self.moves.len();
        pos.noisy_moves(&mut self.moves);
        let mut picker = self.picker(pos, base, ply, context.entry.map_or(0, |entry| entry.best));
        self.stack.push(pos.as_past());
        let mut best = -INFINITE;
        while let Some((mv, rating)) = self.pick(pos, &mut picker) {
            if rating < 0 || best >= bar || self.over {
                break;
            }
            if !pos.see_ge(mv, bar - context.eval) {
                continue;
            }
            self.frames[ply].slot = Some(pos.slot(mv));
            let child = pos.after(mv);
            best = -self.quiesce::<false>(&child, -bar, 1 - bar, ply + 1, 0);
            if best >= bar && !self.over {
                let (alpha, beta) = (-bar, 1 - bar);
                let window = Window { alpha, beta, depth: depth - 4, ply: ply + 1, cut: !cut };
                best = -self.node::<false>(&child, window);
            }
        }
        self.stack.pop();
        self.drop_moves(base);
        if self.over {
            return Some(0);
        }
        // What a search less deep says of the end of the game proves nothing of the distance.
        (best >= bar).then_some(if score::is_decided(best) { beta } else { best })
    }

    fn try_moves<const PV: bool>(&mut self, pos: &P, window: Window, context: &NodeContext) -> i32 {
        let Window { alpha: old_alpha, beta, depth, ply, .. } = window;
        let base = self.moves.len();
        pos.moves(&mut self.moves);
        if self.moves.len() == base {
            return score::of_end(pos.terminal_value(), ply);
        }
        let excluded = self.frames[ply].excluded;
        let known = context.entry.map_or(0, |entry| entry.best);
        let known = if ply == 0 && self.root_best != 0 { self.root_best } else { known };
        let mut picker = self.picker(pos, base, ply, known);
        let (mut alpha, mut best, mut best_move, mut count) = (old_alpha, -INFINITE, None, 0);
        while let Some((mv, rating)) = self.pick(pos, &mut picker) {
            let code = P::code(mv);
            if code == excluded || (ply == 0 && self.barred.contains(&code)) {
                continue;
            }
            count += 1;
            self.fetch(pos, mv, ply);
            let window = Window { alpha, ..window };
            let noisy = pos.is_noisy(mv);
            if ply > 0
                && best > -score::MOST
                && !context.in_check
                && self.is_hopeless(pos, window, context, (mv, noisy, rating, count), &mut picker)
            {
                continue;
            }
            let extension = match self.extension(pos, window, context, mv) {
                Ok(extension) => extension,
                Err(score) => {
                    best = score;
                    break;
                }
            };
            let score = self.try_move::<PV>(pos, window, context, (mv, noisy, rating, count), extension);
            if self.over {
                break;
            }
            if score > best {
                best = score;
                if score > alpha || (ply == 0 && count == 1) {
                    best_move = Some(mv);
                    if PV {
                        self.prolong(ply, mv);
                    }
                    if ply == 0 {
                        (self.root_best, self.root_score) = (code, score);
                    }
                    alpha = alpha.max(score);
                    if score >= beta {
                        self.learn(pos, mv, depth, ply, &picker);
                        break;
                    }
                }
            }
        }
        self.drop_moves(base);
        if self.over {
            return 0;
        }
        if count == 0 {
            return old_alpha;
        }
        if excluded == 0 && (ply > 0 || self.barred.is_empty()) {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if PV && best > old_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry {
                best: best_move.map_or(0, P::code),
                score: score::to_table(best, ply) as i16,
                eval: context.eval as i16,
                depth: depth.min(127) as i8,
                bound,
            };
            self.shared.table.put(context.key, entry);
        }
        best
    }

    /// Whether a move is not worth a search.
    fn is_hopeless(
        &mut self,
        pos: &P,
        window: Window,
        context: &NodeContext,
        (mv, noisy, rating, count): (P::Move, bool, i32, usize),
        picker: &mut Picker,
    ) -> bool {
        let Window { alpha, depth, .. } = window;
        let techniques = self.shared.techniques;
        let points = |percent: i32| percent * P::PAWN / 100;
        if noisy {
            return techniques.has(Technique::ExchangePruning)
                && depth <= 6
                && rating < 0
                && !pos.see_ge(mv, points(-151 * depth))
                && !pos.gives_check(mv);
        }
        if techniques.has(Technique::LateMovePruning)
            && depth <= 8
            && 100 * count as i32 > (433 + 142 * depth * depth) / if context.improving { 1 } else { 2 }
        {
            picker.skip_quiet();
            return !pos.gives_check(mv);
        }
        if is_special(rating) {
            return false;
        }
        let left = (depth - reduction(depth, count) / PLY).max(0);
        let bad = techniques.has(Technique::LateMovePruning)
            && techniques.has(Technique::Histories)
            && left <= 4
            && rating < BAD_EXPERIENCE * left.max(1);
        let futile = techniques.has(Technique::Futility)
            && left <= 6
            && context.eval + points(147 + 84 * left) <= alpha;
        let losing = || {
            techniques.has(Technique::ExchangePruning)
                && left <= 6
                && !pos.see_ge(mv, points(-28 * left * left.max(1)))
        };
        (bad || futile || losing()) && !pos.gives_check(mv)
    }

    /// By how much deeper a move is searched; or the score of the node, if it turns out that several moves
    /// hold beta.
    fn extension(&mut self, pos: &P, window: Window, context: &NodeContext, mv: P::Move) -> Result<i32, i32> {
        let Window { beta, depth, ply, cut, .. } = window;
        if self.shared.techniques.has(Technique::Singular)
            && ply > 0
            && depth >= 7
            && self.frames[ply].excluded == 0
            && let Some(entry) = context.entry
            && entry.best == P::code(mv)
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - 3
            && !score::is_decided(entry.score_at(ply))
        {
            let known = entry.score_at(ply);
            let bar = known - 185 * depth * P::PAWN / 10_000;
            self.frames[ply].excluded = entry.best;
            // The node is on the way already: seen again, it would be a repetition.
            let current = self.stack.pop();
            let window = Window { alpha: bar - 1, beta: bar, depth: (depth - 1) / 2, ply, cut };
            let score = self.node::<false>(pos, window);
            self.stack.push(current);
            self.frames[ply].excluded = 0;
            return match score {
                _ if self.over => Ok(0),
                _ if score < bar => Ok(1),
                _ if bar >= beta => Err(bar),
                _ if known >= beta => Ok(-1),
                _ => Ok(0),
            };
        }
        Ok(0)
    }

    fn try_move<const PV: bool>(
        &mut self,
        pos: &P,
        window: Window,
        context: &NodeContext,
        (mv, noisy, rating, count): (P::Move, bool, i32, usize),
        extension: i32,
    ) -> i32 {
        let Window { alpha, beta, depth, ply, cut } = window;
        let child = pos.after(mv);
        self.frames[ply].slot = Some(pos.slot(mv));
        let full = depth - 1 + extension;
        let next = Window { alpha: -beta, beta: -alpha, depth: full, ply: ply + 1, cut: false };
        if PV && count == 1 {
            return -self.node::<true>(&child, next);
        }
        let narrow = Window { alpha: -alpha - 1, cut: !cut, ..next };
        let mut less = 0;
        if self.shared.techniques.has(Technique::Reductions) && depth >= 3 && count > 1 + usize::from(PV) {
            less = reduction(depth, count);
            less -= 1383 * i32::from(PV)
                + 1569 * i32::from(child.in_check())
                + 1148 * i32::from(is_special(rating));
            less += 1090 * i32::from(cut) + 954 * i32::from(!context.improving);
            less -= if noisy { 1159 } else { rating.clamp(-40_000, 40_000) * 84 / 1000 };
            less = (less / PLY).clamp(0, (full - 1).max(0));
        }
        let mut score = -self.node::<false>(&child, Window { depth: full - less, cut: true, ..narrow });
        if less > 0 && score > alpha && !self.over {
            score = -self.node::<false>(&child, narrow);
        }
        if PV && score > alpha && !self.over {
            score = -self.node::<true>(&child, next);
        }
        score
    }

    /// Learns from a cut-off.
    fn learn(&mut self, pos: &P, mv: P::Move, depth: i32, ply: usize, picker: &Picker) {
        let (bonus, before) = (bonus(depth), self.before(ply));
        let quiet = !pos.is_noisy(mv);
        if quiet {
            let code = P::code(mv);
            let killers = &mut self.frames[ply].killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
            self.history.set_counter(before[0], code);
            self.history.learn_quiet(pos.slot(mv), before, bonus);
        } else {
            self.history.learn_noisy(pos.slot(mv), bonus);
        }
        for at in picker.tried() {
            let other = self.moves[at];
            if pos.is_noisy(other) {
                self.history.learn_noisy(pos.slot(other), -bonus);
            } else if quiet {
                self.history.learn_quiet(pos.slot(other), before, -bonus);
            }
        }
    }
}
