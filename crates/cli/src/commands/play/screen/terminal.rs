//! The terminal while a screen is on it: taken over, and given back however the program ends.

use crate::failure::Failure;
use ratatui::{
    DefaultTerminal, Terminal,
    backend::CrosstermBackend,
    crossterm::{
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    flag,
    low_level::emulate_default_handler,
};
use std::{
    io::{self, IsTerminal},
    panic,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// A terminal that is given back when this is dropped, and when the program panics.
pub struct ScreenTerminal {
    pub terminal: DefaultTerminal,
    /// The signal that told the program to end, or 0.
    ended: Arc<AtomicUsize>,
}

impl ScreenTerminal {
    /// Takes the terminal over.
    pub fn new() -> Result<Self, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let message = "--screen: expected a terminal for input and output; without --screen pipes do";
            return Err(Failure::Input(message.into()));
        }
        let ended = Arc::new(AtomicUsize::new(0));
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            flag::register_usize(signal, ended.clone(), signal as usize).map_err(failed)?;
        }
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            restore();
            usual(about);
        }));
        match take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Self { terminal, ended }),
            Err(error) => {
                restore();
                Err(failed(error))
            }
        }
    }

    /// The signal that told the program to end.
    pub fn ended(&self) -> Option<i32> {
        let signal = self.ended.load(Relaxed);
        (signal != 0).then_some(signal as i32)
    }

    /// Gives the terminal back, and ends by the signal, so that whoever sent it learns that it did.
    pub fn end(self) -> Result<(), Failure> {
        let signal = self.ended();
        drop(self);
        match signal {
            Some(signal) => emulate_default_handler(signal).map_err(failed),
            None => Ok(()),
        }
    }

    /// Stops until the shell lets the program go on (Ctrl-Z, `fg`).
    pub fn suspend(&mut self) -> Result<(), Failure> {
        restore();
        emulate_default_handler(SIGTSTP).map_err(failed)?;
        take().and_then(|()| self.terminal.clear()).map_err(failed)
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::Environment(format!("--screen: {error}"))
}

/// Takes the terminal over. Whatever fails from here on gives it back.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

impl Drop for ScreenTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. There is nobody to tell of what fails.
fn restore() {
    let _ =
        execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, process::Command};

    /// Run by the test below, on a terminal.
    #[test]
    #[ignore = "panics"]
    fn panics_on_a_screen() {
        let _terminal = ScreenTerminal::new().unwrap();
        panic!("on the screen");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        let path = module_path!().split_once("::").unwrap().1;
        let test = env::current_exe().unwrap();
        let test = format!("{} --ignored --exact --nocapture {path}::panics_on_a_screen", test.display());
        let script =
            format!("before=$(stty -g); {test}; test \"$before\" = \"$(stty -g)\" && echo as before");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).env("TERM", "xterm-256color");
        let mut session = rexpect::session::spawn_command(shell, Some(60_000)).unwrap();
        session.exp_string("\x1b[?1049h").unwrap();
        let before = session.exp_string("on the screen").unwrap();
        for sign in ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?25h"] {
            assert!(before.contains(sign), "{sign:?} is missing: {before:?}");
        }
        assert!(session.exp_eof().unwrap().contains("as before"));
    }
}
