//! The file.
//!
//! All numbers are little-endian; every part has a CRC-32.
//!
//! | part | bytes |
//! |---|---|
//! | `YOMIKIRI` | 8 |
//! | format version | 4 |
//! | length of the header | 4 |
//! | the header: a JSON object, [`Header`] | as said |
//! | CRC-32 of all before | 4 |
//! | the model (zstd) | header: `model_bytes` |
//! | page directory: length (4) and CRC-32 (4) of each page | 8 x header: `pages` |
//! | CRC-32 of the model and the directory | 4 |
//! | the pages | as in the directory |
//!
//! A table that several processes have written lies in parts: each part has `YOMIPAGE` and the pages that its
//! writer has coded, ascending, one behind the other; a file that lists them is made like a table up to the
//! pages, but begins with `YOMIPART`, has the number of parts in its header (`files`) and tells in its
//! directory for each page also the part that it is in (4 bytes more). The parts of `FILE` are
//! `FILE.1of4` to `FILE.4of4`.
//!
//! Version 1 holds distances. Version 3 is coded by regression and holds distances or results only
//! ([`Header::kind`]): the model is another one, and blocks are longer.

use serde::{Deserialize, Serialize};
use std::{
    io,
    path::{Path, PathBuf},
};
use yomikiri_core::{Gap, Message, Value};

yomikiri_core::phrases! { pub(crate) words;
    FAILED: "{}: {}", "ファイル{}: {}";
    FOREIGN: "{} is not a table: it does not begin with YOMIKIRI",
        "{}はテーブルではありません(YOMIKIRIで始まっていません)";
    OTHER_VERSION: "{} has format version {}, this program reads {} and {}; solve the game again",
        "{}は形式{}ですが、このプログラムが読めるのは{}と{}です。もう一度解析してください";
    OTHER_GAME: "{} is a table of {}, expected {}; solve the game again or name its own table",
        "{}は{}のテーブルです。{}が必要です。もう一度解析するか、正しいテーブルを指定してください";
    PART: "{} is a part of this table: the parts stay, so name another file",
        "{}はこのテーブルの一部です。分割されたファイルは残すので、別の名前にしてください";
    WHOLE: "{} is no table in parts: it is one file already", "{}は分割されていない一つのファイルです";
    DAMAGED: "{} is damaged: {}; solve the game again", "{}は壊れています({})。もう一度解析してください";
    HEADER: "its header", "ヘッダー";
    HEADER_CUT: "it ends in its header", "ヘッダーの途中で終わっています";
    HEADER_SUM: "its header has a wrong checksum", "ヘッダーのチェックサムが違います";
    DIRECTORY: "its model or page directory", "モデルまたはページの一覧";
    AFTER_DIRECTORY: "it goes on after its directory", "ページの一覧の後に余分なデータがあります";
    OTHER_NUMBER: "it was made for another number of positions", "局面の数が違います";
    MODEL: "its model", "モデル";
    CUT: "it ends before its directory's {} bytes of pages do", "ページが一覧の{}バイトに足りません";
    AFTER_PAGES: "it goes on after its last page", "最後のページの後に余分なデータがあります";
    PAGE_SUM: "page {} of {} has a wrong checksum", "ページ{}(全{}ページ)のチェックサムが違います";
    NO_PAGE: "page {} is not made like one", "ページ{}の形式が違います";
    NO_PART: "it does not begin like a part of a table", "分割されたテーブルの始まりではありません";
    PART_SUM: "page {} of the table has a wrong checksum", "テーブルのページ{}のチェックサムが違います";
    PART_CUT: "it ends before page {} of the table does", "テーブルのページ{}の途中で終わっています";
}

/// Nodes of a block: what one look-up decodes. 128 would cost 2 MB more, 512 twice the time.
pub const BLOCK: u64 = 256;

/// First bytes of every table.
pub const MAGIC: [u8; 8] = *b"YOMIKIRI";
/// First bytes of a file that lists the parts of a table.
pub const LIST_MAGIC: [u8; 8] = *b"YOMIPART";
/// First bytes of every part.
pub const PART_MAGIC: [u8; 8] = *b"YOMIPAGE";
/// Version of the format by frequencies, and of that by regression. (2 held results, by a regression that
/// knew less of neighbours.)
pub const VERSIONS: [u32; 2] = [1, 3];

/// What a table tells, and how it is coded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableKind {
    /// Distances, by frequencies: soon written.
    #[default]
    Distances,
    /// Distances, by regression: smaller.
    Compact,
    /// Results only, by regression.
    Results,
}

impl TableKind {
    /// All.
    pub const ALL: [Self; 3] = [Self::Distances, Self::Compact, Self::Results];

    /// Whether it tells distances.
    pub const fn has_distances(self) -> bool {
        matches!(self, Self::Distances | Self::Compact)
    }

    /// The option of `yomikiri solve` that asks for it.
    pub const fn option(self) -> Option<&'static str> {
        match self {
            Self::Distances => None,
            Self::Compact => Some("--compact"),
            Self::Results => Some("--wdl"),
        }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_usual(&self) -> bool {
        *self == Self::Distances
    }
}

