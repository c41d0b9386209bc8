//! Mating problems as proof-number search sees them: checks, evasions, and the attacker's hand as stock.
//!
//! # What a smaller hand does
//! Pieces are neither lost nor found: what the attacker lacks the defender holds, so a proof that serves for a smaller
//! hand must also stand against the interpositions which that piece then allows. The defender's drops matter on the
//! squares before a ranging checker only; a kind that could go there and that the attacker holds whole is part of the
//! proof ([`Duel::exclusive`]). Mate by a dropped pawn is a contact check, which no drop answers, so it does not hang on
//! hands.
//!
//! # Futile interpositions at the end
//! A ranging check that can only be answered by drops is mate if the checker can take each dropped piece and it is mate
//! again in the same sense (無駄合い). The drops are then no defences at all, and the mate has its usual length.

use crate::{
    hand::{Hand, kinds},
    problem::mix,
    rules,
};
use yomikiri_core::Game;
use yomikiri_search::{Duel, Role, Stock};
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, Shogi, Side, Square};

/// The rules of mating problems.
#[derive(Clone, Debug)]
pub struct Tsume {
    shogi: &'static Shogi<u128>,
    /// A number for each side, kind and square.
    keys: [[Box<[u64; 81]>; Kind::ALL]; 2],
}

/// Marks the keys of positions with the defender to move.
const DEFENDER: u64 = 0x5bd1_e995_9d1b_58c7;

impl Default for Tsume {
    fn default() -> Self {
        Self::new()
    }
}

impl Tsume {
    /// The rules.
    pub fn new() -> Self {
        let mut state = 0;
        let mut next = || {
            state = mix(state + 1);
            state
        };
        let keys =
            std::array::from_fn(|_| std::array::from_fn(|_| Box::new(std::array::from_fn(|_| next()))));
        Self { shogi: rules(), keys }
    }

