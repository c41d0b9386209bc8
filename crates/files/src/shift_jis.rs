//! Shift JIS, in which shogi programs write KIF: the variant that Windows and the web know, as the [WHATWG]
//! describes it.
//!
//! A crate for all encodings of the web brings the tables of all of them, 200 KB, since which one is meant is
//! decided when the program runs. The table here, 22 KB, is the index jis0208 of that standard; in the tests
//! that crate is asked for every pair of bytes and every character.
//!
//! [WHATWG]: https://encoding.spec.whatwg.org/#shift_jis

use std::sync::LazyLock;

/// What pairs of bytes mean, by [`pointer()`], each in two bytes, the lower one first; 0 where they mean
/// nothing.
static PAIRS: &[u8; 2 * 11_280] = include_bytes!("shift_jis.bin");

/// The pointers of characters for private use, and the first of them.
const PRIVATE: std::ops::RangeInclusive<usize> = 8836..=10_715;
const FIRST_PRIVATE: u32 = 0xe000;

/// Pointers of characters that have others, with which they are not written.
const DOUBLES: std::ops::RangeInclusive<usize> = 8272..=8835;

/// The half-width katakana: single bytes from `a1`, and the character that the first of them is.
const FIRST_KATAKANA: u32 = 0xff61;

/// Characters with the pointers that they are written by, in the order of the characters.
static POINTERS: LazyLock<Vec<(u16, u16)>> = LazyLock::new(|| {
    let pairs = (0..PAIRS.len() / 2).filter(|at| !DOUBLES.contains(at)).map(|at| (table(at), at as u16));
    let mut pointers: Vec<_> = pairs.filter(|(code, _)| *code != 0).collect();
    // Of several the first.
    pointers.sort_unstable();
    pointers.dedup_by_key(|(code, _)| *code);
    pointers
});

/// The code at a pointer of the table.
fn table(pointer: usize) -> u16 {
    u16::from_le_bytes([PAIRS[2 * pointer], PAIRS[2 * pointer + 1]])
}

/// The number of a pair of bytes, if it is one.
fn pointer(lead: u8, trail: u8) -> Option<usize> {
    let row = match lead {
        0x81..=0x9f => lead - 0x81,
        0xe0..=0xfc => lead - 0xc1,
        _ => return None,
    };
    let column = match trail {
        0x40..=0x7e => trail - 0x40,
        0x80..=0xfc => trail - 0x41,
        _ => return None,
    };
    Some(usize::from(row) * 188 + usize::from(column))
}

/// What a pair of bytes means, if it means anything.
fn paired(lead: u8, trail: u8) -> Option<char> {
    let pointer = pointer(lead, trail)?;
    if PRIVATE.contains(&pointer) {
        return char::from_u32(FIRST_PRIVATE + (pointer - PRIVATE.start()) as u32);
    }
    char::from_u32(table(pointer).into()).filter(|letter| *letter != '\0')
}

/// The text that bytes in Shift JIS mean, and whether some of them mean nothing: those are replacement
/// characters (`U+FFFD`).
pub fn decode(bytes: &[u8]) -> (String, bool) {
    let (mut text, mut is_wrong, mut at) = (String::with_capacity(bytes.len()), false, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        let letter = match byte {
            0..=0x80 => Some(byte.into()),
            0xa1..=0xdf => char::from_u32(FIRST_KATAKANA + u32::from(byte - 0xa1)),
            _ => match bytes.get(at) {
                _ if !matches!(byte, 0x81..=0x9f | 0xe0..=0xfc) => None,
                None => None,
                Some(&trail) => {
                    let letter = paired(byte, trail);
                    // A letter of ASCII behind a byte that it does not go with stands for itself.
                    at += usize::from(letter.is_some() || !trail.is_ascii());
                    letter
                }
            },
        };
        is_wrong |= letter.is_none();
        text.push(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    (text, is_wrong)
}

/// A text in Shift JIS; what that lacks is written as a character reference of HTML, such as `&#9749;`.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\0'..='\u{80}' => bytes.push(letter as u8),
            '\u{a5}' => bytes.push(b'\\'),
            '\u{203e}' => bytes.push(b'~'),
            '\u{ff61}'..='\u{ff9f}' => bytes.push((letter as u32 - FIRST_KATAKANA) as u8 + 0xa1),
            _ => match written(letter) {
                Some(pair) => bytes.extend(pair),
                None => bytes.extend(format!("&#{};", letter as u32).bytes()),
            },
        }
    }
    bytes
}

/// The pair of bytes of a character.
fn written(letter: char) -> Option<[u8; 2]> {
    // The minus sign is the full-width one there.
    let code = if letter == '\u{2212}' { 0xff0d } else { u16::try_from(letter as u32).ok()? };
    let pointers = &*POINTERS;
    let pointer = pointers[pointers.binary_search_by_key(&code, |(code, _)| *code).ok()?].1;
    let (row, column) = ((pointer / 188) as u8, (pointer % 188) as u8);
    Some([row + if row < 0x1f { 0x81 } else { 0xc1 }, column + if column < 0x3f { 0x40 } else { 0x41 }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::SHIFT_JIS;

    fn assert_decoded(bytes: &[u8]) {
        let (text, is_wrong) = SHIFT_JIS.decode_without_bom_handling(bytes);
        assert_eq!(decode(bytes), (text.into_owned(), is_wrong), "{bytes:02x?}");
    }

    #[test]
    fn every_pair_of_bytes_means_what_the_standard_says() {
        for bytes in 0..=u16::MAX {
            let [lead, trail] = bytes.to_be_bytes();
            assert_decoded(&[lead, trail]);
            assert_decoded(&[lead, trail, b'a', lead]);
        }
        assert_decoded("先手：羽生　後手：".as_bytes());
    }

    #[test]
    fn every_character_is_written_as_the_standard_says() {
        for letter in '\0'..=char::MAX {
            let text = format!("a{letter}b");
            assert_eq!(encode(&text), *SHIFT_JIS.encode(&text).0, "{letter:?}");
        }
    }
}
