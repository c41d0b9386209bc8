//! Game trees as pages and as a JSON API.
//!
//! A page is a position, and its address is the path that it has in the mounted tree: the names of the moves
//! from the start, or from a position that the address gives (`/GAME/sfen/POSITION/MOVE/...`). Games come in
//! by the contract [`Source`], an object; none is named here.
//!
//! Everything is written on the server and can be read without a script. Requests are bounded in size, time
//! and number (`guard`, `searches`, `server`); what fails fails for its own request alone.

mod address;
mod answers;
mod api;
mod assets;
mod census;
mod day;
mod export;
mod fault;
mod game;
mod guard;
mod history;
mod jobs;
mod kept;
mod mates;
mod page;
mod picks;
mod printed;
mod rates;
mod reader;
mod responses;
mod router;
mod searches;
mod server;
mod shelf_query;
mod site;
mod source;
mod turns;
mod words;
mod works;

pub use assets::{digest, style_name};
pub use export::Export;
pub use mates::{Collection, Found, MateResponse, Mates, MoveName, Problem, Soundness, Standing};
pub use router::router;
pub use server::Server;
pub use site::Site;
pub use source::{Census, Missing, Refusal, Seen, Source, Strength};
pub use works::{Finding, Judged, Order, WorkKind, WorkWatch, Works};

#[cfg(test)]
mod tests;
