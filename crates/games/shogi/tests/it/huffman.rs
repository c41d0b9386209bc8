//! Positions by a Huffman code.

use yomikiri_shogi::{
    Variant,
    code60::CodeError,
    huffman::{Code, decode, encode},
    sfen,
};

#[test]
fn the_start_takes_44_bits() {
    let variant = Variant::dobutsu();
    let pos = sfen::read(variant.start, &variant).unwrap();
    let code = encode(&pos);
    assert_eq!(code.len, 44);
    assert_eq!(code.to_string(), "10111101100101110100111000100011001010000000");
    assert_eq!(decode(code, &variant), Ok(pos));
}

#[test]
fn wrong_codes_are_refused() {
    let variant = Variant::dobutsu();
    let start = encode(&sfen::read(variant.start, &variant).unwrap());
    let refused = |bits, len| decode(Code { bits, len }, &variant).unwrap_err();
    assert_eq!(refused(start.bits >> 1, 43), CodeError::TooShort);
    assert_eq!(refused(start.bits << 1, 45), CodeError::TooLong);
    assert_eq!(refused(0, 65), CodeError::TooLong);
    assert_eq!(refused(u64::MAX, 64), CodeError::TooShort);
    assert!(matches!(refused(0, 18), CodeError::Setup(_)));
}
