//! The terminal while a screen is on it: taken over, and given back however the program ends.

use crate::failure::Failure;
use ratatui::{
    DefaultTerminal, Frame, Terminal,
    backend::CrosstermBackend,
    crossterm::{
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    iterator::Signals,
    low_level::emulate_default_handler,
};
use std::{
    io::{self, IsTerminal},
    panic,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// A terminal that is given back when this is dropped, when the program panics, and when a signal ends it.
pub struct ScreenTerminal {
    terminal: DefaultTerminal,
}

/// Held while something is painted.
static PAINTING: Mutex<()> = Mutex::new(());

/// How long a signal waits for what is being painted: a terminal that is gone, or stopped by Ctrl-S, may take
/// it never.
const PATIENCE: Duration = Duration::from_secs(1);

impl ScreenTerminal {
    /// Takes the terminal over.
    pub fn new() -> Result<Self, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let message = "--screen: expected a terminal for input and output; without --screen pipes do";
            return Err(Failure::input(message));
        }
        end_by_signals().map_err(failed)?;
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            restore();
            usual(about);
        }));
        match take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(failed(error))
            }
        }
    }

    /// Paints the screen.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> Result<(), Failure> {
        let _painting = PAINTING.lock();
        self.terminal.draw(paint).map(|_| ()).map_err(failed)
    }

    /// Stops until the shell lets the program go on (Ctrl-Z, `fg`).
    pub fn suspend(&mut self) -> Result<(), Failure> {
        restore();
        emulate_default_handler(SIGTSTP).map_err(failed)?;
        // A new one paints all; `clear` would ask the terminal where its cursor is, and not every terminal
        // answers.
        take().map_err(failed)?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(failed)?;
        Ok(())
    }
}

/// Gives the terminal back when a signal comes, and ends by it, so that whoever sent it learns that it did.
/// On a thread: keys are awaited, and long looks taken, by code that asks nobody whether it is to end.
fn end_by_signals() -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let begun = Instant::now();
            let mut painting = PAINTING.try_lock();
            while painting.is_err() && begun.elapsed() < PATIENCE {
                thread::sleep(Duration::from_millis(10));
                painting = PAINTING.try_lock();
            }
            restore();
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "as errors are mapped")]
fn failed(error: io::Error) -> Failure {
    Failure::environment(format!("--screen: {error}"))
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
    use std::{env, time::Duration};
    use yomikiri_drive::terminal::{Command, Terminal};

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
        let shell = Command::new("sh").args(["-c", &script]).env("TERM", "xterm-256color");
        let mut terminal = Terminal::start(shell, Duration::from_mins(1)).unwrap();
        terminal.sees("\x1b[?1049h").unwrap();
        let before = terminal.sees("on the screen").unwrap();
        for sign in ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?25h"] {
            assert!(before.contains(sign), "{sign:?} is missing: {before:?}");
        }
        assert!(terminal.ends().unwrap().contains("as before"));
    }
}
