//! Lines of the protocol, read.

use std::iter;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Nothing.
    Empty,
    /// Introduce yourself.
    Usi,
    /// Say when you are ready.
    IsReady,
    /// An option and its value.
    SetOption { name: &'a str, value: &'a str },
    /// Another game begins.
    NewGame,
    /// The position to think about: the start if no SFEN is given.
    Position { sfen: Option<String>, moves: Vec<&'a str> },
    /// Think.
    Go(Go<'a>),
    /// Answer now.
    Stop,
    /// The move that was pondered on has been made.
    PonderHit,
    /// The game is over.
    GameOver,
    /// End.
    Quit,
    /// Count sequences of moves.
    Perft(u32),
    /// The fixed workload.
    Bench,
    /// Show the position.
    Draw,
}

/// The limits of thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// Milliseconds left to the first and the second player.
    pub left: [Option<u64>; 2],
    /// Milliseconds added for each move.
    pub increment: [u64; 2],
    /// Milliseconds for each move once nothing is left.
    pub byoyomi: Option<u64>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Look for a mate: milliseconds, the largest number if there is no limit.
    pub mate: Option<u64>,
    /// Until told to stop.
    pub infinite: bool,
    /// Think while the opponent does, until told to stop or that the expected move was made.
    pub ponder: bool,
    /// Only these moves.
    pub moves: Vec<&'a str>,
    /// What is wrong: whoever asks waits for an answer, and a word of another dialect does not keep it from
    /// one.
    pub wrong: Vec<CommandError>,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word means nothing.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// A word is missing.
    #[error("expected {0}, found nothing")]
    Missing(&'static str),
    /// A word is another than expected.
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
}

const NUMBER: &str = "a whole number";

/// The depth to which sequences of moves are counted at most: nobody waits for so many, and each ply takes
/// some of the stack.
const DEEPEST: u32 = 100;

const LIMIT: &str = "a limit such as `btime`, `byoyomi`, `movetime`, `depth`, `nodes`, `infinite`";

/// The words of `go`.
const LIMITS: [&str; 13] = [
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The longest piece of a wrong line that is quoted back.
const QUOTED: usize = 40;

fn quoted(word: &str) -> String {
    word.chars().take(QUOTED).flat_map(char::escape_debug).collect()
}

/// Reads a line.
///
/// # Errors
/// The line is none of the protocol.
pub fn read(line: &str) -> Result<Command<'_>, CommandError> {
    let mut words = line.split_whitespace();
    Ok(match words.next() {
        None => Command::Empty,
        Some("usi") => Command::Usi,
        Some("isready") => Command::IsReady,
        Some("setoption") => set_option(line)?,
        Some("usinewgame") => Command::NewGame,
        Some("position") => position(words)?,
        Some("go") => go(words)?,
        Some("stop") => Command::Stop,
        Some("ponderhit") => Command::PonderHit,
        Some("gameover") => Command::GameOver,
        Some("quit") => Command::Quit,
        Some("perft") => Command::Perft(depth(words.next())?),
        Some("bench") => Command::Bench,
        Some("d") => Command::Draw,
        Some(other) => return Err(CommandError::Unknown(quoted(other))),
    })
}

/// `setoption name NAME [value VALUE]`; the value may hold spaces.
fn set_option(line: &str) -> Result<Command<'_>, CommandError> {
    let rest = line.trim_start().strip_prefix("setoption").unwrap_or_default().trim();
    let rest = rest.strip_prefix("name ").ok_or(CommandError::Missing("`name` and the name of an option"))?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name, value),
        None => (rest, ""),
    };
    Ok(Command::SetOption { name: name.trim(), value: value.trim() })
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, CommandError> {
    let mut words = words.peekable();
    let sfen = match words.next() {
        Some("startpos") => None,
        Some("sfen") => {
            let mut parts = Vec::new();
            while let Some(part) = words.next_if(|&word| word != "moves") {
                parts.push(part);
            }
            Some(parts.join(" "))
        }
        Some(found) => {
            let expected = "`startpos` or `sfen`";
            return Err(CommandError::Unexpected { expected, found: quoted(found) });
        }
        None => return Err(CommandError::Missing("`startpos` or `sfen`")),
    };
    match words.next() {
        None | Some("moves") => Ok(Command::Position { sfen, moves: words.collect() }),
        Some(found) => Err(CommandError::Unexpected { expected: "`moves`", found: quoted(found) }),
    }
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, CommandError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            // Here alone a limit's word is a value.
            "mate" if words.next_if_eq(&"infinite").is_some() => {
                go.mate = Some(u64::MAX);
                continue;
            }
            "perft" => return Ok(Command::Perft(depth(words.next())?)),
            _ => {}
        }
        let mut value = || words.next_if(|word| !LIMITS.contains(word));
        match word {
            "btime" => go.left[0] = go.number(value()),
            "wtime" => go.left[1] = go.number(value()),
            "binc" => go.increment[0] = go.number(value()).unwrap_or(0),
            "winc" => go.increment[1] = go.number(value()).unwrap_or(0),
            "byoyomi" => go.byoyomi = go.number(value()),
            "movetime" => go.move_time = go.number(value()),
            "depth" => go.depth = go.number(value()).map(|depth| depth.min(u64::from(u32::MAX)) as u32),
            "nodes" => go.nodes = go.number(value()),
            "mate" => go.mate = Some(go.number(value()).unwrap_or(u64::MAX)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => go.moves.extend(iter::from_fn(value)),
            found => go.wrong.push(CommandError::Unexpected { expected: LIMIT, found: quoted(found) }),
        }
    }
    Ok(Command::Go(go))
}

