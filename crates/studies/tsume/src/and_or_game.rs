//! Mates as proof-number search sees them: checks, evasions, and the attacker's hand as stock. Mating
//! problems, and forced mates in any game of the shogi family: the rules are the kernel's.
//!
//! The attacker is the first player, and may have a king, for which the kernel's moves answer too. In a game
//! with tries a royal piece in the far zone ends it: the defender's has escaped, the attacker's, come there
//! with check, has won.
//!
//! # What a smaller hand does
//! Pieces are neither lost nor found: what the attacker lacks the defender holds, so a proof that serves for
//! a smaller hand must also stand against the interpositions which that piece then allows. The defender's
//! drops matter on the squares before a ranging checker only; a kind that could go there and that the
//! attacker holds whole is part of the proof ([`AndOrGame::exclusive`]). Mate by a dropped pawn is a contact
//! check, which no drop answers, so it does not hang on hands.
//!
//! # Futile interpositions at the end
//! A ranging check that can only be answered by drops is mate if the checker can take each dropped piece and
//! it is mate again in the same sense (無駄合い). In mating problems the drops are then no defences at all, and
//! the mate has its usual length; in games they are moves like any other.

use crate::{
    hand::{Hand, kinds},
    problem::mix,
    rules,
};
use yomikiri_core::Game;
use yomikiri_search::{AndOrGame, Role, Stock};
use yomikiri_shogi::{
    Bits, Kind, Move, Piece, Position, Shogi, Side, Square, Variant, attacks::Tables, mate::Escapes,
};

/// The rules of mates by checks.
#[derive(Clone, Debug)]
pub struct MateGame<B: Bits = u128> {
    shogi: Shogi<B>,
    /// A number for each side, kind and square.
    keys: Box<[[[u64; 81]; Kind::ALL]; 2]>,
    /// Whether futile interpositions at the end are left out.
    leaves_futile: bool,
    /// Whether it is searched in the way of open boards: a ranging piece's drops far from the king wait for
    /// one another, the near ones first, and the first numbers do not count the king's escapes.
    is_open_board: bool,
    /// Whether the game has tries.
    has_tries: bool,
    /// The kinds that slide.
    ranging: [bool; Kind::UNPROMOTED],
    /// For each side and kind the squares on which its promotion attacks all that it attacks itself.
    outdone: [[B; Kind::UNPROMOTED]; 2],
}

/// Marks the keys of positions with the defender to move.
const DEFENDER: u64 = 0x5bd1_e995_9d1b_58c7;

impl Default for MateGame {
    fn default() -> Self {
        Self::new()
    }
}

impl MateGame {
    /// Mating problems of shogi.
    pub fn new() -> Self {
        Self { leaves_futile: true, ..Self::of(rules().clone()) }
    }

    /// The same, searched in the order that suits open boards, where most attacks fail: a ranging piece
    /// checks from many squares of a line, and what refutes the nearest of these drops mostly refutes them
    /// all.
    ///
    /// Of 40 lone kings against three and four pieces this leaves 0.55 of the positions and 0.43 of the time;
    /// of the classics, where the far drop is often the point, it makes the search 1.07 times as long.
    pub fn open_boards() -> Self {
        Self { is_open_board: true, ..Self::new() }
    }
}

