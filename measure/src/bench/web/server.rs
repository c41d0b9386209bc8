//! A server that is measured, and requests to it by hand.

use crate::process::resident;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Instant,
};

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

/// An answer: its status, where it leads, its body, and how long it took.
pub struct Answer {
    pub status: u16,
    pub location: Option<String>,
    pub body: String,
    pub seconds: f64,
}

/// Asks a host on a connection of its own.
pub fn ask(host: &str, method: &str, path: &str, body: &str) -> Result<Answer, String> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}");
    let began = Instant::now();
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).map_err(failed)?;
    let (head, body) = read(BufReader::new(stream)).map_err(failed)?;
    let seconds = began.elapsed().as_secs_f64();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok(Answer { status, location: header(&head, "location"), body, seconds })
}

/// Head and body of an answer; not every server closes the connection behind it.
fn read(mut stream: impl BufRead) -> std::io::Result<(String, String)> {
    let (mut head, mut body) = (String::new(), Vec::new());
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    match header(&head, "content-length").and_then(|length| length.parse().ok()) {
        Some(length) => stream.take(length).read_to_end(&mut body)?,
        None => stream.read_to_end(&mut body)?,
    };
    Ok((head, String::from_utf8_lossy(&body).into_owned()))
}

/// A line of a head.
fn header(head: &str, name: &str) -> Option<String> {
    let of_line = |line: &str| {
        let (own, value) = line.split_once(':')?;
        own.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    };
    head.lines().find_map(of_line)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
