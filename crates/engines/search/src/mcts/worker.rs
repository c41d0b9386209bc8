//! One thread's simulations.

use super::{
    Options, Playable,
    node::{Node, State},
    tree::Tree,
};
use yomikiri_core::Random;
use yomikiri_core::Side;

/// A node of the way down, with the side that is to move there.
struct Step<'t> {
    node: &'t Node,
    mover: Side,
}

/// What a thread needs for a simulation, kept from one to the next.
pub struct Worker<'t, G: Playable> {
    game: &'t G,
    tree: &'t Tree,
    options: &'t Options,
    random: Random,
    path: Vec<Step<'t>>,
    moves: Vec<(G::Move, f32)>,
    played: Vec<(Side, G::Move)>,
    /// For each side and move, the first point of this simulation from which on it was made, counted from 1.
    first_played: [Vec<u8>; 2],
}

/// Moves that a position is given at first: most positions never need more, and memory is what ends a long
/// search.
const INITIAL_CHILDREN: usize = 16;

/// How many times as many it is given when these were all tried.
const WIDENING_FACTOR: usize = 4;

/// Moves made later than this many plies below the root give no RAVE statistics: a byte holds the ply.
const RAVE_HORIZON: usize = 250;

impl<'t, G: Playable> Worker<'t, G> {
    pub fn new(game: &'t G, tree: &'t Tree, options: &'t Options, random: Random) -> Self {
        let first_played = [vec![0; game.numbers()], vec![0; game.numbers()]];
        let (path, moves, played) = (Vec::new(), Vec::new(), Vec::new());
        Self { game, tree, options, random, path, moves, played, first_played }
    }

    /// Goes down from a position, values the one where the tree ends, and takes the value back.
    pub fn simulate(&mut self, mut pos: G::Pos) {
        self.path.clear();
        self.played.clear();
        let mut node = &self.tree.root;
        // Only one position a simulation is given its moves, and one of these is tried at once: the position
        // itself may be worth the same as when it was last looked at.
        let mut expanded = false;
        let value = loop {
            let mover = self.game.side(&pos);
            node.add_virtual_loss();
            self.path.push(Step { node, mover });
            if let Some(exact) = node.exact()
                && self.path.len() > 1
            {
                break seen_by(mover.other(), exact);
            }
            let mut children = self.tree.children(node);
            if children.is_empty() && self.share_children(node, State::Leaf, &pos) {
                children = self.tree.children(node);
            }
            if children.is_empty() && !expanded {
                if let Some(value) = self.expand(node, &pos) {
                    break value;
                }
                children = self.tree.children(node);
                expanded = !children.is_empty();
            } else if self.is_narrow(node, children) {
                self.widen(node, &pos);
                children = self.tree.children(node);
            }
            if children.is_empty() {
                break self.game.value(&mut pos, &mut self.random, &mut self.played);
            }
            node = self.select(node, children);
            let mv = self.game.numbered(node.number());
            self.played.push((mover, mv));
            self.game.play(&mut pos, mv);
        };
        self.backpropagate(value);
    }

    /// Adds moves of a position of enough visits. The value, if the game is over there.
    fn expand(&mut self, node: &Node, pos: &G::Pos) -> Option<f32> {
        let due = self.path.len() == 1 || node.visits() >= self.options.expansion_threshold;
        if !due || self.tree.is_full() || !node.claim(State::Leaf) {
            return None;
        }
        self.generate(pos);
        if self.moves.is_empty() {
            let value = self.game.result(pos);
            node.end(seen_by(self.game.side(pos).other(), value));
            return Some(value);
        }
        self.add_children(node, pos, State::Leaf, INITIAL_CHILDREN);
        None
    }

    /// Whether a position wants more of its moves: all that it has were tried, or it is the one that is asked
    /// about.
    fn is_narrow(&self, node: &Node, children: &[Node]) -> bool {
        matches!(node.state(), State::Partial(_))
            && !self.tree.is_full()
            && (self.path.len() == 1 || children.last().is_some_and(|last| last.visits() > 0))
    }

    /// Adds more moves of a position.
    fn widen(&mut self, node: &Node, pos: &G::Pos) {
        let was = node.state();
        if matches!(was, State::Partial(_)) && !self.share_children(node, was, pos) && node.claim(was) {
            self.generate(pos);
            self.add_children(node, pos, was, was.children() as usize * WIDENING_FACTOR);
        }
    }

    /// Gives a position the moves that it has elsewhere in the tree, if these are more; tells whether it did.
    fn share_children(&self, node: &Node, was: State, pos: &G::Pos) -> bool {
        let key = self.key(pos);
        key.is_some_and(|key| self.tree.share_children(node, was, key))
    }

