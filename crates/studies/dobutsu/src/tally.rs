//! Everything that one walk over the positions and their moves can count.

use yomikiri_core::play::Progress;
use yomikiri_core::{Graph, Value};
use yomikiri_shogi::DenseGraph;
use yomikiri_solve::{Solution, SolveError, Visit, walk};

/// Moves by the kind of position that they lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// To a position where the lion can be taken.
    pub to_capture: u64,
    /// To a completed try.
    pub to_try: u64,
    /// To a position where the game goes on.
    pub to_open: u64,
}

impl Moves {
    /// All moves.
    pub const fn total(self) -> u64 {
        self.to_capture + self.to_try + self.to_open
    }
}

/// What one walk counts; positions are those where the game goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions lost, drawn, won, in the order of [`Wdl`](yomikiri_core::Wdl).
    pub positions: [u64; 3],
    /// Their legal moves, in the same order.
    pub moves_of: [u64; 3],
    /// The legal moves by where they lead.
    pub moves: Moves,
    /// Legal moves with mirror images of one successor counted once.
    pub distinct_moves: u64,
    /// Positions that are their own mirror image.
    pub symmetric: u64,
    /// Positions won in one ply.
    pub wins_in_1: u64,
    /// Positions lost in two plies.
    pub losses_in_2: u64,
    /// Plies of the longest win.
    pub longest_win: Option<u16>,
    /// Positions by number of legal moves.
    pub by_moves: Vec<u64>,
    /// Mutual zugzwang: lost, and the same position with the other side to move is reachable, goes on, and is
    /// lost.
    pub zugzwangs: u64,
    /// Those of them that look the same with the other side to move.
    pub own_zugzwangs: u64,
}

/// What a worker brings home: its counts, and positions in check where every move loses at once.
type Gathered = (Tally, Vec<u32>);

