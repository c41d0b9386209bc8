//! Text in lines of some length: a file without line ends is not read into memory.

use std::io::{self, BufRead, ErrorKind, Read};

/// The longest line, in bytes: many times the longest problem with its solution.
const LINE: usize = 1 << 16;

/// A reader that fails with [`ErrorKind::InvalidData`] where a line becomes too long.
pub(super) struct LineLimit<R> {
    inner: R,
    /// Bytes since the last line end.
    length: usize,
}

impl<R: BufRead> LineLimit<R> {
    pub(super) const fn new(inner: R) -> Self {
        Self { inner, length: 0 }
    }
}

impl<R: BufRead> Read for LineLimit<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for LineLimit<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.length > LINE {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("a line of more than {LINE} bytes")));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // It was given out, and so is there still.
        let taken = self.inner.fill_buf().map_or(&[][..], |there| &there[..count]);
        self.length = match taken.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => count - 1 - end,
            None => self.length + count,
        };
        self.inner.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn only_lines_have_a_limit() {
        let read = |text: &str| {
            let mut all = String::new();
            LineLimit::new(BufReader::with_capacity(100, text.as_bytes()))
                .read_to_string(&mut all)
                .map(|_| all)
        };
        let many = format!("{}\n", "x".repeat(LINE - 1)).repeat(5);
        assert_eq!(read(&many).unwrap(), many);
        assert_eq!(read(&"x".repeat(LINE + 200)).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
