//! Finished games as tables for other programs: CSV and Parquet.

use crate::game::Row;
use std::{error::Error, io::Write};
use yomikiri_calculation::{Deal, Variant};
use yomikiri_files::parquet::{self, Cell, Column};

/// One line a game, with a header: game, deal, won, placed, plies, playouts, `cpu_seconds`.
///
/// # Errors
/// The writer's.
pub fn csv(
    out: &mut (dyn Write + Send),
    variant: Variant,
    seed: u64,
    rows: &[Row],
) -> Result<(), Box<dyn Error>> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["game", "deal", "won", "placed", "plies", "playouts", "cpu_seconds"])?;
    for row in rows {
        let deal = Deal::of_game(variant, seed, row.game);
        writer.write_record([
            row.game.to_string(),
            deal.to_string(),
            u8::from(row.won).to_string(),
            row.placed.to_string(),
            row.plies.to_string(),
            row.playouts.to_string(),
            format!("{:.6}", row.cpu_seconds),
        ])?;
    }
    Ok(writer.flush()?)
}

/// The same columns as a Parquet file.
///
/// # Errors
/// The writer's.
pub fn parquet(
    out: &mut (dyn Write + Send),
    variant: Variant,
    seed: u64,
    rows: &[Row],
) -> Result<(), Box<dyn Error>> {
    let deal = |row: &Row| Deal::of_game(variant, seed, row.game).to_string();
    let columns = [
        Column { name: "game", cell: Cell::Long(|row: &Row| row.game as i64) },
        Column { name: "deal", cell: Cell::Text(&deal) },
        Column { name: "won", cell: Cell::Flag(|row| row.won) },
        Column { name: "placed", cell: Cell::Integer(|row| row.placed.into()) },
        Column { name: "plies", cell: Cell::Integer(|row| row.plies.into()) },
        Column { name: "playouts", cell: Cell::Long(|row| row.playouts as i64) },
        Column { name: "cpu_seconds", cell: Cell::Double(|row| row.cpu_seconds) },
    ];
    Ok(parquet::write(out, &columns, rows)?)
}
