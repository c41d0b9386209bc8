//! The enumeration, the proof-number search, the lengths and the checker beside those who write everything
//! down: the forward oracle for pieces that step; the enumeration for those that slide (which `ranging.rs`
//! compares with another forward solution).

use crate::{
    forward::{
        judge::Verdict as Truth,
        pieces::Kind::{self as Man, G, N, P, S},
        sample::decided,
    },
    mating_line,
};
use std::collections::HashSet;
use yomikiri_core::play::NoProgress;
use yomikiri_core::{Notation, Random};
use yomikiri_search::{DfPn, Role, Verdict};
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side};
use yomikiri_tsume::{
    Checker, Cooks, MateGame, PieceSet, Reading, SolveOptions, SolveResult, Solver,
    enumerate::{self, Enumeration, Tally},
    lengths::MateLengths,
    rules,
};

/// More plies than any mate of the sets takes.
const BOUND: u8 = 15;

const SETS: [&[Man]; 4] = [&[S, S, P], &[S, N, P], &[G, N, P], &[N, N, N]];

/// Positions of a set, with the oracle's word.
fn samples(set: &[Man], count: usize) -> impl Iterator<Item = (String, Position<u128>, Option<Truth>)> {
    decided(set, 3, count, BOUND).into_iter().map(|(position, truth)| {
        let sfen = position.sfen('b');
        let pos = rules().parse_pos(&sfen).expect("a position");
        (sfen, pos, truth)
    })
}

/// The sets of the paper.
const PAPER: [(&str, &[Man]); 5] =
    [("GGP", &[G, G, P]), ("SSP", &[S, S, P]), ("SNN", &[S, N, N]), ("SNP", &[S, N, P]), ("NNNN", &[N; 4])];

/// The backward enumeration beside the forward oracle, position by position: length, and whether it is a
/// problem.
fn backward_agrees_with_forward(sets: &[(&str, &[Man])], count: usize) {
    for &(letters, set) in sets {
        agrees_with_forward(letters, set, count, count / 100);
    }
}

/// The same for one set, of which more than `least` of the positions are problems. What has been counted.
fn agrees_with_forward(letters: &str, set: &[Man], count: usize, least: usize) -> Tally {
    let pieces: PieceSet = letters.parse().expect("a set");
    let found = Enumeration::new(&pieces, enumerate::Conventions::default(), 63, &NoProgress);
    let problems: HashSet<String> = found.problems(true).map(|problem| problem.sfen()).collect();
    let mut listed = 0;
    for (sfen, pos, truth) in samples(set, count) {
        assert_eq!(found.plies(&pos), truth.map(|truth| truth.length), "{letters} {sfen}");
        let is_listed = problems.contains(&yomikiri_shogi::sfen::write(&pos, rules().variant()));
        assert_eq!(is_listed, truth.is_some_and(Truth::is_problem), "{letters} {sfen}");
        listed += usize::from(is_listed);
    }
    assert!(listed > least, "{letters}: {listed} problems among {count} positions");
    found.tally().clone()
}

#[test]
fn backward_agrees_with_forward_on_a_sample() {
    backward_agrees_with_forward(&PAPER, 300);
}

#[test]
#[ignore = "10,000 positions of each set take minutes"]
fn backward_agrees_with_forward_on_many() {
    backward_agrees_with_forward(&PAPER, 10_000);
}

#[test]
#[ignore = "10,000 positions of each set take minutes"]
fn sets_of_four_agree_with_forward_on_many() {
    backward_agrees_with_forward(&[("SSSS", &[S; 4]), ("GGSS", &[G, G, S, S])], 10_000);
}

/// Sets of `data/known/tsume_sets.tsv`, each by a test of its own: what is counted, and position by position.
/// More of them than a number are problems; few mates of pawns are.
macro_rules! sets_of_five {
    ($($name:ident > $least:literal,)*) => {
        mod sets_of_five {
            $(
                #[test]
                #[ignore = "minutes to an hour, and up to three gigabytes: enumerates five pieces"]
                fn $name() {
                    super::is_as_known(&stringify!($name).to_uppercase(), $least);
                }
            )*
        }
    };
}

