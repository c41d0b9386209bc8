//! What a game is.
//!
//! A game starts with three functions ([`Game`]) and earns the rest: each further trait switches on one
//! ability. [`TwoPlayer`] gives results, [`Solitaire`] chance and payoffs, [`Unmove`] the moves back,
//! [`Canonical`] folds symmetry, [`Keyed`] packs it, [`Notation`] makes it readable, [`Graph`] opens it to
//! the solver, [`Probe`] to whoever knows its values. The laws that tie them together are in [`laws`] and are
//! run both by tests and by `yomikiri check`.
//!
//! This crate names no game, no engine and no other crate.

#[cfg(test)]
mod broken;
pub mod brute_force;
pub mod diagram;
mod digits;
mod drawing;
mod editor;
pub mod explore;
mod fnv;
pub mod game;
pub mod graph;
mod harmless;
mod language;
pub mod laws;
mod mistakes;
pub mod notation;
pub mod perft;
mod phrase;
mod piece_style;
pub mod play;
mod random;
mod shelf;
pub mod solitaire;
pub mod splitmix;
pub mod toy;
pub mod value;

pub use brute_force::BruteForce;
pub use diagram::{Diagram, Spot, SpotLink, SpotMark};
pub use digits::{grouped, positive};
pub use drawing::{Drawing, DrawnSpot, Ink, Run, columns};
pub use editor::{Draft, Edit, Editor, EditorPiece};
pub use explore::{
    Choice, Explore, ExploreError, Explorer, GameNode, Probe, ProbeError, SolitaireExplorer, Unknown, View,
    Worth,
};
pub use fnv::fnv1a;
pub use game::{Canonical, Game, Keyed, Side, TwoPlayer, Unmove, moves_of, successors};
pub use graph::{Context, Contexts, EdgeSink, ExpandSink, Expansion, Features, Graph, Node, Numbered};
pub use harmless::harmless;
pub use language::{Language, fill, untranslated};
pub use mistakes::{Mark, Mistake, mistakes};
pub use notation::{Notation, Panel, ParseError, Placement, move_between};
pub use perft::{perft, perft_while};
pub use phrase::{Gap, Message, Phrase, phrases, player};
pub use piece_style::PieceStyle;
pub use random::Random;
pub use shelf::{PageStart, PieceCounts, Shelf, ShelfFilter, ShelfPart};
pub use solitaire::{Odds, Settled, Solitaire};
pub use value::{Value, ValueFilter, Wdl};
