//! Any text is refused as a picture, or read as a position whose picture is read as the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_shogi::{Side, SmallBoard, Variant, picture};

fuzz_target!(|text: &str| {
    for variant in [Variant::dobutsu(), Variant::dobutsu_chicks()] {
        for side in [Side::First, Side::Second] {
            let Ok(pos) = picture::read::<SmallBoard>(text, side, &variant) else { continue };
            assert!(
                picture::read(&picture::write(&pos, &variant), side, &variant).is_ok_and(|read| read == pos)
            );
        }
    }
});