sets_of_five! {
    ggggn > 20, ggggp > 20, ggggs > 20, ggppp > 100, ggssp > 80, gnnnn > 20,
    gpppp > 20, nnnnp > 100, npppp > 20, ppppp > 20, spppp > 20,
}

fn is_as_known(letters: &str, least: usize) {
    let man = |letter| match letter {
        'G' => G,
        'S' => S,
        'N' => N,
        _ => P,
    };
    let set: Vec<Man> = letters.chars().map(man).collect();
    let tally = agrees_with_forward(letters, &set, 10_000, least);
    let known = include_str!("../../../../../data/known/tsume_sets.tsv");
    let rows = known.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| row[0] == letters);
    let mut lengths = 0;
    for row in rows {
        let plies: usize = row[1].parse().unwrap();
        for (counts, known) in [(&tally.mates, row[2]), (&tally.problems, row[3])] {
            let known = if known == "-" { 0 } else { known.parse().unwrap() };
            assert_eq!(counts.get(plies).copied().unwrap_or(0), known, "{letters} {plies}");
        }
        lengths = plies + 1;
    }
    assert_eq!(tally.mates.len(), lengths, "{letters}");
}

#[test]
fn lengths_are_exact() {
    let mut dfpn = DfPn::new(MateGame::new(), 1 << 24).unwrap();
    for set in SETS {
        for (sfen, pos, truth) in samples(set, 400) {
            let mut watch = |_: &yomikiri_search::DfPnInfo| true;
            let mut lengths = MateLengths::new(&mut dfpn, &mut watch);
            let expected = truth.map(|truth| u32::from(truth.length));
            assert_eq!(lengths.exact(&pos), Ok(expected), "{sfen}");
        }
    }
}

/// Bounds on both sides of the length, asked in turns: each is a question of its own.
#[test]
fn a_mate_within_so_many_plies_is_found_or_refuted() {
    let mut solver = Solver::new(1 << 24).unwrap();
    let (mut mates, mut refuted) = (0, 0);
    for set in SETS {
        for (sfen, pos, truth) in samples(set, 400) {
            for most in [3, 1, 7, 4, 5] {
                let options = SolveOptions { within: Some(most), ..SolveOptions::default() };
                let found = solver.solve(&pos, &options, &mut |_| true);
                if truth.is_none_or(|truth| u32::from(truth.length) > most) {
                    assert_eq!(found, SolveResult::NoMate, "{sfen} within {most}");
                    refuted += 1;
                    continue;
                }
                let SolveResult::Mate { line, plies, .. } = found else { panic!("{sfen} within {most}") };
                assert!(plies <= most && line.len() == plies as usize, "{sfen}: {plies} within {most}");
                mating_line::replay(solver.tsume(), &pos, &line);
                mates += 1;
            }
        }
    }
    assert!(mates > 2000 && refuted > 2000, "{mates} mates, {refuted} refuted");
}

