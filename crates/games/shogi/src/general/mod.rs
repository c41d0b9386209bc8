//! Any variant on a small board as a graph of dense indices.
//!
//! A position, seen by the side to move and folded by the mirror (where no piece tells left from right), is a
//! block (how the kings stand, `kings`) and a number in it (where all other pieces are, `index`). Nodes come
//! in three regions of whole blocks, as in the graph that is made for Dobutsu Shogi alone ([`crate::dense`]):
//! where the game goes on; in a game to the capture where the side to move can take the king; and where a try
//! has been completed safely.
//!
//! The rules give the moves, and the moves back, in groups; the nodes that they lead to come from what a move
//! changes (`neighbours`), and the position of a node from the one before (`cursor`). Pieces may step, slide
//! and jump. For Dobutsu Shogi its own graph is several times as fast, by look-ups that share what a row of
//! positions has in common (`docs/notes/general_index.md`).

mod binomials;
mod coder_features;
mod contexts;
mod cursor;
mod index;
mod kings;
mod most_moves;
mod neighbours;
mod packed;
mod symmetric;

use crate::{
    Bits, Ending, Kind, Piece, Position, SmallBoard, SmallShogi, Square, Variant, movegen::Group,
    safety::Safety,
};
use cursor::Cursor;
use index::{PlacementIndex, View};
use kings::KingPairs;
use most_moves::most_moves;
use neighbours::Neighbours;
use std::{error::Error, fmt, ops::Range};
use yomikiri_core::{ExpandSink, Expansion, Game as _, Graph, Numbered, Side, Value};

/// The most successors that the solver can count.
const MOST_MOVES: usize = 62;

/// Why a variant has no graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoGraph {
    /// One side may be without a king.
    LoneRoyal,
    /// The numbers would be too many.
    Numbers {
        /// About how many there would be.
        numbers: f64,
    },
    /// A position may have more moves than the solver can count.
    Moves {
        /// A bound on the moves of a position.
        moves: usize,
    },
}

impl fmt::Display for NoGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoneRoyal => f.write_str("both sides must have a king"),
            Self::Numbers { numbers } => write!(f, "its positions would take {numbers:.1e} numbers"),
            Self::Moves { moves } => {
                write!(f, "a position may have up to {moves} moves; the solver can count {MOST_MOVES}")
            }
        }
    }
}

impl Error for NoGraph {}

/// The positions of a variant with the pieces of its start, as a graph.
#[derive(Debug)]
pub struct GeneralGraph {
    game: SmallShogi,
    kings: KingPairs,
    index: PlacementIndex,
    /// The number in the index of each kind.
    places: [usize; Kind::UNPROMOTED],
    /// Length of a block.
    stride: u64,
    interior: u64,
    /// First node of the block of completed tries, by pair of kings.
    tries: Vec<u64>,
    nodes: u64,
    /// Whether the game goes on after every move: only safe ones are allowed, and there are no tries.
    goes_on: bool,
}

/// Neighbours of a node.
#[derive(Default)]
struct Scratch {
    /// Where the game goes on, each node once.
    open: Vec<u64>,
    /// Where it is over.
    over: Vec<u64>,
}

impl GeneralGraph {
    /// The graph of all positions with the pieces of the game's start, fewer than the set holds or not. By
    /// itself it takes 120 bytes for each way to share out the hands, at most 126 MB, however many nodes
    /// there are.
    ///
    /// # Errors
    /// There are too many, or what cannot be numbered.
    pub fn of(game: &SmallShogi) -> Result<Self, NoGraph> {
        let variant = game.variant();
        if variant.lone_royal {
            return Err(NoGraph::LoneRoyal);
        }
        let (board, kinds) = (variant.board, placed(game));
        let kings = KingPairs::of(game);
        let numbers = || index::size(board.len(), &kinds) * kings.pairs.len() as f64;
        let too_many = || NoGraph::Numbers { numbers: numbers() };
        if numbers() > 2f64.powi(62) {
            return Err(too_many());
        }
        let index = PlacementIndex::new(board.files, board.len(), &kinds).ok_or_else(too_many)?;
        let moves = most_moves(game, &kinds);
        if moves > MOST_MOVES {
            return Err(NoGraph::Moves { moves });
        }
        let stride = index.len();
        let interior = kings.open as u64 * stride;
        let taken = if game.ending() == Ending::Capture { kings.pairs.len() as u64 * stride } else { 0 };
        let mut nodes = interior + taken;
        let mut tries = vec![u64::MAX; kings.pairs.len()];
        for (first, _) in tries.iter_mut().zip(&kings.pairs).filter(|(_, pair)| pair.is_try) {
            *first = nodes;
            nodes += stride;
        }
        let mut places = [0; Kind::UNPROMOTED];
        for (number, (kind, ..)) in kinds.iter().enumerate() {
            places[kind.place()] = number;
        }
        let goes_on = game.ending() == Ending::Mate && variant.try_ranks == 0;
        Ok(Self { game: game.clone(), kings, index, places, stride, interior, tries, nodes, goes_on })
    }

