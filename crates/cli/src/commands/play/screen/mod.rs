//! The screen: a game with a cursor and a mouse, for every board.

mod cursor;
mod event_loop;
mod layout;
mod picking;
#[cfg(test)]
mod picture;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod view;
mod work;

pub use event_loop::run;
pub use state::Screen;
