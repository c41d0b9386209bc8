//! A game as it stands: what the prompt and the screen have in common.

use super::{clock::GameClock, end::End, yours::Yours};
use crate::{
    failure::Failure,
    game::{Recorded, Records},
    words::{language, words},
};
use std::{
    collections::HashMap,
    io::{self, Write},
    path::Path,
};
use yomikiri_core::{
    Choice, Explore, GameNode, Gap, ParseError, Side, Value, View, Wdl, fill, phrases,
    play::{Clock, Forfeit, Opponent, Progress, RepetitionEnd, Reply, repeated_thrice},
};

/// A game in play.
pub struct Standing<'a> {
    pub explore: &'a dyn Explore,
    pub records: &'a dyn Records,
    pub yours: Yours,
    /// Whether it is a solitaire: estimates are then chances of winning in percent.
    pub alone: bool,
    pub opponent: Option<Box<dyn Opponent>>,
    pub clock: Option<GameClock>,
    /// The positions so far, the present one last.
    path: Vec<String>,
    /// The names of the moves between them.
    moves: Vec<String>,
    /// The clock as it stood before each of them.
    clocks: Vec<Option<GameClock>>,
    /// Whether the opponent is out, thinking.
    is_lent: bool,
    /// How it was ended by somebody who gave up or had no time left.
    given_up: Option<End>,
    /// The names of the players that a record told.
    names: [Option<String>; 2],
}

/// A move that the program has made.
pub struct Answer {
    pub side: Side,
    /// The move as it is shown.
    pub shown: String,
    pub by: By,
}

/// Who made it.
pub enum By {
    /// The table: what the move is worth.
    Table(Choice),
    /// A player.
    Player(Reply),
}

/// A position that the game itself wrote.
fn open<'a>(explore: &'a dyn Explore, pos: &str) -> Result<Box<dyn GameNode + 'a>, Failure> {
    explore.open(pos).map_err(|error| Failure::parse("position", &error))
}

/// What an answer fails of.
pub fn unanswered(error: &ParseError) -> Failure {
    Failure::parse("position", error)
}

impl<'a> Standing<'a> {
    /// A game that begins at a position.
    pub fn new(explore: &'a dyn Explore, records: &'a dyn Records, yours: Yours, start: String) -> Self {
        Self {
            explore,
            records,
            yours,
            alone: false,
            opponent: None,
            clock: None,
            path: vec![start],
            moves: Vec::new(),
            clocks: Vec::new(),
            is_lent: false,
            given_up: None,
            names: [None, None],
        }
    }

    /// The opponent, for as long as it thinks elsewhere.
    pub fn lend_opponent(&mut self) -> Option<Box<dyn Opponent>> {
        let opponent = self.opponent.take();
        self.is_lent = opponent.is_some();
        opponent
    }

    /// The opponent is back.
    pub fn take_opponent_back(&mut self, opponent: Box<dyn Opponent>) {
        (self.opponent, self.is_lent) = (Some(opponent), false);
    }

    /// The present position.
    pub fn here(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// The names of the moves so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Looks at the position after so many moves, reached by the last of them.
    pub fn at<R>(&self, plies: usize, look: impl FnOnce(&dyn GameNode) -> R) -> Result<R, Failure> {
        let Some(before) = plies.checked_sub(1) else {
            return Ok(look(&*open(self.explore, &self.path[0])?));
        };
        let node = open(self.explore, &self.path[before])?;
        let node = node.step(&self.moves[before]).map_err(|error| unanswered(&error))?;
        Ok(look(&*node))
    }

    /// Looks at the present position.
    pub fn now<R>(&self, look: impl FnOnce(&dyn GameNode) -> R) -> Result<R, Failure> {
        self.at(self.moves.len(), look)
    }

    /// The move of a ply as it is shown.
    pub fn shown(&self, ply: usize) -> Result<String, Failure> {
        self.at(ply, |node| node.print(&self.moves[ply]))
    }

    pub fn view(&self) -> Result<View, Failure> {
        Ok(open(self.explore, self.here())?.view()?)
    }

    /// Whether somebody at the terminal moves for a side.
    pub fn is_yours(&self, side: Side) -> bool {
        self.yours.has(side)
    }

    /// How the game has ended, if it has.
    pub fn end(&self, view: &View) -> Option<End> {
        if self.given_up.is_some() {
            return self.given_up;
        }
        if view.over && self.alone {
            return Some(End::Solitaire { won: matches!(view.value, Some(Value::Win(_))) });
        }
        if view.over {
            return Some(End::Rules { mover: view.side, value: view.value });
        }
        self.repetition(&self.path).map(End::Repetition)
    }

    /// How a game of so many positions has ended by a repetition, if it has.
    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        match &self.opponent {
            Some(opponent) => opponent.repetition(path),
            // It knows the game's rule, and is asked when it is back.
            None if self.is_lent => None,
            None => repeated_thrice(path),
        }
    }

