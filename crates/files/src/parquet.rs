//! Rows as the columns of a Parquet file, for any program that reads data frames.
//!
//! What is written is the simplest of what the format allows: columns without holes, values as they are in
//! memory (the encoding PLAIN), no codec, one page a column in each group of rows. Every reader takes that.
//! The crate `parquet`, which writes all that there is, made the program larger by three quarters of a
//! megabyte for this one table; its reader is what the tests compare with. The format:
//! <https://parquet.apache.org/docs/file-format/>; its headers are structures in the compact protocol of
//! Thrift.

use std::io::{self, Write};

/// Rows that lie together. Readers take a group at a time, and a page is to be well below 2 GiB.
const GROUP: usize = 1 << 16;

/// What begins and ends a file.
const MAGIC: &[u8] = b"PAR1";

/// A column: its name, and what a row has there.
pub struct Column<'a, R> {
    /// How it is called.
    pub name: &'static str,
    /// What a row has there.
    pub cell: Cell<'a, R>,
}

/// What a row has in a column, by the type of the values.
pub enum Cell<'a, R> {
    /// True or false.
    Flag(fn(&R) -> bool),
    /// A number of 32 bits.
    Integer(fn(&R) -> i32),
    /// A number of 64 bits.
    Long(fn(&R) -> i64),
    /// A floating-point number of 64 bits.
    Double(fn(&R) -> f64),
    /// UTF-8.
    Text(&'a dyn Fn(&R) -> String),
}

impl<R> Cell<'_, R> {
    /// The number of the type in the format.
    fn kind(&self) -> i64 {
        match self {
            Self::Flag(_) => 0,
            Self::Integer(_) => 1,
            Self::Long(_) => 2,
            Self::Double(_) => 5,
            Self::Text(_) => 6,
        }
    }

    /// The values of rows, one after the other; flags as bits, the lowest first; texts behind their lengths.
    fn plain(&self, rows: &[R]) -> Vec<u8> {
        match self {
            Self::Flag(value) => {
                let byte =
                    |rows: &[R]| rows.iter().rev().fold(0, |bits, row| bits << 1 | u8::from(value(row)));
                rows.chunks(8).map(byte).collect()
            }
            Self::Integer(value) => rows.iter().flat_map(|row| value(row).to_le_bytes()).collect(),
            Self::Long(value) => rows.iter().flat_map(|row| value(row).to_le_bytes()).collect(),
            Self::Double(value) => rows.iter().flat_map(|row| value(row).to_le_bytes()).collect(),
            Self::Text(value) => {
                let mut bytes = Vec::new();
                for text in rows.iter().map(value) {
                    bytes.extend((text.len() as u32).to_le_bytes());
                    bytes.extend(text.as_bytes());
                }
                bytes
            }
        }
    }
}

