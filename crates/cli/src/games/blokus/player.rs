//! The player of Blokus Duo behind the Go Text Protocol.

use crate::{
    args::MindArgs,
    failure::Failure,
    file,
    game::{Opponent, SearchTimes},
    progress::Progress,
    threads::cores,
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};
use yomikiri_blokus::{
    Blokus, Move, Node, cells, code,
    draw::{Labels, draw},
    sgf,
};
use yomikiri_core::{Game, Notation, Random, Side, TwoPlayer};
use yomikiri_duo::{Budget, Level, Means, Mind, Model, Player, Reader, Simulator};
use yomikiri_gtp::Clock;
use yomikiri_search::mcts::{Limits, Options, Playable, Search};

/// What a move may cost where nothing is said.
const TIME: Duration = Duration::from_millis(700);

/// The player that was asked for.
pub fn player(game: Blokus, args: &MindArgs) -> Result<Player, Failure> {
    let threads = args.threads.count();
    let refused = |error| Failure::Environment(format!("memory for the search: {error}"));
    let mind: Box<dyn Mind> = if let Some(depth) = args.depth {
        Box::new(Reader::new(game, depth, threads).map_err(refused)?)
    } else {
        let means = Means { threads, memory: args.bytes()?, seed: args.seed };
        Box::new(Simulator::new(game, model(args)?, means))
    };
    Ok(Player::new(game, mind))
}

/// What the player knows: that of a file, nothing at the low levels, or what comes with the program.
fn model(args: &MindArgs) -> Result<Option<Arc<Model>>, Failure> {
    let Some(path) = &args.model else {
        let learnt = args.level.and_then(Level::new).is_none_or(Level::is_learnt);
        return Ok(learnt.then(Model::shipped));
    };
    let (model, _) = file::read("--model", path, Model::from_bytes)?;
    Ok(Some(Arc::new(model)))
}

/// What a move of it may cost.
pub fn budget(args: &MindArgs) -> Budget {
    match (args.level.and_then(Level::new), args.simulations) {
        (Some(level), _) => Budget::Move(level.limits()),
        (_, Some(simulations)) => Budget::Move(Limits::simulations(simulations)),
        _ if args.depth.is_some() => Budget::Move(Limits { simulations: None, time: args.time }),
        _ => Budget::Mean(args.time.unwrap_or(TIME)),
    }
}

/// The player with its clocks.
pub struct Duo {
    player: Player,
    /// What a move may cost where no clock says otherwise.
    budget: Budget,
    clock: Option<Clock>,
    /// What is left to each side by its clock, and for how many moves.
    left: [Option<(Duration, u32)>; 2],
}

impl Duo {
    /// A player at the start of a game.
    pub fn new(player: Player, budget: Budget) -> Self {
        Self { player, budget, clock: None, left: [None; 2] }
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
            self.player.play(Move::PASS);
            return Ok(());
        }
        Err(wrong_turn(node))
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

    /// What a move may cost.
    fn budget(&self, side: Side) -> Budget {
        match (self.left[side.index()], self.clock) {
            (Some((left, 0)), Some(clock)) if left.is_zero() && clock.moves > 0 => {
                Budget::Move(Limits::time(safe(clock.extra / clock.moves)))
            }
            (Some((left, 0)), _) => Budget::Rest(safe(left)),
            (Some((left, moves)), _) => Budget::Move(Limits::time(safe(left / moves))),
            (None, _) => self.budget,
        }
    }

    /// Where nobody tells what is left, the player's own clock does.
    fn spend(&mut self, side: Side, spent: Duration) {
        if let Some((left, _)) = &mut self.left[side.index()] {
            *left = left.saturating_sub(spent);
        }
    }
}

/// A time with something kept back for the way to and fro.
fn safe(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_millis(20)).mul_f64(0.95)
}

fn wrong_turn(node: &Node) -> String {
    let word = ["first", "second"][node.position.side.index()];
    format!("the {word} player is to move")
}

