//! One thread's simulations.

use super::{
    Options, Playable,
    node::{Node, State},
    tree::Tree,
};
use crate::Random;
use yomikiri_core::Side;

/// A node of the way down, with the side that is to move there.
struct Step<'t> {
    node: &'t Node,
    mover: Side,
}

/// What a thread needs for a simulation, kept from one to the next.
pub struct Walker<'t, G: Playable> {
    game: &'t G,
    tree: &'t Tree,
    options: &'t Options,
    random: Random,
    way: Vec<Step<'t>>,
    moves: Vec<(G::Move, f32)>,
    made: Vec<(Side, G::Move)>,
    /// For each side and move, the first point of this simulation from which on it was made, counted from 1.
    when: [Vec<u8>; 2],
}

/// Moves that a position is given at first: most positions never need more, and memory is what ends a long
/// search.
const FEW: usize = 16;

/// How many times as many it is given when these were all tried.
const MORE: usize = 4;

/// What is heard of moves made later than this many plies is not told on: a byte holds it.
const HORIZON: usize = 250;

impl<'t, G: Playable> Walker<'t, G> {
    pub fn new(game: &'t G, tree: &'t Tree, options: &'t Options, random: Random) -> Self {
        let when = [vec![0; game.numbers()], vec![0; game.numbers()]];
        let (way, moves, made) = (Vec::new(), Vec::new(), Vec::new());
        Self { game, tree, options, random, way, moves, made, when }
    }

    /// Goes down from a position, values the one where the tree ends, and takes the value back.
    pub fn simulate(&mut self, mut pos: G::Pos) {
        self.way.clear();
        self.made.clear();
        let mut node = &self.tree.root;
        // Only one position a simulation is given its moves, and one of these is tried at once: the position
        // itself may be worth the same as when it was last looked at.
        let mut grown = false;
        let value = loop {
            let mover = self.game.side(&pos);
            node.enter();
            self.way.push(Step { node, mover });
            if let Some(exact) = node.exact()
                && self.way.len() > 1
            {
                break seen_by(mover.other(), exact);
            }
            let mut children = self.tree.children(node);
            if children.is_empty() && self.join(node, State::Leaf, &pos) {
                children = self.tree.children(node);
            }
            if children.is_empty() && !grown {
                if let Some(value) = self.expand(node, &pos) {
                    break value;
                }
                children = self.tree.children(node);
                grown = !children.is_empty();
            } else if self.is_narrow(node, children) {
                self.widen(node, &pos);
                children = self.tree.children(node);
            }
            if children.is_empty() {
                break self.game.value(&mut pos, &mut self.random, &mut self.made);
            }
            node = self.choose(node, children);
            let mv = self.game.numbered(node.number());
            self.made.push((mover, mv));
            self.game.play(&mut pos, mv);
        };
        self.take_back(value);
    }

    /// Adds moves of a position if it is ripe. The value, if the game is over there.
    fn expand(&mut self, node: &Node, pos: &G::Pos) -> Option<f32> {
        let ripe = self.way.len() == 1 || node.visits() >= self.options.ripe;
        if !ripe || self.tree.is_full() || !node.claim(State::Leaf) {
            return None;
        }
        self.list(pos);
        if self.moves.is_empty() {
            let value = self.game.result(pos);
            node.prove(seen_by(self.game.side(pos).other(), value));
            return Some(value);
        }
        self.grow(node, pos, State::Leaf, FEW);
        None
    }

    /// Whether a position wants more of its moves: all that it has were tried, or it is the one that is asked
    /// about.
    fn is_narrow(&self, node: &Node, children: &[Node]) -> bool {
        matches!(node.state(), State::Partial(_))
            && !self.tree.is_full()
            && (self.way.len() == 1 || children.last().is_some_and(|last| last.visits() > 0))
    }

    /// Adds more moves of a position.
    fn widen(&mut self, node: &Node, pos: &G::Pos) {
        let was = node.state();
        if matches!(was, State::Partial(_)) && !self.join(node, was, pos) && node.claim(was) {
            self.list(pos);
            self.grow(node, pos, was, was.children() as usize * MORE);
        }
    }

    /// Gives a position the moves that it has elsewhere in the tree, if these are more; tells whether it did.
    fn join(&self, node: &Node, was: State, pos: &G::Pos) -> bool {
        let key = self.key(pos);
        key.is_some_and(|key| self.tree.join(node, was, key))
    }

    fn key(&self, pos: &G::Pos) -> Option<u64> {
        if self.options.merging { self.game.key(pos) } else { None }
    }

    /// Lists the moves of a position.
    fn list(&mut self, pos: &G::Pos) {
        self.moves.clear();
        self.game.moves(pos, &mut self.moves);
    }

