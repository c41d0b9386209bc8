//! Static exchanges against a slow and obvious recursion.

use crate::random::games;
use yomikiri_core::Game;
use yomikiri_shogi::{
    Kind, Move, Piece, Position, Shogi, Side, SmallBoard, SmallShogi, Square, see::SeeValues,
};

type Pos = Position<SmallBoard>;

/// A board as a list.
type List = Vec<(Square, Piece)>;

/// Whether a piece of the list reaches a square, walked step by step.
fn reaches(game: &SmallShogi, list: &List, (from, piece): (Square, Piece), to: Square) -> bool {
    let (board, face) = (game.variant().board, game.variant().face(piece.kind).unwrap());
    let sign = if piece.side == Side::First { 1 } else { -1 };
    let step = |at: Square, (right, ahead): (i8, i8)| board.after(at, (right * sign, -ahead * sign));
    let slides = face.slides.iter().any(|&slide| {
        let mut at = step(from, slide);
        while let Some(square) = at {
            if square == to {
                return true;
            }
            at = if list.iter().any(|&(other, _)| other == square) { None } else { step(square, slide) };
        }
        false
    });
    slides || face.steps.iter().any(|&one| step(from, one) == Some(to))
}

/// What a side wins by taking on a square, or not, where a piece of such a worth stands.
fn best(game: &SmallShogi, list: &List, side: Side, to: Square, at_risk: i32, worths: &SeeValues) -> i32 {
    let attackers = |side| {
        let own = list.iter().copied().filter(move |&(from, piece)| piece.side == side && from != to);
        own.filter(|&piece| reaches(game, list, piece, to)).collect::<List>()
    };
    let worth = |kind: Kind| if kind == Kind::ROYAL { i32::MAX } else { worths[kind.index()] };
    let Some((from, piece)) = attackers(side).into_iter().min_by_key(|(_, piece)| worth(piece.kind)) else {
        return 0;
    };
    let mut rest = list.clone();
    rest.retain(|&(square, _)| square != from);
    if piece.kind == Kind::ROYAL {
        let taken = rest.iter().copied().filter(|&(_, other)| other.side != side);
        let answered = taken.filter(|&(square, _)| square != to).any(|other| reaches(game, &rest, other, to));
        return if answered { 0 } else { at_risk };
    }
    (at_risk - best(game, &rest, side.other(), to, worth(piece.kind), worths)).max(0)
}

#[test]
fn an_exchange_is_what_taking_in_turn_comes_to() {
    let game = Shogi::minishogi();
    let mut worths: SeeValues = [0; Kind::ALL];
    for (at, worth) in worths.iter_mut().enumerate() {
        *worth = 100 + 37 * at as i32 % 450;
    }
    worths[Kind::ROYAL.index()] = 10_000;
    let mut lost = 0;
    for pos in games(&game, 7).take(3000) {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        for mv in moves {
            let gain = game.material_gain(&pos, mv, &worths, &worths);
            let after: Pos = game.play(&pos, mv);
            let board = game.variant().board;
            let list: List =
                board.squares().filter_map(|at| after.piece(at).map(|piece| (at, piece))).collect();
            let moved = after.piece(mv.to()).unwrap().kind;
            let reply = best(&game, &list, after.side(), mv.to(), worths[moved.index()], &worths);
            let value = gain - reply;
            lost += usize::from(value < 0);
            for least in [value - 200, value - 1, value, value + 1, value + 100] {
                assert_eq!(
                    game.see_ge(&pos, mv, gain, least, &worths),
                    value >= least,
                    "{mv:?} {least} {value}"
                );
            }
        }
    }
    assert!(lost > 1000);
    assert_eq!(
        game.material_gain(&game.start(), Move::Drop { kind: Kind::PAWN, to: Square(12) }, &worths, &worths),
        0
    );
}
