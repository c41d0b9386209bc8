//! Betza's notation of how a piece moves, the part that Fairy-Stockfish reads and the rules kernel knows:
//! steps and unlimited slides, each with its capture.
//!
//! An atom names a step by its longer and its shorter part: `W` (1,0), `F` (1,1), `D` (2,0), `N` (2,1), `A`
//! (2,2), `H` (3,0), `C` or `L` (3,1), `Z` or `J` (3,2), `G` (3,3); `K` is `WF`. A letter said twice slides
//! (`WW`, `FF`, `NN`), and so do `R`, `B` and `Q`. Before it stand directions, each one or two of `f` `b` `l`
//! `r` `v` (both ways along the files) `s` (both ways along the ranks) `h` (halves).

use crate::variant::Step;
use std::cmp::Reverse;

/// How a piece moves: steps, and the directions of slides, in the order in which descriptions have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The steps.
    pub steps: Vec<Step>,
    /// The steps of the slides.
    pub slides: Vec<Step>,
}

/// The longer and the shorter part of the steps of an atom, and whether the letter slides by itself.
fn atoms(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// Reads how a piece moves.
///
/// # Errors
/// What in the text is not understood or not supported.
pub fn read(text: &str) -> Result<Moves, String> {
    let mut moves = Moves::default();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let begin = at;
        while letters.get(at).is_some_and(|c| "fblrvsh".contains(*c)) {
            at += 1;
        }
        let directions = directions(&letters[begin..at])?;
        let Some(&letter) = letters.get(at) else {
            return Err("directions without a letter after them".into());
        };
        let Some((parts, mut slides)) = atoms(letter) else { return Err(refusal(letter)) };
        at += 1;
        match letters.get(at) {
            Some(digit) if digit.is_ascii_digit() => {
                return Err(format!("slides of limited length (`{letter}{digit}`) are not supported"));
            }
            Some(&again) if again == letter => {
                slides = true;
                at += 1;
            }
            _ => {}
        }
        for &part in parts {
            if slides && part.0 > 1 && part.1 % part.0 == 0 {
                return Err(format!("slides that jump (`{letter}{letter}`) are not supported"));
            }
            let found = steps(part, parts.len() == 1, &directions);
            if slides { moves.slides.extend(found) } else { moves.steps.extend(found) }
        }
    }
    let slides = std::mem::take(&mut moves.slides);
    Ok(Moves { steps: in_order(moves.steps), slides: in_order(slides) })
}

fn refusal(letter: char) -> String {
    match letter {
        'm' | 'c' => format!("`{letter}`: pieces that move and capture in different ways are not supported"),
        'p' | 'g' | 'n' | 'j' => format!("`{letter}`: pieces that others bear on are not supported"),
        _ => format!("`{letter}` is no letter of Betza's notation that is supported"),
    }
}

/// Ahead first, then from the left, each once.
fn in_order(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_unstable_by_key(|&(right, ahead)| (Reverse(ahead), right));
    steps.dedup();
    steps
}