    /// The number of a position's pair of kings, and of its placement.
    #[inline]
    fn find(&self, pos: &Position<SmallBoard>) -> Option<(usize, u64)> {
        let turned = pos.side() == Side::Second;
        let kings = [pos.royal(pos.side())?, pos.royal(pos.side().other())?];
        let see = |mirrored| {
            let view = View { mirrored, turned };
            (view, kings.map(|king| self.index.seen(king, view)))
        };
        let (view, seen) = see(false);
        let (number, mirrored) = self.kings.find(seen[0], seen[1]);
        if mirrored {
            let (view, seen) = see(true);
            return Some((number, self.index.rank(pos, view, seen)?));
        }
        let rank = self.index.rank(pos, view, seen)?;
        if !self.kings.pairs[number].symmetric {
            return Some((number, rank));
        }
        let (view, seen) = see(true);
        Some((number, rank.min(self.index.rank(pos, view, seen)?)))
    }

    /// The node of a position where the game goes on, or would if no king could be taken; none if the graph
    /// has no room for it.
    #[inline]
    pub fn open_node(&self, pos: &Position<SmallBoard>) -> Option<u64> {
        let (pair, rank) = self.find(pos)?;
        (pair < self.kings.open).then(|| pair as u64 * self.stride + rank)
    }

    /// The node of a position where the side to move can take the king, or where the other side has completed
    /// a try.
    fn over_node(&self, pos: &Position<SmallBoard>, value: Value) -> Option<u64> {
        let (pair, rank) = self.find(pos)?;
        let block = match value {
            Value::Win(_) => self.interior + pair as u64 * self.stride,
            _ => Some(self.tries[pair]).filter(|&first| first != u64::MAX)?,
        };
        Some(block + rank)
    }

    /// The placement of a node, whatever the rules say of it.
    pub fn unchecked(&self, node: u64) -> Position<SmallBoard> {
        let pair = self.kings.pairs[self.pair_of(node)];
        let kings = [Square(pair.mover), Square(pair.enemy)];
        let mut pos = self.with_kings(kings);
        self.index.place(node % self.stride, kings, &mut pos);
        pos
    }

    /// A board with the king of the side to move and the enemy's.
    fn with_kings(&self, kings: [Square; 2]) -> Position<SmallBoard> {
        let mut pos = Position {
            sides: [SmallBoard::EMPTY; 2],
            kinds: [SmallBoard::EMPTY; Kind::BITS],
            hands: [[0; Kind::UNPROMOTED]; 2],
            side: Side::First,
            board: self.game.variant().board,
        };
        pos.put(kings[0], Piece { kind: Kind::ROYAL, side: Side::First });
        pos.put(kings[1], Piece { kind: Kind::ROYAL, side: Side::Second });
        pos
    }

    /// The pair of kings of a node's block, in whichever region.
    fn pair_of(&self, node: u64) -> usize {
        let (open, all) = (self.kings.open, self.kings.pairs.len());
        let block = (node / self.stride) as usize;
        if block < open {
            return block;
        }
        let first = block as u64 * self.stride;
        self.tries.iter().position(|&other| other == first).unwrap_or((block - open).min(all - 1))
    }

    /// Gives the moves of a position in groups, with the squares on which arriving leaves no king to be
    /// taken.
    #[inline(always)]
    fn each_group(
        &self,
        pos: &Position<SmallBoard>,
        safety: &Safety<SmallBoard>,
        mut out: impl FnMut(Group<SmallBoard>, SmallBoard),
    ) {
        let game = &self.game;
        if game.ending() == Ending::Mate {
            return game.safe_groups(pos, safety, |group| out(group, SmallBoard::MAX));
        }
        game.groups(pos, |group| {
            let safe = match group {
                Group::Drops { .. } => safety.targets,
                Group::Board { from, kind, promoting, plain } => {
                    let piece = Piece { kind, side: pos.side() };
                    game.safe_reach(pos, safety, piece, from, promoting | plain)
                }
            };
            out(group, safe);
        });
    }

