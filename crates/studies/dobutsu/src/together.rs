//! The census of a game that several processes have solved together, each worker counting over its own parts.
//!
//! The counts are those of [`crate::census`], and so are their meanings; only the way is another, since no
//! process has all values. What hangs on a position elsewhere (the same position with the other side to move,
//! what a move leads to) is asked of whoever has it, in walks of `yomikiri_cluster`, with answers of a byte.
//! Wins by continuous check keep their state in a byte of each position, the one in which the game without
//! drops on the last rank has been solved before.

use crate::{
    Census, Extent, Needed, Tally, Without, is_published, open_replies, placements,
    tally::{Regions, is_mated},
    threats::LostUnderCheck,
};
use std::{collections::HashMap, sync::OnceLock};
use yomikiri_cluster::{ClusterError, Desk, Ends, Ground, Pass, Visitor, answers, move_answers};
use yomikiri_core::{TwoPlayer, Value, Wdl};
use yomikiri_shogi::{DenseGraph, SmallShogi};
use yomikiri_solve::{
    Visit,
    cell::short,
    exchange::{part_of, place_of},
    rank::{DRAW, MISSING},
};

/// The census of a game as the workers of several processes count it.
pub struct Together<'a> {
    game: &'a SmallShogi,
    graph: &'a DenseGraph,
    counted: OnceLock<Counted>,
}

/// What the workers have counted.
struct Counted {
    tally: Tally,
    needed: Needed,
    without: Without,
    checks: Vec<u64>,
    start: Option<Value>,
    replies: Vec<(String, Value)>,
}

impl<'a> Together<'a> {
    /// Nothing is counted yet. The graph must be that of the game.
    pub const fn new(game: &'a SmallShogi, graph: &'a DenseGraph) -> Self {
        Self { game, graph, counted: OnceLock::new() }
    }

    /// The census, once the workers have counted; `None` before.
    pub fn census(&self, extent: Extent) -> Option<Census> {
        let Counted { tally, needed, without, checks, start, replies } = self.counted.get()?;
        Some(Census {
            extent,
            tally: tally.clone(),
            side: self.game.side(&yomikiri_core::Game::start(self.game)),
            start: *start,
            replies: replies.clone(),
            needed: *needed,
            without: *without,
            checks: checks.clone(),
            placements: placements(self.game),
            is_published: is_published(self.game),
        })
    }
}

impl yomikiri_cluster::Census<DenseGraph> for Together<'_> {
    fn count(&self, pass: &mut Pass<'_, '_, DenseGraph>) -> Result<(), ClusterError> {
        let graph = self.graph;
        let forbidding = DenseGraph::of(&self.game.clone().with_last_rank_drops(false));
        let cells = pass.cells().to_vec();
        let root = crate::root(self.game, graph);
        let tally = tally(graph, pass)?;
        let needed = needed(&forbidding, pass)?;
        let mut room = pass.room()?;
        let mut parts: Vec<&mut [u8]> = room.parts_mut().collect();
        let without = without(&forbidding, pass, &mut parts, root)?;
        let checks = Checks::count(graph, pass, &mut parts)?;
        let replies = open_replies(self.game, graph);
        let open: Vec<u32> = replies.iter().filter_map(|(_, reply)| reply.err()).collect();
        let values = pass.values(&cells, &open)?;
        let known: HashMap<u32, Option<Value>> = open.into_iter().zip(values).collect();
        let replies = crate::replies(replies, |node| known[&node]);
        let start = pass.values(&cells, root.as_slice())?.pop().flatten();
        // The workers of a process have all been told the same.
        self.counted.get_or_init(|| Counted { tally, needed, without, checks, start, replies });
        Ok(())
    }
}

/// What one walk counts.
fn tally(graph: &DenseGraph, pass: &mut Pass<'_, '_, DenseGraph>) -> Result<Tally, ClusterError> {
    pass.begin("count", None);
    let answers = answers(|value| match value {
        Some(Value::Loss(_)) => Counting::LOST,
        _ => 1,
    });
    let mut counting = Counting { graph, regions: Regions::of(graph), tally: Tally::default() };
    pass.walk(&Ground { graph, cells: pass.cells().to_vec(), answers }, &mut counting)?;
    let told = pass.tell(&counting.tally.to_figures())?;
    let all = told.iter().map(|figures| Tally::of_figures(figures));
    Ok(all.fold(Tally::default(), Tally::merged))
}

