//! Any number is refused as a code, or is the code of the position that it is read as.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_shogi::{Variant, code60};

fuzz_target!(|code: u64| {
    for variant in [Variant::dobutsu(), Variant::dobutsu_chicks()] {
        if let Ok(pos) = code60::decode(code, &variant) {
            assert_eq!(code60::encode(&pos), code);
        }
    }
});