impl yomikiri_gtp::Player for Duo {
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
        self.player.restart(self.game().start());
        self.set_clock(self.clock);
    }

    fn play(&mut self, side: Side, mv: &str) -> Result<(), String> {
        let before = self.player.node().position.side;
        if mv.eq_ignore_ascii_case("pass") && before != side {
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
                if before != side {
                    self.player.undo();
                }
                Err(why)
            }
        }
    }

    fn generate(&mut self, side: Side, make: bool) -> Result<String, String> {
        if self.game().result(self.player.node()).is_some() {
            // Other programs ask each side in turn until both have passed.
            return Ok(cells::write(Move::PASS));
        }
        let passed = self.player.node().position.side != side;
        self.turn(side)?;
        let began = Instant::now();
        let thought = self.player.think(self.budget(side), &AtomicBool::new(false), &|_, _| ());
        let mv = thought.map_or(Move::PASS, |thought| thought.mv);
        if make {
            self.spend(side, began.elapsed());
            self.player.play(mv);
        } else if passed {
            self.player.undo();
        }
        Ok(cells::write(mv))
    }

    fn load(&mut self, record: &str, moves: usize) -> Result<(), String> {
        let nodes = sgf::read(self.game(), record).map_err(|error| error.to_string())?;
        let node = nodes[moves.min(nodes.len() - 1)].clone();
        self.clear();
        self.follow(&node);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        if self.player.undo() { Ok(()) } else { Err("there is no move to take back".into()) }
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
        draw(self.game(), self.player.node(), false, Labels::Cells)
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
        self.left = [clock.map(|clock| (clock.main, 0)); 2];
    }

    fn set_left(&mut self, side: Side, left: Duration, moves: u32) {
        self.left[side.index()] = Some((left, moves));
    }
}

impl Opponent for Duo {
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        let pos = path.last().map_or("", String::as_str);
        let node = self.game().parse_pos(pos).map_err(|error| Failure::parse("position", &error))?;
        self.follow(&node);
        progress.phase("thinking", 0);
        let thought = self.player.think(self.budget, &AtomicBool::new(false), &|_, _| progress.advance(STEP));
        let thought = thought.ok_or_else(|| Failure::Input("the game is over".into()))?;
        Ok((code::write(thought.mv), thought.value))
    }
}

/// Simulations between two signs of progress.
const STEP: u64 = 32;

impl Duo {
    /// Goes on to a node: by its moves, if it is further on in the same game.
    fn follow(&mut self, node: &Node) {
        let (made, wanted) = (self.player.node().path, node.path.moves());
        match wanted.strip_prefix(made.moves()) {
            Some(new) => new.iter().for_each(|&mv| self.player.play(mv)),
            None => self.player.restart(node.clone()),
        }
    }
}

/// Times play-outs, and searches from the start with one thread and with all.
pub fn time_search(game: Blokus) -> SearchTimes {
    let untaught = yomikiri_duo::Duo { scoring: game.scoring, model: None };
    let duo = yomikiri_duo::Duo { model: Some(Model::shipped()), ..untaught };
    let start = yomikiri_duo::Duo::place(&game.start().position);
    let (mut random, mut moves) = (Random::new(1), Vec::new());
    let began = Instant::now();
    for _ in 0..PLAY_OUTS {
        moves.clear();
        untaught.value(&mut start.clone(), &mut random, &mut moves);
    }
    let play_outs = f64::from(PLAY_OUTS) / began.elapsed().as_secs_f64();
    let threads = cores();
    let speed = |threads| {
        let options = Options { threads, stop_early: false, ..duo.options() };
        let mut search = Search::new(duo.clone(), start.clone(), options);
        let found = search.run(Limits::simulations(SIMULATIONS), &AtomicBool::new(false), &|_, _| ());
        found.simulations as f64 / found.seconds
    };
    let (one, all) = (speed(1), speed(threads));
    SearchTimes {
        play_outs_per_second: play_outs,
        simulations_per_second: one,
        threads,
        simulations_per_second_threads: all,
    }
}

/// Play-outs that are timed.
const PLAY_OUTS: u32 = 100_000;

