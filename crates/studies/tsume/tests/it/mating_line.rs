//! Lines of the solver, replayed by the rules.

use yomikiri_core::{Game, Notation};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{MateGame, rules};

/// Makes sure that a line is checks and answers by the rules in turns, and that at its end no answer is left
/// but futile interpositions.
pub fn replay(game: &MateGame, pos: &Position<u128>, line: &[Move]) {
    let (here, mut left) = (end(pos, line), Vec::new());
    game.evasions(&here, &mut left);
    assert!(left.is_empty(), "{}: the line ends before the mate", rules().show_pos(pos));
}

/// Where a line ends that must be checks and answers by the rules in turns.
pub fn end(pos: &Position<u128>, line: &[Move]) -> Position<u128> {
    let sfen = rules().show_pos(pos);
    let (mut here, mut moves) = (pos.clone(), Vec::new());
    for (ply, &mv) in line.iter().enumerate() {
        moves.clear();
        if ply % 2 == 0 {
            rules().checks(&here, &mut moves);
        } else {
            rules().evasions(&here, &mut moves);
        }
        assert!(moves.contains(&mv), "{sfen}: {}", rules().show_move(&here, mv));
        here = rules().play(&here, mv);
    }
    here
}
