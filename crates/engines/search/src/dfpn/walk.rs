//! One thread's way through the tree.

use super::{
    node::{Answer, Child, FREE, Frame, Summary, Thresholds, Visit, lost, one_less, one_more},
    progress::Progress,
    repetitions::Repetitions,
    visitors::Visitors,
};
use crate::{
    AndOrGame, Role, Stock,
    path::Path,
    table::{FOREVER, Found, Known, NEVER, Table},
};
use std::cmp::Reverse;

/// Deeper than this a line counts as a repetition.
const MAX_DEPTH: usize = 8000;

/// A child is left for the second-best only where its number is larger by one part in so many: fewer ways are
/// gone over again (the 1 + ε of Pawlewicz and Lew, 2007).
const EPSILON_INVERSE: u32 = 8;

/// What all threads of a search have in common.
pub struct Context<'a, D> {
    pub game: &'a D,
    pub table: &'a Table,
    pub repetitions: &'a Repetitions,
    /// Where the others are, if there are others.
    pub visitors: Option<&'a Visitors>,
}

/// A way from the root to a node, with the children of all nodes on it, and what only holds for ways.
pub struct Walk<D: AndOrGame> {
    path: Path<D::Stock>,
    frames: Vec<Frame<D>>,
    children: Vec<Child<D>>,
    moves: Vec<D::Move>,
    scratch: D::Scratch,
    /// Positions expanded.
    pub nodes: u64,
    /// Proof and disproof number of the root.
    pub root: (u32, u32),
    progress: Progress,
}

impl<D: AndOrGame> Walk<D> {
    pub fn new() -> Self {
        Self {
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            scratch: D::Scratch::default(),
            nodes: 0,
            root: (1, 1),
            progress: Progress::new(0),
        }
    }

    /// How many moves deep the way is.
    pub const fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Begins at a root, with a number that tells this question from others.
    pub fn start(&mut self, context: &Context<'_, D>, visit: Visit<D>, question: u64) {
        self.frames.clear();
        self.children.clear();
        self.path.start(question);
        self.progress = Progress::new(self.nodes);
        self.enter(context, visit);
    }

    /// Whether nothing has come of all that a table of so many slots should be enough for.
    pub const fn is_hopeless(&self, slots: usize) -> bool {
        self.progress.is_hopeless(self.nodes, slots)
    }

    /// Lets others know of the way so far.
    pub fn announce(&self, visitors: &Visitors) {
        let after_checks = self.frames.iter().filter(|frame| frame.role == Role::Defender);
        after_checks.for_each(|frame| visitors.enter(frame.key));
    }

    /// Goes down by one position, or back up; the answer, once the root is left.
    #[inline]
    pub fn step(&mut self, context: &Context<'_, D>) -> Option<Answer<D>> {
        let frame = self.frames.last().expect("the root is left last");
        let summary = self.summary(frame, context.visitors);
        if self.frames.len() == 1 {
            self.root = (summary.pn, summary.dn);
            self.progress.note(self.root, self.nodes);
        }
        let Thresholds { pn, dn, .. } = frame.thresholds;
        if summary.pn < pn && summary.dn < dn {
            self.descend(context, &summary);
            return None;
        }
        self.leave(context, &summary)
    }

    /// Goes on to the best child, until it is no longer the best.
    fn descend(&mut self, context: &Context<'_, D>, summary: &Summary) {
        if context.visitors.is_some() && self.refresh(context, summary.best) {
            return;
        }
        let frame = self.frames.last_mut().expect("somewhere to go on from");
        let child = &self.children[frame.base + summary.best];
        let is_fresh = child.is_fresh;
        frame.current = summary.best;
        frame.lift &= !is_fresh;
        let Thresholds { pn, dn, len } = frame.thresholds;
        let phi = |threshold: u32| {
            let own = child.known.phi(frame.role);
            // A child that is best only since others are below a better one may be past the threshold.
            let (most, number) = if own < threshold { (threshold, summary.second) } else { (NEVER, own) };
            most.min(number.saturating_add(1 + number / EPSILON_INVERSE))
        };
        let delta = |threshold: u32| threshold.saturating_sub(summary.rest).max(1);
        let (pn, dn) = match frame.role {
            Role::Attacker => (phi(pn), delta(dn)),
            Role::Defender => (delta(pn), phi(dn)),
        };
        let visit = Visit {
            pos: context.game.play(&frame.pos, child.mv),
            key: child.key,
            stock: child.stock,
            role: frame.role.other(),
            thresholds: Thresholds { pn, dn, len: one_less(len) },
            lift: frame.lift,
            is_fresh,
        };
        self.enter(context, visit);
    }

