//! What JavaScript calls: numbers in and out, and texts in the memory of the module.
//!
//! Whoever asks writes the text of a question where [`probe_input`] says, calls, and finds the answer where
//! [`probe_output`] says; the numbers that the calls return tell whether it is one, or a sentence about what
//! is wrong. Nothing here is `unsafe`: where a text lies is told, and what lies there is ours.

use crate::Prober;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_core::Language;

/// What is kept from call to call.
#[derive(Debug)]
struct State {
    prober: Option<Prober>,
    input: Vec<u8>,
    output: String,
}

static STATE: Mutex<State> = Mutex::new(State { prober: None, input: Vec::new(), output: String::new() });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of so many bytes, and tells where.
#[unsafe(no_mangle)]
pub extern "C" fn probe_input(length: usize) -> *mut u8 {
    let input = &mut state().input;
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Where the answer to the last question is.
#[unsafe(no_mangle)]
pub extern "C" fn probe_output() -> *const u8 {
    state().output.as_ptr()
}

/// How many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn probe_output_length() -> usize {
    state().output.len()
}

/// Begins with a game: the tag of the reader's language, which has so many bytes, and behind it what
/// [`Prober::open`] reads.
#[unsafe(no_mangle)]
pub extern "C" fn probe_open(length: usize) -> bool {
    let State { prober, input, output } = &mut *state();
    let (tag, game) = parts(input, length);
    let language = Language::ALL.into_iter().find(|known| known.tag() == tag).unwrap_or_default();
    let opened = Prober::open(game, language).map(|opened| {
        *prober = Some(opened);
        "null".to_owned()
    });
    answer(output, opened)
}

/// Answers where the values of a path's position and moves stand; see [`Prober::places`].
#[unsafe(no_mangle)]
pub extern "C" fn probe_places(length: usize) -> bool {
    asked(length, |prober, path, _| prober.places(path))
}

/// Answers a path of so many bytes and, behind it, the bytes at its places; see [`Prober::look`].
#[unsafe(no_mangle)]
pub extern "C" fn probe_look(length: usize) -> bool {
    asked(length, Prober::look)
}

fn asked(length: usize, ask: impl FnOnce(&mut Prober, &str, &[u8]) -> Result<String, String>) -> bool {
    let State { prober, input, output } = &mut *state();
    let (path, bytes) = parts(input, length);
    let told = prober.as_mut().map_or_else(|| Err(String::new()), |prober| ask(prober, path, bytes));
    answer(output, told)
}

/// A text of so many bytes, and the bytes behind it.
fn parts(input: &[u8], length: usize) -> (&str, &[u8]) {
    let (text, bytes) = input.split_at(length.min(input.len()));
    (str::from_utf8(text).unwrap_or_default(), bytes)
}

/// Keeps an answer, and tells whether it is one.
fn answer(output: &mut String, told: Result<String, String>) -> bool {
    let is_answer = told.is_ok();
    *output = told.unwrap_or_else(|told| told);
    is_answer
}
