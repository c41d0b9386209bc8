//! Games of the player against itself, to learn from.
//!
//! Method: a game begins with up to eight moves at random; of the moves after those, in the first part of the
//! game, one in three is drawn as often as the search visited it; all others are the best that the search
//! found. So no two games are alike, and most of what is seen is good play.

use crate::MctsGame;
use yomikiri_blokus::{Blokus, Move, Node, PlayoutState, Position, code};
use yomikiri_core::{
    Game, Random, Side, TwoPlayer,
    play::{Limits, Stop},
};
use yomikiri_search::mcts::{Candidate, Options, Search};

/// A position of a game, with what was found there and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search thought of it, for the side to move, from 0 to 1.
    pub thought: f32,
    /// How the game ended for the side to move: 1, 1/2 or 0.
    pub result: f32,
    /// The moves that the search visited, and how often.
    pub visits: Vec<(Move, u16)>,
}

/// At most so many moves less one begin a game.
const OPENING: usize = 9;

/// Pieces on the board from which on every move is the best that was found.
const EARNEST: u32 = 12;

/// One in so many moves before is drawn.
const DRAWN: usize = 3;

/// Bytes of the search tree.
const MEMORY: usize = 64 << 20;

/// A move of a game.
#[derive(Clone, Debug, PartialEq)]
struct Turn {
    mv: Move,
    /// What the search thought, and the moves that it visited; none of moves at random, and of passes.
    found: Option<(f32, Vec<(Move, u16)>)>,
}

/// A game that was played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played(Vec<Turn>);

impl Played {
    /// The positions to learn from.
    pub fn samples(&self) -> Vec<Sample> {
        let game = Blokus::default();
        let (mut node, mut samples) = (game.start(), Vec::new());
        for Turn { mv, found } in &self.0 {
            if let Some((thought, visits)) = found {
                let position = node.position;
                samples.push(Sample { position, thought: *thought, result: 0.5, visits: visits.clone() });
            }
            node = game.play(&node, *mv);
        }
        let winner = winner(game, &node);
        for sample in &mut samples {
            sample.result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == sample.position.side)));
        }
        samples
    }

    /// The game on one line: its moves; behind each that was searched what was thought, and how often each
    /// move was visited.
    pub fn write(&self) -> String {
        let visit = |(mv, count): &(Move, u16)| format!("{}={count}", code::write(*mv));
        let turn = |turn: &Turn| match &turn.found {
            None => code::write(turn.mv),
            Some((thought, visits)) => {
                let visits: Vec<String> = visits.iter().map(visit).collect();
                format!("{}:{thought}:{}", code::write(turn.mv), visits.join(","))
            }
        };
        self.0.iter().map(turn).collect::<Vec<_>>().join(" ")
    }

    /// Reads a line that [`write`](Self::write) wrote; none if it is not such a line.
    pub fn read(line: &str) -> Option<Self> {
        let visit = |text: &str| {
            let (mv, count) = text.split_once('=')?;
            Some((code::read(mv).ok()?, count.parse().ok()?))
        };
        let turn = |text: &str| {
            let mut parts = text.split(':');
            let mv = code::read(parts.next()?).ok()?;
            let found = match (parts.next(), parts.next()) {
                (Some(thought), Some(visits)) => {
                    Some((thought.parse().ok()?, visits.split(',').map(visit).collect::<Option<_>>()?))
                }
                (None, _) => None,
                _ => return None,
            };
            Some(Turn { mv, found })
        };
        line.split(' ').map(turn).collect::<Option<_>>().map(Self)
    }
}

/// Plays a game with so many simulations a move. The same seed gives the same game.
pub fn game(mcts: &MctsGame, simulations: u64, seed: u64) -> Played {
    let (game, mut random) = (Blokus::default(), Random::new(seed));
    let (mut node, mut turns) = opening(game, &mut random);
    let options =
        Options { seed, memory: MEMORY, stop_early: false, use_transpositions: false, ..mcts.options() };
    let mut search = Search::new(mcts.clone(), PlayoutState::new(&node.position), options);
    while game.result(&node).is_none() {
        let found = search.run(Limits::nodes(simulations), &Stop::new(), &|_, _| ());
        let placed: u32 = node.position.hands.iter().map(|hand| hand.placed()).sum();
        let drawn = placed < EARNEST && random.below(DRAWN) == 0;
        let mv = if drawn { draw(&found.moves, &mut random) } else { found.moves[0].mv };
        let visited = found.moves.iter().filter(|found| found.visits > 0);
        let visits = visited.map(|found| (found.mv, found.visits.min(u32::from(u16::MAX)) as u16)).collect();
        let thought = search.value().unwrap_or(0.5);
        turns.push(Turn { mv, found: (mv != Move::PASS).then_some((thought, visits)) });
        search.advance(mv);
        node = game.play(&node, mv);
    }
    Played(turns)
}

fn opening(game: Blokus, random: &mut Random) -> (Node, Vec<Turn>) {
    let (mut node, mut turns) = (game.start(), Vec::new());
    let mut arena = PlayoutState::new(&node.position);
    for _ in 0..random.below(OPENING) {
        let Some(mv) = arena.random_move(|| (random.next() >> 32) as u32) else { break };
        arena.play(mv);
        node = game.play(&node, mv);
        turns.push(Turn { mv, found: None });
    }
    (node, turns)
}

/// A move, as likely as it was visited.
fn draw(moves: &[Candidate<Move>], random: &mut Random) -> Move {
    let visits: usize = moves.iter().map(|found| found.visits as usize).sum();
    let mut at = random.below(visits);
    let drawn = moves.iter().find(|found| {
        let here = at < found.visits as usize;
        at = at.saturating_sub(found.visits as usize);
        here
    });
    drawn.unwrap_or(&moves[0]).mv
}

fn winner(game: Blokus, end: &Node) -> Option<Side> {
    end.position.side.winner(game.result(end)?.wdl())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_as_they_were_and_never_alike() {
        let mcts = MctsGame::default();
        let games: Vec<_> = [1, 1, 2].map(|seed| game(&mcts, 30, seed)).into();
        assert_eq!(games[0], games[1]);
        assert_ne!(games[0], games[2]);
        for sample in games.iter().flat_map(Played::samples) {
            assert!((0.0..=1.0).contains(&sample.thought) && [0.0, 0.5, 1.0].contains(&sample.result));
            let visits: u32 = sample.visits.iter().map(|(_, count)| u32::from(*count)).sum();
            assert!(visits >= 29, "{visits}");
            let mut legal = Vec::new();
            Blokus::default().moves_of(&sample.position, &mut legal);
            assert!(sample.visits.iter().all(|(mv, _)| legal.contains(mv)));
        }
    }

    #[test]
    fn a_game_is_read_as_it_is_written() {
        let played = game(&MctsGame::default(), 30, 7);
        let line = played.write();
        assert_eq!(Played::read(&line), Some(played));
        for wrong in ["", "66t0 ", "66t0:0.5", "66t0:x:66t0=3", "66t0:0.5:66t0", &line[..line.len() - 1]] {
            assert!(Played::read(wrong).is_none_or(|read| read.write() != line), "{wrong}");
        }
    }
}