    /// Takes over what other threads have found out of a child meanwhile; whether that is anything.
    fn refresh(&mut self, context: &Context<'_, D>, best: usize) -> bool {
        let frame = self.frames.last().expect("somewhere to go on from");
        let child = &mut self.children[frame.base + best];
        let known = match context.table.find(
            child.key,
            child.stock,
            one_less(frame.thresholds.len),
            self.path.len() as u16,
        ) {
            Found::Decided(known) => known,
            Found::Open { pn, dn, amount, .. } => Known { pn, dn, amount, ..child.known },
            Found::Fresh { .. } => return false,
        };
        child.is_fresh = false;
        let is_new = (known.pn, known.dn) != (child.known.pn, child.known.dn);
        child.known = known;
        is_new
    }

    /// Goes to a position: lists its moves and looks up where they lead.
    fn enter(&mut self, context: &Context<'_, D>, visit: Visit<D>) {
        let Visit { pos, key, stock, role, thresholds, lift, is_fresh } = visit;
        self.nodes += 1;
        context.table.prefetch_place(key);
        self.path.push(key, stock);
        if let Some(visitors) = context.visitors.filter(|_| role == Role::Defender) {
            visitors.enter(key);
        }
        let base = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        match role {
            Role::Attacker => context.game.attacks(&pos, &mut moves),
            Role::Defender => context.game.defences(&pos, &mut moves),
        }
        if role == Role::Defender && thresholds.len < 2 {
            // No attack is left after a defence: the first refutes.
            moves.truncate(1);
        }
        let mut frame = Frame { pos, key, stock, role, base, current: 0, thresholds, lift, amount: 1 };
        context.game.begin(&mut self.scratch);
        for &mv in &moves {
            self.add_child(context, &frame, mv);
        }
        let decisive = if is_fresh && role == Role::Attacker {
            context.game.decisive(&frame.pos, &moves, &mut self.scratch)
        } else {
            None
        };
        if let Some(mv) = decisive {
            let child = Self::won(context.game, &frame, mv);
            self.children.truncate(base);
            self.children.push(child);
        } else {
            self.queue_children(context, &frame);
            self.look_up_children(context, &mut frame);
        }
        self.moves = moves;
        if frame.lift {
            let Summary { pn, dn, .. } = self.summary(&frame, context.visitors);
            let is_over = pn >= thresholds.pn || dn >= thresholds.dn;
            if pn != 0 && dn != 0 && !(is_fresh && is_over) {
                frame.thresholds.pn = thresholds.pn.max((pn + 1).min(NEVER));
                frame.thresholds.dn = thresholds.dn.max((dn + 1).min(NEVER));
            }
        }
        self.frames.push(frame);
    }

    /// Goes back to the parent with what is known now; gives it if there is no parent.
    fn leave(&mut self, context: &Context<'_, D>, summary: &Summary) -> Option<Answer<D>> {
        let frame = self.frames.pop().expect("somewhere to leave");
        let depth = self.frames.len();
        let (known, rests_on) = self.known(context, &frame, summary);
        if usize::from(rests_on) < depth {
            context.repetitions.put(self.path.hash(), rests_on);
            if let Some(parent) = self.frames.last() {
                let before = self.children[parent.base + parent.current].known;
                let before = Known { amount: frame.amount, ..before };
                context.table.store_repeating(frame.key, frame.stock, &before, depth as u16);
            }
        } else {
            context.table.store(frame.key, frame.stock, &known, depth as u16);
        }
        self.path.pop();
        if let Some(visitors) = context.visitors.filter(|_| frame.role == Role::Defender) {
            visitors.leave(frame.key);
        }
        let Some(parent) = self.frames.last_mut() else {
            let wins = self.children.iter().filter(|child| known.pn == 0 && child.known.pn == 0);
            let decisive = wins.map(|child| (child.mv, child.known.len)).min_by_key(|&(_, len)| len);
            return Some((known, decisive));
        };
        self.children.truncate(frame.base);
        parent.amount = parent.amount.saturating_add(frame.amount);
        let child = &mut self.children[parent.base + parent.current];
        child.known = known;
        child.rests_on = if usize::from(rests_on) < depth { rests_on } else { FREE };
        (child.is_fresh, child.is_old) = (false, false);
        None
    }