    fn key(&self, pos: &G::Pos) -> Option<u64> {
        if self.options.use_transpositions { self.game.key(pos) } else { None }
    }

    /// Lists the moves of a position.
    fn generate(&mut self, pos: &G::Pos) {
        self.moves.clear();
        self.game.moves(pos, &mut self.moves);
    }

    /// Gives a claimed node as many children as are wanted, the likeliest of the moves that are listed, or
    /// all where that matters: at the root, and where RAVE tells something of moves that were never tried.
    fn add_children(&mut self, node: &Node, pos: &G::Pos, was: State, wanted: usize) {
        let key = self.key(pos);
        let sum: f32 = self.moves.iter().map(|(_, weight)| weight).sum();
        let all = self.path.len() == 1 || self.options.rave_equivalence > 0.0 || wanted >= self.moves.len();
        // Where moves are as likely their numbers decide, so that those that are there already come first
        // again.
        let rank = |a: &(G::Move, f32), b: &(G::Move, f32)| {
            b.1.total_cmp(&a.1).then_with(|| self.game.number(a.0).cmp(&self.game.number(b.0)))
        };
        let kept = if all { &mut self.moves[..] } else { self.moves.select_nth_unstable_by(wanted, rank).0 };
        kept.sort_unstable_by(rank);
        let children = kept.iter().map(|&(mv, weight)| (self.game.number(mv), weight / sum));
        self.tree.add_children(node, was, children, all, key);
    }

    /// The child that promises most to the side to move.
    fn select(&self, node: &Node, children: &'t [Node]) -> &'t Node {
        let Options { exploration, rave_equivalence, fpu_reduction, use_transpositions, .. } = *self.options;
        let first_play_value = 1.0 - node.mean().unwrap_or(0.5) - fpu_reduction;
        // Who came to the position by another way has tried its moves too: the likeliest first, see below.
        let visits = children.iter().map(Node::visits).take_while(|&visits| use_transpositions && visits > 0);
        let tried = visits.sum();
        let exploration_weight = exploration * (node.visits().max(tried) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, &children[0]);
        for child in children {
            let (visits, rave_visits) = (child.visits() as f32, child.rave_visits() as f32);
            let score = match child.exact() {
                Some(exact) if exact > 0.5 => exact + 1.0,
                // Nothing more is to be learnt of it; it is taken only where all are like this.
                Some(exact) => exact - 2.0,
                None => {
                    let mean = (child.sum() + first_play_value) / (visits + 1.0);
                    let rave_mean = (child.rave_sum() + first_play_value) / (rave_visits + 1.0);
                    let beta = if rave_equivalence > 0.0 && rave_visits > 0.0 {
                        rave_visits / (rave_visits + visits + rave_visits * visits / rave_equivalence)
                    } else {
                        0.0
                    };
                    mean + beta * (rave_mean - mean) + exploration_weight * child.prior() / (1.0 + visits)
                }
            };
            if score > best.0 {
                best = (score, child);
            }
            // The likeliest come first: where no RAVE tells of moves before they are tried, no later one
            // promises more.
            if rave_equivalence == 0.0 && child.visits() == 0 {
                break;
            }
        }
        best.1
    }

    /// Adds the value to all nodes of the way, and to those of the moves that were made later by the same
    /// side.
    fn backpropagate(&mut self, value: f32) {
        // From the last to the first: the first point at which a move was made is what stays.
        for (at, &(side, mv)) in self.played.iter().enumerate().take(RAVE_HORIZON).rev() {
            self.first_played[side.index()][self.game.number(mv) as usize] = at as u8 + 1;
        }
        for (depth, &Step { node, mover }) in self.path.iter().enumerate() {
            node.add_value(seen_by(mover.other(), value));
            if self.options.rave_equivalence > 0.0 {
                self.update_rave(node, mover, depth, seen_by(mover, value));
            }
        }
        for &(side, mv) in self.played.iter().take(RAVE_HORIZON) {
            self.first_played[side.index()][self.game.number(mv) as usize] = 0;
        }
        self.prove();
    }

    /// Tells the moves of a position, at a depth, that they were made by the side to move, then or later.
    fn update_rave(&self, node: &Node, mover: Side, depth: usize, value: f32) {
        let when = &self.first_played[mover.index()];
        for child in self.tree.children(node) {
            if usize::from(when[child.number() as usize]) > depth {
                child.add_rave(value);
            }
        }
    }

    /// Takes proofs up the way, as far as they reach.
    fn prove(&self) {
        for pair in self.path.windows(2).rev() {
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