    /// Refuses a game with moves behind a repetition that ended it. (Behind any other end no move is legal.)
    fn ensure_open(&self, path: &[String]) -> Result<(), ParseError> {
        let mut times = HashMap::new();
        for (ply, pos) in path[..path.len().saturating_sub(1)].iter().enumerate() {
            let times = times.entry(pos).or_insert(0);
            *times += 1;
            if *times > 1 && self.repetition(&path[..=ply]).is_some() {
                return Err(ParseError::new(phrases::OVER_BEFORE).in_move(ply + 1));
            }
        }
        Ok(())
    }

    /// The time of the side to move runs.
    pub fn start_clock(&mut self, side: Side) {
        if let Some(clock) = &mut self.clock {
            clock.start(side);
        }
    }

    /// Ends the game where the time of a side is up.
    pub fn look_at_clock(&mut self) -> bool {
        let fallen = self.clock.as_ref().and_then(GameClock::fallen);
        if let Some(loser) = fallen {
            self.give_up(End::Flag { loser });
        }
        fallen.is_some()
    }

    pub fn resign(&mut self, loser: Side) {
        self.give_up(if self.alone { End::Solitaire { won: false } } else { End::Resigned { loser } });
    }

    fn give_up(&mut self, end: End) {
        self.given_up = Some(end);
        self.stop_clock();
    }

