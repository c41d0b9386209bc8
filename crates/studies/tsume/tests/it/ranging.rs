//! Sets with ranging pieces against a forward solution of every position.

use crate::brute::{Attack, Brute, Decided, Pos, Spot};
use std::collections::BTreeMap;
use yomikiri_core::{Game, Random, play::NoProgress};
use yomikiri_search::{DfPn, DfPnInfo};
use yomikiri_shogi::{Kind, Move, Piece, Position, Setup, Side};
use yomikiri_tsume::{
    Cooks, MateGame, PieceSet, Problem,
    enumerate::{Conventions, Enumeration},
    lengths::MateLengths,
    rules,
};

/// The position as the crate has it.
fn told(letters: &[char], pos: &Pos) -> Position<u128> {
    let variant = rules().variant();
    let kind = |letter: char| {
        let of_letter =
            |kind: &Kind| variant.face(*kind).is_some_and(|face| face.letter == letter.to_string());
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
                let sfen =
                    yomikiri_shogi::sfen::write(&told(&decided.brute.letters, &pos), rules().variant());
                all.insert(sfen, attack.mate.unwrap_or_default() as usize);
            }
        }
    }
    all
}

/// Every mate of the forward solution has its length, there are no others, and problems are the same.
fn check(letters: &str) {
    let mut decided = Decided::new(letters);
    let set: PieceSet = letters.parse().unwrap();
    let found = Enumeration::new(&set, Conventions::default(), 63, &NoProgress);
    let mut counts = vec![0; found.tally().mates.len()];
    for Attack { pos, mate, .. } in &decided.attacks {
        if let Some(mate) = *mate {
            let plies = found.plies(&told(&decided.brute.letters, pos));
            assert_eq!(plies, Some(mate), "{letters} {pos:?}");
            counts[mate as usize] += weight(pos);
        }
    }
    assert_eq!(counts, found.tally().mates, "{letters}");
    assert_eq!(found.tally().problems[0], decided.minimal_mates(), "{letters}");
    for (cooks, strict) in [(Cooks::Paper, false), (Cooks::Strict, true)] {
        decided.find_flaws(strict);
        for leftover in [false, true] {
            let conventions = Conventions { cooks, leftover, ..Conventions::default() };
            let found = Enumeration::new(&set, conventions, 63, &NoProgress);
            let listed = found.problems(true).map(|problem| (problem.sfen(), problem.plies())).collect();
            assert_eq!(problems(&decided, strict, leftover), listed, "{letters} {conventions:?}");
        }
    }
}

#[test]
fn single_pieces_agree() {
    ["R", "B", "L", "N"].into_iter().for_each(check);
}

#[test]
fn pairs_agree() {
    check("LN");
}

/// A position with pieces anywhere, the king not in check.
fn anywhere(brute: &Brute, random: &mut Random) -> Pos {
    let spots = Brute::spots();
    loop {
        let king = (random.below(9) as i8, random.below(9) as i8);
        let mut pos = Pos { king, spots: [Spot::Unused; 3] };
        for spot in &mut pos.spots[..brute.letters.len()] {
            // Mostly the attacker's, and near the king: most mates are.
            let most = if random.below(5) > 0 { 162 } else { spots.len() };
            let far = |spot: Spot| match spot {
                Spot::On { x, y, .. } => (x - king.0).abs().max((y - king.1).abs()) > 2,
                _ => false,
            };
            *spot = spots[random.below(most)];
            for _ in 0..random.below(40) {
                *spot = if far(*spot) { spots[random.below(most)] } else { *spot };
            }
        }
        pos = brute.sorted(pos);
        if brute.is_valid(&pos) && !brute.in_check(&pos) {
            return pos;
        }
    }
}

/// What the enumeration says of a position follows from what it says of those after it; and so on for the
/// answers.
fn check_links(letters: &str, sample: usize) {
    let brute = Brute::new(letters);
    let found = Enumeration::new(&letters.parse().unwrap(), Conventions::default(), 63, &NoProgress);
    let mate = |pos: &Pos| found.plies(&told(&brute.letters, pos));
    let mut random = Random::new(1);
    let mut mates = 0;
    let mut todo: Vec<Pos> = (0..sample).map(|_| anywhere(&brute, &mut random)).collect();
    while let Some(pos) = todo.pop() {
        let lost = |next: &Pos| Some((brute.lost(next, &mate)?, *next));
        let best = brute.checks(&pos).iter().filter_map(lost).min();
        assert_eq!(best.map(|(plies, _)| plies + 1), mate(&pos), "{letters} {pos:?}");
        if let Some((_, next)) = best {
            mates += 1;
            todo.extend(brute.replies(&next));
        }
    }
    assert!(mates > 10, "{letters}: only {mates} of the sample are mate");
}

#[test]
fn samples_of_triples_are_consistent() {
    for letters in ["NLP", "BNP", "RSP"] {
        check_links(letters, 1_000);
    }
}

