//! Depth-first proof-number search.
//!
//! # Method
//! df-pn (A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, thesis, Tokyo 2002):
//! at every node the child that is cheapest to decide is expanded, for as long as it stays the cheapest,
//! under thresholds on its proof and disproof numbers; all results live in a [table](crate::table). To which
//! are added
//!
//! - *proof and disproof stocks* (Nagai and Imai, IPSJ Journal 43-6, 2002, after Seo 1999): a result is
//!   stored for the least stock that still proves, the largest that still fails, so that it decides every
//!   better or worse position;
//! - *repetition* (Kishimoto and Müller, *A General Solution to the Graph History Interaction Problem*, AAAI
//!   2004): a disproof that rests on a repetition holds for the way on which it was found and is kept under
//!   the hash of that way, together with the depth at which the repeated position stands. Where that position
//!   itself is left, nothing above it is needed any more, and the disproof holds everywhere;
//! - *thresholds in cycles* (Kishimoto, *Dealing with Infinite Loops, Underestimation, and Overestimation of
//!   Depth-First Proof-Number Search*, AAAI 2010): below a child whose numbers come from a visit nearer to
//!   the root thresholds are lifted until a new position is expanded;
//! - *weak proof numbers* (Ueda, Hashimoto, Hashimoto and Iida, *Weak Proof-Number Search*, Computers and
//!   Games 2008): where all moves must be decided, the greatest of their numbers and one for each other move,
//!   not the sum. Where ways meet, sums count the same position over and over, and in long problems grow past
//!   all bounds;
//! - *queues*: of moves that are mostly worth the same (drops of different pieces on one square, or between
//!   the checker and the king where nothing else supports them) only the first counts until it is decided;
//! - *mates in one* are seen when a position is first entered, as far as the game sees them at a glance: its
//!   other attacks are not even looked up (of 62 diagrams of 将棋無双 0.72 of the positions in 0.84 of the time);
//! - a *bound on the plies*: the same search proves that there is no mate in n or less, so that a shortest
//!   mate is a matter of asking again. Lengths are kept with proofs and disproofs, which serve every bound
//!   that they imply.
//!
//! The stack is explicit: lines of thousands of plies are ordinary.

use crate::{
    AndOrGame, DfPnInfo, Role, Stock, Verdict,
    pages::Pages,
    path::Path,
    table::{FOREVER, Found, Known, NEVER, Table},
};
use std::io;

/// Deeper than this a line counts as a repetition.
const MAX_DEPTH: usize = 8000;

/// A child is left for the second-best only where its number is larger by one part in so many: fewer ways are
/// gone over again (the 1 + ε of Pawlewicz and Lew, 2007).
const EPSILON_INVERSE: u32 = 8;

/// How many expansions pass between two reports, if nothing else is asked for.
const REPORT_EVERY: u64 = 1 << 12;

/// A result that depends on no repetition.
const FREE: u16 = u16::MAX;

/// How much of the memory serves disproofs by repetition, at most, as a divisor; and no more than 4 MiB.
const REPETITION_SHARE: usize = 64;
const REPETITION_SLOTS: usize = 1 << 18;

/// A search with its memory, which may be asked again and again.
pub struct DfPn<D: AndOrGame> {
    game: D,
    table: Table,
    repetitions: Pages<[u64; 2]>,
    path: Path<D::Stock>,
    frames: Vec<Frame<D>>,
    children: Vec<Child<D>>,
    moves: Vec<D::Move>,
    scratch: D::Scratch,
    nodes: u64,
    queries: u64,
    /// After how many nodes the next report is due. Many short searches report as often as a long one.
    next_report: u64,
    report_every: u64,
    /// Proof and disproof number of the root.
    root: (u32, u32),
    /// The attacker's move that won at the root of the last search, with the plies after it.
    decisive: Option<(D::Move, u16)>,
}

struct Frame<D: AndOrGame> {
    pos: D::Pos,
    key: u64,
    stock: D::Stock,
    role: Role,
    /// Where its children begin.
    base: usize,
    /// The child that is being searched.
    current: usize,
    limits: Limits,
    /// Thresholds have to be lifted: the numbers of a child may come from this very way.
    lift: bool,
    amount: u32,
}