/// Simulations that are timed.
const SIMULATIONS: u64 = 50_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Duo {
        let game = Blokus::default();
        let means = Means { threads: 1, memory: 64 << 20, seed: 1 };
        let mind = Simulator::new(game, Some(Model::shipped()), means);
        Duo::new(Player::new(game, Box::new(mind)), Budget::Move(Limits::simulations(50)))
    }

    fn session(input: &str) -> Vec<String> {
        let mut output = Vec::new();
        yomikiri_gtp::serve(&mut player(), input.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.trim_end().split("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn moves_are_lists_of_squares_and_codes_alike() {
        let answers = session(
            "set_game Blokus Duo\nplay b 66t0\nundo\nplay b e10,e9,f9,g9,f8\nplay w e10\nplay w 9Bl3\nfinal_score\n\
             play w 11a0\nset_game Go\nreg_genmove b\nall_legal b\n",
        );
        assert_eq!(answers[..4], ["= ", "= ", "= ", "= "]);
        assert!(answers[4].starts_with("? "), "{answers:?}");
        assert_eq!(answers[5..7], ["= ", "= 0"]);
        assert_eq!(answers[7], "? the first player is to move");
        assert!(answers[8].contains("Go is not played here"));
        let best = answers[9].strip_prefix("= ").unwrap();
        assert!(answers[10].contains(best), "{best}");
    }

    #[test]
    fn the_board_is_labelled_as_moves_are_written() {
        let shown = &session("play b e10,e9,f9,g9,f8\nshowboard\n")[1];
        let column = shown.lines().find(|line| line.ends_with(" n")).unwrap().find('g').unwrap();
        let row = shown.lines().find(|line| line.starts_with(" 9")).unwrap();
        assert_eq!(row.chars().nth(column), Some('#'), "{shown}");
        assert!(shown.lines().any(|line| line.starts_with("14 ")), "{shown}");
    }

    #[test]
    fn records_are_loaded() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let name = file.path().display();
        let record = "(;GM[Blokus Duo];B[e10,e9,f9,g9,f8];W[j4,i5,j5,k5,j6])";
        std::fs::write(file.path(), record).unwrap();
        let answers = session(&format!(
            "loadsgf {name}\nall_legal w\nloadsgf {name} 2\nall_legal b\nundo\nundo\nundo\nloadsgf /no/such\nloadsgf\n"
        ));
        assert_eq!((answers[0].as_str(), answers[2].as_str()), ("= ", "= "), "{answers:?}");
        assert!(answers[1].starts_with("? the first player is to move"));
        assert!(answers[3].starts_with("? the second player is to move"));
        assert_eq!((answers[4].as_str(), &answers[5][..1]), ("= ", "?"));
        assert!(answers[7].starts_with("? /no/such: "), "{answers:?}");
        assert!(answers[8].contains("expected `loadsgf FILE [MOVE]`"), "{answers:?}");
        std::fs::write(file.path(), "(;GM[Go];B[aa])").unwrap();
        assert!(session(&format!("loadsgf {name}"))[0].contains("expected a record of Blokus Duo"));
    }

    /// Whole games against itself, with every move legal, until no side can move.
    #[test]
    fn games_come_to_an_end() {
        let mut player = player();
        for sides in [[Side::First, Side::Second], [Side::First, Side::First]] {
            yomikiri_gtp::Player::clear(&mut player);
            let mut moves = 0;
            while player.game().result(player.player.node()).is_none() {
                // In the second game nobody tells of passes: whoever can move is asked.
                let side =
                    if sides[0] == sides[1] { player.player.node().position.side } else { sides[moves % 2] };
                let mv = yomikiri_gtp::Player::generate(&mut player, side, true).unwrap();
                assert!(!mv.is_empty());
                moves += 1;
            }
            assert!((20..=42).contains(&moves), "{moves}");
            for side in [Side::First, Side::Second] {
                assert_eq!(yomikiri_gtp::Player::generate(&mut player, side, true).unwrap(), "pass");
            }
            assert!(player.game().result(player.player.node()).is_some());
        }
    }
}
