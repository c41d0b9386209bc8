//! A program on a terminal: keys are typed, and what it shows is waited for.

pub use pty_process::blocking::Command;
use pty_process::blocking::{Pty, open};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use std::{
    io::{self, Read, Write},
    process::Child,
    time::{Duration, Instant},
};

/// A running program whose terminal this is. The terminal hangs up with this.
pub struct Terminal {
    pty: Pty,
    child: Child,
    /// What it has shown and nobody has asked for yet.
    shown: Vec<u8>,
    patience: Duration,
}

impl Terminal {
    /// Starts a program on a terminal of its own; nothing is waited for longer than told here.
    ///
    /// # Errors
    ///
    /// What the system says, if there is no terminal or no such program.
    pub fn start(command: Command, patience: Duration) -> io::Result<Self> {
        let (pty, end) = open().map_err(io::Error::other)?;
        let child = command.spawn(end).map_err(io::Error::other)?;
        Ok(Self { pty, child, shown: Vec::new(), patience })
    }

    /// Waits for a text; what was shown before it.
    ///
    /// # Errors
    ///
    /// What was shown in its place, until the program ended or patience did.
    pub fn sees(&mut self, text: &str) -> Result<String, String> {
        let began = Instant::now();
        loop {
            let place = self.shown.windows(text.len()).position(|shown| shown == text.as_bytes());
            if let Some(place) = place {
                let rest = self.shown.split_off(place + text.len());
                let mut before = std::mem::replace(&mut self.shown, rest);
                before.truncate(place);
                return Ok(String::from_utf8_lossy(&before).into_owned());
            }
            let more = self.more(began).map_err(|error| error.to_string());
            if more != Ok(true) {
                return Err(format!(
                    "{text:?} is missing ({more:?}): {:?}",
                    String::from_utf8_lossy(&self.shown)
                ));
            }
        }
    }

    /// Waits for the end of the program; what was shown until then.
    ///
    /// # Errors
    ///
    /// What the system says, or that patience has ended.
    pub fn ends(&mut self) -> io::Result<String> {
        let began = Instant::now();
        while self.more(began)? {}
        self.child.wait()?;
        Ok(String::from_utf8_lossy(&std::mem::take(&mut self.shown)).into_owned())
    }

    /// Types keys, which need not be text.
    ///
    /// # Errors
    ///
    /// What the system says, if the program is gone.
    pub fn types(&mut self, keys: impl AsRef<[u8]>) -> io::Result<()> {
        self.pty.write_all(keys.as_ref())
    }

    /// Waits for more to be shown; false if the program has let go of its terminal.
    fn more(&mut self, began: Instant) -> io::Result<bool> {
        let left = self.patience.checked_sub(began.elapsed()).ok_or(io::ErrorKind::TimedOut)?;
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        if poll(&mut [PollFd::new(&self.pty, PollFlags::IN)], Some(&left))? == 0 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let mut buffer = [0; 4096];
        match self.pty.read(&mut buffer) {
            Ok(0) => Ok(false),
            Ok(count) => {
                self.shown.extend_from_slice(&buffer[..count]);
                Ok(true)
            }
            // So Linux tells that nobody has the other end any more.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::IO) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
