//! The numbers of files and ranks, and the marks of the sides, in Japanese records and diagrams.

/// The numbers of files.
pub const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The numbers of ranks.
pub const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// What may stand before a move for the side that makes it.
pub const MARKS: [char; 6] = ['☗', '☖', '▲', '△', '▼', '▽'];
