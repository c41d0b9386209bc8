//! Games of the player with itself, and what is kept of them to learn from.
//!
//! A game begins with random moves, so that no two are alike; then both sides search so many nodes a move.
//! What is kept are quiet positions (not in check, the best move takes and promotes nothing) with the score
//! that the search gave them and how the game ended: from a position where something hangs, an evaluation can
//! learn nothing.

use super::{Minishogi, MinishogiBoard};
use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};
use yomikiri_core::{
    Game, Notation, Wdl,
    play::{Limits, Stop},
};
use yomikiri_search::alphabeta::{Engine, Score, SearchPosition, repetition};
use yomikiri_shogi::{Move, Position, SmallBoard};

/// The table of a self-play search: its searches are short.
const TABLE: usize = 4 << 20;

/// Past so many plies a game is given up.
const LONGEST: usize = 240;

/// A score past which a game is decided, in points.
const DECIDED: i32 = 2500;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes a move.
    pub nodes: u64,
    /// The fewest and the most random moves at the beginning.
    pub random: (usize, usize),
}

impl Default for Settings {
    fn default() -> Self {
        Self { nodes: 1500, random: (2, 9) }
    }
}

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub pos: Position<SmallBoard>,
    /// What the search said, for the side to move, in points.
    pub score: i16,
    /// How the game ended, for the side to move.
    pub result: Wdl,
}

impl Sample {
    /// The sample as text: SFEN, score, result, with commas between.
    fn write(&self, game: &Minishogi) -> String {
        format!("{},{},{}", game.rules.show_pos(&self.pos), self.score, self.result)
    }

    /// Reads what [`write`](Self::write) wrote.
    fn read(game: &Minishogi, text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(',').collect();
        let [pos, score, result] = fields[..] else { return None };
        let result = [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().find(|wdl| wdl.word() == result)?;
        Some(Self { pos: game.rules.parse_pos(pos).ok()?, score: score.parse().ok()?, result })
    }
}

/// The samples of a game on one line, with semicolons between; none of a game that was given up.
pub fn write(game: &Minishogi, samples: &[Sample]) -> String {
    samples.iter().map(|sample| sample.write(game)).collect::<Vec<_>>().join(";")
}

/// Reads a line that [`write()`] wrote; none if it is not such a line.
pub fn read(game: &Minishogi, line: &str) -> Option<Vec<Sample>> {
    let samples = line.split(';').filter(|_| !line.is_empty());
    samples.map(|text| Sample::read(game, text)).collect()
}

/// One game of the player with itself; the same for the same number.
pub fn play(game: &Minishogi, settings: Settings, number: u64) -> Vec<Sample> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let Some(mut board) = opening(game, settings, &mut random) else { return Vec::new() };
    let mut engine = Engine::new(TABLE, 1).expect("a few megabytes");
    let options = Limits::nodes(settings.nodes).into();
    let (mut past, mut kept) = (Vec::new(), Vec::new());
    let winner = loop {
        if past.len() > LONGEST {
            return Vec::new();
        }
        let side = board.position().side();
        if let Some(ended) = repetition(&board, &past) {
            break if ended == Wdl::Win { side } else { side.other() };
        }
        let found = engine.search(&board, &past, &options, &Stop::new(), &mut |_| {});
        let Some(&mv) = found.moves.first() else { break side.other() };
        match found.score {
            Score::Win(_) => break side,
            Score::Loss(_) => break side.other(),
            Score::Points(points) if points >= DECIDED => break side,
            Score::Points(points) if points <= -DECIDED => break side.other(),
            Score::Points(points) => {
                if !board.in_check() && !board.is_noisy(mv) {
                    kept.push((board.position().clone(), points as i16));
                }
            }
        }
        past.push(board.as_past());
        board = board.after(mv);
    };
    let result = |pos: &Position<SmallBoard>| if pos.side() == winner { Wdl::Win } else { Wdl::Loss };
    kept.into_iter().map(|(pos, score)| Sample { result: result(&pos), pos, score }).collect()
}

/// A board after random moves, unless they end the game.
fn opening<'a>(game: &'a Minishogi, settings: Settings, random: &mut impl Rng) -> Option<MinishogiBoard<'a>> {
    let mut pos = game.rules.start();
    let (least, most) = settings.random;
    for _ in 0..random.random_range(least..=most) {
        let mut moves: Vec<Move> = Vec::new();
        game.rules.moves(&pos, &mut moves);
        let mv = *moves.get(random.random_range(0..moves.len().max(1)))?;
        pos = game.rules.play(&pos, mv);
    }
    let board = MinishogiBoard::new(game, pos);
    let goes_on = {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        !moves.is_empty()
    };
    goes_on.then_some(board)
}

#[cfg(test)]
mod tests {
    use super::super::Evaluation;
    use super::*;
    use crate::ShogiGame;
    use yomikiri_core::Side;

    #[test]
    fn a_game_is_read_as_it_is_written() {
        let game = ShogiGame::minishogi(Evaluation::Handmade);
        let settings = Settings { nodes: 60, ..Settings::default() };
        let samples = play(&game, settings, 7);
        assert!(!samples.is_empty());
        let line = write(&game, &samples);
        let again = read(&game, &line).unwrap();
        assert_eq!((write(&game, &again), again.len()), (line.clone(), samples.len()));
        for wrong in ["1", ";", "rbsgk/4p/5/P4/KGSBR b -,5", &line[..line.len() - 1]] {
            assert!(read(&game, wrong).is_none(), "{wrong}");
        }
        assert!(read(&game, "").is_some_and(|none| none.is_empty()));
    }

    #[test]
    fn a_result_is_that_of_the_side_to_move() {
        let game = ShogiGame::minishogi(Evaluation::Handmade);
        for number in 0..5 {
            let samples = play(&game, Settings { nodes: 60, ..Settings::default() }, number);
            let firsts: Vec<_> = samples
                .iter()
                .map(|sample| (sample.result == Wdl::Win) == (sample.pos.side() == Side::First))
                .collect();
            assert!(firsts.windows(2).all(|two| two[0] == two[1]), "one side wins a game");
        }
    }
}