/// A position to be entered.
struct Visit<D: AndOrGame> {
    pos: D::Pos,
    key: u64,
    stock: D::Stock,
    role: Role,
    limits: Limits,
    lift: bool,
    is_fresh: bool,
}

/// Until when a node is searched.
#[derive(Clone, Copy)]
struct Limits {
    pn: u32,
    dn: u32,
    len: u16,
}

struct Child<D: AndOrGame> {
    mv: D::Move,
    key: u64,
    stock: D::Stock,
    known: Known<D::Stock>,
    /// The depth that a disproof depends on, or [`FREE`].
    rests_on: u16,
    /// The queue in which it stands.
    queue: Option<u16>,
    /// The nearest earlier child that this one waits for.
    waits_for: Option<u16>,
    is_fresh: bool,
    is_old: bool,
    is_alike: bool,
}

/// What a child counts for in the number that decides against the side to move.
struct Weight {
    /// Its part of the sum over the children.
    added: u32,
    /// What counts, beside the sum, for the greatest of the children only.
    greatest: u32,
}

impl<D: AndOrGame> Child<D> {
    /// The position after a move: lost for the attacker, until something else is known of it.
    const fn new(mv: D::Move, key: u64, stock: D::Stock) -> Self {
        Self {
            mv,
            key,
            stock,
            known: lost(stock, 0),
            rests_on: FREE,
            queue: None,
            waits_for: None,
            is_fresh: false,
            is_old: false,
            is_alike: false,
        }
    }

    const fn weight(&self, mover: Role) -> Weight {
        let number = self.known.delta(mover);
        if !self.known.is_open() {
            Weight { added: number, greatest: 0 }
        } else if self.is_alike {
            Weight { added: 0, greatest: number }
        } else {
            Weight { added: 1, greatest: number - 1 }
        }
    }
}

/// A node as its children make it.
struct Summary {
    pn: u32,
    dn: u32,
    /// The best child's place, and the second-best's number.
    best: usize,
    second: u32,
    /// What of the other number does not come from the best child.
    rest: u32,
}

