//! Numbers as people read them.

/// A count with its digits in groups of three.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number from 1 on, as people write it: `_` may stand between digits.
///
/// ```
/// use yomikiri_core::positive;
///
/// assert_eq!((positive("10_000"), positive("0"), positive("-1")), (Some(10_000), None, None));
/// ```
pub fn positive(text: &str) -> Option<u64> {
    text.replace('_', "").parse().ok().filter(|&number| number > 0)
}
