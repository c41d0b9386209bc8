//! What the program has said.

use std::process::Output;

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The status of a refusal, and the one sentence on standard error; nothing may be on standard output.
pub fn refusal(output: &Output) -> (Option<i32>, String) {
    let message = text(&output.stderr);
    assert_eq!((text(&output.stdout), message.lines().count()), ("", 1), "{message}");
    (output.status.code(), message.trim().to_owned())
}