/// What a table holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// How it ends.
    pub ending: String,
    /// The position that it was solved from.
    pub start: String,
    /// Digest of the rules, 16 hexadecimal digits.
    pub rules: String,
    /// Positions reached that are not over.
    pub nonterminal: u64,
    /// Of them won.
    pub win: u64,
    /// Of them drawn.
    pub draw: u64,
    /// Of them lost.
    pub loss: u64,
    /// The longest win, in plies.
    pub longest_win: Option<u16>,
    /// Positions that are won or lost in 0, 1, 2 ... plies: lost where the number is even, won where it is
    /// odd. Empty in a table of a program that did not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_plies: Vec<u64>,
    /// What is told of positions.
    #[serde(default, skip_serializing_if = "TableKind::is_usual")]
    pub kind: TableKind,
}

impl Header {
    /// The greatest distance that is stored, in double plies.
    pub(crate) fn longest_half(&self) -> u8 {
        self.longest_win.unwrap_or(0).div_ceil(2) as u8 + 1
    }

    /// So many positions more that are not over have a value.
    pub fn count(&mut self, value: Value, count: u64) {
        self.nonterminal += count;
        if let Some(plies) = value.plies().map(usize::from) {
            self.by_plies.resize(self.by_plies.len().max(plies + 1), 0);
            self.by_plies[plies] += count;
        }
        match value {
            Value::Win(plies) => {
                self.win += count;
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Draw => self.draw += count,
            Value::Loss(_) => self.loss += count,
        }
    }
}

/// The header with what the reader needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FileHeader {
    #[serde(flatten)]
    pub header: Header,
    pub interior: u64,
    pub pages: u64,
    pub model_bytes: u64,
    /// Of a table in parts, how many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
}

/// What the directory tells of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub length: u32,
    pub crc: u32,
    /// Of a table in parts, which one it is in.
    pub file: u32,
}

impl Entry {
    pub fn of(page: &[u8], file: u32) -> Self {
        Self { length: page.len() as u32, crc: crc32fast::hash(page), file }
    }
}

impl FileHeader {
    /// Of a table of so many interior nodes and pages, in one file or in parts.
    pub fn of(header: &Header, interior: u64, pages: usize, model: &[u8], files: Option<u32>) -> Self {
        let (pages, model_bytes) = (pages as u64, model.len() as u64);
        Self { header: header.clone(), interior, pages, model_bytes, files }
    }

    /// Bytes of the directory for each page.
    pub const fn entry_bytes(&self) -> usize {
        if self.files.is_some() { 12 } else { 8 }
    }

    /// The file up to the pages.
    pub fn front(&self, model: &[u8], entries: impl Iterator<Item = Entry>) -> io::Result<Vec<u8>> {
        let json = serde_json::to_vec(self)?;
        let magic = if self.files.is_some() { LIST_MAGIC } else { MAGIC };
        let mut bytes = magic.to_vec();
        bytes.extend(self.header.version().to_le_bytes());
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(json);
        seal(&mut bytes, 0);
        let start = bytes.len();
        bytes.extend(model);
        for Entry { length, crc, file } in entries {
            bytes.extend(length.to_le_bytes());
            bytes.extend(crc.to_le_bytes());
            bytes.extend(self.files.iter().flat_map(|_| file.to_le_bytes()));
        }
        seal(&mut bytes, start);
        Ok(bytes)
    }
}

/// Appends the checksum of all bytes from one on.
fn seal(bytes: &mut Vec<u8>, from: usize) {
    let checksum = crc32fast::hash(&bytes[from..]);
    bytes.extend(checksum.to_le_bytes());
}

/// Where a part of a table lies, counted from 0.
pub fn part_path(table: &Path, file: u32, files: u32) -> PathBuf {
    yomikiri_files::beside(table, &format!(".{}of{files}", file + 1))
}

/// Why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum TableError {
    /// The file system failed.
    Io {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// Not a table at all.
    Foreign(PathBuf),
    /// A table of another format.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A table of another game, ending or set of rules.
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it is a table of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A table that is not in parts.
    Whole(PathBuf),
    /// A part of the table that was to be made one file, named as that file.
    Part(PathBuf),
    /// A part that is not as it was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part.
        part: Gap,
    },
}

impl TableError {
    /// What went wrong, as a sentence.
    pub fn message(&self) -> Message {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Self::Io { path, source } => FAILED.with(shown(path)).and(source),
            Self::Foreign(path) => FOREIGN.with(shown(path)),
            Self::Version { path, found } => {
                OTHER_VERSION.with(shown(path)).and(*found).and(VERSIONS[0]).and(VERSIONS[1])
            }
            Self::OtherGame { path, found, expected } => {
                OTHER_GAME.with(shown(path)).and(found.as_str()).and(expected.as_str())
            }
            Self::Whole(path) => WHOLE.with(shown(path)),
            Self::Part(path) => PART.with(shown(path)),
            Self::Damaged { path, part } => DAMAGED.with(shown(path)).and(part.clone()),
        }
    }
}

impl Header {
    /// The game in words, for messages.
    pub(crate) fn words(&self) -> String {
        format!("{} (ending {}, rules {})", self.game, self.ending, self.rules)
    }

    /// The version of the format that it is written in.
    pub(crate) fn version(&self) -> u32 {
        VERSIONS[usize::from(self.kind != TableKind::Distances)]
    }

    /// Whether the other header is of the same game: all but the start, the counts and the kind.
    pub fn same_game(&self, other: &Self) -> bool {
        [&self.game, &self.ending, &self.rules] == [&other.game, &other.ending, &other.rules]
    }
}
