//! Who knows the rules: the house's own.

use yomikiri_blokus::{Blokus, Node, Openings, cells, code};
use yomikiri_core::{Game, Notation, Side, TwoPlayer, Value};
use yomikiri_shogi::{Bits, Ending, Position, Shogi};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who has won; nobody where it is a draw.
    pub winner: Option<Side>,
    pub why: String,
}

/// A game as a match needs it, in the house's notation.
pub trait Referee: Sync {
    /// A game that begins.
    fn begin(&self) -> Box<dyn GameState + '_>;

    /// A move of the house as an engine is told of it; `None` if engines are not told of it at all.
    fn write(&self, mv: &str) -> Option<String>;
}

/// A game that is played: it stands where its moves so far have led.
pub trait GameState {
    /// The side to move.
    fn side(&self) -> Side;

    /// How the game has ended, if it has.
    fn end(&self) -> Option<End>;

    /// The legal moves.
    fn legal(&self) -> Vec<String>;

    /// The moves that a random opening may go on with.
    fn openings(&self) -> Vec<String>;

    /// A move of an engine in the house's notation.
    ///
    /// # Errors
    /// It is not legal; why.
    fn read(&self, text: &str) -> Result<String, String>;

    /// Makes a move of the house.
    ///
    /// # Errors
    /// It is not legal; why.
    fn play(&mut self, mv: &str) -> Result<(), String>;
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

/// The position after a move.
fn after<G: Notation>(game: &G, pos: &G::Pos, name: &str) -> Result<G::Pos, String> {
    let mv = game.parse_move(pos, name).map_err(|error| error.to_string())?;
    Ok(game.play(pos, mv))
}

/// Blokus Duo: squares placed count. Openings are of pieces of five squares, as games are.
struct BlokusReferee;

impl BlokusReferee {
    const GAME: Blokus = Blokus { scoring: yomikiri_blokus::Scoring::Squares, openings: Openings::All };
}

impl Referee for BlokusReferee {
    fn begin(&self) -> Box<dyn GameState + '_> {
        Box::new(BlokusState(Self::GAME.start()))
    }

    fn write(&self, mv: &str) -> Option<String> {
        // A pass is forced, and other programs leave it out.
        (mv != code::PASS).then(|| code::read(mv).map_or_else(|_| mv.into(), cells::write))
    }
}

struct BlokusState(Node);

impl GameState for BlokusState {
    fn side(&self) -> Side {
        BlokusReferee::GAME.side(&self.0)
    }

    fn end(&self) -> Option<End> {
        let position = &self.0.position;
        let squares = [Side::First, Side::Second].map(|side| position.squares(side));
        let end =
            |value: Value| End { winner: position.side.winner(value.wdl()), why: format!("{squares:?}") };
        BlokusReferee::GAME.result(&self.0).map(end)
    }

    fn legal(&self) -> Vec<String> {
        names(&BlokusReferee::GAME, &self.0)
    }

    fn openings(&self) -> Vec<String> {
        names(&Blokus { openings: Openings::Fives, ..BlokusReferee::GAME }, &self.0)
    }

    fn read(&self, text: &str) -> Result<String, String> {
        let mv = cells::read(text).or_else(|_| code::read(text)).map_err(|error| error.to_string())?;
        BlokusReferee::GAME.check(&self.0.position, mv).map_err(|error| error.to_string())?;
        Ok(code::write(mv))
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        self.0 = after(&BlokusReferee::GAME, &self.0, mv)?;
        Ok(())
    }
}

/// A game of the shogi family, to the mate, with its rule of repetition.
struct ShogiReferee<B: Bits>(Shogi<B>);

impl<B: Bits> Referee for ShogiReferee<B> {
    fn begin(&self) -> Box<dyn GameState + '_> {
        Box::new(ShogiState { rules: &self.0, before: Vec::new(), here: self.0.start() })
    }

    fn write(&self, mv: &str) -> Option<String> {
        Some(mv.into())
    }
}

struct ShogiState<'a, B: Bits> {
    rules: &'a Shogi<B>,
    /// The positions so far, the start first.
    before: Vec<Position<B>>,
    here: Position<B>,
}

impl<B: Bits> ShogiState<'_, B> {
    /// How the game has ended by a repetition, if it has.
    fn repetition(&self) -> Option<End> {
        let (side, repetition) = (self.side(), self.rules.variant().repetition);
        let first = self.before.iter().position(|pos| *pos == self.here)?;
        let cycle = &self.before[first..];
        let times = 1 + cycle.iter().filter(|pos| **pos == self.here).count();
        if times < usize::from(repetition.occurrences) {
            return None;
        }
        let in_check = |pos: &Position<B>| self.rules.in_check(pos, self.rules.side(pos));
        let winner = side.winner(repetition.result(side, cycle.iter().map(in_check)));
        Some(End { winner, why: "repetition".into() })
    }
}

impl<B: Bits> GameState for ShogiState<'_, B> {
    fn side(&self) -> Side {
        self.rules.side(&self.here)
    }

    fn end(&self) -> Option<End> {
        if let Some(value) = self.rules.result(&self.here) {
            return Some(End { winner: self.side().winner(value.wdl()), why: "no moves".into() });
        }
        let is_endless = self.before.len() >= LONGEST;
        let endless = || End { winner: None, why: format!("no end after {LONGEST} plies") };
        self.repetition().or_else(|| is_endless.then(endless))
    }

    fn legal(&self) -> Vec<String> {
        names(self.rules, &self.here)
    }

    fn openings(&self) -> Vec<String> {
        self.legal()
    }

    fn read(&self, text: &str) -> Result<String, String> {
        let mv = self.rules.parse_move(&self.here, text).map_err(|error| error.to_string())?;
        Ok(self.rules.show_move(&self.here, mv))
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let next = after(self.rules, &self.here, mv)?;
        self.before.push(std::mem::replace(&mut self.here, next));
        Ok(())
    }
}

/// A game of the shogi family that has not ended by then is a draw.
const LONGEST: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    fn after<'a>(referee: &'a dyn Referee, moves: &str) -> Box<dyn GameState + 'a> {
        let mut state = referee.begin();
        moves.split_whitespace().for_each(|mv| state.play(mv).unwrap());
        state
    }

    #[test]
    fn blokus_is_refereed() {
        let referee = named("blokus").unwrap();
        let (start, next) = (referee.begin(), after(&*referee, "66t0"));
        assert_eq!((start.side(), next.side()), (Side::First, Side::Second));
        assert_eq!(next.openings().len(), 315);
        assert_eq!(start.read("e10,e9,f9,g9,f8"), Ok("66t0".into()));
        assert_eq!(start.read("66t0"), Ok("66t0".into()));
        assert!(next.read("66t0").is_err());
        assert_eq!(referee.write("66t0").unwrap(), "f8,e9,f9,g9,e10");
        assert_eq!((referee.write("----"), next.end()), (None, None));
    }

    #[test]
    fn repetition_in_minishogi_is_lost_for_the_first_player() {
        let referee = named("minishogi").unwrap();
        let mut state = after(&*referee, &"1e1d 5a5b 1d1e 5b5a ".repeat(3));
        let end = state.end().unwrap();
        assert_eq!((end.winner, end.why.as_str()), (Some(Side::Second), "repetition"));
        // What is refused changes nothing.
        assert!(state.play("9i9h").is_err() && state.end() == Some(end));
        assert_eq!(after(&*referee, &"1e1d 5a5b 1d1e 5b5a ".repeat(2)).end(), None);
        assert!(named("go").is_err());
    }
}
