//! Whether the end of a game is won, told for certain.
//!
//! Method: depth-first proof-number search ([`DfPn`]) for one question: does the side to move come to a lead
//! of so many points? A position is settled without a look at its moves where not even all the squares that a
//! player may still cover would change the answer: those are open to it and hang together, along edges or at
//! corners, with what it can cover now. Pieces that find no room among them do not count. As many ways lead
//! to the same position, the numbers of its moves are not summed: the hardest counts.
//!
//! Why: late in a game it matters which small pieces still find room, and that is narrow and deep. Of twenty
//! positions, plies 20 to 24 of four close games, proof-number search told 15 within a million positions, and
//! alpha-beta with the published evaluation 13.
//!
//! Cost: 2.5 microseconds a position. Measured against a df-pn of its own for this question alone, which
//! added up the numbers of open moves: of 84 questions at plies 18 to 26 of random games that one told 70
//! within 200,000 positions each, in 11.9 s, and this one 76, in 7.7 s; where both told, 1.43 s and 0.56 s.

use std::sync::LazyLock;
use yomikiri_blokus::{Board, Field, Hand, Move, Piece, PlayoutState, SHAPES, Scoring, Shape};
use yomikiri_core::{Side, splitmix};
use yomikiri_search::{AndOrGame, DfPn, Role, Verdict};

/// Bytes of the transposition table.
const TABLE: usize = 32 << 20;

/// Expansions between two looks at the limit.
const LOOK_EVERY: u64 = 32;

/// At most so many points come with the last pieces.
const BONUS: i32 = 20;

/// What a change of the side to move does to a key.
const TURN: u64 = 0x5bd1_e995_9e37_79b9;

/// What it does to a key that the monomino was the last piece of a side.
const MONOMINO_LAST: [u64; 2] = [0x9fb2_1c65_1e98_df25, 0xd6e8_feb8_6659_fd93];

/// The question whether one side, the attacker, comes to a lead of so many points.
struct LeadGame {
    scoring: Scoring,
    attacker: Side,
    lead: i32,
}

/// A position of the question.
#[derive(Clone)]
struct LeadPosition {
    state: PlayoutState,
    /// That of the same placements in whatever order, but for a last piece that counts for more, and apart
    /// for each question: one never meets what the table holds of others.
    key: u64,
    /// The answer was told by the position before.
    over: bool,
}

/// A move, or the end where the answer is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeadMove {
    Play(Move),
    Settle,
}

impl LeadGame {
    /// Whether the attacker reaches its lead, where that needs no look at moves.
    fn settled(&self, pos: &PlayoutState) -> Option<bool> {
        let [own, other] = [self.attacker, self.attacker.other()].map(|side| &pos.fields[side.index()]);
        let lead = own.points(self.scoring) - other.points(self.scoring);
        if lead + self.most_points(own) < self.lead {
            Some(false)
        } else if lead - self.most_points(other) >= self.lead {
            Some(true)
        } else {
            None
        }
    }

    /// No more points than this may a player still come to.
    fn most_points(&self, field: &Field) -> i32 {
        let (hand, mut room) = (field.hand(), field.reachable().squares());
        if room.is_empty() {
            return 0;
        }
        let open = !field.closed();
        loop {
            let wider = (room | room.edges() | room.diagonals()) & open;
            if wider == room {
                break;
            }
            room = wider;
        }
        let fitting = fitting(hand, room);
        let bonus = if self.scoring == Scoring::Official && fitting == hand { BONUS } else { 0 };
        fitting.squares().min(room.count()) as i32 + bonus
    }

    /// The moves of a side, or none and the end that tells who has won.
    fn moves(&self, pos: &LeadPosition, role: Role, out: &mut Vec<LeadMove>) {
        if pos.over {
            return;
        }
        match self.settled(&pos.state) {
            // Whoever has no move here has lost the question.
            Some(reached) if reached == (role == Role::Defender) => {}
            Some(_) => out.push(LeadMove::Settle),
            None => {
                let mut moves = Vec::with_capacity(128);
                pos.state.fields[pos.state.side.index()].placements(&mut moves);
                if moves.is_empty() {
                    moves.push(Move::PASS);
                }
                out.extend(moves.into_iter().map(LeadMove::Play));
            }
        }
    }
}

impl AndOrGame for LeadGame {
    type Pos = LeadPosition;
    type Move = LeadMove;
    type Stock = ();
    type Scratch = ();

    fn attacks(&self, pos: &LeadPosition, out: &mut Vec<LeadMove>) {
        self.moves(pos, Role::Attacker, out);
    }

    fn defences(&self, pos: &LeadPosition, out: &mut Vec<LeadMove>) {
        self.moves(pos, Role::Defender, out);
    }

