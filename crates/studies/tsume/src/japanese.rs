//! The main line in Japanese.

use crate::{Problem, rules};
use yomikiri_shogi::{Side, japanese};

/// The moves of a problem's line as they are printed: ☗５三銀 ☖同玉.
pub fn line(problem: &Problem) -> Vec<String> {
    let mut last = None;
    let mover = |side| if side == Side::First { '☗' } else { '☖' };
    let moves = problem.positions().zip(&problem.line).map(|(pos, &mv)| {
        let printed = japanese::print(rules(), &pos, last, mv).expect("shogi is written in Japanese");
        last = Some(mv);
        format!("{}{printed}", mover(pos.side()))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_the_same_square_short() {
        let problem = Problem::read("4k4/9/9/9/9/9/9/9/9 b 2G 1 moves G*5b 5a5b G*5c").unwrap();
        assert_eq!(line(&problem), ["☗５二金", "☖同玉", "☗５三金"]);
    }
}
