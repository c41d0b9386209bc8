//! Who knows the rules: the house's own.

use yomikiri_blokus::{Blokus, Openings, cells, code};
use yomikiri_core::{Notation, Side, TwoPlayer, Value, Wdl};
use yomikiri_shogi::{Bits, Ending, Shogi};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who has won; nobody where it is a draw.
    pub winner: Option<Side>,
    pub why: String,
}

/// A game as a match needs it. Games are lists of moves from the start, in the house's notation.
pub trait Referee: Sync {
    /// The side to move.
    fn side(&self, moves: &[String]) -> Result<Side, String>;

    /// How the game has ended, if it has.
    fn end(&self, moves: &[String]) -> Result<Option<End>, String>;

    /// The legal moves.
    fn legal(&self, moves: &[String]) -> Result<Vec<String>, String>;

    /// The moves that a random opening may go on with.
    fn openings(&self, moves: &[String]) -> Result<Vec<String>, String>;

    /// A move of an engine in the house's notation.
    ///
    /// # Errors
    /// It is not legal; why.
    fn read(&self, moves: &[String], text: &str) -> Result<String, String>;

    /// A move of the house as an engine is told of it; `None` if engines are not told of it at all.
    fn write(&self, mv: &str) -> Option<String>;
}

/// The referee of a game.
pub fn named(game: &str) -> Result<Box<dyn Referee>, String> {
    match game {
        "blokus" => Ok(Box::new(BlokusReferee)),
        "minishogi" => Ok(Box::new(ShogiReferee(Shogi::minishogi()))),
        "goro-goro" => Ok(Box::new(ShogiReferee(Shogi::goro_goro()))),
        "goro-goro-plus" => Ok(Box::new(ShogiReferee(Shogi::goro_goro_plus()))),
        "dobutsu" => Ok(Box::new(ShogiReferee(Shogi::dobutsu(Ending::Mate)))),
        "dobutsu-chicks" => Ok(Box::new(ShogiReferee(Shogi::dobutsu_chicks(Ending::Mate)))),
        "shogi" => Ok(Box::new(ShogiReferee(Shogi::standard()))),
        _ => Err(format!("there is no referee for {game}, only for blokus and the shogi family")),
    }
}

fn names<G: Notation>(game: &G, pos: &G::Pos) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves.into_iter().map(|mv| game.show_move(pos, mv)).collect()
}

/// All positions of a game, the start first.
fn positions<G: Notation>(game: &G, moves: &[String]) -> Result<Vec<G::Pos>, String> {
    let mut all = vec![game.start()];
    for name in moves {
        let pos = &all[all.len() - 1];
        let mv = game.parse_move(pos, name).map_err(|error| error.to_string())?;
        all.push(game.play(pos, mv));
    }
    Ok(all)
}

fn last<G: Notation>(game: &G, moves: &[String]) -> Result<G::Pos, String> {
    Ok(positions(game, moves)?.pop().unwrap_or_else(|| game.start()))
}

fn winner(side: Side, value: Value) -> Option<Side> {
    match value {
        Value::Win(_) => Some(side),
        Value::Draw => None,
        Value::Loss(_) => Some(side.other()),
    }
}

/// Blokus Duo: squares placed count. Openings are of pieces of five squares, as games are.
struct BlokusReferee;

impl BlokusReferee {
    const GAME: Blokus = Blokus { scoring: yomikiri_blokus::Scoring::Squares, openings: Openings::All };
}

impl Referee for BlokusReferee {
    fn side(&self, moves: &[String]) -> Result<Side, String> {
        Ok(Self::GAME.side(&last(&Self::GAME, moves)?))
    }

    fn end(&self, moves: &[String]) -> Result<Option<End>, String> {
        let node = last(&Self::GAME, moves)?;
        let squares = [Side::First, Side::Second].map(|side| node.position.squares(side));
        let end = |value| End { winner: winner(node.position.side, value), why: format!("{squares:?}") };
        Ok(Self::GAME.result(&node).map(end))
    }

    fn legal(&self, moves: &[String]) -> Result<Vec<String>, String> {
        Ok(names(&Self::GAME, &last(&Self::GAME, moves)?))
    }