    fn play(&self, pos: &LeadPosition, mv: LeadMove) -> LeadPosition {
        let mut next = LeadPosition { key: self.key_after(pos, pos.key, mv), ..pos.clone() };
        match mv {
            LeadMove::Play(mv) => next.state.play(mv),
            LeadMove::Settle => next.over = true,
        }
        next
    }

    fn key(&self, pos: &LeadPosition) -> u64 {
        pos.key
    }

    fn key_after(&self, pos: &LeadPosition, key: u64, mv: LeadMove) -> u64 {
        let placement = match mv {
            LeadMove::Play(Move::PASS) => 0,
            LeadMove::Play(mv) => {
                let side = pos.state.side.index();
                let mut number = u64::from(mv.number()) << 1 | side as u64;
                let others = pos.state.fields[side].hand().without(Piece::MONOMINO);
                let is_last = self.scoring == Scoring::Official
                    && mv.piece() == Some(Piece::MONOMINO)
                    && others.is_empty();
                splitmix::next(&mut number) ^ if is_last { MONOMINO_LAST[side] } else { 0 }
            }
            LeadMove::Settle => splitmix::STEP,
        };
        key ^ placement ^ TURN
    }

    fn stock(&self, _: &LeadPosition) {}

    fn stock_after(&self, _: &LeadPosition, (): (), _: LeadMove) {}

    fn stock_before(&self, _: &LeadPosition, _: LeadMove, (): ()) {}

    fn exclusive(&self, _: &LeadPosition) {}

    fn unavailing(&self, _: &LeadPosition) {}

    fn decisive(&self, _: &LeadPosition, _: &[LeadMove], (): &mut ()) -> Option<LeadMove> {
        None
    }

    fn begin(&self, (): &mut ()) {}

    /// The larger a piece, the less is believed to be left to the opponent after it.
    fn estimate(&self, _: &LeadPosition, (_, mv): (usize, LeadMove), role: Role, (): &mut ()) -> (u32, u32) {
        let size = match mv {
            LeadMove::Play(mv) => mv.piece().map_or(5, Piece::size),
            LeadMove::Settle => 5,
        };
        match role {
            Role::Attacker => (6 - size, 1),
            Role::Defender => (1, 6 - size),
        }
    }

    fn queue(&self, _: &LeadPosition, _: LeadMove, _: Role, (): &mut ()) -> Option<u16> {
        None
    }

    fn is_alike(&self, _: LeadMove) -> bool {
        true
    }
}

/// Answers whether leads are reached, with memory.
pub struct LeadProver {
    /// None where there is no memory for its table: then nothing is told.
    dfpn: Option<DfPn<LeadGame>>,
    questions: u64,
    nodes: u64,
}

impl LeadProver {
    /// A prover with its table.
    pub fn new(scoring: Scoring) -> Self {
        let mut dfpn = DfPn::new(LeadGame { scoring, attacker: Side::First, lead: 1 }, TABLE).ok();
        if let Some(dfpn) = &mut dfpn {
            dfpn.set_report_every(LOOK_EVERY);
        }
        Self { dfpn, questions: 0, nodes: 0 }
    }

    /// Whether the side to move comes to a lead of at least so many points; `None` if that takes more than
    /// `limit` positions.
    pub fn reaches(&mut self, pos: &PlayoutState, lead: i32, limit: u64) -> Option<bool> {
        let dfpn = self.dfpn.as_mut()?;
        let game = dfpn.game_mut();
        (game.attacker, game.lead) = (pos.side, lead);
        let root = LeadPosition { state: pos.clone(), key: splitmix::next(&mut self.questions), over: false };
        let before = dfpn.nodes();
        let verdict = dfpn.prove(&root, Role::Attacker, None, &mut |info| info.nodes - before < limit);
        self.nodes = dfpn.nodes() - before;
        match verdict {
            Verdict::Proven(_) => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        }
    }

