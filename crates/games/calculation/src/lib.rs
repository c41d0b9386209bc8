//! Calculation (計算): a solitaire of one player against chance.
//!
//! 52 cards without suits. Base k (1 to 4) is built k, 2k, 3k, ... modulo 13 up to the king, which closes it.
//! A card of the stock is turned up when the last one has been placed; it goes to a base that takes it or
//! onto any of four waste piles, whose top cards may go to the bases at any time. Nothing else moves; won
//! when all cards are on the bases.
//!
//! A [`Position`] holds what a player can know: of the stock only how many of each rank are left. The order
//! comes into being card by card ([`yomikiri_core::Solitaire`]), or is given by a [`Deal`]. Variants are data
//! ([`Variant`]).
//!
//! ```
//! use yomikiri_calculation::{Calculation, Deal, Dealt, Variant};
//! use yomikiri_core::Game;
//!
//! // The first deal of seed 1, for ever the same; all that a player can know is in a position.
//! let rules = Calculation::new(Variant::CALCULATION);
//! let deal = Deal::of_game(*rules.variant(), 1, 0);
//! assert_eq!(deal.cards().len(), 48);
//! let game = Dealt::new(rules, deal);
//!
//! let mut pos = game.start();
//! let mut moves = Vec::new();
//! while { moves.clear(); game.moves(&pos, &mut moves); !moves.is_empty() } {
//!     // To a base if one takes the card, which is listed first, else onto a waste pile.
//!     pos = game.play(&pos, moves[0]);
//! }
//! assert_eq!(pos.hidden(), 0);
//! ```

pub mod base_tables;
pub mod bulk;
pub mod deal;
pub mod dealt;
mod diagram;
mod draw;
pub mod ending;
pub mod moves;
mod notation;
pub mod packed;
pub mod pile;
pub mod position;
pub mod rank;
mod relaxation;
pub mod rules;
pub mod simple;
pub mod stream;
pub mod variant;
mod words;

pub use base_tables::BaseTables;
pub use deal::Deal;
pub use dealt::Dealt;
pub use moves::Move;
pub use packed::PackedPosition;
pub use pile::Pile;
pub use position::Position;
pub use rank::Rank;
pub use rules::Calculation;
pub use stream::{Purpose, Stream};
pub use variant::{Variant, VariantError};
