//! Conversations replayed from files: lines that begin with `>` are said to the engine, the others are
//! expected of it, in order. A `<*>` stands for a word or a part of one, `...` for the rest of a line, a line
//! `...` for any lines. A `> (wait)` waits for the `bestmove`, `checkmate`, `perft` or `bench` that is owed;
//! `> (pause N)` waits for milliseconds.

use std::{
    fs,
    io::{BufReader, Read, Write},
    path::Path,
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};
use yomikiri_shogi::{Shogi, SmallBoard};
use yomikiri_shogi_player::{minishogi::Evaluation, searched};
use yomikiri_tsume::MateBoard as _;

/// What the engine has said so far.
#[derive(Default)]
struct Heard {
    text: Mutex<String>,
    more: Condvar,
}

struct Output(Arc<Heard>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.text.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Says the lines of a script, waiting where it says so.
struct Script {
    lines: std::vec::IntoIter<String>,
    heard: Arc<Heard>,
    answers: usize,
    rest: Vec<u8>,
}

const ANSWERS: [&str; 4] = ["bestmove", "checkmate", "perft", "bench"];

fn answers(text: &str) -> usize {
    text.lines().filter(|line| ANSWERS.iter().any(|answer| line.starts_with(answer))).count()
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.rest.is_empty() {
            let Some(line) = self.lines.next() else { return Ok(0) };
            if line == "(wait)" {
                self.answers += 1;
                let text = self.heard.text.lock().unwrap();
                let owed = |text: &mut String| answers(text) < self.answers;
                let waited = self.heard.more.wait_timeout_while(text, Duration::from_mins(1), owed).unwrap();
                assert!(!waited.1.timed_out(), "no answer");
            } else if let Some(time) = line.strip_prefix("(pause ") {
                std::thread::sleep(Duration::from_millis(time.trim_end_matches(')').parse().unwrap()));
            } else {
                self.rest = format!("{line}\n").into_bytes();
            }
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// What the engine says to some lines.
fn converse(lines: Vec<String>) -> String {
    let heard = Arc::new(Heard::default());
    let script = Script { lines: lines.into_iter(), heard: Arc::clone(&heard), answers: 0, rest: Vec::new() };
    let mut player = searched::minishogi(Evaluation::Handmade).player(1 << 20, 1).unwrap();
    let game = Shogi::minishogi();
    let mut mates = SmallBoard::mates(&game).unwrap();
    let output = Output(Arc::clone(&heard));
    yomikiri_usi::run(&game, &mut *player, Some(&mut *mates), "Yomikiri", BufReader::new(script), output)
        .unwrap();
    heard.text.lock().unwrap().clone()
}

/// Whether a line is as expected; `<*>` stands for one word or a part of it, `...` at the end for any words.
fn fits(line: &str, expected: &str) -> bool {
    let mut words: Vec<_> = line.split(' ').collect();
    let mut wanted: Vec<_> = expected.split(' ').collect();
    if wanted.last() == Some(&"...") {
        wanted.pop();
        words.truncate(wanted.len());
    }
    words.len() == wanted.len()
        && words.iter().zip(wanted).all(|(word, wanted)| match wanted.split_once("<*>") {
            Some((before, after)) => word.starts_with(before) && word.ends_with(after),
            None => *word == wanted,
        })
}

#[test]
fn conversations_go_as_written() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (said, expected): (Vec<&str>, Vec<&str>) =
            text.lines().filter(|line| !line.starts_with('#')).partition(|line| line.starts_with('>'));
        let heard = converse(said.iter().map(|line| line[1..].trim().to_owned()).collect());
        let mut lines = heard.lines();
        let mut any = false;
        for wanted in expected {
            if wanted == "..." {
                any = true;
                continue;
            }
            let found = if any {
                lines.find(|line| fits(line, wanted))
            } else {
                lines.next().filter(|line| fits(line, wanted))
            };
            assert!(found.is_some(), "{}: expected {wanted} in\n{heard}", file.display());
            any = false;
        }
        assert!(any || lines.next().is_none(), "{}: nothing more expected in\n{heard}", file.display());
    }
}

/// Words of the protocol and others.
const WORDS: [&str; 39] = [
    "usi",
    "go",
    "position",
    "startpos",
    "sfen",
    "moves",
    "setoption",
    "name",
    "value",
    "USI_Hash",
    "Threads",
    "depth",
    "nodes",
    "mate",
    "-1",
    "9223372036854775808",
    "1e1d",
    "rbsgk/4p/5/P4/KGSBR b -",
    "5/5/5/5/5 b - 1",
    "K4/5/5/5/4k w 2R2B2G2S2P",
    "\u{0}",
    "ü",
    "stop",
    "ponderhit",
    "ponder",
    "infinite",
    "usinewgame",
    "isready",
    "movetime",
    "1",
    "byoyomi",
    "d",
    "perft",
    "2",
    "searchmoves",
    "gameover",
    "MultiPV",
    "EvalFile",
    "bestmove",
];

/// Lines that mean something, to be spoilt.
const LINES: [&str; 12] = [
    "position startpos moves 4e4d 2a2b 5e5d 1a2a",
    "position sfen 2k2/2b1p/2G2/PK2b/R4 b RSgs 1 moves 3c2b+ 1d2c",
    "position sfen r2gk/3+bp/1SSb1/P1R2/KG3 w - 17",
    "go btime 10 wtime 20 byoyomi 5",
    "go btime 1 wtime 1 binc 3 winc 4",
    "go nodes 300 searchmoves 4e4d 3e2d",
    "go depth 3",
    "go mate 5",
    "setoption name USI_Hash value 2",
    "setoption name MultiPV value 3",
    "setoption name Without value NullMove,Razoring",
    "setoption name MaxMovesToDraw value 40",
];

/// So many lines: words in any order, and lines of which some letters are lost, doubled or another. They end
/// with a search of the start.
fn nonsense(count: usize, mut state: u64) -> Vec<String> {
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut lines = Vec::new();
    for _ in 0..count {
        // Lines are read faster than searches begin.
        if next(8) == 0 {
            lines.push("(pause 1)".into());
        }
        if next(2) == 0 {
            let words = 1 + next(6);
            lines.push((0..words).map(|_| WORDS[next(WORDS.len())]).collect::<Vec<_>>().join(" "));
            continue;
        }
        let mut letters: Vec<char> = LINES[next(LINES.len())].chars().collect();
        for _ in 0..next(4) {
            let at = next(letters.len());
            match next(3) {
                0 => letters[at] = char::from(b' ' + next(95) as u8),
                1 => letters.insert(at, letters[at]),
                _ => {
                    letters.remove(at);
                }
            }
        }
        lines.push(letters.into_iter().collect());
    }
    lines.extend(
        ["stop", "position startpos", "isready", "(pause 300)", "go depth 2", "(pause 500)"]
            .map(String::from),
    );
    lines
}

#[test]
fn whatever_is_said_the_engine_lives_and_answers_every_go() {
    let heard = converse(nonsense(3000, 88_172_645_463_325_252));
    assert!(heard.lines().any(|line| line.starts_with("bestmove ")), "{heard}");
    assert!(heard.contains("readyok"));
}

#[test]
#[ignore = "minutes"]
fn after_a_hundred_thousand_lines_the_engine_answers() {
    for seed in 1..=40 {
        let heard = converse(nonsense(3000, 0x9e37_79b9 * seed));
        let last = heard.lines().rev().find(|line| line.starts_with("bestmove "));
        assert!(last.is_some() && heard.contains("readyok"), "{seed}");
    }
}
