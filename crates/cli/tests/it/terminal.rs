//! `play` on a terminal: a shell that tells the state of its terminal before and after, keys and clicks, and
//! signals.
#![cfg(target_os = "linux")]

use rustix::process::{Pid, Signal, kill_process};
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};
use yomikiri_drive::terminal::{Command, Terminal};

/// How long the slowest machine may take for a step.
const PATIENCE: Duration = Duration::from_mins(1);

/// What gives a terminal back: the usual screen, no mouse, a cursor that is seen.
const GIVEN_BACK: [&str; 3] = ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?25h"];

/// A shell on a terminal of 80 columns and 24 lines that runs `yomikiri play` and tells its number; then how
/// it ended, and whether the terminal is as it was.
struct Shell {
    terminal: Terminal,
    program: Pid,
    _home: tempfile::TempDir,
}

impl Shell {
    /// With options of the shell.
    fn new(options: &str, play: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let script = format!(
            "trap : INT; stty rows 24 cols 80; before=$(stty -g)\n\
            sh -c 'echo number $$; exec env --default-signal=INT,QUIT {} play {play}'\n\
            echo status $?\n\
            test \"$before\" = \"$(stty -g)\" && echo terminal as before\n",
            env!("CARGO_BIN_EXE_yomikiri")
        );
        let shell = Command::new("bash")
            .args(["--norc", "--noprofile", options, "-c", &script])
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_DATA_HOME", home.path())
            .env("XDG_STATE_HOME", home.path());
        let mut terminal = Terminal::start(shell, PATIENCE).unwrap();
        terminal.sees("number ").unwrap();
        let number = terminal.sees("\n").unwrap();
        let program = Pid::from_raw(number.trim().parse().unwrap()).unwrap();
        Self { terminal, program, _home: home }
    }

    /// Waits for something to be seen: one word of a screen, on which blanks are not written.
    fn sees(&mut self, text: &str) -> String {
        self.terminal.sees(text).unwrap()
    }

    fn types(&mut self, keys: &str) {
        self.terminal.types(keys).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.program, signal).unwrap();
    }

    /// Waits for the end with a status, and looks at what was given back.
    fn ends(mut self, status: &str) {
        let rest = self.terminal.ends().unwrap();
        for sign in GIVEN_BACK {
            assert!(rest.contains(sign), "{sign:?} is missing: {rest:?}");
        }
        assert!(rest.contains(&format!("status {status}\r\n")), "{rest:?}");
        assert!(rest.contains("terminal as before"), "{rest:?}");
    }
}

/// A terminal in another encoding sends bytes that are no text: no move, and no end of the game.
#[test]
fn bytes_that_are_no_text_are_no_move() {
    let mut shell = Shell::new("+m", "minishogi --side both");
    shell.sees("first> ");
    shell.terminal.types(b"\xe9\r").unwrap();
    shell.sees("expected");
    shell.types("quit\r");
    shell.sees("status 0");
}

/// Half of it is a search that nobody saw.
#[test]
fn a_bench_tells_how_far_its_search_is() {
    let home = tempfile::tempdir().unwrap();
    let bench = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["bench", "blokus"])
        .env("TERM", "xterm")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_DATA_HOME", home.path());
    let mut terminal = Terminal::start(bench, PATIENCE).unwrap();
    terminal.sees("thinking").unwrap();
    // Ctrl-C.
    terminal.types("\x03").unwrap();
    terminal.ends().unwrap();
}

/// A game that needs no table, on a screen.
const ON_SCREEN: &str = "minishogi --screen --level 1 --seed 1";

#[test]
fn a_move_by_mouse_and_one_by_keys() {
    let mut shell = Shell::new("+m", ON_SCREEN);
    shell.sees("your");
    // The pawn on 5d, and where it goes: columns and lines are counted from 1.
    shell.types("\x1b[<0;6;11M\x1b[<0;6;11m\x1b[<0;6;9M\x1b[<0;6;9m");
    shell.sees("plays");
    // Back, and the pawn by the cursor, which is in the middle.
    shell.types("u\x1b[D\x1b[D\x1b[B\r\x1b[A\r");
    shell.sees("plays");
    shell.types("?");
    shell.sees("mate:");
    shell.types("xq");
    shell.ends("0");
}

#[test]
fn signals_end_the_game_and_give_the_terminal_back() {
    for (signal, status) in
        [(Signal::TERM, "143"), (Signal::HUP, "129"), (Signal::INT, "130"), (Signal::QUIT, "131")]
    {
        let mut shell = Shell::new("+m", ON_SCREEN);
        shell.sees("your");
        shell.signal(signal);
        shell.ends(status);
    }
}

#[test]
fn the_game_ends_with_its_terminal() {
    let mut shell = Shell::new("+m", ON_SCREEN);
    shell.sees("your");
    let process = format!("/proc/{}", shell.program.as_raw_nonzero());
    drop(shell);
    let begun = Instant::now();
    while Path::new(&process).exists() {
        assert!(begun.elapsed() < PATIENCE, "it goes on without a terminal");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn ctrl_c_is_a_key_that_leaves() {
    let mut shell = Shell::new("+m", ON_SCREEN);
    shell.sees("your");
    shell.types("\x03");
    shell.ends("0");
}

#[test]
fn ctrl_z_gives_the_terminal_back_until_the_game_goes_on() {
    let mut shell = Shell::new("-m", &format!("{ON_SCREEN}'; echo stopped; fg; : '"));
    shell.sees("your");
    shell.types("\x1a");
    let stopping = shell.sees("stopped\r\n");
    for sign in GIVEN_BACK {
        assert!(stopping.contains(sign), "{sign:?} is missing: {stopping:?}");
    }
    shell.sees("your");
    shell.types("q");
    shell.ends("0");
}

#[test]
fn a_flag_that_falls_is_told_while_a_move_is_awaited() {
    let mut shell = Shell::new("+m", "minishogi --level 1 --clock 2s");
    shell.sees("time is up");
    shell.sees("Enter goes on");
    shell.types("\r");
    shell.sees("`undo` takes");
    shell.types("quit\r");
    let rest = shell.terminal.ends().unwrap();
    assert!(rest.contains("status 0") && rest.contains("terminal as before"), "{rest:?}");
}