struct Counting<'a> {
    graph: &'a DenseGraph,
    regions: Regions,
    tally: Tally,
}

impl Counting<'_> {
    /// The answer about a position that is lost.
    const LOST: u8 = 2;
}

impl Visitor<u32> for Counting<'_> {
    fn wants(&self, _: u32, _: u8) -> bool {
        true
    }

    fn visit(&mut self, node: u32, cell: u8, edges: &[u32], desk: &mut Desk<'_>) {
        let visit = Visit { node, value: value_of(cell), edges };
        self.tally.add(&self.regions, &visit);
        if let (Value::Loss(_), Some(passed)) = (visit.value, self.graph.passed(node)) {
            desk.ask(passed);
        }
    }

    fn conclude(&mut self, node: u32, _: u8, answer: u8) {
        if answer == Self::LOST {
            self.tally.add_zugzwang(self.graph.passed(node) == Some(node));
        }
    }
}

/// The value of a position that is reached.
fn value_of(cell: u8) -> Value {
    short(cell).expect("only reached nodes are visited")
}

/// Counts positions that need a chick dropped on the last rank, given the graph without such drops.
fn needed(forbidding: &DenseGraph, pass: &mut Pass<'_, '_, DenseGraph>) -> Result<Needed, ClusterError> {
    pass.begin("last-rank drops", None);
    let mut needing = Needing { forbidding, ends: Ends::of(forbidding), needed: Needed::default() };
    let cells = pass.cells().to_vec();
    pass.walk(&Ground { graph: forbidding, cells, answers: move_answers() }, &mut needing)?;
    let Needed { to_win, to_draw } = needing.needed;
    let all = pass.tell(&[to_win, to_draw])?;
    let [to_win, to_draw] = [0, 1].map(|at| all.iter().map(|figures| figures[at]).sum());
    Ok(Needed { to_win, to_draw })
}

struct Needing<'a> {
    forbidding: &'a DenseGraph,
    ends: Ends,
    needed: Needed,
}

impl Visitor<u32> for Needing<'_> {
    fn wants(&self, node: u32, cell: u8) -> bool {
        value_of(cell).wdl() != Wdl::Loss && self.forbidding.has_dead_drop(node)
    }

    fn visit(&mut self, _: u32, _: u8, edges: &[u32], desk: &mut Desk<'_>) {
        self.ends.ask(edges, desk);
    }

    /// Without such drops the best move is worth less: none is worth more than all moves are.
    fn conclude(&mut self, _: u32, cell: u8, best: u8) {
        debug_assert!(best != MISSING, "other moves lead to positions that are reached");
        match value_of(cell).wdl() {
            Wdl::Win => self.needed.to_win += u64::from(best <= DRAW),
            _ => self.needed.to_draw += u64::from(best < DRAW),
        }
    }
}

/// Solves the graph without such drops into `parts`, which are 0, and compares.
fn without(
    forbidding: &DenseGraph,
    pass: &mut Pass<'_, '_, DenseGraph>,
    parts: &mut [&mut [u8]],
    root: Option<u32>,
) -> Result<Without, ClusterError> {
    pass.solve_again(forbidding, parts)?;
    let mut own = [[0; 3]; 3];
    pass.each_part(parts, |_, cells, changed| {
        for (&cell, &changed) in cells.iter().zip(&*changed).filter(|(cell, _)| **cell != 0) {
            own[value_of(cell).wdl() as usize][value_of(changed).wdl() as usize] += 1;
        }
    });
    let all = pass.tell(own.as_flattened())?;
    let sum = |at: usize| all.iter().map(|figures| figures[at]).sum();
    let positions = [0, 1, 2].map(|from| [0, 1, 2].map(|to| sum(3 * from + to)));
    Ok(Without { positions, start: pass.values(parts, root.as_slice())?.pop().flatten() })
}

/// Wins by continuous check ([`crate::threats`] has the method), as bits in a byte of each position.
struct Checks;

impl Checks {
    /// Won by continuous check, as far as found.
    const WON: u8 = 1;
    /// Won, and found last.
    const FRESH: u8 = 1 << 1;
    /// Lost under check, and found last.
    const LOST: u8 = 1 << 2;
    /// To be examined whether it is lost.
    const PENDING: u8 = 1 << 3;

