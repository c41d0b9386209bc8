//! Minishogi: an evaluation made by hand, a better one, and how that is learnt from games that the player
//! plays with itself.

mod evaluation;
pub mod features;
pub mod fit;
pub mod handmade;
pub mod model;
pub mod network;
pub mod selfplay;
pub mod training;

pub use evaluation::{Evaluation, Minishogi, MinishogiBoard};
pub use model::Model;
pub use network::Network;