/// Directions before an atom, as pairs: a letter alone is said twice.
fn directions(mut letters: &[char]) -> Result<Vec<[char; 2]>, String> {
    let is_vertical = |c| "fbvh".contains(c);
    let is_horizontal = |c| "lrsh".contains(c);
    let mut pairs = Vec::new();
    while let [first, rest @ ..] = letters {
        let pairs_with = |&next: &char| {
            next == *first
                || is_vertical(*first) && is_horizontal(next)
                || is_horizontal(*first) && is_vertical(next)
        };
        let second = rest.first().copied().filter(pairs_with);
        letters = if second.is_some() { &rest[1..] } else { rest };
        let pair = [*first, second.unwrap_or(*first)];
        let known = matches!(
            pair,
            ['l' | 'r', 'f' | 'b' | 'v'] | ['f' | 'b', 'l' | 'r' | 's' | 'h'] | ['h', 'l' | 'r']
        );
        if !known && (pair[0] != pair[1] || pair[0] == 'h') {
            return Err(format!("the directions `{}{}` are not supported", pair[0], pair[1]));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// The steps of a part of an atom in these directions; in all if there are none. Of an atom that is one
/// straight step a pair such as `fs` means both directions; `K` and `Q` take it as their slanted part does.
fn steps((long, short): (i8, i8), is_whole: bool, directions: &[[char; 2]]) -> Vec<Step> {
    let splits = is_whole && short == 0;
    let split = |&[a, b]: &[char; 2]| if splits && a != b { vec![[a; 2], [b; 2]] } else { vec![[a, b]] };
    let directions: Vec<[char; 2]> =
        directions.iter().flat_map(split).filter(|&pair| pair != ['h'; 2]).collect();
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let along = signs.map(|(right, ahead)| ((short * right, long * ahead), true));
    let across = signs.map(|(right, ahead)| ((long * right, short * ahead), false));
    let signs = signs.into_iter().chain(signs);
    let all = along.into_iter().chain(across).zip(signs);
    let wanted = all.filter(|&((_, is_along), signs)| {
        directions.is_empty() || directions.iter().any(|&pair| goes(pair, is_along, signs))
    });
    wanted.map(|((step, _), _)| step).collect()
}

/// Whether a direction has a step with its longer part along the files or not, to these signs of right and
/// ahead.
fn goes(pair: [char; 2], is_along: bool, (right, ahead): (i8, i8)) -> bool {
    let has = |letter| match letter {
        'f' => ahead > 0,
        'b' => ahead < 0,
        'r' => right > 0,
        'l' => right < 0,
        _ => true,
    };
    match pair {
        ['f' | 'b', 'h'] => has(pair[0]),
        // The four steps that a turn by right angles takes to each other.
        ['h', hand] => ((right == ahead) == is_along) == (hand == 'r'),
        [first, second] if first == second => is_along == "fbv".contains(first) && has(first),
        // The second letter has the longer part.
        [first, second] => is_along == "fbv".contains(second) && has(first) && has(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_shogi_are_read() {
        let steps = |text| read(text).unwrap().steps;
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("FfW"), [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)]);
        assert_eq!(steps("WfF"), [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]);
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("K").len(), 8);
        assert_eq!(steps("N").len(), 8);
        let dragon = read("RF").unwrap();
        assert_eq!(dragon.slides, [(0, 1), (-1, 0), (1, 0), (0, -1)]);
        assert_eq!(dragon.steps, [(-1, 1), (1, 1), (-1, -1), (1, -1)]);
        assert_eq!(read("fR").unwrap().slides, [(0, 1)]);
    }

    #[test]
    fn directions_are_read() {
        let steps = |text| read(text).unwrap().steps;
        assert_eq!(steps("fsW"), [(0, 1), (-1, 0), (1, 0)]);
        assert_eq!(steps("rbF"), [(1, -1)]);
        assert_eq!(steps("bFfD"), [(0, 2), (-1, -1), (1, -1)]);
        assert_eq!(steps("ffbbN"), [(-1, 2), (1, 2), (-1, -2), (1, -2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("fhN"), [(-1, 2), (1, 2), (-2, 1), (2, 1)]);
        assert_eq!(steps("hrN"), [(1, 2), (-2, 1), (2, -1), (-1, -2)]);
        assert_eq!(read("fRrbBlbF").unwrap(), Moves { steps: vec![(-1, -1)], slides: vec![(0, 1), (1, -1)] });
        assert_eq!(read("NN").unwrap().slides.len(), 8);
        // As Fairy-Stockfish reads them: what goes ahead alone is not in `fsK`.
        assert_eq!(steps("fsK"), [(-1, 1), (1, 1), (-1, 0), (1, 0)]);
        assert_eq!(steps("fhK"), [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0)]);
        assert_eq!(steps("hlK").len(), 8);
        assert_eq!(read("frQ").unwrap().slides, [(1, 1), (1, 0)]);
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (text, part) in [
            ("mW", "`m`"),
            ("pR", "`p`"),
            ("W2", "`W2`"),
            ("DD", "`DD`"),
            ("fr", "without a letter"),
            ("shF", "`sh`"),
            ("X", "`X`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
