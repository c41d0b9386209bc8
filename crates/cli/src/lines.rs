//! Lines of input that may hold anything: what is no text is refused, with its place, by whoever reads the line.

use crate::failure::Failure;
use std::io::BufRead;

/// The lines, with a sign in the place of bytes that are no text.
pub fn lossy(input: impl BufRead) -> impl Iterator<Item = Result<String, Failure>> {
    input.split(b'\n').map(|line| match line {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => Err(Failure::Environment(format!("standard input: {error}"))),
    })
}
