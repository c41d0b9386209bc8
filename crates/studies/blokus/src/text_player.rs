//! The player as other programs and people meet it: moves are lists of squares or codes.

use crate::{Budget, Decision, Player};
use std::time::Duration;
use yomikiri_blokus::{
    Blokus, Move, Node, cells, code,
    draw::{Labels, drawing},
    sgf,
};
use yomikiri_core::{
    Game, Notation, ParseError, Side, TwoPlayer, phrases,
    play::{Clock, Limits, MoveTime, Opponent, Progress, Reply, Stop, TextPlayer, Thinking},
};

/// A player that is told of the game in text.
pub struct BlokusTextPlayer {
    player: Player,
    /// What a move may cost where no clock says otherwise.
    budget: Budget,
    /// How many moves had been made before each pass that nobody said.
    passes: Vec<usize>,
}

impl BlokusTextPlayer {
    /// A player at the start of a game.
    pub fn new(player: Player, budget: Budget) -> Self {
        Self { player, budget, passes: Vec::new() }
    }

    fn game(&self) -> Blokus {
        self.player.game()
    }

    /// The node at which a side is to move. The other side's pass is made if it has to pass: other programs
    /// leave that out.
    fn turn(&mut self, side: Side) -> Result<(), String> {
        let node = self.player.node();
        if node.position.side == side {
            return Ok(());
        }
        if self.game().result(node).is_none() && !node.position.can_place(side.other()) {
            self.passes.push(self.made());
            self.player.play(Move::PASS);
            return Ok(());
        }
        Err(wrong_turn(node))
    }

    /// How many moves have been made.
    fn made(&self) -> usize {
        self.player.node().path.moves().len()
    }

    /// Takes back the last move if it is a pass that nobody said.
    fn unpass(&mut self) {
        if self.passes.last().is_some_and(|&before| before + 1 == self.made()) {
            self.passes.pop();
            self.player.undo();
        }
    }

    fn read(&self, node: &Node, text: &str) -> Result<Move, String> {
        let codes = |text: &str| text.len() == 4 && !text.contains(',') && !text.eq_ignore_ascii_case("pass");
        // A code is four characters, a list of two squares or more has a comma, and no square has four
        // characters.
        let mv = if codes(text) { code::read(text) } else { cells::read(text) };
        let mv = mv.map_err(|error| error.to_string())?;
        self.game().check(&node.position, mv).map_err(|error| error.to_string())?;
        Ok(mv)
    }
}

/// A time with something kept back for the way to and fro.
fn safe(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_millis(20)).mul_f64(0.95)
}

/// What a move may take by a clock, after so many: its share of what is left for them all, and what it has
/// for itself. An increment comes only when the move is made.
fn time_of(clock: Clock, placed: u32) -> Duration {
    if clock.moves > 0 {
        return safe(clock.move_time(Duration::ZERO).soft);
    }
    let share = Budget::Rest(safe(clock.left)).limits(placed, Duration::ZERO).time.unwrap_or_default();
    let byoyomi = clock.byoyomi.unwrap_or_default();
    let own = safe(byoyomi) + clock.increment.mul_f64(0.75);
    (share + own).min(safe(clock.left + byoyomi))
}

fn wrong_turn(node: &Node) -> String {
    let word = ["first", "second"][node.position.side.index()];
    format!("the {word} player is to move")
}

impl TextPlayer for BlokusTextPlayer {
    fn name(&self) -> String {
        "Yomikiri".into()
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").into()
    }

    fn set_game(&mut self, name: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("Blokus Duo") {
            self.clear();
            return Ok(());
        }
        Err(format!("expected `set_game Blokus Duo`: {name} is not played here"))
    }

    fn clear(&mut self) {
        self.passes.clear();
        self.player.restart(self.game().start());
    }

    fn play(&mut self, side: Side, mv: &str) -> Result<(), String> {
        let before = self.player.node().position.side;
        let is_pass = mv.eq_ignore_ascii_case("pass");
        if is_pass && self.game().result(self.player.node()).is_some() {
            // Others hand on what `generate` says where the game is over.
            return Ok(());
        }
        if is_pass && before != side {
            // Both may be said of a pass: that it was made, and, by moving out of turn, that it must have
            // been.
            return Err(wrong_turn(self.player.node()));
        }
        self.turn(side)?;
        match self.read(self.player.node(), mv) {
            Ok(mv) => {
                self.player.play(mv);
                Ok(())
            }
            Err(why) => {
                self.unpass();
                Err(why)
            }
        }
    }