impl<B: Bits> MateGame<B> {
    /// Forced mates in a game of at most 81 squares, which should be played to the mate.
    pub fn of(shogi: Shogi<B>) -> Self {
        let mut state = 0;
        let mut next = || {
            state = mix(state + 1);
            state
        };
        let keys =
            Box::new(std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next()))));
        let variant = shogi.variant();
        let slides =
            |place: usize| variant.pieces.get(place).is_some_and(|rule| !rule.face.slides.is_empty());
        Self {
            keys,
            leaves_futile: false,
            is_open_board: false,
            has_tries: variant.try_ranks > 0,
            ranging: std::array::from_fn(slides),
            outdone: outdone(variant),
            shogi,
        }
    }

    /// The rules of the kernel.
    pub const fn shogi(&self) -> &Shogi<B> {
        &self.shogi
    }

    /// Whether a piece in hand has such a drop, by either face where the variant lets both be dropped.
    fn is_any_drop(&self, kind: Kind, drops: impl Fn(Kind) -> B) -> bool {
        self.shogi.variant().drop_faces(kind).any(|face| !drops(face).is_empty())
    }

    #[inline]
    fn piece_key(&self, piece: Piece, square: Square) -> u64 {
        self.keys[piece.side.index()][piece.kind.index()][square.index()]
    }

    /// The answers to check, those that the header calls futile left out.
    pub fn evasions(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        if self.has_tries && self.shogi.in_goal(pos, Side::First) {
            return;
        }
        let from = out.len();
        self.shogi.evasions(pos, out);
        if !self.leaves_futile {
            return;
        }
        let only_drops = out[from..].iter().all(|mv| matches!(mv, Move::Drop { .. }));
        if out.len() > from && only_drops && self.all_futile(pos, &out[from..]) {
            out.truncate(from);
        }
    }

    /// How far a square is from the defender's king, and in which of nine directions.
    fn distance_to_king(&self, pos: &Position<B>, square: Square) -> Option<(u8, u16)> {
        let (king, board) = (pos.royal(Side::Second)?, self.shogi.variant().board);
        let files = board.file(square) as i8 - board.file(king) as i8;
        let ranks = board.rank(square) as i8 - board.rank(king) as i8;
        let direction = 3 * (files.signum() + 1) + ranks.signum() + 1;
        Some((files.unsigned_abs().max(ranks.unsigned_abs()), direction as u16))
    }

    /// Whether every drop can be taken by the checker with mate.
    ///
    /// The defender gets each piece back: with a smaller hand of the attacker's there might be another. So
    /// what follows does not hang on the kind that was dropped, and one a square is enough.
    fn all_futile(&self, pos: &Position<B>, drops: &[Move]) -> bool {
        let king = pos.royal(Side::Second).expect("a problem has a king");
        let checkers = self.shogi.attackers(pos, Side::First, king);
        let mut tried = B::EMPTY;
        drops.iter().all(|&drop| {
            let Move::Drop { kind, to } = drop else { return false };
            if tried.has(to) {
                return true;
            }
            tried |= B::one(to);
            let dropped = self.shogi.play(pos, drop);
            let mut takes = Vec::new();
            self.shogi.checks(&dropped, &mut takes);
            takes.retain(
                |mv| matches!(mv, Move::Board { from, to: on, .. } if *on == to && checkers.has(*from)),
            );
            takes.into_iter().any(|take| {
                let mut taken = self.shogi.play(&dropped, take);
                taken.hand_over(kind, Side::First);
                let mut again = Vec::new();
                self.evasions(&taken, &mut again);
                again.is_empty()
            })
        })
    }
}

/// The queue of drops that only the king supports; those of other drops have the number of their square.
const LONE_DROPS: u16 = 81;

/// The first of the queues of moves on the board, by their two squares.
const STEPS: u16 = LONE_DROPS + 1;

/// The first of the queues of a ranging piece's drops far from the king, by kind and direction.
const FAR_DROPS: u16 = STEPS + 81 * 81;

/// What a number of moves is worth that nothing is known about.
const UNIT: u32 = 2;

/// For each side and kind the squares on which its promotion attacks all that it attacks itself, so that not
/// to promote can only be worth it where mate or stalemate is to be avoided: all squares of a pawn, a bishop,
/// a rook, and those of a lance on its second rank.
fn outdone<B: Bits>(variant: &Variant) -> [[B; Kind::UNPROMOTED]; 2] {
    let tables = Tables::<B>::new(variant);
    [Side::First, Side::Second].map(|side| {
        std::array::from_fn(|place| {
            let kind = Kind::new(place);
            if !variant.promotes(kind) {
                return B::EMPTY;
            }
            let attacks = |kind, from| tables.attacks(Piece { kind, side }, from, B::EMPTY);
            let is_outdone =
                |&from: &Square| (attacks(kind, from) & !attacks(kind.promoted(), from)).is_empty();
            variant.board.squares().filter(is_outdone).fold(B::EMPTY, |set, from| set | B::one(from))
        })
    })
}

