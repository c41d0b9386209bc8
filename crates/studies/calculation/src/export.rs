//! Finished games as tables for other programs: CSV and Parquet.

mod parquet;

use crate::game::Row;
use parquet::{Cell, Column};
use std::{error::Error, io::Write};
use yomikiri_calculation::{Deal, Variant};

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

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    #[test]
    fn both_forms_hold_what_was_played() {
        let rows: Vec<Row> = (0..3)
            .map(|game| Row { game, won: game == 1, placed: 40, plies: 60, playouts: 7, cpu_seconds: 0.5 })
            .collect();
        let variant = Variant::CALCULATION;
        let mut text = Vec::new();
        csv(&mut text, variant, 5, &rows).unwrap();
        let text = String::from_utf8(text).unwrap();
        let deal = Deal::of_game(variant, 5, 1);
        assert_eq!(text.lines().nth(2), Some(format!("1,{deal},1,40,60,7,0.500000").as_str()));
        let mut file = tempfile::tempfile().unwrap();
        parquet(&mut file, variant, 5, &rows).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read[1].get_string(1).unwrap(), &deal.to_string());
        assert!(read[1].get_bool(2).unwrap() && read[2].get_long(0).unwrap() == 2);
    }
}
