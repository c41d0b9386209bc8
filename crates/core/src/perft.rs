//! Sequences of moves counted: the checksum of a move generator, which other programs publish too.

use crate::Game;

/// The number of sequences of exactly `depth` moves from a position.
///
/// ```
/// use yomikiri_core::{Game, perft, toy::Maze};
///
/// // 0-1-3, 0-2-3 and 0-2-4.
/// let game = Maze { edges: &[&[1, 2], &[3], &[3, 4], &[], &[]] };
/// assert_eq!((0..4).map(|depth| perft(&game, &game.start(), depth)).collect::<Vec<_>>(), [1, 2, 3, 0]);
/// ```
pub fn perft<G: Game>(game: &G, pos: &G::Pos, depth: u32) -> u64 {
    perft_while(game, pos, depth, &|| true).unwrap_or(0)
}

/// The same, for as long as `goes_on` says so; `None` if it was ended by that.
pub fn perft_while<G: Game>(game: &G, pos: &G::Pos, depth: u32, goes_on: &impl Fn() -> bool) -> Option<u64> {
    if goes_on() { walk(game, pos, depth, &mut Vec::new(), goes_on) } else { None }
}

/// `stack` holds the moves still to be made at every level, so that one allocation serves the whole walk.
fn walk<G: Game>(
    game: &G,
    pos: &G::Pos,
    depth: u32,
    stack: &mut Vec<G::Move>,
    goes_on: &impl Fn() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let base = stack.len();
    game.moves(pos, stack);
    let mut nodes = (stack.len() - base) as u64;
    if depth > 1 {
        if !goes_on() {
            return None;
        }
        nodes = 0;
        for i in base..stack.len() {
            nodes += walk(game, &game.play(pos, stack[i]), depth - 1, stack, goes_on)?;
        }
    }
    stack.truncate(base);
    Some(nodes)
}