    /// No time runs.
    pub fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }

    /// The name of the move that a text means.
    pub fn read(&self, text: &str) -> Result<Result<String, ParseError>, Failure> {
        self.now(|node| node.read(text))
    }

    /// Makes a move of the side to move; tells what it throws away, if that is known.
    pub fn play(&mut self, name: String, view: &View) -> Result<Option<Wdl>, Failure> {
        let next =
            open(self.explore, self.here())?.step(&name).map_err(|error| unanswered(&error))?.position();
        let after = view.moves.iter().find(|choice| choice.position == next).and_then(|choice| choice.value);
        self.push(name, next, view.side);
        Ok(thrown_away(view.value, after))
    }

    fn push(&mut self, name: String, position: String, side: Side) {
        self.moves.push(name);
        self.path.push(position);
        self.clocks.push(self.clock.as_ref().map(GameClock::before_move));
        if let Some(clock) = &mut self.clock {
            clock.press(side);
        }
    }

    /// The opponent's move, for as long as it thinks: it does not look at the game meanwhile.
    pub fn think(
        opponent: &mut dyn Opponent,
        question: &Question,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        opponent.answer(&question.path, question.clock, progress)
    }

    /// What the opponent is asked.
    pub fn question(&self, side: Side) -> Question {
        Question { path: self.path.clone(), clock: self.clock.as_ref().map(|clock| clock.of(side)) }
    }

    /// The program's move: the first is the best, and the longest resistance where all lose. None if its time
    /// is up.
    pub fn answer(&mut self, view: &View, progress: &dyn Progress) -> Result<Option<Answer>, Failure> {
        let question = self.question(view.side);
        if let Some(opponent) = self.opponent.as_deref_mut() {
            let reply = Self::think(opponent, &question, progress).map_err(|error| unanswered(&error))?;
            return self.accept(view, By::Player(reply));
        }
        let best = view.moves.first().filter(|choice| choice.value.is_some() || choice.estimate.is_some());
        match best {
            Some(choice) => self.accept(view, By::Table(choice.clone())),
            None => Err(Failure::input(fill(words().unknown_here, &[&view.position]))),
        }
    }

    /// Makes the move that the program has found, unless it took too long for it.
    pub fn accept(&mut self, view: &View, by: By) -> Result<Option<Answer>, Failure> {
        if self.look_at_clock() {
            return Ok(None);
        }
        let name = match &by {
            By::Table(choice) => choice.name.clone(),
            By::Player(reply) => reply.mv.clone(),
        };
        let shown = self.now(|node| node.print(&name))?;
        self.play(name, view)?;
        Ok(Some(Answer { side: view.side, shown, by }))
    }

    /// Back to where the person had the move before, by the clock too; tells whether there was such a place.
    /// A game that was given up goes on, and one whose time is up goes on without a clock.
    pub fn undo(&mut self) -> Result<bool, Failure> {
        if let Some(end) = self.given_up.take() {
            if matches!(end, End::Flag { .. }) {
                self.clock = None;
            }
            return Ok(true);
        }
        for length in (1..self.path.len()).rev() {
            if self.yours.has(open(self.explore, &self.path[length - 1])?.side()) {
                self.path.truncate(length);
                self.moves.truncate(length - 1);
                // None where it has been given up since.
                self.clock = self.clock.take().and(self.clocks[length - 1].clone());
                self.clocks.truncate(length - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes the game to a file; what went wrong as a sentence.
    pub fn save(&self, file: &str) -> Result<(), String> {
        let forfeit = self.given_up.and_then(End::forfeit);
        let game = Recorded { path: self.path.clone(), forfeit, names: self.names.clone() };
        let record = self.records.write(&game, file).map_err(|error| error.in_language(language()))?;
        if self.is_foreign(Path::new(file)) {
            return Err(fill(words().is_no_record, &[file]));
        }
        let written = yomikiri_files::write(Path::new(file), |to| to.write_all(&record));
        written.map_err(|error| system(file, &error))
    }

    /// Whether a file holds something that is no record: a collection or a table may have taken hours.
    fn is_foreign(&self, file: &Path) -> bool {
        let is_record = |found: Vec<u8>| {
            found.is_empty() || self.records.read(&found).is_ok() || self.records.deal_of(&found).is_some()
        };
        file.is_file() && !yomikiri_files::read(file, crate::file::RECORD).is_ok_and(is_record)
    }

    /// Goes on with the game of a file; what went wrong as a sentence.
    pub fn load(&mut self, file: &str) -> Result<(), String> {
        let record = yomikiri_files::read(Path::new(file), crate::file::RECORD);
        let record = record.map_err(|error| system(file, &error))?;
        let wrong = |error: ParseError| format!("{file}: {}", error.in_language(language()));
        let Recorded { path, forfeit, names } = self.records.read(&record).map_err(wrong)?;
        self.ensure_open(&path).map_err(wrong)?;
        let moves = path.windows(2).map(|pair| self.explore.open(&pair[0])?.move_to(&pair[1]));
        let moves = moves.collect::<Result<_, _>>().map_err(wrong)?;
        let last = path.last().expect("a game has its first position");
        let view = open(self.explore, last).and_then(|node| Ok(node.view()?));
        let view = view.map_err(|failure| failure.to_string())?;
        // From here on nothing fails, so that there is never half a game.
        (self.moves, self.path) = (moves, path);
        self.names = names;
        self.given_up = None;
        self.clock = self.clock.as_ref().map(GameClock::anew);
        self.clocks = vec![self.clock.clone(); self.moves.len()];
        if self.end(&view).is_none() {
            match forfeit {
                Some(Forfeit::Resigned) => self.resign(view.side),
                Some(Forfeit::TimeUp) => self.give_up(End::Flag { loser: view.side }),
                None => {}
            }
        }
        Ok(())
    }
}

/// What the system says of a file.
fn system(file: &str, error: &io::Error) -> String {
    format!("{file}: {}", Gap::from(error).in_language(language()))
}

/// A game as an opponent is told of it.
pub struct Question {
    path: Vec<String>,
    clock: Option<Clock>,
}

/// What a move gives up: the value before it, if the move is worth less.
fn thrown_away(before: Option<Value>, after: Option<Value>) -> Option<Wdl> {
    let (before, after) = (before?.wdl(), after?.wdl());
    (after < before).then_some(before)
}