impl Go<'_> {
    /// A limit; none for what is no number, which is wrong.
    fn number(&mut self, word: Option<&str>) -> Option<u64> {
        number(word).map_err(|error| self.wrong.push(error)).ok()
    }
}

/// A number; what is less than 0 counts as 0, what is too large as the largest.
fn number(word: Option<&str>) -> Result<u64, CommandError> {
    let word = word.ok_or(CommandError::Missing(NUMBER))?;
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::Unexpected { expected: NUMBER, found: quoted(word) });
    }
    Ok(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// How deep sequences are counted; more counts as [`DEEPEST`].
fn depth(word: Option<&str>) -> Result<u32, CommandError> {
    number(word).map(|depth| depth.min(u64::from(DEEPEST)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let rows = [
            ("", Command::Empty),
            ("  usi ", Command::Usi),
            ("setoption name USI_Hash value 64", Command::SetOption { name: "USI_Hash", value: "64" }),
            (
                "setoption name EvalFile value my file.nn ",
                Command::SetOption { name: "EvalFile", value: "my file.nn" },
            ),
            ("setoption name Clear", Command::SetOption { name: "Clear", value: "" }),
            ("position startpos", Command::Position { sfen: None, moves: vec![] }),
            (
                "position sfen 5/5/5/5/K3k b - 1 moves 5e5d 1e1d",
                Command::Position { sfen: Some("5/5/5/5/K3k b - 1".into()), moves: vec!["5e5d", "1e1d"] },
            ),
            ("go", Command::Go(Go::default())),
            ("go perft 3", Command::Perft(3)),
            ("perft 18446744073709551616", Command::Perft(DEEPEST)),
            (
                "go ponder btime -5 wtime 7 byoyomi 99999999999999999999999 searchmoves 5e5d 4e4d",
                Command::Go(Go {
                    ponder: true,
                    left: [Some(0), Some(7)],
                    byoyomi: Some(u64::MAX),
                    moves: vec!["5e5d", "4e4d"],
                    ..Go::default()
                }),
            ),
            (
                "go searchmoves 5e5d 4e4d wibble nodes 7",
                Command::Go(Go { moves: vec!["5e5d", "4e4d", "wibble"], nodes: Some(7), ..Go::default() }),
            ),
            ("go mate infinite", Command::Go(Go { mate: Some(u64::MAX), ..Go::default() })),
            ("go mate 500", Command::Go(Go { mate: Some(500), ..Go::default() })),
        ];
        for (line, command) in rows {
            assert_eq!(read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_refused_with_a_reason() {
        let rows = [
            ("frob", "unknown command `frob`"),
            ("position", "expected `startpos` or `sfen`, found nothing"),
            ("position x", "expected `startpos` or `sfen`, found `x`"),
            ("position startpos 5e5d", "expected `moves`, found `5e5d`"),
            ("go perft", "expected a whole number, found nothing"),
            ("perft 1e6", "expected a whole number, found `1e6`"),
            ("setoption", "expected `name` and the name of an option, found nothing"),
        ];
        for (line, message) in rows {
            assert_eq!(read(line).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn each_word_of_a_search_is_read() {
        for word in LIMITS {
            match read(&format!("go {word} 7")) {
                Ok(Command::Go(go)) => {
                    let unknown = CommandError::Unexpected { expected: LIMIT, found: word.into() };
                    assert!(!go.wrong.contains(&unknown), "{word}");
                }
                other => assert_eq!((word, other), ("perft", Ok(Command::Perft(7)))),
            }
        }
    }

    #[test]
    fn what_is_wrong_of_a_search_is_left_out() {
        let line = "go rtime 5 depth nodes 1e6 movetime 70 mate soon";
        let Ok(Command::Go(go)) = read(line) else { panic!("no search") };
        let wrong: Vec<_> = go.wrong.iter().map(ToString::to_string).collect();
        assert_eq!(
            wrong,
            [
                format!("expected {LIMIT}, found `rtime`"),
                format!("expected {LIMIT}, found `5`"),
                "expected a whole number, found nothing".to_owned(),
                "expected a whole number, found `1e6`".to_owned(),
                "expected a whole number, found `soon`".to_owned(),
            ]
        );
        let limits =
            Go { move_time: Some(70), mate: Some(u64::MAX), wrong: go.wrong.clone(), ..Go::default() };
        assert_eq!(go, limits);
    }
}
