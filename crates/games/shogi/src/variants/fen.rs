//! The start position: FEN with the hands in brackets, made an SFEN.

use super::{VariantError, ini::Setting};

/// The start position of a `startFen` in SFEN: the side to move has the shogi letter (`w`, who moves first,
/// becomes `b`), and the hands come last.
pub fn sfen(setting: &Setting) -> Result<String, VariantError> {
    let expected = "a position such as `rbsgk/4p/5/P4/KGSBR[] w 0 1`";
    let mut fields = setting.value.split_whitespace();
    let (Some(board), Some(side)) = (fields.next(), fields.next()) else {
        return Err(setting.wrong(expected));
    };
    let (board, hands) = match board.split_once('[') {
        None => (board, ""),
        Some((board, hands)) => {
            (board, hands.strip_suffix(']').ok_or_else(|| setting.wrong("`]` after the hands"))?)
        }
    };
    let side = match side {
        "w" => "b",
        "b" => "w",
        _ => return Err(setting.wrong("`w` or `b` for the side to move")),
    };
    // Castling rights, squares of en passant and counts of checks are for games of chess.
    let other = fields.find(|field| *field != "-" && field.parse::<u32>().is_err());
    if other.is_some() {
        return Err(setting.wrong(expected));
    }
    let hands = if hands.is_empty() || hands == "-" { "-" } else { hands };
    Ok(format!("{board} {side} {hands}"))
}
