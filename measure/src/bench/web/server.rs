//! A server that is measured.

use crate::process::resident;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};
use yomikiri_drive::http::ask;

/// A server that ends with this.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts a program whose first line has its address behind some words.
    pub fn start(command: &mut Command, words: &str) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("a server: {error}");
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line).map_err(failed)?;
        }
        let address =
            line.strip_prefix(words).and_then(|rest| rest.split([';', '\n']).next()).map(str::to_owned);
        Ok(Self { child, address: address.ok_or_else(|| format!("no address: {line}"))? })
    }

    /// The seconds that a batch takes.
    pub fn batch(&self, positions: &[String]) -> Result<f64, String> {
        let body = Value::from(positions).to_string();
        let answer = ask(self.host(), "POST", "/api/v1/dobutsu/batch", &body)?;
        if answer.status == 200 { Ok(answer.seconds) } else { Err(format!("a batch: {}", answer.body)) }
    }

    /// The bytes of memory that it holds.
    pub fn resident(&self) -> Result<u64, String> {
        resident(self.child.id())
    }

    /// Its name and port, as connections are made to.
    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://").trim_end_matches('/')
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
