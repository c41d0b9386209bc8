//! Monte-Carlo tree search with chance nodes.
//!
//! Method: UCT (Kocsis and Szepesvári 2006). A decision node chooses the move of the highest upper bound of
//! its success rate; a chance node is left to chance, with the odds of the rules, and grows a child for each
//! outcome as it comes up. Moves that lead to the same class of positions are one. A position met for the
//! first time is judged by a play-out. The value of a move is the rate of success of the simulations through
//! it; the move with the most simulations is played.
//!
//! Cost: a node holds its position; a simulation adds one node at most, so that N simulations take N nodes.
//! The tree of one search is thrown away after it.

use super::{DefaultPolicy, Pick, distinct_moves};
use yomikiri_core::{Canonical, Solitaire};

/// A place in the tree.
struct Node<G: Solitaire> {
    pos: G::Pos,
    simulations: u32,
    sum: f64,
    /// Where it goes on, once it has been asked.
    next: Next<G>,
}

enum Next<G: Solitaire> {
    /// Met once.
    Leaf,
    /// The game is over, with this payoff.
    Over(f64),
    /// Outcomes that have come up.
    Chance(Vec<(G::Pos, u32)>),
    /// Moves with where they lead, and the node for it once there is one.
    Decision(Vec<(G::Move, G::Pos, Option<u32>)>),
}

/// A search tree.
pub struct Tree<'a, G: Solitaire, R> {
    game: &'a G,
    policy: &'a R,
    /// How much a move with few simulations is given the benefit of the doubt; 0.7 suits rates near a half,
    /// less suits small ones.
    exploration: f64,
    nodes: Vec<Node<G>>,
}

impl<'a, G: Solitaire + Canonical, R: DefaultPolicy<G>> Tree<'a, G, R> {
    /// A tree with a root and nothing else.
    pub fn new(game: &'a G, policy: &'a R, exploration: f64, root: &G::Pos) -> Self {
        let mut tree = Self { game, policy, exploration, nodes: Vec::new() };
        tree.add(root.clone());
        tree
    }

    /// Makes so many simulations.
    pub fn search(&mut self, simulations: u64, pick: Pick) {
        let mut path = Vec::new();
        for _ in 0..simulations {
            path.clear();
            let payoff = self.simulate(&mut path, pick);
            for &node in &path {
                let node: &mut Node<G> = &mut self.nodes[node as usize];
                node.simulations += 1;
                node.sum += payoff;
            }
        }
    }

    /// The move of the root with the most simulations, and its rate of success; `None` where the player is
    /// not to move. Equal moves are told apart by their rates, and then by chance.
    pub fn best(&self, pick: Pick) -> Option<(G::Move, f64)> {
        let Next::Decision(moves) = &self.nodes[0].next else { return None };
        let standing = |child: &Option<u32>| {
            let node = child.map(|child| &self.nodes[child as usize]);
            node.map_or((0, 0.0), |node| (node.simulations, node.rate()))
        };
        let best = moves
            .iter()
            .map(|(_, _, child)| standing(child))
            .max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
        let equals: Vec<_> = moves.iter().filter(|(_, _, child)| standing(child) == best).collect();
        let (mv, ..) = equals[pick(equals.len() as u32) as usize];
        Some((*mv, best.1))
    }

    fn add(&mut self, pos: G::Pos) -> u32 {
        self.nodes.push(Node { pos, simulations: 0, sum: 0.0, next: Next::Leaf });
        self.nodes.len() as u32 - 1
    }

    /// Goes down to a new node or an end, and gives what it is worth; `path` holds the nodes on the way.
    fn simulate(&mut self, path: &mut Vec<u32>, pick: Pick) -> f64 {
        let mut here = 0;
        loop {
            path.push(here);
            let node = &self.nodes[here as usize];
            if matches!(node.next, Next::Leaf) {
                // The root is opened at once: a play-out of it says nothing about its moves.
                if node.simulations == 0 && here != 0 {
                    return self.policy.play_out(self.game, &node.pos, pick);
                }
                self.open(here);
            }
            match &self.nodes[here as usize].next {
                Next::Over(payoff) => return *payoff,
                Next::Chance(_) => here = self.happen(here, pick),
                _ => here = self.choose(here, pick),
            }
        }
    }

