//! Commands in, answers out.

use crate::{
    clock::{Clocks, TimeSettings},
    command::{Command, clean, side},
};
use rustix::time::{ClockId, Timespec, clock_gettime};
use std::{
    io::{self, BufRead, Write},
    path::Path,
    time::{Duration, Instant},
};
use yomikiri_core::{Language, phrases, play::TextPlayer};

/// What is understood, in the order it is listed.
const COMMANDS: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "set_game",
    "clear_board",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "loadsgf",
    "all_legal",
    "final_score",
    "showboard",
    "time_settings",
    "time_left",
    "cputime",
    "quit",
];

/// Answers commands until the input ends or says `quit`.
///
/// # Errors
/// The input cannot be read or the output not be written.
pub fn serve(player: &mut dyn TextPlayer, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut clocks = Clocks::default();
    loop {
        let line = match yomikiri_files::line(&mut input) {
            Ok(Some(line)) => clean(&line),
            Ok(None) => break,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                writeln!(output, "? {error}\n")?;
                output.flush()?;
                continue;
            }
            Err(error) => return Err(error),
        };
        let Some(command) = Command::parse(&line) else { continue };
        let (mark, text) = match answer(player, &mut clocks, &command) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // An empty line is the end of an answer, so there may be none in it.
        let text: Vec<_> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        writeln!(output, "{mark}{} {}\n", command.id.unwrap_or_default(), text.join("\n"))?;
        output.flush()?;
        if command.name == "quit" {
            break;
        }
    }
    Ok(())
}

fn answer(player: &mut dyn TextPlayer, clocks: &mut Clocks, command: &Command) -> Result<String, String> {
    match command.name {
        "protocol_version" => Ok("2".into()),
        "name" => Ok(player.name()),
        "version" => Ok(player.version()),
        "known_command" => {
            let [name] = command.exactly("COMMAND")?;
            Ok(COMMANDS.contains(&name).to_string())
        }
        "list_commands" => Ok(COMMANDS.join("\n")),
        "set_game" => {
            player.set_game(&command.arguments.join(" "))?;
            clocks.restart();
            Ok(String::new())
        }
        "clear_board" => {
            player.clear();
            clocks.restart();
            Ok(String::new())
        }
        "play" => {
            // A list of squares may have been written with spaces between them.
            let [colour, squares @ ..] = command.arguments.as_slice() else {
                return Err("expected `play COLOUR MOVE`".into());
            };
            player.play(side(colour)?, &squares.concat()).map(|()| String::new())
        }
        "genmove" | "reg_genmove" => {
            let [colour] = command.exactly("COLOUR")?;
            let (side, make, began) = (side(colour)?, command.name == "genmove", Instant::now());
            let mv = player.generate(side, clocks.of(side), make)?;
            if make {
                clocks.spend(side, began.elapsed());
            }
            Ok(mv)
        }
        "undo" => player.undo().map(|()| String::new()),
        "loadsgf" => {
            load(player, command)?;
            clocks.restart();
            Ok(String::new())
        }
        "all_legal" => {
            let [colour] = command.exactly("COLOUR")?;
            Ok(player.legal(side(colour)?)?.join("\n"))
        }
        "final_score" => Ok(match player.lead() {
            0 => "0".into(),
            lead @ 1.. => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        }),
        "showboard" => Ok(format!("\n{}", player.board())),
        "time_settings" => time_settings(clocks, command),
        "time_left" => time_left(clocks, command),
        "cputime" => Ok(cpu_time()),
        "quit" => Ok(String::new()),
        _ => Err("unknown command".into()),
    }
}

/// The most bytes of a record: thousands of games, and never all of a device.
const RECORD: u64 = 16 << 20;

/// `loadsgf FILE [MOVE]`: goes to the position before the move of this number, counted from 1. A name may
/// hold spaces.
fn load(player: &mut dyn TextPlayer, command: &Command) -> Result<(), String> {
    let (words, before) = match command.arguments.as_slice() {
        [] => return Err("expected `loadsgf FILE [MOVE]`".into()),
        [words @ .., last] if !words.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit()) => {
            (words, number::<usize>(last, "a number of a move")?.saturating_sub(1))
        }
        words => (words, usize::MAX),
    };
    let name = words.join(" ");
    let record =
        yomikiri_files::read(Path::new(&name), RECORD).map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(record)
        .map_err(|_| format!("{name}: {}", phrases::NO_UTF8.in_language(Language::English)))?;
    player.load(&text, before).map_err(|error| format!("{name}: {error}"))
}

/// The longest time that may be told: a day. A player that thinks cannot be interrupted by another command.
const LONGEST: u64 = 24 * 60 * 60;

/// A time in whole seconds.
fn seconds(word: &str) -> Result<Duration, String> {
    let expected = format!("a time of 0 to {LONGEST} seconds");
    match number(word, &expected)? {
        seconds if seconds <= LONGEST => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("expected {expected}, not {word:?}")),
    }
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("expected {what}, not {word:?}"))
}

fn time_settings(clocks: &mut Clocks, command: &Command) -> Result<String, String> {
    let [main, extra, moves] = command.exactly("MAIN EXTRA MOVES")?;
    let (main, extra, moves) = (seconds(main)?, seconds(extra)?, number(moves, "a number of moves")?);
    // The protocol's way of saying that there is no limit: extra time for no moves.
    let unlimited = moves == 0 && !extra.is_zero();
    clocks.set((!unlimited).then_some(TimeSettings { main, extra, moves }));
    Ok(String::new())
}

