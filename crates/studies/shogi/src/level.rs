//! The levels of the family: nodes a move, and by how many points moves may seem worse that are made all the
//! same. `docs/notes/levels.md` has by how much each level beats the one before.

use yomikiri_search::alphabeta::{Levels, levels};

/// Dobutsu Shogi.
pub const DOBUTSU: Levels = levels([
    (500, 20_000.0),
    (500, 3_300.0),
    (500, 1_750.0),
    (500, 1_170.0),
    (500, 790.0),
    (500, 500.0),
    (1_500, 290.0),
    (500, 0.0),
    (20_000, 0.0),
]);

/// Minishogi.
pub const MINISHOGI: Levels = levels([
    (500, 20_000.0),
    (500, 3_600.0),
    (500, 2_100.0),
    (500, 1_600.0),
    (500, 1_200.0),
    (500, 900.0),
    (500, 680.0),
    (500, 500.0),
    (500, 345.0),
]);

/// Goro-goro shogi, and for want of measurements every other variant.
pub const GENERAL: Levels = levels([
    (500, 20_000.0),
    (500, 3_300.0),
    (500, 1_800.0),
    (500, 1_150.0),
    (500, 840.0),
    (500, 620.0),
    (500, 450.0),
    (500, 330.0),
    (500, 240.0),
]);
