//! Finished games as tables for other programs: CSV and Parquet.

use crate::game::Row;
use parquet::{
    basic::Compression,
    data_type::{BoolType, DoubleType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use std::{error::Error, io::Write, sync::Arc};
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

const SCHEMA: &str = "message games {
    required int64 game;
    required binary deal (UTF8);
    required boolean won;
    required int32 placed;
    required int32 plies;
    required int64 playouts;
    required double cpu_seconds;
}";

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
    use parquet::data_type::{ByteArray, ByteArrayType};
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED).build();
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let longs = |value: fn(&Row) -> u64| rows.iter().map(|row| value(row) as i64).collect::<Vec<_>>();
    let integers = |value: fn(&Row) -> u8| rows.iter().map(|row| i32::from(value(row))).collect::<Vec<_>>();
    let deals: Vec<ByteArray> = rows
        .iter()
        .map(|row| ByteArray::from(Deal::of_game(variant, seed, row.game).to_string().into_bytes()))
        .collect();
    macro_rules! column {
        ($kind:ty, $values:expr) => {
            let missing = || ParquetError::General("the schema has fewer columns".into());
            let mut column = group.next_column()?.ok_or_else(missing)?;
            column.typed::<$kind>().write_batch(&$values, None, None)?;
            column.close()?;
        };
    }
    column!(Int64Type, longs(|row| row.game));
    column!(ByteArrayType, deals);
    column!(BoolType, rows.iter().map(|row| row.won).collect::<Vec<_>>());
    column!(Int32Type, integers(|row| row.placed));
    column!(Int32Type, integers(|row| row.plies));
    column!(Int64Type, longs(|row| row.playouts));
    column!(DoubleType, rows.iter().map(|row| row.cpu_seconds).collect::<Vec<_>>());
    group.close()?;
    writer.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::{
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
