//! An engine: a process that speaks GTP or USI, or nobody, who draws a legal move.

use super::args::{Named, Protocol};
use crate::talk::Talk;
use std::{process::Command, time::Duration};
use yomikiri_core::Random;

/// An engine that has not answered for so long has hung. Some search two minutes a move, and machines are
/// shared.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(20);

/// Whoever plays.
pub enum Engine {
    Process(Box<Process>),
    /// Any legal move is as likely as any other: which one follows from the seed and the game.
    Random {
        seed: u64,
        random: Random,
    },
}

impl Engine {
    /// Starts an engine; whatever it is given to draw from follows from the seed.
    pub fn start(named: &Named, seed: u64) -> Result<Self, String> {
        match named.protocol {
            Protocol::Random => Ok(Self::Random { seed, random: Random::new(seed) }),
            Protocol::Gtp | Protocol::Usi => Ok(Self::Process(Box::new(Process::start(named)?))),
        }
    }

    /// Begins a game, of which these are the name and the number in the match. What was drawn in games before
    /// is of no weight in it: a share of a match is played as if it were the whole.
    pub fn begin(&mut self, game: &str, number: u64) -> Result<(), String> {
        match self {
            Self::Process(process) => process.begin(game),
            Self::Random { seed, random } => {
                *random = Random::new(seed.wrapping_mul(1_000_003) ^ number);
                Ok(())
            }
        }
    }

    /// Starts a program that has failed once more: what it still says of one game would be taken for an
    /// answer in the next.
    pub fn restart(&mut self) -> Result<(), String> {
        if let Self::Process(process) = self {
            **process = Process::start(&process.named)?;
        }
        Ok(())
    }

    /// Its move after these, each with the number of its side and as engines are told of it, and the
    /// processor seconds it took; `legal` are the moves that there are.
    pub fn choose(
        &mut self,
        moves: &[(usize, Option<String>)],
        side: usize,
        legal: impl FnOnce() -> Vec<String>,
    ) -> Result<(String, f64), String> {
        match self {
            Self::Process(process) => process.choose(moves, side),
            Self::Random { random, .. } => {
                let mut legal = legal();
                Ok((legal.swap_remove(random.below(legal.len())), 0.0))
            }
        }
    }
}

/// A running program.
pub struct Process {
    named: Named,
    talk: Talk,
    /// Moves that a GTP engine has been told of, or has made.
    told: usize,
}

impl Process {
    fn start(named: &Named) -> Result<Self, String> {
        let mut command = Command::new(&named.command[0]);
        command.args(&named.command[1..]);
        let failed = |error| format!("{}: {error}", named.text);
        let talk = Talk::with_patience(&mut command, ANSWER_TIMEOUT).map_err(failed)?;
        let mut engine = Self { named: named.clone(), talk, told: 0 };
        engine.greet().map_err(failed)?;
        Ok(engine)
    }

    fn greet(&mut self) -> Result<(), String> {
        match self.named.protocol {
            // Engines that play but one game may not know the command.
            Protocol::Gtp => self.gtp("name").map(|_| ()),
            Protocol::Usi | Protocol::Random => {
                self.talk.say("usi")?;
                self.talk.hear("usiok")?;
                for line in self.named.lines.clone().iter().filter(|line| line.starts_with("setoption")) {
                    self.talk.say(line)?;
                }
                self.ready()
            }
        }
    }

    fn ready(&mut self) -> Result<(), String> {
        self.talk.say("isready")?;
        self.talk.hear("readyok").map(|_| ())
    }

    fn begin(&mut self, game: &str) -> Result<(), String> {
        self.told = 0;
        match self.named.protocol {
            Protocol::Gtp => {
                let _ = self.gtp(&format!("set_game {game}"))?;
                self.gtp("clear_board")?.map(|_| ()).map_err(|why| format!("clear_board: {why}"))
            }
            Protocol::Usi | Protocol::Random => {
                self.talk.say("usinewgame")?;
                self.ready()
            }
        }
    }

    fn choose(&mut self, moves: &[(usize, Option<String>)], side: usize) -> Result<(String, f64), String> {
        let before = self.talk.seconds();
        let mv = match self.named.protocol {
            Protocol::Gtp => self.gtp_choose(moves, side)?,
            Protocol::Usi | Protocol::Random => self.usi_choose(moves)?,
        };
        Ok((mv, self.talk.seconds() - before))
    }

    fn gtp_choose(&mut self, moves: &[(usize, Option<String>)], side: usize) -> Result<String, String> {
        for (side, mv) in &moves[self.told..] {
            if let Some(mv) = mv {
                let answer = self.gtp(&format!("play {} {mv}", ["b", "w"][*side]))?;
                answer.map_err(|why| format!("play {mv}: {why}"))?;
            }
        }
        let answer = self.gtp(&format!("genmove {}", ["b", "w"][side]))?;
        // Its own move it knows.
        self.told = moves.len() + 1;
        answer.map_err(|why| format!("genmove: {why}"))
    }

    fn usi_choose(&mut self, moves: &[(usize, Option<String>)]) -> Result<String, String> {
        let names: Vec<_> = moves.iter().filter_map(|(_, mv)| mv.as_deref()).collect();
        self.talk.say(&format!("position startpos moves {}", names.join(" ")))?;
        let go = self.named.lines.iter().find(|line| line.starts_with("go")).cloned();
        self.talk.say(&go.unwrap_or_else(|| "go movetime 100".into()))?;
        let lines = self.talk.hear("bestmove")?;
        let mv = lines.last().and_then(|line| line.split_whitespace().nth(1));
        mv.map(str::to_owned).ok_or_else(|| "an empty bestmove".into())
    }

    /// The answer to a command: the outer error is that of the way to it, the inner one the engine's own.
    fn gtp(&mut self, command: &str) -> Result<Result<String, String>, String> {
        self.talk.say(command)?;
        let mut answer: Vec<String> = Vec::new();
        loop {
            let line = self.talk.line()?;
            if !line.trim().is_empty() {
                answer.push(line);
            } else if !answer.is_empty() {
                break;
            }
        }
        let text = answer.join("\n");
        match text.split_at_checked(1) {
            Some(("=", text)) => Ok(Ok(text.trim().into())),
            Some(("?", text)) => Ok(Err(text.trim().into())),
            _ => Err(format!("{command}: expected an answer, not {text}")),
        }
    }
}
