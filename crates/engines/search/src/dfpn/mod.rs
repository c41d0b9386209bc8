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
//!   all bounds. Of equally cheap moves the one with the greatest other number is searched, for that is the
//!   one by which the node is measured (of 73 classics 0.79 of the positions);
//! - *queues*: of moves that are mostly worth the same (drops of different pieces on one square, or between
//!   the checker and the king where nothing else supports them) only the first counts until it is decided;
//! - *mates in one* are seen when a position is first entered, as far as the game sees them at a glance: its
//!   other attacks are not even looked up (of 62 diagrams of 将棋無双 0.72 of the positions in 0.84 of the time);
//! - a *bound on the plies*: the same search proves that there is no mate in n or less, so that a shortest
//!   mate is a matter of asking again. Lengths are kept with proofs and disproofs, which serve every bound
//!   that they imply.
//!
//! The stack is explicit: lines of thousands of plies are ordinary.
//!
//! A search whose table is much too small for it would never end: [`progress`] says when it is given up.
//!
//! # Threads
//! Each walks from the root by itself, over one table without locks, and finds the checks dearer below which
//! others are ([`visitors`]); the first that leaves the root has the answer. A child is looked up once more
//! before it is entered, so that what others found out is taken over. Disproofs by repetition are shared by
//! the hash of the way. A search begins alone: most questions are answered before another thread would have
//! started.

mod common;
mod node;
mod progress;
mod repetitions;
mod visitors;
mod walk;

use crate::{
    AndOrGame, DfPnInfo, Role, Verdict,
    table::{FOREVER, Found, Known, NEVER},
};
use common::{Common, Party};
use node::{Answer, Thresholds, Visit};
use std::{io, mem, thread};
use visitors::Visitors;
use walk::Walk;

/// How many expansions pass between two reports, if nothing else is asked for.
const REPORT_EVERY: u64 = 1 << 12;

/// How many positions are expanded before other threads help: some hundredths of a second.
const ALONE: u64 = 1 << 14;

/// A search with its memory, which may be asked again and again.
pub struct DfPn<D: AndOrGame> {
    game: D,
    common: Common,
    own: Walk<D>,
    /// Those of further threads.
    others: Vec<Walk<D>>,
    /// None before they are asked for help.
    visitors: Option<Visitors>,
    /// How many positions a search expands before other threads help.
    pub(crate) alone: u64,
    queries: u64,
    given_up: u64,
    /// After how many nodes the next report is due. Many short searches report as often as a long one.
    next_report: u64,
    report_every: u64,
}

