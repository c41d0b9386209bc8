//! Any string of bits is refused as a code, or is the code of the position that it is read as.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_shogi::{
    Variant,
    huffman::{self, Code},
};

fuzz_target!(|code: (u64, u8)| {
    let (bits, len) = code;
    for variant in [Variant::dobutsu(), Variant::dobutsu_chicks()] {
        if let Ok(pos) = huffman::decode(Code { bits, len }, &variant) {
            // Bits beyond the length are no part of the code.
            let bits = bits & u64::MAX.checked_shr(64 - u32::from(len)).unwrap_or(0);
            assert_eq!(huffman::encode(&pos), Code { bits, len });
        }
    }
});
