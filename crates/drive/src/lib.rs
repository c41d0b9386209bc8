//! Drives other programs from outside: Chromium through its `WebDriver`, and whatever talks on a terminal.
//! For tests and measurements; nothing of it is in the program.
//!
//! The crates that the field uses for either do far more: fantoccini brings cookies, encrypted hosts and
//! names in all scripts, rexpect regular expressions, together 60 crates and a fortieth of what the compiler
//! does for all tests. A driver on this machine is asked in JSON, one connection a question.

pub mod browser;
pub mod http;
pub mod terminal;
