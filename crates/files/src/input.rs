//! A file on its way in.

use std::{
    fs::{self, File, Metadata},
    io::{self, BufRead, ErrorKind, Read},
    path::Path,
};

/// Opens a regular file. A pipe would wait for its writer, a device may have no end.
///
/// # Errors
/// What is no regular file, or cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    // Before opening, which may wait; and after, for it may be another by then.
    regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Refuses what is no regular file.
pub(crate) fn regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "expected a regular file, not a device or a pipe",
        ));
    }
    Ok(())
}

/// All of a regular file, if it has no more than `limit` bytes.
///
/// # Errors
/// A file that is longer, or not to be had in memory, and those of [`open`].
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(too_long(limit));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize)?;
    // It may grow while it is read, or not tell its length (in /proc).
    read_on(file, limit, bytes)
}

/// All of a stream, if it has no more than `limit` bytes.
///
/// # Errors
/// A stream that is longer, and its own.
pub fn read_all(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    read_on(stream, limit, Vec::new())
}

fn read_on(stream: impl Read, limit: u64, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit)) } else { Ok(bytes) }
}

fn too_long(limit: u64) -> io::Error {
    let message = format!("it is longer than the {limit} bytes that are read");
    io::Error::new(ErrorKind::FileTooLarge, message)
}

/// The bytes of the longest line that [`line()`] reads.
const LONGEST_LINE: u64 = 1 << 20;

/// What is passed over of a longer line, at the most.
const ENDLESS_LINE: u64 = 1 << 28;

/// A text without the byte order mark that some editors put before it.
pub fn strip_bom(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The next line of a stream that may have no end, without the end of the line; none at the end of the
/// stream. What is no text in it is replaced by a sign, and a byte order mark before it is left out: where
/// files are joined, any line may have one.
///
/// # Errors
/// The stream cannot be read; [`ErrorKind::InvalidData`] for a line of more than a mebibyte, which is passed
/// over; [`ErrorKind::FileTooLarge`] for one that seems to have no end, after which nothing is worth reading.
pub fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.pop_if(|byte| *byte == b'\n').is_none() && bytes.len() as u64 > LONGEST_LINE {
        let is_passed_over = (input.take(ENDLESS_LINE).skip_until(b'\n')? as u64) < ENDLESS_LINE;
        let kind = if is_passed_over { ErrorKind::InvalidData } else { ErrorKind::FileTooLarge };
        return Err(io::Error::new(kind, format!("a line is longer than {LONGEST_LINE} bytes")));
    }
    Ok(Some(strip_bom(&String::from_utf8_lossy(&bytes)).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::{fd::AsRawFd, unix::fs::symlink};

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        let mut input = "\u{feff}one\n\u{feff}\ntwo \u{feff}\n".as_bytes();
        let lines: Vec<_> = std::iter::from_fn(|| line(&mut input).unwrap()).collect();
        assert_eq!(lines, ["one", "", "two \u{feff}"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let long = "x".repeat(LONGEST_LINE as usize);
        let text = format!("{long}\n{long}x\n{long}{long}y\nshort\n{long}");
        let mut input = text.as_bytes();
        let lengths = std::iter::from_fn(|| line(&mut input).transpose())
            .map(|line| line.map(|line| line.len()).map_err(|error| error.kind()));
        let most = LONGEST_LINE as usize;
        let longer = Err(ErrorKind::InvalidData);
        assert_eq!(lengths.collect::<Vec<_>>(), [Ok(most), longer, longer, Ok(5), Ok(most)]);
    }

    #[test]
    fn only_regular_files_of_some_length_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("five"), "12345").unwrap();
        symlink("five", path("link")).unwrap();
        assert_eq!(read(&path("link"), 5).unwrap(), b"12345");
        assert_eq!(read(&path("five"), 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(read(Path::new("/proc/self/maps"), 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        symlink("/dev/zero", path("zeros")).unwrap();
        let (reader, _writer) = io::pipe().unwrap();
        symlink(format!("/proc/self/fd/{}", reader.as_raw_fd()), path("pipe")).unwrap();
        for name in ["zeros", "pipe"] {
            assert_eq!(read(&path(name), 100).unwrap_err().kind(), ErrorKind::InvalidInput, "{name}");
        }
        assert_eq!(read(directory.path(), 100).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(read(&path("none"), 100).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
