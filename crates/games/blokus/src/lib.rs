//! Blokus Duo: rules, notation, symmetry, evaluation.
//!
//! Rules: <https://en.wikipedia.org/wiki/Blokus>, with the first player's start at column 5, row 5 and the
//! second's at column 10, row 10 of the 14x14 board, counted from the top left. (The rules that come with the
//! game leave the first player the choice of the start; by symmetry it is none.)
//!
//! Method: a set of squares is four words ([`Board`]); what touches an own piece along an edge or at a corner
//! is a handful of shifts. A placement must cover one of the corner squares: those are looked at one after
//! the other, and what fits around one is found in a table of 414 words, the same for every square
//! ([`local_board`]). Nothing is kept from move to move, so that a position is small and a move back is a
//! copy.
//!
//! Cost: 300 million moves generated a second on one core (`perft` to 89,204,762 in 0.3 s; 520 moves a
//! position, found in less than two microseconds). A position takes 80 bytes, its path as much again.
//!
//! Conventions: a player passes exactly when it can place nothing; since it never can again, the game ends
//! when neither can. Positions are equal if the squares covered, the pieces left and the side to move are;
//! under the official scoring also whether the monomino was a player's last piece, which no board shows. The
//! path by which a position was reached is carried along as its name, and is no part of it ([`Node`]).
//!
//! ```
//! use yomikiri_blokus::{Blokus, code};
//! use yomikiri_core::{Game, Notation};
//!
//! let game = Blokus::default();
//! let start = game.start();
//! let mut moves = Vec::new();
//! game.moves(&start, &mut moves);
//! assert_eq!(moves.len(), 414);
//!
//! // A move is written as column, row, piece and orientation.
//! let mv = game.parse_move(&start, "66t0")?;
//! assert_eq!(code::write(mv), "66t0");
//! assert_eq!(game.play(&start, mv).position.covered[0].count(), 5);
//! # Ok::<(), yomikiri_core::ParseError>(())
//! ```

pub mod board;
pub mod cells;
pub mod code;
mod diagram;
pub mod draw;
pub mod evaluation;
pub mod field;
pub mod hand;
mod legal;
pub mod local_board;
pub mod moves;
pub mod node;
mod notation;
mod panels;
pub mod piece;
pub mod position;
pub mod rules;
pub mod score;
pub mod sgf;
pub mod shape;
pub mod square;
mod words;

pub use board::Board;
pub use evaluation::{BlokusFsEvaluation, evaluate};
pub use field::{Field, PlayoutState};
pub use hand::Hand;
pub use moves::Move;
pub use node::{Node, Path};
pub use piece::Piece;
pub use position::Position;
pub use rules::{Blokus, Openings};
pub use score::Scoring;
pub use shape::{SHAPES, Shape};
pub use square::Square;