    /// What the children of a node make known of it, and the depth that it rests on.
    fn known(&self, context: &Context<'_, D>, frame: &Frame<D>, summary: &Summary) -> (Known<D::Stock>, u16) {
        let children = &self.children[frame.base..];
        let known = |pn, dn, stock, len| Known { pn, dn, stock, len, amount: frame.amount };
        let before = |child: &Child<D>| context.game.stock_before(&frame.pos, child.mv, child.known.stock);
        match (frame.role, summary.pn, summary.dn) {
            (Role::Attacker, 0, _) => {
                let wins = children.iter().filter(|child| child.known.pn == 0);
                let best = wins.min_by_key(|child| child.known.len).expect("a proof has a move");
                (known(0, NEVER, before(best), one_more(best.known.len)), FREE)
            }
            (Role::Attacker, _, 0) => {
                let mut stock = context.game.unavailing(&frame.pos);
                let (mut len, mut rests_on) = (FOREVER, FREE);
                for child in children {
                    stock = stock.meet(before(child));
                    len = len.min(one_more(child.known.len));
                    rests_on = rests_on.min(child.rests_on);
                }
                (known(NEVER, 0, stock, len), rests_on)
            }
            (Role::Defender, 0, _) => {
                let mut stock = context.game.exclusive(&frame.pos);
                let mut len = 0;
                for child in children {
                    stock = stock.join(before(child));
                    len = len.max(one_more(child.known.len));
                }
                (known(0, NEVER, stock, len), FREE)
            }
            (Role::Defender, _, 0) => {
                let escapes = children.iter().filter(|child| child.known.dn == 0);
                let best = escapes
                    .max_by_key(|child| (child.rests_on, child.known.len))
                    .expect("a disproof has a move");
                (known(NEVER, 0, before(best), one_more(best.known.len)), best.rests_on)
            }
            (_, pn, dn) => (known(pn, dn, frame.stock, 0), FREE),
        }
    }

    /// The position after an attack that has no defence.
    fn won(game: &D, frame: &Frame<D>, mv: D::Move) -> Child<D> {
        let after = game.play(&frame.pos, mv);
        let stock = game.exclusive(&after);
        let key = game.key_after(&frame.pos, frame.key, mv);
        let known = Known { pn: 0, dn: NEVER, stock, len: 0, amount: 1 };
        Child { known, ..Child::new(mv, key, game.stock(&after)) }
    }

    /// Adds the position after a move, of which nothing is known yet.
    fn add_child(&mut self, context: &Context<'_, D>, frame: &Frame<D>, mv: D::Move) {
        let game = context.game;
        let key = game.key_after(&frame.pos, frame.key, mv);
        // What is looked up soon is fetched by the time that all children stand there.
        context.table.prefetch(key);
        let stock = game.stock_after(&frame.pos, frame.stock, mv);
        let is_alike = frame.role == Role::Attacker && game.is_alike(mv);
        self.children.push(Child { is_alike, ..Child::new(mv, key, stock) });
    }

    /// Finds who waits for whom; meanwhile what will be looked up is on its way.
    fn queue_children(&mut self, context: &Context<'_, D>, frame: &Frame<D>) {
        let game = context.game;
        self.children[frame.base..].iter().for_each(|child| context.table.prefetch_entry(child.key));
        for at in frame.base..self.children.len() {
            let mv = self.children[at].mv;
            let queue = game.queue(&frame.pos, mv, frame.role, &mut self.scratch);
            let siblings = &self.children[frame.base..at];
            let waits_for = queue.and_then(|_| siblings.iter().rposition(|earlier| earlier.queue == queue));
            let child = &mut self.children[at];
            (child.queue, child.waits_for) = (queue, waits_for.map(|at| at as u16));
        }
    }