/// What the first numbers of all moves of a position ask for, looked for when it is first asked for: many
/// checks and interpositions go to few squares.
pub struct Scratch<B> {
    /// Squares for which `fights` are known.
    known: B,
    fights: [Fight; 81],
    /// The pieces that slide.
    ranging: Option<B>,
    /// What a check must cut off.
    escapes: Option<Escapes<B>>,
    /// How many squares the first checks are seen to leave to the defender's king, as far as it has been
    /// asked.
    left: Vec<u32>,
}

/// Who attacks a square.
#[derive(Clone, Copy, Default)]
struct Fight {
    /// How many pieces of each side.
    pieces: [u8; 2],
    /// Whether a piece of the defender other than the king is among them.
    is_supported: bool,
}

impl<B: Bits> Default for Scratch<B> {
    fn default() -> Self {
        Self {
            known: B::EMPTY,
            fights: [Fight::default(); 81],
            ranging: None,
            escapes: None,
            left: Vec::new(),
        }
    }
}

impl<B: Bits> Scratch<B> {
    fn fight(&mut self, shogi: &Shogi<B>, pos: &Position<B>, square: Square) -> Fight {
        let fight = &mut self.fights[square.index()];
        if !self.known.has(square) {
            self.known |= B::one(square);
            *fight = Fight::default();
            let ranging = *self.ranging.get_or_insert_with(|| shogi.ranging(pos));
            shogi.each_attacker(pos, ranging, square, |piece| {
                fight.pieces[piece.side.index()] += 1;
                fight.is_supported |= piece.side == Side::Second && piece.kind != Kind::KING;
            });
        }
        *fight
    }

    /// None if the defender has no king.
    fn escapes(&mut self, shogi: &Shogi<B>, pos: &Position<B>) -> Option<&Escapes<B>> {
        self.escapes = self.escapes.or_else(|| shogi.escapes(pos));
        self.escapes.as_ref()
    }
}

/// First numbers of a position, from how many pieces fight for the square that the move goes to and how many
/// squares a check leaves to the king (the idea of df-pn+, and of the liberty estimator of GPS Shogi).
///
/// Each square left counts one move of proof, as another answer to be refuted will once the check has
/// been looked at. On 137 classics that leaves 0.74 of the positions (`docs/notes/tsume.md` has the settings
/// that were tried). On [open boards](MateGame::open_boards), whose order of attacks was measured without,
/// they are not counted.
impl<B: Bits> MateGame<B> {
    /// How many pieces of the attacker and of the defender fight for the square.
    fn fighters(&self, pos: &Position<B>, mv: Move, scratch: &mut Scratch<B>) -> (u32, u32) {
        let [mut ours, mut theirs] = scratch.fight(&self.shogi, pos, mv.to()).pieces.map(u32::from);
        // A piece on the board that moves is gone from where it came.
        if matches!(mv, Move::Drop { .. }) {
            *if pos.side() == Side::First { &mut ours } else { &mut theirs } += 1;
        }
        (ours, theirs)
    }

    fn estimate_check(
        &self,
        pos: &Position<B>,
        (place, mv): (usize, Move),
        scratch: &mut Scratch<B>,
    ) -> (u32, u32) {
        let (ours, theirs) = self.fighters(pos, mv, scratch);
        let crowded = if theirs >= 2 { UNIT } else { 0 };
        let strong = ours > theirs
            || (pos.of(Side::Second).has(mv.to())
                && [Kind::GOLD, Kind::SILVER].contains(&pos.kind(mv.to()).unpromoted()));
        let (left, against) = if self.is_open_board {
            (0, 2 * UNIT)
        } else {
            (self.open_escapes(pos, (place, mv), scratch) * UNIT, 3 * UNIT / 2)
        };
        let open = left + crowded;
        if strong { (UNIT + open, against) } else { (2 * UNIT + open, UNIT) }
    }