impl<D: AndOrGame> DfPn<D> {
    /// A search that uses about so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(game: D, bytes: usize) -> io::Result<Self> {
        Ok(Self {
            game,
            common: Common::new(bytes)?,
            own: Walk::new(),
            others: Vec::new(),
            visitors: None,
            alone: ALONE,
            queries: 0,
            given_up: 0,
            next_report: REPORT_EVERY,
            report_every: REPORT_EVERY,
        })
    }

    /// Searches by so many threads from now on, at least one. With more the same question may be answered by
    /// another proof.
    pub fn set_threads(&mut self, threads: usize) {
        self.others = (1..threads).map(|_| Walk::new()).collect();
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
    pub fn nodes(&self) -> u64 {
        self.common.nodes(&self.own)
    }

    /// Reports after every so many expansions, from the next report on.
    pub const fn set_report_every(&mut self, nodes: u64) {
        self.report_every = nodes;
        self.next_report = self.own.nodes + nodes;
    }

    /// Forgets all results.
    pub fn clear(&mut self) {
        self.common.table_mut().clear();
    }

    /// In at most how many plies the attacker wins from a position, if that is remembered.
    pub fn recall(&self, pos: &D::Pos) -> Option<u32> {
        self.recall_key(self.game.key(pos), self.game.stock(pos))
    }

    pub(crate) fn recall_key(&self, key: u64, stock: D::Stock) -> Option<u32> {
        self.common.table().least_len(key, stock).map(u32::from)
    }

    /// How things stand.
    pub fn report(&self) -> DfPnInfo {
        self.common.report(&self.own)
    }

    /// How many questions were left undecided since it was made because the table is too small for them, and
    /// not because `watch` stopped the search.
    pub const fn given_up(&self) -> u64 {
        self.given_up
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
        if let Found::Decided(known) = self.common.table_mut().find(key, stock, len, 0) {
            return verdict(&known);
        }
        self.search(pos, role, len, watch).map_or(Verdict::Unknown, |(known, _)| verdict(&known))
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
        let len = plies.min(u32::from(FOREVER - 1)) as u16;
        let (_, decisive) = self.search(pos, Role::Attacker, len, watch)?;
        decisive.map(|(mv, left)| (mv, u32::from(left)))
    }

    /// Searches from a position, whatever is remembered of itself. None if it was stopped.
    fn search(
        &mut self,
        pos: &D::Pos,
        role: Role,
        len: u16,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> Option<Answer<D>> {
        self.queries += 1;
        let (key, stock) = (self.game.key(pos), self.game.stock(pos));
        let thresholds = Thresholds { pn: NEVER, dn: NEVER, len };
        let root = || Visit { pos: pos.clone(), key, stock, role, thresholds, lift: false, is_fresh: true };
        let every = self.report_every;
        self.common.begin();
        let party = Party { game: &self.game, common: &self.common, visitors: None };
        party.start(&mut self.own, root(), self.queries);
        let alone = if self.others.is_empty() { u64::MAX } else { self.own.nodes + self.alone };
        let mut is_stopped = false;
        let found = party.walk(&mut self.own, &mut self.next_report, &mut |own| {
            is_stopped = !watch(&party.common.report(own));
            (!is_stopped && own.nodes < alone).then_some(every)
        });
        let found = if found.is_some() || is_stopped || self.common.has_given_up() {
            found
        } else {
            self.search_on(&root, watch)
        };
        self.given_up += u64::from(found.is_none() && self.common.has_given_up());
        found
    }

    /// Goes on with the own walk, and with those of other threads from the root.
    fn search_on(
        &mut self,
        root: &dyn Fn() -> Visit<D>,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> Option<Answer<D>> {
        let visitors = self.visitors.get_or_insert_with(Visitors::new);
        visitors.clear();
        self.own.announce(visitors);
        let party = Party { game: &self.game, common: &self.common, visitors: Some(visitors) };
        let (party, question, every) = (&party, self.queries, self.report_every);
        let help = |walk: &mut Walk<D>, root: Visit<D>| {
            party.start(walk, root, question);
            let (mut next, mut told) = (walk.nodes + REPORT_EVERY, walk.nodes);
            let answer = party.walk(walk, &mut next, &mut |walk| {
                party.common.add_elsewhere(walk.nodes - mem::replace(&mut told, walk.nodes));
                Some(REPORT_EVERY)
            });
            party.common.add_elsewhere(walk.nodes - told);
            answer.inspect(|_| party.common.end())
        };
        thread::scope(|scope| {
            let helpers = self.others.iter_mut().filter_map(|walk| {
                let root = root();
                // Without another thread the search goes on all the same.
                thread::Builder::new().spawn_scoped(scope, move || help(walk, root)).ok()
            });
            let helpers: Vec<_> = helpers.collect();
            let answer = party.walk(&mut self.own, &mut self.next_report, &mut |own| {
                watch(&party.common.report(own)).then_some(every)
            });
            party.common.end();
            let helped = helpers.into_iter().filter_map(|helper| helper.join().expect("no thread panics"));
            answer.or(helped.last())
        })
    }
}

fn verdict<S>(known: &Known<S>) -> Verdict {
    if known.pn == 0 { Verdict::Proven(u32::from(known.len)) } else { Verdict::Disproven }
}
