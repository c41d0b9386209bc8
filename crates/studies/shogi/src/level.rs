//! The levels of the family: nodes a move, and by how many points moves may seem worse that are made all the
//! same. `docs/notes/levels.md` has by how much each level beats the one before.

use yomikiri_search::alphabeta::{Levels, levels};

/// Dobutsu Shogi.
pub const DOBUTSU: Levels = levels([
    (500, 60_000.0),
    (500, 3_600.0),
    (500, 1_850.0),
    (500, 1_200.0),
    (500, 790.0),
    (500, 500.0),
    (1_500, 370.0),
    (500, 0.0),
    (100_000, 0.0),
]);

/// Minishogi.
pub const MINISHOGI: Levels = levels([
    (500, 20_000.0),
    (500, 4_000.0),
    (500, 2_200.0),
    (500, 1_500.0),
    (500, 1_080.0),
    (500, 780.0),
    (500, 575.0),
    (500, 425.0),
    (500, 310.0),
]);

/// Goro-goro shogi, and for want of measurements every other variant.
pub const GENERAL: Levels = levels([
    (500, 20_000.0),
    (500, 3_300.0),
    (500, 1_800.0),
    (500, 1_180.0),
    (500, 870.0),
    (500, 670.0),
    (500, 505.0),
    (500, 390.0),
    (500, 295.0),
]);