    /// Finds what the moves of a position lead to.
    fn successors(&self, cursor: &Cursor<'_>, Scratch { open, over }: &mut Scratch) -> Expansion {
        open.clear();
        over.clear();
        if cursor.is_over() {
            return Self::expansion(0, 0, false);
        }
        let (pos, mut near) = (&cursor.pos, Neighbours::new(self, cursor));
        let mut completes_try = false;
        self.each_group(pos, &self.game.safety(pos, pos.side()), |group, safe| {
            if group.is_empty() {
                return;
            }
            let goal = if self.goes_on { SmallBoard::EMPTY } else { self.goal(group) };
            near.ahead(group.within(safe & !goal), |pair, rank| {
                debug_assert!(pair < self.kings.open, "what goes on has an open pair of kings");
                open.push(pair as u64 * self.stride + rank);
            });
            if self.goes_on || group.within(!safe | goal).is_empty() {
                return;
            }
            near.ahead(group.within(!safe), |pair, rank| {
                over.push(self.interior + pair as u64 * self.stride + rank);
            });
            near.ahead(group.within(safe & goal), |pair, rank| {
                completes_try = true;
                over.push(self.tries[pair] + rank);
            });
        });
        self.make_distinct(pos, pos.side().other(), open);
        Self::expansion(open.len(), over.len(), completes_try)
    }

    /// The squares where the piece of a group has completed a try, if it is safe there.
    #[inline]
    fn goal(&self, group: Group<SmallBoard>) -> SmallBoard {
        match group {
            Group::Board { kind: Kind::ROYAL, .. } => self.game.tables.goal(Side::First),
            _ => SmallBoard::EMPTY,
        }
    }

    /// Finds the interior nodes that lead to a position, each once.
    fn predecessors(&self, cursor: &Cursor<'_>, Scratch { open, .. }: &mut Scratch) {
        open.clear();
        if self.game.ending() == Ending::Mate && cursor.is_over() {
            return;
        }
        let (pos, mut near) = (&cursor.pos, Neighbours::new(self, cursor));
        self.game.each_unmove(pos, |taken_back| {
            let (pair, rank) = near.back(taken_back);
            if pair < self.kings.open {
                open.push(pair as u64 * self.stride + rank);
            }
        });
        self.make_distinct(pos, pos.side(), open);
    }

    /// What a piece of a kind in the enemy's hand adds to the number of a sharing.
    #[inline]
    fn held(&self, kind: Kind) -> u64 {
        self.index.kinds()[self.places[kind.place()]].part([0, 1])
    }

    /// What a piece of a kind adds to the number of a sharing that comes into the mover's hand, which held so
    /// many.
    #[inline]
    fn moved_to_hand(&self, kind: Kind, held: u8) -> u64 {
        let kind = &self.index.kinds()[self.places[kind.place()]];
        let held = u64::from(held);
        kind.part([held + 1, 0]) - kind.part([held, 0])
    }

    /// Whether different moves from a position, or back from it, may lead to one node, where the king of this
    /// side stays: only to positions that are each other's mirror images, so that it is on the middle file.
    /// What moves differs from its own mirror image in four squares at the most then, what stays (and may be
    /// captured) in two.
    #[inline]
    fn may_repeat(&self, pos: &Position<SmallBoard>, side: Side) -> bool {
        let view = View { mirrored: true, turned: false };
        let differs = |set: SmallBoard| (set ^ self.index.seen_set(set, view)).count_ones();
        self.game.tables.is_symmetric
            && pos.royal(side).is_none_or(|king| king == self.index.seen(king, view))
            && differs(pos.of(side)) <= 2
            && differs(pos.of(side.other())) <= 4
    }

    /// Leaves each node once, of those to which moves from or to a position lead.
    fn make_distinct(&self, pos: &Position<SmallBoard>, stays: Side, nodes: &mut Vec<u64>) {
        if self.may_repeat(pos, stays) {
            nodes.sort_unstable();
            nodes.dedup();
        }
    }

    /// What follows from the numbers of different successors where the game goes on, and of those where it is
    /// over.
    const fn expansion(open: usize, over: usize, completes_try: bool) -> Expansion {
        if completes_try {
            Expansion::Decided(Value::Win(1))
        } else if open > 0 {
            Expansion::Open(open as u8)
        } else if over > 0 {
            Expansion::Decided(Value::Loss(2))
        } else {
            Expansion::Decided(Value::Loss(0))
        }
    }