    /// Wins by length. What was in `parts` is lost.
    fn count(
        graph: &DenseGraph,
        pass: &mut Pass<'_, '_, DenseGraph>,
        parts: &mut [&mut [u8]],
    ) -> Result<Vec<u64>, ClusterError> {
        pass.begin("continuous check", Some(0));
        pass.each_part(parts, |first, cells, states| {
            for ((&cell, state), node) in cells.iter().zip(states).zip(first..) {
                let is_lost = cell != 0 && is_mated(graph, node as u32, value_of(cell));
                *state = if is_lost { Self::LOST } else { 0 };
            }
        });
        let mut lengths = Vec::new();
        loop {
            let own = Self::win(graph, pass, parts)?;
            let fresh = pass.tell(&[own])?.iter().map(|figures| figures[0]).sum();
            if fresh == 0 {
                return Ok(lengths);
            }
            lengths.push(fresh);
            Self::examine(graph, pass, parts)?;
        }
    }

    /// Finds positions with a move to one that is lost; how many of the worker's own are new.
    fn win(
        graph: &DenseGraph,
        pass: &mut Pass<'_, '_, DenseGraph>,
        parts: &mut [&mut [u8]],
    ) -> Result<u64, ClusterError> {
        let (cells, mut fresh) = (pass.cells().to_vec(), 0);
        pass.take_back(
            graph,
            parts,
            |state| state & Self::LOST != 0,
            |at, part, places| {
                for &place in places.iter().filter(|&&place| reached(cells[at], place)) {
                    let state = &mut part[place as usize];
                    fresh += u64::from(*state & Self::WON == 0);
                    if *state & Self::WON == 0 {
                        *state |= Self::WON | Self::FRESH;
                    }
                }
            },
        )?;
        Ok(fresh)
    }

    /// Finds positions in check in which every move leaves the lion to be taken or leads to one that is won,
    /// one of the last found among them.
    fn examine(
        graph: &DenseGraph,
        pass: &mut Pass<'_, '_, DenseGraph>,
        parts: &mut [&mut [u8]],
    ) -> Result<(), ClusterError> {
        let cells = pass.cells().to_vec();
        pass.take_back(
            graph,
            parts,
            |state| state & Self::FRESH != 0,
            |at, part, places| {
                for &place in places.iter().filter(|&&place| reached(cells[at], place)) {
                    if value_of(cells[at][place as usize]).wdl() == Wdl::Loss {
                        part[place as usize] |= Self::PENDING;
                    }
                }
            },
        )?;
        let answers = std::array::from_fn(|state| {
            if state & usize::from(Self::WON) != 0 { Examining::LOSES } else { Examining::HOLDS }
        });
        let mut examining = Examining { rule: LostUnderCheck::of(graph), lost: Vec::new() };
        let ground = cells.iter().enumerate().map(|(at, cells)| match parts.get(at) {
            Some(part) if !cells.is_empty() => &**part,
            _ => &[],
        });
        pass.walk(&Ground { graph, cells: ground.collect(), answers }, &mut examining)?;
        let mut lost = examining.lost.as_slice();
        pass.each_part(parts, |first, _, states| {
            for state in &mut *states {
                *state &= Self::WON;
            }
            let (here, rest) =
                lost.split_at(lost.partition_point(|&node| part_of(node.into()) <= part_of(first)));
            for &node in here {
                states[place_of(node.into())] |= Self::LOST;
            }
            lost = rest;
        });
        Ok(())
    }
}

/// Whether a node is reached, by the cells of its part.
fn reached(cells: &[u8], place: u32) -> bool {
    cells.get(place as usize).is_some_and(|&cell| cell != 0)
}

struct Examining<'a> {
    rule: LostUnderCheck<'a>,
    /// What is lost, ascending.
    lost: Vec<u32>,
}

impl Examining<'_> {
    /// The answer about a successor to which the mover loses.
    const LOSES: u8 = 1;
    /// The answer about any other.
    const HOLDS: u8 = 2;
}

impl Visitor<u32> for Examining<'_> {
    fn wants(&self, _: u32, state: u8) -> bool {
        state & Checks::PENDING != 0
    }

    fn visit(&mut self, _: u32, _: u8, edges: &[u32], desk: &mut Desk<'_>) {
        for &edge in edges {
            match self.rule.at_end(edge) {
                None => desk.ask(edge),
                Some(loses) => desk.tell(if loses { Self::LOSES } else { Self::HOLDS }),
            }
        }
    }

    fn conclude(&mut self, node: u32, _: u8, worst: u8) {
        if self.rule.holds(node, worst <= Self::LOSES) {
            self.lost.push(node);
        }
    }
}