    fn generate(&mut self, side: Side, clock: Option<Clock>, make: bool) -> Result<String, String> {
        if self.game().result(self.player.node()).is_some() {
            // Other programs ask each side in turn until both have passed.
            return Ok(cells::write(Move::PASS));
        }
        self.turn(side)?;
        // Who was asked for so many simulations makes no more, and no fewer while there is time.
        let (budget, stop) = match (clock, self.budget) {
            (Some(clock), Budget::Move(Limits { nodes: Some(_), .. })) => (self.budget, self.stop_by(clock)),
            (Some(clock), _) => (Budget::Move(Limits::time(self.time(clock))), Stop::new()),
            (None, _) => (self.budget, Stop::new()),
        };
        let thought = self.player.think(budget, &stop, &|_, _| ());
        let mv = thought.map_or(Move::PASS, |thought| thought.mv);
        if make {
            self.player.play(mv);
        } else {
            self.unpass();
        }
        Ok(cells::write(mv))
    }

    fn load(&mut self, record: &str, moves: usize) -> Result<(), String> {
        let sgf::RecordedGame { nodes, made_from, .. } =
            sgf::read(self.game(), record).map_err(|error| error.to_string())?;
        // Passes do not count, as they are seldom written.
        let at = made_from.get(moves).copied().unwrap_or(nodes.len() - 1);
        let node = nodes[at].clone();
        self.clear();
        self.follow(&node);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        if !self.player.undo() {
            return Err("there is no move to take back".into());
        }
        // With the move goes the pass that it stood for.
        self.unpass();
        Ok(())
    }

    fn legal(&self, side: Side) -> Result<Vec<String>, String> {
        let node = self.player.node();
        if node.position.side != side {
            return Err(wrong_turn(node));
        }
        let mut moves = Vec::new();
        self.game().moves(node, &mut moves);
        Ok(moves.into_iter().map(cells::write).collect())
    }

    fn lead(&self) -> i32 {
        let [first, second] = [Side::First, Side::Second]
            .map(|side| self.game().scoring.of(&self.player.node().position, side));
        first - second
    }

    fn board(&self) -> String {
        drawing(self.game(), self.player.node(), Labels::Cells, false).text(false)
    }
}

impl Opponent for BlokusTextPlayer {
    fn answer(
        &mut self,
        path: &[String],
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        let thought = self.thought(path, self.budget, clock, progress)?;
        Ok(reply(&thought, thought.mv, thought.value))
    }

    fn candidates(
        &mut self,
        path: &[String],
        count: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        let budget = match self.budget {
            Budget::Move(limits) => {
                Budget::Move(Limits { nodes: limits.nodes.map(|n| n.max(ADVICE)), ..limits })
            }
            longer => longer,
        };
        let thought = self.thought(path, budget, None, progress)?;
        if budget != self.budget {
            // A level would go on from what was found for the advice.
            let node = self.player.node().clone();
            self.player.restart(node);
        }
        // The mean of a move that was hardly tried is a guess, and it would have been tried more often if it
        // were better than the best.
        let best = reply(&thought, thought.best, thought.value);
        let most = thought.value.unwrap_or(1.0);
        let others = thought.moves.iter().filter(|other| other.mv != thought.best && other.visits > 0);
        let mut others: Vec<_> =
            others.take(count.saturating_sub(1)).map(|other| (other.mv, other.value.min(most))).collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let told = others.into_iter().map(|(mv, value)| reply(&thought, mv, Some(value)));
        Ok([best].into_iter().chain(told).collect())
    }
}

/// A move out of what was thought.
fn reply(thought: &Decision, mv: Move, probability: Option<f32>) -> Reply {
    let (nodes, time) = (thought.nodes, Duration::from_secs_f64(thought.seconds));
    let mv = code::write(mv);
    let thinking = Thinking { nodes, time, line: vec![mv.clone()], ..Thinking::default() };
    Reply { mv, probability, thinking }
}

/// The least simulations for advice: levels make a move after one, which says nothing of the others.
const ADVICE: u64 = 1_000;

/// Simulations between two signs of progress.
const STEP: u64 = 32;

impl BlokusTextPlayer {
    /// What the player to move may take of its clock.
    fn time(&self, clock: Clock) -> Duration {
        let position = &self.player.node().position;
        time_of(clock, position.hands[position.side.index()].placed())
    }

    /// What ends a search by what the player to move may take of its clock.
    fn stop_by(&self, clock: Clock) -> Stop {
        let stop = Stop::new();
        stop.limit(MoveTime::exactly(self.time(clock)));
        stop
    }

