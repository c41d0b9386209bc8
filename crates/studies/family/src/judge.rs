//! What boards are judged with: the rules, the keys, the evaluation. One for all boards of a player.

use crate::{Board, Material};
use std::path::Path;
use yomikiri_core::Game as _;
use yomikiri_search::alphabeta::Judging;
use yomikiri_shogi::{Bits, Ending, Kind, Position, Shogi, Zobrist, exchange::Worths};

/// An evaluation for the side to move: a hundred points are worth about as much as a step of the weakest
/// piece.
pub type Evaluate<B> = Box<dyn Fn(&Position<B>) -> i32 + Send + Sync>;

/// The squares of a small board: five files and six ranks, and what a word of 32 bits holds more.
pub const SMALL: usize = 32;

/// One more than a hand of a small set may hold of a kind: six pawns in goro-goro shogi.
const FEW: usize = 7;

/// Rules, keys, evaluation. `OCCURRENCES` says at which occurrence of a position the game ends; there is room
/// for so many `SQUARES`, and for fewer than `IN_HAND` of a kind in a hand.
pub struct Judge<B: Bits, const OCCURRENCES: usize, const SQUARES: usize = SMALL, const IN_HAND: usize = FEW>
{
    /// The rules, to the mate.
    pub(crate) game: Shogi<B>,
    pub(crate) zobrist: Zobrist<SQUARES, IN_HAND>,
    pub(crate) evaluate: Evaluate<B>,
    /// What a capture of each kind swings.
    pub(crate) worths: Worths,
    /// What a promotion of each kind gains.
    pub(crate) promotions: Worths,
    /// Whether a side loses that has checked all along when a position repeats; otherwise the game is drawn.
    pub(crate) checker_loses: bool,
}

impl<B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize>
    Judge<B, OCCURRENCES, SQUARES, IN_HAND>
{
    /// A judge of a game, which evaluates by material unless told otherwise.
    ///
    /// # Panics
    /// The game is not played to the mate: the search moves on positions in which no king is left to be
    /// taken. The board or the set is too large.
    pub fn new(game: Shogi<B>, evaluate: Option<Evaluate<B>>, checker_loses: bool) -> Self {
        assert_eq!(game.ending(), Ending::Mate, "games are searched to the mate");
        let variant = game.variant();
        assert!(variant.board.squares().count() <= SQUARES, "a board with room");
        let in_hand = |kind| variant.rule(kind).map_or(0, |rule| usize::from(rule.count));
        assert!(variant.hand_kinds().all(|kind| in_hand(kind) < IN_HAND), "a set with room");
        let material = Material::of(&game);
        let on_board = material.on_board;
        let mut worths: Worths =
            std::array::from_fn(|index| on_board[index] + material.in_hand[index % Kind::UNPROMOTED]);
        // More than all others together.
        worths[Kind::ROYAL.index()] = 15_000;
        let promoted = |index: usize| on_board.get(index + Kind::UNPROMOTED).copied().unwrap_or(0);
        let promotions = std::array::from_fn(|index| (promoted(index) - on_board[index]).max(0));
        let evaluate = evaluate.unwrap_or_else(|| Box::new(move |pos| material.evaluate(pos)));
        Self { zobrist: Zobrist::default(), evaluate, worths, promotions, checker_loses, game }
    }
}

/// Dobutsu Shogi: the third occurrence of a position is a draw.
impl Judge<u16, 3> {
    /// Dobutsu Shogi or its lions and chicks, to the mate, by this evaluation.
    pub fn dobutsu(game: Shogi<u16>, evaluate: Option<Evaluate<u16>>) -> Self {
        Self::new(game, evaluate, false)
    }
}

/// Goro-goro shogi: the fourth occurrence of a position is a draw, unless a side has checked all along and
/// loses.
impl Judge<u32, 4> {
    /// Goro-goro shogi, one of its variants.
    pub fn goro_goro(game: Shogi<u32>) -> Self {
        Self::new(game, None, true)
    }
}

/// Shogi: the fourth occurrence of a position is a draw, unless a side has checked all along and loses.
impl Judge<u128, 4, 81, 19> {
    /// Shogi.
    pub fn shogi() -> Self {
        Self::new(Shogi::standard(), None, true)
    }
}

impl<B: Bits, const OCCURRENCES: usize, const SQUARES: usize, const IN_HAND: usize> Judging
    for Judge<B, OCCURRENCES, SQUARES, IN_HAND>
{
    type Game = Shogi<B>;
    type Board<'a> = Board<'a, B, OCCURRENCES, SQUARES, IN_HAND>;

    const BENCH_DEPTH: u32 = 9;

    fn game(&self) -> &Shogi<B> {
        &self.game
    }

    fn board(&self, pos: &Position<B>) -> Self::Board<'_> {
        Board::new(self, pos.clone())
    }

    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String> {
        match file {
            None => Ok("the built-in evaluation".into()),
            Some(path) => Err(format!(
                "{}: this game has no evaluations in files; the built-in one stays",
                path.display()
            )),
        }
    }

    fn bench_positions(&self) -> Vec<Position<B>> {
        vec![self.game.start()]
    }
}
