//! Positions as pictures of letters.

use yomikiri_core::Side;
use yomikiri_shogi::{
    Position, SmallBoard, Variant,
    picture::{read, write},
};

const START: &str = "H:0 Z:0 K:0\n*K *L *Z\n . *H  .\n .  H  .\n Z  L  K\nH:0 Z:0 K:0";

#[test]
fn the_start_is_drawn_and_read() {
    let variant = Variant::dobutsu();
    let pos: Position<SmallBoard> = yomikiri_shogi::sfen::read(variant.start, &variant).unwrap();
    assert_eq!(write(&pos, &variant), START);
    assert_eq!(read(START, Side::First, &variant), Ok(pos));
}

#[test]
fn errors_name_the_place() {
    let variant = Variant::dobutsu();
    let error = |text: &str| read::<SmallBoard>(text, Side::First, &variant).unwrap_err();
    assert_eq!(error("\n").to_string(), "expected a hand, 4 ranks and a hand, found 0 lines");
    assert_eq!(error(&START.replace("*L", "*X")).at, Some(15));
    assert_eq!(error(&START.replace("*L *Z", "*L")).at, Some(12));
    assert_eq!(error(&START.replacen("H:0", "H0", 1)).at, Some(0));
    assert_eq!(error(&START.replacen("H:0", "N:1", 1)).at, Some(0));
    assert_eq!(error(&START.replacen("H:0 Z:0", "Z:1 Z:1", 1)).at, Some(4));
    assert!(error(&START.replacen("H:0", "H:1", 1)).to_string().starts_with("3 chicks"));
}