    /// Positions that the last question took.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The cells of a shape, from its least column and row on.
type Cells = Vec<(usize, usize)>;

/// For each piece, its shapes.
static FORMS: LazyLock<Vec<Vec<Cells>>> = LazyLock::new(|| {
    let shapes = |piece| SHAPES.iter().map(|(_, shape)| shape).filter(move |shape| shape.piece == piece);
    Piece::all().map(|piece| shapes(piece).map(cells).collect()).collect()
});

fn cells(shape: &Shape) -> Cells {
    let least = |low: (i8, i8), cell: &(i8, i8)| (low.0.min(cell.0), low.1.min(cell.1));
    let (left, top) = shape.cells.iter().fold((0, 0), least);
    shape.cells.iter().map(|&(x, y)| ((x - left) as usize, (y - top) as usize)).collect()
}

/// Rows of the board.
const SIZE: usize = yomikiri_blokus::square::SIZE as usize;

/// The rows of a set of squares, and empty ones below that a piece may reach into.
type Rows = [u16; SIZE + 4];

/// The pieces that find room somewhere, wherever the corners are.
fn fitting(hand: Hand, room: Board) -> Hand {
    let rows: Rows = std::array::from_fn(|y| if y < SIZE { room.row(y) } else { 0 });
    let without = hand.pieces().filter(|piece| !FORMS[piece.index()].iter().any(|cells| fits(cells, &rows)));
    without.fold(hand, Hand::without)
}

/// Whether a shape fits: all of its places in a row are looked at together.
fn fits(cells: &Cells, rows: &Rows) -> bool {
    let mut places = [!0; SIZE];
    for &(x, y) in cells {
        for (place, row) in places.iter_mut().zip(&rows[y..]) {
            *place &= row >> x;
        }
    }
    places.iter().any(|&place: &u16| place != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::{Blokus, Position};
    use yomikiri_core::Game;
    use yomikiri_core::Random;

    /// The best lead of the side to move, by looking at everything.
    fn lead(game: Blokus, pos: &Position) -> i32 {
        let mut moves = Vec::new();
        game.moves_of(pos, &mut moves);
        let after = moves.into_iter().map(|mv| -lead(game, &game.after(pos, mv)));
        after.max().unwrap_or_else(|| game.scoring.of(pos, pos.side) - game.scoring.of(pos, pos.side.other()))
    }

    /// Near the ends of random games, with both ways of counting: what is told is so, and all is told.
    #[test]
    fn what_is_told_is_so() {
        for (seed, scoring) in (0..24).map(|i| (i, [Scoring::Squares, Scoring::Official][i as usize % 2])) {
            let game = Blokus { scoring, ..Blokus::default() };
            let (mut random, mut pos, mut prover) =
                (Random::new(seed), game.start().position, LeadProver::new(scoring));
            loop {
                let (mut moves, mut replies) = (Vec::new(), Vec::new());
                game.moves_of(&pos, &mut moves);
                pos.placements(pos.side.other(), pos.hands[pos.side.other().index()], &mut replies);
                if moves.is_empty() || moves.len() + replies.len() <= 9 {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
            let lead = lead(game, &pos);
            for aim in lead - 2..=lead + 2 {
                assert_eq!(prover.reaches(&PlayoutState::new(&pos), aim, 1_000_000), Some(lead >= aim));
            }
        }
    }

    /// Positions of the same placements have one key, unless points tell their orders apart.
    #[test]
    fn a_key_tells_what_points_tell_of_the_order() {
        let mut random = Random::new(1);
        let pieces = [1, 2, 3].map(|size| Piece::all().find(|piece| piece.size() == size).unwrap());
        let cases = [Scoring::Squares, Scoring::Official].into_iter().flat_map(|scoring| {
            [2, 3]
                .into_iter()
                .flat_map(move |count| [Side::First, Side::Second].map(|side| (scoring, count, side)))
        });
        for (scoring, count, side) in cases {
            let game = LeadGame { scoring, attacker: Side::First, lead: 1 };
            let others = Piece::all().filter(|piece| !pieces[..count].contains(piece));
            let hands = [others.fold(Hand::ALL, Hand::without); 2];
            let start = PlayoutState::new(&Position { hands, side, ..Position::START });
            let start = LeadPosition { state: start, key: 0, over: false };
            let mut place = |pos: &LeadPosition, piece: Piece| {
                let mut moves = Vec::new();
                pos.state.fields[side.index()].placements(&mut moves);
                moves.retain(|mv| mv.piece() == Some(piece));
                moves[random.below(moves.len())]
            };
            let after = |moves: &[Move]| {
                moves.iter().fold(start.clone(), |pos, &mv| game.play(&pos, LeadMove::Play(mv)))
            };
            for _ in 0..50 {
                let first = place(&start, pieces[0]);
                let second = place(&after(&[first, Move::PASS]), pieces[1]);
                let [one, other] = [[first, Move::PASS, second], [second, Move::PASS, first]].map(|moves| {
                    let end = after(&moves);
                    (end.key, end.state.fields[side.index()].points(scoring))
                });
                let is_told = scoring == Scoring::Official && count == 2;
                assert_eq!((one.0 != other.0, one.1 != other.1), (is_told, is_told), "{scoring:?} {count}");
            }
        }
    }

    /// Who may look at nothing tells nothing.
    #[test]
    fn limits_are_kept_to() {
        let mut prover = LeadProver::new(Scoring::Squares);
        assert_eq!(prover.reaches(&PlayoutState::new(&Position::START), 1, 1000), None);
        assert!((1000..1100).contains(&prover.nodes()));
    }
}
