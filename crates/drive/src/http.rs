//! Requests by hand, one connection each.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

/// How long a host may say nothing: longer than a browser loads a page.
const PATIENCE: Duration = Duration::from_mins(6);

/// An answer of a host.
pub struct Answer {
    /// The status code of HTTP.
    pub status: u16,
    /// The address in `Location`, of an answer that leads elsewhere.
    pub location: Option<String>,
    /// The body; what is no UTF-8 is replaced.
    pub body: String,
    /// How long it took, connection included.
    pub seconds: f64,
}

/// Asks a host, `NAME:PORT`, for a path.
///
/// # Errors
///
/// A sentence with method and path, if there is no connection or no whole answer in six minutes.
pub fn ask(host: &str, method: &str, path: &str, body: &str) -> Result<Answer, String> {
    let failed = |error: io::Error| format!("{method} {path}: {error}");
    let began = Instant::now();
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
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
fn read(mut stream: impl BufRead) -> io::Result<(String, String)> {
    let (mut head, mut body) = (String::new(), Vec::new());
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
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