    /// Looks up what is known of the children, in their order, up to one that decides the node.
    fn look_up_children(&mut self, context: &Context<'_, D>, frame: &mut Frame<D>) {
        if frame.role == Role::Defender && frame.thresholds.len < 2 {
            return;
        }
        for at in frame.base..self.children.len() {
            self.look_up(context, frame, at);
            let child = &self.children[at];
            frame.lift |= child.is_old;
            if child.known.phi(frame.role) == 0 {
                self.children.truncate(at + 1);
                break;
            }
        }
    }

    /// What is known of a child before it is visited.
    fn look_up(&mut self, context: &Context<'_, D>, frame: &Frame<D>, at: usize) {
        let child = &mut self.children[at];
        let (key, stock, len) = (child.key, child.stock, one_less(frame.thresholds.len));
        if self.frames.len() >= MAX_DEPTH {
            (child.known, child.rests_on) = (lost(stock, len), 0);
            return;
        }
        if let Some(depth) = self.path.repeated(key, stock) {
            (child.known, child.rests_on) = (lost(stock, len), depth as u16);
            return;
        }
        match context.table.find(key, stock, len, self.path.len() as u16) {
            Found::Decided(known) => child.known = known,
            Found::Open { pn, dn, amount, depth, repeats } => {
                child.known = Known { pn, dn, stock, len: 0, amount };
                child.is_old = usize::from(depth) < self.path.len();
                if repeats {
                    self.look_up_repetition(context.repetitions, at, len);
                }
            }
            Found::Fresh { pn, dn } => {
                let (place, role) = (at - frame.base, frame.role);
                let (first_pn, first_dn) =
                    context.game.estimate(&frame.pos, (place, child.mv), role, &mut self.scratch);
                child.known = Known { pn: first_pn.max(pn), dn: first_dn.max(dn), stock, len: 0, amount: 1 };
                child.is_fresh = true;
            }
        }
    }

    /// Whether the child has been disproved by repetition on this very way.
    fn look_up_repetition(&mut self, repetitions: &Repetitions, at: usize, len: u16) {
        let child = &mut self.children[at];
        if let Some(depth) = repetitions.get(self.path.hash_with(child.key, child.stock)) {
            child.known = lost(child.stock, len);
            child.rests_on = depth;
            child.is_old = false;
        }
    }

    /// Whether a child still waits for an earlier one.
    fn is_waiting(&self, base: usize, child: &Child<D>) -> bool {
        let mut next = child.waits_for;
        while let Some(at) = next {
            let earlier = &self.children[base + at as usize];
            if earlier.known.is_open() {
                return true;
            }
            next = earlier.waits_for;
        }
        false
    }

    /// What the children of a node make of it.
    fn summary(&self, frame: &Frame<D>, visitors: Option<&Visitors>) -> Summary {
        let role = frame.role;
        let (mut best, mut first, mut second) = (0, (NEVER, Reverse(0)), NEVER);
        let (mut phi, mut sum, mut most) = (NEVER, 0u32, 0);
        let visitors = visitors.filter(|_| role == Role::Attacker);
        let mut waiting = false;
        for (at, child) in self.children[frame.base..].iter().enumerate() {
            // Of equals the one with the greatest other number, which alone counts in full for the node:
            // below another work could be done that the node's numbers do not show.
            let mut number = (child.known.phi(role), Reverse(child.known.delta(role)));
            if child.waits_for.is_some() && child.known.is_open() && self.is_waiting(frame.base, child) {
                waiting = true;
                continue;
            }
            let weight = child.weight(role);
            sum = sum.saturating_add(weight.added).min(NEVER);
            most = most.max(weight.greatest);
            phi = phi.min(number.0);
            if let Some(visitors) = visitors.filter(|_| child.known.is_open()) {
                number.0 = visitors.burdened(child.key, number.0);
            }
            if number < first {
                second = first.0;
                (best, first) = (at, number);
            } else {
                second = second.min(number.0);
            }
        }
        let mut delta = sum.saturating_add(most).min(NEVER);
        let own = self.children.get(frame.base + best).map_or(0, |child| child.weight(role).added);
        let rest = sum - own.min(sum);
        if phi == 0 {
            delta = NEVER;
        } else if delta > 0 {
            // What waits is not nothing.
            delta = (delta + u32::from(waiting)).min(NEVER - 1);
        }
        let (pn, dn) = match role {
            Role::Attacker => (phi, delta),
            Role::Defender => (delta, phi),
        };
        Summary { pn, dn, best, second, rest }
    }
}
