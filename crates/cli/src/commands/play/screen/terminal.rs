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
use std::{
    io::{self, IsTerminal},
    panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// A terminal that is given back when this is dropped, and when the program panics.
pub struct ScreenTerminal {
    pub terminal: DefaultTerminal,
    ended: Arc<AtomicBool>,
}

impl ScreenTerminal {
    /// Takes the terminal over.
    pub fn new() -> Result<Self, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let message = "--screen: expected a terminal for input and output; without --screen pipes do";
            return Err(Failure::Input(message.into()));
        }
        let failed = |error: io::Error| Failure::Environment(format!("--screen: {error}"));
        let ended = Arc::new(AtomicBool::new(false));
        // Ctrl-C comes as a key.
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
            signal_hook::flag::register(signal, ended.clone()).map_err(failed)?;
        }
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            restore();
            usual(about);
        }));
        enable_raw_mode().map_err(failed)?;
        // From here on whatever fails gives the terminal back.
        let terminal = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Self { terminal, ended }),
            Err(error) => {
                restore();
                Err(failed(error))
            }
        }
    }

    /// Whether the program was told to end.
    pub fn is_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }
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
