//! The end of the game, read out.
//!
//! Method: alpha-beta to the end, where few enough placements are left. It tells wins for certain, but not by how much, and
//! of several wins it takes the shortest, which may be a narrow one. So it does not choose the move: it lets the
//! simulations choose, and steps in where their move gives a win away.
//!
//! Cost: no more than [`NODES`] positions twice, some tens of milliseconds; nothing in the rest of the game.

use crate::reader::Reading;
use std::io;
use yomikiri_blokus::{Blokus, Move, Position};
use yomikiri_core::Side;
use yomikiri_search::alphabeta::{Control, Engine, Limits, Score, Technique, Techniques};

/// With more placements of both sides the end is hardly ever within reach.
const PLACEMENTS: usize = 60;

/// Positions that are looked at before the end is given up.
const NODES: u64 = 20_000;

/// Bytes of the table.
const TABLE: usize = 16 << 20;

/// No game is longer.
const DEPTH: u32 = 42;

/// Whoever reads the end out.
pub struct Ending {
    game: Blokus,
    engine: Engine,
}

impl Ending {
    /// A reader of the ends of a game.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: Blokus) -> io::Result<Self> {
        let mut engine = Engine::new(TABLE, 1)?;
        engine.set_techniques(Techniques::NONE.with(Technique::Aspiration).with(Technique::Histories));
        Ok(Self { game, engine })
    }

    /// The move itself, unless it is known that it does not win and that another does.
    pub fn improve(&mut self, position: &Position, mv: Move) -> Move {
        if !is_small(position) {
            return mv;
        }
        match self.win(position, Vec::new()) {
            Some(winning) if winning != mv && self.win(position, vec![mv]).is_none() => winning,
            _ => mv,
        }
    }

    /// A move, of these or of all, that is known to win.
    fn win(&mut self, position: &Position, moves: Vec<Move>) -> Option<Move> {
        let board = Reading { game: self.game, position: *position };
        let limits = Limits { depth: DEPTH, nodes: NODES, moves, ..Limits::default() };
        let found = self.engine.search(&board, &[], &limits, &Control::new(), &mut |_| ());
        matches!(found.score, Score::Win(_)).then(|| found.moves.first().copied()).flatten()
    }
}

fn is_small(position: &Position) -> bool {
    let mut placements = Vec::new();
    for side in [Side::First, Side::Second] {
        position.placements(side, position.hands[side.index()], &mut placements);
    }
    placements.len() <= PLACEMENTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Game, Value};
    use yomikiri_search::Random;

    /// The value for the side to move, by looking at everything.
    fn value(game: Blokus, pos: &Position) -> i32 {
        match game.result_of(pos) {
            Some(Value::Win(_)) => 1,
            Some(Value::Draw) => 0,
            Some(Value::Loss(_)) => -1,
            None => {
                let mut moves = Vec::new();
                game.moves_of(pos, &mut moves);
                moves.into_iter().map(|mv| -value(game, &game.after(pos, mv))).max().unwrap_or(0)
            }
        }
    }

    /// Near the ends of random games: of whatever move is proposed, one that wins comes back if there is one.
    #[test]
    fn wins_are_kept() {
        let game = Blokus::default();
        let mut ending = Ending::new(game).unwrap();
        let (mut random, mut mended) = (Random::new(5), 0);
        for _ in 0..12 {
            let mut pos = game.start().position;
            let mut moves = Vec::new();
            loop {
                moves.clear();
                game.moves_of(&pos, &mut moves);
                let mut replies = Vec::new();
                pos.placements(pos.side.other(), pos.hands[pos.side.other().index()], &mut replies);
                if moves.len() < 2 || moves.len() + replies.len() <= 6 {
                    break;
                }
                pos = game.after(&pos, moves[random.below(moves.len())]);
            }
            let best = moves.iter().map(|&mv| -value(game, &game.after(&pos, mv))).max();
            for &mv in moves.first().into_iter().chain(moves.last()) {
                let kept = ending.improve(&pos, mv);
                if best == Some(1) {
                    assert_eq!(-value(game, &game.after(&pos, kept)), 1);
                    mended += usize::from(kept != mv);
                } else {
                    assert_eq!(kept, mv);
                }
            }
        }
        assert!(mended > 0, "the test must have something to mend");
    }
}
