//! Random positions of any variant, the same ones every time.

use yomikiri_core::{Game, Random, Side};
use yomikiri_shogi::{Bits, Kind, Piece, Position, Setup, Shogi};

/// Positions of random games of at most 300 moves, one after the other, for ever.
pub fn games<B: Bits>(game: &Shogi<B>, seed: u64) -> impl Iterator<Item = Position<B>> {
    let mut random = Random::at(seed);
    let (mut pos, mut length, mut moves) = (game.start(), 0, Vec::new());
    std::iter::from_fn(move || {
        moves.clear();
        game.moves(&pos, &mut moves);
        (pos, length) = match moves.len() {
            0 => (game.start(), 0),
            _ if length == 300 => (game.start(), 0),
            count => (game.play(&pos, moves[random.below(count)]), length + 1),
        };
        Some(pos.clone())
    })
}

/// Placements in which the side to move cannot take a king, for ever. Each of the pieces is on the board with
/// a chance of `on_board` in 100, otherwise in a hand; the first player has a king if `both_kings`.
pub fn placements<B: Bits>(
    game: &Shogi<B>,
    on_board: usize,
    both_kings: bool,
    seed: u64,
) -> impl Iterator<Item = Position<B>> {
    let mut random = Random::at(seed);
    std::iter::from_fn(move || {
        loop {
            let pos = placement(game, on_board, both_kings, &mut random);
            let sound = |pos: &Position<B>| !game.in_check(pos, pos.side().other());
            if let Some(pos) = pos.filter(sound) {
                return Some(pos);
            }
        }
    })
}

fn placement<B: Bits>(
    game: &Shogi<B>,
    on_board: usize,
    both_kings: bool,
    random: &mut Random,
) -> Option<Position<B>> {
    let variant = game.variant();
    let side = |random: &mut Random| [Side::First, Side::Second][random.below(2)];
    let mut setup = Setup { side: side(random), ..Setup::empty(variant) };
    let king = |side| Piece { kind: Kind::KING, side };
    put(&mut setup, king(Side::Second), random);
    if both_kings {
        put(&mut setup, king(Side::First), random);
    }
    for kind in variant.hand_kinds() {
        for _ in 0..variant.rule(kind)?.count {
            let side = side(random);
            let kind = if random.below(3) == 0 && variant.promotes(kind) { kind.promoted() } else { kind };
            let mut pos = setup.clone();
            if random.below(100) < on_board {
                put(&mut pos, Piece { kind, side }, random);
            } else {
                pos.hands[side.index()][kind.place()] += 1;
            }
            // What cannot stand there (a second pawn in a file, a dead piece) stays away.
            if Position::<B>::new(&pos, variant).is_ok() {
                setup = pos;
            }
        }
    }
    Position::new(&setup, variant).ok()
}

fn put(setup: &mut Setup, piece: Piece, random: &mut Random) {
    let at = random.below(setup.board.len());
    if setup.board[at].is_none() {
        setup.board[at] = Some(piece);
    }
}