#[test]
fn soundness_is_that_of_the_definition() {
    let mut aside = 0;
    for cooks in [Cooks::Paper, Cooks::Strict, Cooks::LastMoveFree] {
        let reading = Reading { cooks, surplus: true, ..Reading::default() };
        let mut checker = Checker::new(1 << 24, reading).unwrap();
        let (mut sound, mut mates) = (0, 0);
        for set in SETS {
            for (sfen, pos, truth) in samples(set, 200) {
                let finding = checker.check(&pos, &mut |_| true).expect("nobody stops it");
                assert_eq!(finding.plies, truth.map(|truth| u32::from(truth.length)), "{sfen}");
                let Some(truth) = truth else { continue };
                assert_eq!(finding.cooks.is_empty(), is_uncooked(truth, cooks), "{sfen} {cooks:?}");
                for cook in &finding.cooks {
                    mating_line::end(&pos, &[&cook.before[..], &[cook.mv]].concat());
                    aside += u32::from(!finding.line.starts_with(&cook.before));
                }
                // Beside a second solution the checker follows one way only.
                if finding.cooks.is_empty() {
                    assert_eq!(!finding.leftover.is_empty(), truth.leftover, "{sfen}");
                }
                assert_eq!(!finding.surplus.is_empty(), truth.has_surplus(), "{sfen}");
                assert_eq!(finding.line.len(), usize::from(truth.length), "{sfen}");
                (sound, mates) = (sound + u32::from(finding.is_sound()), mates + 1);
            }
        }
        assert!(sound > 20 && mates > 2 * sound, "{sound} of {mates} mates are sound: too few or too many");
    }
    assert!(aside > 0, "all second solutions begin on the main line");
}

fn is_uncooked(truth: Truth, cooks: Cooks) -> bool {
    use crate::forward::judge::Soundness;
    let least = match cooks {
        Cooks::Paper => Soundness::Sound,
        Cooks::Strict => Soundness::Strict,
        Cooks::LastMoveFree => Soundness::LastMoveAside,
    };
    truth.soundness >= least
}

/// The pieces of a set somewhere near a king, the rest of a full set in the defender's hand. Not every
/// try is a position.
fn position(random: &mut Random, kinds: &[Kind]) -> Option<Position<u128>> {
    let variant = rules().variant();
    let mut setup = Setup::empty(variant);
    for kind in variant.hand_kinds() {
        setup.hands[Side::Second.index()][kind.place()] = variant.rule(kind)?.count;
    }
    let king = [random.below(9) as i8, random.below(4) as i8];
    let at = variant.board.square(king[0], king[1])?.index();
    setup.board[at] = Some(Piece { kind: Kind::KING, side: Side::Second });
    for &kind in kinds {
        setup.hands[Side::Second.index()][kind.place()] -= 1;
        if random.below(3) == 0 {
            setup.hands[Side::First.index()][kind.place()] += 1;
            continue;
        }
        let [file, rank] = [0, 1].map(|axis| king[axis] + random.below(5) as i8 - 2);
        let at = variant.board.square(file, rank)?.index();
        let promotes = random.below(2) == 0 && kind != Kind::GOLD;
        let side = if random.below(5) == 0 { Side::Second } else { Side::First };
        let piece = Piece { kind: if promotes { kind.promoted() } else { kind }, side };
        if setup.board[at].replace(piece).is_some() {
            return None;
        }
    }
    let pos = Position::new(&setup, variant).ok()?;
    (!rules().in_check(&pos, Side::Second)).then_some(pos)
}

#[test]
fn mates_with_ranging_pieces_are_found_and_refuted() {
    let sets: [(&str, &[Kind]); 3] = [
        ("RG", &[Kind::ROOK, Kind::GOLD]),
        ("BS", &[Kind::BISHOP, Kind::SILVER]),
        ("RL", &[Kind::ROOK, Kind::LANCE]),
    ];
    let mut dfpn = DfPn::new(MateGame::new(), 1 << 26).unwrap();
    for (letters, kinds) in sets {
        let set: PieceSet = letters.parse().expect("a set");
        let truth = Enumeration::new(&set, enumerate::Conventions::default(), 63, &NoProgress);
        let (mut random, mut mates, mut others) = (Random::new(1), 0, 0);
        while mates < 40 || others < 200 {
            let Some(pos) = position(&mut random, kinds) else { continue };
            let is_mate = truth.plies(&pos).is_some();
            let count = if is_mate { &mut mates } else { &mut others };
            *count += 1;
            if *count <= 200 {
                let verdict = dfpn.prove(&pos, Role::Attacker, None, &mut |_| true);
                assert_eq!(matches!(verdict, Verdict::Proven(_)), is_mate, "{}", rules().show_pos(&pos));
            }
        }
    }
}
