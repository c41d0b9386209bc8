//! What the network sees of a position.
//!
//! Method: a square that is not closed to both players has two features: its kind ([`Sight`]) and place, and its kind and the stage of the
//! game. The first tell where things are; the second are learnt sooner. Beside the squares stand the pieces in
//! hand, apart by whether they can be placed now, how many are placed, and who began.
//!
//! All is seen by the side to move, which lies where the first player does: half a turn of the board makes the second player's
//! position the first one's. The mirror that exchanges columns and rows is left to training, which sees every other
//! position in it.
//!
//! Cost: some 250 features hold; finding and summing them is an eighth of the search's time, what can be covered not counted.

use crate::sight::{KINDS, STAGES, Sight};
use yomikiri_blokus::{Arena, Piece};
use yomikiri_core::Side;

/// Squares of the board.
const SQUARES: usize = 14 * 14;

/// Pieces of a player.
const PIECES: usize = 21;

/// Where the features of kind and stage begin.
const STAGED: usize = KINDS * SQUARES;

/// Where the features of the pieces in hand begin, those of the side to move first.
const HANDS: usize = STAGED + KINDS * STAGES;

/// Where those of the numbers of pieces placed begin.
const PLACED: usize = HANDS + 4 * PIECES;

/// The one that says that the side to move began.
const BEGAN: usize = PLACED + 2 * (PIECES + 1);

/// How many features there are.
pub const FEATURES: usize = BEGAN + 1;

/// Tells these features from those of other versions.
pub const DIGEST: u32 = 0xb10c_0001 ^ (FEATURES as u32) << 8;

/// Appends the features of a position.
pub fn features(pos: &Arena, out: &mut Vec<u32>) {
    let (sight, turned) = (Sight::new(pos), pos.side == Side::Second);
    let staged = STAGED + sight.stage * KINDS;
    sight.tell(|kind, square| {
        let number = square.index() - 2 * (square.index() >> 4);
        let number = if turned { SQUARES - 1 - number } else { number };
        out.extend([(kind * SQUARES + number) as u32, (staged + kind) as u32]);
    });
    for (i, side) in [pos.side, pos.side.other()].into_iter().enumerate() {
        let (hand, fitting) = (pos.fields[side.index()].hand(), sight.fitting[i]);
        let number =
            |piece: Piece| HANDS + 2 * (i * PIECES + piece.index()) + usize::from(fitting.has(piece));
        out.extend(hand.pieces().map(|piece| number(piece) as u32));
        out.push((PLACED + i * (PIECES + 1)) as u32 + hand.placed());
    }
    if !turned {
        out.push(BEGAN as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::{Blokus, Board, Position, Square};
    use yomikiri_core::Game;
    use yomikiri_search::Random;

    fn list(pos: &Position) -> Vec<u32> {
        let mut list = Vec::new();
        features(&Arena::new(pos), &mut list);
        list.sort_unstable();
        list
    }

    /// The board after half a turn.
    fn turned(set: Board) -> Board {
        let squares = set.squares().map(|square| Board::one(Square::new(13 - square.x(), 13 - square.y())));
        squares.fold(Board::EMPTY, |set, square| set | square)
    }

    /// A position and the same with the players exchanged have the same features, but for who began.
    #[test]
    fn both_players_see_alike() {
        let (game, mut random) = (Blokus::default(), Random::new(4));
        for _ in 0..20 {
            let mut pos = game.start().position;
            loop {
                let seen = list(&pos);
                assert!(seen.iter().all(|&feature| (feature as usize) < FEATURES));
                let exchanged = Position {
                    covered: [turned(pos.covered[1]), turned(pos.covered[0])],
                    hands: [pos.hands[1], pos.hands[0]],
                    side: pos.side.other(),
                    ..pos
                };
                let other = list(&exchanged);
                let began = |list: &[u32]| list.contains(&(BEGAN as u32));
                assert_ne!(began(&seen), began(&other));
                let rest = |list: Vec<u32>| {
                    list.into_iter().filter(|&feature| feature as usize != BEGAN).collect::<Vec<_>>()
                };
                assert_eq!(rest(seen), rest(other));
                let mut moves = Vec::new();
                game.moves_of(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
        }
    }
}
