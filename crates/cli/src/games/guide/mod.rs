//! How each game goes, and how its pieces move and are written: `help rules` and `help pieces` of `play`.

pub mod blokus;
pub mod calculation;
pub mod shogi;
