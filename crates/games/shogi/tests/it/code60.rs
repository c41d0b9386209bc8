//! Positions in 60 bits.

use yomikiri_shogi::{
    SetupError, Variant,
    code60::{CodeError, decode, encode},
    sfen,
};

#[test]
fn the_start_has_the_code_that_the_layout_says() {
    let variant = Variant::dobutsu();
    let pos = sfen::read(variant.start, &variant).unwrap();
    assert_eq!(encode(&pos), 0x312_040_0c0_a9b);
    assert_eq!(decode(encode(&pos), &variant), Ok(pos));
}

#[test]
fn wrong_codes_are_refused() {
    let variant = Variant::dobutsu();
    assert_eq!(decode(1 << 60, &variant), Err(CodeError::TooLong));
    assert_eq!(decode(8 << 4, &variant), Err(CodeError::Square(1)));
    assert_eq!(decode(6 << 8, &variant), Err(CodeError::Square(2)));
    assert!(matches!(decode(0, &variant), Err(CodeError::Setup(SetupError::Royals { .. }))));
}
