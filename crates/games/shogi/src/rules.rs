//! A variant with its tables and its ending: the rules of a game.

use crate::{Bits, Move, Position, SmallBoard, Variant, attacks::Tables, sfen};
use yomikiri_core::{Game, Side, TwoPlayer, Value};

/// How far a game is played.
///
/// In both a royal piece that stands in the far zone of a variant that has one and cannot be taken has won (a
/// *try*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// To the capture: the game is over where the side to move can take the enemy's royal piece, and is worth
    /// a win in one ply to it. Leaving one's own to be taken is legal. Whoever has no move at all has lost.
    Capture,
    /// To the mate: no move may leave one's own royal piece to be taken, and whoever has no move has lost.
    Mate,
}

impl Ending {
    /// The word used on the command line and in files: `capture` or `mate`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Mate => "mate",
        }
    }
}

/// The rules of one variant of shogi.
///
/// What a repetition means ([`Repetition`](crate::Repetition)) is asked by whoever keeps a history, which a
/// position has not: by the rules alone a position that repeats for ever is a draw.
#[derive(Clone, Debug)]
pub struct Shogi<B: Bits> {
    variant: Variant,
    ending: Ending,
    start: Position<B>,
    pub(crate) tables: Tables<B>,
    /// Whether boards are drawn in kanji.
    pub(crate) kanji: bool,
}

/// A variant on at most 64 squares.
pub type SmallShogi = Shogi<SmallBoard>;

impl Shogi<SmallBoard> {
    /// Dobutsu Shogi.
    pub fn dobutsu(ending: Ending) -> Self {
        Self::new(Variant::dobutsu(), ending)
    }

    /// Dobutsu Shogi with lions and chicks only.
    pub fn dobutsu_chicks(ending: Ending) -> Self {
        Self::new(Variant::dobutsu_chicks(), ending)
    }

    /// Minishogi, to the mate.
    pub fn minishogi() -> Self {
        Self::new(Variant::minishogi(), Ending::Mate)
    }

    /// Goro-goro shogi, to the mate.
    pub fn goro_goro() -> Self {
        Self::new(Variant::goro_goro(), Ending::Mate)
    }

    /// Goro-goro shogi plus, to the mate.
    pub fn goro_goro_plus() -> Self {
        Self::new(Variant::goro_goro_plus(), Ending::Mate)
    }
}

impl Shogi<u128> {
    /// Shogi, to the mate.
    pub fn standard() -> Self {
        Self::new(Variant::shogi(), Ending::Mate)
    }

    /// Shogi where one side may be without a king, to the mate.
    pub fn tsume() -> Self {
        Self::new(Variant::tsume(), Ending::Mate)
    }
}

impl<B: Bits> Shogi<B> {
    /// The rules of a variant.
    ///
    /// # Panics
    /// The variant's own start position is none, or its board does not fit `B`.
    pub fn new(variant: Variant, ending: Ending) -> Self {
        let start = sfen::read(variant.start, &variant)
            .unwrap_or_else(|error| panic!("a variant's start is a position of it: {error}"));
        let tables = Tables::new(&variant);
        Self { variant, ending, start, tables, kanji: false }
    }

    /// The same rules from another start. It should be a position of this variant.
    #[must_use]
    pub fn with_start(self, start: Position<B>) -> Self {
        Self { start, ..self }
    }

    /// The same rules where a piece may, or may not, be dropped where it can never move (a chick on the last
    /// rank).
    #[must_use]
    pub fn with_last_rank_drops(self, allowed: bool) -> Self {
        let variant = Variant { dead_drops: allowed, ..self.variant };
        Self { tables: Tables::new(&variant), variant, ..self }
    }

    /// The same rules, drawn in kanji; none if a piece of the variant has no kanji.
    pub fn in_kanji(self) -> Option<Self> {
        let known = self.variant.faces().all(|face| face.kanji.is_some());
        known.then_some(Self { kanji: true, ..self })
    }

    /// The data of the variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How far the game is played.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether the side's royal piece stands where it has won if it cannot be taken.
    #[inline]
    pub fn in_goal(&self, pos: &Position<B>, side: Side) -> bool {
        pos.royal(side).is_some_and(|royal| self.tables.goal(side).has(royal))
    }

    /// The ends that can be seen without trying moves: the royal piece can be taken, or the try is done.
    #[inline]
    pub(crate) fn static_result(&self, pos: &Position<B>) -> Option<Value> {
        if self.can_take_royal(pos, pos.side) {
            Some(Value::Win(1))
        } else if self.in_goal(pos, pos.side.other()) {
            Some(Value::Loss(0))
        } else {
            None
        }
    }
}

impl<B: Bits> Game for Shogi<B> {
    type Pos = Position<B>;
    type Move = Move;

    fn start(&self) -> Position<B> {
        self.start.clone()
    }

    /// Moves on the board by square of departure, those that promote first, by square of arrival; then drops
    /// by kind and square.
    fn moves(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        if self.static_result(pos).is_some() {
            return;
        }
        match self.ending {
            Ending::Capture => self.steps_and_drops(pos, |mv| out.push(mv)),
            Ending::Mate => self.safe_moves(pos, |mv| out.push(mv)),
        }
    }

    #[inline]
    fn play(&self, pos: &Position<B>, mv: Move) -> Position<B> {
        match mv {
            Move::Board { from, to, promote } => {
                let kind = pos.kind(from);
                pos.after_step(from, to, if promote { kind.turned() } else { kind })
            }
            Move::Drop { kind, to } => pos.after_drop(kind, to),
        }
    }
}

impl<B: Bits> TwoPlayer for Shogi<B> {
    fn side(&self, pos: &Position<B>) -> Side {
        pos.side
    }

    /// With [`Ending::Mate`] a position where the royal piece can be taken does not arise; asked for one all
    /// the same, it answers as with [`Ending::Capture`].
    fn result(&self, pos: &Position<B>) -> Option<Value> {
        let is_stuck = || match self.ending {
            Ending::Mate => !self.has_safe_move(pos),
            Ending::Capture => !self.has_move(pos),
        };
        self.static_result(pos).or_else(|| is_stuck().then_some(Value::Loss(0)))
    }
}