/// Writes rows as a file with these columns.
///
/// # Errors
/// The writer's.
pub fn write<R>(out: &mut dyn Write, columns: &[Column<'_, R>], rows: &[R]) -> io::Result<()> {
    out.write_all(MAGIC)?;
    let mut at = MAGIC.len();
    let mut groups = Vec::new();
    for rows in rows.chunks(GROUP) {
        let mut chunks = Vec::new();
        let begin = at;
        for column in columns {
            let values = column.cell.plain(rows);
            let header = page_header(rows.len(), values.len());
            out.write_all(&header)?;
            out.write_all(&values)?;
            chunks.push(chunk(column, rows.len(), at, header.len() + values.len()));
            at += header.len() + values.len();
        }
        groups.push(
            Structure::default().list(1, STRUCTURE, &chunks).long(2, at - begin).long(3, rows.len()).bytes(),
        );
    }
    let foot = Structure::default()
        .integer(1, 1)
        .list(2, STRUCTURE, &schema(columns))
        .long(3, rows.len())
        .list(4, STRUCTURE, &groups)
        .text(6, concat!("yomikiri version ", env!("CARGO_PKG_VERSION")))
        .bytes();
    out.write_all(&foot)?;
    out.write_all(&(foot.len() as u32).to_le_bytes())?;
    out.write_all(MAGIC)
}

/// `PageHeader`: a page of data, its levels (which columns without holes do not have) by the encoding RLE
/// (3).
fn page_header(rows: usize, bytes: usize) -> Vec<u8> {
    let data = Structure::default().integer(1, rows as i64).integer(2, 0).integer(3, 3).integer(4, 3);
    let bytes = bytes as i64;
    Structure::default().integer(1, 0).integer(2, bytes).integer(3, bytes).structure(5, data).bytes()
}

/// `ColumnChunk`: where the values of a column in a group of rows are, as `ColumnMetaData`.
fn chunk<R>(column: &Column<'_, R>, rows: usize, at: usize, bytes: usize) -> Vec<u8> {
    let place = Structure::default()
        .integer(1, column.cell.kind())
        .list(2, INTEGER, &[varint(zigzag(0))])
        .list(3, TEXT, &[text(column.name)])
        .integer(4, 0)
        .long(5, rows)
        .long(6, bytes)
        .long(7, bytes)
        .long(9, at);
    Structure::default().long(2, 0).structure(3, place).bytes()
}

/// `SchemaElement`s: the root with as many children as there are columns, and the columns. None of them may
/// have holes (0, "required"); texts are marked as UTF-8 (0).
fn schema<R>(columns: &[Column<'_, R>]) -> Vec<Vec<u8>> {
    let root = Structure::default().text(4, "rows").integer(5, columns.len() as i64).bytes();
    let element = |column: &Column<'_, R>| {
        let element = Structure::default().integer(1, column.cell.kind()).integer(3, 0).text(4, column.name);
        match column.cell {
            Cell::Text(_) => element.integer(6, 0).bytes(),
            _ => element.bytes(),
        }
    };
    std::iter::once(root).chain(columns.iter().map(element)).collect()
}

/// The types of fields in Thrift's compact protocol.
const INTEGER: u8 = 5;
const LONG: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// A structure in Thrift's compact protocol, made field by field in the order of their numbers.
#[derive(Default)]
struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    /// A field: how far its number is from the last one's, its type, and its bytes.
    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Self {
        self.bytes.push((number - self.last) << 4 | kind);
        self.bytes.extend(value);
        self.last = number;
        self
    }

    fn integer(self, number: u8, value: i64) -> Self {
        self.field(number, INTEGER, &varint(zigzag(value)))
    }

    fn long(self, number: u8, value: usize) -> Self {
        self.field(number, LONG, &varint(zigzag(value as i64)))
    }

    fn text(self, number: u8, value: &str) -> Self {
        self.field(number, TEXT, &text(value))
    }

    fn structure(self, number: u8, value: Self) -> Self {
        self.field(number, STRUCTURE, &value.bytes())
    }

    /// A list: lengths below fifteen stand beside the type, others behind it.
    fn list(self, number: u8, kind: u8, items: &[Vec<u8>]) -> Self {
        let head = match items.len() {
            length @ 0..15 => vec![(length as u8) << 4 | kind],
            length => [vec![0xf0 | kind], varint(length as u64)].concat(),
        };
        self.field(number, LIST, &[head, items.concat()].concat())
    }

    /// All fields, and the zero that ends them.
    fn bytes(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A text behind its length.
fn text(value: &str) -> Vec<u8> {
    [&varint(value.len() as u64), value.as_bytes()].concat()
}

/// Small numbers of either sign as small numbers: 0, -1, 1, -2 as 0, 1, 2, 3.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// Seven bits a byte, the lowest first, with the eighth set where more follow.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };
    use std::fs::File;
    use yomikiri_core::Random;

    struct Sample {
        flag: bool,
        integer: i32,
        long: i64,
        double: f64,
        text: String,
    }

    fn sample(random: &mut Random) -> Sample {
        let long = (random.next() >> random.below(64)) as i64;
        let text = "五金王香".chars().cycle().skip(random.below(4)).take(random.below(4)).collect();
        Sample { flag: random.below(2) == 1, integer: -(long as i32), long, double: long as f64 / 7.0, text }
    }

    fn columns() -> [Column<'static, Sample>; 5] {
        [
            Column { name: "flag", cell: Cell::Flag(|row: &Sample| row.flag) },
            Column { name: "integer", cell: Cell::Integer(|row| row.integer) },
            Column { name: "long", cell: Cell::Long(|row| row.long) },
            Column { name: "double", cell: Cell::Double(|row| row.double) },
            Column { name: "text", cell: Cell::Text(&|row| row.text.clone()) },
        ]
    }

    /// What another reader finds in what is written here.
    fn read_back(columns: &[Column<'_, Sample>], rows: &[Sample]) -> SerializedFileReader<File> {
        let mut file = tempfile::tempfile().unwrap();
        write(&mut file, columns, rows).unwrap();
        SerializedFileReader::new(file).unwrap()
    }

    #[test]
    fn another_reader_finds_what_was_written() {
        let mut random = Random::new(30);
        for rows in [0, 1, 7, 8, 9, 1000, GROUP, GROUP + 1] {
            let rows: Vec<Sample> = (0..rows).map(|_| sample(&mut random)).collect();
            let reader = read_back(&columns(), &rows);
            assert_eq!(reader.num_row_groups(), rows.len().div_ceil(GROUP));
            let mut read = reader.get_row_iter(None).unwrap().map(Result::unwrap);
            for row in &rows {
                let found = read.next().unwrap();
                assert_eq!(found.get_bool(0).unwrap(), row.flag);
                assert_eq!(found.get_int(1).unwrap(), row.integer);
                assert_eq!(found.get_long(2).unwrap(), row.long);
                assert_eq!(found.get_double(3).unwrap().to_bits(), row.double.to_bits());
                assert_eq!(found.get_string(4).unwrap(), &row.text);
            }
            assert!(read.next().is_none());
        }
    }

    /// Lists of fifteen and more have their lengths elsewhere.
    #[test]
    fn there_may_be_many_columns() {
        for times in 2..30 {
            let many: Vec<_> = (0..times).flat_map(|_| columns()).take(times).collect();
            let rows = [sample(&mut Random::new(times as u64))];
            let reader = read_back(&many, &rows);
            let schema = reader.metadata().file_metadata().schema_descr();
            let names: Vec<_> = schema.columns().iter().map(|column| column.name().to_owned()).collect();
            let expected: Vec<_> = many.iter().map(|column| column.name).collect();
            assert_eq!(names, expected);
        }
    }
}
