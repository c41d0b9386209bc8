//! The levels of the family: nodes a move, and by how many points moves may seem worse that are made all the
//! same. `cargo xtask match --ladder` measured by how much each level beats the one before.

use yomikiri_search::alphabeta::{Levels, levels};

/// Dobutsu Shogi.
pub const DOBUTSU: Levels = levels([
    (200, 20_000.0),
    (500, 2_000.0),
    (500, 1_000.0),
    (1_000, 600.0),
    (1_000, 400.0),
    (2_000, 250.0),
    (4_000, 120.0),
    (10_000, 40.0),
    (200_000, 0.0),
]);

/// Minishogi.
pub const MINISHOGI: Levels = DOBUTSU;

/// Goro-goro shogi, shogi and every other variant.
pub const GENERAL: Levels = DOBUTSU;
