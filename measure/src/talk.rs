//! A program that is spoken to in lines, and what it costs.

use crate::process;
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

/// A program on its pipes. It is killed when it is dropped.
pub struct Talk {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// How long a line is waited for; without, as long as the program runs.
    patience: Option<Duration>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Hands on lines as they come, so that waiting for one can end without one.
fn listen(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Talk {
    /// Starts a program, whose lines are waited for as long as it runs.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|error| format!("cannot run {command:?}: {error}"))?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let lines = listen(process.stdout.take().ok_or("no standard output")?);
        Ok(Self { process, input, lines, patience: None })
    }

    /// Starts a program that has hung when it does not say a line for so long.
    pub fn with_patience(command: &mut Command, patience: Duration) -> Result<Self, String> {
        let mut talk = Self::start(command)?;
        talk.patience = Some(patience);
        Ok(talk)
    }

    /// Starts an engine, tells it these lines and waits until it is ready.
    pub fn ready(command: &mut Command, setup: &str) -> Result<Self, String> {
        let mut talk = Self::start(command)?;
        talk.say(&format!("{setup}\nisready"))?;
        talk.hear("readyok")?;
        Ok(talk)
    }

    pub fn say(&mut self, text: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("it does not listen any more: {error}"))
    }

    /// The next line.
    pub fn line(&mut self) -> Result<String, String> {
        let line = match self.patience {
            Some(patience) => self.lines.recv_timeout(patience).ok(),
            None => self.lines.recv().ok(),
        };
        line.ok_or_else(|| "it does not answer".into())
    }

    /// The lines up to one that begins with some words.
    pub fn hear(&mut self, word: &str) -> Result<Vec<String>, String> {
        let mut heard = Vec::new();
        loop {
            let line = self.line().map_err(|why| format!("{why} with `{word}`"))?;
            let is_last = line.trim_start().starts_with(word);
            heard.push(line);
            if is_last {
                return Ok(heard);
            }
        }
    }

    /// Processor seconds so far; 0 where the system does not tell.
    pub fn seconds(&self) -> f64 {
        process::seconds(self.process.id()).unwrap_or(0.0)
    }
}

/// The number behind a word of a line.
pub fn number_after(line: &str, word: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}