#[test]
#[ignore = "slow: a minute"]
fn larger_samples_of_triples_are_consistent() {
    for letters in ["NLP", "BNP", "RSP", "RRL", "RBG", "RGP", "RLL", "BSN"] {
        check_links(letters, 3_000);
    }
}

/// Whether the attacker mates by the rules, the defender's drops and all, from positions that are mate in the
/// closed world: with the moves of that world, and by taking each drop with the checking piece.
fn mates(found: &Enumeration, closed: &Position<u128>, real: &Position<u128>, plies: u8) -> bool {
    let mut checks = Vec::new();
    rules().checks(closed, &mut checks);
    let mut legal = Vec::new();
    rules().checks(real, &mut legal);
    checks.retain(|mv| legal.contains(mv));
    let play = |mv| (rules().play(closed, mv), rules().play(real, mv));
    checks.into_iter().map(play).any(|(closed, real)| is_lost(found, &closed, &real, plies - 1))
}

fn is_lost(found: &Enumeration, closed: &Position<u128>, real: &Position<u128>, plies: u8) -> bool {
    let mut answers = Vec::new();
    rules().evasions(real, &mut answers);
    // Which piece is dropped makes no difference to the attacker's way; one a square is tried, the last of
    // the list.
    let mut last_drop = BTreeMap::new();
    answers
        .iter()
        .filter(|mv| matches!(mv, Move::Drop { .. }))
        .for_each(|mv| _ = last_drop.insert(mv.to(), *mv));
    answers.retain(|mv| matches!(mv, Move::Board { .. }) || last_drop[&mv.to()] == *mv);
    answers.into_iter().all(|mv| {
        let (closed, real) = (rules().play(closed, mv), rules().play(real, mv));
        let Move::Drop { kind, to } = mv else {
            return found
                .plies(&closed)
                .is_some_and(|left| left < plies && mates(found, &closed, &real, left));
        };
        let mut taking = Vec::new();
        rules().checks(&real, &mut taking);
        taking.retain(|take| take.to() == to);
        taking.into_iter().any(|take| {
            let drawn = returned(&rules().play(&closed, take), kind);
            is_lost(found, &drawn, &rules().play(&real, take), plies)
        })
    })
}

/// The position with a piece of the attacker's hand back with the defender.
fn returned(pos: &Position<u128>, kind: Kind) -> Position<u128> {
    let mut setup = pos.setup();
    setup.hands[0][kind.place()] -= 1;
    setup.hands[1][kind.place()] += 1;
    Position::new(&setup, rules().variant()).expect("a position")
}

#[test]
fn every_problem_is_a_mate_by_the_rules() {
    for letters in ["RG", "RL", "BS", "LN", "BLP"] {
        let conventions = Conventions { leftover: true, ..Conventions::default() };
        let found = Enumeration::new(&letters.parse().unwrap(), conventions, 63, &NoProgress);
        for problem in found.problems(false).filter(|problem| problem.plies() <= 5) {
            let pos = &problem.position;
            assert!(mates(&found, pos, pos, problem.plies() as u8), "{}", problem.sfen());
        }
    }
}

#[test]
fn main_lines_are_legal() {
    for letters in ["RG", "RB", "LNP"] {
        let conventions = Conventions { leftover: true, ..Conventions::default() };
        let found = Enumeration::new(&letters.parse().unwrap(), conventions, 63, &NoProgress);
        for problem in found.problems(false) {
            Problem::from_usi(&problem.sfen(), &problem.usi(), String::new()).expect("a legal line");
            assert_eq!(found.plies(&problem.position), Some(problem.plies() as u8), "{}", problem.sfen());
        }
    }
}

#[test]
#[ignore = "slow: every pair with a ranging piece"]
fn all_pairs_agree() {
    for set in PieceSet::all(2).iter().filter(|set| set.has_ranging()) {
        println!("{set}");
        check(&set.to_string());
    }
}

/// Lengths without futile interpositions are those of the enumeration, where several in a row are futile too;
/// longer ones may be less, since there what was dropped is not used and is taken by the checker alone.
#[test]
fn measured_lengths_are_those_of_the_enumeration() {
    for (letters, step) in [("BG", 3), ("BS", 9), ("RG", 9), ("BL", 9)] {
        let found = Enumeration::new(&letters.parse().unwrap(), Conventions::default(), 5, &NoProgress);
        let mut dfpn = DfPn::new(MateGame::new(), 1 << 24).unwrap();
        let (mut measured, mut watch) = (0, |_: &DfPnInfo| true);
        for problem in found.problems(false).filter(|problem| problem.plies() > 1).step_by(step) {
            let mut lengths = MateLengths::new(&mut dfpn, &mut watch);
            let (plies, of_set) = (lengths.measure(&problem.position).unwrap() as usize, problem.plies());
            let exact = lengths.exact(&problem.position).unwrap().unwrap() as usize;
            let is_shorter = plies < of_set && exact < of_set;
            assert!(plies == of_set || is_shorter, "{letters} {} {plies} {exact}", problem.sfen());
            measured += 1;
        }
        assert!(measured > 20, "{letters} {measured}");
    }
}