    /// What [`Self::successors`] tells, and how many of them there are where the game goes on, without their
    /// nodes where those are not needed. The game must not be over.
    fn count_successors(
        &self,
        cursor: &Cursor<'_>,
        safety: &Safety<SmallBoard>,
        scratch: &mut Scratch,
    ) -> (Expansion, usize) {
        let pos = &cursor.pos;
        if self.may_repeat(pos, pos.side().other()) {
            let expansion = self.successors(cursor, scratch);
            return (expansion, scratch.open.len());
        }
        let (mut open, mut over, mut tries) = (0, 0, 0);
        self.each_group(pos, safety, |group, safe| {
            let goal = self.goal(group);
            let all = group.len();
            let (safe, tried) = if self.goes_on {
                (all, 0)
            } else {
                (group.within(safe & !goal).len(), group.within(safe & goal).len())
            };
            (open, over, tries) = (open + safe, over + all - safe, tries + tried);
        });
        (Self::expansion(open as usize, over as usize, tries > 0), open as usize)
    }
}

/// About how many numbers the positions of a variant take, those with mirror images counted twice: without
/// any table, for who asks whether it is worth the try.
fn estimate(variant: &Variant) -> f64 {
    let kinds = variant.hand_kinds().filter_map(|kind| {
        let count = variant.rule(kind)?.count;
        Some((kind, count, variant.promotes(kind)))
    });
    let squares = variant.board.len();
    index::size(squares, &kinds.collect::<Vec<_>>()) * (squares * squares) as f64
}

/// A variant with more numbers than this, to the next power of two of what a machine of a cluster holds, is
/// not offered to be read out.
const MOST_NUMBERS: f64 = (1u64 << 40) as f64;

/// Whether a variant is small enough to be read out, some day on some machines.
pub fn can_be_read_out(variant: &Variant) -> bool {
    estimate(variant) <= MOST_NUMBERS
}

/// The kinds of the pieces besides the kings that are in a game's start: how many there are, and whether they
/// promote. Those with most states come first, so that those with few are near each other.
fn placed(game: &SmallShogi) -> Vec<(Kind, u8, bool)> {
    let (start, variant) = (game.start().setup(), game.variant());
    let count = |kind: Kind| {
        let on_board = start.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind).count();
        on_board as u8 + start.hands[0][kind.place()] + start.hands[1][kind.place()]
    };
    let kinds = variant.hand_kinds().map(|kind| (kind, count(kind), variant.promotes(kind)));
    let mut kinds: Vec<_> = kinds.filter(|&(_, count, _)| count > 0).collect();
    kinds.sort_by_key(|&(kind, count, promotes)| (!promotes, std::cmp::Reverse(count), kind));
    kinds
}

impl Graph for GeneralGraph {
    type Node = u64;

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn interior(&self) -> u64 {
        self.interior
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        let tries = self.tries.iter().copied().min().unwrap_or(u64::MAX).min(self.nodes);
        vec![(self.interior..tries, Value::Win(1)), (tries..self.nodes, Value::Loss(0))]
    }

    fn expand(&self, nodes: &[u64], sink: &mut impl ExpandSink<u64>) {
        let (mut scratch, mut cursor) = (Scratch::default(), Cursor::new(self));
        for &node in nodes {
            cursor.seek(node);
            let expansion = self.successors(&cursor, &mut scratch);
            sink.edges(&scratch.open);
            sink.edges(&scratch.over);
            sink.node(node, expansion, (scratch.open.len() + scratch.over.len()) as u32);
        }
    }

    fn retract(&self, nodes: &[u64], sink: &mut impl FnMut(&[u64])) {
        let (mut scratch, mut cursor) = (Scratch::default(), Cursor::new(self));
        for &node in nodes {
            cursor.seek(node);
            self.predecessors(&cursor, &mut scratch);
            sink(&scratch.open);
        }
    }

    fn is_folded(&self) -> bool {
        self.game.tables.is_symmetric
    }

    fn fixed(&self) -> Vec<u64> {
        self.symmetric_nodes()
    }
}

impl Numbered<SmallShogi> for GeneralGraph {
    fn node(&self, _: &SmallShogi, pos: &Position<SmallBoard>) -> Option<u64> {
        match self.game.static_result(pos) {
            None => self.open_node(pos),
            Some(value) => self.over_node(pos, value),
        }
    }

