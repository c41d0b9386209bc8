//! Ranks of cards, 1 (ace) to 13 (king), and their letters.

/// A rank; 0 stands for no card.
pub type Rank = u8;

/// The highest rank that any variant has.
pub const KING: Rank = 13;

const LETTERS: &[u8; 14] = b"-A23456789TJQK";

/// The letter of a rank; `-` for no card.
pub fn letter(rank: Rank) -> char {
    LETTERS.get(usize::from(rank)).map_or('?', |&letter| char::from(letter))
}

/// The rank of a letter, in either case; 1 is an ace too.
pub fn of_letter(letter: char) -> Option<Rank> {
    match letter.to_ascii_uppercase() {
        '1' => Some(1),
        '-' => None,
        letter => LETTERS.iter().position(|&known| char::from(known) == letter).map(|rank| rank as Rank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_as_they_are_written() {
        for rank in 1..=KING {
            assert_eq!(of_letter(letter(rank)), Some(rank));
            assert_eq!(of_letter(letter(rank).to_ascii_lowercase()), Some(rank));
        }
        assert_eq!((of_letter('1'), of_letter('-'), of_letter('x')), (Some(1), None, None));
    }
}