    fn openings(&self, moves: &[String]) -> Result<Vec<String>, String> {
        let game = Blokus { openings: Openings::Fives, ..Self::GAME };
        Ok(names(&game, &last(&game, moves)?))
    }

    fn read(&self, moves: &[String], text: &str) -> Result<String, String> {
        let node = last(&Self::GAME, moves)?;
        let mv = cells::read(text).or_else(|_| code::read(text)).map_err(|error| error.to_string())?;
        Self::GAME.check(&node.position, mv).map_err(|error| error.to_string())?;
        Ok(code::write(mv))
    }

    fn write(&self, mv: &str) -> Option<String> {
        // A pass is forced, and other programs leave it out.
        (mv != code::PASS).then(|| code::read(mv).map_or_else(|_| mv.into(), cells::write))
    }
}

/// A game of the shogi family, to the mate, with its rule of repetition.
struct ShogiReferee<B: Bits>(Shogi<B>);

impl<B: Bits> Referee for ShogiReferee<B> {
    fn side(&self, moves: &[String]) -> Result<Side, String> {
        Ok(self.0.side(&last(&self.0, moves)?))
    }

    fn end(&self, moves: &[String]) -> Result<Option<End>, String> {
        let all = positions(&self.0, moves)?;
        let here = &all[all.len() - 1];
        let side = self.0.side(here);
        if let Some(value) = self.0.result(here) {
            return Ok(Some(End { winner: winner(side, value), why: "no moves".into() }));
        }
        let repetition = self.0.variant().repetition;
        let first = all.iter().position(|pos| pos == here).unwrap_or(all.len());
        if all.iter().filter(|pos| *pos == here).count() >= usize::from(repetition.occurrences) {
            let cycle = all[first..all.len() - 1].iter();
            let result = repetition.result(side, cycle.map(|pos| self.0.in_check(pos, self.0.side(pos))));
            let winner = match result {
                Wdl::Win => Some(side),
                Wdl::Draw => None,
                Wdl::Loss => Some(side.other()),
            };
            return Ok(Some(End { winner, why: "repetition".into() }));
        }
        let endless = all.len() > LONGEST;
        Ok(endless.then(|| End { winner: None, why: format!("no end after {LONGEST} plies") }))
    }

    fn legal(&self, moves: &[String]) -> Result<Vec<String>, String> {
        Ok(names(&self.0, &last(&self.0, moves)?))
    }

    fn openings(&self, moves: &[String]) -> Result<Vec<String>, String> {
        self.legal(moves)
    }

    fn read(&self, moves: &[String], text: &str) -> Result<String, String> {
        let pos = last(&self.0, moves)?;
        let mv = self.0.parse_move(&pos, text).map_err(|error| error.to_string())?;
        Ok(self.0.show_move(&pos, mv))
    }

    fn write(&self, mv: &str) -> Option<String> {
        Some(mv.into())
    }
}

/// A game of the shogi family that has not ended by then is a draw.
const LONGEST: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn blokus_is_refereed() {
        let referee = named("blokus").unwrap();
        let game = moves("66t0");
        assert_eq!(referee.side(&game), Ok(Side::Second));
        assert_eq!(referee.openings(&game).unwrap().len(), 315);
        assert_eq!(referee.read(&[], "e10,e9,f9,g9,f8"), Ok("66t0".into()));
        assert_eq!(referee.read(&[], "66t0"), Ok("66t0".into()));
        assert!(referee.read(&game, "66t0").is_err());
        assert_eq!(referee.write("66t0").unwrap(), "f8,e9,f9,g9,e10");
        assert_eq!((referee.write("----"), referee.end(&game)), (None, Ok(None)));
    }

    #[test]
    fn repetition_in_minishogi_is_lost_for_the_first_player() {
        let referee = named("minishogi").unwrap();
        let round = ["1e1d", "5a5b", "1d1e", "5b5a"];
        let game: Vec<String> = round.iter().cycle().take(12).map(|&mv| mv.to_owned()).collect();
        assert_eq!(referee.end(&game[..11]), Ok(None));
        let end = referee.end(&game).unwrap().unwrap();
        assert_eq!((end.winner, end.why.as_str()), (Some(Side::Second), "repetition"));
        assert!(named("go").is_err());
    }
}
