//! What the boards of a search share: the rules, the keys, the evaluation.

use crate::{evaluation::Evaluation, level, material::PieceValues};
use yomikiri_core::Game as _;
use yomikiri_search::alphabeta::Levels;
use yomikiri_shogi::{Bits, Ending, Kind, Move, Position, Shogi, Side, Zobrist, see::SeeValues};

/// A variant with its evaluation, for boards with room for so many `SQUARES` and hands of fewer than
/// `IN_HAND` of a kind.
pub struct ShogiGame<B: Bits, E, const SQUARES: usize, const IN_HAND: usize> {
    /// The rules, to the mate.
    pub rules: Shogi<B>,
    /// The evaluation.
    pub evaluation: E,
    /// The numbers of which keys are made.
    pub(crate) zobrist: Zobrist<SQUARES, IN_HAND>,
    /// What a capture of each kind swings, between the one who loses it and the one who has it in hand.
    pub(crate) exchange_values: SeeValues,
    /// What a promotion of each kind gains.
    pub(crate) promotion_gains: SeeValues,
    /// Whether a leaf is asked if the game is over there; otherwise it goes on wherever there is no check. A
    /// side without a move that is not in check hardly arises, and nodes with moves to try see it all the
    /// same.
    pub(crate) ends_at_leaves: bool,
    /// What `bench` searches, and how deep in plies.
    pub(crate) bench: (Vec<Position<B>>, u32),
    /// What its levels look at, and how they err.
    pub(crate) levels: Levels,
    /// By kind on the board, then by kind in hand: its number among those of the variant.
    actors: [u8; Kind::ALL + Kind::UNPROMOTED],
    /// How many of those there are.
    actor_count: usize,
}

impl<B: Bits, E: Evaluation<B>, const SQUARES: usize, const IN_HAND: usize>
    ShogiGame<B, E, SQUARES, IN_HAND>
{
    /// A game by an evaluation, with exchanges by these values of pieces. `bench` searches the start, 9 plies
    /// deep.
    ///
    /// # Panics
    /// The game is not played to the mate: the search moves on positions in which no king is left to be
    /// taken. The board or the set is too large.
    pub fn new(rules: Shogi<B>, values: &PieceValues, evaluation: E) -> Self {
        assert_eq!(rules.ending(), Ending::Mate, "games are searched to the mate");
        let variant = rules.variant();
        assert!(variant.board.squares().count() <= SQUARES, "a board with room");
        let in_hand = |kind| variant.rule(kind).map_or(0, |rule| usize::from(rule.count));
        assert!(variant.hand_kinds().all(|kind| in_hand(kind) < IN_HAND), "a set with room");
        let mut actors = [0; Kind::ALL + Kind::UNPROMOTED];
        let on_board = variant.kinds().map(Kind::index);
        let places = on_board.chain(variant.hand_kinds().map(|kind| Kind::ALL + kind.place()));
        let actor_count = places.zip(0..).map(|(place, number)| actors[place] = number).count();
        Self {
            evaluation,
            zobrist: Zobrist::default(),
            exchange_values: values.exchange_values(),
            promotion_gains: values.promotion_gains(),
            ends_at_leaves: true,
            bench: (vec![rules.start()], 9),
            levels: level::GENERAL,
            actors,
            actor_count,
            rules,
        }
    }

    /// How many numbers [`slot`](Self::slot) tells apart.
    pub(crate) const fn slots(&self) -> usize {
        2 * self.actor_count * SQUARES
    }

    /// A number of the side, the piece that moves or is dropped, and where it arrives.
    #[inline]
    pub(crate) fn slot(&self, pos: &Position<B>, mv: Move) -> usize {
        let place = match mv {
            Move::Board { from, .. } => pos.kind(from).index(),
            Move::Drop { kind, .. } => Kind::ALL + kind.place(),
        };
        let side = usize::from(pos.side() == Side::Second);
        (side * self.actor_count + usize::from(self.actors[place])) * SQUARES + mv.to().index()
    }
}
