//! What the address sanitizer is told before a target with SQLite in it begins.
//!
//! SQLite is C in one file, with tables of the same content and name in several functions. The linker puts
//! them in one place, and the sanitizer takes that for two definitions of one variable and ends the process
//! before the first input.

use std::ffi::{CStr, c_char};

const OPTIONS: &CStr = c"detect_odr_violation=0";

/// Called by the sanitizer's run-time library, if there is one.
// SAFETY: the name is the sanitizer's own for this, and nothing else in the program has it.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_default_options() -> *const c_char {
    OPTIONS.as_ptr()
}
