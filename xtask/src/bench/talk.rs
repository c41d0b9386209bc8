//! A program that is spoken to in lines, and what it costs.

use crate::cpu;
use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A program on its pipes. It is killed when it is dropped.
pub struct Talk {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Talk {
    /// Starts a program.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?).lines();
        Ok(Self { process, input, output })
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
        said.map_err(|error| error.to_string())
    }

    /// The lines up to one that begins with a word; with no word, the next one.
    pub fn hear(&mut self, word: &str) -> Result<Vec<String>, String> {
        let mut heard = Vec::new();
        for line in self.output.by_ref() {
            let line = line.map_err(|error| error.to_string())?;
            let last = line.starts_with(word);
            heard.push(line);
            if last {
                return Ok(heard);
            }
        }
        Err(format!("a program ended before it said `{word}`"))
    }

    /// Processor seconds so far.
    pub fn seconds(&self) -> f64 {
        cpu::seconds(self.process.id())
    }
}

/// The number behind a word of a line.
pub fn number_after(line: &str, word: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}
