//! A player of Blokus Duo: what it knows of positions and moves, how it learns that, and how strong it is
//! asked to be.
//!
//! The search itself knows no game (`yomikiri-search`), the rules know no search (`yomikiri-blokus`); here
//! they meet.

mod alphabeta;
mod cache;
mod convolution;
mod ending;
pub mod fit;
mod input;
mod lead;
mod level;
mod mcts_game;
mod model;
mod network;
mod player;
mod playout;
mod prior;
mod quantized;
pub mod selfplay;
mod square_kinds;
mod text_player;
pub mod training;

pub use alphabeta::AlphaBetaSearcher;
pub use level::LevelSettings;
pub use mcts_game::MctsGame;
pub use model::Model;
pub use player::{Budget, Decision, MOVE_TIME, MctsSearcher, OnProgress, Player, Resources, Searcher};
pub use text_player::BlokusTextPlayer;