    /// The rules of the kernel.
    pub const fn shogi(&self) -> &'static Shogi<u128> {
        self.shogi
    }

    fn piece_key(&self, piece: Piece, square: Square) -> u64 {
        self.keys[piece.side.index()][piece.kind.index()][square.index()]
    }

    /// The answers to check, those that the header calls futile left out.
    pub fn evasions(&self, pos: &Position<u128>, out: &mut Vec<Move>) {
        let from = out.len();
        self.shogi.evasions(pos, out);
        let only_drops = out[from..].iter().all(|mv| matches!(mv, Move::Drop { .. }));
        if out.len() > from && only_drops && self.all_futile(pos, &out[from..]) {
            out.truncate(from);
        }
    }

    /// Whether every drop can be taken by the checker with mate.
    ///
    /// The defender gets each piece back: with a smaller hand of the attacker's there might be another. So what follows
    /// does not hang on the kind that was dropped, and one a square is enough.
    fn all_futile(&self, pos: &Position<u128>, drops: &[Move]) -> bool {
        let king = pos.royal(Side::Second).expect("a problem has a king");
        let checkers = self.shogi.attackers(pos, Side::First, king);
        let mut tried = 0;
        drops.iter().all(|&drop| {
            let Move::Drop { kind, to } = drop else { return false };
            if tried.has(to) {
                return true;
            }
            tried |= u128::one(to);
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

/// What a number of moves is worth that nothing is known about.
const UNIT: u32 = 2;

/// First numbers of a position, from how many pieces fight for the square that the move goes to (the idea of df-pn+, and
/// of the liberty estimator of GPS Shogi).
impl Tsume {
    fn fighters(&self, pos: &Position<u128>, side: Side, mv: Move) -> u32 {
        let mover = u32::from(side == pos.side());
        let attackers = self.shogi.attackers(pos, side, mv.to()).count();
        // The mover itself is gone from where it came.
        if matches!(mv, Move::Drop { .. }) { attackers + mover } else { attackers }
    }

    fn estimate_check(&self, pos: &Position<u128>, mv: Move) -> (u32, u32) {
        let (ours, theirs) = (self.fighters(pos, Side::First, mv), self.fighters(pos, Side::Second, mv));
        let crowded = if theirs >= 2 { UNIT } else { 0 };
        let strong = ours > theirs
            || pos
                .piece(mv.to())
                .is_some_and(|taken| [Kind::GOLD, Kind::SILVER].contains(&taken.kind.unpromoted()));
        if strong { (UNIT + crowded, 2 * UNIT) } else { (2 * UNIT + crowded, UNIT) }
    }

    fn estimate_answer(&self, pos: &Position<u128>, mv: Move) -> (u32, u32) {
        if pos.piece(mv.to()).is_some() {
            return (2 * UNIT, UNIT);
        }
        if let Move::Board { from, .. } = mv
            && pos.royal(Side::Second) == Some(from)
        {
            return (UNIT, UNIT);
        }
        let (ours, theirs) = (self.fighters(pos, Side::First, mv), self.fighters(pos, Side::Second, mv));
        if ours < theirs { (2 * UNIT, UNIT) } else { (UNIT, 2 * UNIT) }
    }
}

impl Duel for Tsume {
    type Pos = Position<u128>;
    type Move = Move;
    type Stock = Hand;

    fn attacks(&self, pos: &Position<u128>, out: &mut Vec<Move>) {
        self.shogi.checks(pos, out);
    }

    /// The cheapest drops first: a proof against a pawn often needs no more than what a pawn leaves the attacker, and
    /// so holds against all pieces dropped there.
    fn defences(&self, pos: &Position<u128>, out: &mut Vec<Move>) {
        let from = out.len();
        self.evasions(pos, out);
        let steps = out[from..].iter().take_while(|mv| matches!(mv, Move::Board { .. })).count();
        out[from + steps..].reverse();
    }

    fn play(&self, pos: &Position<u128>, mv: Move) -> Position<u128> {
        self.shogi.play(pos, mv)
    }

    /// The pieces in both hands together count: positions of sets with other pieces are others.
    fn key(&self, pos: &Position<u128>) -> u64 {
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

    fn key_after(&self, pos: &Position<u128>, key: u64, mv: Move) -> u64 {
        let key = key ^ DEFENDER;
        let side = pos.side();
        match mv {
            Move::Drop { kind, to } => key ^ self.piece_key(Piece { kind, side }, to),
            Move::Board { from, to, promote } => {
                let piece = pos.piece(from).expect("a move starts at a piece");
                let kind = if promote { piece.kind.promoted() } else { piece.kind };
                let taken = pos.piece(to).map_or(0, |taken| self.piece_key(taken, to));
                key ^ self.piece_key(piece, from) ^ self.piece_key(Piece { kind, side }, to) ^ taken
            }
        }
    }

    fn stock(&self, pos: &Position<u128>) -> Hand {
        Hand::of(pos, Side::First)
    }

    fn stock_after(&self, pos: &Position<u128>, mv: Move) -> Hand {
        let hand = Hand::of(pos, Side::First);
        match mv {
            _ if pos.side() == Side::Second => hand,
            Move::Drop { kind, .. } => hand.minus(kind),
            Move::Board { to, .. } => pos.piece(to).map_or(hand, |taken| hand.plus(taken.kind.unpromoted())),
        }
    }

    fn stock_before(&self, pos: &Position<u128>, mv: Move, after: Hand) -> Hand {
        match mv {
            _ if pos.side() == Side::Second => after,
            Move::Drop { kind, .. } => after.plus(kind),
            Move::Board { to, .. } => {
                pos.piece(to).map_or(after, |taken| after.minus(taken.kind.unpromoted()))
            }
        }
    }

    fn exclusive(&self, pos: &Position<u128>) -> Hand {
        let mut needed = Hand::EMPTY;
        for kind in kinds() {
            let held = u32::from(pos.hand(Side::First, kind));
            let lacking = pos.hand(Side::Second, kind) == 0;
            if held > 0 && lacking && !self.shogi.safe_drops(pos, kind).is_empty() {
                needed = needed.with(kind, held);
            }
        }
        needed
    }

    fn unavailing(&self, pos: &Position<u128>) -> Hand {
        let mut most = Hand::of(pos, Side::First).and(Hand::of(pos, Side::Second));
        for kind in kinds() {
            let lacking = pos.hand(Side::First, kind) == 0 && most.count(kind) > 0;
            if lacking && !self.shogi.checking_drops(pos, kind).is_empty() {
                most = most.with(kind, 0);
            }
        }
        most
    }

    fn estimate(&self, pos: &Position<u128>, mv: Move, role: Role) -> (u32, u32) {
        match role {
            Role::Attacker => self.estimate_check(pos, mv),
            Role::Defender => self.estimate_answer(pos, mv),
        }
    }

    /// Drops on one square wait for each other, and the plain move for the promotion of the same piece.
    fn waits(&self, _pos: &Position<u128>, earlier: Move, mv: Move, role: Role) -> bool {
        match (earlier, mv) {
            (Move::Drop { to: a, .. }, Move::Drop { to: b, .. }) => role == Role::Defender && a == b,
            (Move::Board { from: a, to: b, .. }, Move::Board { from, to, .. }) => a == from && b == to,
            _ => false,
        }
    }

    /// From where a ranging piece is dropped makes mostly no difference.
    fn is_alike(&self, mv: Move, role: Role) -> bool {
        let ranging = [Kind::ROOK, Kind::BISHOP, Kind::LANCE];
        role == Role::Attacker && matches!(mv, Move::Drop { kind, .. } if ranging.contains(&kind))
    }
}
