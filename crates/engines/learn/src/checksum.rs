//! The checksum of files: CRC-32.

/// The CRC-32 of some bytes (polynomial of ISO 3309).
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