    /// Thinks about the position that a path ends with.
    fn thought(
        &mut self,
        path: &[String],
        budget: Budget,
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Decision, ParseError> {
        let node = self.game().parse_pos(path.last().map_or("", String::as_str))?;
        self.follow(&node);
        progress.phase("thinking", 0);
        let stop = clock.map_or_else(Stop::new, |clock| self.stop_by(clock));
        let thought = self.player.think(budget, &stop, &|_, _| progress.advance(STEP));
        thought.ok_or_else(|| ParseError::new(phrases::GAME_IS_OVER))
    }

    /// Goes on to a node: by its moves, if it is further on in the same game.
    fn follow(&mut self, node: &Node) {
        let (made, wanted) = (self.player.node().path, node.path.moves());
        if let Some(new) = wanted.strip_prefix(made.moves()) {
            for &mv in new {
                self.player.play(mv);
            }
        } else {
            self.passes.clear();
            self.player.restart(node.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LevelSettings, MctsSearcher, Model, Resources};
    use yomikiri_core::play::{Level, NoProgress};

    fn player() -> BlokusTextPlayer {
        let game = Blokus::default();
        let means = Resources { threads: 1, memory: 64 << 20, seed: 1 };
        let searcher = MctsSearcher::new(game, Some(Model::shipped()), means);
        BlokusTextPlayer::new(Player::new(game, Box::new(searcher)), Budget::Move(Limits::nodes(50)))
    }

    #[test]
    fn a_move_may_take_what_the_clock_has_for_it_alone() {
        let seconds = Duration::from_secs;
        let time = |left, byoyomi: u64, increment| {
            let byoyomi = Some(seconds(byoyomi)).filter(|byoyomi| !byoyomi.is_zero());
            let clock = Clock { left: seconds(left), moves: 0, increment: seconds(increment), byoyomi };
            time_of(clock, 0).as_secs_f64()
        };
        // A fourteenth of an hour is more than four minutes.
        assert!(time(3600, 0, 0) > 240.0);
        assert!(time(0, 10, 0) > 9.0 && time(60, 10, 0) > time(60, 0, 0) + 9.0);
        assert!(time(60, 0, 4) > time(60, 0, 0) + 2.0 && time(1, 0, 60) < 1.0);
        let last = Clock { left: seconds(10), moves: 5, ..Clock::default() };
        assert!(time_of(last, 9).as_secs_f64() < 2.0);
    }

    /// Whole games against itself, with every move legal, until no side can move.
    #[test]
    fn games_come_to_an_end() {
        let mut player = player();
        for sides in [[Side::First, Side::Second], [Side::First, Side::First]] {
            player.clear();
            let mut moves = 0;
            while player.game().result(player.player.node()).is_none() {
                // In the second game nobody tells of passes: whoever can move is asked.
                let side =
                    if sides[0] == sides[1] { player.player.node().position.side } else { sides[moves % 2] };
                let mv = player.generate(side, None, true).unwrap();
                assert!(!mv.is_empty());
                moves += 1;
            }
            assert!((20..=42).contains(&moves), "{moves}");
            for side in [Side::First, Side::Second] {
                assert_eq!(player.generate(side, None, true).unwrap(), "pass");
            }
            assert!(player.game().result(player.player.node()).is_some());
        }
    }

    /// A pass that nobody said is made and taken back with the move behind it.
    #[test]
    fn what_nobody_said_is_taken_back_too() {
        let mut player = player();
        let mut passes = 0;
        while player.game().result(player.player.node()).is_none() {
            let node = player.player.node().clone();
            let side = node.position.side;
            if !node.position.can_place(side) {
                for make in [false, true] {
                    player.generate(side.other(), None, make).unwrap();
                    assert_eq!(player.made(), node.path.moves().len() + if make { 2 } else { 0 });
                }
                player.undo().unwrap();
                assert_eq!(player.player.node().path.moves(), node.path.moves());
                passes += 1;
            }
            player.generate(side, None, true).unwrap();
        }
        assert!(passes > 0, "nobody had to pass");
        player.play(Side::First, "pass").unwrap();
    }

    /// A level errs in what it plays, not in what it advises, and goes on as if it had not been asked.
    #[test]
    fn advice_is_better_than_a_level_and_leaves_it_as_it_is() {
        let level = |level| {
            let game = Blokus::default();
            let settings = LevelSettings::of(level);
            let means = Resources { threads: 1, memory: 64 << 20, seed: 1 };
            let searcher = MctsSearcher::new(game, Some(Model::shipped()), means).erring(settings);
            BlokusTextPlayer::new(Player::new(game, Box::new(searcher)), Budget::Move(settings.limits()))
        };
        let path = [Blokus::default().show_pos(&Blokus::default().start())];
        let (lowest, quiet) = (Level::new(1).unwrap(), &NoProgress);
        let (mut asked, mut unasked) = (level(lowest), level(lowest));
        let advice = asked.candidates(&path, 10, quiet).unwrap();
        assert!((6..=10).contains(&advice.len()), "{}", advice.len());
        assert!(advice[0].thinking.nodes >= ADVICE);
        let answer = unasked.answer(&path, None, quiet).unwrap();
        assert_eq!(asked.answer(&path, None, quiet).unwrap().mv, answer.mv);
        let worth = |reply: &Reply| reply.probability.unwrap();
        assert!(advice.is_sorted_by(|a, b| worth(a) >= worth(b)), "{advice:?}");
        assert_eq!(asked.candidates(&path, 1, quiet).unwrap()[0].mv, advice[0].mv);
    }
}