    /// How many squares a check is seen to leave to the defender's king.
    fn open_escapes(&self, pos: &Position<B>, (place, mv): (usize, Move), scratch: &mut Scratch<B>) -> u32 {
        if let Some(&left) = scratch.left.get(place) {
            return left;
        }
        let escapes = scratch.escapes(&self.shogi, pos);
        escapes.map_or(0, |escapes| self.shogi.escapes_left(pos, escapes, mv).count())
    }

    fn estimate_answer(&self, pos: &Position<B>, mv: Move, scratch: &mut Scratch<B>) -> (u32, u32) {
        if pos.of(Side::First).has(mv.to()) {
            return (2 * UNIT, UNIT);
        }
        if let Move::Board { from, .. } = mv
            && pos.kind(from) == Kind::KING
        {
            return (UNIT, if self.is_open_board { UNIT } else { 3 * UNIT / 2 });
        }
        let (ours, theirs) = self.fighters(pos, mv, scratch);
        if ours < theirs { (2 * UNIT, UNIT) } else { (UNIT, 2 * UNIT) }
    }
}

impl<B: Bits> AndOrGame for MateGame<B> {
    type Pos = Position<B>;
    type Move = Move;
    type Stock = Hand;
    type Scratch = Scratch<B>;

    fn attacks(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        if self.has_tries && self.shogi.in_goal(pos, Side::Second) {
            return;
        }
        let from = out.len();
        self.shogi.checks(pos, out);
        if self.is_open_board {
            out[from..].sort_by_key(|mv| match *mv {
                Move::Drop { kind, to } if self.ranging[kind.place()] => {
                    self.distance_to_king(pos, to).map(|(distance, _)| distance)
                }
                _ => None,
            });
        }
    }

    /// The cheapest drops first: a proof against a pawn often needs no more than what a pawn leaves the
    /// attacker, and so holds against all pieces dropped there.
    fn defences(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        let from = out.len();
        self.evasions(pos, out);
        let steps = out[from..].iter().take_while(|mv| matches!(mv, Move::Board { .. })).count();
        out[from + steps..].reverse();
    }

    fn decisive(&self, pos: &Position<B>, attacks: &[Move], scratch: &mut Scratch<B>) -> Option<Move> {
        if self.has_tries || attacks.is_empty() {
            return None;
        }
        let escapes = *scratch.escapes(&self.shogi, pos)?;
        attacks.iter().copied().find(|&mv| {
            let left = self.shogi.escapes_left(pos, &escapes, mv).count();
            scratch.left.push(left);
            left == 0 && self.shogi.mates(pos, mv)
        })
    }

    fn play(&self, pos: &Position<B>, mv: Move) -> Position<B> {
        self.shogi.play(pos, mv)
    }

    /// The pieces in both hands together count: positions of sets with other pieces are others.
    fn key(&self, pos: &Position<B>) -> u64 {
        let pieces = pos
            .occupied()
            .squares()
            .map(|square| self.piece_key(pos.piece(square).expect("a square with a piece"), square));
        let hands = Hand::of(pos, Side::First).and(Hand::of(pos, Side::Second));
        let role = if pos.side() == Side::First { 0 } else { DEFENDER };
        let board = pieces.fold(0, |all, key| all ^ key);
        let set = pos.occupied().squares().fold(hands, |all, square| match pos.piece(square) {
            Some(piece) if piece.kind != Kind::KING => all.plus(piece.kind.unpromoted()),
            _ => all,
        });
        board ^ role ^ mix(u64::from(set.bits()))
    }

    #[inline]
    fn key_after(&self, pos: &Position<B>, key: u64, mv: Move) -> u64 {
        let key = key ^ DEFENDER;
        let (side, enemy) = (pos.side(), pos.side().other());
        match mv {
            Move::Drop { kind, to } => key ^ self.piece_key(Piece { kind, side }, to),
            Move::Board { from, to, promote } => {
                let piece = Piece { kind: pos.kind(from), side };
                let kind = if promote { piece.kind.turned() } else { piece.kind };
                let taken = if pos.of(enemy).has(to) {
                    self.piece_key(Piece { kind: pos.kind(to), side: enemy }, to)
                } else {
                    0
                };
                key ^ self.piece_key(piece, from) ^ self.piece_key(Piece { kind, side }, to) ^ taken
            }
        }
    }

