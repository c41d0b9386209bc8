//! One rules kernel for the shogi family.
//!
//! What tells the members of the family apart is data: the size of the board, the pieces with their steps and
//! slides, where and when they promote, what may not be dropped, where a king that arrives has won
//! ([`Variant`]). The rules know no variant by name; three parts are made for Dobutsu Shogi alone, because
//! their layouts are of its board and its set of pieces: the dense numbering for the solver ([`dense`]), the
//! codes of positions in 60 bits and by Huffman ([`code60`], [`huffman`]). [`Shogi`] puts a variant and an
//! [`Ending`] together and implements the traits of the core: moves, unmoves, symmetry, notation. Dobutsu
//! Shogi (3 files, 4 ranks) and every other variant of up to 64 squares stand on [`SmallShogi`], whose
//! bitboards are `u64`; shogi and its mating problems (9x9) take a `u128`.
//!
//! Method: a position is a set of bitboards and hands; attacks are looked up in tables built from the
//! variant's steps, and along [`rays`]. Checks and pins are found before moves, so that no move is made to
//! see whether it is legal ([`Shogi::checks`] and [`Shogi::evasions`] find the moves of a mating problem
//! without looking at the others).
//!
//! ```
//! use yomikiri_core::{Game, Notation, TwoPlayer};
//! use yomikiri_shogi::Shogi;
//!
//! let game = Shogi::minishogi();
//! let start = game.start();
//! assert_eq!(game.show_pos(&start), "rbsgk/4p/5/P4/KGSBR b -");
//!
//! let mut moves = Vec::new();
//! game.moves(&start, &mut moves);
//! assert_eq!(moves.len(), 14);
//!
//! // The text of a move is that of USI.
//! let mv = game.parse_move(&start, "5d5c")?;
//! let next = game.play(&start, mv);
//! assert_eq!(game.show_pos(&next), "rbsgk/4p/P4/5/KGSBR w -");
//! assert_eq!(game.result(&next), None);
//!
//! // What cannot be read is told with the place of the character.
//! let error = game.parse_pos("rbsgk/4p/5/P4/KGSBX b -").unwrap_err();
//! assert_eq!(error.at, Some(18));
//! # Ok::<(), yomikiri_core::ParseError>(())
//! ```

mod animals;
pub mod attacks;
pub mod bits;
pub mod board;
mod checks;
pub mod code60;
pub mod dense;
pub mod diagram;
pub mod digest;
pub mod draw;
mod editor;
mod faces;
pub mod general;
pub mod huffman;
pub mod japanese;
pub mod mate;
pub mod mirror;
pub mod movegen;
pub mod moves;
mod noisy;
mod notation;
mod numerals;
pub mod picture;
pub mod piece;
pub mod position;
pub mod rays;
pub mod record;
pub mod rules;
mod rules_board;
mod safety;
pub mod see;
pub mod setup;
pub mod sfen;
pub mod square;
mod tries;
pub mod unmove;
pub mod usi;
pub mod variant;
pub mod variants;
mod words;
pub mod zobrist;

pub use bits::{Bits, SmallBoard};
pub use board::BoardSize;
pub use dense::{DenseGraph, DenseNumbering, Nest, NodeRow};
pub use diagram::DiagramOptions;
pub use general::{GeneralGraph, NoGraph};
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use rules::{Ending, Shogi, SmallShogi};
pub use rules_board::RulesBoard;
pub use setup::{Setup, SetupError};
pub use square::Square;
pub use variant::{Face, PieceRule, Promotion, Repetition, Step, Variant};
pub use variants::VariantError;
pub use yomikiri_core::Side;
pub use zobrist::Zobrist;