    /// Finds out where a node goes on.
    fn open(&mut self, node: u32) {
        let pos = &self.nodes[node as usize].pos;
        let next = if let Some(payoff) = self.game.payoff(pos) {
            Next::Over(payoff)
        } else {
            let moves = distinct_moves(self.game, pos);
            if moves.is_empty() {
                Next::Chance(Vec::new())
            } else {
                Next::Decision(moves.into_iter().map(|(mv, pos)| (mv, pos, None)).collect())
            }
        };
        self.nodes[node as usize].next = next;
    }

    /// The node of an outcome of chance.
    fn happen(&mut self, node: u32, pick: Pick) -> u32 {
        let pos = &self.nodes[node as usize].pos;
        // Who is neither at an end nor to move stands before a chance: a law of the game.
        let outcome = self.game.happen(pos, pick).unwrap_or_else(|| pos.clone());
        if let Next::Chance(outcomes) = &self.nodes[node as usize].next
            && let Some((_, child)) = outcomes.iter().find(|(known, _)| *known == outcome)
        {
            return *child;
        }
        let child = self.add(outcome.clone());
        if let Next::Chance(outcomes) = &mut self.nodes[node as usize].next {
            outcomes.push((outcome, child));
        }
        child
    }

    /// The node of the most promising move: first those never tried, in random order.
    fn choose(&mut self, node: u32, pick: Pick) -> u32 {
        let parent = &self.nodes[node as usize];
        let Next::Decision(moves) = &parent.next else { return node };
        let fresh = moves.iter().filter(|(_, _, child)| child.is_none()).count() as u32;
        if fresh > 0 {
            let number = pick(fresh) as usize;
            let mut untried = moves.iter().enumerate().filter(|(_, (_, _, child))| child.is_none());
            let index = untried.nth(number).map_or(0, |(index, _)| index);
            let pos = moves[index].1.clone();
            let child = self.add(pos);
            if let Next::Decision(moves) = &mut self.nodes[node as usize].next {
                moves[index].2 = Some(child);
            }
            return child;
        }
        let log = f64::from(parent.simulations.max(1)).ln();
        let bound = |child: u32| {
            let child = &self.nodes[child as usize];
            child.rate() + self.exploration * (log / f64::from(child.simulations.max(1))).sqrt()
        };
        let children = moves.iter().filter_map(|(_, _, child)| *child);
        children.max_by(|a, b| bound(*a).total_cmp(&bound(*b))).unwrap_or(node)
    }
}

impl<G: Solitaire> Node<G> {
    fn rate(&self) -> f64 {
        if self.simulations == 0 { 0.0 } else { self.sum / f64::from(self.simulations) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::{
        Expectimax,
        toy::{Dice, Taker, generator},
    };

    #[test]
    fn rates_come_near_to_the_exact_values() {
        let mut exact = Expectimax::new(Dice, 1000);
        let mut pick = generator(3);
        for pos in [(0, 3), (2, 4), (5, 3), (6, 1)] {
            let mut tree = Tree::new(&Dice, &Taker, 0.7, &pos);
            tree.search(50_000, &mut pick);
            let (mv, rate) = tree.best(&mut pick).unwrap();
            let (best, value) = exact.best(&pos).unwrap().unwrap();
            assert!((rate - value).abs() < 0.02, "{pos:?}: {rate} against {value}");
            let other = exact.value(&yomikiri_core::Game::play(&Dice, &pos, mv)).unwrap();
            assert!(mv == best || value - other < 0.01, "{pos:?}");
        }
    }

    #[test]
    fn few_simulations_are_enough_for_a_move() {
        let mut pick = generator(4);
        for simulations in 0..5 {
            let mut tree = Tree::new(&Dice, &Taker, 0.7, &(3, 2));
            tree.search(simulations, &mut pick);
            assert_eq!(tree.best(&mut pick).is_some(), simulations > 0);
            assert!(tree.nodes.len() as u64 <= 1 + 2 * simulations);
        }
        let mut chance = Tree::new(&Dice, &Taker, 0.7, &(3, 0));
        chance.search(10, &mut pick);
        assert!(chance.best(&mut pick).is_none());
    }
}