    fn stock(&self, pos: &Position<B>) -> Hand {
        Hand::of(pos, Side::First)
    }

    #[inline]
    fn stock_after(&self, pos: &Position<B>, hand: Hand, mv: Move) -> Hand {
        match mv {
            _ if pos.side() == Side::Second => hand,
            Move::Drop { kind, .. } => hand.minus(kind),
            Move::Board { to, .. } if pos.of(Side::Second).has(to) => hand.plus(pos.kind(to).unpromoted()),
            Move::Board { .. } => hand,
        }
    }

    fn stock_before(&self, pos: &Position<B>, mv: Move, after: Hand) -> Hand {
        match mv {
            _ if pos.side() == Side::Second => after,
            Move::Drop { kind, .. } => after.plus(kind),
            Move::Board { to, .. } => {
                pos.piece(to).map_or(after, |taken| after.minus(taken.kind.unpromoted()))
            }
        }
    }

    fn exclusive(&self, pos: &Position<B>) -> Hand {
        let mut needed = Hand::EMPTY;
        for kind in kinds() {
            let held = u32::from(pos.hand(Side::First, kind));
            let lacking = pos.hand(Side::Second, kind) == 0;
            if held > 0 && lacking && self.is_any_drop(kind, |face| self.shogi.safe_drops(pos, face)) {
                needed = needed.with(kind, held);
            }
        }
        needed
    }

    fn unavailing(&self, pos: &Position<B>) -> Hand {
        let mut most = Hand::of(pos, Side::First).and(Hand::of(pos, Side::Second));
        for kind in kinds() {
            let lacking = pos.hand(Side::First, kind) == 0 && most.count(kind) > 0;
            if lacking && self.is_any_drop(kind, |face| self.shogi.checking_drops(pos, face)) {
                most = most.with(kind, 0);
            }
        }
        most
    }

    fn begin(&self, scratch: &mut Scratch<B>) {
        scratch.known = B::EMPTY;
        (scratch.ranging, scratch.escapes) = (None, None);
        scratch.left.clear();
    }

    fn estimate(
        &self,
        pos: &Position<B>,
        (place, mv): (usize, Move),
        role: Role,
        scratch: &mut Scratch<B>,
    ) -> (u32, u32) {
        match role {
            Role::Attacker => self.estimate_check(pos, (place, mv), scratch),
            Role::Defender => self.estimate_answer(pos, mv, scratch),
        }
    }

    /// Drops on one square stand in one queue, and so do all drops on squares that no piece but the king
    /// supports; the plain move stands behind the promotion of a piece that loses nothing by it. A silver, a
    /// knight, most lances attack other squares when they promote: to leave them is a way of its own. On
    /// [open boards](MateGame::open_boards) a ranging piece's drops far from the king stand in a queue for
    /// each direction.
    fn queue(&self, pos: &Position<B>, mv: Move, role: Role, scratch: &mut Scratch<B>) -> Option<u16> {
        match mv {
            Move::Drop { to, .. } if role == Role::Defender => {
                let is_supported = scratch.fight(&self.shogi, pos, to).is_supported;
                Some(if is_supported { to.index() as u16 } else { LONE_DROPS })
            }
            Move::Drop { kind, to } if self.is_open_board && self.ranging[kind.place()] => {
                let (distance, direction) = self.distance_to_king(pos, to)?;
                (distance > 1).then_some(FAR_DROPS + 9 * kind.place() as u16 + direction)
            }
            Move::Board { from, to, .. }
                if self.outdone[pos.side().index()][pos.kind(from).place()].has(to) =>
            {
                Some(STEPS + 81 * from.index() as u16 + to.index() as u16)
            }
            _ => None,
        }
    }

    /// From where a ranging piece is dropped makes mostly no difference.
    fn is_alike(&self, mv: Move) -> bool {
        matches!(mv, Move::Drop { kind, .. } if self.ranging[kind.place()])
    }
}