impl Tally {
    /// Counts; also lists the positions in check where every move loses at once.
    pub(crate) fn of(
        graph: &DenseGraph,
        solution: &Solution,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Gathered, SolveError> {
        progress.phase("count", solution.len());
        let regions = Regions::of(graph);
        let gathered = walk(graph, solution, threads, progress, |(tally, mated): &mut Gathered, visit| {
            tally.add(&regions, &visit);
            if is_mated(graph, visit.node, visit.value) {
                mated.push(visit.node);
            }
            if let (Value::Loss(_), Some(passed)) = (visit.value, graph.passed(visit.node))
                && let Some(Value::Loss(_)) = solution.value(passed)
            {
                tally.add_zugzwang(passed == visit.node);
            }
        })?;
        Ok(gathered.into_iter().fold(Gathered::default(), |(sum, mut all), (tally, mated)| {
            all.extend(mated);
            (sum.merged(tally), all)
        }))
    }

    /// Counts a position, but not whether it is a mutual zugzwang.
    pub(crate) fn add(&mut self, regions: &Regions, visit: &Visit<'_>) {
        let (value, edges) = (visit.value, visit.edges);
        let wdl = value.wdl() as usize;
        self.positions[wdl] += 1;
        self.moves_of[wdl] += edges.len() as u64;
        for &edge in edges {
            let (open, capture) = (edge < regions.interior, edge < regions.tries);
            self.moves.to_open += u64::from(open);
            self.moves.to_capture += u64::from(capture && !open);
            self.moves.to_try += u64::from(!capture);
        }
        if self.by_moves.len() <= edges.len() {
            self.by_moves.resize(edges.len() + 1, 0);
        }
        self.by_moves[edges.len()] += 1;
        let symmetric = regions.is_fixed(visit.node);
        self.symmetric += u64::from(symmetric);
        self.distinct_moves += if symmetric { distinct(edges) } else { edges.len() as u64 };
        match value {
            Value::Win(plies) => {
                self.wins_in_1 += u64::from(plies == 1);
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Loss(plies) => self.losses_in_2 += u64::from(plies == 2),
            Value::Draw => {}
        }
    }

    /// Counts a mutual zugzwang, and whether it looks the same with the other side to move.
    pub(crate) fn add_zugzwang(&mut self, is_own: bool) {
        self.zugzwangs += 1;
        self.own_zugzwangs += u64::from(is_own);
    }

    /// All counts as figures, those by number of moves last.
    pub(crate) fn to_figures(&self) -> Vec<u64> {
        let Moves { to_capture, to_try, to_open } = self.moves;
        let one_by_one = [
            self.distinct_moves,
            self.symmetric,
            self.wins_in_1,
            self.losses_in_2,
            self.longest_win.map_or(0, u64::from),
            self.zugzwangs,
            self.own_zugzwangs,
        ];
        let fixed = [&self.positions, &self.moves_of, &[to_capture, to_try, to_open], &one_by_one[..]];
        [&fixed.concat()[..], &self.by_moves].concat()
    }

    /// The counts that [`Self::to_figures`] has made figures of.
    pub(crate) fn of_figures(figures: &[u64]) -> Self {
        let (&[l, d, w, of_l, of_d, of_w, to_capture, to_try, to_open, ref rest @ ..], by_moves) =
            figures.split_at(16)
        else {
            unreachable!("there are 16 figures and those by number of moves")
        };
        Self {
            positions: [l, d, w],
            moves_of: [of_l, of_d, of_w],
            moves: Moves { to_capture, to_try, to_open },
            distinct_moves: rest[0],
            symmetric: rest[1],
            wins_in_1: rest[2],
            losses_in_2: rest[3],
            longest_win: (rest[4] > 0).then_some(rest[4] as u16),
            zugzwangs: rest[5],
            own_zugzwangs: rest[6],
            by_moves: by_moves.to_vec(),
        }
    }

    pub(crate) fn merged(mut self, other: Self) -> Self {
        for wdl in 0..3 {
            self.positions[wdl] += other.positions[wdl];
            self.moves_of[wdl] += other.moves_of[wdl];
        }
        self.moves.to_capture += other.moves.to_capture;
        self.moves.to_try += other.moves.to_try;
        self.moves.to_open += other.moves.to_open;
        self.distinct_moves += other.distinct_moves;
        self.symmetric += other.symmetric;
        self.wins_in_1 += other.wins_in_1;
        self.losses_in_2 += other.losses_in_2;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.by_moves.resize(self.by_moves.len().max(other.by_moves.len()), 0);
        for (sum, count) in self.by_moves.iter_mut().zip(other.by_moves) {
            *sum += count;
        }
        self.zugzwangs += other.zugzwangs;
        self.own_zugzwangs += other.own_zugzwangs;
        self
    }
}

/// Whether the side to move is in check and every move loses at once.
pub(crate) fn is_mated(graph: &DenseGraph, node: u32, value: Value) -> bool {
    matches!(value, Value::Loss(0..=2)) && graph.passed(node).is_none()
}

/// Different nodes among the successors.
fn distinct(edges: &[u32]) -> u64 {
    let mut edges = edges.to_vec();
    edges.sort_unstable();
    edges.dedup();
    edges.len() as u64
}

/// What the number of a node tells.
pub(crate) struct Regions {
    /// Nodes below go on.
    interior: u32,
    /// Nodes from here on are completed tries; those in between have a lion that can be taken.
    tries: u32,
    /// Interior nodes that are their own mirror image, a bit each.
    fixed: Vec<u64>,
}

impl Regions {
    pub(crate) fn of(graph: &DenseGraph) -> Self {
        let interior = graph.interior();
        let mut fixed = vec![0; interior.div_ceil(64) as usize];
        for node in graph.fixed().into_iter().filter(|&node| u64::from(node) < interior) {
            fixed[node as usize / 64] |= 1 << (node % 64);
        }
        Self { interior: interior as u32, tries: crate::first_try(graph), fixed }
    }

    fn is_fixed(&self, node: u32) -> bool {
        self.fixed[node as usize / 64] >> (node % 64) & 1 == 1
    }
}