impl<D: AndOrGame> DfPn<D> {
    /// A search that uses about so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(game: D, bytes: usize) -> io::Result<Self> {
        let slots = bytes / REPETITION_SHARE / size_of::<[u64; 2]>();
        let slots = (slots + 1).next_power_of_two().clamp(512, 2 * REPETITION_SLOTS) / 2;
        Ok(Self {
            game,
            table: Table::new(bytes.saturating_sub(slots * size_of::<[u64; 2]>()))?,
            repetitions: Pages::new(slots)?,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            scratch: D::Scratch::default(),
            nodes: 0,
            queries: 0,
            next_report: REPORT_EVERY,
            report_every: REPORT_EVERY,
            root: (1, 1),
            decisive: None,
        })
    }

    /// The game.
    pub const fn game(&self) -> &D {
        &self.game
    }

    /// The game, for who asks another question of it: what is remembered must not hold for both.
    pub const fn game_mut(&mut self) -> &mut D {
        &mut self.game
    }

    /// Positions expanded since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports after every so many expansions, from the next report on.
    pub const fn set_report_every(&mut self, nodes: u64) {
        self.report_every = nodes;
        self.next_report = self.nodes + nodes;
    }

    /// Forgets all results.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// In at most how many plies the attacker wins from a position, if that is remembered.
    pub fn recall(&self, pos: &D::Pos) -> Option<u32> {
        self.recall_key(self.game.key(pos), self.game.stock(pos))
    }

    pub(crate) fn recall_key(&self, key: u64, stock: D::Stock) -> Option<u32> {
        self.table.least_len(key, stock).map(u32::from)
    }

    /// How things stand.
    pub fn report(&self) -> DfPnInfo {
        DfPnInfo { nodes: self.nodes, pn: self.root.0, dn: self.root.1, depth: self.frames.len() }
    }

    /// Whether the attacker wins from a position, in at most `plies` plies if that is given. `watch` is told
    /// now and then how things stand, and stops the search by answering `false`.
    pub fn prove(
        &mut self,
        pos: &D::Pos,
        role: Role,
        plies: Option<u32>,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> Verdict {
        let len = plies.map_or(FOREVER, |plies| plies.min(u32::from(FOREVER - 1)) as u16);
        if len == 0 && role == Role::Attacker {
            return Verdict::Disproven;
        }
        let (key, stock) = (self.game.key(pos), self.game.stock(pos));
        if let Found::Decided(known) = self.table.find(key, stock, len, 0) {
            return verdict(&known);
        }
        self.search(pos, role, len, watch).map_or(Verdict::Unknown, |known| verdict(&known))
    }

    /// A move of the attacker that wins in at most `plies` plies, with the plies after it at most, found
    /// again where only the position's own value is remembered. None if there is none or the search was
    /// stopped.
    pub fn attack(
        &mut self,
        pos: &D::Pos,
        plies: u32,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> Option<(D::Move, u32)> {
        self.search(pos, Role::Attacker, plies.min(u32::from(FOREVER - 1)) as u16, watch)?;
        self.decisive.map(|(mv, left)| (mv, u32::from(left)))
    }

    /// Searches from a position, whatever is remembered of itself. None if it was stopped.
    fn search(
        &mut self,
        pos: &D::Pos,
        role: Role,
        len: u16,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> Option<Known<D::Stock>> {
        self.queries += 1;
        self.path.start(self.queries);
        self.decisive = None;
        let (key, stock) = (self.game.key(pos), self.game.stock(pos));
        let limits = Limits { pn: NEVER, dn: NEVER, len };
        self.enter(Visit { pos: pos.clone(), key, stock, role, limits, lift: false, is_fresh: true });
        let known = self.run(watch);
        self.frames.clear();
        self.children.clear();
        known
    }

    /// Searches until the root is left.
    fn run(&mut self, watch: &mut dyn FnMut(&DfPnInfo) -> bool) -> Option<Known<D::Stock>> {
        loop {
            let frame = self.frames.last().expect("the root is left last");
            let summary = self.summary(frame);
            if self.frames.len() == 1 {
                self.root = (summary.pn, summary.dn);
            }
            let Limits { pn, dn, .. } = frame.limits;
            if summary.pn < pn && summary.dn < dn {
                self.descend(&summary);
            } else if let Some(known) = self.leave(&summary) {
                return Some(known);
            }
            if self.nodes >= self.next_report {
                self.next_report = self.nodes + self.report_every;
                if self.table.is_full() {
                    self.table.collect();
                }
                if !watch(&self.report()) {
                    return None;
                }
            }
        }
    }

    /// Goes on to the best child, until it is no longer the best.
    fn descend(&mut self, summary: &Summary) {
        let frame = self.frames.last_mut().expect("somewhere to go on from");
        let child = &self.children[frame.base + summary.best];
        let is_fresh = child.is_fresh;
        frame.current = summary.best;
        frame.lift &= !is_fresh;
        let Limits { pn, dn, len } = frame.limits;
        let phi = |threshold: u32| {
            threshold.min(summary.second.saturating_add(1 + summary.second / EPSILON_INVERSE))
        };
        let delta = |threshold: u32| threshold.saturating_sub(summary.rest).max(1);
        let (pn, dn) = match frame.role {
            Role::Attacker => (phi(pn), delta(dn)),
            Role::Defender => (delta(pn), phi(dn)),
        };
        let visit = Visit {
            pos: self.game.play(&frame.pos, child.mv),
            key: child.key,
            stock: child.stock,
            role: frame.role.other(),
            limits: Limits { pn, dn, len: one_less(len) },
            lift: frame.lift,
            is_fresh,
        };
        self.enter(visit);
    }

    /// Goes to a position: lists its moves and looks up where they lead.
    fn enter(&mut self, visit: Visit<D>) {
        let Visit { pos, key, stock, role, limits, lift, is_fresh } = visit;
        self.nodes += 1;
        self.path.push(key, stock);
        let base = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        match role {
            Role::Attacker => self.game.attacks(&pos, &mut moves),
            Role::Defender => self.game.defences(&pos, &mut moves),
        }
        if role == Role::Defender && limits.len < 2 {
            // No attack is left after a defence: the first refutes.
            moves.truncate(1);
        }
        let mut frame = Frame { pos, key, stock, role, base, current: 0, limits, lift, amount: 1 };
        let decisive =
            if is_fresh && role == Role::Attacker { self.game.decisive(&frame.pos, &moves) } else { None };
        if let Some(mv) = decisive {
            let child = self.won(&frame, mv);
            self.children.push(child);
        } else {
            self.game.begin(&mut self.scratch);
            for &mv in &moves {
                self.add_child(&frame, mv);
            }
            self.look_up_children(&mut frame);
        }
        self.moves = moves;
        if frame.lift {
            let Summary { pn, dn, .. } = self.summary(&frame);
            let is_over = pn >= limits.pn || dn >= limits.dn;
            if pn != 0 && dn != 0 && !(is_fresh && is_over) {
                frame.limits.pn = limits.pn.max((pn + 1).min(NEVER));
                frame.limits.dn = limits.dn.max((dn + 1).min(NEVER));
            }
        }
        self.frames.push(frame);
    }

    /// Goes back to the parent with what is known now; gives it if there is no parent.
    fn leave(&mut self, summary: &Summary) -> Option<Known<D::Stock>> {
        let frame = self.frames.pop().expect("somewhere to leave");
        let depth = self.frames.len();
        let (known, rests_on) = self.known(&frame, summary);
        if usize::from(rests_on) < depth {
            let hash = self.path.hash();
            let slot = hash as usize & (self.repetitions.len() - 1);
            self.repetitions[slot] = [hash, u64::from(rests_on)];
            if let Some(parent) = self.frames.last() {
                let before = self.children[parent.base + parent.current].known;
                let before = Known { amount: frame.amount, ..before };
                self.table.store_repeating(frame.key, frame.stock, &before, depth as u16);
            }
        } else {
            self.table.store(frame.key, frame.stock, &known, depth as u16);
        }
        self.path.pop();
        let Some(parent) = self.frames.last_mut() else {
            let wins = self.children.iter().filter(|child| known.pn == 0 && child.known.pn == 0);
            self.decisive = wins.map(|child| (child.mv, child.known.len)).min_by_key(|&(_, len)| len);
            return Some(known);
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
    fn known(&self, frame: &Frame<D>, summary: &Summary) -> (Known<D::Stock>, u16) {
        let children = &self.children[frame.base..];
        let known = |pn, dn, stock, len| Known { pn, dn, stock, len, amount: frame.amount };
        let before = |child: &Child<D>| self.game.stock_before(&frame.pos, child.mv, child.known.stock);
        match (frame.role, summary.pn, summary.dn) {
            (Role::Attacker, 0, _) => {
                let wins = children.iter().filter(|child| child.known.pn == 0);
                let best = wins.min_by_key(|child| child.known.len).expect("a proof has a move");
                (known(0, NEVER, before(best), one_more(best.known.len)), FREE)
            }
            (Role::Attacker, _, 0) => {
                let mut stock = self.game.unavailing(&frame.pos);
                let (mut len, mut rests_on) = (FOREVER, FREE);
                for child in children {
                    stock = stock.meet(before(child));
                    len = len.min(one_more(child.known.len));
                    rests_on = rests_on.min(child.rests_on);
                }
                (known(NEVER, 0, stock, len), rests_on)
            }
            (Role::Defender, 0, _) => {
                let mut stock = self.game.exclusive(&frame.pos);
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
    fn won(&self, frame: &Frame<D>, mv: D::Move) -> Child<D> {
        let after = self.game.play(&frame.pos, mv);
        let stock = self.game.exclusive(&after);
        let key = self.game.key_after(&frame.pos, frame.key, mv);
        let known = Known { pn: 0, dn: NEVER, stock, len: 0, amount: 1 };
        Child { known, ..Child::new(mv, key, self.game.stock(&after)) }
    }

    /// Adds the position after a move, of which nothing is known yet.
    fn add_child(&mut self, frame: &Frame<D>, mv: D::Move) {
        let game = &self.game;
        let key = game.key_after(&frame.pos, frame.key, mv);
        // What is looked up soon is fetched by the time that all children stand there.
        self.table.prefetch(key);
        let stock = game.stock_after(&frame.pos, mv);
        let siblings = &self.children[frame.base..];
        let queue = game.queue(&frame.pos, mv, frame.role, &mut self.scratch);
        let waits_for = queue.and_then(|_| siblings.iter().rposition(|earlier| earlier.queue == queue));
        self.children.push(Child {
            queue,
            waits_for: waits_for.map(|at| at as u16),
            is_alike: frame.role == Role::Attacker && game.is_alike(mv),
            ..Child::new(mv, key, stock)
        });
    }

    /// Looks up what is known of the children, in their order, up to one that decides the node.
    fn look_up_children(&mut self, frame: &mut Frame<D>) {
        if frame.role == Role::Defender && frame.limits.len < 2 {
            return;
        }
        for at in frame.base..self.children.len() {
            self.look_up(frame, at);
            let child = &self.children[at];
            frame.lift |= child.is_old;
            if child.known.phi(frame.role) == 0 {
                self.children.truncate(at + 1);
                break;
            }
        }
    }

    /// What is known of a child before it is visited.
    fn look_up(&mut self, frame: &Frame<D>, at: usize) {
        let child = &mut self.children[at];
        let (key, stock, len) = (child.key, child.stock, one_less(frame.limits.len));
        if self.frames.len() >= MAX_DEPTH {
            (child.known, child.rests_on) = (lost(stock, len), 0);
            return;
        }
        if let Some(depth) = self.path.repeated(key, stock) {
            (child.known, child.rests_on) = (lost(stock, len), depth as u16);
            return;
        }
        match self.table.find(key, stock, len, self.path.len() as u16) {
            Found::Decided(known) => child.known = known,
            Found::Open { pn, dn, amount, depth, repeats } => {
                child.known = Known { pn, dn, stock, len: 0, amount };
                child.is_old = usize::from(depth) < self.path.len();
                if repeats {
                    self.look_up_repetition(at, len);
                }
            }
            Found::Fresh { pn, dn } => {
                let (first_pn, first_dn) =
                    self.game.estimate(&frame.pos, child.mv, frame.role, &mut self.scratch);
                child.known = Known { pn: first_pn.max(pn), dn: first_dn.max(dn), stock, len: 0, amount: 1 };
                child.is_fresh = true;
            }
        }
    }

    /// Whether the child has been disproved by repetition on this very way.
    fn look_up_repetition(&mut self, at: usize, len: u16) {
        let child = &mut self.children[at];
        let hash = self.path.hash_with(child.key, child.stock);
        let [stored, depth] = self.repetitions[hash as usize & (self.repetitions.len() - 1)];
        if stored == hash {
            child.known = lost(child.stock, len);
            child.rests_on = depth as u16;
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
    fn summary(&self, frame: &Frame<D>) -> Summary {
        let role = frame.role;
        let (mut best, mut first, mut second) = (0, (NEVER, NEVER), NEVER);
        let (mut sum, mut most) = (0u32, 0);
        let mut waiting = false;
        for (at, child) in self.children[frame.base..].iter().enumerate() {
            let number = (child.known.phi(role), child.known.delta(role));
            if child.known.is_open() && self.is_waiting(frame.base, child) {
                waiting = true;
                continue;
            }
            let weight = child.weight(role);
            sum = sum.saturating_add(weight.added).min(NEVER);
            most = most.max(weight.greatest);
            if number < first {
                second = first.0;
                (best, first) = (at, number);
            } else {
                second = second.min(number.0);
            }
        }
        let phi = first.0;
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

/// What fails for the attacker within so many plies.
const fn lost<S>(stock: S, len: u16) -> Known<S> {
    Known { pn: NEVER, dn: 0, stock, len, amount: 1 }
}

fn one_less(len: u16) -> u16 {
    if len == FOREVER { FOREVER } else { len.saturating_sub(1) }
}

fn one_more(len: u16) -> u16 {
    len.saturating_add(1)
}

fn verdict<S>(known: &Known<S>) -> Verdict {
    if known.pn == 0 { Verdict::Proven(u32::from(known.len)) } else { Verdict::Disproven }
}
