//! Sets with ranging pieces against a forward solution of every position.

mod brute;

use brute::{Attack, Decided, Pos, Spot};
use std::collections::BTreeMap;
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side};
use yomikiri_solve::NoProgress;
use yomikiri_tsume::{
    PieceSet,
    enumerate::{Cooks, Enumeration, Reading},
    rules,
};

/// The position as the crate has it.
fn told(letters: &[char], pos: &Pos) -> Position<u128> {
    let variant = rules().variant();
    let kind = |letter: char| {
        let of_letter = |kind: &Kind| variant.face(*kind).is_some_and(|face| face.letter == letter.to_string());
        variant.hand_kinds().find(of_letter).expect("a piece of the game")
    };
    let mut setup = Setup::empty(variant);
    for kind in variant.hand_kinds() {
        setup.hands[1][kind.place()] = variant.rule(kind).expect("a kind of the variant").count;
    }
    let square = |x: i8, y: i8| (y * 9 + x) as usize;
    setup.board[square(pos.king.0, pos.king.1)] = Some(Piece { kind: Kind::KING, side: Side::Second });
    for (&letter, spot) in letters.iter().zip(pos.spots) {
        let kind = kind(letter);
        setup.hands[1][kind.place()] -= u8::from(spot != Spot::Unused);
        match spot {
            Spot::Unused => {}
            Spot::Held => setup.hands[0][kind.place()] += 1,
            Spot::On { black, promoted, x, y } => {
                let side = if black { Side::First } else { Side::Second };
                let kind = if promoted { kind.promoted() } else { kind };
                setup.board[square(x, y)] = Some(Piece { kind, side });
            }
        }
    }
    Position::new(&setup, variant).expect("a position")
}

fn weight(pos: &Pos) -> u64 {
    if pos.king.0 < 4 { 2 } else { 1 }
}

/// The problems by SFEN, mirror images as two, with their lengths.
fn problems(decided: &Decided, strict: bool, leftover: bool) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for attack in decided.attacks.iter().filter(|attack| attack.mate.is_some()) {
        if decided.is_problem(attack, strict, leftover) {
            for pos in [attack.pos, decided.brute.mirrored(attack.pos)] {
                let sfen = yomikiri_shogi::sfen::write(&told(&decided.brute.letters, &pos), rules().variant());
                all.insert(sfen, attack.mate.unwrap_or_default() as usize);
            }
        }
    }
    all
}

/// Every mate of the forward solution has its length, there are no others, and problems are the same.
fn check(letters: &str) {
    for strict in [false, true] {
        let decided = Decided::new(letters, strict);
        for leftover in [false, true] {
            let cooks = if strict { Cooks::Strict } else { Cooks::Paper };
            let reading = Reading { cooks, leftover, ..Reading::default() };
            let set: PieceSet = letters.parse().unwrap();
            let found = Enumeration::new(&set, reading, 63, &NoProgress);
            let mut counts = vec![0; found.tally().mates.len()];
            for Attack { pos, mate, .. } in &decided.attacks {
                if let Some(mate) = *mate {
                    let plies = found.plies(&told(&decided.brute.letters, pos));
                    assert_eq!(plies, Some(mate), "{letters} {pos:?}");
                    counts[mate as usize] += weight(pos);
                }
            }
            assert_eq!(counts, found.tally().mates, "{letters}");
            let listed = found.problems(true).map(|problem| (problem.sfen(), problem.plies())).collect();
            assert_eq!(problems(&decided, strict, leftover), listed, "{letters} {reading:?}");
            assert_eq!(found.tally().problems[0], decided.minimal_mates(), "{letters}");
        }
    }
}

#[test]
fn single_pieces_agree() {
    ["R", "B", "L", "N"].into_iter().for_each(check);
}

#[test]
fn pairs_agree() {
    ["LN", "LP"].into_iter().for_each(check);
}

/// A minute or two each.
#[test]
#[ignore = "slow: every pair with a ranging piece"]
fn all_pairs_agree() {
    for set in PieceSet::all(2).iter().filter(|set| set.has_ranging()) {
        check(&set.to_string());
    }
}
