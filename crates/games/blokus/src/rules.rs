//! Blokus Duo, put together: the traits of the core.

use crate::{Hand, Move, Node, Position, Scoring};
use yomikiri_core::{
    Canonical, Game, Side, TwoPlayer, Value,
    laws::{self, Law},
    play::Progress,
};

/// How many pieces of five squares a player must begin with under [`Openings::Fives`].
pub const OPENING: u32 = 4;

/// The pieces of five squares.
const FIVES: Hand = Hand::of_size(5);

/// Which placements a player's first moves may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// Any.
    #[default]
    All,
    /// Pieces of five squares while the player has placed fewer than [`OPENING`] pieces, if there is room for
    /// one.
    ///
    /// Other placements that the full rules allow are not generated, but they are read, and the game goes on
    /// from there: this is how BlokusFS lists moves.
    Fives,
}

impl Openings {
    /// Whether only pieces of five squares are generated, as long as there is room for one.
    const fn wants_fives(self, hand: Hand) -> bool {
        matches!(self, Self::Fives) && hand.placed() < OPENING
    }

    /// Of all placements of a player with these pieces in hand leaves those that are generated.
    pub fn restrict(self, hand: Hand, placements: &mut Vec<Move>) {
        let is_five = |mv: &Move| mv.piece().is_some_and(|piece| FIVES.has(piece));
        if self.wants_fives(hand) && placements.iter().any(is_five) {
            placements.retain(is_five);
        }
    }
}

/// Blokus Duo: 14x14 squares, 21 pieces a side, fixed start squares.
///
/// A player passes exactly when it cannot place a piece. From then on it never can again, for its own pieces
/// stay and the opponent's only take room. The game is over when neither can; so it has at most 42 plies, and
/// `result` follows the [`Scoring`], with a distance of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blokus {
    /// What a player's pieces count at the end.
    pub scoring: Scoring,
    /// Which placements are generated in the opening.
    pub openings: Openings,
}

impl Blokus {
    /// Appends every move of the position, as [`Game::moves`] does of a node.
    pub fn moves_of(&self, pos: &Position, out: &mut Vec<Move>) {
        let hand = pos.hands[pos.side.index()];
        let before = out.len();
        if self.openings.wants_fives(hand) {
            pos.placements(pos.side, hand.and(FIVES), out);
        }
        if out.len() == before {
            pos.placements(pos.side, hand, out);
        }
        if out.len() == before && pos.can_place(pos.side.other()) {
            out.push(Move::PASS);
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, pos: &Position, mv: Move) -> Position {
        let mut next = pos.after(mv);
        // What does not count is not remembered, so that positions with the same future are equal.
        next.monomino_last[pos.side.index()] |=
            self.scoring == Scoring::Official && pos.ends_with_monomino(mv);
        next
    }

    /// How the game has ended for the side to move; `None` where it goes on.
    pub fn result_of(&self, pos: &Position) -> Option<Value> {
        if pos.can_place(pos.side) || pos.can_place(pos.side.other()) {
            return None;
        }
        let [own, other] = [pos.side, pos.side.other()].map(|side| self.scoring.of(pos, side));
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Less => Value::Loss(0),
            std::cmp::Ordering::Equal => Value::Draw,
            std::cmp::Ordering::Greater => Value::Win(0),
        })
    }

    /// The laws of the core, tried on so many positions of random games: compiled here, where the rules are.
    pub fn laws(&self, positions: usize, progress: &dyn Progress) -> Vec<Law> {
        laws::without_unmoves(self, &laws::sample(self, positions, 1), progress)
    }
}

impl Game for Blokus {
    type Pos = Node;
    type Move = Move;

    fn start(&self) -> Node {
        Node::START
    }

    fn moves(&self, pos: &Node, out: &mut Vec<Move>) {
        self.moves_of(&pos.position, out);
    }

    fn play(&self, pos: &Node, mv: Move) -> Node {
        Node { position: self.after(&pos.position, mv), path: pos.path.then(mv) }
    }
}

impl TwoPlayer for Blokus {
    fn side(&self, pos: &Node) -> Side {
        pos.position.side
    }

    fn result(&self, pos: &Node) -> Option<Value> {
        self.result_of(&pos.position)
    }
}

impl Canonical for Blokus {
    /// The lesser of the position and its mirror image in the diagonal that holds both start squares.
    fn canonical(&self, pos: &Node) -> Node {
        let twin = pos.mirrored();
        if twin.position.covered < pos.position.covered { twin } else { pos.clone() }
    }
}