/// Who is to move.
pub fn role<B: Bits>(pos: &Position<B>) -> Role {
    if pos.side() == Side::First { Role::Attacker } else { Role::Defender }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Game, Notation, Random};
    use yomikiri_shogi::{Ending, SmallShogi, variants::shipped};

    /// Whether the plain move to a square of the first player's third, second or first rank waits for the
    /// promotion.
    fn waits(tsume: &MateGame, letter: char, rank: char) -> bool {
        let pos = format!("8k/9/9/9/9/9/9/9/9 b {letter}");
        let kind = rules().variant().hand_kinds().find(|&kind| {
            let pos = rules().parse_pos(&pos).unwrap();
            pos.hand(Side::First, kind) > 0
        });
        let board = rules().variant().board;
        let to = board.named('5', rank).unwrap();
        let from = board.named('5', 'e').unwrap();
        let mut setup = rules().parse_pos(&pos).unwrap().setup();
        setup.hands = Default::default();
        setup.board[from.index()] = kind.map(|kind| Piece { kind, side: Side::First });
        let pos = Position::new(&setup, rules().variant()).unwrap();
        let step = |promote| Move::Board { from, to, promote };
        let queue = |mv| tsume.queue(&pos, mv, Role::Attacker, &mut Scratch::default());
        assert_ne!(queue(step(true)), queue(Move::Board { from: to, to, promote: false }).or(Some(0)));
        queue(step(true)).is_some() && queue(step(true)) == queue(step(false))
    }

    #[test]
    fn only_what_loses_nothing_by_promotion_waits_for_it() {
        let tsume = MateGame::new();
        for (letter, waiting) in [('P', "bc"), ('B', "abc"), ('R', "abc"), ('L', "b"), ('S', ""), ('N', "")] {
            for rank in "abc".chars().filter(|&rank| rank != 'a' || "BRS".contains(letter)) {
                // Knights come no further than the third rank.
                if letter == 'N' && rank == 'b' {
                    continue;
                }
                assert_eq!(waits(&tsume, letter, rank), waiting.contains(rank), "{letter} to {rank}");
            }
        }
    }

    #[test]
    fn keys_and_hands_after_a_move_are_those_of_the_position() {
        let mut random = Random::new(5);
        for name in ["kyoto", "micro", "minishogi"] {
            let variant = shipped().iter().find(|variant| variant.name == name).unwrap();
            let game = MateGame::of(SmallShogi::new(variant.clone(), Ending::Mate));
            let mut pos = game.shogi().start();
            for _ in 0..600 {
                let mut moves = Vec::new();
                game.shogi().moves(&pos, &mut moves);
                if moves.is_empty() {
                    pos = game.shogi().start();
                    continue;
                }
                let mv = moves[random.below(moves.len())];
                let next = game.shogi().play(&pos, mv);
                assert_eq!(game.key_after(&pos, game.key(&pos), mv), game.key(&next), "{name}");
                assert_eq!(game.stock_after(&pos, game.stock(&pos), mv), game.stock(&next), "{name}");
                pos = next;
            }
        }
    }

    #[test]
    fn drops_that_only_the_king_supports_stand_in_one_queue() {
        // A rook checks along the rank from 9a. A silver on 6b supports 5a and 7a, a gold on 3b 3a.
        for (sfen, queues) in [
            ("R7k/9/9/9/9/9/9/9/9 w G 1", 1),
            ("R7k/3s5/9/9/9/9/9/9/9 w G 1", 3),
            ("R7k/3s2g2/9/9/9/9/9/9/9 w GN 1", 4),
        ] {
            let (tsume, pos) = (MateGame::new(), rules().parse_pos(sfen).unwrap());
            let king = pos.royal(Side::Second).unwrap();
            let kind = rules().variant().hand_kinds().find(|&kind| pos.hand(Side::First, kind) > 0).unwrap();
            let rank = rules().variant().board.squares().take(8).skip(1);
            let queue = |to| {
                tsume.queue(&pos, Move::Drop { kind, to }, Role::Defender, &mut Scratch::default()).unwrap()
            };
            let mut found: Vec<_> = rank.filter(|&to| to != king).map(queue).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), queues, "{sfen}");
        }
    }
}