    /// Gives a claimed node as many children as are wanted, the likeliest of the moves that are listed, or
    /// all where that matters: at the root, and where something is heard of moves that were never tried.
    fn grow(&mut self, node: &Node, pos: &G::Pos, was: State, wanted: usize) {
        let key = self.key(pos);
        let sum: f32 = self.moves.iter().map(|(_, weight)| weight).sum();
        let all = self.way.len() == 1 || self.options.trust > 0.0 || wanted >= self.moves.len();
        // Where moves are as likely their numbers decide, so that those that are there already come first
        // again.
        let rank = |a: &(G::Move, f32), b: &(G::Move, f32)| {
            b.1.total_cmp(&a.1).then_with(|| self.game.number(a.0).cmp(&self.game.number(b.0)))
        };
        let kept = if all { &mut self.moves[..] } else { self.moves.select_nth_unstable_by(wanted, rank).0 };
        kept.sort_unstable_by(rank);
        let children = kept.iter().map(|&(mv, weight)| (self.game.number(mv), weight / sum));
        self.tree.grow(node, was, children, all, key);
    }

    /// The child that promises most to the side to move.
    fn choose(&self, node: &Node, children: &'t [Node]) -> &'t Node {
        let Options { exploration, trust, caution, merging, .. } = *self.options;
        let guess = 1.0 - node.mean().unwrap_or(0.5) - caution;
        // Who came to the position by another way has tried its moves too: the likeliest first, see below.
        let visits = children.iter().map(Node::visits).take_while(|&visits| merging && visits > 0);
        let tried = visits.sum();
        let curiosity = exploration * (node.visits().max(tried) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, &children[0]);
        for child in children {
            let (visits, later) = (child.visits() as f32, child.later() as f32);
            let promise = match child.exact() {
                Some(exact) if exact > 0.5 => exact + 1.0,
                // Nothing more is to be learnt of it; it is taken only where all are like this.
                Some(exact) => exact - 2.0,
                None => {
                    let mean = (child.sum() + guess) / (visits + 1.0);
                    let heard = (child.later_sum() + guess) / (later + 1.0);
                    let share =
                        if trust > 0.0 { later / (later + visits + later * visits / trust) } else { 0.0 };
                    let share = if later > 0.0 { share } else { 0.0 };
                    mean + share * (heard - mean) + curiosity * child.prior() / (1.0 + visits)
                }
            };
            if promise > best.0 {
                best = (promise, child);
            }
            // The likeliest come first: where nothing is heard of moves before they are tried, no later one
            // promises more.
            if trust == 0.0 && child.visits() == 0 {
                break;
            }
        }
        best.1
    }

    /// Adds the value to all nodes of the way, and to those of the moves that were made later by the same
    /// side.
    fn take_back(&mut self, value: f32) {
        // From the last to the first: the first point at which a move was made is what stays.
        for (at, &(side, mv)) in self.made.iter().enumerate().take(HORIZON).rev() {
            self.when[side.index()][self.game.number(mv) as usize] = at as u8 + 1;
        }
        for (depth, &Step { node, mover }) in self.way.iter().enumerate() {
            node.leave(seen_by(mover.other(), value));
            if self.options.trust > 0.0 {
                self.tell(node, mover, depth, seen_by(mover, value));
            }
        }
        for &(side, mv) in self.made.iter().take(HORIZON) {
            self.when[side.index()][self.game.number(mv) as usize] = 0;
        }
        self.prove();
    }

    /// Tells the moves of a position, at a depth, that they were made by the side to move, then or later.
    fn tell(&self, node: &Node, mover: Side, depth: usize, value: f32) {
        let when = &self.when[mover.index()];
        for child in self.tree.children(node) {
            if usize::from(when[child.number() as usize]) > depth {
                child.hear(value);
            }
        }
    }

    /// Takes proofs up the way, as far as they reach.
    fn prove(&self) {
        for pair in self.way.windows(2).rev() {
            let (parent, child) = (pair[0].node, pair[1].node);
            let Some(exact) = child.exact() else { return };
            let best = match parent.state() {
                State::Partial(_) | State::Whole(_) if exact > 0.5 => Some(exact),
                State::Whole(_) => self.all_proven(parent),
                _ => None,
            };
            let Some(best) = best else { return };
            parent.prove(1.0 - best);
        }
    }

    /// The best value of the children, if all are proven.
    fn all_proven(&self, node: &Node) -> Option<f32> {
        self.tree.children(node).iter().try_fold(0.0_f32, |best, child| Some(best.max(child.exact()?)))
    }
}

/// A value for the first player as a side sees it; also back again.
fn seen_by(side: Side, value: f32) -> f32 {
    match side {
        Side::First => value,
        Side::Second => 1.0 - value,
    }
}
