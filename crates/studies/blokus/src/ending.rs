//! The end of the game, read out.
//!
//! Method: proofs ([`LeadProver`]) of what comes after the moves that the simulations like best. They tell
//! wins and losses for certain, but not by how much. So the simulations choose among moves, and are overruled
//! only where their move loses, or where another is known to win and theirs is not.
//!
//! Cost: no more positions than are allowed; nothing in the first half of the game.

use crate::lead::LeadProver;
use yomikiri_blokus::{Move, PlayoutState, Position, Scoring};
use yomikiri_core::Side;
use yomikiri_search::mcts::Candidate;

/// With more placements of both sides the end is hardly ever within reach.
const PLACEMENTS: usize = 130;

/// So many moves are looked at, the best ones.
const MOVES: usize = 4;

/// Whoever reads the end out.
pub struct Ending(LeadProver);

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won,
    Lost,
    /// Not known, or drawn.
    Open,
}

impl Ending {
    /// A reader of the ends of games.
    pub fn new(scoring: Scoring) -> Self {
        Self(LeadProver::new(scoring))
    }

    /// Of a position's moves, the best first, the first that is known to win; or else the first that is not
    /// known to lose. No more than so many positions are looked at.
    pub fn choose(&mut self, position: &Position, moves: &[Candidate<Move>], limit: u64) -> Move {
        let first = moves[0].mv;
        if !is_near_end(position) {
            return first;
        }
        let (mut left, mut open) = (limit, None);
        for mv in moves.iter().take(MOVES).map(|found| found.mv) {
            match self.outcome(position, mv, &mut left) {
                Outcome::Won => return mv,
                Outcome::Open => open = open.or(Some(mv)),
                Outcome::Lost => {}
            }
        }
        open.unwrap_or(first)
    }

    fn outcome(&mut self, position: &Position, mv: Move, left: &mut u64) -> Outcome {
        let mut next = PlayoutState::new(position);
        next.play(mv);
        let mut opponent_reaches = |lead| {
            let known = self.0.reaches(&next, lead, *left / 2);
            *left -= self.0.nodes().min(*left);
            known
        };
        match opponent_reaches(0) {
            Some(false) => Outcome::Won,
            _ if opponent_reaches(1) == Some(true) => Outcome::Lost,
            _ => Outcome::Open,
        }
    }
}

/// Whether so few placements are left that the end may be within reach.
pub fn is_near_end(position: &Position) -> bool {
    let mut placements = Vec::new();
    for side in [Side::First, Side::Second] {
        position.placements(side, position.hands[side.index()], &mut placements);
    }
    placements.len() <= PLACEMENTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::Blokus;
    use yomikiri_core::Random;
    use yomikiri_core::{Game, Value};

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

    /// Near the ends of random games: whatever is thought of the moves, one that wins is made if there is
    /// one, and none that loses if another does not.
    #[test]
    fn what_is_known_decides() {
        let game = Blokus::default();
        let mut ending = Ending::new(game.scoring);
        let (mut random, mut mended) = (Random::new(5), 0);
        for _ in 0..24 {
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
            moves.truncate(MOVES);
            let best = moves.iter().map(|&mv| -value(game, &game.after(&pos, mv))).max();
            for turn in 0..moves.len() {
                moves.rotate_left(turn);
                let found: Vec<_> = moves.iter().map(|&mv| candidate(mv)).collect();
                let Some(first) = found.first() else { continue };
                let mv = ending.choose(&pos, &found, 1_000_000);
                let made = -value(game, &game.after(&pos, mv));
                assert!(Some(made) == best || made == 0, "{made} of {best:?}");
                mended += usize::from(mv != first.mv);
            }
        }
        assert!(mended > 0, "the test must have something to mend");
    }

    fn candidate(mv: Move) -> Candidate<Move> {
        Candidate { mv, visits: 1, value: 0.5, prior: 0.1, proven: false }
    }
}
