//! The lone king against the backward enumeration, which knows nothing of the solver.

use std::collections::BTreeSet;
use yomikiri_core::play::NoProgress;
use yomikiri_shogi::{Square, sfen};
use yomikiri_tsume::{
    Hand, Limits, PieceSet, SolveResult, Solver,
    enumerate::{Enumeration, Reading},
    lone_king::{Finding, hands, letters, position, squares, survey},
    rules,
};

const NODES: u64 = 200_000;
const BYTES: usize = 16 << 20;

fn found(king: Square, most: u32) -> Vec<(Hand, Finding)> {
    survey(king, most, NODES, BYTES, &mut |_| {}).unwrap()
}

/// Sets without ranging pieces are enumerated exactly, with the lone king and all pieces in hand among their
/// positions.
#[test]
fn hands_without_ranging_pieces_are_as_enumerated() {
    let surveys: Vec<(Square, Vec<(Hand, Finding)>)> =
        squares().filter(|square| square.index() % 4 == 0).map(|king| (king, found(king, 3))).collect();
    let (mut least, mut problems) = (0, 0);
    for set in (1..=3).flat_map(PieceSet::all).filter(|set| !set.has_ranging()) {
        let enumeration = Enumeration::new(&set, Reading::default(), 63, &NoProgress);
        let sound: BTreeSet<String> =
            enumeration.problems(true).map(|problem| problem.sfen()).collect();
        for (king, found) in &surveys {
            let &(hand, finding) =
                found.iter().find(|(hand, _)| letters(*hand) == set.to_string()).expect("every hand is there");
            let pos = position(*king, hand);
            let plies = enumeration.plies(&pos).map(u32::from);
            let is_sound = sound.contains(&sfen::write(&pos, rules().variant()));
            let name = format!("{set} {}", rules().variant().board.name(*king));
            match finding {
                Finding::Least { plies: length, sound } => {
                    least += 1;
                    problems += u32::from(is_sound);
                    assert_eq!((plies, Some(is_sound)), (Some(length), sound), "{name}");
                }
                Finding::Surplus => assert!(plies.is_some() && !is_sound, "{name}"),
                Finding::NoMate => assert_eq!(plies, None, "{name}"),
                Finding::Undecided => panic!("{name} is not decided"),
            }
        }
    }
    assert!(least > 50 && problems > 0, "{least} least hands, {problems} problems");
}

/// What is left out by the reasons that the module gives is what a search of its own says.
#[test]
fn hands_that_hold_a_mating_one_mate() {
    let king = squares().next().unwrap();
    let mut solver = Solver::new(BYTES).unwrap();
    let mut surplus = 0;
    for (hand, finding) in found(king, 3) {
        let nodes = solver.nodes() + NODES;
        let limits = Limits::default();
        let solved = solver.solve(&position(king, hand), &limits, &mut |state| state.nodes < nodes);
        let mates = match solved {
            SolveResult::Mate { .. } => true,
            SolveResult::NoMate => false,
            SolveResult::Unknown => continue,
        };
        surplus += u32::from(finding == Finding::Surplus);
        assert_ne!(finding.mates(), Some(!mates), "{}", letters(hand));
    }
    assert!(surplus > 30, "{surplus}");
}

#[test]
fn there_are_as_many_squares_and_hands_as_there_should_be() {
    assert_eq!(squares().count(), 45);
    // Of seven kinds, two of which have two pieces alone.
    let of = |most| hands(most).len();
    assert_eq!([of(1), of(2), of(3), of(4)], [7, 35, 117, 313]);
    let all: BTreeSet<String> = hands(4).into_iter().map(letters).collect();
    let sets: BTreeSet<String> =
        (1..=4).flat_map(PieceSet::all).map(|set| set.to_string()).collect();
    assert_eq!(all, sets);
}