fn time_left(clocks: &mut Clocks, command: &Command) -> Result<String, String> {
    let [colour, left, moves] = command.exactly("COLOUR SECONDS MOVES")?;
    clocks.set_left(side(colour)?, seconds(left)?, number(moves, "a number of moves")?);
    Ok(String::new())
}

/// Processor seconds that all threads of this process have taken.
fn cpu_time() -> String {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(ClockId::ProcessCPUTime);
    (tv_sec as f64 + tv_nsec as f64 * 1e-9).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Side, play::Clock};

    /// Says what it was asked, in its board.
    #[derive(Default)]
    struct Echo(Vec<String>);

    impl Echo {
        fn note(&mut self, what: String) -> Result<(), String> {
            let refused = what.contains("bad");
            self.0.push(what);
            if refused { Err("that is bad".into()) } else { Ok(()) }
        }
    }

    impl TextPlayer for Echo {
        fn name(&self) -> String {
            "Echo".into()
        }

        fn version(&self) -> String {
            "1".into()
        }

        fn set_game(&mut self, name: &str) -> Result<(), String> {
            self.note(format!("game {name}"))
        }

        fn clear(&mut self) {
            self.0.clear();
        }

        fn play(&mut self, side: Side, mv: &str) -> Result<(), String> {
            self.note(format!("{side:?} {mv}"))
        }

        fn generate(&mut self, side: Side, clock: Option<Clock>, make: bool) -> Result<String, String> {
            let clock = clock.map(|clock| (clock.left.as_secs_f64().round(), clock.moves, clock.byoyomi));
            self.note(format!("{side:?} {make} {clock:?}")).map(|()| "a1".into())
        }

        fn load(&mut self, record: &str, before: usize) -> Result<(), String> {
            self.note(format!("{record} {before}"))
        }

        fn undo(&mut self) -> Result<(), String> {
            self.0.pop().map(|_| ()).ok_or_else(|| "nothing to undo".into())
        }

        fn legal(&self, _side: Side) -> Result<Vec<String>, String> {
            Ok(vec!["a1".into(), "a2".into()])
        }

        fn lead(&self) -> i32 {
            self.0.len() as i32 - 2
        }

        fn board(&self) -> String {
            self.0.join("\n\n")
        }
    }

    fn session(input: &str) -> String {
        let mut output = Vec::new();
        serve(&mut Echo::default(), input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_alone() {
        let (input, mut output) = (format!("{}\n7 name\n", "x".repeat(2 << 20)), Vec::new());
        serve(&mut Echo::default(), input.as_bytes(), &mut output).unwrap();
        let said = String::from_utf8(output).unwrap();
        assert!(said.starts_with("? a line is longer than") && said.ends_with("\n\n=7 Echo\n\n"), "{said}");
    }

    #[test]
    fn answers_are_marked_numbered_and_ended_by_an_empty_line() {
        assert_eq!(
            session("1 name\n\n# nothing\nfrob\n3 quit\nname\n"),
            "=1 Echo\n\n? unknown command\n\n=3 \n\n"
        );
        assert_eq!(session("all_legal b\nfinal_score"), "= a1\na2\n\n= W+2\n\n");
        assert_eq!(session("5\n"), "?5 unknown command\n\n");
        assert_eq!(session("\u{fffd}\nname\r\n"), "? unknown command\n\n= Echo\n\n");
    }

    #[test]
    fn what_is_asked_reaches_the_player() {
        let said = session(
            "set_game Blokus Duo\nplay b a1, a2\ngenmove w\nreg_genmove 1\nundo\ntime_settings 60 5 1\n\
             genmove b\ntime_settings 0 1 0\ngenmove b\ntime_left w 30 2\ngenmove w\nshowboard\n",
        );
        for expected in [
            "game Blokus Duo",
            "First a1,a2",
            "Second true None",
            "First true Some((60.0, 0, Some(5s)))",
            "First true None",
            "Second true Some((30.0, 2, None))",
        ] {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(!said.contains("First false"), "it was taken back");
        assert_eq!(said.matches("\n\n").count(), 12, "{said}");
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (input, expected) in [
            ("play", "? expected `play COLOUR MOVE`"),
            ("play x a1", "? expected a colour such as b or w, not \"x\""),
            ("genmove", "? expected `genmove COLOUR`"),
            ("undo", "? nothing to undo"),
            ("set_game bad", "? that is bad"),
            ("time_left b x 0", "? expected a time of 0 to 86400 seconds, not \"x\""),
            (
                "time_left b 10000000000000 0",
                "? expected a time of 0 to 86400 seconds, not \"10000000000000\"",
            ),
            ("time_settings 86401 0 0", "? expected a time of 0 to 86400 seconds, not \"86401\""),
            ("time_settings 1", "? expected `time_settings MAIN EXTRA MOVES`"),
            ("known_command", "? expected `known_command COMMAND`"),
        ] {
            assert_eq!(session(input).trim_end(), expected);
        }
        assert_eq!(session("known_command genmove\nknown_command boardsize"), "= true\n\n= false\n\n");
    }

    #[test]
    fn every_command_that_is_listed_is_known() {
        for name in COMMANDS {
            assert!(!session(name).contains("unknown command"), "{name}");
        }
    }
}
