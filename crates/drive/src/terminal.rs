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
    thread,
    time::{Duration, Instant},
};

/// Between two looks whether a program has ended.
const SHORT: Duration = Duration::from_millis(10);

/// How long a program may take to end when its terminal has hung up.
const GRACE: Duration = Duration::from_secs(5);

const OPEN: &str = "it hangs up at the end alone";

/// A running program whose terminal this is. The terminal hangs up with this; a program that goes on all the
/// same is killed.
pub struct Terminal {
    /// None once it has hung up.
    pty: Option<Pty>,
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
        Ok(Self { pty: Some(pty), child, shown: Vec::new(), patience })
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
        if !self.is_over_within(self.patience.saturating_sub(began.elapsed()))? {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(String::from_utf8_lossy(&std::mem::take(&mut self.shown)).into_owned())
    }

    /// Whether the program ends in so much time.
    fn is_over_within(&mut self, time: Duration) -> io::Result<bool> {
        let began = Instant::now();
        while self.child.try_wait()?.is_none() {
            if began.elapsed() >= time {
                return Ok(false);
            }
            thread::sleep(SHORT);
        }
        Ok(true)
    }

    /// Types keys, which need not be text.
    ///
    /// # Errors
    ///
    /// What the system says, if the program is gone.
    pub fn types(&mut self, keys: impl AsRef<[u8]>) -> io::Result<()> {
        self.pty.as_mut().expect(OPEN).write_all(keys.as_ref())
    }

    /// Waits for more to be shown; false if the program has let go of its terminal.
    fn more(&mut self, began: Instant) -> io::Result<bool> {
        let left = self.patience.checked_sub(began.elapsed()).ok_or(io::ErrorKind::TimedOut)?;
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        let pty = self.pty.as_mut().expect(OPEN);
        match poll(&mut [PollFd::new(pty, PollFlags::IN)], Some(&left)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Err(Errno::INTR) => return Ok(true),
            ready => _ = ready?,
        }
        let mut buffer = [0; 4096];
        match pty.read(&mut buffer) {
            Ok(0) => Ok(false),
            Ok(count) => {
                self.shown.extend_from_slice(&buffer[..count]);
                Ok(true)
            }
            // So Linux tells that nobody has the other end any more.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::IO) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.pty = None;
        let _ = self.is_over_within(GRACE);
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn shell(script: &str, patience: Duration) -> Terminal {
        Terminal::start(Command::new("sh").args(["-c", script]), patience).unwrap()
    }

    #[test]
    fn what_is_behind_a_text_is_kept_for_the_next() {
        let mut terminal = shell("echo one two; read word; echo $word", Duration::from_mins(1));
        assert_eq!(terminal.sees("two").unwrap(), "one ");
        terminal.types("three\r").unwrap();
        assert!(terminal.sees("three").is_ok() && terminal.ends().unwrap().contains("three"));
        let error = terminal.sees("four").unwrap_err();
        assert!(error.contains("\"four\" is missing"), "{error}");
    }

    #[test]
    fn what_does_not_come_is_awaited_no_longer_than_told() {
        let mut terminal = shell("exec sleep 600", Duration::from_millis(200));
        assert!(terminal.sees("text").is_err());
        assert_eq!(terminal.ends().unwrap_err().kind(), io::ErrorKind::TimedOut);
        // Nor does it go on without its terminal.
        let process = format!("/proc/{}", terminal.child.id());
        drop(terminal);
        assert!(!Path::new(&process).exists());
    }
}