    fn position(&self, game: &SmallShogi, node: u64) -> Option<Position<SmallBoard>> {
        if node >= self.nodes {
            return None;
        }
        let pos = Position::new(&self.unchecked(node).setup(), game.variant()).ok()?;
        (self.node(game, &pos) == Some(node)).then_some(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;
    use yomikiri_core::{Random, Unmove as _};

    /// Larger boards than those that are shipped and can be numbered.
    const LARGER: &str = "
[wide]
maxRank = 5
maxFile = 5
king = k
customPiece1 = x:W
customPiece2 = y:fF
customPiece3 = z:F
promotedPieceType = y:z
promotionRank = 5
pieceDrops = true
capturesToHand = true
stalemateValue = loss
nMoveRule = 0
startFen = 2k2/5/5/5/2K2[XxYy] w 0 1
[wider:wide]
maxRank = 6
maxFile = 6
promotionRank = 6
startFen = 3k2/6/6/6/6/2K3[Yy] w 0 1
";

    /// All shipped variants on few squares, and some on more.
    pub fn small_variants() -> Vec<Variant> {
        let shipped = variants::shipped().iter().filter(|variant| variant.board.len() <= 32);
        shipped.cloned().chain(variants::read(LARGER).unwrap()).collect()
    }

    /// A node where the game goes on, or a hole.
    pub fn any_node(random: &mut Random, graph: &GeneralGraph) -> u64 {
        random.below_u64(graph.interior())
    }

    /// The nodes of some positions where the game goes on, each once, ascending.
    fn distinct(graph: &GeneralGraph, positions: impl Iterator<Item = Position<SmallBoard>>) -> Vec<u64> {
        let mut nodes: Vec<u64> = positions.filter_map(|pos| graph.open_node(&pos)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    fn sorted(nodes: &[u64]) -> Vec<u64> {
        let mut nodes = nodes.to_vec();
        nodes.sort_unstable();
        nodes
    }

    /// What leads to a position and where it leads is found once each, also where moves lead to mirror images
    /// of each other, and is counted as it is found: of every shipped game that can be numbered, under both
    /// endings.
    #[test]
    fn neighbours_are_found_once_and_counted_as_they_are_found() {
        let (mut random, mut repeat, mut without_nodes, mut over) = (Random::new(5), 0, 0, 0);
        let small = small_variants();
        for (variant, ending) in
            small.iter().flat_map(|variant| [(variant, Ending::Mate), (variant, Ending::Capture)])
        {
            let game = SmallShogi::new(variant.clone(), ending);
            let Ok(graph) = GeneralGraph::of(&game) else {
                assert!(!variant.name.starts_with("wide"));
                continue;
            };
            let (mut found, mut scratch, mut moves, mut before) =
                (0, Scratch::default(), Vec::new(), Vec::new());
            let mut cursor = Cursor::new(&graph);
            while found < 1_000 {
                let node = any_node(&mut random, &graph);
                let pos = graph.unchecked(node);
                if game.static_result(&pos).is_some() || graph.open_node(&pos) != Some(node) {
                    continue;
                }
                found += 1;
                cursor.seek(node);
                let name = format!("{} {ending:?} {node}", variant.name);
                moves.clear();
                game.moves(&pos, &mut moves);
                let next = moves.iter().map(|&mv| game.play(&pos, mv));
                let (next, ends): (Vec<_>, Vec<_>) =
                    next.partition(|next| game.static_result(next).is_none());
                let slow = distinct(&graph, next.iter().cloned());
                let expansion = graph.successors(&cursor, &mut scratch);
                assert_eq!(sorted(&scratch.open), slow, "successors, {name}");
                let mut ends: Vec<u64> = ends.iter().map(|end| graph.node(&game, end).unwrap()).collect();
                ends.sort_unstable();
                assert_eq!(sorted(&scratch.over), ends, "ends, {name}");
                over += ends.len();
                repeat += u32::from(slow.len() < next.len());
                let safety = game.safety(&pos, pos.side());
                let counted = graph.count_successors(&cursor, &safety, &mut scratch);
                assert_eq!(counted, (expansion, slow.len()), "{name}");
                without_nodes += u32::from(!graph.may_repeat(&pos, pos.side().other()));
                before.clear();
                game.unmoves(&pos, &mut before);
                before.retain(|before| graph.open_node(before).is_some());
                graph.predecessors(&cursor, &mut scratch);
                let slow = distinct(&graph, before.iter().cloned());
                assert_eq!(sorted(&scratch.open), slow, "predecessors, {name}");
                repeat += u32::from(slow.len() < before.len());
            }
        }
        assert!(repeat > 10 && without_nodes > 10_000 && over > 100, "{repeat} {without_nodes} {over}");
    }
}
